"""How long a game is: a theorem, checked on games played at random."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.season_harvest.commands import EndTurn
from domain.games.season_harvest.events import (
    FinalPlayBegan,
    FruitHarvested,
    PileReshuffled,
    TurnStarted,
)
from domain.kernel.game import Game
from domain.kernel.lifecycle import GameEnded
from domain.kernel.values import Event
from tests.domain.games.season_harvest.playing import at_ease, only_cards, play
from tests.domain.games.season_harvest.tables import opened


@st.composite
def tables(draw: st.DrawFn, years: st.SearchStrategy[int]) -> dict[str, Any]:
    """Draw seats, years and the deck's size within what an opening allows."""
    seats = draw(st.integers(1, 8))
    smallest = max(4, -(-(9 + 3 * seats) // 4))
    options: dict[str, Any] = {
        "years": draw(years),
        "cards_per_season": draw(st.integers(smallest, 14)),
        "homes": "corners_then_edges",
    }
    if seats == 1:
        options["variants"] = ["cooperative_a"]
    return {"seats": seats, **options}


def played(table: dict[str, Any], seed: int, choose: Any = only_cards) -> tuple[list[Event], list[Game]]:
    """Play a game to its end; return its events, and the game after each event's entry."""
    events: list[Event] = []
    games: list[Game] = []
    for _, decision in play(opened(**table), Random(seed), choose):
        events += decision.events
        games += [decision.game] * len(decision.events)
    return events, games


def lying(game: Game) -> int:
    return sum(space.card is not None for space in game.state.spaces.values())


@given(tables(st.just(1)), st.integers(0, 2**32))
@settings(max_examples=60)
def test_one_year_has_an_exact_length(table: dict[str, Any], seed: int) -> None:
    events, games = played(table, seed)
    deck, n = 4 * table["cards_per_season"], table["seats"]
    (final,) = [event for event in events if isinstance(event, FinalPlayBegan)]

    assert deck - 9 + n == games[-1].state.turn
    assert deck - 8 - 2 * n == final.turn
    assert 3 * n == games[-1].state.turn - final.turn + 1


@given(tables(st.integers(2, 4)), st.integers(0, 2**32))
@settings(max_examples=40)
def test_more_years_follow_the_reshuffles(table: dict[str, Any], seed: int) -> None:
    events, games = played(table, seed)
    deck, n, years = 4 * table["cards_per_season"], table["seats"], table["years"]
    at = [index for index, event in enumerate(events) if isinstance(event, PileReshuffled)]
    sizes = [event.count for event in events if isinstance(event, PileReshuffled)]
    turns = games[-1].state.turn

    assert years - 1 == len(at)
    assert sizes == [deck + 1 - 3 * n - lying(games[index]) for index in at]
    assert deck - 9 + n + sum(sizes) == turns
    assert deck - 9 + n + (years - 1) * (deck - 8 - 3 * n) <= turns
    assert turns <= deck - 9 + n + (years - 1) * (deck - 8 - 2 * n)


@given(tables(st.integers(1, 2)), st.integers(0, 2**32))
@settings(max_examples=40)
def test_hands_stay_at_three_and_run_out_together(table: dict[str, Any], seed: int) -> None:
    _, games = played(table, seed)
    n = table["seats"]
    last_turns = {games[-1].state.turn - back for back in range(3 * n)}
    for game in games:
        if game.status == "running" and game.state.phase in ("play", "final"):
            sizes = [hand.size for hand in game.state.cards.hands.values()]
            assert "exempt" != game.state.card_step
            assert (game.state.phase == "final") <= (game.state.turn in last_turns)
            assert game.state.phase == "final" or {3} == set(sizes)

    assert 0 == sum(hand.size for hand in games[-1].state.cards.hands.values())
    assert isinstance(games[-1].ended, GameEnded)
    assert "hands_empty" == games[-1].ended.reason


@given(tables(st.integers(1, 2)), st.integers(0, 2**32))
@settings(max_examples=25)
def test_nobody_harvests_before_turn_three_and_nothing_is_lost(table: dict[str, Any], seed: int) -> None:
    events, games = played(table, seed, at_ease)
    turn = 0
    for event in events:
        turn = event.turn if isinstance(event, TurnStarted) else turn
        assert not isinstance(event, FruitHarvested) or turn >= 3

    for game in {id(game): game for game in games}.values():
        assert [] == game_faults(game)
    assert 4 * table["cards_per_season"] - 9 + table["seats"] <= games[-1].state.turn


def game_faults(game: Game) -> list[str]:
    return opened().ruleset.components(game.state)


def lengths(seats: int, years: int = 1, **options: Any) -> tuple[int, int, int, int]:
    """Return turns, draws, and turn and seat of the final play's beginning, seat 1 first."""
    table = {"seats": seats, "years": years, **options}
    for seed in range(50):
        events, games = played(table, seed)
        first = next(event.seat for event in events if isinstance(event, TurnStarted))
        (final,) = [event for event in events if isinstance(event, FinalPlayBegan)]
        reshuffles = [game for event, game in zip(events, games, strict=True) if isinstance(event, PileReshuffled)]
        if first == 1 and all(lying(game) == 9 for game in reshuffles):
            drawn = sum(type(event).__name__ == "CardDrawn" for event in events)
            return games[-1].state.turn, drawn, final.turn, final.seat
    raise AssertionError("no such game in fifty")


def test_known_lengths() -> None:
    assert (45, 39, 40, 2) == lengths(2)
    assert (46, 37, 38, 2) == lengths(3)
    assert (47, 35, 36, 4) == lengths(4)
    assert (44, 41, 42, 1) == lengths(1, variants=["cooperative_a"])
    turns, _, final, seat = lengths(2, years=2)
    assert (83, 78, 2) == (turns, final, seat)
    assert [81, 79] == [lengths(3, years=2)[0], lengths(4, years=2)[0]]


def test_the_year_turns_on_the_first_turn_that_finds_no_card() -> None:
    events, games = played({"seats": 2, "years": 2}, 3)
    turns = [game.state.turn for event, game in zip(events, games, strict=True) if isinstance(event, PileReshuffled)]

    assert [40] == turns


def test_the_hands_of_the_final_phase() -> None:
    rng, sizes = Random(1), {}
    for command, decision in play(opened(2), rng, only_cards):
        if isinstance(command, EndTurn) and decision.game.state is not None:
            turn = decision.game.state.turn - (decision.game.status == "running")
            sizes[turn] = sorted((hand.size for hand in decision.game.state.cards.hands.values()), reverse=True)

    assert [[3, 3], [3, 2], [2, 2], [2, 1], [1, 1], [1, 0], [0, 0]] == [sizes[turn] for turn in range(39, 46)]


def test_one_year_never_gives_two_to_eight_seats_the_same_number_of_turns() -> None:
    for n in range(2, 9):
        _, games = played({"seats": n, "homes": "corners_then_edges"}, n)
        turns = games[-1].state.turn
        assert turns % n != 0
