"""Law 9: a dealt and an observed game are one game; unknown hands never stop it."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis.strategies import DataObject

from domain.kernel.cards import Cards
from domain.kernel.chance import Outcome, OutcomeNeeded, OutcomeRefused, Request, Scribed
from domain.kernel.game import Game, decide
from domain.kernel.ruleset import Ruleset
from domain.kernel.sealed import SPECTATOR
from domain.kernel.values import Event, tag_of
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
        _catch_up(again, dealt.decisions[version - 1].game)
    return again


class Truthful:
    """A scribe to whom players lay open their hands, as they are in another game."""

    def __init__(self, truth: Game, told: Game) -> None:
        hands = truth.state.cards.hands.items()
        self._left: dict[str, Counter[str]] = {
            seat: Counter(hand.known) - Counter(told.state.cards.hands[seat].known) for seat, hand in hands
        }

    def pick(self, request: Request) -> Outcome:
        """Return a card of the hand that has not been told yet."""
        left = self._left[str(request.seat)]
        card: str = min(left.elements())
        left[card] -= 1
        return card

    def close(self) -> None:
        """Hold that every hand has been told whole."""
        assert not any(left.total() for left in self._left.values())


def _catch_up(again: RecordedGame, truth: Game) -> None:
    """Enter at the table what the dealt game did by itself."""
    clerical = FACTS[again.ruleset.meta.id].clerical
    for command in again.ruleset.attest(again.game.state):
        if tag_of(type(command)) in clerical:
            again.send(command, Truthful(truth, again.game))


def _all_events(recorded: RecordedGame) -> list[Event]:
    return [event for decision in recorded.decisions[1:] for event in decision.events]


@law(20)
def test_a_dealt_game_observed_gives_the_same_events(ruleset: Ruleset[Any], data: DataObject) -> None:
    plan = data.draw(plans(ruleset, ["dealt"]))
    dealt = play_plan(ruleset, plan)

    again = observed(dealt, plan, blind=False)

    assert _all_events(dealt) == _all_events(again)
    told = [[outcome for each in game.decisions for outcome in each.outcomes] for game in (dealt, again)]
    assert told[0] == told[1]
    assert _without_mode(dealt) == _without_mode(again)


@law(20)
def test_a_blind_scribe_records_what_a_spectator_reads(ruleset: Ruleset[Any], data: DataObject) -> None:
    plan = data.draw(plans(ruleset, ["dealt"]))
    dealt = play_plan(ruleset, plan)

    again = observed(dealt, plan, blind=True)

    one, other = (_read(recorded) for recorded in (dealt, again))
    assert one == other
    spectator = {len(events): cards for events, cards in _cards_after(dealt, dealt.folds(SPECTATOR)[1:])}
    for events, cards in _cards_after(again, [each.game for each in again.decisions]):
        assert spectator.get(len(events), cards) == cards


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


def _read(recorded: RecordedGame) -> list[Any]:
    versions = range(2, len(recorded.entries) + 1)
    return [event for version in versions for event in readings(recorded, SPECTATOR, version)["events"]]


def _cards_after(recorded: RecordedGame, games: list[Game]) -> Iterator[tuple[list[Event], Cards]]:
    """Yield, entry by entry, all events so far and the cards after them."""
    events: list[Event] = []
    for decision, game in zip(recorded.decisions, games, strict=True):
        events = [*events, *decision.events]
        yield events, game.state.cards


def _without_mode(recorded: RecordedGame) -> Any:
    state = msgspec.to_builtins(recorded.game.state)
    return {**state, "mode": None}
