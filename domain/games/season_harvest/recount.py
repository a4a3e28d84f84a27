"""Counting a physical table against the record."""

from collections.abc import Iterator

from domain.games.season_harvest.commands import BasketCount, CheckBoard, SpaceCount
from domain.games.season_harvest.events import BoardChecked, BoardDifference
from domain.games.season_harvest.state import State
from domain.kernel.rejection import reject_if
from domain.kernel.table import Table


def check_board(table: Table[State], command: CheckBoard) -> None:
    """Record in what a count of the table differs; the record itself stays as it is."""
    state = table.state
    reject_if(state.mode != "observed", "count_not_in_mode", mode=state.mode)
    for space in command.spaces:
        reject_if(space.space not in state.spaces, "unknown_space", space=space.space)
    for basket in command.baskets:
        reject_if(str(basket.of) not in state.seats, "unknown_seat", seat=basket.of)
    differences = [*_spaces(state, command.spaces), *_baskets(state, command.baskets)]
    table.record(BoardChecked(state.turn, tuple(differences)))


def _spaces(state: State, counted: tuple[SpaceCount, ...]) -> Iterator[BoardDifference]:
    for space in counted:
        tokens = state.spaces[space.space].tokens
        for what in ("seeds", "trees", "fruitys"):
            there, recorded = getattr(space, what), getattr(tokens, what)
            if there != recorded:
                yield BoardDifference(space.space, what, there, recorded)


def _baskets(state: State, counted: tuple[BasketCount, ...]) -> Iterator[BoardDifference]:
    for basket in counted:
        held = state.seat(basket.of)
        for what in ("fruit", "seeds", "wood"):
            there, recorded = getattr(basket, what), getattr(held, what)
            if there != recorded:
                yield BoardDifference(f"seat:{basket.of}", what, there, recorded)
