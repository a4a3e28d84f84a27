"""Where a command breaks several rules, the one that is judged first is told."""

from typing import Any

import pytest

from domain.games.harvest_chambers.commands import (
    Build,
    ChooseCharacter,
    ChooseInitiative,
    GainAny,
    Harvest,
    PlaceFarmer,
    Plant,
    Planting,
    Plow,
    Tend,
    Tending,
)
from domain.games.harvest_chambers.state import Plot, Step
from domain.kernel.values import Command
from tests.domain.games.harvest_chambers.tables import built, dealt, grown, holding, placing
from tests.domain.harness import Given

STORE, OFFICE, LABOR = "general_store", "land_office", "labor_market"


@pytest.mark.parametrize(
    ("slot", "picks", "payment", "code"),
    [
        ("A02/s1", ("water",), {"gold": 1}, "unknown_slot"),
        ("A01/s1", ("water",), {"gold": 1}, "slot_full"),
        ("A05/s1", ("water",), {"gold": 1}, "picks_not_applicable"),
        (STORE, ("gold", "gold"), {"gold": 1}, "unknown_pick"),
        (STORE, ("water", "water"), {"gold": 1}, "duplicate_pick"),
        (STORE, ("water", "elixir"), {"gold": 1}, "too_many_picks"),
        (STORE, ("rockali",), {"gold": 1}, "pick_impossible"),
        (STORE, (), {"gold": 1}, "too_few_picks"),
        (STORE, ("water",), {"gold": 1}, "payment_not_due"),
        (STORE, ("elixir",), {"seed.rockali": 1, "gold": 1}, "unknown_item"),
        (STORE, ("elixir",), {"crop.scarrot": 9, "seed.rockali": 1}, "seed_cannot_pay"),
        (STORE, ("elixir",), {"crop.scarrot": 1}, "crop_not_harvested"),
        (STORE, ("elixir",), {"crop.plumpkin": 1}, "payment_not_owned"),
        (STORE, ("elixir",), {"snap_pea": 1}, "payment_insufficient"),
        (STORE, ("elixir",), {"snap_pea": 3}, "payment_not_minimal"),
    ],
)
def test_placing_is_judged_in_order(slot: str, picks: tuple[str, ...], payment: Any, code: str) -> None:
    table = placing(3).when(PlaceFarmer(1, "A01/s1")).accepted()
    table = holding(table, {"snap_pea": 3}, seat=2, P1=grown("scarrot", 2))
    table = table.changed(supply={**table.state.supply, "rockali": 0})

    table.when(PlaceFarmer(2, slot, picks, payment)).refused(code)


def waiting(op: str, **says: Any) -> Given:
    """Return a table at which a step of seat 1 is open, with some of everything."""
    goods = {"seed.scarrot": 1, "snap_pea": 9, "fertilizer": 1, "water": 1}
    plots = {"P1": grown("snap_pea", 1), "P2": built("B01"), "E1a": Plot("field"), "E1b": grown("rockali", 1)}
    table = holding(placing(3), goods, **plots)  # type: ignore[arg-type] # plots, whatever their names
    table = table.changed(pending=(Step(1, "A99", op, says),), resolving=LABOR)
    return table.changed(supply={**table.state.supply, "rockali": 0})


def plant(*entries: tuple[str, str, int]) -> Plant:
    return Plant(1, tuple(Planting(*entry) for entry in entries))


def tend(*entries: tuple[str, Any, int]) -> Tend:
    return Tend(1, tuple(Tending(*entry) for entry in entries))


ORDERED: list[tuple[Given, Command, str]] = [
    (waiting("harvest", max=1), Harvest(1, ("P9", "P2")), "unknown_plot"),
    (waiting("harvest", max=1), Harvest(1, ("P2", "P2")), "not_a_field"),
    (waiting("harvest", max=1), Harvest(1, ("P1", "P1")), "duplicate_plot"),
    (waiting("harvest", max=1), Harvest(1, ("P1", "E1a")), "field_empty"),
    (waiting("harvest", max=1), Harvest(1, ("P1", "E1b")), "too_many_fields"),
    (waiting("plant", max=1, fert_delta=0), plant(("P9", "gold", 9)), "unknown_plot"),
    (waiting("plant", max=1, fert_delta=0), plant(("P2", "gold", 9)), "not_a_field"),
    (waiting("plant", max=1, fert_delta=0), plant(("P1", "gold", 9)), "unknown_item"),
    (waiting("plant", max=1, fert_delta=0), plant(("P1", "seed.scarrot", 9)), "item_not_owned"),
    (waiting("plant", max=1, fert_delta=0), plant(("P1", "seed.scarrot", 1)), "field_holds_other_crop"),
    (waiting("plant", max=1, fert_delta=0), plant(("E1a", "snap_pea", 9)), "field_full"),
    (waiting("plant", max=1, fert_delta=0), plant(("E1a", "snap_pea", 2)), "fertilizer_short"),
    (waiting("plant", max=1, fert_delta=-1), plant(("E1a", "snap_pea", 2)), "too_many_plants"),
    (waiting("tend", max=1, water_delta=0), tend(("P9", "water", 9)), "unknown_plot"),
    (waiting("tend", max=1, water_delta=0), tend(("P2", "water", 9)), "not_a_field"),
    (waiting("tend", max=1, water_delta=0), tend(("E1a", "water", 9)), "field_empty"),
    (waiting("tend", max=1, water_delta=0), tend(("E1b", "water", 9)), "field_full"),
    (waiting("tend", max=1, water_delta=0), tend(("E1b", "water", 1)), "chits_exhausted"),
    (waiting("tend", max=1, water_delta=0), tend(("P1", "water", 2)), "water_short"),
    (waiting("tend", max=1, water_delta=0), tend(("P1", "elixir", 2)), "elixir_short"),
    (waiting("tend", max=1, water_delta=-1), tend(("P1", "water", 2)), "too_many_tends"),
    (waiting("plow"), Plow(1, "P9"), "unknown_plot"),
    (waiting("plow"), Plow(1, "P1"), "plot_not_locked"),
    (waiting("build"), Build(1, "B29", "P9"), "building_not_on_display"),
    (waiting("build"), Build(1, "B01", "P9"), "unknown_plot"),
    (waiting("gain_any", n=1, of=["seed.*"], distinct=True), GainAny(1, {"water": 2}), "item_not_offered"),
    (waiting("gain_any", n=1, of=["seed.*"], distinct=True), GainAny(1, {"seed.rockali": 2}), "wrong_count"),
    (waiting("gain_any", n=2, of=["seed.*"], distinct=True), GainAny(1, {"seed.rockali": 2}), "repeat_not_allowed"),
]


@pytest.mark.parametrize(("table", "command", "code"), ORDERED, ids=[row[2] + str(n) for n, row in enumerate(ORDERED)])
def test_steps_are_judged_in_order(table: Given, command: Command, code: str) -> None:
    table.when(command).refused(code)


def test_what_all_commands_share_is_judged_first() -> None:
    table = placing(3)

    table.when(ChooseInitiative(9, 99)).refused("wrong_phase")
    table.when(PlaceFarmer(9, "nowhere")).refused("unknown_seat")
    table.when(PlaceFarmer(2, "nowhere")).refused("not_your_turn")
    table.when(Harvest(2, ())).refused("not_your_turn")
    table.when(Harvest(1, ())).refused("nothing_pending")
    waiting("plow").when(PlaceFarmer(1, "nowhere")).refused("resolution_pending")
    waiting("plow").when(Harvest(1, ())).refused("wrong_pending_step")


def test_a_farmer_is_judged_in_order() -> None:
    table = dealt(2).when(ChooseCharacter(1, "K1", "wil")).accepted()

    table.when(ChooseCharacter(1, "K9", "back")).refused("already_chosen")
    table.when(ChooseCharacter(2, "K9", "back")).refused("board_not_dealt")
    table.when(ChooseCharacter(2, "K3", "back")).refused("unknown_side")
