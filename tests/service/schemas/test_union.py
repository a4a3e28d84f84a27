from typing import Any

import pytest
from marshmallow import fields

from service.schemas.derive import COMMAND, derive
from service.schemas.errors import faults
from service.schemas.fields import Int, ListOf, RequestSchema, Text
from service.schemas.union import ChoosingSchema, EitherSchema, OneOfSchema, OneOrManySchema, UnionSchema, union
from tests.service.schemas import toys
from tests.service.schemas.checking import accepts

PLANT = {"type": "toy-game.plant", "pawn": "1-1"}
SHOW = {"type": "toy-game.show", "cards": ["SP"]}

AnyCommand = union(
    "AnyCommand",
    {"toy-game.plant": derive(toys.Plant, COMMAND), "toy-game.show": derive(toys.Show, COMMAND)},
    doc="A command.",
)


class Envelope(RequestSchema):
    command = fields.Nested(AnyCommand, required=True)
    outcomes = ListOf(Int())


class Batch(OneOrManySchema):
    item = Envelope
    longest = 3


class ByName(RequestSchema):
    name = Text(required=True)


class ByPlayer(RequestSchema):
    player = Text(required=True)


class SeatEntry(EitherSchema):
    variants = {"name": ByName, "player": ByPlayer}


class Common(RequestSchema):
    size = Int(required=True)


class Tagged(UnionSchema):
    tag = "kind"
    variants = {}
    otherwise = Common


def pointers(schema: type[ChoosingSchema], body: Any) -> list[str]:
    return [fault["pointer"] for fault in faults(schema().validate(body))]


@pytest.mark.parametrize(
    ("body", "fine"),
    [
        (PLANT, True),
        (SHOW, True),
        ({**PLANT, "cards": ["SP"]}, False),
        ({"pawn": "1-1"}, False),
        ({**PLANT, "type": "toy-game.dig"}, False),
        ({**PLANT, "type": None}, False),
        ({**PLANT, "type": ["toy-game.plant"]}, False),
        ([PLANT], False),
        ("toy-game.plant", False),
        (None, False),
    ],
)
def test_a_union_is_judged_as_it_is_published(body: Any, fine: bool) -> None:
    assert accepts(AnyCommand, body) is fine


@pytest.mark.parametrize(("body", "said"), [({}, "Missing"), ({"type": "x"}, "Unknown"), ({"type": 1}, "Unknown")])
def test_a_useless_tag_is_answered_with_the_tags_there_are(body: dict[str, Any], said: str) -> None:
    assert faults(AnyCommand().validate(body)) == [
        {
            "in": "body",
            "pointer": "/type",
            "detail": f"{said}; must be one of: toy-game.plant, toy-game.show.",
        }
    ]


def test_a_union_in_an_envelope_leaves_the_other_faults_told() -> None:
    found = faults(Envelope().validate({"command": {"type": "x"}, "outcomes": ["1"], "more": 1}))

    assert [fault["pointer"] for fault in found] == ["/command/type", "/more", "/outcomes/0"]


def test_without_its_tag_a_union_still_tells_the_rest() -> None:
    assert pointers(Tagged, {"kind": "x", "size": "big", "more": 1}) == ["/kind", "/more", "/size"]
    assert pointers(Tagged, {}) == ["/kind", "/size"]


@pytest.mark.parametrize(
    ("body", "fine"),
    [
        ({"command": PLANT}, True),
        ([{"command": PLANT}], True),
        ([{"command": PLANT}, {"command": SHOW, "outcomes": [1]}], True),
        ([{"command": PLANT}] * 3, True),
        ([{"command": PLANT}] * 4, False),
        ([], False),
        ([[{"command": PLANT}]], False),
        ({}, False),
        ("x", False),
        (None, False),
    ],
)
def test_a_body_is_one_object_or_an_array(body: Any, fine: bool) -> None:
    assert accepts(Batch, body) is fine


def test_every_fault_of_an_array_carries_its_index() -> None:
    body = [{"command": {"type": "x"}}, {"command": PLANT}, {"outcomes": ["1"]}]

    assert pointers(Batch, body) == ["/0/command/type", "/2/command", "/2/outcomes/0"]


@pytest.mark.parametrize("body", [[], [{"command": PLANT}] * 4, 7])
def test_a_body_of_the_wrong_size_or_kind_is_faulted_as_a_whole(body: Any) -> None:
    assert pointers(Batch, body) == [""]


@pytest.mark.parametrize(
    ("body", "fine"),
    [
        ({"name": "Ana"}, True),
        ({"player": "p_1"}, True),
        ({"name": "Ana", "player": "p_1"}, False),
        ({}, False),
        ({"name": 1}, False),
        ({"name": "Ana", "more": 1}, False),
        ([], False),
    ],
)
def test_exactly_one_key_is_given(body: Any, fine: bool) -> None:
    assert accepts(SeatEntry, body) is fine


def test_both_or_neither_key_is_faulted_as_a_whole() -> None:
    expected = [{"in": "body", "pointer": "", "detail": "Needs exactly one of: name, player."}]

    assert faults(SeatEntry().validate({})) == expected
    assert faults(SeatEntry().validate({"name": "Ana", "player": "p_1"})) == expected


def test_a_choice_of_schemas_takes_no_many() -> None:
    with pytest.raises(TypeError, match="use a list of it"):
        AnyCommand(many=True).load([PLANT])


class Shapes(OneOfSchema):
    variants = (ByName, ByPlayer)


@pytest.mark.parametrize(
    ("body", "fine"), [({"name": "Ana"}, True), ({"player": "p_1"}, True), ({"size": 1}, False), ([], False)]
)
def test_shapes_are_told_apart_by_what_they_hold(body: Any, fine: bool) -> None:
    assert accepts(Shapes, body) is fine


def test_a_shape_that_none_fits_is_faulted_by_the_first() -> None:
    assert pointers(Shapes, {"size": 1}) == ["/name", "/size"]
