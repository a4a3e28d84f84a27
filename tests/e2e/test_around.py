"""Rulesets, manifests, players, health, the description, and the headers of everything."""

import re
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from domain.registry import RULESETS
from tests.e2e.client import Client, Table, opening, refused

META = {"id", "title", "designer", "year", "modes", "min_seats", "max_seats"}
DIGEST = re.compile("sha256:[0-9a-f]{64}")

# -- rulesets


def test_the_rulesets_are_those_that_can_be_opened(anybody: Client) -> None:
    items = anybody.read("/v1/rulesets")["rulesets"]

    assert [ruleset.meta.id for ruleset in RULESETS] == [item["id"] for item in items]
    assert all(item.keys() >= META for item in items)


def test_a_ruleset_tells_all_a_client_needs(anybody: Client, table: Table) -> None:
    ruleset = anybody.read("/v1/rulesets/season-harvest")

    assert META | {"options", "rulings", "end_reasons", "commands", "events", "refusals", "lines"} <= ruleset.keys()
    assert {each["type"] for each in table.moves()} <= ruleset["commands"].keys()
    assert "season-harvest.card_played" in ruleset["events"]
    assert {"hands_empty", "conceded", "abandoned"} <= ruleset["end_reasons"].keys()
    assert all({"id", "text", "heading"} <= ruling.keys() for ruling in ruleset["rulings"])
    assert table.now()["options"].keys() == ruleset["options"]["properties"].keys()


@pytest.mark.parametrize("path", ["/v1/rulesets/chess", "/v1/rulesets/chess/manifests", "/v1/rulesets/Season-Harvest"])
def test_a_ruleset_that_is_not_there_is_not_found(anybody: Client, path: str) -> None:
    refused(anybody.get(path), "not-found")


def test_rulesets_are_readings(anybody: Client) -> None:
    for path in ("/v1/rulesets", "/v1/rulesets/season-harvest", "/v1/rulesets/season-harvest/manifests"):
        etag = anybody.get(path).headers["ETag"]
        assert 304 == anybody.get(path, If_None_Match=etag).status_code


# -- manifests


def edition(name: str) -> dict[str, Any]:
    kinds = [("SP", "Spring", "WI"), ("SU", "Summer", "SP"), ("FA", "Fall", "SU"), ("WI", "Winter", "FA")]
    figure = {"value": 6, "provenance": "owner"}
    return {
        "ruleset": "season-harvest",
        "edition": name,
        "kinds": [
            {"face": face, "name": season, "suit": face, "follows": follows, "provenance": "owner"}
            for face, season, follows in kinds
        ],
        "cards_per_season": figure,
        "pawns_per_seat": figure,
        "die_sides": figure,
    }


def test_a_manifest_is_registered_once_and_named_by_its_digest(admin: Client, anybody: Client) -> None:
    path = "/v1/rulesets/season-harvest/manifests"
    first, again = (admin.post(path, edition("mine")) for _ in range(2))
    digest = first.json()["manifest"]
    game = admin.post("/v1/games", opening(manifest=digest)).json()["game"]

    assert (201, 200) == (first.status_code, again.status_code)
    assert DIGEST.fullmatch(digest)
    assert digest == again.json()["manifest"] == game["manifest"]
    assert digest in [each["manifest"] for each in anybody.read(path)["manifests"]]


def test_the_order_of_names_makes_no_other_manifest(admin: Client) -> None:
    path = "/v1/rulesets/season-harvest/manifests"
    digest = admin.post(path, edition("order")).json()["manifest"]
    turned = dict(reversed(edition("order").items()))

    assert (200, digest) == ((answer := admin.post(path, turned)).status_code, answer.json()["manifest"])


def test_the_packaged_manifest_is_listed_first_and_used_when_none_is_named(anybody: Client, table: Table) -> None:
    first = anybody.read("/v1/rulesets/season-harvest/manifests")["manifests"][0]

    assert table.now()["manifest"] == first["manifest"]


def test_a_manifest_is_read_as_it_was_registered(admin: Client, anybody: Client) -> None:
    path = "/v1/rulesets/season-harvest/manifests"
    own = edition("read back")
    digest = admin.post(path, own).json()["manifest"]

    for named in [each["manifest"] for each in anybody.read(path)["manifests"]]:
        body = anybody.read(f"{path}/{named}")
        assert named == f"sha256:{sha256(msgspec.json.encode(body, order='sorted')).hexdigest()}"
    assert own == anybody.read(f"{path}/{digest}")
    refused(anybody.get(f"{path}/sha256:{'0' * 64}"), "not-found")
    refused(anybody.get(f"/v1/rulesets/harvest-island/manifests/{digest}"), "not-found")


def test_all_faults_of_a_manifest_are_told_at_once(admin: Client) -> None:
    path = "/v1/rulesets/season-harvest/manifests"
    odd = edition("odd")
    odd["kinds"][0]["follows"] = "SU"
    odd["kinds"][1]["follows"] = "WI"
    odd["die_sides"] = {"value": 3, "provenance": "owner"}
    rules = refused(admin.post(path, odd), "invalid")["errors"]
    shape = refused(admin.post(path, edition("x") | {"kinds": [], "die_sides": 6, "more": 1}), "invalid")["errors"]

    assert {"/kinds/0/follows", "/kinds/1/follows", "/die_sides/value"} == {each["pointer"] for each in rules}
    assert {"/kinds", "/die_sides", "/more"} <= {each["pointer"] for each in shape}


def test_who_may_not_open_games_registers_nothing(table: Table) -> None:
    refused(table.seat(1).post("/v1/rulesets/season-harvest/manifests", edition("mine")), "forbidden")


# -- players


def test_a_player_has_a_name(table: Table) -> None:
    seat = table.now()["seats"][0]

    assert {"id": seat["player"], "name": "Player 1"} == table.anybody.read(f"/v1/players/{seat['player']}")
    refused(table.anybody.get("/v1/players/p_none"), "not-found")


# -- health and the description


def test_health_and_numbers(anybody: Client) -> None:
    assert [200, 200, 200] == [anybody.get(path).status_code for path in ("/healthz", "/readyz", "/metrics")]
    assert "http_requests_total" in anybody.get("/metrics").text


def test_the_description_names_every_path_of_the_contract(anybody: Client) -> None:
    document = anybody.read("/openapi.json")
    game = "/v1/games/{game_id}"
    paths = {
        "/v1/games": {"get", "post"},
        game: {"get"},
        f"{game}/commands": {"post"},
        f"{game}/commands/legal": {"get"},
        f"{game}/state": {"get"},
        f"{game}/entries": {"get"},
        f"{game}/entries/{{version}}": {"get"},
        f"{game}/replay": {"get"},
        f"{game}/score": {"get"},
        f"{game}/audits": {"post"},
        "/v1/rulesets": {"get"},
        "/v1/rulesets/{ruleset_id}": {"get"},
        "/v1/rulesets/{ruleset_id}/manifests": {"get", "post"},
        "/v1/rulesets/{ruleset_id}/manifests/{digest}": {"get"},
        "/v1/players/{player_id}": {"get"},
        "/healthz": {"get"},
        "/readyz": {"get"},
        "/metrics": {"get"},
    }

    assert document["openapi"].startswith("3.1.")
    assert paths == {
        path: {method for method in described if method in ("get", "post", "put", "patch", "delete")}
        for path, described in document["paths"].items()
    }


def test_the_state_is_one_of_the_rulesets_states(anybody: Client) -> None:
    document = anybody.get("/openapi.json").text

    assert '"oneOf"' in document
    assert "season-harvest.play_card" in document


# -- headers of everything

ORIGIN = "https://page.example"


def test_any_page_may_ask_and_is_shown_what_it_needs(table: Table) -> None:
    response = table.anybody.get(table.path, Origin=ORIGIN)
    exposed = {name.strip() for name in response.headers["Access-Control-Expose-Headers"].split(",")}

    assert response.headers["Access-Control-Allow-Origin"] in ("*", ORIGIN)
    assert {"ETag", "Location", "Link", "Retry-After", "Idempotency-Replayed"} <= exposed
    refusal = table.anybody.get("/v1/games/g_none", Origin=ORIGIN)
    assert refusal.headers["Access-Control-Allow-Origin"] in ("*", ORIGIN)


def test_a_page_may_send_what_it_needs(table: Table) -> None:
    wanted = "authorization, if-match, if-none-match, idempotency-key, last-event-id, content-type"
    response = table.anybody.call(
        "OPTIONS",
        f"{table.path}/commands",
        headers={
            "Origin": ORIGIN,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": wanted,
        },
    )
    allowed = {name.strip().lower() for name in response.headers["Access-Control-Allow-Headers"].split(",")}

    assert response.status_code in (200, 204)
    assert {name.strip() for name in wanted.split(",")} <= allowed
    assert "POST" in response.headers["Access-Control-Allow-Methods"]


@pytest.mark.parametrize("path", ["{game}", "{game}/state", "/v1/games/g_none", "/openapi.json", "/docs", "/healthz"])
def test_protective_headers_are_on_everything(table: Table, path: str) -> None:
    headers = table.anybody.get(path.format(game=table.path)).headers

    assert "nosniff" == headers["X-Content-Type-Options"]
    assert "no-referrer" == headers["Referrer-Policy"]
    assert "default-src" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"].replace("style-src 'self' 'unsafe-inline'", "")
    assert "Cache-Control" in headers
    assert re.fullmatch("[0-9a-f]{16}", headers["X-Request-ID"])


def test_every_json_reading_answers_head_with_the_same_headers(table: Table) -> None:
    for path in ("", "/state", "/entries", "/score"):
        get, head = (table.anybody.call(method, table.path + path) for method in ("GET", "HEAD"))
        assert (200, b"", get.headers["ETag"]) == (head.status_code, head.content, head.headers["ETag"])
