"""The lattice of squares: how many lines each layout has, and which layouts are none."""

import pytest

from domain.games.harvest_morikawa.layout import (
    AXES,
    PRESETS,
    SHORTEST,
    USUAL,
    Axis,
    Pos,
    arms,
    board_by_board,
    board_squares,
    key,
    layout_faults,
    reading_order,
)

LINES = {
    "v3": (4, 4, 2, 2),
    "v3_inverted": (4, 4, 2, 2),
    "l3": (4, 4, 0, 3),
    "grid4": (8, 8, 4, 4),
    "stag5": (12, 8, 6, 6),
    "cross5": (8, 8, 6, 6),
    "p5": (12, 8, 4, 7),
    "grid6": (16, 12, 8, 8),
}
"""Lines of three by row, column and both diagonals."""

TOUCHING = {
    "v3": [8, 8, 8],
    "v3_inverted": [8, 8, 8],
    "l3": [9, 7, 7],
    "grid4": [13, 13, 13, 13],
    "stag5": [10, 18, 10, 15, 15],
    "cross5": [10, 10, 20, 10, 10],
    "p5": [13, 18, 7, 13, 16],
    "grid6": [13, 22, 13, 13, 22, 13],
}
"""How many of these lines touch each board."""

LONGEST = {"v3": 4, "v3_inverted": 4, "l3": 4, "grid4": 4, "stag5": 6, "cross5": 6, "p5": 6, "grid6": 6}


def squares_of(name: str) -> tuple[str, ...]:
    return tuple(key(square) for square in reading_order(PRESETS[name]))


def all_lines(name: str) -> set[frozenset[str]]:
    """Return the lines of three squares, found from the arms of every square."""
    found = set()
    for square, axes in arms(squares_of(name)).items():
        for arm in axes:
            if len(arm.after) >= 2:
                found.add(frozenset((square, *arm.after[:2])))
    return found


def lines_of_three(origins: tuple[Pos, ...]) -> dict[Axis, int]:
    """Count the lines of three squares on each axis, without the arms that the rules walk along."""
    there = {square for origin in origins for square in board_squares(origin)}
    return {
        axis: sum(all((r + n * dr, c + n * dc) in there for n in range(SHORTEST)) for r, c in there)
        for axis, (dr, dc) in AXES.items()
    }


@pytest.mark.parametrize("name", PRESETS)
def test_a_layout_has_its_lines(name: str) -> None:
    assert LINES[name] == tuple(lines_of_three(PRESETS[name]).values())
    assert sum(LINES[name]) == len(all_lines(name))


@pytest.mark.parametrize("name", PRESETS)
def test_each_board_is_touched_by_its_lines(name: str) -> None:
    boards = [{key(square) for square in board_squares(origin)} for origin in PRESETS[name]]

    assert TOUCHING[name] == [sum(bool(line & board) for line in all_lines(name)) for board in boards]


@pytest.mark.parametrize("name", PRESETS)
def test_the_longest_run_of_squares(name: str) -> None:
    lengths = [1 + len(arm.before) + len(arm.after) for axes in arms(squares_of(name)).values() for arm in axes]

    assert LONGEST[name] == max(lengths)


@pytest.mark.parametrize("name", PRESETS)
def test_no_line_lies_on_one_board(name: str) -> None:
    boards = [{key(square) for square in board_squares(origin)} for origin in PRESETS[name]]

    assert all(sum(bool(line & board) for board in boards) >= 2 for line in all_lines(name))


def test_the_totals_of_the_usual_layouts() -> None:
    assert {3: 12, 4: 24, 5: 32, 6: 44} == {n: sum(LINES[name]) for n, name in USUAL.items()}


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_a_field(name: str) -> None:
    assert [] == layout_faults(PRESETS[name], len(PRESETS[name]))


@pytest.mark.parametrize(
    ("origins", "faults"),
    [
        (((0, 0), (0, 2)), ["number"]),
        (((0, 0), (0, 1), (2, 0)), ["overlap"]),
        (((0, 0), (0, 2), (5, 5)), ["connection"]),
        (((0, 0), (2, 2), (4, 4)), ["connection"]),
        (((0, 0), (0, 0), (9, 9)), ["overlap", "connection"]),
        (((0, 0), (0, 2), (0, 4)), []),
        (((-3, -1), (-1, -2), (-3, 1)), []),
    ],
)
def test_what_is_no_field(origins: tuple[tuple[int, int], ...], faults: list[str]) -> None:
    assert faults == layout_faults(origins, 3)


def test_the_numbers_of_the_solo_field() -> None:
    v3 = PRESETS["v3"]

    assert (0, 0) == reading_order(v3)[0] == board_by_board(v3)[0]
    assert (3, 2) == reading_order(v3)[-1] == board_by_board(v3)[-1]
    assert ((1, 0), (0, 2)) == (reading_order(v3)[4], board_by_board(v3)[4])


def test_the_twelve_lines_of_the_solo_field_by_number() -> None:
    numbers = {key(square): n for n, square in enumerate(reading_order(PRESETS["v3"]), 1)}
    lines = {tuple(sorted(numbers[name] for name in line)) for line in all_lines("v3")}

    assert lines == {
        (1, 2, 3),
        (2, 3, 4),
        (5, 6, 7),
        (6, 7, 8),
        (2, 6, 9),
        (3, 7, 10),
        (6, 9, 11),
        (7, 10, 12),
        (1, 6, 10),
        (5, 9, 12),
        (4, 7, 9),
        (8, 10, 11),
    }
