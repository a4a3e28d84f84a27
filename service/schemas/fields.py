"""Strict fields: the server accepts exactly what the published schema of a field says.

Marshmallow's own numbers, booleans and lists are generous (`"3"`, `2.7`, `"yes"`, an object where a list is
meant). A client that checks its requests against the published schema would be refused, or worse, believed.
"""
# ruff: noqa: ARG002 -- marshmallow sets the hooks' parameters and how error messages are declared

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields
from marshmallow.validate import Length, OneOf, Range, Regexp

__all__ = [
    "MAX_INT",
    "NO_NUL",
    "AnyOf",
    "Bool",
    "Int",
    "ListOf",
    "MapOf",
    "QueryInt",
    "RequestSchema",
    "ResponseSchema",
    "Row",
    "Text",
    "Timestamp",
    "choice",
]

MAX_INT = 2**53 - 1
"""The largest integer that every JSON reader keeps exact."""

NO_NUL = "^[^\\u0000]*$"
"""The pattern of any text that can be stored."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_DIGITS = re.compile(r"-?[0-9]{1,16}")
_MOMENT = (
    "^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?Z$"
)


class RequestSchema(Schema):
    """What a client sends: unknown fields are refused, and published as refused."""

    class Meta:
        unknown = RAISE


class ResponseSchema(Schema):
    """What a client reads: fields may be added, so nothing is said about others."""

    class Meta:
        unknown = EXCLUDE


class Int(fields.Integer):
    """An integer within the bounds; accepts `2.0`, refuses strings, booleans, fractions and infinities."""

    default_error_messages = {"invalid": "Not an integer."}

    def __init__(self, *, minimum: int = -MAX_INT, maximum: int = MAX_INT, **kwargs: Any) -> None:
        bounds = Range(min=max(minimum, -MAX_INT), max=min(maximum, MAX_INT))
        super().__init__(strict=True, validate=[bounds, *kwargs.pop("validate", ())], **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> int:
        if type(value) is int:
            return value
        if isinstance(value, float) and value.is_integer():
            return int(value)
        raise self.make_error("invalid")


class QueryInt(Int):
    """An integer in a query string or a header: decimal digits with an optional minus."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> int:
        if isinstance(value, str) and _DIGITS.fullmatch(value):
            return int(value)
        raise self.make_error("invalid")


class Bool(fields.Boolean):
    """A JSON `true` or `false`, and nothing that resembles one."""

    default_error_messages = {"invalid": "Not true or false."}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> bool:
        if isinstance(value, bool):
            return value
        raise self.make_error("invalid")


class Text(fields.String):
    """A string that can be stored anywhere: no NUL, no half of a surrogate pair.

    The lengths count code points; `pattern` must be anchored.
    """

    default_error_messages = {"invalid": "Not a string.", "unstorable": "Holds a NUL or half a character."}

    def __init__(
        self,
        *,
        shortest: int | None = None,
        longest: int | None = None,
        pattern: str | None = None,
        **kwargs: Any,
    ) -> None:
        checks = [*kwargs.pop("validate", ())]
        if shortest is not None or longest is not None:
            checks.append(Length(min=shortest, max=longest))
        if pattern is not None:
            checks.append(_Pattern(pattern))
        elif not checks or not isinstance(checks[0], OneOf):
            kwargs["metadata"] = {"pattern": NO_NUL, **kwargs.get("metadata", {})}
        super().__init__(validate=checks, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        if "\0" in value or _SURROGATE.search(value):
            raise self.make_error("unstorable")
        return value


class _Pattern(Regexp):
    """Match the whole string: Python's `$` would let a trailing line break pass."""

    def __call__(self, value: Any) -> Any:
        if not self.regex.fullmatch(value):
            raise ValidationError(f"Does not match {self.regex.pattern!r}.")
        return value


class Timestamp(Text):
    """A moment in UTC such as `2026-01-02T19:30:00.000Z`; loads with exactly three digits of fraction."""

    def __init__(self, **kwargs: Any) -> None:
        metadata = {"format": "date-time", **kwargs.pop("metadata", {})}
        super().__init__(pattern=_MOMENT, metadata=metadata, post_load=[_to_milliseconds], **kwargs)


def _to_milliseconds(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text.removesuffix("Z")[:19])
    except ValueError as error:
        raise ValidationError("No such date.") from error
    fraction = text[20:-1].ljust(3, "0")
    return f"{moment.isoformat()}.{fraction}Z"


def choice(values: Sequence[str | int], **kwargs: Any) -> fields.Field[Any]:
    """Return a field for one value of a closed set of strings, of integers or of both."""
    words = [value for value in values if isinstance(value, str)]
    numbers = [value for value in values if not isinstance(value, str)]
    if words and numbers:
        return AnyOf([choice(words), choice(numbers)], **kwargs)
    kind = Text if words else Int
    return kind(validate=[OneOf(words or numbers)], **kwargs)


class ListOf(fields.List[Any]):
    """A JSON array of one kind of item; `shortest` and `longest` count items."""

    default_error_messages = {"invalid": "Not an array.", "repeated": "Holds a value twice."}

    def __init__(
        self,
        item: fields.Field[Any],
        *,
        shortest: int | None = None,
        longest: int | None = None,
        unique: bool = False,
        **kwargs: Any,
    ) -> None:
        if shortest is not None or longest is not None:
            kwargs["validate"] = [Length(min=shortest, max=longest)]
        if unique:
            kwargs["metadata"] = {"uniqueItems": True, **kwargs.get("metadata", {})}
        self.unique = unique
        super().__init__(item, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list | tuple):
            raise self.make_error("invalid")
        items: list[Any] = super()._deserialize(value, attr, data, **kwargs)
        if self.unique and any(item in items[:index] for index, item in enumerate(items)):
            raise self.make_error("repeated")
        return items


class Row(fields.Tuple):
    """A JSON array of fixed length, such as a square `[row, column]`; loads as a list."""

    default_error_messages = {"invalid": "Not an array."}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise self.make_error("invalid")
        return list(super()._deserialize(value, attr, data, **kwargs))


class MapOf(fields.Dict):
    """A JSON object whose keys are free within one kind of text and whose values are of one kind."""

    default_error_messages = {"invalid": "Not an object."}

    def __init__(self, values: fields.Field[Any], *, keys: fields.Field[Any] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.keys = keys or Text()
        self.values = values

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise self.make_error("invalid")
        loaded, faults = {}, {}
        for key, item in value.items():
            try:
                loaded[str(self.keys.deserialize(key))] = self.values.deserialize(item, **kwargs)
            except ValidationError as error:
                # Marshmallow would put "key" or "value" between, and the pointer would lead nowhere.
                faults[key] = error.messages
        if faults:
            raise ValidationError(faults)
        return loaded


class AnyOf(fields.Field[Any]):
    """A value that one of several fields accepts, tried in order."""

    def __init__(self, options: Sequence[fields.Field[Any]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.options = tuple(options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        faults: list[Any] = []
        for option in self.options:
            try:
                return option.deserialize(value, attr, data, **kwargs)
            except ValidationError as error:
                faults.append(error.messages)
        raise ValidationError([fault for group in faults for fault in _texts(group)])

    def _serialize(self, value: Any, attr: str | None, obj: Any, **_: Any) -> Any:
        return value


def _texts(messages: Any) -> list[str]:
    if isinstance(messages, Mapping):
        return [text for part in messages.values() for text in _texts(part)]
    return [str(text) for text in messages] if isinstance(messages, list) else [str(messages)]
