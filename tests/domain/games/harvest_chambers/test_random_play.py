"""Whole games at random, held against a second account of the rules that shares no code with them."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.harvest_chambers import RULESET
from domain.games.harvest_chambers.manifest import default_manifest
from domain.kernel.game import Game, fold
from domain.kernel.score import Citations, Cite
from domain.kernel.values import Json
from tests.domain.games.harvest_chambers.bookkeeper import Bookkeeper
from tests.laws.player import RecordedGame, play

GAMES = 24
NIGHTLY_GAMES = 1_000
BOX = msgspec.json.decode(default_manifest())


def planned(number: int) -> RecordedGame:
    """Play the random game of a number: any number of seats, either mode."""
    rng = Random(number)
    mode: Any = rng.choice(["dealt", "dealt", "observed"])
    options: dict[str, Json] = {
        "score_seeds": rng.choice([True, False]),
        "silo_counts": rng.choice(["total", "supply"]),
        "supply_limits": rng.choice(["hard", "soft"]),
        "payment_minimal": rng.choice([True, False]),
    }
    return play(RULESET, rng.choice([2, 3, 4]), mode, options, rng)


def check(recorded: RecordedGame) -> None:
    """Follow a finished game with a second account of it; compare every sheet, citation and place at the end."""
    game, citations = Game(recorded.game.id), Citations()
    opened: Any = recorded.game.opened
    account = Bookkeeper(BOX, len(recorded.seats), opened.options)
    for version, decision in enumerate(recorded.decisions, 1):
        for index, event in enumerate(decision.events):
            account.see(msgspec.json.decode(msgspec.json.encode(event)), (version, index))
            game = fold(RULESET, recorded.manifest, game, (event,))
            citations.follow(RULESET.lines(game.state), Cite(version, index))
            if account.round:
                assert [] == RULESET.components(game.state)
                check_lines(account, citations)
    ended: Any = recorded.game.ended
    assert "five_rounds" == ended.reason
    assert 5 == account.round
    check_place(account, ended)


def check_lines(account: Bookkeeper, citations: Citations) -> None:
    for seat, farm in account.farms.items():
        lines = [line for line in citations.cited() if line.seat == seat]
        assert account.sheet(seat) == {line.key: line.amount for line in lines}
        counted = account.quantities(seat)
        for line in lines:
            cites = [(cite.version, cite.event) for cite in line.cites]
            if line.key in counted:
                assert farm.evidence[line.key] == cites
            elif line.key == "character" and line.quantity == 15:
                assert [farm.chosen] == cites
            elif line.rests_on:
                assert set(farm.evidence[line.rests_on[0]]) <= set(cites)


def check_place(account: Bookkeeper, ended: Any) -> None:
    ranking = account.ranking()
    assert (ranking[0],) == ended.outcome.winners
    assert {seat: ranking.index(seat) + 1 for seat in ranking} == {each.seat: each.place for each in ended.results}
    assert {seat: sum(account.sheet(seat).values()) for seat in ranking} == {
        each.seat: each.total for each in ended.results
    }


@pytest.mark.parametrize("number", range(GAMES))
def test_a_random_game_keeps_the_rules(number: int) -> None:
    check(planned(number))


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_a_thousand_random_games_keep_the_rules() -> None:
    for number in range(GAMES, GAMES + NIGHTLY_GAMES):
        check(planned(number))
