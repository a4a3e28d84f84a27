"""The score sheet, and how a game comes out."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.harvest_chambers.counters import counted, points
from domain.games.harvest_chambers.score import lines, verdict
from domain.games.harvest_chambers.state import Options, Plot
from domain.games.harvest_chambers.vocabulary import COUNTERS
from tests.domain.games.harvest_chambers.tables import built, grown, holding, placing
from tests.domain.harness import Given


def sheet(table: Given, seat: int = 1) -> dict[str, int]:
    return {line.key: line.amount for line in lines(table.state) if line.seat == seat}


def harvested(table: Given, peas: int) -> Given:
    held = table.state.seat(1)
    seats = {**table.state.seats, "1": replace(held, harvested={**held.harvested, "snap_pea": peas})}
    return table.changed(seats=seats)


def agreed(table: Given, **options: object) -> Given:
    changed: Options = replace(table.state.options, **options)
    return table.changed(options=changed)


@pytest.mark.parametrize(("peas", "bonus"), [(6, 0), (7, 2), (10, 2), (11, 4), (15, 4)])
def test_the_larger_bonus_of_the_silo_replaces_the_smaller(peas: int, bonus: int) -> None:
    table = harvested(holding(placing(), {}, P2=built("B04")), peas)
    bought = agreed(holding(placing(), {"snap_pea": peas}, P2=built("B04")), silo_counts="supply")

    assert bonus == sheet(table)["building_bonus.B04"]
    assert bonus == sheet(bought)["building_bonus.B04"]


def whole() -> Given:
    """Return a seat with something of everything."""
    goods = {"crop.plumpkin": 1, "snap_pea": 3, "seed.phantom_pepper": 1}
    plots: dict[str, Any] = {
        "P1": grown("snap_pea", 4),
        "P2": grown("scarrot", 3),
        "P3": grown("rockali", 2),
        "E1a": built("B04"),
        "E1b": built("B06"),
    }
    return harvested(holding(placing(), goods, **plots), 7)


def test_a_whole_sheet() -> None:
    assert {
        "field.snap_pea": 4,
        "field.scarrot": 6,
        "field.rockali": 10,
        "harvested.snap_pea": 3,
        "harvested.plumpkin": 4,
        "seeds.phantom_pepper": 3,
        "building.B04": 2,
        "building.B06": 2,
        "building_bonus.B04": 2,
        "character": 15,
    } == sheet(whole())


@pytest.mark.parametrize(
    ("silo", "seeds", "total"), [("total", True, 51), ("supply", True, 49), ("supply", False, 46), ("total", False, 48)]
)
def test_totals_by_what_was_agreed(silo: str, seeds: bool, total: int) -> None:
    assert total == sum(sheet(agreed(whole(), silo_counts=silo, score_seeds=seeds)).values())


def test_the_standard_farmer_brings_fifteen() -> None:
    assert {"character": 15} == sheet(placing())


def test_a_snap_pea_counts_once() -> None:
    assert {"harvested.snap_pea": 2, "character": 15} == sheet(holding(placing(), {"snap_pea": 2}))


def test_lines_say_where_their_figures_come_from() -> None:
    flags = {line.key: line.flags for line in lines(whole().state) if line.seat == 1}

    assert () == flags["building.B06"] == flags["building_bonus.B04"]
    assert ("placeholder",) == flags["field.scarrot"] == flags["character"]


def test_what_was_declared_is_marked() -> None:
    held = replace(whole().state.seat(1), unverified=("scarrot",))
    table = whole().changed(seats={**whole().state.seats, "1": held})
    flags = {line.key: line.flags for line in lines(table.state) if line.seat == 1}

    assert ("placeholder", "unverified") == flags["field.scarrot"]
    assert ("placeholder",) == flags["field.rockali"]


def level(*goods: dict[str, int]) -> Given:
    table = placing(len(goods))
    for seat, items in enumerate(goods, 1):
        table = holding(table, items, seat=seat)
    return table


def test_the_most_stars_win() -> None:
    outcome = verdict(level({"snap_pea": 1}, {"snap_pea": 2}).state)

    assert ("win", (2,), "total", ()) == (
        outcome.outcome.kind,
        outcome.outcome.winners,
        outcome.outcome.decided_by,
        outcome.outcome.tie_breaks,
    )
    assert {"1": 2, "2": 1} == outcome.places


def test_a_tie_goes_to_the_most_resources_and_then_to_the_lowest_initiative() -> None:
    by_resources = verdict(level({"water": 1}, {"elixir": 1, "fertilizer": 1}, {"water": 1}).state)
    by_initiative = verdict(level({"water": 2}, {"elixir": 2}, {"water": 1}).state)

    assert ((2,), "resources") == (by_resources.outcome.winners, by_resources.outcome.decided_by)
    assert {"1": 2, "2": 1, "3": 3} == by_resources.places
    assert ((1,), "initiative") == (by_initiative.outcome.winners, by_initiative.outcome.decided_by)
    assert [("resources", (1, 2)), ("initiative", (1,))] == [
        (each.key, each.left) for each in by_initiative.outcome.tie_breaks
    ]


def test_a_copy_of_a_building_counts_twice() -> None:
    table = holding(placing(), {}, P2=built("B23"), P3=built("B23"))

    assert (2, 4) == (sheet(table)["building.B23"], sheet(table)["building_bonus.B23"])


@pytest.mark.parametrize(
    ("counter", "stands"),
    [
        ("crop.snap_pea.supply", 3),
        ("crop.snap_pea.field", 4),
        ("crop.snap_pea.both", 7),
        ("crop.*.both", 13),
        ("seed.phantom_pepper", 1),
        ("seed.*", 1),
        ("harvested.snap_pea", 7),
        ("harvested.*", 7),
        ("resource.water", 0),
        ("resource.*", 0),
        ("buildings", 2),
        ("fields", 3),
        ("fields.full", 2),
        ("expansions", 0),
        ("plots.locked", 1),
        ("kinds.crop", 4),
        ("$silo", 7),
    ],
)
def test_counters(counter: str, stands: int) -> None:
    assert stands == counted(whole().state, 1, counter)


def test_every_counter_counts() -> None:
    assert all(counted(whole().state, 1, counter) >= 0 for counter in COUNTERS)
    with pytest.raises(ValueError, match="no counter"):
        counted(whole().state, 1, "weather")


def test_a_field_that_fits_no_more_is_full() -> None:
    table = holding(placing(), {}, P1=grown("rockali", 1), P2=Plot("field"))

    assert 0 == counted(table.state, 1, "fields.full")


@pytest.mark.parametrize(
    ("node", "brings"),
    [
        ({"per": "crop.snap_pea.both", "each": 2, "div": 3, "max": None}, 4),
        ({"per": "crop.snap_pea.both", "each": 2, "div": 1, "max": 5}, 5),
        ({"per": "crop.snap_pea.both", "each": -1, "div": 1, "max": None}, -7),
        ({"steps": "fields", "at": [[3, 5], [1, 9]]}, 5),
        ({"steps": "fields", "at": [[4, 5]]}, 0),
        ({"flat": -2}, -2),
    ],
)
def test_what_score_effects_bring(node: dict[str, Any], brings: int) -> None:
    assert brings == points(whole().state, 1, node)[0]


def test_a_bonus_rests_on_its_building() -> None:
    rests = {line.key: line.rests_on for line in lines(whole().state)}

    assert ("building.B04",) == rests["building_bonus.B04"]
