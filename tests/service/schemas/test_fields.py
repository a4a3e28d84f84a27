import re
from pathlib import Path
from typing import Any

import pytest
from marshmallow import Schema, ValidationError, fields

from service.schemas import fields as strict
from service.schemas.fields import (
    MAX_INT,
    AnyOf,
    Bool,
    Int,
    ListOf,
    MapOf,
    QueryInt,
    RequestSchema,
    Row,
    Text,
    Timestamp,
    choice,
)
from tests.service.schemas.checking import accepts


def one(field: fields.Field[Any]) -> type[Schema]:
    return type("Probe", (RequestSchema,), {"value": field})


def load(field: fields.Field[Any], value: Any) -> Any:
    return one(field)().load({"value": value})["value"]


def told(field: fields.Field[Any], value: Any) -> Any:
    with pytest.raises(ValidationError) as caught:
        load(field, value)
    return caught.value.messages["value"]  # type: ignore[call-overload]


@pytest.mark.parametrize("value", [1, 4, 2.0])
def test_int_accepts_integral_numbers_within_its_bounds(value: Any) -> None:
    assert accepts(one(Int(minimum=1, maximum=4)), {"value": value})


def test_int_loads_two_point_zero_as_two() -> None:
    loaded = load(Int(), 2.0)

    assert (loaded, type(loaded)) == (2, int)


@pytest.mark.parametrize("value", [0, 5, "3", True, False, 2.5, None, [], {}])
def test_int_refuses_what_is_no_integer_within_its_bounds(value: Any) -> None:
    assert not accepts(one(Int(minimum=1, maximum=4)), {"value": value})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_int_refuses_what_json_cannot_say(value: float) -> None:
    assert told(Int(), value) == ["Not an integer."]


@pytest.mark.parametrize(("value", "fine"), [(MAX_INT, True), (MAX_INT + 1, False), (-MAX_INT - 1, False)])
def test_int_stays_exact_for_every_reader(value: int, fine: bool) -> None:
    assert accepts(one(Int()), {"value": value}) is fine


@pytest.mark.parametrize("value", ["1", "007", "-3"])
def test_query_int_reads_digits(value: str) -> None:
    assert load(QueryInt(), value) == int(value)


@pytest.mark.parametrize("value", ["", "1.0", " 1", "1_000", "+1", "٣", "1e3", "9" * 17, 1, True])
def test_query_int_reads_nothing_else(value: Any) -> None:
    assert told(QueryInt(), value) == ["Not an integer."]


@pytest.mark.parametrize(("value", "fine"), [(True, True), (False, True), (1, False), ("yes", False), (0, False)])
def test_bool_takes_only_true_and_false(value: Any, fine: bool) -> None:
    assert accepts(one(Bool()), {"value": value}) is fine


@pytest.mark.parametrize(
    ("value", "fine"),
    [("ab", True), ("éé", True), ("a", False), ("abcd", False), (12, False), ("a\0", False)],
)
def test_text_counts_characters_and_refuses_nul(value: Any, fine: bool) -> None:
    assert accepts(one(Text(shortest=2, longest=3)), {"value": value}) is fine


def test_text_refuses_half_a_surrogate_pair() -> None:
    assert told(Text(), "a\ud800") == ["Holds a NUL or half a character."]


def test_text_refuses_bytes() -> None:
    assert told(Text(), b"abc") == ["Not a string."]


def test_a_pattern_matches_the_whole_text() -> None:
    field = Text(pattern="^[a-z]+$")

    assert load(field, "abc") == "abc"
    assert told(field, "abc\n") == ["Does not match '^[a-z]+$'."]


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("2026-01-02T19:30:00Z", "2026-01-02T19:30:00.000Z"),
        ("2026-01-02T19:30:00.5Z", "2026-01-02T19:30:00.500Z"),
        ("2026-01-02T19:30:00.007Z", "2026-01-02T19:30:00.007Z"),
        ("2028-02-29T23:59:59.99Z", "2028-02-29T23:59:59.990Z"),
    ],
)
def test_a_timestamp_is_kept_in_milliseconds(sent: str, kept: str) -> None:
    assert accepts(one(Timestamp()), {"value": sent})
    assert load(Timestamp(), sent) == kept


@pytest.mark.parametrize(
    "value",
    [
        "2026-01-02T19:30:00",
        "2026-01-02T19:30:00+00:00",
        "2026-01-02 19:30:00Z",
        "2026-01-02T19:30:00.1234Z",
        "2026-01-02T24:00:00Z",
        "2026-02-30T10:00:00Z",
        "2026-13-01T10:00:00Z",
        "2026-01-02T19:30:60Z",
        "2026-01-02T19:30:00Z\n",
        "0000-01-01T00:00:00Z",
        1767382200,
    ],
)
def test_a_timestamp_has_one_spelling(value: Any) -> None:
    assert not accepts(one(Timestamp()), {"value": value})


@pytest.mark.parametrize(("value", "fine"), [("a", True), (1, True), ("1", False), (True, False), (2, False)])
def test_a_choice_may_mix_texts_and_numbers(value: Any, fine: bool) -> None:
    assert accepts(one(choice(["a", "b", 1])), {"value": value}) is fine


@pytest.mark.parametrize(
    ("value", "fine"),
    [
        ([1], True),
        ([1, 2], True),
        ([], False),
        ([1, 2, 3], False),
        ({"1": 1}, False),
        ("12", False),
        (None, False),
    ],
)
def test_a_list_is_an_array_within_its_length(value: Any, fine: bool) -> None:
    assert accepts(one(ListOf(Int(), shortest=1, longest=2)), {"value": value}) is fine


def test_a_list_names_every_bad_item() -> None:
    assert told(ListOf(Int()), [1, "2", True]) == {1: ["Not an integer."], 2: ["Not an integer."]}


@pytest.mark.parametrize(("value", "fine"), [(["a", "b"], True), (["a", "a"], False)])
def test_a_set_holds_no_value_twice(value: Any, fine: bool) -> None:
    assert accepts(one(ListOf(Text(), unique=True)), {"value": value}) is fine


@pytest.mark.parametrize(
    ("value", "fine"), [([1, 2], True), ([1], False), ([1, 2, 3], False), (["1", 2], False), ({}, False)]
)
def test_a_row_has_a_fixed_length(value: Any, fine: bool) -> None:
    assert accepts(one(Row([Int(), Int()])), {"value": value}) is fine


@pytest.mark.parametrize(("value", "fine"), [(["a", 1], True), ([1, "a"], False)])
def test_a_row_may_mix_kinds(value: Any, fine: bool) -> None:
    assert accepts(one(Row([Text(), Int()])), {"value": value}) is fine


@pytest.mark.parametrize(
    ("value", "fine"), [({"a": 1}, True), ({}, True), ({"a": "1"}, False), ([1], False), ({"a\0": 1}, False)]
)
def test_a_map_has_values_of_one_kind(value: Any, fine: bool) -> None:
    assert accepts(one(MapOf(Int())), {"value": value}) is fine


def test_a_map_names_the_key_of_a_bad_value() -> None:
    assert told(MapOf(Int()), {"a": 1, "b": "x"}) == {"b": ["Not an integer."]}


def test_any_of_tells_why_no_kind_fits() -> None:
    assert told(AnyOf([Text(), Int()]), [1]) == ["Not a string.", "Not an integer."]


@pytest.mark.parametrize(("value", "fine"), [("a", True), (7, True), (None, True), (1.5, False), ({}, False)])
def test_any_of_may_be_null(value: Any, fine: bool) -> None:
    assert accepts(one(AnyOf([Text(), Int()], allow_none=True)), {"value": value}) is fine


@pytest.mark.parametrize("field", [Int(allow_none=True), Row([Int()], allow_none=True), choice(["a"], allow_none=True)])
def test_every_field_may_be_declared_nullable(field: fields.Field[Any]) -> None:
    assert accepts(one(field), {"value": None})


def test_lenient_fields_are_used_nowhere() -> None:
    lenient = re.compile(r"\bfields\.(Int|Integer|Float|Number|Bool|Boolean|Str|String|List|Dict|DateTime)\(")
    service = Path(strict.__file__).parent.parent
    found = {
        str(path.relative_to(service)): lenient.findall(path.read_text())
        for path in service.rglob("*.py")
        if path != Path(strict.__file__)
    }

    assert len(found) > 5
    assert not {path: names for path, names in found.items() if names}
