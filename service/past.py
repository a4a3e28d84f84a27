"""Finished games that a new one looks back on, as far as its opener may see them."""

from collections.abc import Iterator
from typing import Any

from domain.kernel.rejection import Rejected
from domain.kernel.ruleset import Header, Past
from domain.kernel.values import Json
from service.access import standing
from service.catalogue import Catalogue, CatalogueRow
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

        Without a principal only public games count, else also those it holds a grant in or has opened. Raises
        `Illegal` where the ruleset cannot do without an answer.
        """

        def finished(*, players: frozenset[str] | None = None, series: str | None = None) -> Iterator[Past]:
            for row in self._catalogue.ended(rules.id, at, players=players, series=series):
                abandoned = row.result is not None and row.result["kind"] == "abandoned"
                if row.game != header.game and not abandoned and self._shown_to(principal, row):
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

    def _shown_to(self, principal: Principal | None, row: CatalogueRow) -> bool:
        """Tell whether a game is public, or one that the caller holds a grant in or has opened."""
        return row.visibility == "public" or standing(principal, row.game, self._folds.opener(row.game)).knows_games

    def _state(self, game: str) -> Any:
        try:
            return self._folds.find(game).game.state
        except (NotFound, UnreadableGame):
            return None
