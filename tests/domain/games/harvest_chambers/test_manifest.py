"""Component data: every fault is reported, each with a pointer."""

from typing import Any

import msgspec
import pytest

from domain.games.harvest_chambers.components import Manifest
from domain.games.harvest_chambers.faults import manifest_faults
from domain.games.harvest_chambers.vocabulary import ACTIVE, PASSIVE, TIMINGS
from tests.domain.games.harvest_chambers.tables import MANIFEST


def plain() -> dict[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(MANIFEST))  # type: ignore[no-any-return]


def faults(changed: dict[str, Any]) -> list[str]:
    return [at for at, _ in manifest_faults(msgspec.convert(changed, Manifest))]


def test_the_packaged_components_are_sound() -> None:
    assert [] == manifest_faults(MANIFEST)


def test_placeholders_say_so_in_their_names() -> None:
    rows: list[Any] = [*MANIFEST.action_cards, *MANIFEST.buildings, *MANIFEST.characters]

    assert all(row.name.startswith("Placeholder") for row in rows if row.provenance == "placeholder" and row.id != "K2")
    assert 6 == sum(building.provenance == "rulebook" for building in MANIFEST.buildings)


@pytest.mark.parametrize(
    ("node", "pointer"),
    [
        ({"gain": {}}, "/gain"),
        ({"gain": {"gold": 1}}, "/gain/gold"),
        ({"gain": {"water": 0}}, "/gain/water"),
        ({"gain": {"water": True}}, "/gain/water"),
        ({"fly": 1}, "/fly"),
        ({}, ""),
        ("gain", ""),
        ({"gain": {"water": 1}, "plow": 1}, ""),
        ({"plow": 0}, "/plow"),
        ({"harvest": {}}, "/harvest"),
        ({"harvest": {"max": 0}}, "/harvest/max"),
        ({"harvest": {"max": None, "min": 1}}, "/harvest/min"),
        ({"gain_any": {"n": 1, "of": ["weather.*"], "distinct": False}}, "/gain_any/of/0"),
        ({"gain_any": {"n": 1, "of": [], "distinct": 0}}, "/gain_any/of"),
        ({"convert": {"give": {"water": 1}, "get": {"water": 1}}}, "/convert"),
        ({"choose": {"k": 3, "of": [[{"plow": 1}], [{"plow": 1}]]}}, "/choose/k"),
        ({"choose": {"k": 1, "of": [[{"plow": 1}], [{"sow": 1}]]}}, "/choose/of/1/0/sow"),
    ],
)
def test_an_active_effect_keeps_to_the_vocabulary(node: Any, pointer: str) -> None:
    found = [at for at, _ in TIMINGS["when_taken"]([node], "")]

    assert f"/0{pointer}" == found[0]


@pytest.mark.parametrize(
    ("timing", "node", "pointer"),
    [
        ("ability", {"gain": {"water": 1}}, "/0/gain"),
        (
            "ability",
            {"on_event": {"event": "sleep", "gain": {"water": 1}, "limit_per_round": None}},
            "/0/on_event/event",
        ),
        ("ability", {"fert_per_plant": {"types": ["gold"], "delta": 0, "min": 0}}, "/0/fert_per_plant/types/0"),
        ("game_end", {"bonus": 1}, "/0"),
        ("game_end", {"flat": 1000}, "/0/flat"),
        ("game_end", {"per": "weather", "each": 1, "div": 1, "max": None}, "/0/per"),
        ("game_end", {"per": "fields", "each": 1, "div": 0, "max": None}, "/0/div"),
        ("game_end", {"steps": "$silo", "at": [[7]]}, "/0/at/0"),
    ],
)
def test_other_effects_keep_to_it_too(timing: str, node: Any, pointer: str) -> None:
    assert pointer == next(at for at, _ in TIMINGS[timing]([node], ""))


def test_all_faults_are_reported_at_once() -> None:
    wrong = plain()
    wrong["crops"][0]["count"] = 39
    wrong["crops"][3]["stars"] = 2
    wrong["resources"][0]["count"] = 41
    wrong["buildings"][2]["when_built"] = [{"fly": 1}]
    wrong["buildings"][3]["id"] = "B01"
    wrong["characters"][0]["start"] = {"gold": 1}
    wrong["initiative"][1]["n"] = 1
    wrong["action_cards"].pop()
    wrong["sections"][0]["picks"][0]["cost_stars"] = 1
    wrong["profiles"][0]["slots"][0]["capacity"] = 1
    wrong["profiles"][1]["slots"][0]["picks"] = {"2": 9}

    assert {
        "/crops",
        "/crops/3/stars",
        "/resources/0/count",
        "/buildings/2/when_built/0/fly",
        "/buildings/3/id",
        "/characters/0/start/gold",
        "/initiative/1/n",
        "/action_cards",
        "/sections/0/picks/0",
        "/profiles/0/slots",
        "/profiles/1/slots/0/picks",
        "/profiles/1/slots/0/picks/2",
    } == set(faults(wrong))


def test_a_set_of_ones_own_may_have_other_totals() -> None:
    own = plain()
    own["crops"][0]["count"] = 60
    own["crops"][3]["stars"] = 2
    own["resources"][0]["count"] = 41
    own["characters"].pop()
    assert ["/crops/3/stars", "/crops", "/resources/0/count", "/characters"] == faults(own)

    own["totals"] = "free"
    assert [] == faults(own)


def test_a_set_must_still_be_playable() -> None:
    own = plain() | {"totals": "free"}
    own["characters"] = own["characters"][:7]
    own["action_cards"] = own["action_cards"][:19]
    own["initiative"] = own["initiative"][:6]
    own["buildings"] = own["buildings"][:5]
    own["crops"].pop()
    own["resources"].pop()
    own["sections"].pop()
    own["profiles"].pop()
    own["course"]["action_cards_per_seat"] = 4
    own["farm"]["open_fields"] = 0

    found = faults(own)

    for at in ("/characters", "/initiative", "/buildings", "/crops", "/resources", "/sections", "/profiles"):
        assert at in found
    assert "/course/action_cards_per_seat" in found
    assert "/farm/open_fields" in found


def test_the_vocabulary_is_whole() -> None:
    assert {"gain", "gain_any", "harvest", "plant", "tend", "expand", "plow", "build", "convert", "choose"} == set(
        ACTIVE
    )
    assert {
        "elixir_fills_field",
        "fert_per_plant",
        "water_per_tend",
        "slot_cost",
        "buildings_are_fields",
        "field_capacity",
        "on_event",
        "enter_occupied",
    } == set(PASSIVE)
