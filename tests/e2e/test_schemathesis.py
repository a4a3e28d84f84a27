"""Generated requests against the live service, judged by the description that is published of it."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.openapi.checks import JsonSchemaError
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from tests.e2e.client import Client, Table, opening
from tests.e2e.server import ADMIN, Server
from tests.waiting import PATIENCE

DESCRIPTION = Path(__file__).parents[2] / "openapi" / "openapi.json"
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    allow_header_conformance,
    unsupported_method,
]
described = schemathesis.openapi.from_path(DESCRIPTION)
turns = Counter[str]()


@pytest.fixture(scope="module")
def tables(admin: Client) -> list[Table]:
    """Open games at every stage, so that generated requests lead somewhere."""
    dealt, observed, ended = admin.open().settle(), admin.open(mode="observed").settle(), admin.open().play(seed=3)
    return [dealt, observed, ended, admin.open(start=False), admin.open(seats=3, options={})]


def test_the_description_that_is_published_is_the_one_kept(anybody: Client) -> None:
    kept, served = json.loads(DESCRIPTION.read_bytes()), anybody.read("/openapi.json")

    assert {**kept, "servers": None} == {**served, "servers": None}


def lead_somewhere(case: Case[Any], table: Table) -> None:
    """Name a game, a version and a player that there are, in the place of made-up ones."""
    there = {
        "game_id": table.id,
        "version": 1,
        "ruleset_id": "season-harvest",
        "player_id": table.answer["game"]["seats"][0]["player"],
    }
    parameters = case.path_parameters or {}
    for name in parameters.keys() & there.keys():
        parameters[name] = there[name]
    if case.query and case.query.get("wait"):
        case.query["wait"] = "0"


def holder(table: Table, number: int) -> str:
    """Return one of the tokens that lead to a game."""
    tokens = [*table.tokens["seats"], table.tokens["arbiter"], table.tokens.get("scribe", ADMIN), ADMIN]
    return str(tokens[number % len(tokens)])


@described.parametrize()
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_answers_are_as_described(case: Case[Any], tables: list[Table], server: Server) -> None:
    # Each operation counts its own, so that it is asked the same whatever has been asked before.
    number = turns[case.operation.label]
    turns[case.operation.label] += 1
    table = tables[number % len(tables)]
    if number % 4:
        lead_somewhere(case, table)
    headers = {"Authorization": f"Bearer {holder(table, number // 5)}"}
    if case.method == "POST" and number % 2:
        headers["If-Match"] = server.admin.get(table.path).headers["ETag"]

    case.call_and_validate(base_url=server.url, headers=headers, checks=CHECKS, timeout=PATIENCE)


GAME = "/v1/games/{game_id}"
READ: dict[str, dict[str, Any]] = {
    GAME: {},
    f"{GAME}/state": {},
    f"{GAME}/score": {},
    f"{GAME}/entries": {"limit": 1000},
    f"{GAME}/entries/{{version}}": {},
    f"{GAME}/commands/legal": {"seat": 1},
    "/v1/games": {"limit": 200},
    "/v1/rulesets": {},
    "/v1/rulesets/{ruleset_id}": {},
    "/v1/rulesets/{ruleset_id}/manifests": {},
    "/v1/rulesets/{ruleset_id}/manifests/{digest}": {},
    "/v1/players/{player_id}": {},
}


@pytest.mark.parametrize("path", READ)
def test_real_games_are_read_as_described(tables: list[Table], path: str) -> None:
    for table in tables:
        player, digest = table.answer["game"]["seats"][0]["player"], table.answer["game"]["manifest"]
        last = table.now()["version"]
        for version in range(1, last + 1) if "{version}" in path else [last]:
            named = {"ruleset_id": table.answer["game"]["ruleset"], "digest": digest, "player_id": player}
            there = path.format(game_id=table.id, version=version, **named)
            for client in (table.seat(1), table.anybody) if "legal" not in path else (table.seat(1),):
                response = client.get(there, READ[path])
                assert 200 == response.status_code
                described[path]["GET"].validate_response(response)


def test_real_games_are_opened_played_and_audited_as_described(admin: Client) -> None:
    opening_of, commands_of, audits_of = (
        described[path]["POST"] for path in ("/v1/games", f"{GAME}/commands", f"{GAME}/audits")
    )
    opened = admin.post("/v1/games", opening())
    opening_of.validate_response(opened)
    table = Table(admin, opened.json())
    for _ in range(60):
        moves = [each for each in table.moves() if not each["type"].endswith(("move", "show_cards"))]
        if not moves:
            break
        accepted = table.send(table.seat(moves[-1]["seat"]), moves[-1])
        assert 201 == accepted.status_code
        commands_of.validate_response(accepted)
        commands_of.validate_response(table.send(table.seat(1), moves[0]))
        audits_of.validate_response(table.anybody.post(f"{table.path}/audits", {}))

    assert "ended" == table.now()["status"]


def test_an_answer_that_is_not_as_described_is_found(tables: list[Table]) -> None:
    state = tables[0].anybody.get(f"{tables[0].path}/state")

    with pytest.raises(JsonSchemaError):
        described[GAME]["GET"].validate_response(state)
