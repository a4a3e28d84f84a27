"""What follows from each command; a command the rules do not allow is rejected."""

from collections.abc import Callable
from typing import Any

from domain.games.harvest_chambers.commands import (
    AssertState,
    Build,
    Choose,
    ChooseCharacter,
    ChooseInitiative,
    Convert,
    DeclareEffect,
    DeclineStep,
    FinishResolution,
    GainAny,
    Harvest,
    PlaceFarmer,
    Plant,
    Plow,
    SealCharacter,
    Tend,
)
from domain.games.harvest_chambers.events import CharacterChosen, CharacterSealed
from domain.games.harvest_chambers.farming import harvest, plant, tend
from domain.games.harvest_chambers.flow import HarvestTable, go_on
from domain.games.harvest_chambers.observed import assert_state, declare_effect
from domain.games.harvest_chambers.placing import choose_initiative, place_farmer
from domain.games.harvest_chambers.resolving import build, choose, convert, decline, finish, gain_any, plow
from domain.games.harvest_chambers.setup import lay_out, open_choices
from domain.games.harvest_chambers.state import State, Step, sides
from domain.kernel.rejection import Rejected, reject_if
from domain.kernel.values import Seat

Answer = Harvest | Plant | Tend | Plow | Build | GainAny | Convert | Choose
HarvestCommand = (
    ChooseCharacter
    | SealCharacter
    | ChooseInitiative
    | PlaceFarmer
    | Answer
    | DeclineStep
    | FinishResolution
    | DeclareEffect
    | AssertState
)

ANSWERS: dict[type[Answer], tuple[str, Callable[[HarvestTable, Any, Step], None]]] = {
    Harvest: ("harvest", harvest),
    Plant: ("plant", plant),
    Tend: ("tend", tend),
    Plow: ("plow", plow),
    Build: ("build", build),
    GainAny: ("gain_any", gain_any),
    Convert: ("convert", convert),
    Choose: ("choose", choose),
}
"""Which word of the vocabulary a command answers, and how."""


def decide(table: HarvestTable, command: HarvestCommand) -> None:
    """Record what follows from a command, or raise `Rejected`."""
    state, seat = table.state, command.seat
    _check_phase(state, command)
    reject_if(str(seat) not in state.seats, "unknown_seat", seat=seat)
    match command:
        case ChooseCharacter() | SealCharacter():
            _choose_character(table, command)
        case AssertState():
            assert_state(table, command)
        case DeclareEffect():
            declare_effect(table, command)
        case ChooseInitiative():
            _check_turn(state, seat)
            choose_initiative(table, command)
        case PlaceFarmer():
            _check_turn(state, seat)
            place_farmer(table, command)
        case _:
            _resolve(table, command)


def _check_phase(state: State, command: HarvestCommand) -> None:
    match command:
        case ChooseCharacter() | SealCharacter():
            fits = state.phase == "setup_characters"
        case ChooseInitiative():
            fits = state.phase == "draft"
        case PlaceFarmer():
            fits = state.phase == "placement"
        case AssertState():
            fits = True
        case _:
            fits = state.phase != "setup_characters"
    reject_if(not fits, "wrong_phase", phase=state.phase)


def _check_turn(state: State, seat: Seat) -> None:
    reject_if(state.acting != seat, "not_your_turn", seat=seat, acting=state.acting)
    reject_if(bool(state.pending), "resolution_pending", step=state.pending[0].op if state.pending else None)


def _resolve(table: HarvestTable, command: Answer | DeclineStep | FinishResolution) -> None:
    """Resolve the first open step, or leave it (and all others) unused."""
    state, seat = table.state, command.seat
    acting = state.acting
    reject_if(acting != seat, "not_your_turn", seat=seat, acting=acting)
    reject_if(not state.pending, "nothing_pending")
    match command:
        case DeclineStep():
            decline(table, state.pending[0])
        case FinishResolution():
            finish(table, seat)
        case _:
            op, resolve = ANSWERS[type(command)]
            resolve(table, command, _step_for(state, op))
    go_on(table)


def _step_for(state: State, op: str) -> Step:
    """Return the step that a command answers: the first, or where a card's order is free the first of its word."""
    first = state.pending[0]
    for step in state.pending:
        if state.options.card_order == "printed" or (step.seat, step.cause) != (first.seat, first.cause):
            break
        if step.op == op:
            return step
    if first.op != op:
        raise Rejected("wrong_pending_step", expected=first.op, given=op)
    return first


def _choose_character(table: HarvestTable, command: ChooseCharacter | SealCharacter) -> None:
    """Keep a board; with the last choice the table is laid out (Components & Setup)."""
    state, seat, board = table.state, command.seat, command.board
    sealed = state.options.character_choice == "sealed"
    wanted = SealCharacter if sealed else ChooseCharacter
    reject_if(not isinstance(command, wanted), "choice_not_open" if sealed else "choice_not_sealed")
    held = state.seat(seat)
    reject_if(chosen(state, seat), "already_chosen", seat=seat)
    reject_if(board not in held.dealt, "board_not_dealt", board=board, dealt=list(held.dealt))
    allowed = sides(state.options)
    reject_if(command.side not in allowed, "unknown_side", side=command.side, sides=list(allowed))
    if sealed:
        table.record(CharacterSealed(seat, f"{board}/{command.side}"))
    else:
        returned = next((other for other in held.dealt if other != board), None)
        table.record(CharacterChosen(seat, board, command.side, returned))
    if all(chosen(table.state, int(each)) for each in state.seats):
        if sealed:
            open_choices(table)
        lay_out(table)


def chosen(state: State, seat: Seat) -> bool:
    """Tell whether a seat has chosen its farmer, openly or in secret."""
    return state.seat(seat).board is not None or state.cards.hand(seat).size > 0
