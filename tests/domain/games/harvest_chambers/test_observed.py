"""What only a physical table needs, and what its audit tells."""

import pytest

from domain.games.harvest_chambers.audit import components, findings
from domain.games.harvest_chambers.commands import (
    AssertState,
    Build,
    DeclareEffect,
    Harvest,
    PlaceFarmer,
    Plant,
    Planting,
    PlotCount,
    Tend,
    Tending,
)
from domain.games.harvest_chambers.events import (
    CostPaid,
    Difference,
    EffectDeclared,
    FieldHarvested,
    ItemsGained,
    StateAsserted,
)
from domain.games.harvest_chambers.score import lines
from domain.games.harvest_chambers.state import Plot, Step
from domain.kernel.values import Event
from tests.domain.games.harvest_chambers.tables import built, dealt, grown, holding, items_of, opened, placing
from tests.domain.harness import Given


def watched(**options: object) -> Given:
    """Return an observed game at its first placement."""
    return placing(3, mode="observed", **options)


def test_a_table_is_read_leniently() -> None:
    observed, played = watched().state.options, placing(3).state.options

    assert (False, "soft") == (observed.payment_minimal, observed.supply_limits)
    assert (True, "hard") == (played.payment_minimal, played.supply_limits)
    assert "rulebook_text" == observed.town_slots
    assert "hard" == opened(2, mode="observed", supply_limits="hard").state.options.supply_limits


def test_an_effect_is_declared() -> None:
    table = holding(watched(), {"water": 1})

    after = table.when(
        DeclareEffect(1, "unknown-card", gained={"seed.scarrot": 2}, paid={"water": 1}, note="not_in_data")
    ).then(EffectDeclared(1, "unknown-card", {"seed.scarrot": 2}, {"water": 1}, (), "not_in_data"))

    assert {"seed.scarrot": 2} == items_of(after)
    assert ("scarrot", "water") == after.state.seat(1).unverified
    assert [] == components(after.state)
    assert 1 == after.state.acting


def test_a_declared_action_is_then_entered() -> None:
    table = holding(watched(), {}, seat=2, P1=grown("snap_pea", 3))
    table = table.when(DeclareEffect(2, "B99", ops=("harvest",))).accepted()
    assert (Step(2, "B99", "harvest", {"max": None}, declared=True),) == table.state.pending
    table.when(DeclareEffect(1, "B98", ops=("plow",))).refused("resolution_pending")

    after = table.when(Harvest(2, ("P1",))).then(FieldHarvested(2, "P1", "snap_pea", 3, 3))

    assert 1 == after.state.acting


def test_goods_are_declared_while_another_seat_resolves_a_step() -> None:
    table = watched().changed(pending=(Step(1, "A99", "plow"),), resolving="labor_market")

    after = table.when(DeclareEffect(2, "B99", gained={"water": 1})).accepted()

    assert (1, 1) == (after.state.acting, len(after.state.pending))


def test_what_was_declared_stays_marked() -> None:
    table = watched().when(DeclareEffect(1, "B99", gained={"water": 1})).accepted()

    after = table.when(DeclareEffect(1, "B99", gained={"crop.rockali": 1})).accepted()

    assert ("rockali", "water") == after.state.seat(1).unverified


def flags_of(table: Given) -> dict[str, tuple[str, ...]]:
    return {line.key: line.flags for line in lines(table.state) if line.seat == 1}


def test_what_a_declared_action_brings_is_marked() -> None:
    goods = {"water": 1, "fertilizer": 2, "seed.scarrot": 1}
    table = holding(watched(), goods, P1=grown("snap_pea", 1), P2=Plot("field"), P3=grown("rockali", 1))
    for op, command in (
        ("tend", Tend(1, (Tending("P1", "water", 1),))),
        ("plant", Plant(1, (Planting("P2", "seed.scarrot", 1),))),
        ("harvest", Harvest(1, ("P3",))),
        ("build", Build(1, "B04", "P4")),
    ):
        table = table.when(DeclareEffect(1, "B99", ops=(op,))).accepted().when(command).accepted()  # type: ignore[arg-type]

    flags = flags_of(table)

    assert ("B04", "rockali", "scarrot", "snap_pea") == table.state.seat(1).unverified
    unverified = {key for key, found in flags.items() if "unverified" in found}
    assert {
        "field.snap_pea",
        "field.scarrot",
        "harvested.rockali",
        "building.B04",
        "building_bonus.B04",
    } == unverified


def test_an_action_of_the_data_is_not_marked() -> None:
    table = holding(watched(), {"water": 1}, P1=grown("snap_pea", 1)).changed(
        pending=(Step(1, "A99", "tend", {"max": None, "water_delta": 0}),), resolving="labor_market"
    )

    assert () == table.when(Tend(1, (Tending("P1", "water", 1),))).accepted().state.seat(1).unverified


@pytest.mark.parametrize(("card", "marked"), [("B19", True), ("B20", False), ("B25", True), ("B24", True)])
def test_a_bonus_that_counts_what_was_declared_is_marked(card: str, marked: bool) -> None:
    table = holding(watched(), {}, P2=built(card)).when(DeclareEffect(1, "B99", gained={"crop.scarrot": 2})).accepted()

    assert marked == ("unverified" in flags_of(table)[f"building_bonus.{card}"])


def test_only_what_is_impossible_is_refused() -> None:
    table = watched()

    table.when(DeclareEffect(1, "B99")).refused("nothing_given")
    table.when(DeclareEffect(1, "B99", gained={"gold": 1})).refused("unknown_item", item="gold")
    table.when(DeclareEffect(1, "B99", paid={"water": 1})).refused("item_not_owned")
    watched(supply_limits="hard").when(DeclareEffect(1, "B99", gained={"elixir": 99})).refused("chits_exhausted")
    placing(3).when(DeclareEffect(1, "B99", gained={"water": 1})).refused("not_in_mode", mode="dealt")
    dealt(2, mode="observed").when(DeclareEffect(1, "B99", gained={"water": 1})).refused("wrong_phase")


def test_a_recount_is_compared_and_changes_nothing() -> None:
    table = holding(watched(), {"water": 2}, P2=grown("rockali", 1))
    plots = (PlotCount("P2", "field", "scarrot", 2, "B07"), PlotCount("P9", "field"), PlotCount("P1", "field"))

    after = table.when(AssertState(1, {"water": 1, "elixir": 0}, plots)).then(
        StateAsserted(
            1,
            {"water": 1, "elixir": 0},
            plots,
            (
                Difference("supply", "water", 1, 2),
                Difference("P2", "crop", "scarrot", "rockali"),
                Difference("P2", "chits", 2, 1),
                Difference("P2", "card", "B07", None),
                Difference("P9", "plot", "field", None),
            ),
        )
    )

    assert table.state == after.state
    table.when(AssertState(1, {"water": 2})).then(StateAsserted(1, {"water": 2}, (), ()))
    table.when(AssertState(1, {"gold": 1})).refused("unknown_item")
    table.when(AssertState(1, {}, (PlotCount("P1", "field", "gold", 1),))).refused("unknown_item")
    placing(3).when(AssertState(1)).refused("not_in_mode")


def test_a_card_seen_before_is_no_lawful_outcome() -> None:
    table = watched()
    table = table.changed(placed=table.state.farmers - 1)

    answer = table.when(PlaceFarmer(3, "general_store", ("water",)), "A01")

    answer.outcome_refused("outcome_not_lawful", 0)


def test_an_audit_tells_what_rests_on_the_tables_word() -> None:
    opening: Event = opened(2, mode="observed", town_slots="permissive").game.opened  # type: ignore[assignment]
    events: list[tuple[int, Event]] = [
        (1, opening),
        (4, EffectDeclared(1, "B99", {"water": 1}, {}, (), "x")),
        (5, StateAsserted(1, {"water": 1}, (), (Difference("supply", "water", 1, 2),))),
        (6, StateAsserted(1, {"water": 1}, (), ())),
        (7, CostPaid(1, 2, {"snap_pea": 3}, 3, 1)),
        (7, CostPaid(1, 2, {"crop.plumpkin": 1}, 4, 2)),
        (8, ItemsGained(1, "water", {"water": 3}, {"water": 1})),
        (9, ItemsGained(1, "water", {"water": 3}, {})),
    ]

    found = findings(events, None)

    assert [
        ("town_slots_chosen", (1,)),
        ("effect_unverified", (4,)),
        ("discrepancy", (5,)),
        ("overpaid", (7,)),
        ("supply_short", (8,)),
    ] == [(each.code, each.versions) for each in found]
    played: Event = opened(2).game.opened  # type: ignore[assignment]
    assert [] == findings([(1, played), (7, CostPaid(1, 2, {"crop.plumpkin": 1}, 4, 2))], None)


def test_components_that_are_not_conserved_are_named() -> None:
    state = placing(2).state
    lost = placing(2).changed(supply={**state.supply, "water": state.supply["water"] - 1, "expansion": 11}).state
    doubled = placing(2).changed(display=(*state.display, "B07"), action_row=(*state.action_row, "A09")).state
    over = holding(placing(2), {}, P1=grown("rockali", 3), P2=grown("scarrot", 1)).changed(initiative_row=(1,)).state

    assert [] == components(state)
    assert ["39 of water, 40 in the box", "11 expansions, 12 in the box"] == components(lost)
    assert 3 == len(components(doubled))
    assert ["plot P1 of seat 1 holds more than fits"] == components(over)[:1]
    assert components(over)[-1].startswith("the initiative numbers are")
