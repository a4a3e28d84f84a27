"""The harness must fail when it should."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from domain.games.season_harvest.commands import EndTurn, Harvest, Move, PlayCard
from domain.games.season_harvest.events import CardDrawn, CardPlayed, PawnMoved
from tests.domain.games.season_harvest.tables import midgame
from tests.domain.harness import Answer, Given

PLAYED = CardPlayed(1, "FA", "a1", "SU")
DREW = CardDrawn(1, "WI", 18)


def play() -> Answer:
    return midgame().when(PlayCard(1, "FA", "a1"), "WI")


def too_early() -> Answer:
    return midgame().when(EndTurn(1))


def unasked() -> Answer:
    return midgame().when(Harvest(1, "1-1"))


def test_it_passes_what_is_right() -> None:
    after = play().then(PLAYED, DREW)

    assert "FA" == after.state.spaces["a1"].card
    assert midgame().game == too_early().refused("card_step_pending").game
    assert "roll" == unasked().needs().kind
    assert midgame().game == midgame().when(Harvest(1, "1-1"), 7).outcome_refused("outcome_not_lawful", 0).game


@pytest.mark.parametrize(
    "claim",
    [
        lambda: play().then(PLAYED),
        lambda: play().then(PLAYED, DREW, DREW),
        lambda: play().then(DREW, PLAYED),
        lambda: play().then(PLAYED, CardDrawn(1, "WI", 17)),
        lambda: play().then(),
        lambda: play().refused("card_step_done"),
        lambda: play().needs(),
        lambda: play().outcome_refused("outcome_not_lawful", 0),
        lambda: too_early().then(),
        lambda: too_early().accepted(),
        lambda: too_early().refused("card_step_done"),
        lambda: too_early().refused("card_step_pending", seat=1),
        lambda: too_early().needs(),
        lambda: too_early().outcome_refused("outcomes_left_over", 0),
        lambda: unasked().then(),
        lambda: unasked().accepted(),
        lambda: unasked().needs(1),
        lambda: unasked().refused("no_fruity_here"),
        lambda: midgame().when(EndTurn(1), 3).outcome_refused("outcomes_left_over", 0),
        lambda: midgame().when(Harvest(1, "1-1"), 3, 3).outcome_refused("outcomes_left_over", 0),
        lambda: midgame().when(Harvest(1, "1-1"), 7).outcome_refused("outcomes_left_over", 0),
    ],
)
def test_it_fails_what_is_wrong(claim: Callable[[], Any]) -> None:
    with pytest.raises(AssertionError, match=r"expected|other events"):
        claim()


def test_the_difference_names_the_events() -> None:
    with pytest.raises(AssertionError) as failure:
        play().then(PLAYED, CardDrawn(1, "WI", 17))

    assert "  0: CardPlayed" in str(failure.value)
    assert "! 1: CardDrawn" in str(failure.value)


def test_it_notices_a_fold_that_differs_from_the_decision() -> None:
    table, evolve, calls = midgame(), midgame().ruleset.evolve, []

    def forgetful(state: Any, event: Any) -> Any:
        calls.append(event)
        return evolve(state, event) if len(calls) == 1 else state

    answer = Given(replace(table.ruleset, evolve=forgetful), table.game).when(Move(1, "1-1", "b1"))

    with pytest.raises(AssertionError, match="folding the events"):
        answer.then(PawnMoved(1, "1-1", "b2", "b1", "free_move"))
