"""Whole games at random: what holds at every turn, whatever is played."""

import re
from random import Random
from typing import Any

import pytest

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.events import HandDealt, SeasonCardDrawn, TurnBegun, WeatherRevealed
from domain.games.harvest_island.state import State
from domain.kernel.game import Game, fold
from domain.kernel.score import totals
from domain.kernel.values import Json
from tests.laws.player import RecordedGame, play

GAMES = 60
NIGHTLY_GAMES = 2_000


def planned(number: int) -> RecordedGame:
    """Play the random game of a number: any number of seats, either mode, all options, hands seen or not."""
    rng = Random(number)
    mode: Any = rng.choice(["dealt", "observed"])
    options: dict[str, Json] = {
        "weather_replacement": rng.choice(["any_source", "season_deck"]),
        "track_overflow": rng.choice(["cap", "exact"]),
        "catastrophe_order": rng.choice(["any", "clockwise"]),
    }
    if mode == "observed":
        options["points_check"] = rng.choice(["strict", "as_entered"])
    blind = rng.choice([0, 40, 100]) if mode == "observed" else 0
    return play(RULESET, rng.choice([2, 3, 4]), mode, options, rng, blind=blind)


def check(recorded: RecordedGame) -> None:
    """Hold a finished game against the invariants of the rules, after every event."""
    game = Game(recorded.game.id)
    turns: dict[int, int] = dict.fromkeys(recorded.seats, 0)
    for decision in recorded.decisions:
        for event in decision.events:
            game = fold(RULESET, recorded.manifest, game, (event,))
            check_state(game.state)
            if isinstance(event, TurnBegun):
                turns[event.seat] += 1
                check_turn(game.state, len(recorded.seats))
        assert [] == RULESET.components(game.state)
    assert game.state == recorded.game.state
    check_end(recorded, turns)


def check_state(state: State) -> None:
    assert len(state.supply) <= 5
    assert len(state.storage) <= 5
    assert 0 <= state.fertilizer_area <= 12
    assert 0 <= state.draws_owed <= 2
    assert max(state.weather_area.sun, state.weather_area.rain) <= 3


def check_turn(state: State, seats: int) -> None:
    assert state.final_round or all(hand.size == 4 for hand in state.cards.hands.values())
    assert all(hand.known.get("F", 0) < 4 for hand in state.cards.hands.values())
    assert len(state.storage) <= 3
    assert 0 == min(state.weather_area.sun, state.weather_area.rain)
    assert max(state.weather_area.sun, state.weather_area.rain) <= 2
    assert state.turn == (state.round - 1) * seats + (state.active_seat - state.first_player) % seats + 1  # type: ignore[operator] # both are set


def check_end(recorded: RecordedGame, turns: dict[int, int]) -> None:
    state, ended = recorded.game.state, recorded.game.ended
    assert ended is not None
    assert "winter_exhausted" == ended.reason
    assert 1 == len(set(turns.values()))
    sums = totals(RULESET.lines(state), len(turns))
    best = max(sums.values())
    assert tuple(seat for seat, total in sums.items() if total == best) == ended.outcome.winners
    drawn = [
        event for decision in recorded.decisions for event in decision.events if isinstance(event, SeasonCardDrawn)
    ]
    weather = sum(isinstance(event, WeatherRevealed) for each in recorded.decisions for event in each.events)
    removed = 6 * (5 - len(turns))
    assert 135 == removed + 5 + 4 * len(turns) + len(drawn) + weather
    whole = {"spring": 5} | ({"summer": 6} if len(turns) > 2 else {}) | ({"autumn": 7} if len(turns) > 3 else {})
    for season, cards in whole.items():
        assert cards == sum(
            isinstance(event, WeatherRevealed) and event.season == season
            for each in recorded.decisions
            for event in each.events
        )


@pytest.mark.parametrize("number", range(GAMES))
def test_a_random_game_keeps_the_rules(number: int) -> None:
    check(planned(number))


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_two_thousand_random_games_keep_the_rules() -> None:
    for number in range(GAMES, GAMES + NIGHTLY_GAMES):
        check(planned(number))


def test_a_spectator_reads_no_hidden_card() -> None:
    recorded = next(game for game in map(planned, range(100)) if game.header.mode == "dealt")

    for version in range(1, len(recorded.entries) + 1):
        for event in recorded.events(version, "spectator"):
            if isinstance(event, HandDealt):
                assert ("?Sp",) * 4 == event.cards
            if isinstance(event, SeasonCardDrawn):
                assert re.fullmatch(r"\?(Sp|Su|Au|Wi)", event.card)
