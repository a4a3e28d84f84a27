"""One player against Morikawa-kun No. 3 (Solo Rules)."""

from typing import Any

import pytest

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.commands import DrawUp, NoteHarvestOverlooked, Pass
from domain.games.harvest_morikawa.events import (
    CardPlaced,
    DeckExhausted,
    HandReplenished,
    HarvestOverlooked,
    HarvestResolved,
    PlayEnded,
    RobotDrew,
    TurnBegan,
)
from domain.games.harvest_morikawa.layout import PRESETS, key, reading_order
from domain.kernel.chance import Outcome as Chance
from domain.kernel.game import outcome_of
from domain.kernel.lifecycle import GameEnded
from domain.kernel.values import Event
from tests.domain.games.harvest_morikawa.tables import named, place, position
from tests.domain.harness import Given

SQUARES = {n: key(square) for n, square in enumerate(reading_order(PRESETS["v3"]), 1)}


def solo(board: dict[int, str], hand: str = "C+10 C-10 K-10 C+20", **options: Any) -> Given:
    """Return the player's turn in a solo game, with cards on numbered squares."""
    text = " ".join(f"{SQUARES[n]} {card}" for n, card in board.items())
    return position(text, seats=1, hands={1: hand}, **options)


def plays(table: Given, card: str, number: int, *outcomes: Chance) -> tuple[Event, ...]:
    return table.when(place(1, f"{card} {SQUARES[number]}"), *outcomes).events


def test_the_robot_harvests_and_fills_freed_squares() -> None:
    table = solo({1: "T+10", 2: "T+20"})

    events = plays(table, "K-10", 9, "K+20", "T-10", "C+10")

    placed = [(event.card, event.square) for event in events if isinstance(event, CardPlaced) and event.seat is None]
    assert [("T-10", (0, 2)), ("C+10", (0, 0))] == placed
    (harvest,) = (event for event in events if isinstance(event, HarvestResolved))
    assert [None, None, None] == [each.to for each in harvest.taken]


def test_the_player_takes_what_the_robot_completes_on_the_own_field() -> None:
    table = solo({2: "T+10", 6: "T+20", 1: "C+10", 3: "K+10", 4: "C-20", 5: "K-10", 7: "K-20", 8: "C-10", 10: "C-20"})

    events = plays(table, "C+20", 12, "K+10", "T-10", "T+10")

    (harvest,) = (event for event in events if isinstance(event, HarvestResolved))
    assert [("T+10", None), ("T+20", None), ("T-10", 1)] == [(each.card, each.to) for each in harvest.taken]


def test_the_player_begins_on_the_own_field_and_then_goes_anywhere() -> None:
    solo({1: "T+10"}).when(place(1, f"C+10 {SQUARES[2]}")).refused("own_field_empty")
    solo({9: "T+10"}).when(place(1, f"C+10 {SQUARES[5]}"), "K+20", "T-10", "K+10").accepted()


@pytest.mark.parametrize(("lying", "surplus"), [(2, False), (3, False), (4, True)])
def test_a_drawn_card_beyond_those_listed_is_marked(lying: int, surplus: bool) -> None:
    table = solo({9: "T+10"}, mode="observed", auto_draw=True).changed(discard=("T+20",) * lying)

    placed = [event for event in plays(table, "C+10", 12, "K+20", "T+20", "K+10") if isinstance(event, CardPlaced)]

    assert [("C+10", False), ("T+20", surplus), ("K+10", False)] == [(event.card, event.surplus) for event in placed]


def test_the_robot_too_may_draw_more_copies_than_a_guess_lists() -> None:
    table = solo({9: "T+20", 4: "T+20", 5: "T+20", 11: "T+20"}, mode="observed")

    after = table.when(place(1, f"C+10 {SQUARES[12]}"), "K+20", "T+20", "K+10").accepted()

    assert [] == RULESET.components(after.state)


def test_nobody_passes_alone() -> None:
    solo({9: "T+10"}).when(Pass(1)).refused("solo_no_pass")


FULL = {
    1: "T+10",
    2: "C+10",
    3: "T-10",
    4: "C+20",
    5: "K+10",
    6: "K-10",
    7: "C+10",
    8: "T+20",
    9: "T+10",
    10: "K+20",
}


def lost(table: Given, reason: str, events: tuple[Event, ...]) -> None:
    end = events[-1]
    assert isinstance(end, GameEnded)
    assert PlayEnded(reason) == events[-2]  # type: ignore[arg-type] # one of them
    assert (reason, "solo_lost") == (end.reason, end.outcome.kind)
    assert end.outcome.facts["band"] is None
    assert end.results[0].place is None
    assert end.outcome.facts["score"] == end.results[0].total
    assert table.state.play_ended is None


def test_a_full_field_blocks_the_player() -> None:
    table = solo({n: card for n, card in FULL.items() if n != 10}, hand="K+20 C-10 K-10 C+20")

    events = plays(table, "K+20", 10, "K+10", "C-20", "T-10")

    assert TurnBegan(22, 1) == events[-3]
    lost(table, "solo_player_blocked", events)


@pytest.mark.parametrize("missing", [(11,), ()])
def test_a_full_field_blocks_the_robot(missing: tuple[int, ...]) -> None:
    board = {**FULL, 11: "C-20", 12: "T-10"}
    del board[10]
    for number in missing:
        del board[number]

    table = solo(board, hand="K+20 C-10 K-10 C+20")
    events = plays(table, "K+20", 10, "K+10", "C-20", "C-10")

    assert len(missing) == sum(isinstance(event, CardPlaced) and event.seat is None for event in events)
    lost(table, "solo_robot_blocked", events)


def test_a_harvest_of_the_robot_that_was_overlooked_can_block_the_player() -> None:
    board = {**FULL, 9: "K-20"}
    del board[10]
    table = solo(board, hand="K+20 C-10 K-10 C+20", mode="observed", auto_draw=True)
    turn = table.when(place(1, f"K+20 {SQUARES[10]}"), "K+10", "C-20", "K-10")
    assert TurnBegan(22, 1) == turn.events[-1]
    squares = ((1, 0), (2, 1), (3, 2))

    events = turn.accepted().when(NoteHarvestOverlooked(squares)).events

    assert (HarvestOverlooked(squares), PlayEnded("solo_player_blocked")) == events[:2]


# -- the last card of the deck


def at_the_last_card(**options: Any) -> tuple[Given, tuple[Event, ...]]:
    table = solo({9: "T+10"}, deck="K+20 T-10", **options)
    return table, plays(table, "C+10", 12, "K+20", "T-10")


def test_the_last_card_is_placed_and_the_game_is_rated() -> None:
    _, events = at_the_last_card()

    assert (RobotDrew(("T-10",), 0), DeckExhausted()) == events[3:5]
    assert [CardPlaced, PlayEnded, GameEnded] == [type(event) for event in events[5:]]
    assert "solo_deck_out" == events[-1].reason  # type: ignore[attr-defined]


def test_the_game_may_end_at_the_draw() -> None:
    table, events = at_the_last_card(solo_deck_out="immediate")

    assert (DeckExhausted(), PlayEnded("solo_deck_out")) == events[4:6]
    after = table.when(place(1, f"C+10 {SQUARES[12]}"), "K+20", "T-10").accepted()
    assert ("T-10",) == after.state.beside_deck


def test_the_round_may_be_finished() -> None:
    table, events = at_the_last_card(solo_deck_out="finish_round")
    assert TurnBegan(22, 1) == events[-1]

    after = table.when(place(1, f"C+10 {SQUARES[12]}"), "K+20", "T-10").accepted()
    (placed, ended, last) = plays(after, "C-10", 11)

    assert isinstance(placed, CardPlaced)
    assert PlayEnded("solo_deck_out") == ended
    assert "solo_won" == last.outcome.kind  # type: ignore[attr-defined]


def test_a_last_card_that_fills_the_field_is_rated() -> None:
    board = {**FULL, 11: "C-20"}
    del board[10]
    table = solo(board, hand="K+20 C-10 K-10 C+20", deck="K+10 T-10")

    events = plays(table, "K+20", 10, "K+10", "T-10")

    assert PlayEnded("solo_deck_out") == events[-2]
    assert "solo_won" == events[-1].outcome.kind  # type: ignore[attr-defined]
    after = table.when(place(1, f"K+20 {SQUARES[10]}"), "K+10", "T-10").accepted()
    assert 12 == len(named(after))


def test_a_last_card_without_a_square_loses() -> None:
    board = {**FULL, 11: "C-20", 12: "T-10"}
    del board[10]
    table = solo(board, hand="K+20 C-10 K-10 C+20", deck="K+10 T-20")

    lost(table, "solo_robot_blocked", plays(table, "K+20", 10, "K+10", "T-20"))


def test_at_a_table_too_the_hand_is_filled_up_before_the_robot_draws() -> None:
    table = solo({9: "T+10"}, deck="K+20 T-10", mode="observed")
    assert table.state.options.auto_draw is False

    events = plays(table, "C+10", 12, "?", "T-10")

    assert HandReplenished(1, 1, ("?",), 1, late=False) == events[1]
    assert (TurnBegan(21, None), RobotDrew(("T-10",), 0), DeckExhausted()) == events[2:5]
    table.when(DrawUp(1)).refused("draw_is_automatic")


def test_the_order_of_the_robot_can_be_agreed() -> None:
    order = [[0, 3], *([r, c] for r, c in reading_order(PRESETS["v3"]) if (r, c) != (0, 3))]
    table = solo({9: "T+10"}, robot_order=order)

    events = plays(table, "C+10", 12, "K+20", "T-10", "K+10")

    assert (0, 3) == next(event.square for event in events if isinstance(event, CardPlaced) and event.seat is None)


@pytest.mark.parametrize(
    ("harvest", "empty", "score", "band"),
    [
        ("T+20 T+20 T+20 T+20 C+20", False, 100, 1),
        ("T+20 T+20 T+20 T+20 C+20 C+10", False, 110, 2),
        ("T+20 T+20 T+20 T+20 C+20", True, 150, 2),
        ("T+20 T+20 T+20 T+20 C+20 C+20 K+20 K+20 K+10 K-10", False, 160, 3),
        ("T+20 T+20 T+20 T+20 C+20 C+20 C+20 C+10", True, 200, 3),
        ("T+20 T+20 C+20 C+20 K+20 K+20 T+10 T+10 C+10 C+10 K+10 K-10", False, 160, 3),
        ("T+20 T+20 C+20 C+20 K+20 K+20 T+10 T+10 C+10 C+10 K+10 K-10", True, 210, 4),
        ("T-20 T-10", False, -30, 1),
    ],
)
def test_the_rating(harvest: str, empty: bool, score: int, band: int) -> None:
    table = solo({} if empty else {9: "T+10"}, harvest={1: harvest})
    table = table.changed(play_ended="solo_deck_out", phase="over", active_seat=None)

    outcome = RULESET.verdict(table.state).outcome

    assert ("solo_won", {"score": score, "band": band}) == (outcome.kind, outcome.facts)


def test_there_is_no_outcome_while_it_runs() -> None:
    assert (None, {}) == outcome_of(RULESET, solo({9: "T+10"}).game)
