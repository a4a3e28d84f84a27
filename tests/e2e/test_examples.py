"""The examples of the published description, sent to a live service as they stand."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.e2e.client import Client

DOCUMENT = msgspec.json.decode((Path(__file__).parents[2] / "openapi" / "openapi.json").read_bytes())
WITH_BODY = {path: item["post"] for path, item in DOCUMENT["paths"].items() if "post" in item}


def example(path: str) -> Any:
    return WITH_BODY[path]["requestBody"]["content"]["application/json"]["example"]


@pytest.mark.parametrize("path", WITH_BODY)
def test_every_body_has_an_example(path: str) -> None:
    example(path)


def test_the_examples_are_accepted(admin: Client) -> None:
    opened = admin.post("/v1/games", example("/v1/games"))
    game, token = opened.json()["game"]["id"], opened.json()["tokens"]["seats"][0]
    seat = admin.holding(token)
    sent = seat.post(f"/v1/games/{game}/commands", example("/v1/games/{game_id}/commands"), If_Match='"2"')
    audited = admin.post(f"/v1/games/{game}/audits", example("/v1/games/{game_id}/audits"))
    manifest = example("/v1/rulesets/{ruleset_id}/manifests")
    registered = admin.post(f"/v1/rulesets/{manifest['ruleset']}/manifests", manifest)

    assert [201, 201, 200, 200] == [each.status_code for each in (opened, sent, audited, registered)]
    assert "confirmed" == audited.json()["verdict"]
