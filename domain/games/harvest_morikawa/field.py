"""Where a card may go, and what its placing harvests (Placement Rules; Harvest Check; Special Cards)."""

from collections.abc import Iterator

from domain.games.harvest_morikawa.events import Run, Taken
from domain.games.harvest_morikawa.faces import VEGETABLES, Vegetable, kind
from domain.games.harvest_morikawa.layout import SHORTEST, Arm, arms, key
from domain.games.harvest_morikawa.state import Square, State
from domain.kernel.values import Seat

Squares = dict[str, Square]


def accessible(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the empty squares on which a seat may place a card (Placement Rules; solo: Card placement)."""
    mine = [name for name, place in state.squares.items() if place.owner == seat]
    if all(state.squares[name].card is None for name in mine):
        return tuple(mine)
    open_to = boards_open(state, seat)
    return tuple(name for name, place in state.squares.items() if place.card is None and place.slot in open_to)


def boards_open(state: State, seat: Seat) -> set[str]:
    """Return the slots that a seat whose own field is not empty may place on."""
    planted = {place.slot for place in state.squares.values() if place.card is not None}
    anywhere = state.options.allow_empty_opponent_field
    return {
        place.slot
        for place in state.squares.values()
        if anywhere or place.owner in (None, seat) or place.slot in planted
    }


def runs_through(squares: Squares, name: str, vegetable: Vegetable) -> tuple[Run, ...]:
    """Return the lines of three or more that a vegetable on this square makes, by axis; all of each is harvested."""
    found = []
    for arm in arms(tuple(squares))[name]:
        before, after = _alike(squares, arm.before, vegetable), _alike(squares, arm.after, vegetable)
        if len(before) + len(after) + 1 >= SHORTEST:
            found.append(_run(squares, arm, before, name, after))
    return tuple(found)


def trigger_set(state: State, seat: Seat) -> Iterator[tuple[str, Vegetable]]:
    """Yield where a special card of a seat may go, with the vegetable it must stand for there."""
    for name in accessible(state, seat):
        for vegetable in VEGETABLES:
            if runs_through(state.squares, name, vegetable):
                yield name, vegetable


def gathered(squares: Squares, runs: tuple[Run, ...], *, to_owner: bool = True) -> tuple[Taken, ...]:
    """Return the vegetables on some lines, a shared one once, each with whose it becomes."""
    names = sorted({square for run in runs for square in run.squares})
    found = []
    for square in names:
        place = squares[key(square)]
        if place.card is not None and kind(place.card) is not None:
            found.append(Taken(place.card, square, place.owner if to_owner else None))
    return tuple(found)


def runs_anywhere(squares: Squares, vegetable: Vegetable) -> tuple[Run, ...]:
    """Return every line of a vegetable that lies on the boards, by axis and first square."""
    found: dict[tuple[str, tuple[tuple[int, int], ...]], Run] = {}
    for name, place in squares.items():
        if place.card is not None and kind(place.card) == vegetable:
            for run in runs_through(squares, name, vegetable):
                found[run.axis, run.squares] = run
    order = [arm.axis for arm in next(iter(arms(tuple(squares)).values()))]
    return tuple(sorted(found.values(), key=lambda run: (order.index(run.axis), run.squares)))


def _alike(squares: Squares, names: tuple[str, ...], vegetable: Vegetable) -> list[str]:
    found = []
    for name in names:
        card = squares[name].card
        if card is None or kind(card) != vegetable:
            break
        found.append(name)
    return found


def _run(squares: Squares, arm: Arm, before: list[str], name: str, after: list[str]) -> Run:
    line = [*reversed(before), name, *after]
    return Run(arm.axis, tuple(squares[each].square for each in line))
