"""The law of this package: what the server accepts and what it publishes are the same bodies."""

from functools import cache
from typing import Any

import jsonschema_rs
from marshmallow import Schema, ValidationError

from service.schemas.plugin import standalone


@cache
def checker(schema: type[Schema]) -> Any:
    """Return a validator of what a schema publishes."""
    return jsonschema_rs.Draft202012Validator(standalone(schema), validate_formats=True)


def accepts(schema: type[Schema], body: Any) -> bool:
    """Tell whether a schema loads a body; fail where the published schema thinks otherwise."""
    published = checker(schema)
    try:
        schema().load(body)
    except ValidationError:
        served = False
    else:
        served = True
    assert published.is_valid(body) == served, f"served {served}, published {not served}: {body!r}"
    return served
