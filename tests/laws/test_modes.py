"""Law 9: a dealt and an observed game are one game; unknown hands never stop it."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis.strategies import DataObject

from domain.kernel.chance import Outcome, OutcomeNeeded, OutcomeRefused, Request, Scribed
from domain.kernel.game import decide
from domain.kernel.ruleset import Ruleset
from domain.kernel.sealed import SPECTATOR
from tests.laws.facts import FACTS
from tests.laws.law import law
from tests.laws.player import Plan, RecordedGame, begin, opened, plans, play, play_plan
from tests.laws.twins import hand_of, readings


class Blindfolded:
    """A scribe who copies what another game gave and looks at no card that may be left unknown."""

    def __init__(self, outcomes: tuple[Outcome, ...]) -> None:
        self._left = list(outcomes)

    def pick(self, request: Request) -> Outcome:
        """Return the next outcome, unless it may be unknown."""
        outcome = self._left.pop(0)
        return request.unseen(outcome)

    def close(self) -> None:
        """Hold that both games asked for the same number of outcomes."""
        assert [] == self._left


def observed(dealt: RecordedGame, plan: Plan, *, blind: bool) -> RecordedGame:
    """Record a dealt game again as a scribe beside the table would."""
    again = begin(dealt.ruleset, plan.seats, "observed", opened(dealt).options, Random(plan.seed))
    at_table = FACTS[dealt.ruleset.meta.id].at_table
    for version in range(2, len(dealt.entries) + 1):
        command, outcomes = dealt.commands[version - 1], dealt.decisions[version - 1].outcomes
        if blind:
            command = at_table(command, hand_of(dealt, version - 1, command))
        again.send(command, Blindfolded(outcomes) if blind else Scribed(outcomes))
    return again


@law(20)
def test_a_dealt_game_observed_gives_the_same_events(ruleset: Ruleset[Any], data: DataObject) -> None:
    plan = data.draw(plans(ruleset, ["dealt"]))
    dealt = play_plan(ruleset, plan)

    again = observed(dealt, plan, blind=False)

    for one, other in zip(dealt.decisions[1:], again.decisions[1:], strict=True):
        assert one.events == other.events
        assert one.outcomes == other.outcomes
    assert _without_mode(dealt) == _without_mode(again)


@law(20)
def test_a_blind_scribe_records_what_a_spectator_reads(ruleset: Ruleset[Any], data: DataObject) -> None:
    plan = data.draw(plans(ruleset, ["dealt"]))
    dealt = play_plan(ruleset, plan)

    again = observed(dealt, plan, blind=True)

    spectator = dealt.folds(SPECTATOR)
    for version in range(2, len(dealt.entries) + 1):
        one, other = (readings(recorded, SPECTATOR, version)["events"] for recorded in (dealt, again))
        assert one == other
        assert spectator[version].state.cards == again.decisions[version - 1].game.state.cards


@law(20)
def test_a_game_with_unknown_hands_comes_to_its_end(ruleset: Ruleset[Any], data: DataObject) -> None:
    plan = data.draw(plans(ruleset, ["observed"]))

    recorded = play(ruleset, plan.seats, plan.mode, plan.options, Random(plan.seed), blind=100)

    assert "ended" == recorded.game.status
    assert recorded.game.ended is not None
    assert recorded.game.ended.reason not in ("abandoned", "conceded")


@law(15)
def test_outcomes_can_be_asked_for_one_by_one(ruleset: Ruleset[Any], data: DataObject) -> None:
    plan = data.draw(plans(ruleset, ["observed"], longest=40))
    recorded = play_plan(ruleset, plan)
    begun = begin(ruleset, plan.seats, plan.mode, plan.options, Random(plan.seed))

    for command, decision in zip(recorded.commands[1:], recorded.decisions[1:], strict=True):
        given: list[Outcome] = []
        for n, outcome in enumerate(decision.outcomes):
            with pytest.raises(OutcomeNeeded) as needed:
                decide(ruleset, begun.game, command, Scribed(given))
            assert n == needed.value.index
            assert needed.value.request.prompt
            assert outcome in needed.value.request.lawful or (outcome == "?" and needed.value.request.unknown)
            given.append(outcome)
        with pytest.raises(OutcomeRefused, match="outcomes_left_over"):
            decide(ruleset, begun.game, command, Scribed([*given, 1]))
        assert decision.events == begun.send(command, Scribed(given)).events


@law(15)
def test_what_may_be_unknown_can_be_left_out(ruleset: Ruleset[Any], data: DataObject) -> None:
    plan = data.draw(plans(ruleset, ["observed"], longest=40))
    recorded = play(ruleset, plan.seats, plan.mode, plan.options, Random(plan.seed), plan.max_commands, blind=100)
    begun = begin(ruleset, plan.seats, plan.mode, plan.options, Random(plan.seed))

    for command, decision in zip(recorded.commands[1:], recorded.decisions[1:], strict=True):
        seen = list(decision.outcomes)
        while seen and seen[-1] == "?":
            seen.pop()
        assert decision.events == begun.send(command, Scribed(seen, fill_unknown=True)).events


def _without_mode(recorded: RecordedGame) -> Any:
    state = msgspec.to_builtins(recorded.game.state)
    return {**state, "mode": None}
