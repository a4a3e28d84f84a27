from typing import Any

import msgspec
import pytest

from service.schemas.derive import COMMAND, COMMAND_READ, EVENT, READ, SENT, component_name, derive
from service.schemas.errors import faults
from service.schemas.plugin import standalone
from tests.service.schemas import toys
from tests.service.schemas.checking import accepts

PLANT = {"type": "toy-game.plant", "seat": 1, "pawn": "1-1"}


@pytest.mark.parametrize(
    ("change", "fine"),
    [
        ({}, True),
        ({"square": [1, 2]}, True),
        ({"square": None}, True),
        ({"square": [0, 2]}, False),
        ({"square": [1, 2, 3]}, False),
        ({"pay": "wood"}, True),
        ({"pay": "gold"}, False),
        ({"pay": None}, False),
        ({"counts": {"a": 1}}, True),
        ({"counts": {"a": 1.5}}, False),
        ({"seat": 0}, False),
        ({"seat": "1"}, False),
        ({"seat": True}, False),
        ({"pawn": "123456789"}, False),
        ({"type": "toy-game.show"}, False),
        ({"colour": "red"}, False),
    ],
)
def test_a_command_is_judged_as_it_is_published(change: dict[str, Any], fine: bool) -> None:
    assert accepts(derive(toys.Plant, COMMAND), {**PLANT, **change}) is fine


@pytest.mark.parametrize(("missing", "fine"), [("seat", True), ("pawn", False), ("type", False)])
def test_only_the_seat_of_a_command_may_be_left_out(missing: str, fine: bool) -> None:
    body = {key: value for key, value in PLANT.items() if key != missing}

    assert accepts(derive(toys.Plant, COMMAND), body) is fine


@pytest.mark.parametrize(
    ("change", "fine"), [({}, True), ({"loud": True}, True), ({"loud": 1}, False), ({"cards": []}, False)]
)
def test_unset_literals_and_lengths(change: dict[str, Any], fine: bool) -> None:
    body = {"type": "toy-game.show", "seat": 1, "cards": ["SP"], **change}

    assert accepts(derive(toys.Show, COMMAND), body) is fine


def test_what_is_loaded_is_what_was_sent_and_fits_the_struct() -> None:
    sent = {**PLANT, "square": [1.0, 2], "pay": "wood"}

    loaded = derive(toys.Plant, COMMAND)().load(sent)

    assert loaded == sent
    assert msgspec.convert(loaded, toys.Plant).square == (1, 2)


def test_all_faults_of_a_command_are_told() -> None:
    found = faults(derive(toys.Plant, COMMAND)().validate({"type": "toy-game.plant", "seat": "x", "square": [0, "y"]}))

    assert [fault["pointer"] for fault in found] == ["/pawn", "/seat", "/square/0", "/square/1"]


def test_a_command_publishes_its_tag_its_docstring_its_defaults_and_its_end() -> None:
    published = standalone(derive(toys.Plant, COMMAND))

    assert published["properties"]["type"] == {"type": "string", "enum": ["toy-game.plant"]}
    assert published["description"] == "Plant a seed where the pawn stands."
    assert published["properties"]["pawn"]["description"] == "The pawn that plants."
    assert published["properties"]["pay"] == {"type": "string", "enum": ["fruit", "wood"], "default": "fruit"}
    assert published["properties"]["counts"]["default"] == {}
    assert published["required"] == ["pawn", "type"]
    assert published["additionalProperties"] is False


def test_what_is_read_is_complete_and_stays_open() -> None:
    published = standalone(derive(toys.Plant, COMMAND_READ))

    assert published["required"] == ["counts", "pawn", "pay", "seat", "square", "type"]
    assert "additionalProperties" not in published


def test_a_sealed_field_is_described_as_its_value_or_its_stand_in() -> None:
    published = standalone(derive(toys.Drawn, EVENT))["properties"]

    assert published["card"]["type"] == "string"
    assert published["card"]["description"] == "What came. To who may not read it, its public stand-in."
    assert published["faces"]["items"]["type"] == "string"


@pytest.mark.parametrize("card", ["SP", "?"])
def test_a_stand_in_satisfies_the_published_event(card: str) -> None:
    body = {"type": "toy-game.drawn", "seat": 1, "card": card, "faces": ["?", "SP"], "die": 3}

    assert accepts(derive(toys.Drawn, EVENT), body)


def test_what_is_sent_is_never_a_stand_in() -> None:
    published = standalone(derive(toys.Show, COMMAND))["properties"]["cards"]

    assert "description" not in published


@pytest.mark.parametrize(
    ("change", "fine"),
    [
        ({}, True),
        ({"mark": {"kind": "black", "spades": 2}}, True),
        ({"mark": {"kind": "green", "spades": 2}}, False),
        ({"mark": {"kind": "black", "hearts": 2}}, False),
        ({"cells": {"a1": {"card": 1, "tokens": [0, 0, 0]}}}, False),
        ({"extra": {"anything": [1]}}, True),
        ({"later": "added"}, True),
    ],
)
def test_a_state_nests_structs_unions_and_maps(change: dict[str, Any], fine: bool) -> None:
    body = {
        "cells": {"a1": {"card": None, "tokens": [0, 1, 2]}},
        "mark": {"kind": "red", "hearts": 1},
        "seen": ["a"],
        "extra": None,
        **change,
    }

    assert accepts(derive(toys.State, READ, "toy-game"), body) is fine


@pytest.mark.parametrize(
    ("options", "fine"),
    [
        ({}, True),
        ({"years": 9, "variants": ["poverty"], "target": 3}, True),
        ({"years": 10}, False),
        ({"variants": ["poverty", "poverty"]}, False),
        ({"variants": ["harmony"]}, False),
        ({"target": None}, True),
        ({"season": 4}, False),
    ],
)
def test_options_are_typed_and_closed(options: dict[str, Any], fine: bool) -> None:
    assert accepts(derive(toys.Options, SENT, "toy-game"), options) is fine


def test_names_say_ruleset_and_part() -> None:
    roles = [COMMAND, COMMAND_READ]

    assert component_name("season-harvest.play_card") == "SeasonHarvestPlayCard"
    assert [derive(toys.Plant, role).__name__ for role in roles] == ["ToyGamePlant", "ToyGamePlantRecorded"]
    assert derive(toys.Drawn, EVENT).__name__ == "ToyGameDrawnEvent"
    assert derive(toys.State, READ, "toy-game").__name__ == "ToyGameState"
    assert set(standalone(derive(toys.State, READ, "toy-game"))["$defs"]) == {
        "ToyGameCell",
        "ToyGameRed",
        "ToyGameBlack",
        "ToyGameRedOrToyGameBlack",
    }


def test_a_schema_is_made_once() -> None:
    assert derive(toys.Plant, COMMAND) is derive(toys.Plant, COMMAND)


def test_a_float_is_refused() -> None:
    with pytest.raises(TypeError, match="FloatType"):
        derive(toys.Weighed, READ)


def test_only_structs_are_derived() -> None:
    with pytest.raises(TypeError, match="no struct"):
        derive(dict, READ)  # type: ignore[arg-type]
