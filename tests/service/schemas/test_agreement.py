"""Server and document agree on bodies nobody thought of: valid ones with a part replaced, removed or added."""

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import Schema

from domain.registry import RULESETS
from service.schemas.envelopes import envelopes
from service.schemas.errors import faults
from service.schemas.requests import AuditRequest
from tests.service.schemas.checking import accepts

BODIES = envelopes(RULESETS)
PLAY = {"type": "season-harvest.play_card", "seat": 1, "card": "SP", "space": "b2"}
COUNT = {"space": "a1", "seeds": 1, "trees": 0, "fruitys": 2}
CHECK = {"type": "season-harvest.check_board", "spaces": [COUNT], "baskets": []}
OPENING = {
    "ruleset": "season-harvest",
    "mode": "observed",
    "seats": [{"name": "Ana"}, {"player": "p_3fab"}],
    "options": {"years": 2, "variants": ["lumber"], "coop_target": "41/2", "series": "Friday"},
    "manifest": None,
    "visibility": "public",
    "start": True,
    "outcomes": ["WI", 3],
}
CLAIM = {"seats": [{"seat": 1, "total": 5, "lines": [{"key": "harvest", "amount": 5}]}], "winners": [1]}
VALID: list[tuple[type[Schema], Any]] = [
    (BODIES.commands, {"command": PLAY, "outcomes": ["WI"], "table_at": "2026-01-02T19:30:00.000Z"}),
    (BODIES.commands, [{"command": CHECK}, {"command": {"type": "abandon", "reason": "table_left"}}]),
    (BODIES.opening, OPENING),
    (AuditRequest, {"claim": CLAIM}),
]
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
KNOWN = st.sampled_from(["type", "seat", "season-harvest.move", "concede", "name", "player", "dealt", "?", "WI", "1"])
JSON = st.recursive(
    SCALARS | TEXTS | KNOWN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS | KNOWN, inner, max_size=3),
    max_leaves=5,
)


def places(body: Any) -> list[tuple[Any, Any]]:
    if isinstance(body, dict):
        return [(body, key) for key in body] + [place for part in body.values() for place in places(part)]
    if isinstance(body, list):
        return [(body, at) for at in range(len(body))] + [place for part in body for place in places(part)]
    return []


@st.composite
def mutated(draw: st.DrawFn) -> tuple[type[Schema], Any]:
    schema, valid = draw(st.sampled_from(VALID))
    body = copy.deepcopy(valid)
    for _ in range(draw(st.integers(1, 2))):
        holder, key = draw(st.sampled_from(places(body)))
        match draw(st.sampled_from(["replace", "remove", "add"])):
            case "replace":
                holder[key] = draw(JSON)
            case "remove":
                del holder[key]
            case _ if isinstance(holder, dict):
                holder[draw(TEXTS | KNOWN)] = draw(JSON)
            case _:
                holder.append(draw(JSON))
        if not places(body):
            break
    return schema, body


@given(mutated())
@settings(max_examples=400, deadline=None)
def test_server_and_document_agree(case: tuple[type[Schema], Any]) -> None:
    schema, body = case

    told = faults(schema().validate(body))

    assert accepts(schema, body) == (not told)


def test_the_bodies_to_begin_with_are_accepted() -> None:
    for schema, body in VALID:
        assert accepts(schema, body)
