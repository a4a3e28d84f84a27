"""What follows from each command, in the rulebook's order; a command the rules do not allow is rejected."""

from typing import assert_never

from domain.games.harvest_island.commands import (
    ChooseDamagedField,
    ChooseFirst,
    Draw,
    Fertilize,
    ForgoDraw,
    Harvest,
    Plant,
    Release,
    Sow,
)
from domain.games.harvest_island.drawing import draw, forgo_draw, go_on
from domain.games.harvest_island.events import (
    FirstPlayerChosen,
    TurnBegun,
)
from domain.games.harvest_island.harvest import harvest
from domain.games.harvest_island.plays import play
from domain.games.harvest_island.state import State
from domain.games.harvest_island.weather import choose_damaged_field
from domain.kernel.rejection import reject_if
from domain.kernel.table import Table

TurnCommand = Sow | Plant | Fertilize | Release | Draw | ForgoDraw | Harvest
IslandCommand = ChooseFirst | ChooseDamagedField | TurnCommand


def decide(table: Table[State], command: IslandCommand) -> None:
    """Record what follows from a command, or raise `Rejected`."""
    state, seat = table.state, command.seat
    setting_up = state.phase == "setup"
    if isinstance(command, ChooseFirst):
        reject_if(not setting_up, "already_started")
    else:
        reject_if(setting_up, "game_not_started")
    reject_if(seat is not None and str(seat) not in state.seats, "not_a_seat", seat=seat)
    match command:
        case ChooseFirst():
            _choose_first(table, command)
        case ChooseDamagedField():
            choose_damaged_field(table, command)
            go_on(table)
        case _:
            pending = () if state.catastrophe is None else state.catastrophe.owed
            reject_if(bool(pending), "catastrophe_pending", owed=sorted(map(int, pending)))
            reject_if(seat != state.active_seat, "not_your_turn", seat=seat, active=state.active_seat)
            _take_turn(table, command)


def _take_turn(table: Table[State], command: TurnCommand) -> None:
    match command:
        case Sow() | Plant() | Fertilize() | Release():
            play(table, command)
            go_on(table)
        case Draw():
            draw(table, command)
        case ForgoDraw():
            forgo_draw(table, command)
        case Harvest():
            harvest(table, command)
        case _:
            assert_never(command)


def _choose_first(table: Table[State], command: ChooseFirst) -> None:
    """Settle who goes first: whoever ate grapes most recently, or else the lot (Setup)."""
    seats, first, basis = len(table.state.seats), command.first, command.basis
    if basis == "lot" or basis == "random":  # noqa: PLR1714 - narrows the type
        reject_if(first is not None, "first_drawn_by_lot", first=first)
        drawn: int = table.lot("the first seat", range(1, seats + 1))
        table.record(FirstPlayerChosen(drawn, "random"))
        table.record(TurnBegun(1, 1, drawn))
        return
    reject_if(first is None or not 1 <= first <= seats, "first_player_unknown", first=first)
    if first is not None:
        table.record(FirstPlayerChosen(first, basis))
        table.record(TurnBegun(1, 1, first))
