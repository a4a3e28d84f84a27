"""What holds at every moment of games played at random, event by event."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.commands import NoteHarvestOverlooked
from domain.games.harvest_morikawa.events import CardPlaced, HarvestResolved, TornadoResolved
from domain.games.harvest_morikawa.faces import SPECIALS, VEGETABLES, kind
from domain.games.harvest_morikawa.field import runs_anywhere, runs_through
from domain.games.harvest_morikawa.layout import PRESETS, key, reading_order
from domain.games.harvest_morikawa.state import HAND, Square, State
from domain.kernel.chance import Outcome, Request
from tests.laws.player import play

LAYOUTS = {1: ["v3", "v3_inverted", "l3"], 2: ["v3", "l3"], 3: ["v3_inverted", "l3"], 5: ["stag5", "cross5", "p5"]}


def states(seats: int, seed: int, mode: Any = "dealt", **options: Any) -> Iterator[tuple[State, Any, State]]:
    """Yield the states of a game around every event, and all entries' last states marked by a null event."""
    options["layout"] = Random(seed).choice(LAYOUTS.get(seats, ["by_seats"]))
    game = play(RULESET, seats, mode, options, Random(seed), blind=50 if mode == "observed" else 0)
    before = RULESET.initial(game.header)
    for decision in game.decisions[1:]:
        for event in decision.events:
            if type(event) in RULESET.events:
                after = RULESET.evolve(before, event)
                yield before, event, after
                before = after
        yield before, None, before


seats_and_seed = given(st.integers(1, 6), st.integers(0, 10_000))


@settings(max_examples=25, deadline=None, derandomize=True)
@seats_and_seed
def test_cards_are_conserved_and_no_line_stays(seats: int, seed: int) -> None:
    for _, event, state in states(seats, seed):
        if event is not None:
            assert [] == RULESET.components(state)
            continue
        assert all(not runs_anywhere(state.squares, vegetable) for vegetable in VEGETABLES)
        assert not [place for place in state.squares.values() if place.card in SPECIALS]
        harvested = [face for area in state.seats.values() for face in area.harvest]
        assert all(kind(face) is not None for face in harvested)
        sizes = [hand.size for hand in state.cards.hands.values()]
        assert max(sizes) <= HAND
        if state.deck and state.phase == "running":
            assert {HAND} == set(sizes)
        if state.phase == "running" and not state.solo:
            assert state.consecutive_passes < seats


@settings(max_examples=15, deadline=None, derandomize=True)
@seats_and_seed
def test_a_harvest_takes_exactly_the_lines_through_the_card(seats: int, seed: int) -> None:
    placed = None
    for before, event, after in states(seats, seed):
        placed = event if isinstance(event, CardPlaced) else placed
        if isinstance(event, HarvestResolved | TornadoResolved) and placed is not None:
            assert placed.square == event.trigger
            assert runs_through(before.squares, key(event.trigger), event.kind) == event.lines
            squares = {square for run in event.lines for square in run.squares}
            assert 3 <= min(len(run.squares) for run in event.lines)
            assert max(len(run.squares) for run in event.lines) <= 5
            assert 2 <= len({before.squares[key(square)].slot for square in squares})
            assert all(after.squares[key(square)].card is None for square in squares)
            kept = before.squares.keys() - {key(square) for square in squares}
            assert all(before.squares[name] == after.squares[name] for name in kept)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.integers(1, 6), st.integers(0, 10_000))
def test_an_observed_game_keeps_its_cards_too(seats: int, seed: int) -> None:
    for _, _, state in states(seats, seed, "observed", auto_draw=False):
        assert [] == RULESET.components(state)
        assert max(hand.size for hand in state.cards.hands.values()) <= HAND


class Contrary:
    """A table that shows what the component data guesses as gladly as what it does not."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def pick(self, request: Request) -> Outcome:
        """Return any lawful outcome, whether or not one of its copies is left."""
        return "?" if request.unknown and self._rng.randrange(2) else self._rng.choice(request.lawful)

    def close(self) -> None:
        """Accept any end."""


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.integers(1, 6), st.integers(0, 10_000), st.booleans())
def test_what_a_table_shows_is_never_more_than_the_rulebook_lists(seats: int, seed: int, draws: bool) -> None:
    table = Contrary(Random(seed))
    game = play(RULESET, seats, "observed", {"auto_draw": draws}, Random(seed), source_of=lambda _: table)

    assert all([] == RULESET.components(decision.game.state) for decision in game.decisions[1:])


def test_with_no_pass_all_cards_are_placed() -> None:
    whole = 0
    for seed in range(12):
        game = play(RULESET, 6, "dealt", {}, Random(seed))
        events = [event for decision in game.decisions for event in decision.events]
        if not any(type(event).__name__ == "PlayerPassed" for event in events):
            whole += 1
            assert 60 == sum(isinstance(event, CardPlaced) for event in events)
    assert whole


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(PRESETS)), st.data())
def test_lines_through_a_square_are_those_that_counting_finds(layout: str, data: Any) -> None:
    names = [key(square) for square in reading_order(PRESETS[layout])]
    cards = data.draw(
        st.lists(st.sampled_from(["T+10", "T-10", "C+10", None]), min_size=len(names), max_size=len(names))
    )
    name = data.draw(st.sampled_from(names))
    squares = {
        each: Square(square, "a", None, "T+20" if each == name else card)
        for each, square, card in zip(names, reading_order(PRESETS[layout]), cards, strict=True)
    }

    found = {square for run in runs_through(squares, name, "tomato") for square in run.squares}

    assert _counted(squares, name) == found


def _counted(squares: dict[str, Square], name: str) -> set[tuple[int, int]]:
    """Find the harvest by growing along each axis one square at a time."""
    there = {place.square for place in squares.values() if place.card is not None and place.card[0] == "T"}
    row, column = squares[name].square
    taken: set[tuple[int, int]] = set()
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        line = {(row, column)}
        for sign in (1, -1):
            step = 1
            while (row + sign * step * dr, column + sign * step * dc) in there:
                line.add((row + sign * step * dr, column + sign * step * dc))
                step += 1
        taken |= line if len(line) >= 3 else set()
    return taken


@pytest.mark.parametrize("late", ["whole_board", "through_placed"])
def test_an_overlooked_harvest_is_the_only_line_that_stays(late: str) -> None:
    met = 0
    for seed in range(12):
        game = play(RULESET, 2, "observed", {"late_harvest": late}, Random(seed), blind=100)
        for command, decision in zip(game.commands, game.decisions, strict=True):
            state = decision.game.state
            if isinstance(command, NoteHarvestOverlooked):
                met += 1
                assert any(runs_anywhere(state.squares, vegetable) for vegetable in VEGETABLES)
            elif late == "whole_board":
                placed = any(isinstance(event, CardPlaced) for event in decision.events)
                assert not (placed and any(runs_anywhere(state.squares, vegetable) for vegetable in VEGETABLES))
    assert met
