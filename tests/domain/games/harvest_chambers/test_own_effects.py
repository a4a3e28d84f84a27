"""What cards of one's own can say: prices, passive effects, choices and shortages, each word by itself."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.harvest_chambers.commands import (
    Build,
    ChooseCharacter,
    FinishResolution,
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
    BuildingBuilt,
    CropTended,
    EffectDeclined,
    FarmerPlaced,
    FieldHarvested,
    FieldPlowed,
    GoodsPaid,
    ItemsGained,
    ResolutionCompleted,
    RoundStarted,
)
from domain.games.harvest_chambers.legal import legal
from domain.games.harvest_chambers.manifest import Manifest
from domain.games.harvest_chambers.state import EXPANSION, Step
from tests.domain.games.harvest_chambers.tables import (
    MANIFEST,
    at_table,
    built,
    dealt,
    grown,
    items_of,
    layout,
    own,
    placing,
    waiting,
)

OFFICE, STORE, LABOR = "land_office", "general_store", "labor_market"
PLANT = {"max": None, "fert_delta": 0}
TEND = {"max": None, "water_delta": 0}


# -- what places cost and offer


def test_goods_are_paid_to_the_last_and_pay_no_stars_as_well() -> None:
    priced = own(A05={"cost": {"snap_pea": 1}, "cost_stars": 1})
    place = PlaceFarmer(1, "A05/s1", (), {"snap_pea": 1})

    at_table(manifest=priced, items={"snap_pea": 1}).when(place).refused("payment_not_owned", have=0)
    at_table(manifest=priced, items={"snap_pea": 2}).when(place).accepted()


def test_a_pick_may_cost_goods() -> None:
    offered = own(picks={"well": {"when_taken": [{"gain": {"water": 3}}], "cost": {"fertilizer": 1}}})

    at_table(manifest=offered, items={"fertilizer": 1}).when(PlaceFarmer(1, OFFICE, ("well",))).then(
        GoodsPaid(1, {"fertilizer": 1}),
        FarmerPlaced(1, 1, OFFICE, ("well",), (1,)),
        ItemsGained(1, "well", {"water": 3}, {}),
        ResolutionCompleted(1, OFFICE),
    )


def test_a_hook_changes_the_price_of_its_own_word_only() -> None:
    items = {"snap_pea": 2}

    at_table(items=items, P2=built("B30")).when(PlaceFarmer(1, STORE, ("elixir",), {"snap_pea": 1})).refused(
        "payment_insufficient", due=2
    )


def test_a_hook_can_put_a_price_on_what_is_free() -> None:
    dear = own({"B30": {"ability": [{"slot_cost": {"op": "plow", "delta": 1, "min": 0}}]}})
    plowing = PlaceFarmer(1, OFFICE, ("plow",))

    at_table(manifest=dear, items={"snap_pea": 1}, P2=built("B30")).when(plowing).refused("payment_insufficient", due=1)


def test_a_full_place_is_entered_only_so_often_in_a_round() -> None:
    inn = own({"B30": {"ability": [{"enter_occupied": {"per_round": 1}}]}})
    full = at_table(manifest=inn, P2=built("B30")).changed(occupancy={"A01/s1": (2,), "A05/s1": (2,)})

    once = full.when(PlaceFarmer(1, "A01/s1")).accepted()

    once.changed(placed=3).when(PlaceFarmer(1, "A05/s1")).refused("slot_full")
    full.changed(placed=3).when(PlaceFarmer(1, "A05/s1")).accepted()


def test_two_effects_let_a_farmer_enter_twice() -> None:
    inn = own({card: {"ability": [{"enter_occupied": {"per_round": 1}}]} for card in ("B29", "B30")})
    full = at_table(manifest=inn, P2=built("B30"), P3=built("B29")).changed(occupancy={"A01/s1": (2,), "A05/s1": (2,)})

    full.when(PlaceFarmer(1, "A01/s1")).accepted().changed(placed=3).when(PlaceFarmer(1, "A05/s1")).accepted()


def test_a_card_with_free_order_gives_first_what_needs_no_choice() -> None:
    given = own(A05={"when_taken": [{"harvest": {"max": None}}, {"gain": {"water": 2}}]})

    free = at_table(manifest=given, card_order="player").when(PlaceFarmer(1, "A05/s1"))

    free.then(FarmerPlaced(1, 1, "A05/s1", (), (1,)), ItemsGained(1, "A05", {"water": 2}, {}))
    at_table(manifest=given).when(PlaceFarmer(1, "A05/s1")).then(FarmerPlaced(1, 1, "A05/s1", (), (1,)))


def test_the_same_thing_is_picked_twice_where_the_data_allows_it() -> None:
    plain = msgspec.json.decode(msgspec.json.encode(MANIFEST))
    plain["profiles"][0]["slots"][0]["distinct"] = False
    alike = msgspec.convert(plain, Manifest)

    twice = at_table(2, alike).when(PlaceFarmer(1, STORE, ("water", "water"))).accepted()
    only_plows = at_table(2, alike, left={EXPANSION: 0})

    assert {"water": 6} == items_of(twice)
    only_plows.when(PlaceFarmer(1, OFFICE, ("plow",))).refused("too_few_picks", min=2)
    only_plows.when(PlaceFarmer(1, OFFICE, ("plow", "plow"))).accepted()


def test_places_are_named_exactly() -> None:
    at_table().when(PlaceFarmer(1, f"{LABOR}/", ("harvest",))).refused("unknown_slot")


def test_the_list_names_picks_once_where_their_order_is_printed() -> None:
    listed = [each for each in legal(at_table(2, pick_order="printed").state, 1) if isinstance(each, PlaceFarmer)]
    sets = [(each.slot, tuple(sorted(each.picks))) for each in listed if each.picks]

    assert len(set(sets)) == len(sets)


def test_as_many_picks_are_due_as_can_be_paid_one_by_one() -> None:
    only_priced = own(picks={"fence": {"when_taken": [{"gain": {"water": 1}}], "cost_stars": 1}})
    given = {"items": {"crop.phantom_pepper": 1}, "left": {EXPANSION: 0}, "P3": built("B01"), "P4": built("B02")}
    fence = PlaceFarmer(1, OFFICE, ("fence",), ({"crop.phantom_pepper": 1},))

    one = at_table(2, only_priced, combine_costs=False, **given)
    stack = one.state.cards.shift("field stack", "plowed", 24)

    one.changed(cards=stack).when(fence).accepted()
    at_table(2, only_priced, **given).changed(cards=stack).when(
        PlaceFarmer(1, OFFICE, ("fence",), {"crop.phantom_pepper": 1})
    ).refused("too_few_picks", min=2)


# -- picks that could do nothing


def test_a_plot_and_a_card_are_used_once() -> None:
    one = at_table(2, items={"snap_pea": 2}, P2=built("B01"), P3=built("B02"))
    none = at_table(2).state.cards.shift("field stack", "plowed", 24)
    pay = {"snap_pea": 2}

    one.when(PlaceFarmer(1, OFFICE, ("plow", "build"), pay)).refused("pick_impossible", pick="build")
    one.when(PlaceFarmer(1, OFFICE, ("build", "plow"), pay)).refused("pick_impossible", pick="plow")
    at_table(2).changed(cards=none).when(PlaceFarmer(1, OFFICE, ("expand", "plow"))).refused(
        "pick_impossible", pick="plow"
    )


@pytest.mark.parametrize(("options", "left"), [({"max_expansions": 1}, 12), ({}, 1)])
def test_an_expansion_is_used_once(options: dict[str, Any], left: int) -> None:
    wide = own(picks={"annexe": {"when_taken": [{"expand": 1}]}})

    at_table(2, wide, left={EXPANSION: left}, **options).when(PlaceFarmer(1, OFFICE, ("expand", "annexe"))).refused(
        "pick_impossible", pick="annexe"
    )


def test_open_plots_of_an_expansion_cannot_be_plowed() -> None:
    full: dict[str, Any] = {"P2": built("B01"), "P3": built("B02"), "P4": built("B03")}

    at_table(2, expansion_plots="open", **full).when(PlaceFarmer(1, OFFICE, ("expand", "plow"))).refused(
        "pick_impossible", pick="plow"
    )


def test_a_pick_that_does_something_is_possible() -> None:
    mixed = own(
        picks={
            "shed": {"when_taken": [{"gain": {"water": 1}}, {"harvest": {"max": None}}]},
            "barn": {"when_taken": [{"gain": {"water": 1, "elixir": 1}}]},
        }
    )
    dry = at_table(manifest=mixed, left={"water": 0})

    dry.when(PlaceFarmer(1, OFFICE, ("shed",))).accepted()
    dry.when(PlaceFarmer(1, OFFICE, ("barn",))).accepted()
    dry.when(PlaceFarmer(1, STORE, ("water",))).refused("pick_impossible")
    at_table(left={"water": 0}, supply_limits="soft").when(PlaceFarmer(1, STORE, ("water",))).accepted()
    at_table(left={EXPANSION: 0}, supply_limits="soft").when(PlaceFarmer(1, OFFICE, ("expand",))).accepted()


# -- several effects of one card


def test_goods_of_choice_and_plain_goods_of_one_card_come_both() -> None:
    given = own(
        A05={"when_taken": [{"gain_any": {"n": 1, "of": ["seed.*"], "distinct": False}}, {"gain": {"water": 1}}]}
    )
    placed = at_table(manifest=given).when(PlaceFarmer(1, "A05/s1")).accepted()

    placed.when(GainAny(1, {"seed.rockali": 1})).then(
        ItemsGained(1, "A05", {"seed.rockali": 1}, {}),
        ItemsGained(1, "A05", {"water": 1}, {}),
        ResolutionCompleted(1, "A05/s1"),
    )


def test_what_a_building_brings_comes_before_the_rest_of_the_card() -> None:
    given = own(A05={"when_taken": [{"build": 1}, {"gain": {"elixir": 1}}]})
    placed = at_table(manifest=given).when(PlaceFarmer(1, "A05/s1")).accepted()

    placed.when(Build(1, "B03", "P2")).then(
        BuildingBuilt(1, "P2", "B03", ("B01", "B02", "B04", "B05", "B06")),
        ItemsGained(1, "B03", {"fertilizer": 2}, {}),
        ItemsGained(1, "A05", {"elixir": 1}, {}),
        ResolutionCompleted(1, "A05/s1"),
    )


def test_what_is_done_twice_is_two_steps() -> None:
    placed = at_table(manifest=own(A05={"when_taken": [{"plow": 2}]})).when(PlaceFarmer(1, "A05/s1")).accepted()

    once = placed.when(Plow(1, "P2")).then(FieldPlowed(1, "P2", "?field", 23))
    once.when(Plow(1, "P3")).then(FieldPlowed(1, "P3", "?field", 22), ResolutionCompleted(1, "A05/s1"))


def test_a_free_order_is_that_of_one_card() -> None:
    steps = (Step(1, "A05", "harvest", {"max": None}), Step(1, "B02", "plant", PLANT))
    free = at_table(card_order="player", items={"snap_pea": 1, "fertilizer": 1}).changed(pending=steps, resolving=LABOR)

    free.when(Plant(1, (Planting("P1", "snap_pea", 1),))).refused("wrong_pending_step", expected="harvest")


def test_the_start_of_a_round_follows_the_numbers_held_and_renews_limits() -> None:
    plain = msgspec.json.decode(msgspec.json.encode(MANIFEST))
    for board in plain["characters"]:
        board["round_start"] = [{"plow": 1}]
    placed = placing(2, manifest=msgspec.convert(plain, Manifest))
    seats = {
        str(seat): replace(placed.state.seat(seat), initiative=number, side="front", uses={"enter_occupied": 1})
        for seat, number in ((1, 7), (2, 3))
    }

    after = placed.changed(seats=seats).after(RoundStarted(2)).state

    assert [2, 1] == [step.seat for step in after.pending]
    assert [{}, {}] == [held.uses for held in after.seats.values()]


def test_effects_of_the_set_up_follow_the_numbers_dealt() -> None:
    plain = msgspec.json.decode(msgspec.json.encode(MANIFEST))
    for board in plain["characters"]:
        board["setup"] = [{"plow": 1}]
    dealt_boards = dealt(2, manifest=msgspec.convert(plain, Manifest))
    last = dealt_boards.when(ChooseCharacter(1, "K1", "front")).accepted()

    after = last.when(ChooseCharacter(2, "K3", "front"), *layout(2, (7, 3))[:8]).accepted().state

    assert [2, 1] == [step.seat for step in after.pending]


# -- passive effects


def test_the_witch_leaves_water_as_it_is() -> None:
    given: dict[str, Any] = {"items": {"water": 2}, "P1": grown("scarrot", 1), "P2": built("B05")}

    watered = waiting("tend", TEND, **given).when(Tend(1, (Tending("P1", "water", 1),))).events

    assert CropTended(1, "P1", "scarrot", 1, 2, 0, 2) == watered[0]


DOINGS: dict[str, tuple[dict[str, Any], Any]] = {
    "harvest": ({"max": None}, Harvest(1, ("P1",))),
    "plant": (PLANT, Plant(1, (Planting("P1", "snap_pea", 1),))),
    "tend": (TEND, Tend(1, (Tending("P1", "water", 1),))),
    "plow": ({}, Plow(1, "P2")),
    "build": ({}, Build(1, "B01", "P2")),
}


def following(event: str, limit: int | None) -> dict[str, Any]:
    return {"ability": [{"on_event": {"event": event, "gain": {"elixir": 1}, "limit_per_round": limit}}]}


@pytest.mark.parametrize("event", DOINGS)
def test_goods_follow_what_is_done(event: str) -> None:
    says, command = DOINGS[event]
    items = {"fertilizer": 1, "water": 1, "snap_pea": 1}
    given: dict[str, Any] = {"items": items, "P1": grown("snap_pea", 1), "P4": built("B29")}

    events = waiting(event, says, manifest=own({"B29": following(event, None)}), **given).when(command).events

    assert ItemsGained(1, f"B29.on_{event}", {"elixir": 1}, {}) == events[1]


def test_goods_follow_an_expansion() -> None:
    given = at_table(manifest=own({"B29": following("expand", 1)}), P4=built("B29"))

    events = given.when(PlaceFarmer(1, OFFICE, ("expand",))).events

    assert ItemsGained(1, "B29.on_expand", {"elixir": 1}, {}) == events[2]


def test_every_effect_has_a_limit_of_its_own() -> None:
    twice = own({"B29": {"ability": [*following("harvest", 1)["ability"], *following("harvest", 1)["ability"]]}})
    peas = {name: grown("snap_pea", 1) for name in ("P1", "P2")}
    copies: dict[str, Any] = {**peas, "P3": built("B29"), "P4": built("B29")}

    after = waiting("harvest", {"max": None}, manifest=twice, **copies).when(Harvest(1, ("P1", "P2"))).accepted()

    assert {"snap_pea": 2, "elixir": 4} == items_of(after)


def test_a_price_falls_for_the_kinds_named_and_never_below_nothing() -> None:
    cheap = own({"B27": {"ability": [{"fert_per_plant": {"types": ["rockali"], "delta": -2, "min": 1}}]}})
    given: dict[str, Any] = {"items": {"fertilizer": 9, "crop.scarrot": 1}, "P2": built("B27")}
    scarrot = Plant(1, (Planting("P1", "crop.scarrot", 1),))

    (full, *_) = waiting("plant", PLANT, manifest=cheap, **given).when(scarrot).events
    (free, *_) = waiting("plant", {**PLANT, "fert_delta": -9}, **given).when(scarrot).events

    assert (2, 0) == (full.fertilizer, free.fertilizer)  # type: ignore[attr-defined]


def test_fields_may_have_more_spaces() -> None:
    wide = own(
        {"B27": {"ability": [{"field_capacity": {"delta": 1}}]}, "B28": {"ability": [{"field_capacity": {"delta": 2}}]}}
    )
    given: dict[str, Any] = {"items": {"snap_pea": 9, "fertilizer": 9}, "P2": built("B27"), "P3": built("B28")}

    open_field = waiting("plant", PLANT, manifest=wide, **given)

    open_field.when(Plant(1, (Planting("P1", "snap_pea", 7),))).accepted()
    open_field.when(Plant(1, (Planting("P1", "snap_pea", 8),))).refused("field_full", room=7)


def test_the_larger_capacity_of_buildings_counts() -> None:
    big = {"ability": [{"buildings_are_fields": {"capacity": 3}}]}
    small = {"ability": [{"buildings_are_fields": {"capacity": 2}}]}
    given: dict[str, Any] = {"items": {"snap_pea": 9, "fertilizer": 9}, "P2": built("B27"), "P3": built("B28")}

    beds = waiting("plant", PLANT, manifest=own({"B27": small, "B28": big}), **given)

    beds.when(Plant(1, (Planting("P2", "snap_pea", 3),))).accepted()
    beds.when(Plant(1, (Planting("P2", "snap_pea", 4),))).refused("field_full", room=3)


# -- leaving steps, and copies


def test_finishing_leaves_the_steps_of_others_and_what_needs_no_choice() -> None:
    steps = (
        Step(1, "K1", "harvest", {"max": None}),
        Step(1, "K1", "gain", {"water": 1}),
        Step(2, "K2", "plant", PLANT),
    )

    after = at_table().changed(pending=steps).when(FinishResolution(1))

    after.then(EffectDeclined(1, "K1", "harvest"), ItemsGained(1, "K1", {"water": 1}, {}))
    assert steps[2:] == after.accepted().state.pending


def test_one_copy_of_a_building_leaves_the_display() -> None:
    twins = own({"B01": {"copies": 2}, "B30": {"copies": 1}})
    shown = waiting("build", {}, manifest=twins).changed(display=("B01", "B01", "B02"))

    built_one = shown.when(Build(1, "B01", "P2")).accepted()

    assert ("B01", "B02") == built_one.state.display


def test_harvests_of_a_kind_add_up() -> None:
    given = waiting("harvest", {"max": None}, P1=grown("snap_pea", 3), P2=grown("snap_pea", 2))

    given.when(Harvest(1, ("P1", "P2"))).then(
        FieldHarvested(1, "P1", "snap_pea", 3, 3, last=False),
        FieldHarvested(1, "P2", "snap_pea", 2, 5),
        ResolutionCompleted(1, LABOR),
    )
