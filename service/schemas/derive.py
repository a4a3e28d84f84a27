"""Derive marshmallow schemas from the domain's own msgspec structs.

The structs stay the only place where a command, an event or a state is declared. A schema loads plain values:
turning them into the struct is the caller's affair.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from inspect import cleandoc
from typing import Any

import msgspec
from marshmallow import Schema, fields
from marshmallow.validate import OneOf
from msgspec import inspect as shape

from service.schemas.fields import (
    AnyOf,
    Bool,
    Int,
    ListOf,
    MapOf,
    RequestSchema,
    ResponseSchema,
    Row,
    Text,
    choice,
)
from service.schemas.union import union

__all__ = ["COMMAND", "COMMAND_READ", "EVENT", "READ", "SENT", "Role", "component_name", "derive"]


@dataclass(frozen=True)
class Role:
    """Say in which part a struct appears: what its component's name ends with, and what it asks of whom."""

    suffix: str
    sent: bool
    """Sent by a client: unknown fields are refused, defaults may be left out, nothing is sealed."""
    optional: frozenset[str] = frozenset()
    """Fields that may be left out although the struct needs them, because the service fills them in."""
    within: "Role | None" = None
    """The role of structs nested in this one, if another."""
    without: frozenset[str] = frozenset()
    """Fields that are left out altogether."""


_KERNEL = "domain.kernel."

READ = Role("", sent=False)
SENT = Role("Request", sent=True)
COMMAND = Role("", sent=True, optional=frozenset({"seat"}), within=SENT)
COMMAND_READ = Role("Recorded", sent=False, within=READ)
EVENT = Role("Event", sent=False, within=READ)


def component_name(tag: str) -> str:
    """Return the component's name for a tag: `season-harvest.play_card` becomes `SeasonHarvestPlayCard`."""
    words = tag.replace(".", "_").replace("-", "_").split("_")
    return "".join(word[:1].upper() + word[1:] for word in words)


def derive(struct: type[msgspec.Struct], role: Role, prefix: str = "") -> type[Schema]:
    """Return the schema of a struct in a role; `prefix` (a ruleset's id) names structs without a tag.

    Structs of the kernel, which rulesets share, go by their own name. Raises `TypeError` for a type that has no
    exact counterpart in JSON Schema, such as a float.
    """
    config = getattr(struct, "__struct_config__", None)
    if config is None:
        raise TypeError(f"{struct!r} is no struct")
    ruleset, dot, _ = str(config.tag).rpartition(".")
    if dot:
        prefix = ruleset
    elif struct.__module__.startswith(_KERNEL):
        prefix = ""
    return _derived(struct, role, prefix)


@cache
def _derived(struct: type[msgspec.Struct], role: Role, prefix: str) -> type[Schema]:
    # Two schemas of one name would be published as two components, so whatever names one is settled before.
    info = shape.type_info(struct)
    assert isinstance(info, shape.StructType)  # noqa: S101 -- what a struct class is inspected as
    return _Deriver(role, prefix).schema(info)


class _Deriver:
    def __init__(self, role: Role, prefix: str) -> None:
        self.role = role
        self.prefix = prefix

    def schema(self, info: shape.StructType) -> type[Schema]:
        body: dict[str, Any] = {"__doc__": _doc(info.cls), "__module__": info.cls.__module__}
        if info.tag_field:
            # A constant would be published as a mere default, and no body would have to carry its tag.
            body[info.tag_field] = Text(required=True, validate=[OneOf([info.tag])])
        for member in info.fields:
            if member.encode_name in self.role.without:
                continue
            body[member.encode_name] = self._member(info.cls, member)
        base = RequestSchema if self.role.sent else ResponseSchema
        return type(self._name(info), (base,), body)

    def _name(self, info: shape.StructType) -> str:
        if info.tag_field and "." in str(info.tag):
            return component_name(str(info.tag)) + self.role.suffix
        own = component_name(str(info.tag)) if info.tag_field else info.cls.__name__
        return component_name(self.prefix) + own + self.role.suffix

    def _member(self, cls: type, member: shape.Field) -> fields.Field[Any]:
        required = member.required and member.encode_name not in self.role.optional
        if not self.role.sent:
            required = member.required or not (_may_be_unset(member) or _omits_defaults(cls))
        options: dict[str, Any] = {"required": required, "metadata": {}}
        if self.role.sent and not member.required:
            options["metadata"] = _default(member)
        return self.field(member.type, options)

    def field(self, kind: shape.Type, options: dict[str, Any]) -> fields.Field[Any]:
        """Return the field for a type; `options` are passed on to it."""
        for known, make in _MAKERS:
            if isinstance(kind, known):
                return make(self, kind, options)
        raise TypeError(f"{type(kind).__name__} has no exact counterpart in a published schema")

    def metadata(self, kind: shape.Metadata, options: dict[str, Any]) -> fields.Field[Any]:
        notes = {**(kind.extra_json_schema or {}), **options.get("metadata", {})}
        inner = kind.type
        if not self.role.sent and "sealed" in (kind.extra or {}):
            said = (notes.get("description", ""), "To who may not read it, its public stand-in.")
            notes["description"] = " ".join(part for part in said if part)
            inner = _open(inner)
        return self.field(inner, {**options, "metadata": notes})

    def union(self, kind: shape.UnionType, options: dict[str, Any]) -> fields.Field[Any]:
        kinds = [part for part in kind.types if not isinstance(part, shape.NoneType)]
        if len(kinds) < len(kind.types):
            options = {**options, "allow_none": True}
        if len(kinds) == 1:
            return self.field(kinds[0], options)
        structs = [part for part in kinds if isinstance(part, shape.StructType)]
        if len(structs) == len(kinds):
            return fields.Nested(self._tagged(structs), **options)
        return AnyOf([self.field(part, {}) for part in kinds], **options)

    def _tagged(self, structs: list[shape.StructType]) -> type[Schema]:
        tags = {str(info.tag): self._nested(info) for info in structs}
        name = "Or".join(schema.__name__ for schema in tags.values())
        return union(name, tags, tag=structs[0].tag_field or "type")

    def literal(self, kind: shape.LiteralType, options: dict[str, Any]) -> fields.Field[Any]:
        values = [value for value in kind.values if value is not None]
        nullable = {"allow_none": True} if len(values) < len(kind.values) else {}
        return choice(values, **options, **nullable)

    def struct(self, kind: shape.StructType, options: dict[str, Any]) -> fields.Field[Any]:
        return fields.Nested(self._nested(kind), **options)

    def _nested(self, info: shape.StructType) -> type[Schema]:
        return derive(info.cls, self.role.within or self.role, self.prefix)

    def map(self, kind: shape.DictType, options: dict[str, Any]) -> fields.Field[Any]:
        return MapOf(self.field(kind.value_type, {}), keys=self.field(kind.key_type, {}), **options)

    def array(self, kind: Any, options: dict[str, Any], *, unique: bool = False) -> fields.Field[Any]:
        item = self.field(kind.item_type, {})
        return ListOf(item, shortest=kind.min_length, longest=kind.max_length, unique=unique, **options)

    def row(self, kind: shape.TupleType, options: dict[str, Any]) -> fields.Field[Any]:
        return Row([self.field(item, {}) for item in kind.item_types], **options)


def _doc(cls: type) -> str:
    return cleandoc(cls.__dict__.get("__doc__") or "")


def _may_be_unset(member: shape.Field) -> bool:
    # To the inspection a field whose default is UNSET has no default and is not required.
    return not member.required and member.default is member.default_factory is msgspec.NODEFAULT


def _omits_defaults(cls: Any) -> bool:
    return bool(cls.__struct_config__.omit_defaults)


def _default(member: shape.Field) -> dict[str, Any]:
    value = member.default
    if member.default_factory is not msgspec.NODEFAULT:
        value = member.default_factory()
    return {} if value is msgspec.NODEFAULT else {"default": msgspec.json.decode(msgspec.json.encode(value))}


def _open(kind: shape.Type) -> shape.Type:
    """Return the type without the limits that a stand-in such as `"?"` need not keep."""
    if isinstance(kind, shape.StrType) or (isinstance(kind, shape.LiteralType) and _is_text(kind)):
        return shape.StrType()
    if isinstance(kind, shape.VarTupleType):
        return shape.VarTupleType(_open(kind.item_type), kind.min_length, kind.max_length)
    if isinstance(kind, shape.TupleType):
        return shape.TupleType(tuple(_open(item) for item in kind.item_types))
    return kind


def _is_text(kind: shape.LiteralType) -> bool:
    return all(isinstance(value, str) for value in kind.values)


def _int(_: _Deriver, kind: Any, options: dict[str, Any]) -> fields.Field[Any]:
    bounds = {}
    if kind.ge is not None or kind.gt is not None:
        bounds["minimum"] = kind.ge if kind.ge is not None else kind.gt + 1
    if kind.le is not None or kind.lt is not None:
        bounds["maximum"] = kind.le if kind.le is not None else kind.lt - 1
    return Int(**bounds, **options)


def _text(_: _Deriver, kind: Any, options: dict[str, Any]) -> fields.Field[Any]:
    return Text(shortest=kind.min_length, longest=kind.max_length, pattern=kind.pattern, **options)


_Maker = Callable[[_Deriver, Any, dict[str, Any]], fields.Field[Any]]
_MAKERS: tuple[tuple[type[shape.Type] | tuple[type[shape.Type], ...], _Maker], ...] = (
    (shape.Metadata, _Deriver.metadata),
    (shape.BoolType, lambda _, _kind, options: Bool(**options)),
    (shape.IntType, _int),
    (shape.StrType, _text),
    (shape.LiteralType, _Deriver.literal),
    (shape.EnumType, lambda _, kind, options: choice([each.value for each in kind.cls], **options)),
    (shape.StructType, _Deriver.struct),
    (shape.UnionType, _Deriver.union),
    (shape.DictType, _Deriver.map),
    (shape.TupleType, _Deriver.row),
    ((shape.VarTupleType, shape.ListType), _Deriver.array),
    ((shape.SetType, shape.FrozenSetType), partial(_Deriver.array, unique=True)),
    (shape.AnyType, lambda _, _kind, options: fields.Raw(**{"allow_none": True, **options})),
)
