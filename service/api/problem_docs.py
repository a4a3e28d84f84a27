"""How refusals stand in the OpenAPI document: a schema for each kind, a response for each status."""

from collections.abc import Iterable, Mapping
from typing import Any

from service.api.problems import KINDS, PROBLEM_JSON, Kind

__all__ = ["BLANK", "document_problems", "response_of"]

BLANK = "Problem"
"""The component of a refusal without a type of its own."""

_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}
_HASH = {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$"}
_FAULT = {
    "type": "object",
    "required": ["in", "pointer", "detail"],
    "properties": {
        "in": {"type": "string", "enum": ["body", "query", "header", "path"]},
        "pointer": {
            **_TEXT,
            "description": "JSON Pointer of the value or parameter at fault.",
        },
        "detail": _TEXT,
    },
}
_RULING = {
    "type": ["object", "null"],
    "required": ["id", "text", "heading"],
    "properties": {"id": _TEXT, "text": _TEXT, "heading": {"type": ["string", "null"]}},
}
_REQUEST = {
    "type": "object",
    "required": ["kind", "zone", "seat", "lawful", "unknown"],
    "properties": {
        "kind": {"type": "string", "enum": ["draw", "roll", "lot", "reveal"]},
        "zone": {"type": ["string", "null"]},
        "seat": {"type": ["integer", "null"]},
        "lawful": {"type": "array", "items": {"type": ["string", "integer"]}},
        "unknown": {"type": "boolean", "description": 'Whether "?" is accepted.'},
    },
}

_MEMBERS: Mapping[str, Mapping[str, Any]] = {
    "illegal-command": {
        "reason": {**_TEXT, "description": "The ruleset's stable code."},
        "ruling": _RULING,
        "values": {"type": "object", "description": "What the refusal is about."},
        "version": {**_COUNT, "description": "The version it was judged at; 0 for an opening."},
    },
    "outcome-needed": {"request": _REQUEST, "index": _COUNT},
    "outcome-refused": {
        "reason": {"type": "string", "enum": ["outcome_not_lawful", "outcomes_left_over"]},
        "request": {**_REQUEST, "type": ["object", "null"]},
        "index": _COUNT,
    },
    "game-closed": {"reason": {"type": "string", "enum": ["game_over", "game_not_started"]}},
    "version-conflict": {
        "version": _COUNT,
        "head": _HASH,
        "missed": {
            **_TEXT,
            "format": "uri-reference",
            "description": "Entries after the stated version.",
        },
    },
    "precondition-required": {"version": _COUNT, "head": _HASH},
    "invalid": {"errors": {"type": "array", "minItems": 1, "items": _FAULT}},
}
# Of a batch's refusals, which command it is about.
_BATCHED = {"command_index": {**_COUNT, "description": "In a batch: which of its commands."}}
_HEADERS = {
    401: {"WWW-Authenticate": {"description": "Always Bearer.", "schema": _TEXT}},
    429: {"Retry-After": {"description": "Seconds to wait.", "schema": _COUNT}},
    503: {"Retry-After": {"description": "Seconds to wait.", "schema": _COUNT}},
}


def document_problems(spec: Any) -> None:
    """Register the schema of every kind of refusal; those that nothing refers to are pruned later."""
    spec.components.schema(BLANK, _schema("about:blank", None, "An error named by its status alone.", {}))
    for kind in KINDS.values():
        spec.components.schema(_name(kind), _schema(kind.type, kind, kind.meaning, _MEMBERS.get(kind.slug, {})))


def response_of(status: int, slugs: Iterable[str]) -> dict[str, Any]:
    """Return the OpenAPI response of a status that refuses in one of these kinds; none means about:blank."""
    kinds = [KINDS[slug] for slug in slugs]
    names = [_name(kind) for kind in kinds] or [BLANK]
    refs = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    text = " ".join(dict.fromkeys(f"{kind.title}." for kind in kinds)) or "Something went wrong."
    response: dict[str, Any] = {
        "description": text,
        "content": {PROBLEM_JSON: {"schema": refs[0] if len(refs) == 1 else {"oneOf": refs}}},
    }
    if status in _HEADERS:
        response["headers"] = _HEADERS[status]
    return response


def _name(kind: Kind) -> str:
    return "".join(word.title() for word in kind.slug.split("-")) + "Problem"


def _schema(type_: str, kind: Kind | None, meaning: str, members: Mapping[str, Any]) -> dict[str, Any]:
    status = {"const": kind.status} if kind else {"minimum": 400, "maximum": 599}
    extra = _BATCHED if kind and kind.status in (403, 409) else {}
    detail = {**_TEXT, "description": "What to do next, in plain words."}
    return {
        "type": "object",
        "description": meaning,
        "required": ["type", "title", "status", *members],
        "properties": {
            "type": {"type": "string", "const": type_},
            "title": _TEXT,
            "status": {"type": "integer", **status},
            "detail": detail,
            **members,
            **extra,
        },
    }
