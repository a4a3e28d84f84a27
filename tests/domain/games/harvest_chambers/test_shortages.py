"""What happens when the supply runs short, with limits and without."""

from typing import Any

import pytest

from domain.games.harvest_chambers.commands import (
    GainAny,
    PlaceFarmer,
    Tend,
    Tending,
)
from domain.games.harvest_chambers.events import (
    CropTended,
    EffectDeclined,
    FarmerPlaced,
    ItemsGained,
    ResolutionCompleted,
)
from domain.games.harvest_chambers.legal import legal
from domain.games.harvest_chambers.state import EXPANSION
from tests.domain.games.harvest_chambers.tables import at_table, built, grown, own, waiting
from tests.domain.harness import Given

OFFICE, STORE, LABOR = "land_office", "general_store", "labor_market"
PLANT = {"max": None, "fert_delta": 0}
TEND = {"max": None, "water_delta": 0}


def test_an_expansion_that_is_not_there_is_left_out() -> None:
    given = own(A05={"when_taken": [{"expand": 1}, {"gain": {"water": 1}}]})

    at_table(manifest=given, left={EXPANSION: 0}).when(PlaceFarmer(1, "A05/s1")).then(
        FarmerPlaced(1, 1, "A05/s1", (), (1,)),
        EffectDeclined(1, "A05", "expand"),
        ItemsGained(1, "A05", {"water": 1}, {}),
        ResolutionCompleted(1, "A05/s1"),
    )


def test_two_sides_of_one_chit_are_one_supply() -> None:
    given = own(A05={"when_taken": [{"gain": {"seed.scarrot": 1, "crop.scarrot": 1}}]})

    events = at_table(manifest=given, left={"scarrot": 1}).when(PlaceFarmer(1, "A05/s1")).events

    assert ItemsGained(1, "A05", {"seed.scarrot": 1}, {"crop.scarrot": 1}) == events[1]


def test_a_shortage_is_what_is_taken_beyond_the_box() -> None:
    events = at_table(left={"water": -2}, supply_limits="soft").when(PlaceFarmer(1, STORE, ("water",))).events

    assert ItemsGained(1, "water", {"water": 3}, {"water": 3}) == events[1]


ANY = {"n": 3, "of": ["resource.*"], "distinct": False}


def test_a_choice_of_goods_shrinks_with_the_supply() -> None:
    short = {"water": 1, "fertilizer": 0, "elixir": 1}

    waiting("gain_any", ANY, left=short).when(GainAny(1, {"water": 1, "elixir": 1})).accepted()
    waiting("gain_any", ANY, left=short).when(GainAny(1, {"water": 1})).refused("wrong_count", wanted=2)
    waiting("gain_any", {**ANY, "distinct": True}, left=short).when(GainAny(1, {"water": 1, "elixir": 1})).accepted()
    seeds = {"n": 3, "of": ["seed.scarrot", "crop.scarrot"], "distinct": False}
    waiting("gain_any", seeds, left={"scarrot": 2}).when(GainAny(1, {"seed.scarrot": 2})).accepted()
    waiting("gain_any", seeds, left={"scarrot": 2}).when(GainAny(1, {"seed.scarrot": 3})).refused("wrong_count")


def test_a_choice_of_goods_does_not_shrink_without_limits() -> None:
    none = {"water": 0, "fertilizer": 0, "elixir": 0}
    soft: dict[str, Any] = {"left": none, "supply_limits": "soft"}

    waiting("gain_any", ANY, **soft).when(GainAny(1, {"water": 3})).accepted()
    waiting("gain_any", ANY, **soft).when(GainAny(1, {"water": 2})).refused("wrong_count", wanted=3)
    every = {"water": 1, "fertilizer": 1, "elixir": 1}
    waiting("gain_any", {**ANY, "distinct": True}, **soft).when(GainAny(1, every)).accepted()


def test_tending_without_limits_needs_no_chit() -> None:
    soft: dict[str, Any] = {"items": {"water": 1, "elixir": 1}, "left": {"snap_pea": 0}, "P1": grown("snap_pea", 1)}
    by_water, by_elixir = (Tend(1, (Tending("P1", pay, 1),)) for pay in ("water", "elixir"))

    waiting("tend", TEND, supply_limits="soft", **soft).when(by_water).accepted()
    waiting("tend", TEND, **soft).when(by_water).refused("chits_exhausted")
    witch = {**soft, "P2": built("B05")}
    filled = waiting("tend", TEND, supply_limits="soft", **witch).when(by_elixir).events
    assert CropTended(1, "P1", "snap_pea", 3, 0, 1, 4) == filled[0]
    waiting("tend", TEND, **witch).when(by_elixir).refused("chits_exhausted", left=0)


GROWS: dict[str, Any] = {"items": {"water": 3, "elixir": 1}, "P1": grown("snap_pea", 1), "P2": grown("scarrot", 1)}
GIVES = {"ability": [{"on_event": {"event": "tend", "gain": {"snap_pea": 1}, "limit_per_round": None}}]}
PRICED = {"cost": {"snap_pea": 1}, "cost_stars": 1}
LISTED: dict[str, Given] = {
    "each_crop_once": waiting("tend", TEND, tend_limit="per_crop", **GROWS),
    "few_chits": waiting("tend", TEND, left={"snap_pea": 1, "scarrot": 0}, **GROWS),
    "goods_that_follow": waiting(
        "tend", TEND, manifest=own({"B29": GIVES}), left={"snap_pea": 2}, P4=built("B29"), **GROWS
    ),
    "goods_that_pay_no_stars": at_table(manifest=own(A05=PRICED), items={"snap_pea": 1}),
    "goods_that_are_not_there": at_table(manifest=own(A05={"cost": {"water": 1}})),
}


@pytest.mark.parametrize("name", LISTED)
def test_what_is_listed_is_allowed(name: str) -> None:
    commands = list(legal(LISTED[name].state, 1))

    assert commands
    for command in commands:
        LISTED[name].when(command).accepted()
