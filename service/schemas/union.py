"""Schemas that choose among others: by a tag, by the key that is present, or one object against an array."""

# ruff: noqa: ARG002 -- marshmallow sets the signatures of load and validate

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from marshmallow import Schema, ValidationError
from marshmallow.exceptions import SCHEMA

__all__ = ["ChoosingSchema", "EitherSchema", "OneOfSchema", "OneOrManySchema", "UnionSchema", "union"]


@cache
def _ready(schema: type[Schema]) -> Schema:
    # Building a schema costs more than loading with it, and loading leaves no trace in it.
    return schema()


class ChoosingSchema(Schema):
    """The base of schemas that have no fields of their own and pass a body on to another schema."""

    def load(self, data: Any, *, many: bool | None = None, partial: Any = None, unknown: Any = None) -> Any:
        """Load what the chosen schema makes of the data; raise `ValidationError` with all its faults.

        Each variant keeps its own rule for unknown fields, so `partial` and `unknown` have no say here.
        """
        if many or self.many:
            raise TypeError(f"{type(self).__name__} takes no many: use a list of it")
        return self._choose(data)

    def validate(self, data: Any, *, many: bool | None = None, partial: Any = None) -> dict[str, Any]:
        """Return what `load` would raise, as nested messages; an empty dict where all is well."""
        try:
            self.load(data, many=many)
        except ValidationError as error:
            return dict(error.messages)  # type: ignore[arg-type]  # ours are always keyed
        return {}

    def _choose(self, data: Any) -> Any:
        raise NotImplementedError


class UnionSchema(ChoosingSchema):
    """An object whose tag names the schema of the rest."""

    tag: ClassVar[str] = "type"
    variants: ClassVar[Mapping[str, type[Schema]]] = {}
    otherwise: ClassVar[type[Schema] | None] = None
    """What is checked beside the tag when the tag is no help, so that one answer tells all faults."""

    def _choose(self, data: Any) -> Any:
        if not isinstance(data, Mapping):
            raise ValidationError({SCHEMA: ["Not an object."]})
        tag = data.get(self.tag)
        if isinstance(tag, str) and tag in self.variants:
            return _ready(self.variants[tag]).load(data)
        raise ValidationError({**self._other_faults(data), self.tag: [self._advice(data)]})

    def _advice(self, data: Mapping[str, Any]) -> str:
        said = "Missing" if self.tag not in data else "Unknown"
        return f"{said}; must be one of: {', '.join(sorted(self.variants))}."

    def _other_faults(self, data: Mapping[str, Any]) -> dict[str, Any]:
        if self.otherwise is None:
            return {}
        rest = {key: value for key, value in data.items() if key != self.tag}
        found: Any = _ready(self.otherwise).validate(rest)
        return dict(found)


class EitherSchema(ChoosingSchema):
    """An object with exactly one of several keys, which names the schema of the whole."""

    variants: ClassVar[Mapping[str, type[Schema]]] = {}

    def _choose(self, data: Any) -> Any:
        if not isinstance(data, Mapping):
            raise ValidationError({SCHEMA: ["Not an object."]})
        present = [key for key in self.variants if key in data]
        if len(present) != 1:
            raise ValidationError({SCHEMA: [f"Needs exactly one of: {', '.join(self.variants)}."]})
        return _ready(self.variants[present[0]]).load(data)


class OneOfSchema(ChoosingSchema):
    """What one of several schemas describes, told apart by nothing but its shape; the first that loads it wins."""

    variants: ClassVar[Sequence[type[Schema]]] = ()

    def _choose(self, data: Any) -> Any:
        found: dict[str, Any] = {}
        for variant in self.variants:
            try:
                return _ready(variant).load(data)
            except ValidationError as error:
                found = found or dict(error.messages)  # type: ignore[arg-type]
        raise ValidationError(found)


class OneOrManySchema(ChoosingSchema):
    """One object, or an array of 1 to `longest` such objects."""

    item: ClassVar[type[Schema]]
    longest: ClassVar[int] = 100

    def _choose(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            return _ready(self.item).load(data)
        if not isinstance(data, list):
            raise ValidationError({SCHEMA: ["Neither an object nor an array."]})
        if not 1 <= len(data) <= self.longest:
            raise ValidationError({SCHEMA: [f"An array holds 1 to {self.longest} items."]})
        return self._items(data)

    def _items(self, data: Sequence[Any]) -> list[Any]:
        loaded, faults = [], {}
        for index, each in enumerate(data):
            try:
                loaded.append(_ready(self.item).load(each))
            except ValidationError as error:
                faults[index] = error.messages
        if faults:
            raise ValidationError(faults)
        return loaded


def union(name: str, variants: Mapping[str, type[Schema]], *, tag: str = "type", doc: str = "") -> type[UnionSchema]:
    """Return a union schema named `name` over schemas by the value of their `tag` field."""
    body = {"tag": tag, "variants": dict(variants), "__doc__": doc, "__module__": __name__}
    return type(name, (UnionSchema,), body)
