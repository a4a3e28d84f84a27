"""Thinning the decks, turning up and dealing (Setup)."""

from domain.games.harvest_island.events import (
    HandDealt,
    SeasonDecksPrepared,
    SpringDeckReshuffled,
    StorageStocked,
    SupplyStocked,
)
from domain.games.harvest_island.faces import SEASONS, is_fruit
from domain.games.harvest_island.manifest import CARDS_REMOVED, FIGURES, REMOVED
from domain.games.harvest_island.state import State
from domain.kernel.table import Table
from domain.kernel.values import Json

IN_SUPPLY, IN_STORAGE = 2, 3


def setup(table: Table[State], _: Json) -> None:
    """Thin the decks and turn up and deal fruits of Spring; weather met on the way goes back (Setup)."""
    state = table.state
    thinned = REMOVED[len(state.seats)]
    removed = {season: CARDS_REMOVED if season in thinned else 0 for season in SEASONS}
    decks = {season: state.cards.left(season) - removed[season] for season in SEASONS}
    table.record(SeasonDecksPrepared(decks, removed))
    table.record(SupplyStocked(table.draw("spring", IN_SUPPLY, only=is_fruit, place="the Supply Area")))
    table.record(StorageStocked(table.draw("spring", IN_STORAGE, only=is_fruit, place="the Storage Area")))
    for seat in range(1, len(state.seats) + 1):
        table.record(HandDealt(seat, table.draw("spring", FIGURES["hand_size"], to=seat, only=is_fruit)))
    table.record(SpringDeckReshuffled(table.state.cards.left("spring")))
