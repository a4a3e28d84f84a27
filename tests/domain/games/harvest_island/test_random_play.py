"""Whole games at random, each watched by a referee who keeps the table and the score from the events alone."""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.events import HandDealt, SeasonCardDrawn
from domain.games.harvest_island.meta import META
from domain.kernel.cards import Hand
from domain.kernel.game import Game, fold
from domain.kernel.score import Citations
from domain.kernel.values import Json
from tests.domain.games.harvest_island.referee import Referee, season
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
    """Hold a finished game against a referee's own table: every event, and the sheet after every event."""
    referee = Referee(len(recorded.seats), recorded.header.options)
    game, citations = Game(recorded.game.id), Citations()
    for decision in recorded.decisions:
        game = fold(RULESET, recorded.manifest, game, decision.events, citations)
        referee.follow(decision.events)
        assert [] == RULESET.components(game.state)
        assert sheets(game) == {seat: each.score() for seat, each in referee.seats.items()}
    assert game.state == recorded.game.state
    assert referee.over
    check_end(recorded, referee, citations)


def sheets(game: Game) -> dict[int, dict[str, int]]:
    """Return what the ruleset's lines add up to, by seat and key."""
    sums = {seat: dict.fromkeys(META.lines, 0) for seat in range(1, len(game.state.seats) + 1)}
    for line in RULESET.lines(game.state):
        sums[line.seat][line.key] += line.amount
    return sums


def check_end(recorded: RecordedGame, referee: Referee, citations: Citations) -> None:
    ended = recorded.game.ended
    assert ended is not None
    assert "winter_exhausted" == ended.reason
    sums = {seat: sum(each.score().values()) for seat, each in referee.seats.items()}
    best = max(sums.values())
    winners = tuple(seat for seat, total in sums.items() if total == best)
    assert (winners, "win" if len(winners) == 1 else "shared_win") == (ended.outcome.winners, ended.outcome.kind)
    for line in citations.cited():
        assert line.unit is not None
        built = referee.built.get((line.seat, line.key, line.unit), [])
        assert built == [(cite.version, cite.event) for cite in line.cites]


@pytest.mark.parametrize("number", range(GAMES))
def test_a_random_game_keeps_the_rules(number: int) -> None:
    check(planned(number))


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_two_thousand_random_games_keep_the_rules() -> None:
    for number in range(GAMES, GAMES + NIGHTLY_GAMES):
        check(planned(number))


@pytest.mark.parametrize("mode", ["dealt", "observed"])
def test_a_spectator_sees_the_backs_of_all_hands_and_what_was_taken_openly(mode: str) -> None:
    recorded = next(game for game in map(planned, range(100)) if game.header.mode == mode)
    referee = Referee(len(recorded.seats), recorded.header.options)
    folds = recorded.folds("spectator")[1:]

    for version, game in enumerate(folds[:-1], 1):
        events = recorded.events(version, "spectator")
        referee.follow(events)
        hidden = [card for event in events if isinstance(event, HandDealt) for card in event.cards]
        hidden += [event.card for event in events if isinstance(event, SeasonCardDrawn)]
        assert all(re.fullmatch(r"\?(Sp|Su|Au|Wi)", card) for card in hidden)
        for seat, each in referee.seats.items():
            hand = game.state.cards.hand(seat)
            assert each.hand == seen_from_outside(hand)
            assert hand.known == hand.shown


def seen_from_outside(hand: Hand) -> Counter[str]:
    """Count a hand by the backs of its cards."""
    backs: Counter[str] = Counter()
    for counts in (hand.known, hand.unknown):
        for card, n in counts.items():
            backs[card if card == "F" else season(card)] += n
    return backs
