from marshmallow import fields

from service.schemas.errors import faults
from service.schemas.fields import Int, ListOf, RequestSchema


class Inner(RequestSchema):
    space = Int(required=True)


class Outer(RequestSchema):
    command = fields.Nested(Inner, required=True)
    counts = ListOf(Int())


def test_every_fault_has_its_pointer() -> None:
    sent = {"command": {"space": "x", "colour": 1}, "counts": [1] * 2 + ["a"] + [1] * 7 + ["b"], "more": 1}

    assert faults(Outer().validate(sent)) == [
        {"in": "body", "pointer": "/command/colour", "detail": "Unknown field."},
        {"in": "body", "pointer": "/command/space", "detail": "Not an integer."},
        {"in": "body", "pointer": "/counts/2", "detail": "Not an integer."},
        {"in": "body", "pointer": "/counts/10", "detail": "Not an integer."},
        {"in": "body", "pointer": "/more", "detail": "Unknown field."},
    ]


def test_a_fault_of_the_whole_points_at_the_whole() -> None:
    assert faults({"_schema": ["Not an object."]}) == [{"in": "body", "pointer": "", "detail": "Not an object."}]
    assert faults({"command": {"_schema": "Bad."}}) == [{"in": "body", "pointer": "/command", "detail": "Bad."}]


def test_a_message_may_be_a_bare_text() -> None:
    assert faults("Bad.") == [{"in": "body", "pointer": "", "detail": "Bad."}]


def test_a_list_may_hold_nested_messages() -> None:
    assert [fault["pointer"] for fault in faults({"a": [{"b": ["Bad."]}, "Worse."]})] == ["/a", "/a/b"]


def test_names_are_escaped_in_pointers() -> None:
    assert faults({"a/b~c": ["Bad."]})[0]["pointer"] == "/a~1b~0c"


def test_half_a_character_in_a_name_can_still_be_answered() -> None:
    assert faults({"a\ud800": ["Bad."]})[0]["pointer"].encode() == b"/a?"


def test_the_same_fault_is_told_once() -> None:
    assert len(faults({"a": ["Bad.", "Bad."]})) == 1
