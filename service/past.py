"""Finished games that a new one looks back on, as far as its opener may see them."""

from collections.abc import Iterator
from typing import Any

from domain.kernel.rejection import Rejected
from domain.kernel.ruleset import Header, Past
from domain.kernel.values import Json
from service.catalogue import Catalogue
from service.faults import NotFound
from service.folds import Folds, UnreadableGame
from service.grants import Principal
from service.rules import Rules


class PastGames:
    """Resolves what a ruleset needs to know of other games."""

    def __init__(self, folds: Folds, catalogue: Catalogue) -> None:
        self._folds, self._catalogue = folds, catalogue

    def resolve(self, rules: Rules, header: Header, at: str, principal: Principal | None) -> Json:
        """Return what the ruleset finds in past games for one that starts at a time; null where it needs nothing.

        Without a principal only public games count. Raises `Illegal` where the ruleset cannot do without an answer.
        """

        def finished(*, players: frozenset[str] | None = None, series: str | None = None) -> Iterator[Past]:
            rows = self._catalogue.ended(
                rules.id,
                at,
                players=players,
                series=series,
                readable=principal.games if principal else (),
                sees_all=principal.is_admin if principal else False,
            )
            for row in rows:
                abandoned = row.result is not None and row.result["kind"] == "abandoned"
                if row.game != header.game and not abandoned:
                    yield Past(row.game, row.version, self._state(row.game))

        try:
            return rules.ruleset.resolve(header, finished)
        except Rejected as rejected:
            raise rules.illegal(rejected, 0) from rejected

    def is_public(self, game: str) -> bool:
        """Tell whether anybody may find this game in a listing."""
        try:
            return self._folds.find(game).opened.visibility == "public"
        except (NotFound, UnreadableGame):
            return False

    def _state(self, game: str) -> Any:
        try:
            return self._folds.find(game).game.state
        except (NotFound, UnreadableGame):
            return None
