"""Every refusal has one shape: problem+json with a documented type, its headers kept and nothing leaked."""

import io
import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.problems import KINDS, Problem
from service.settings import Settings
from tests.service.api.toy import SECRET, TOKEN, make

AUTH = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def log() -> io.BytesIO:
    return io.BytesIO()


@pytest.fixture
def client(log: io.BytesIO) -> FlaskClient:
    return make(log_to=log)[0].test_client()


def problem(response: TestResponse, status: int, type: str) -> dict[str, Any]:
    """Check the shape that every refusal has, and return its body."""
    assert status == response.status_code
    assert "application/problem+json" == response.headers["Content-Type"]
    assert "no-store" == response.headers["Cache-Control"]
    assert response.headers["X-Request-ID"]
    body: dict[str, Any] = json.loads(response.data)
    assert (type, status) == (body["type"], body["status"])
    assert body["title"]
    return body


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.slug)
def test_every_kind_renders_as_the_table_says(kind: Any) -> None:
    response = Problem(kind.slug, "Do this.", headers={"X-Toy": "1"}, extra=[1]).response()

    assert (kind.status, "1") == (response.status_code, response.headers["X-Toy"])
    assert {
        "type": f"/problems/{kind.slug}",
        "title": kind.title,
        "status": kind.status,
        "detail": "Do this.",
        "extra": [1],
    } == json.loads(response.data)


@pytest.mark.parametrize(
    ("status", "type"),
    [
        (400, "/problems/malformed"),
        (404, "/problems/not-found"),
        (406, "about:blank"),
        (413, "/problems/too-large"),
        (415, "/problems/unsupported-media-type"),
        (418, "about:blank"),
        (429, "/problems/rate-limited"),
        (500, "about:blank"),
        (501, "about:blank"),
        (503, "/problems/unavailable"),
    ],
)
def test_errors_of_the_framework_take_the_same_shape(client: FlaskClient, status: int, type: str) -> None:
    response = client.get(f"/v1/errors/{status}")

    body = problem(response, status, type)
    assert (status in (429, 503)) == ("Retry-After" in response.headers)
    assert type == "about:blank" or body["detail"]


def test_a_wrong_method_names_the_right_ones(client: FlaskClient) -> None:
    response = client.delete("/v1/toys/x")

    assert "GET" in problem(response, 405, "about:blank")["detail"]
    assert {"GET", "HEAD", "OPTIONS", "POST"} == set(response.headers["Allow"].split(", "))


@pytest.mark.parametrize("path", ["/v1/toys", "/v1/toys/x/", "/v1//toys/x", "/nowhere", "/v1/toys/x/unknown"])
def test_an_unknown_path_is_not_found_and_never_redirected(client: FlaskClient, path: str) -> None:
    problem(client.get(path), 404, "/problems/not-found")


def test_a_missing_game_and_a_missing_path_cannot_be_told_apart(client: FlaskClient) -> None:
    assert client.get("/v1/nothing").data == client.get("/v1/errors/404").data


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Basic YTpi", "Bearer a b", "Bearer ä", TOKEN, "Bearer unknown-token", ""]
)
@pytest.mark.parametrize("path", ["/v1/toys/x", "/v1/nowhere"])
def test_an_unusable_token_is_refused_even_where_none_is_needed(client: FlaskClient, header: str, path: str) -> None:
    response = client.get(path, headers={"Authorization": header})

    problem(response, 401, "/problems/unauthenticated")
    assert "Bearer" == response.headers["WWW-Authenticate"]


def test_a_write_without_a_token_is_refused(client: FlaskClient) -> None:
    response = client.post("/v1/toys/x", json={"by": 1})

    problem(response, 401, "/problems/unauthenticated")
    assert "Bearer" == response.headers["WWW-Authenticate"]


def test_what_stands_around_the_api_asks_for_no_token(client: FlaskClient) -> None:
    assert 200 == client.get("/healthz", headers={"Authorization": "Bearer unknown"}).status_code


def test_all_faults_of_query_and_body_come_at_once(client: FlaskClient) -> None:
    response = client.post("/v1/toys/x?limit=0", json={"by": "3", "more": 1}, headers=AUTH)

    body = problem(response, 422, "/problems/invalid")
    assert [("body", "/by"), ("body", "/more"), ("query", "/limit")] == [
        (error["in"], error["pointer"]) for error in body["errors"]
    ]
    assert all(error["detail"] for error in body["errors"])


@pytest.mark.parametrize(
    ("query", "pointers"),
    [("limit=a", ["/limit"]), ("limit=1&limit=2", ["/limit"]), ("limti=1", ["/limti"]), ("limit=", ["/limit"])],
)
def test_a_query_is_held_to_its_schema(client: FlaskClient, query: str, pointers: list[str]) -> None:
    body = problem(client.get(f"/v1/toys/x?{query}"), 422, "/problems/invalid")

    assert pointers == [error["pointer"] for error in body["errors"]]


def test_bodies_are_refused_by_type_size_and_form(client: FlaskClient) -> None:
    def send(**kwargs: Any) -> TestResponse:
        return client.post("/v1/toys/x", headers=AUTH, **kwargs)

    problem(send(data=b"{}", content_type="text/plain"), 415, "/problems/unsupported-media-type")
    problem(send(data={"by": "1"}), 415, "/problems/unsupported-media-type")
    problem(
        send(data=b" " * 262_145, content_type="application/json"),
        413,
        "/problems/too-large",
    )
    problem(send(data=b"{", content_type="application/json"), 400, "/problems/malformed")


def test_a_full_disk_is_unavailable_and_says_when_to_come_back(client: FlaskClient) -> None:
    response = client.get("/v1/errors/store")

    assert SECRET not in problem(response, 503, "/problems/unavailable")["detail"]
    assert "1" == response.headers["Retry-After"]


def test_an_unforeseen_error_is_logged_by_place_and_told_to_nobody(client: FlaskClient, log: io.BytesIO) -> None:
    response = client.get("/v1/errors/unforeseen")

    body = problem(response, 500, "about:blank")
    assert {"type", "title", "status"} == set(body)
    failed, request = (json.loads(line) for line in log.getvalue().splitlines())
    assert ("failed", "error", "KeyError") == (failed["event"], failed["level"], failed["error"])
    assert any("toy.py" in frame for frame in failed["where"])
    assert response.headers["X-Request-ID"] == failed["request_id"] == request["request_id"]
    assert SECRET.encode() not in log.getvalue() + response.data


def test_a_caller_over_the_rate_is_told_when_to_come_back() -> None:
    client = make(Settings(rate_limit="2/day"))[0].test_client()
    for _ in range(2):
        assert 200 == client.get("/v1/toys/x").status_code
    response = client.get("/v1/toys/x")

    problem(response, 429, "/problems/rate-limited")
    assert 0 < int(response.headers["Retry-After"]) <= 86400
    assert 200 == client.get("/v1/toys/x", headers=AUTH).status_code  # a token has its own allowance
    assert 200 == client.get("/healthz").status_code


def test_guessing_tokens_is_counted_too() -> None:
    client = make(Settings(rate_limit="2/day"))[0].test_client()
    guesses = [client.get("/v1/toys/x", headers={"Authorization": f"Bearer {n}"}).status_code for n in range(3)]

    assert [401, 401, 429] == guesses
