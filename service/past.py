"""Finished games that a new one looks back on, as far as its opener may see them."""

from collections.abc import Iterator

from domain.kernel.rejection import Rejected
from domain.kernel.ruleset import Header, Past
from domain.kernel.values import Json
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

        Without a principal only public games count. Raises `Illegal` where the ruleset cannot do without an answer.
        """
        try:
            return rules.ruleset.resolve(header, at, self._finished(rules, header, at, principal))
        except Rejected as rejected:
            raise rules.illegal(rejected, 0) from rejected

    def is_public(self, game: str) -> bool:
        """Tell whether anybody may find this game in a listing."""
        try:
            return self._folds.find(game).opened.visibility == "public"
        except (NotFound, UnreadableGame):
            return False

    def _finished(self, rules: Rules, header: Header, at: str, principal: Principal | None) -> Iterator[Past]:
        rows = self._catalogue.games_of(
            rules.id,
            "ended",
            readable=principal.games if principal else (),
            sees_all=principal.is_admin if principal else False,
            ended_by=at,
        )
        for row in rows:
            abandoned = row.result is not None and row.result["kind"] == "abandoned"
            if row.game != header.game and not abandoned:
                past = self._past(row)
                if past is not None:
                    yield past

    def _past(self, row: CatalogueRow) -> Past | None:
        try:
            live = self._folds.find(row.game)
        except (NotFound, UnreadableGame):
            return None
        game = live.game
        return (
            None if game.header is None else Past(row.game, game.version, row.ended_at or "", game.header, game.state)
        )
