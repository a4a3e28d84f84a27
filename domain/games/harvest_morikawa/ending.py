"""After the last card: open hands, and the tie that only a salad can break (Game End; Score Calculation)."""

from domain.games.harvest_morikawa.events import EndOfPlay, HandRevealed, PlayEnded, SaladJudged, SaladRequired
from domain.games.harvest_morikawa.score import level_at_the_top
from domain.games.harvest_morikawa.state import State
from domain.kernel.table import Table
from domain.kernel.values import Seat


def end_play(table: Table[State], reason: EndOfPlay) -> None:
    """Say that nobody places cards any more; in a dealt game hands are laid open at once."""
    table.record(PlayEnded(reason))
    if table.state.phase == "over":
        settle_result(table)
    elif table.state.mode == "dealt":
        reveal(table)


def reveal(table: Table[State]) -> None:
    """Lay open all cards left in hands; those that nobody has told yet are asked for."""
    for seat in range(1, len(table.state.seats) + 1):
        size = table.state.cards.hand(seat).size
        if size:
            table.record(HandRevealed(seat, tuple(sorted(table.reveal(seat, size)))))
    settle_result(table)


def settle_result(table: Table[State]) -> None:
    """End the game, unless seats are level in everything and the table wants a salad."""
    state = table.state
    level = level_at_the_top(state)
    if len(level) > 1 and state.options.final_tie == "salad":
        table.record(SaladRequired(level))
    else:
        table.end(str(state.play_ended))


def judge_salad(table: Table[State], winner: Seat, judge: str | None) -> None:
    """Let the best tasting salad win, and end the game."""
    table.record(SaladJudged(table.state.salad, winner, judge))
    table.end(str(table.state.play_ended))
