"""Laying out the boards and dealing (Game Preparation)."""

from domain.games.harvest_morikawa.events import Board, CardsRemovedUnseen, FieldsArranged, HandDealt, StartSeatChosen
from domain.games.harvest_morikawa.layout import SLOTS, Pos, board_by_board, reading_order
from domain.games.harvest_morikawa.robot import robot_turn
from domain.games.harvest_morikawa.state import HAND, Options, State, origins_of
from domain.kernel.table import Table
from domain.kernel.values import Json, Seat

NEUTRAL = 0
"""What the lot of a neutral board says; seats are numbered from 1."""

REMOVED_FOR_TWO = 20


def setup(table: Table[State], resolved: Json) -> None:
    """Draw lots for colours and boards, deal four cards each, and put twenty away with two players."""
    del resolved
    state = table.state
    seats = range(1, len(state.seats) + 1)
    colours = _colours(table, seats)
    origins = origins_of(state.options, len(seats))
    owners = _owners(table, seats, len(origins))
    boards = tuple(
        Board(SLOTS[slot], origin, owner, None if owner is None else colours[owner - 1])
        for slot, (origin, owner) in enumerate(zip(origins, owners, strict=True))
    )
    table.record(FieldsArranged(boards, _robot_order(state.options, origins) if state.solo else None))
    for seat in seats:
        cards = table.draw("deck", HAND, to=seat)
        table.record(HandDealt(seat, cards, table.state.deck - HAND))
    if len(seats) == 2:
        table.record(CardsRemovedUnseen(REMOVED_FOR_TWO, table.state.deck - REMOVED_FOR_TWO))
    if state.solo:
        table.record(StartSeatChosen(None, "solo"))
        robot_turn(table)


def _colours(table: Table[State], seats: range) -> tuple[str, ...]:
    if table.state.options.colours is not None:
        return table.state.options.colours
    left = sorted(table.header.manifest.colours.names)
    drawn: list[str] = []
    for seat in seats:
        drawn.append(table.lot(f"the colour of seat {seat}", left))
        left.remove(drawn[-1])
    return tuple(drawn)


def _owners(table: Table[State], seats: range, boards: int) -> list[Seat | None]:
    """Return whose board lies in each slot: as agreed, else by lot; alone, the last board is the player's."""
    options = table.state.options
    if options.boards is not None:
        return list(options.boards)
    if len(seats) == 1:
        return [None] * (boards - 1) + [1]
    left = [*seats, *(NEUTRAL for _ in range(boards - len(seats)))]
    owners: list[Seat | None] = []
    for slot in SLOTS[:boards]:
        if slot == options.neutral_slot:
            owner = NEUTRAL
        else:
            open_to = left if options.neutral_slot == "random" else [seat for seat in left if seat != NEUTRAL]
            owner = open_to[0] if len(open_to) == 1 else table.lot(f"the owner of board {slot}", open_to)
        left.remove(owner)
        owners.append(owner or None)
    return owners


def _robot_order(options: Options, origins: tuple[Pos, ...]) -> tuple[Pos, ...]:
    if options.robot_order == "reading_order":
        return reading_order(origins)
    return board_by_board(origins) if options.robot_order == "board_by_board" else options.robot_order
