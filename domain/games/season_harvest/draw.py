"""Drawing, and showing what was drawn (Play, Cards; Winning)."""

from domain.games.season_harvest.events import (
    CardDrawn,
    CardsShown,
    FinalPlayBegan,
    PileReshuffled,
    YearEnded,
)
from domain.games.season_harvest.state import State
from domain.kernel.table import Table
from domain.kernel.values import Card, Seat


def draw_replacement(table: Table[State], seat: Seat) -> None:
    """Draw a card; an empty pile ends the year, and after the last year nobody draws any more."""
    state = table.state
    if state.phase == "final":
        return
    if state.cards.left("pile") == 0:
        table.record(YearEnded(state.year))
        if state.year >= state.options.years:
            table.record(FinalPlayBegan(state.turn, seat))
            return
        table.record(PileReshuffled(len(state.discards), state.year + 1))
    openly = state.options.hands == "open"
    (card,) = table.draw("pile", to=seat, openly=openly)
    table.record(CardDrawn(seat, card, table.state.cards.left("pile") - 1))
    open_hand(table, seat, (card,))


def open_hand(table: Table[State], seat: Seat, cards: tuple[Card, ...]) -> None:
    """Show what was drawn to everybody where the table plays open-handed; copies shown before stay shown."""
    if table.state.options.hands == "open":
        known = table.state.cards.hand(seat).known
        table.record(CardsShown(seat, tuple(card for card in sorted(set(cards)) for _ in range(known[card]))))
