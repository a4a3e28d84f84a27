"""What the shell adds around every view: readings, headers, CORS, logs, numbers, the document and its page."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from openapi_spec_validator import validate

import service
from service.api.streams import Streams
from service.api.watch import journal
from service.app import create_app
from service.catalogue import Catalogue
from service.directory import Directory
from service.engine import open_store
from service.folds import UnreadableGame
from service.observability import make_log
from service.settings import Settings
from tests.service.api.toy import SECRET, TOKEN, make

AUTH = {"Authorization": f"Bearer {TOKEN}"}
STATIC = Path(service.__file__).parent / "static"


@pytest.fixture
def log() -> io.BytesIO:
    return io.BytesIO()


@pytest.fixture
def client(log: io.BytesIO) -> FlaskClient:
    return make(log_to=log)[0].test_client()


GAME = "g_" + "a" * 26


def lines(log: io.BytesIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def test_a_reading_can_be_revalidated(client: FlaskClient) -> None:
    first = client.get("/v1/toys/x")
    again = client.get("/v1/toys/x", headers={"If-None-Match": f'"other", W/{first.headers["ETag"]}'})

    assert (200, 304, b"") == (first.status_code, again.status_code, again.data)
    for response in (first, again):
        assert first.headers["ETag"] == response.headers["ETag"]
        assert "Authorization, Accept" == response.headers["Vary"]
        assert "private, no-cache" == response.headers["Cache-Control"]
    assert "Content-Type" not in again.headers


def test_other_bytes_have_another_tag(client: FlaskClient) -> None:
    tags = {
        client.get(path, headers=headers).headers["ETag"]
        for path, headers in [("/v1/toys/x", {}), ("/v1/toys/y", {}), ("/v1/toys/x", AUTH)]
    }

    assert 3 == len(tags)
    assert all(re.fullmatch('"[0-9a-f]{32}"', tag) for tag in tags)


def test_a_versioned_reading_has_its_version_as_tag(client: FlaskClient) -> None:
    assert '"7"' == client.get("/v1/toys/x/version").headers["ETag"]
    assert 304 == client.get("/v1/toys/x/version", headers={"If-None-Match": '"7"'}).status_code
    assert 200 == client.get("/v1/toys/x/version", headers={"If-None-Match": '"8"'}).status_code


def test_an_answer_to_a_command_is_never_kept(client: FlaskClient) -> None:
    response = client.post("/v1/toys/x", json={"by": 2}, headers=AUTH)

    assert (201, '"1"', "no-store") == (
        response.status_code,
        response.headers["ETag"],
        response.headers["Cache-Control"],
    )


@pytest.mark.parametrize("path", ["/v1/toys/x", "/v1/nowhere", "/healthz", "/docs", "/openapi.json", "/metrics"])
def test_every_response_is_hardened(client: FlaskClient, path: str) -> None:
    response = client.get(path)

    assert "nosniff" == response.headers["X-Content-Type-Options"]
    assert "no-referrer" == response.headers["Referrer-Policy"]
    assert "default-src" in response.headers["Content-Security-Policy"]
    assert re.fullmatch("[0-9a-f]{16}", response.headers["X-Request-ID"])


# -- pages of other origins


def test_a_page_may_send_what_the_api_asks_for(client: FlaskClient) -> None:
    wanted = "authorization, content-type, if-match, if-none-match, idempotency-key, last-event-id"
    response = client.options(
        "/v1/toys/x",
        headers={
            "Origin": "https://a.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": wanted + ", x-else",
        },
    )

    assert 200 == response.status_code
    assert "*" == response.headers["Access-Control-Allow-Origin"]
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    assert set(wanted.split(", ")) == set(response.headers["Access-Control-Allow-Headers"].lower().split(", "))


@pytest.mark.parametrize("path", ["/v1/toys/x", "/v1/nowhere"])
def test_a_page_may_read_answers_and_refusals(client: FlaskClient, path: str) -> None:
    response = client.get(path, headers={"Origin": "https://a.example"})

    assert "*" == response.headers["Access-Control-Allow-Origin"]
    assert {"ETag", "Location", "Link", "Retry-After", "Idempotency-Replayed"} == set(
        response.headers["Access-Control-Expose-Headers"].split(", ")
    )
    assert "Access-Control-Allow-Credentials" not in response.headers


def test_only_listed_origins_are_let_in_when_there_is_a_list() -> None:
    client = make(Settings(cors_origins=("https://a.example", "https://c.example")))[0].test_client()
    good = client.get("/v1/toys/x", headers={"Origin": "https://a.example"})
    bad = client.get("/v1/toys/x", headers={"Origin": "https://b.example"})

    assert "https://a.example" == good.headers["Access-Control-Allow-Origin"]
    assert "Origin" in good.headers.getlist("Vary")
    assert "Access-Control-Allow-Origin" not in bad.headers


# -- logs and numbers


def test_a_request_is_one_line_without_secrets(client: FlaskClient, log: io.BytesIO) -> None:
    path = f"/v1/toys/{GAME}"
    response = client.post(f"{path}?{SECRET}=1", json={"by": 1, SECRET: 1}, headers=AUTH | {"X-Else": SECRET})
    client.post(path, json={"by": 1}, headers=AUTH)

    refused, accepted = lines(log)
    assert response.headers["X-Request-ID"] == refused["request_id"]
    assert {"token": "t_toy", "game": GAME, "status": 201, "method": "POST"}.items() <= accepted.items()
    assert "/v1/toys/<game_id>" == accepted["route"]
    assert TOKEN.encode() not in log.getvalue()
    assert SECRET.encode() not in log.getvalue()


@pytest.mark.parametrize("written", [SECRET, TOKEN, "%1b[31mred", "g_" + "x" * 5000, "%00", "g_1%0Alevel=error"])
def test_what_is_no_id_of_a_game_is_not_logged(client: FlaskClient, log: io.BytesIO, written: str) -> None:
    client.get(f"/v1/toys/{written}")
    client.get(f"/v1/toys/{GAME}")

    assert [None, GAME] == [line.get("game") for line in lines(log)]
    assert SECRET.encode() not in log.getvalue()


def test_a_game_that_cannot_be_read_is_logged_once_without_the_reason(log: io.BytesIO) -> None:
    report = journal(make_log("info", "json", log)).report
    for version in (3, 3, 4, 3):
        report(UnreadableGame(GAME, version, SECRET))

    assert [(GAME, 3), (GAME, 4)] == [(line["game"], line["version"]) for line in lines(log)]
    assert {"game_unreadable"} == {line["event"] for line in lines(log)}
    assert SECRET.encode() not in log.getvalue()


def test_a_path_of_no_route_is_not_logged(client: FlaskClient, log: io.BytesIO) -> None:
    client.get(f"/v1/{SECRET}")

    assert ["(no route)"] == [line["route"] for line in lines(log)]
    assert SECRET.encode() not in log.getvalue()


def test_probes_are_not_worth_a_line_and_the_level_can_silence_all(log: io.BytesIO) -> None:
    client = make(log_to=log)[0].test_client()
    client.get("/healthz")
    quiet = make(Settings(log_level="warning"), log_to=log)[0].test_client()
    quiet.get("/v1/toys/x")

    assert b"" == log.getvalue()


def test_lines_for_people_hold_the_same() -> None:
    stream = io.BytesIO()
    make_log("info", "console", stream).info("request", route="/v1/toys/<game_id>", status=200)

    assert re.fullmatch(
        rb"timestamp=\S+Z level=info event=request route=/v1/toys/<game_id> status=200\n", stream.getvalue()
    )


def test_numbers_count_by_route_and_not_by_path(client: FlaskClient) -> None:
    for path in ("/v1/toys/a", "/v1/toys/b", "/v1/nowhere", "/v1/errors/unforeseen"):
        client.get(path)
    client.open("/v1/toys/a", method="BREW")
    response = client.get("/metrics")
    text = response.get_data(as_text=True)

    assert "text/plain" in response.headers["Content-Type"]
    assert 'http_requests_total{method="GET",route="/v1/toys/<game_id>",status="200"} 2.0' in text
    assert 'http_requests_total{method="GET",route="(no route)",status="404"} 1.0' in text
    assert 'http_requests_total{method="GET",route="/v1/errors/<kind>",status="500"} 1.0' in text
    assert 'http_requests_total{method="other",route="(no route)",status="405"} 1.0' in text
    assert 'http_request_duration_seconds_count{method="GET",route="/v1/toys/<game_id>"} 2.0' in text
    assert "open_streams 0.0" in text
    assert "process_resident_memory_bytes" in text


def test_two_apps_count_apart(client: FlaskClient) -> None:
    make()[0].test_client().get("/v1/toys/x")

    assert "/v1/toys" not in client.get("/metrics").get_data(as_text=True)


# -- the document and its page


def test_the_document_is_valid_and_complete(client: FlaskClient) -> None:
    response = client.get("/openapi.json")
    spec = json.loads(response.data)

    validate(spec)
    assert ("3.1.0", "Harvest Ledger") == (spec["openapi"], spec["info"]["title"])
    assert [{"url": "/", "description": "This service."}] == spec["servers"]
    assert {"bearer"} == set(spec["components"]["securitySchemes"])
    assert {"toys", "around"} == {tag["name"] for tag in spec["tags"]}


def test_operations_are_named_after_their_views(client: FlaskClient) -> None:
    paths = json.loads(client.get("/openapi.json").data)["paths"]
    names = [
        operation["operationId"] for item in paths.values() for key, operation in item.items() if key != "parameters"
    ]

    assert "raise_toy" == paths["/v1/toys/{game_id}"]["post"]["operationId"]
    assert len(names) == len(set(names))
    assert {"/healthz", "/readyz", "/metrics"} <= set(paths)


def test_an_operation_says_what_it_takes_answers_and_refuses(client: FlaskClient) -> None:
    spec = json.loads(client.get("/openapi.json").data)
    operation = spec["paths"]["/v1/toys/{game_id}"]["post"]

    assert {"limit", "If-Match"} == {parameter["name"] for parameter in operation["parameters"]}
    body = operation["requestBody"]
    assert (True, ["application/json"]) == (body["required"], list(body["content"]))
    assert {"by": 1} == body["content"]["application/json"]["example"]
    refusals = {"400", "401", "404", "409", "412", "413", "415", "422", "429", "503"}
    assert {"201"} | refusals == set(operation["responses"])
    assert all(["application/problem+json"] == list(operation["responses"][status]["content"]) for status in refusals)
    both = operation["responses"]["409"]["content"]["application/problem+json"]["schema"]["oneOf"]
    assert ["IllegalCommandProblem", "GameClosedProblem"] == [ref["$ref"].split("/")[-1] for ref in both]


def test_components_nothing_refers_to_are_left_out(client: FlaskClient) -> None:
    text = client.get("/openapi.json").get_data(as_text=True)
    schemas = set(json.loads(text)["components"]["schemas"])

    assert {name for name in schemas if f'"#/components/schemas/{name}"' in text} == schemas
    assert not {"PaginationMetadata", "OutcomeNeededProblem"} & schemas
    assert "Raise" in schemas


def test_refusals_match_their_documented_schemas(client: FlaskClient) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schemas = json.loads(client.get("/openapi.json").data)["components"]["schemas"]
    invalid = json.loads(client.get("/v1/toys/x?limit=0").data)
    unknown = json.loads(client.get("/v1/nowhere").data)

    jsonschema.Draft202012Validator(schemas["InvalidProblem"]).validate(invalid)
    jsonschema.Draft202012Validator(schemas["NotFoundProblem"]).validate(unknown)
    assert not jsonschema.Draft202012Validator(schemas["InvalidProblem"]).is_valid(unknown)


def test_the_page_needs_nothing_from_elsewhere_and_no_inline_script(client: FlaskClient) -> None:
    response = client.get("/docs")
    html = response.get_data(as_text=True)
    links = re.findall(r'(?:src|href)="([^"]+)"', html)

    policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'; ")
    assert "unsafe" not in policy
    assert "script-src" not in policy
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|<style|\sstyle=", html)
    assert 4 == sum(link.startswith("static/") for link in links) + html.count('href="openapi.json"')
    for link in links:
        assert "//" not in link
        if link != "data:,":
            with client.get("/" + link) as found:
                assert 200 == found.status_code


def test_the_vendored_page_comes_with_its_licences() -> None:
    assert "Apache License" in (STATIC / "swagger-ui" / "LICENSE").read_text(encoding="utf-8")
    assert "SmartBear" in (STATIC / "swagger-ui" / "NOTICE").read_text(encoding="utf-8")


# -- over a real log


def test_a_real_log_makes_the_service_ready_until_it_is_closed(tmp_path: Path) -> None:
    settings = Settings(database=tmp_path / "ledger.db")
    store = open_store(settings.database)
    directory = Directory(settings.database)
    streams = Streams(4, report=print)
    catalogue = Catalogue(settings.catalogue_path, store)
    log = make_log("critical", "json")
    app = create_app(settings, store, directory, catalogue, journal=journal(log), streams=streams)
    client = app.test_client()
    ready = client.get("/readyz")
    catalogue.close()
    directory.close()
    store.close()
    closed = client.get("/readyz")

    assert (200, {"status": "ready"}) == (ready.status_code, ready.get_json())
    assert (503, "5") == (closed.status_code, closed.headers["Retry-After"])
    assert 200 == client.get("/healthz").status_code
