"""Where field boards lie: presets by number of boards, the squares they make, and the lines on them.

All boards lie on one lattice of squares `(row, column)`, rows growing downwards. A board is two squares high and two
wide and is named by its upper left square, its *origin*. No line of three fits on one board.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, TypeAlias

from domain.kernel.values import Value

Pos: TypeAlias = tuple[int, int]
"""A square: row and column."""

Axis = Literal["row", "column", "down_right", "down_left"]
Preset = Literal["v3", "v3_inverted", "l3", "grid4", "stag5", "cross5", "p5", "grid6"]

AXES: dict[Axis, Pos] = {"row": (0, 1), "column": (1, 0), "down_right": (1, 1), "down_left": (1, -1)}
"""The four directions of a line, each as the step from one square to the next."""

PRESETS: dict[str, tuple[Pos, ...]] = {
    "v3": ((0, 0), (0, 2), (2, 1)),
    "v3_inverted": ((0, 1), (2, 0), (2, 2)),
    "l3": ((0, 0), (0, 2), (2, 0)),
    "grid4": ((0, 0), (0, 2), (2, 0), (2, 2)),
    "stag5": ((0, 0), (0, 2), (0, 4), (2, 1), (2, 3)),
    "cross5": ((0, 2), (2, 0), (2, 2), (2, 4), (4, 2)),
    "p5": ((0, 0), (0, 2), (0, 4), (2, 0), (2, 2)),
    "grid6": ((0, 0), (0, 2), (0, 4), (2, 0), (2, 2), (2, 4)),
}
"""The origins of each preset's boards, in the order of their slots."""

USUAL = {3: "v3", 4: "grid4", 5: "stag5", 6: "grid6"}
"""The preset for a number of boards, where no other was agreed."""

SLOTS = "abcdef"
SHORTEST = 3
"""How many squares make a line."""


class Arm(Value, frozen=True):
    """One axis through a square: the squares before and after it, nearest first, as far as the boards go."""

    axis: Axis
    before: tuple[str, ...]
    after: tuple[str, ...]


def key(square: Pos) -> str:
    """Return the name of a square among the squares of a state."""
    return f"{square[0]},{square[1]}"


def at(name: str) -> Pos:
    """Return the square of a name."""
    row, _, column = name.partition(",")
    return int(row), int(column)


def board_squares(origin: Pos) -> tuple[Pos, ...]:
    """Return the four squares of a board, row by row."""
    row, column = origin
    return ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1))


def boards_needed(seats: int) -> int:
    """Return how many boards lie on the table: one for each seat, and three for one or two."""
    return max(seats, 3)


def layout_faults(origins: tuple[Pos, ...], seats: int) -> list[str]:
    """Say why these boards are no field: too many or few of them, overlapping, or not all connected by edges."""
    faults = []
    if len(origins) != boards_needed(seats):
        faults.append("number")
    squares = [square for origin in origins for square in board_squares(origin)]
    if len(set(squares)) < len(squares):
        faults.append("overlap")
    if origins and len(_connected(origins)) < len(set(origins)):
        faults.append("connection")
    return faults


def reading_order(origins: Iterable[Pos]) -> tuple[Pos, ...]:
    """Return all squares as they are read: row by row."""
    return tuple(sorted(square for origin in origins for square in board_squares(origin)))


def board_by_board(origins: Iterable[Pos]) -> tuple[Pos, ...]:
    """Return all squares one board after the other, each row by row."""
    return tuple(square for origin in origins for square in board_squares(origin))


@lru_cache(maxsize=256)
def arms(names: tuple[str, ...]) -> dict[str, tuple[Arm, ...]]:
    """Return for each square the arms of its four axes; a gap between boards ends an arm."""
    there = {at(name) for name in names}
    return {
        name: tuple(
            Arm(axis, tuple(_walk(at(name), (-row, -column), there)), tuple(_walk(at(name), (row, column), there)))
            for axis, (row, column) in AXES.items()
        )
        for name in names
    }


def _walk(square: Pos, step: Pos, there: set[Pos]) -> Iterator[str]:
    row, column = square[0] + step[0], square[1] + step[1]
    while (row, column) in there:
        yield key((row, column))
        row, column = row + step[0], column + step[1]


def _connected(origins: tuple[Pos, ...]) -> set[Pos]:
    reached, new = {origins[0]}, [origins[0]]
    while new:
        near = _beside(new.pop())
        found = [origin for origin in origins if origin not in reached and near & set(board_squares(origin))]
        reached.update(found)
        new += found
    return reached


def _beside(origin: Pos) -> set[Pos]:
    around = {(r + dr, c + dc) for r, c in board_squares(origin) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    return around - set(board_squares(origin))
