"""Component data: every fault is reported, each with a pointer."""

from typing import Any

import msgspec
import pytest

from domain.games.harvest_chambers.faults import manifest_faults, manifest_warnings
from domain.games.harvest_chambers.manifest import Manifest
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
    own["crops"][3]["size"] = 1
    own["resources"][0]["count"] = 41
    own["characters"].pop()
    own["farm"] |= {"field_spaces": 3, "plots_per_expansion": 3}
    own["course"] |= {"display": 5, "action_cards_per_seat": 6, "initiative_reveal": 4}
    farm, course = ("field_spaces", "plots_per_expansion"), ("display", "action_cards_per_seat", "initiative_reveal")
    assert [
        "/crops/3/size",
        "/crops",
        "/resources/0/count",
        "/characters",
        *(f"/farm/{name}" for name in farm),
        *(f"/course/{name}" for name in course),
    ] == faults(own)

    own["totals"] = "free"
    assert [] == faults(own)


@pytest.mark.parametrize(
    ("kind", "stars", "doubtful"),
    [
        ("snap_pea", 0, True),
        ("snap_pea", 1, False),
        ("snap_pea", 2, True),
        ("scarrot", 1, True),
        ("scarrot", 2, False),
        ("phantom_pepper", 1, True),
        ("plumpkin", 2, True),
        ("plumpkin", 3, False),
        ("rockali", 1, True),
        ("rockali", 9, False),
    ],
)
def test_a_value_that_the_example_of_a_payment_excludes_is_doubtful(kind: str, stars: int, doubtful: bool) -> None:
    own = plain()
    index = [row["kind"] for row in own["crops"]].index(kind)
    own["crops"][index]["stars"] = stars

    assert [] == faults(own)
    told = [at for at, _ in manifest_warnings(msgspec.convert(own, Manifest))]
    assert ([f"/crops/{index}/stars"] if doubtful else []) == told
    assert [] == manifest_warnings(msgspec.convert(own | {"totals": "free"}, Manifest))


def test_pointers_are_written_as_pointers() -> None:
    odd = plain()
    odd["buildings"][0]["when_built"] = [{"gain": {"a/b~c": 1}}, {"a/b": 1}]
    odd["characters"][0]["start"] = {"a/b": 1}

    assert [
        "/buildings/0/when_built/0/gain/a~1b~0c",
        "/buildings/0/when_built/1/a~1b",
        "/characters/0/start/a~1b",
    ] == faults(odd)


def test_choices_stand_inside_each_other_only_so_deep() -> None:
    effects: list[Any] = [{"plow": 1}]
    for _ in range(3):
        effects = [{"choose": {"k": 1, "of": [effects, [{"expand": 1}]]}}]
    assert [] == list(TIMINGS["when_built"](effects, ""))

    effects = [{"choose": {"k": 1, "of": [effects, [{"expand": 1}]]}}]

    deepest = "/0/choose/of/0/0/choose/of/0/0/choose/of/0/0/choose"
    assert [deepest] == [at for at, _ in TIMINGS["when_built"](effects, "")]


def test_a_card_stands_apart_from_the_town_and_has_a_place() -> None:
    odd = plain()
    odd["action_cards"][0]["id"] = "land_office"
    odd["action_cards"][1]["slots"] = []

    assert ["/action_cards/0/id", "/action_cards/1/slots"] == faults(odd)


def test_a_price_and_a_name_say_something() -> None:
    for path, value in ((("edition",), ""), (("buildings", 0, "name"), ""), (("buildings", 0, "name"), "x" * 81)):
        odd: Any = plain()
        row = odd
        for step in path[:-1]:
            row = row[step]
        row[path[-1]] = value
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(odd, Manifest)
    odd = plain()
    odd["action_cards"][0]["slots"][0]["cost"] = {"water": 0}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(odd, Manifest)


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
