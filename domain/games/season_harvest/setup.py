"""Laying the grid and dealing (Setting Up)."""

from domain.games.season_harvest.draw import open_hand
from domain.games.season_harvest.events import DeckShuffled, GridLaid, HandDealt
from domain.games.season_harvest.state import SPACES, State
from domain.games.season_harvest.target import fixed
from domain.kernel.table import Table
from domain.kernel.values import Json

CARDS_DEALT = 2


def setup(table: Table[State], resolved: Json) -> None:
    """Lay the grid face down and deal two cards to each seat; a cooperative target is fixed first."""
    target = fixed(table.state.options, resolved)
    if target is not None:
        table.record(target)
    table.record(DeckShuffled("initial", table.state.cards.left("pile")))
    table.record(GridLaid(SPACES))
    openly = table.state.options.hands == "open"
    for seat in range(1, len(table.state.seats) + 1):
        cards = table.draw("pile", CARDS_DEALT, to=seat, openly=openly)
        table.record(HandDealt(seat, cards))
        open_hand(table, seat, cards)
