"""Law 5: what a viewer is given depends on nothing that this viewer may not know."""

from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from domain.kernel.game import obligations, outcome_of
from domain.kernel.ruleset import Ruleset
from domain.kernel.sealed import SPECTATOR
from domain.registry import RULESETS
from service.players import Player, Tabletop
from tests.laws.facts import FACTS
from tests.laws.law import law
from tests.laws.player import Plan, plans, play, play_plan
from tests.laws.twins import Twins, elsewhere, masked, readings, refusal, sent_by, twin

_bytes = msgspec.json.Encoder(order="sorted").encode


def twins_of(ruleset: Ruleset[Any], plan: Plan, viewer: str, percent: int) -> Twins:
    rng = Random(plan.seed)
    player = Player(rng, blind=plan.blind)
    first = play(
        ruleset,
        plan.seats,
        plan.mode,
        plan.options,
        rng,
        plan.max_commands,
        blind=plan.blind,
        source_of=lambda _: Tabletop(player),
        asides=True,
    )
    return twin(first, viewer, elsewhere(rng, percent), rng)


def draw_twins(ruleset: Ruleset[Any], data: DataObject) -> Twins:
    plan = data.draw(plans(ruleset))
    viewer = data.draw(st.sampled_from([SPECTATOR, *(f"seat:{seat}" for seat in range(1, plan.seats + 1))]))
    return twins_of(ruleset, plan, viewer, data.draw(st.sampled_from([2, 10, 50])))


@law(60)
def test_twins_read_alike(ruleset: Ruleset[Any], data: DataObject) -> None:
    twins = draw_twins(ruleset, data)

    for version in range(1, twins.length + 1):
        first, second = (readings(recorded, twins.viewer, version) for recorded in (twins.first, twins.second))
        assert first == second


@law(30)
def test_the_hashed_bodies_of_twins_differ_in_digests_alone(ruleset: Ruleset[Any], data: DataObject) -> None:
    twins = twins_of(ruleset, data.draw(plans(ruleset)), SPECTATOR, data.draw(st.sampled_from([2, 10, 50])))

    for first, second in zip(twins.first.entries, twins.second.entries, strict=False):
        assert masked(first.body) == masked(second.body)


@law(30)
def test_everything_computed_for_a_viewer_is_alike(ruleset: Ruleset[Any], data: DataObject) -> None:
    twins = draw_twins(ruleset, data)
    seat = int(twins.viewer[5:]) if twins.viewer != SPECTATOR else None

    folds = zip(twins.first.folds(twins.viewer)[1:], twins.second.folds(twins.viewer)[1:], strict=False)
    for first, second in folds:
        assert _bytes(first.state) == _bytes(second.state)
        assert ruleset.lines(first.state) == ruleset.lines(second.state)
        if first.status == second.status == "running":
            assert obligations(ruleset, first) == obligations(ruleset, second)
            assert outcome_of(ruleset, first) == outcome_of(ruleset, second)
            if seat is not None:
                assert list(ruleset.legal(first.state, seat)) == list(ruleset.legal(second.state, seat))
                assert ruleset.unsure(first.state, seat) == ruleset.unsure(second.state, seat)


@law(30)
def test_a_refusal_tells_its_sender_nothing_of_others(ruleset: Ruleset[Any], data: DataObject) -> None:
    plan = data.draw(plans(ruleset, ["dealt"]))
    seat = data.draw(st.integers(1, plan.seats))
    twins = twins_of(ruleset, plan, f"seat:{seat}", 10)
    rng, player = Random(plan.seed), Player(Random(plan.seed))

    for one, other in zip(twins.first.decisions[1:], twins.second.decisions[1:], strict=False):
        for command in rng.choices(twins.first.commands[1:], k=8):
            tried = sent_by(command, seat)
            if tried is not None:
                told = [refusal(ruleset, decision.game, tried, player) for decision in (one, other)]
                assert told[0] == told[1]


@law(30)
def test_nobody_sees_whether_the_scribe_sees(ruleset: Ruleset[Any], data: DataObject) -> None:
    plan = data.draw(plans(ruleset, ["observed"]))
    first = play_plan(ruleset, plan)
    rng = Random(plan.seed)

    twins = twin(
        first, SPECTATOR, lambda request, face: request.unseen(face) if rng.random() < 0.5 else face, rng, blind=True
    )

    for version in range(1, twins.length + 1):
        one, other = (readings(recorded, SPECTATOR, version)["events"] for recorded in (first, twins.second))
        assert one == other


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.meta.id)
@pytest.mark.parametrize("viewer", [SPECTATOR, "seat:2"])
def test_twins_are_different_where_something_is_hidden(ruleset: Ruleset[Any], viewer: str) -> None:
    differing = (twins_of(ruleset, Plan("dealt", 3, {}, seed), viewer, 10).differ for seed in range(50))

    if FACTS[ruleset.meta.id].hidden:
        assert any(n > 5 for n in differing)
    else:
        assert not any(islice(differing, 3))
