"""Placing farmers: what places offer, and what they cost."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.harvest_chambers.commands import (
    Build,
    DeclineStep,
    FinishResolution,
    Harvest,
    PlaceFarmer,
    Plant,
    Planting,
)
from domain.games.harvest_chambers.events import (
    BuildingBuilt,
    CostPaid,
    EffectDeclined,
    FarmerPlaced,
    FieldHarvested,
    GoodsPaid,
    ItemsGained,
    ResolutionCompleted,
)
from domain.kernel.values import Event
from tests.domain.games.harvest_chambers.tables import FREELY, at_table, built, grown, holding, items_of, own, placing
from tests.domain.harness import Answer, Given

OFFICE, STORE, LABOR = "land_office", "general_store", "labor_market"


def to_build(items: dict[str, int], payment: Any, **plots: Any) -> Answer:
    """Place a farmer to build, with some goods and a payment."""
    table = holding(placing(**FREELY), items, **plots)
    return table.when(PlaceFarmer(1, OFFICE, ("build",), payment))


def paid(chits: dict[str, int], stars: int, over: int) -> tuple[Event, ...]:
    return CostPaid(1, 2, chits, stars, over), FarmerPlaced(1, 1, OFFICE, ("build",), (1,))


def test_two_snap_peas_pay_for_a_building() -> None:
    table = to_build({"snap_pea": 2}, {"snap_pea": 2}).then(*paid({"snap_pea": 2}, 2, 0))
    before = table.state.supply["snap_pea"]

    after = table.when(Build(1, "B06", "P2")).then(
        BuildingBuilt(1, "P2", "B06", ("B01", "B02", "B03", "B04", "B05")),
        ItemsGained(1, "B06", {"water": 2}, {}),
        ResolutionCompleted(1, OFFICE),
    )

    assert {"water": 2} == items_of(after)
    assert 40 == before
    assert 2 == after.state.acting


@pytest.mark.parametrize(("crop", "stars"), [("scarrot", 2), ("phantom_pepper", 3), ("plumpkin", 4), ("rockali", 5)])
def test_any_other_crop_pays_for_a_building_and_there_is_no_change(crop: str, stars: int) -> None:
    payment = {f"crop.{crop}": 1}

    after = to_build(payment, payment).then(*paid(payment, stars, stars - 2))

    assert {} == items_of(after)


def test_seeds_do_not_pay() -> None:
    to_build({"seed.rockali": 1}, {"seed.rockali": 1}).refused("seed_cannot_pay", item="seed.rockali")


def test_crops_in_fields_do_not_pay() -> None:
    payment = {"crop.scarrot": 1}

    to_build({}, payment, P1=grown("scarrot", 2)).refused("crop_not_harvested", item="crop.scarrot")
    to_build({}, payment).refused("payment_not_owned", item="crop.scarrot")


def test_a_payment_covers_the_price() -> None:
    to_build({"snap_pea": 1}, {"snap_pea": 1}).refused("payment_insufficient", due=2, stars=1)
    to_build({"snap_pea": 1}, {}).refused("payment_insufficient", due=2, stars=0)


def test_a_payment_holds_no_needless_chit_unless_the_table_is_lenient() -> None:
    payment = {"crop.scarrot": 1, "snap_pea": 1}
    lenient = holding(placing(payment_minimal=False, **FREELY), payment)

    to_build(payment, payment).refused("payment_not_minimal", due=2, stars=3, spare=["snap_pea"])
    lenient.when(PlaceFarmer(1, OFFICE, ("build",), payment)).then(
        CostPaid(1, 2, payment, 3, 1), FarmerPlaced(1, 1, OFFICE, ("build",), (1,))
    )


def test_only_items_pay() -> None:
    to_build({"water": 2}, {"water": 2}).refused("unknown_item", item="water")
    to_build({}, {"gold": 2}).refused("unknown_item", item="gold")


def test_two_prices_are_paid_together() -> None:
    table = holding(placing(), {"crop.phantom_pepper": 1})

    table.when(PlaceFarmer(1, STORE, ("elixir", "phantom_pepper"), {"crop.phantom_pepper": 1})).then(
        CostPaid(1, 3, {"crop.phantom_pepper": 1}, 3, 0),
        FarmerPlaced(1, 1, STORE, ("elixir", "phantom_pepper"), (1,)),
        ItemsGained(1, "elixir", {"elixir": 1}, {}),
        ItemsGained(1, "phantom_pepper", {"seed.phantom_pepper": 1}, {}),
        ResolutionCompleted(1, STORE),
    )


def test_two_prices_are_paid_one_by_one_where_that_was_agreed() -> None:
    table = holding(placing(combine_costs=False), {"crop.phantom_pepper": 1, "snap_pea": 1})
    picks = ("elixir", "phantom_pepper")

    table.when(PlaceFarmer(1, STORE, picks, {"crop.phantom_pepper": 1})).refused("payment_per_pick", prices=[2, 1])
    table.when(PlaceFarmer(1, STORE, picks, ({"crop.phantom_pepper": 1},))).refused("payment_per_pick")
    events = table.when(PlaceFarmer(1, STORE, picks, ({"crop.phantom_pepper": 1}, {"snap_pea": 1}))).events

    assert (CostPaid(1, 2, {"crop.phantom_pepper": 1}, 3, 1), CostPaid(1, 1, {"snap_pea": 1}, 1, 0)) == events[:2]
    placing().when(PlaceFarmer(1, STORE, ("water", "scarrot"), ({}, {}))).refused("payment_per_pick", combined=True)
    table.when(PlaceFarmer(1, STORE, ("water", "scarrot"))).accepted()


def test_goods_of_the_same_placement_do_not_pay() -> None:
    placing().when(PlaceFarmer(1, STORE, ("snap_pea", "elixir"), {"snap_pea": 2})).refused("payment_not_owned")


def test_nothing_is_paid_where_nothing_is_due() -> None:
    table = holding(placing(), {"snap_pea": 1})

    table.when(PlaceFarmer(1, STORE, ("water", "scarrot"), {"snap_pea": 1})).refused("payment_not_due")


def test_two_seats_pick_two_things() -> None:
    placing().when(PlaceFarmer(1, STORE, ("water", "scarrot"))).then(
        FarmerPlaced(1, 1, STORE, ("water", "scarrot"), (1,)),
        ItemsGained(1, "water", {"water": 3}, {}),
        ItemsGained(1, "scarrot", {"seed.scarrot": 1}, {}),
        ResolutionCompleted(1, STORE),
    )


def test_three_seats_pick_one_thing() -> None:
    table = placing(3)

    table.when(PlaceFarmer(1, STORE, ("water", "scarrot"))).refused("too_many_picks", max=1, given=2)
    table.when(PlaceFarmer(1, STORE, ("water",))).accepted()


def test_picks_differ() -> None:
    placing().when(PlaceFarmer(1, STORE, ("water", "water"))).refused("duplicate_pick", picks=["water"])


def test_a_place_in_town_is_shared_and_effects_can_be_declined() -> None:
    table = placing(3).when(PlaceFarmer(1, LABOR, ("harvest",))).accepted()
    table = table.when(DeclineStep(1)).then(EffectDeclined(1, "harvest", "harvest"), ResolutionCompleted(1, LABOR))

    table.when(PlaceFarmer(2, LABOR, ("tend",))).then(FarmerPlaced(2, 1, LABOR, ("tend",), (1, 2)))


def test_a_farmer_is_placed_for_nothing_only_where_that_was_agreed() -> None:
    placing().when(PlaceFarmer(1, LABOR)).refused("too_few_picks", min=2, given=0)
    placing(3).when(PlaceFarmer(1, LABOR)).refused("too_few_picks", min=1, given=0)
    placing(**FREELY).when(PlaceFarmer(1, LABOR)).then(
        FarmerPlaced(1, 1, LABOR, (), (1,)), ResolutionCompleted(1, LABOR)
    )


def test_as_many_things_are_picked_as_can_be_used_and_paid_for() -> None:
    table = placing()
    empty = table.changed(supply={**table.state.supply, "expansion": 0})

    table.when(PlaceFarmer(1, OFFICE, ("plow",))).refused("too_few_picks", min=2, given=1)
    empty.when(PlaceFarmer(1, OFFICE, ("plow",))).accepted()
    empty.when(PlaceFarmer(1, OFFICE, ())).refused("too_few_picks", min=1, given=0)
    holding(empty, {"snap_pea": 2}).when(PlaceFarmer(1, OFFICE, ("plow",))).refused("too_few_picks", min=2)


def test_the_first_farmer_gets_two_things() -> None:
    table = placing(3, town_slots="first_farmer_two")
    table = table.when(PlaceFarmer(1, f"{LABOR}/1", ("harvest", "plant"))).then(
        FarmerPlaced(1, 1, f"{LABOR}/1", ("harvest", "plant"), (1,))
    )
    table = table.when(FinishResolution(1)).then(
        EffectDeclined(1, "harvest", "harvest"),
        EffectDeclined(1, "plant", "plant"),
        ResolutionCompleted(1, f"{LABOR}/1"),
    )

    table.when(PlaceFarmer(2, f"{LABOR}/1", ("harvest",))).refused("slot_full", occupants=[1])
    table.when(PlaceFarmer(2, f"{LABOR}/2", ("plant", "tend"))).refused("too_many_picks", max=1)
    table.when(PlaceFarmer(2, f"{LABOR}/2", ("plant",))).accepted()
    table.when(PlaceFarmer(2, LABOR, ("plant",))).refused("unknown_slot")


def test_everybody_may_pick_two_things_at_a_permissive_table() -> None:
    placing(4, town_slots="permissive").when(PlaceFarmer(4, STORE, ("water", "scarrot"))).accepted()


def test_an_action_card_takes_one_farmer() -> None:
    table = (
        placing(3)
        .when(PlaceFarmer(1, "A01/s1"))
        .then(
            FarmerPlaced(1, 1, "A01/s1", (), (1,)),
            ItemsGained(1, "A01", {"water": 4}, {}),
            ResolutionCompleted(1, "A01/s1"),
        )
    )

    table.when(PlaceFarmer(2, "A01/s1")).refused("slot_full", slot="A01/s1")
    places = [LABOR, STORE, OFFICE, "A01/s1", "A05/s1", "A11/s1"]
    table.when(PlaceFarmer(2, "A02/s1")).refused("unknown_slot", slot="A02/s1", slots=places)
    table.when(PlaceFarmer(2, "A05/s1", ("water",))).refused("picks_not_applicable")


def test_a_place_offers_what_it_offers() -> None:
    placing().when(PlaceFarmer(1, STORE, ("water", "plow"))).refused("unknown_pick", pick="plow")


def test_a_pick_that_can_do_nothing_is_refused() -> None:
    table = placing(3)
    state = table.state
    full = holding(table, {}, P2=grown("scarrot", 1), P3=built("B01"), P4=built("B02"))

    table.changed(supply={**state.supply, "expansion": 0}).when(PlaceFarmer(1, OFFICE, ("expand",))).refused(
        "pick_impossible", pick="expand"
    )
    table.changed(supply={**state.supply, "water": 0}).when(PlaceFarmer(1, STORE, ("water",))).refused(
        "pick_impossible", pick="water"
    )
    table.changed(display=()).when(PlaceFarmer(1, OFFICE, ("build",))).refused("pick_impossible", pick="build")
    full.when(PlaceFarmer(1, OFFICE, ("plow",))).refused("pick_impossible", pick="plow")


def test_the_second_pick_may_use_what_the_first_brought() -> None:
    full = holding(placing(), {}, P2=grown("scarrot", 1), P3=built("B01"), P4=built("B02"))

    full.when(PlaceFarmer(1, OFFICE, ("plow", "expand"))).refused("pick_impossible", pick="plow")
    full.when(PlaceFarmer(1, OFFICE, ("expand", "plow"))).accepted()


def test_picks_are_resolved_in_printed_order_where_that_was_agreed() -> None:
    (_, _, events) = placing(pick_order="printed").when(PlaceFarmer(1, STORE, ("scarrot", "water"))).events[:3]

    assert ItemsGained(1, "scarrot", {"seed.scarrot": 1}, {}) == events
    named = placing().when(PlaceFarmer(1, STORE, ("scarrot", "water"))).events
    assert ItemsGained(1, "scarrot", {"seed.scarrot": 1}, {}) == named[1]


def test_a_seat_stands_twice_on_a_place_unless_agreed_otherwise() -> None:
    def again(table: Given) -> Answer:
        for seat in (1, 2):
            table = table.when(PlaceFarmer(seat, STORE, ("water", "scarrot"))).accepted()
        return table.when(PlaceFarmer(1, STORE, ("plumpkin", "scarrot")))

    again(placing()).accepted()
    again(placing(same_seat_twice=False)).refused("seat_already_there", slot=STORE)


def test_turns_go_round_twice() -> None:
    table = placing(3)
    table.when(PlaceFarmer(2, STORE, ("water",))).refused("not_your_turn", acting=1)

    order = []
    for _ in range(6):
        order.append(table.state.acting)
        table = table.when(PlaceFarmer(table.state.acting or 0, STORE, ("scarrot",))).accepted()
        if len(order) == 5:
            break

    assert [1, 2, 3, 1, 2] == order
    assert 3 == table.state.acting


def test_a_turn_is_finished_before_the_next_placement() -> None:
    table = placing(3).when(PlaceFarmer(1, LABOR, ("plant",))).accepted()

    table.when(PlaceFarmer(1, STORE, ("water",))).refused("resolution_pending", step="plant")
    table.when(PlaceFarmer(2, STORE, ("water",))).refused("not_your_turn", acting=1)
    table.when(Harvest(1, ("P1",))).refused("wrong_pending_step", expected="plant", given="harvest")
    placing(3).when(DeclineStep(1)).refused("nothing_pending")
    placing(3).when(DeclineStep(2)).refused("not_your_turn")


def test_a_card_is_resolved_in_printed_order_unless_agreed_otherwise() -> None:
    def on_card(**options: Any) -> Given:
        table = holding(placing(3, **options), {"seed.scarrot": 1, "fertilizer": 2}, P2=grown("rockali", 1))
        return table.when(PlaceFarmer(1, "A11/s1")).accepted()

    plant = Plant(1, (Planting("P1", "seed.scarrot", 1),))

    on_card().when(plant).refused("wrong_pending_step", expected="harvest")
    table = on_card(card_order="player").when(plant).accepted()
    table.when(Harvest(1, ("P2",))).then(FieldHarvested(1, "P2", "rockali", 1, 1), ResolutionCompleted(1, "A11/s1"))


def test_a_place_may_cost_goods_beside_stars() -> None:
    table = placing(3, manifest=own(A05={"cost": {"water": 2}, "cost_stars": 1}))
    place = PlaceFarmer(1, "A05/s1", (), {"snap_pea": 1})

    holding(table, {"snap_pea": 1}).when(place).refused("goods_short", item="water", need=2, have=0)
    holding(table, {"snap_pea": 1, "water": 3}).when(place).then(
        GoodsPaid(1, {"water": 2}),
        CostPaid(1, 1, {"snap_pea": 1}, 1, 0),
        FarmerPlaced(1, 1, "A05/s1", (), (1,)),
        ItemsGained(1, "A05", {"snap_pea": 3}, {}),
        ResolutionCompleted(1, "A05/s1"),
    )


def test_hooks_lower_a_price_and_open_a_full_place() -> None:
    cheap = holding(placing(3), {"snap_pea": 1}, P2=built("B30"))
    cheap.when(PlaceFarmer(1, OFFICE, ("build",), {"snap_pea": 1})).accepted()
    table = placing(3)
    table = table.when(PlaceFarmer(1, "A01/s1")).accepted()
    seats = dict(table.state.seats)
    entering = table.changed(seats={**seats, "2": replace(seats["2"], board="K5", side="front")})

    after = entering.when(PlaceFarmer(2, "A01/s1")).accepted()

    assert (1, 2) == after.state.occupancy["A01/s1"]
    assert {"enter_occupied": 1} == after.state.seat(2).uses


def test_the_second_farmer_of_a_seat_is_the_second() -> None:
    events = at_table(allow_empty_placement=True).changed(placed=3).when(PlaceFarmer(1, STORE)).events

    assert FarmerPlaced(1, 2, STORE, (), (1,)) == events[0]


def test_growing_crops_that_would_not_suffice_are_not_named() -> None:
    few = at_table(P1=grown("scarrot", 1))

    few.when(PlaceFarmer(1, OFFICE, ("build",), {"crop.scarrot": 2})).refused("payment_not_owned", need=2, have=0)
