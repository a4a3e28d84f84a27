"""Teach apispec what our schemas mean, so that the published contract is the one the server keeps."""

import json
from collections.abc import Mapping
from inspect import cleandoc
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import INCLUDE, RAISE, Schema, fields
from marshmallow.schema import SchemaMeta

from service.schemas.fields import MAX_INT, NO_NUL, AnyOf, MapOf, Row
from service.schemas.union import ChoosingSchema, EitherSchema, OneOfSchema, OneOrManySchema, UnionSchema

__all__ = ["Plugin", "component", "standalone"]


def component(schema: Any) -> str:
    """Return the name under which a schema is published: its class's, without `Schema` at the end."""
    cls = schema if isinstance(schema, SchemaMeta) else type(schema)
    return str(cls.__name__).removesuffix("Schema")


class Converter(OpenAPIConverter):
    """Publish unions as `oneOf`, docstrings as descriptions, and closed objects always as closed."""

    def init_attribute_functions(self) -> None:
        """Put our functions before the one that makes a type nullable, which has to see their results."""
        super().init_attribute_functions()  # type: ignore[no-untyped-call]
        ours = [self.row2properties, self.map2properties, self.any2properties]
        self.attribute_functions[-1:-1] = ours
        self.attribute_functions.append(self.any2nullable)

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        """Return the JSON Schema of a marshmallow schema."""
        published = self._choice(schema) if isinstance(schema, ChoosingSchema) else self._object(schema)
        cls = schema if isinstance(schema, SchemaMeta) else type(schema)
        text = cleandoc(cls.__dict__.get("__doc__") or "")
        if text:
            published["description"] = text
        return published

    def _object(self, schema: Schema) -> dict[str, Any]:
        published: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        # Apispec forgets this keyword whenever a description is set.
        published.pop("additionalProperties", None)
        if schema.unknown in (RAISE, INCLUDE):
            published["additionalProperties"] = schema.unknown == INCLUDE
            return published
        brief: dict[str, Any] = _without_self_evident(published)
        return brief

    def _choice(self, schema: ChoosingSchema) -> dict[str, Any]:
        if isinstance(schema, UnionSchema):
            return self._union(schema)
        if isinstance(schema, EitherSchema):
            return {"oneOf": [self._ref(each) for each in schema.variants.values()]}
        if isinstance(schema, OneOfSchema):
            return {"oneOf": [self._ref(each) for each in schema.variants]}
        if isinstance(schema, OneOrManySchema):
            item = self._ref(schema.item)
            many = {"type": "array", "items": item, "minItems": 1, "maxItems": schema.longest}
            return {"oneOf": [item, many]}
        raise TypeError(f"no way to publish {schema!r}")

    def _union(self, schema: UnionSchema) -> dict[str, Any]:
        refs = {tag: self._ref(each) for tag, each in schema.variants.items()}
        mapping = {tag: ref["$ref"] for tag, ref in refs.items()}
        discriminator = {"propertyName": schema.tag, "mapping": mapping}
        return {"oneOf": list(refs.values()), "discriminator": discriminator}

    def _ref(self, schema: type[Schema]) -> dict[str, Any]:
        ref: dict[str, Any] = self.resolve_nested_schema(schema)  # type: ignore[no-untyped-call]
        return ref

    def field2default(self, field: fields.Field[Any], **kwargs: Any) -> dict[str, Any]:
        """Publish the default, unless it is a null that stands for an absent value."""
        published: dict[str, Any] = super().field2default(field, **kwargs)
        absent = published.get("default", field) is None and not field.allow_none
        return {} if absent else published

    def row2properties(self, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
        """Publish a row as an array of fixed length."""
        if not isinstance(field, Row):
            return {}
        items = [self.field2property(each) for each in field.tuple_fields]
        length = {"type": "array", "minItems": len(items), "maxItems": len(items)}
        alike = all(item == items[0] for item in items)
        return {**length, "items": items[0]} if alike and items else {**length, "prefixItems": items}

    def map2properties(self, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
        """Publish what a map's keys look like."""
        if not isinstance(field, MapOf):
            return {}
        values = self.field2property(field.values)
        return {"propertyNames": self.field2property(field.keys), "additionalProperties": values}

    def any2properties(self, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
        """Publish every kind of value that a field accepts."""
        if not isinstance(field, AnyOf):
            return {}
        return {"anyOf": [self.field2property(each) for each in field.options]}

    def any2nullable(self, field: fields.Field[Any], ret: dict[str, Any]) -> dict[str, Any]:
        """Let null be one of the kinds."""
        if isinstance(field, AnyOf) and field.allow_none:
            return {"anyOf": [*ret["anyOf"], {"type": "null"}]}
        return {}


# What goes without saying of everything we send, and would fill pages.
_SELF_EVIDENT = {"minimum": -MAX_INT, "maximum": MAX_INT, "pattern": NO_NUL, "propertyNames": {"type": "string"}}


def _without_self_evident(part: Any) -> Any:
    if isinstance(part, list):
        return [_without_self_evident(each) for each in part]
    if not isinstance(part, dict):
        return part
    brief = {key: _without_self_evident(each) for key, each in part.items()}
    return {key: each for key, each in brief.items() if each != _SELF_EVIDENT.get(key, _without_self_evident)}


class Plugin(MarshmallowPlugin):
    """The marshmallow plugin to give to flask-smorest as `spec_kwargs={"marshmallow_plugin": Plugin()}`."""

    Converter = Converter

    def __init__(self) -> None:
        super().__init__(schema_name_resolver=component)


def standalone(schema: type[Schema]) -> dict[str, Any]:
    """Return a schema as one self-contained JSON Schema, what it refers to under `$defs`."""
    plugin = Plugin()
    spec = APISpec(title="", version="", openapi_version="3.1.0", plugins=[plugin])
    spec.components.schema(component(schema), schema=schema)
    text = json.dumps(spec.components.schemas).replace("#/components/schemas/", "#/$defs/")
    found: dict[str, Any] = json.loads(text)
    top: Mapping[str, Any] = found.pop(component(schema))
    return {**top, "$defs": found} if found else dict(top)
