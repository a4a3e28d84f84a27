"""Planting, tending, harvesting, plowing, building, and what cards ask."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.harvest_chambers.commands import (
    Build,
    Choose,
    Convert,
    DeclineStep,
    GainAny,
    Harvest,
    PlaceFarmer,
    Plant,
    Planting,
    Plow,
    Tend,
    Tending,
)
from domain.games.harvest_chambers.events import (
    BranchChosen,
    BuildingBuilt,
    CropPlanted,
    CropTended,
    EffectDeclined,
    FarmerPlaced,
    FarmExpanded,
    FieldHarvested,
    FieldPlowed,
    ItemsConverted,
    ItemsGained,
    ResolutionCompleted,
)
from domain.games.harvest_chambers.state import Plot, Step
from tests.domain.games.harvest_chambers.tables import built, grown, holding, items_of, placing
from tests.domain.harness import Given

DONE = ResolutionCompleted(1, "labor_market")


def at(op: str, items: dict[str, int] | None = None, *, table: Given | None = None, **plots: Any) -> Given:
    """Return a table at which seat 1 is to plant, tend or harvest."""
    given = holding(table or placing(3), items or {}, **plots)
    return given.when(PlaceFarmer(1, "labor_market", (op,))).accepted()


def planting(*entries: tuple[str, str, int]) -> Plant:
    return Plant(1, tuple(Planting(*entry) for entry in entries))


def tending(*entries: tuple[str, Any, int]) -> Tend:
    return Tend(1, tuple(Tending(*entry) for entry in entries))


def test_planting_costs_fertilizer() -> None:
    table = at("plant", {"fertilizer": 5, "seed.scarrot": 3})

    after = table.when(planting(("P1", "seed.scarrot", 2))).then(
        CropPlanted(1, "P1", "scarrot", "seed.scarrot", 2, 4, 2), DONE
    )

    assert {"fertilizer": 1, "seed.scarrot": 1} == items_of(after)
    table.when(planting(("P1", "seed.scarrot", 3))).refused("fertilizer_short", index=0, need=6, have=5)


def test_a_field_holds_one_kind() -> None:
    table = at("plant", {"fertilizer": 5, "seed.scarrot": 3}, P1=grown("snap_pea", 1))

    table.when(planting(("P1", "seed.scarrot", 1))).refused("field_holds_other_crop", crop="snap_pea")


def test_big_crops_take_two_spaces() -> None:
    table = at("plant", {"fertilizer": 20, "seed.plumpkin": 3})

    table.when(planting(("P1", "seed.plumpkin", 2))).then(
        CropPlanted(1, "P1", "plumpkin", "seed.plumpkin", 2, 8, 4), DONE
    )
    table.when(planting(("P1", "seed.plumpkin", 3))).refused("field_full", room=2)


def test_several_kinds_are_planted_in_one_action() -> None:
    table = at("plant", {"fertilizer": 6, "snap_pea": 2, "seed.plumpkin": 1}, P2=Plot("field", "?field"))

    after = table.when(planting(("P1", "snap_pea", 2), ("P2", "seed.plumpkin", 1))).then(
        CropPlanted(1, "P1", "snap_pea", "snap_pea", 2, 2, 2, last=False),
        CropPlanted(1, "P2", "plumpkin", "seed.plumpkin", 1, 4, 2),
        DONE,
    )

    assert {} == items_of(after)


def test_what_cannot_be_planted() -> None:
    table = at("plant", {"fertilizer": 9, "crop.scarrot": 1, "water": 1}, P2=built("B01"))

    for entries, code in (
        ((), "nothing_given"),
        ((("P9", "crop.scarrot", 1),), "unknown_plot"),
        ((("P2", "crop.scarrot", 1),), "not_a_field"),
        ((("P3", "crop.scarrot", 1),), "not_a_field"),
        ((("P1", "water", 1),), "unknown_item"),
        ((("P1", "crop.scarrot", 2),), "item_not_owned"),
    ):
        table.when(planting(*entries)).refused(code)
    table.when(planting(("P1", "crop.scarrot", 1), ("P1", "crop.scarrot", 1))).refused("item_not_owned", index=1)
    table.when(planting(("P1", "crop.scarrot", 1))).accepted()


def test_tending_costs_water() -> None:
    table = at("tend", {"water": 5}, P1=grown("scarrot", 1))

    after = table.when(tending(("P1", "water", 2))).then(CropTended(1, "P1", "scarrot", 2, 4, 0, 3), DONE)

    assert {"water": 1} == items_of(after)


def test_tending_needs_space() -> None:
    table = at("tend", {"water": 4}, P1=grown("scarrot", 3))

    table.when(tending(("P1", "water", 2))).refused("field_full", room=1)
    table.when(tending(("P1", "water", 1))).then(CropTended(1, "P1", "scarrot", 1, 2, 0, 4), DONE)


def test_an_elixir_stands_for_all_water() -> None:
    table = at("tend", {"elixir": 1}, P1=grown("rockali", 1))

    table.when(tending(("P1", "elixir", 1))).then(CropTended(1, "P1", "rockali", 1, 0, 1, 4), DONE)
    table.when(tending(("P1", "water", 1))).refused("water_short", need=5, have=0)


def test_what_cannot_be_tended() -> None:
    table = at("tend", {"water": 9}, P2=built("B01"), P3=grown("snap_pea", 1))
    state = table.state
    short = table.changed(supply={**state.supply, "snap_pea": 1})

    table.when(tending()).refused("nothing_given")
    table.when(tending(("P1", "water", 1))).refused("field_empty")
    table.when(tending(("P2", "water", 1))).refused("not_a_field")
    table.when(tending(("P9", "water", 1))).refused("unknown_plot")
    table.when(tending(("P3", "elixir", 1))).refused("elixir_short", need=1, have=0)
    short.when(tending(("P3", "water", 2))).refused("chits_exhausted", left=1)


def test_each_crop_is_tended_once_where_that_was_agreed() -> None:
    table = at("tend", {"water": 9}, table=placing(3, tend_limit="per_crop"), P1=grown("snap_pea", 1))

    table.when(tending(("P1", "water", 2))).refused("too_many_tends", plots=["P1"])
    table.when(tending(("P1", "water", 1))).accepted()


def test_the_witch_fills_a_field_with_one_elixir() -> None:
    table = at("tend", {"elixir": 2}, P1=grown("scarrot", 1), P2=built("B05"), P3=grown("rockali", 1))
    few = table.changed(supply={**table.state.supply, "scarrot": 2})

    table.when(tending(("P1", "elixir", 1))).then(CropTended(1, "P1", "scarrot", 3, 0, 1, 4), DONE)
    table.when(tending(("P1", "elixir", 2))).refused("field_full")
    table.when(tending(("P3", "elixir", 1))).then(CropTended(1, "P3", "rockali", 1, 0, 1, 4), DONE)
    few.when(tending(("P1", "elixir", 1))).then(CropTended(1, "P1", "scarrot", 2, 0, 1, 3), DONE)


def test_a_harvest_empties_fields() -> None:
    table = at("harvest", P1=grown("snap_pea", 4), P2=grown("rockali", 1))

    after = table.when(Harvest(1, ("P1", "P2"))).then(
        FieldHarvested(1, "P1", "snap_pea", 4, 4, last=False), FieldHarvested(1, "P2", "rockali", 1, 1), DONE
    )

    assert {"snap_pea": 4, "crop.rockali": 1} == items_of(after)
    assert Plot("field") == after.state.seat(1).plots["P1"]
    for plots, code in (
        ((), "nothing_given"),
        (("P3",), "not_a_field"),
        (("P1", "P1"), "duplicate_plot"),
        (("P7",), "unknown_plot"),
    ):
        table.when(Harvest(1, plots)).refused(code)
    at("harvest").when(Harvest(1, ("P1",))).refused("field_empty", plot="P1")


def test_plowing_shows_nobody_the_building() -> None:
    table = placing(3).when(PlaceFarmer(1, "land_office", ("plow",))).accepted()

    table.when(Plow(1, "P1")).refused("plot_not_locked", kind="field")
    table.when(Plow(1, "P9")).refused("unknown_plot")
    after = table.when(Plow(1, "P2")).then(FieldPlowed(1, "P2", "?field", 23), ResolutionCompleted(1, "land_office"))
    assert 1 == after.state.cards.left("plowed")
    assert 24 == sum(after.state.cards.unseen["?field"].values())


def test_nothing_is_plowed_without_a_stack() -> None:
    table = placing(3).when(PlaceFarmer(1, "land_office", ("plow",))).accepted()
    cards = table.state.cards.shift("field stack", "plowed", 24)

    table.changed(cards=cards).when(Plow(1, "P2")).refused("field_stack_empty")


def test_an_expansion_brings_two_locked_plots() -> None:
    table = placing(3)

    after = table.when(PlaceFarmer(1, "land_office", ("expand",))).then(
        FarmerPlaced(1, 1, "land_office", ("expand",), (1,)),
        FarmExpanded(1, ("E1a", "E1b"), 11),
        ResolutionCompleted(1, "land_office"),
    )

    assert 5 == sum(plot.kind == "locked" for plot in after.state.seat(1).plots.values())


def test_new_plots_are_fields_where_that_was_agreed() -> None:
    after = placing(3, expansion_plots="open").when(PlaceFarmer(1, "land_office", ("expand",))).accepted()

    assert Plot("field") == after.state.seat(1).plots["E1b"]


def test_expansions_are_limited_where_that_was_agreed() -> None:
    place = PlaceFarmer(1, "land_office", ("expand",))

    placing(3, max_expansions=0).when(place).refused("pick_impossible", pick="expand")
    placing(3, max_expansions=1).when(place).accepted()


def building(card: str, items: dict[str, int] | None = None, **plots: Any) -> Given:
    """Return a table at which seat 1 is to build, with some goods and this building on display."""
    table = holding(placing(3), {"snap_pea": 2, **(items or {})}, **plots)
    table = table.when(PlaceFarmer(1, "land_office", ("build",), {"snap_pea": 2})).accepted()
    return table.changed(display=(*table.state.display[:5], card))


def test_workers_harvest_and_then_collect_peas() -> None:
    table = building("B02", P1=grown("scarrot", 2)).when(Build(1, "B02", "P2")).accepted()
    assert ["harvest", "gain"] == [step.op for step in table.state.pending]

    done = (ItemsGained(1, "B02", {"snap_pea": 2}, {}), ResolutionCompleted(1, "land_office"))
    table.when(Harvest(1, ("P1",))).then(FieldHarvested(1, "P1", "scarrot", 2, 2), *done)
    table.when(DeclineStep(1)).then(EffectDeclined(1, "B02", "harvest"), *done)


def test_the_seed_house_gives_a_seed_of_choice() -> None:
    table = building("B01").when(Build(1, "B01", "P2")).accepted()

    table.when(GainAny(1, {"seed.rockali": 1, "snap_pea": 1})).refused("wrong_count", wanted=1, given=2)
    table.when(GainAny(1, {"water": 1})).refused("item_not_offered", item="water")
    table.changed(supply={**table.state.supply, "rockali": 0}).when(GainAny(1, {"seed.rockali": 1})).refused(
        "chits_exhausted", item="rockali"
    )
    table.when(GainAny(1, {"seed.rockali": 1})).then(
        ItemsGained(1, "B01", {"seed.rockali": 1}, {}), ResolutionCompleted(1, "land_office")
    )


def test_a_supply_gives_what_it_has() -> None:
    table = building("B03")
    short = table.changed(supply={**table.state.supply, "fertilizer": 1})

    def pasture(given: Given) -> Any:
        return given.when(Build(1, "B03", "P2")).events[1]

    assert ItemsGained(1, "B03", {"fertilizer": 2}, {}) == pasture(table)
    assert ItemsGained(1, "B03", {"fertilizer": 1}, {"fertilizer": 1}) == pasture(short)


def test_a_supply_without_limits_gives_everything_and_tells_the_shortage() -> None:
    table = holding(placing(3, supply_limits="soft"), {})
    short = table.changed(supply={**table.state.supply, "water": 1})

    assert (
        ItemsGained(1, "water", {"water": 3}, {"water": 2})
        in short.when(PlaceFarmer(1, "general_store", ("water",))).events
    )


def test_what_cannot_be_built() -> None:
    table = building("B03")

    table.when(Build(1, "B20", "P2")).refused("building_not_on_display", card="B20")
    table.when(Build(1, "B03", "P9")).refused("unknown_plot")
    table.when(Build(1, "B03", "P1")).refused("plot_not_locked")


def waiting(*steps: Step, items: dict[str, int] | None = None, **plots: Any) -> Given:
    """Return a table at which these steps are open."""
    table = holding(placing(3), items or {}, **plots)
    return table.changed(pending=steps, resolving="labor_market")


def test_branches_are_chosen() -> None:
    of = [[{"gain": {"water": 1}}], [{"gain": {"elixir": 1}}], [{"tend": {"max": 1, "water_delta": 0}}]]
    table = waiting(Step(1, "A28", "choose", {"k": 2, "of": of}))

    table.when(Choose(1, (0, 1))).refused("unknown_branch", branch=0)
    table.when(Choose(1, (1, 1))).refused("duplicate_branch", branches=[1])
    table.when(Choose(1, (1,))).refused("wrong_count", wanted=2)
    table.when(Choose(1, (2, 1))).then(
        BranchChosen(1, "A28", (2, 1)),
        ItemsGained(1, "A28", {"elixir": 1}, {}),
        ItemsGained(1, "A28", {"water": 1}, {}),
        DONE,
    )


def test_goods_are_converted() -> None:
    says = {"give": {"water": 2}, "get": {"seed.rockali": 1}, "times": 2}
    table = waiting(Step(1, "A99", "convert", says), items={"water": 3})

    table.when(Convert(1, 3)).refused("too_many_times", max=2)
    table.when(Convert(1, 2)).refused("item_not_owned", item="water", need=4)
    table.changed(supply={**table.state.supply, "rockali": 0}).when(Convert(1, 1)).refused("chits_exhausted")
    table.when(Convert(1, 1)).then(ItemsConverted(1, "A99", {"water": 2}, {"seed.rockali": 1}), DONE)


def test_items_may_have_to_differ() -> None:
    table = waiting(Step(1, "A99", "gain_any", {"n": 2, "of": ["resource.*"], "distinct": True}))

    table.when(GainAny(1, {"water": 2})).refused("repeat_not_allowed", items=["water"])
    table.when(GainAny(1, {"water": 1, "elixir": 1})).accepted()


@pytest.mark.parametrize(
    ("op", "says", "command", "code"),
    [
        ("harvest", {"max": 1}, Harvest(1, ("P1", "P2")), "too_many_fields"),
        ("plant", {"max": 1, "fert_delta": 0}, planting(("P3", "snap_pea", 2)), "too_many_plants"),
        ("tend", {"max": 1, "water_delta": 0}, tending(("P1", "water", 2)), "too_many_tends"),
    ],
)
def test_cards_limit_what_is_done(op: str, says: dict[str, Any], command: Any, code: str) -> None:
    goods = {"snap_pea": 2, "fertilizer": 9, "water": 9}
    plots: dict[str, Any] = {"P1": grown("snap_pea", 1), "P2": grown("scarrot", 1), "P3": Plot("field", "?field")}

    waiting(Step(1, "A99", op, says), items=goods, **plots).when(command).refused(code, max=1)


def test_cards_lower_what_planting_and_tending_cost() -> None:
    says = {"max": None, "fert_delta": -1}
    goods = {"seed.rockali": 1, "fertilizer": 9}
    table = waiting(Step(1, "A99", "plant", says), items=goods, P2=built("B27"))
    pea = waiting(Step(1, "A99", "plant", says), items={"snap_pea": 1}, P2=built("B27"))
    tend = waiting(
        Step(1, "A99", "tend", {"max": None, "water_delta": 0}),
        items={"water": 9},
        P1=grown("snap_pea", 1),
        P2=built("B28"),
        P3=grown("rockali", 1),
    )

    assert 3 == table.when(planting(("P1", "seed.rockali", 1))).events[0].fertilizer  # type: ignore[attr-defined]
    assert 0 == pea.when(planting(("P1", "snap_pea", 1))).events[0].fertilizer  # type: ignore[attr-defined]
    waters = [event.water for event in tend.when(tending(("P1", "water", 1), ("P3", "water", 1))).events[:2]]  # type: ignore[attr-defined]
    assert [1, 4] == waters


def test_goods_follow_an_action_at_most_so_often_in_a_round() -> None:
    table = at("harvest", P1=grown("snap_pea", 1), P2=grown("rockali", 1), P3=built("B29"))

    after = table.when(Harvest(1, ("P1", "P2"))).then(
        FieldHarvested(1, "P1", "snap_pea", 1, 1, last=False),
        ItemsGained(1, "B29.on_harvest", {"water": 1}, {}),
        FieldHarvested(1, "P2", "rockali", 1, 1),
        DONE,
    )

    assert {"B29.on_harvest": 1} == after.state.seat(1).uses


def test_buildings_can_be_fields() -> None:
    table = holding(placing(3), {"snap_pea": 4, "fertilizer": 4}, P2=built("B01"))
    seats = {**table.state.seats, "1": replace(table.state.seat(1), board="K1", side="front")}
    table = table.changed(seats=seats).when(PlaceFarmer(1, "labor_market", ("plant",))).accepted()

    after = table.when(planting(("P2", "snap_pea", 4))).accepted()

    assert built("B01", crop="snap_pea", chits=4) == after.state.seat(1).plots["P2"]
    assert BuildingBuilt not in {type(event) for event in table.when(planting(("P2", "snap_pea", 4))).events}
