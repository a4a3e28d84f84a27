"""Requests that no honest client sends."""

import http.client
import json
import socket
from contextlib import suppress
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
import requests

from tests.e2e.client import Client, Table, opening, refused
from tests.e2e.server import Server
from tests.waiting import PATIENCE

JSON = {"Content-Type": "application/json"}
COMMAND = b'{"command": {"type": "season-harvest.end_turn", "seat": 1}}'


@pytest.fixture(scope="module", autouse=True)
def _nothing_fails(server: Server) -> Any:
    """Hold all of this module to one promise: nothing that was sent made the service fail."""
    yield
    failed = [line for line in server.log_lines() if line["event"] == "failed" or line.get("status", 0) >= 500]
    assert failed == []


def raw(table: Table, body: Any, path: str = "/commands", **headers: str) -> requests.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    # A service that refuses a body unread may close the connection behind its answer, so none is used twice.
    sent = {**JSON, "If-Match": '"5"', "Connection": "close", **named}
    return table.seat(1).call("POST", table.path + path, data=body, headers=sent)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"   ",
        b"{",
        b"nonsense",
        b"'single'",
        b"{}{}",
        b"[1,]",
        b'{"command": NaN}',
        b'{"command": Infinity}',
        b'{"command": -Infinity}',
        b'{"command": 1e999}',
        b'{"command": 01}',
        b'{"command": {"type": "a", "type": "b"}}',
        b'{"command": {}, "command": {}}',
        b'{"command": "\xff"}',
        b'\xef\xbb\xbf{"command": {}}',
        b'{"command": "\\ud800"}',
        b'{"command": "\\x"}',
        b'{"command": "a\nb"}',
        "{}".encode("utf-16"),
        b"[" * 100_000,
        b'{"a":' * 40_000 + b"1" + b"}" * 40_000,
        b"\x00",
    ],
)
@pytest.mark.parametrize("path", ["/commands", "/audits"])
def test_what_is_no_json_is_malformed(table: Table, body: bytes, path: str) -> None:
    refused(raw(table, body, path), "malformed")


@pytest.mark.parametrize(
    "body",
    [
        b"null",
        b"1",
        b'"text"',
        b"true",
        b"{}",
        b"[]",
        b"[null]",
        b"[[]]",
        b'{"command": null}',
        b'{"command": []}',
        b'{"command": "season-harvest.end_turn"}',
        b'{"command": {}}',
        b'{"command": {"type": null}}',
        b'{"command": {"type": ["season-harvest.end_turn"]}}',
        b'{"command": {"type": "season-harvest.end_turn", "seat": 1, "extra": 1}}',
        b'{"command": {"type": "season-harvest.end_turn", "seat": 1}, "extra": 1}',
        b'{"command": {"type": "season-harvest.end_turn", "seat": 99999999999999999999999}}',
        b'{"command": {"type": "season-harvest.move", "seat": 1, "pawn": "\\u0000", "to": "b1"}}',
        b'{"command": {"type": "season-harvest.end_turn", "seat": 1}, "table_at": "2026-02-30T00:00:00Z"}',
        b'{"command": {"type": "season-harvest.end_turn", "seat": 1}, "fill_unknown": 1}',
    ],
)
def test_json_of_the_wrong_shape_is_invalid(table: Table, body: bytes) -> None:
    refused(raw(table, body), "invalid")


def test_integers_may_be_written_with_a_point(table: Table) -> None:
    body = raw(table, b'{"command": {"type": "season-harvest.end_turn", "seat": 1.0}}')

    refused(body, "illegal-command")


@pytest.mark.parametrize("body", [b"null", b"[]", b"1", b'"x"', b'{"seats": {}}', b'{"ruleset": {}}'])
def test_openings_of_the_wrong_shape_are_invalid(admin: Client, body: bytes) -> None:
    refused(admin.call("POST", "/v1/games", data=body, headers=JSON), "invalid")


@pytest.mark.parametrize("depth", [100, 10_000])
def test_deep_nesting_is_refused_and_hurts_nothing(admin: Client, depth: int) -> None:
    body = json.dumps(opening()).replace('"options": {', '"options": {"series": ' + "[" * depth + "]" * depth + ", ", 1)
    response = admin.call("POST", "/v1/games", data=body, headers=JSON)

    assert response.status_code in (400, 422), response.text[:300]
    assert "application/problem+json" == response.headers["Content-Type"]


@pytest.mark.parametrize(
    "type",
    [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/vnd.api+json",
        "application/json; charset=latin-1",
        "application/jsonx",
        "application/json, text/plain",
    ],
)
def test_another_content_type_is_unsupported(table: Table, type: str) -> None:
    refused(raw(table, COMMAND, Content_Type=type), "unsupported-media-type")


@pytest.mark.parametrize(
    "type", ["application/json;charset=utf-8", "APPLICATION/JSON", 'application/json; charset="UTF-8"']
)
def test_json_may_be_spelt_otherwise(table: Table, type: str) -> None:
    refused(raw(table, COMMAND, Content_Type=type), "illegal-command")


def test_a_compressed_body_is_unsupported(table: Table) -> None:
    refused(raw(table, COMMAND, Content_Encoding="gzip"), "unsupported-media-type")


@pytest.mark.parametrize("size", [262_145, 5_000_000])
def test_a_huge_body_is_too_large(table: Table, size: int) -> None:
    refused(raw(table, b" " * size), "too-large")
    refused(raw(table, (b" " * 65_536 for _ in range(size // 65_536 + 2))), "too-large")


def test_a_body_of_the_limit_is_read(table: Table) -> None:
    refused(raw(table, COMMAND.ljust(262_144)), "illegal-command")


def test_a_chunked_body_is_read(table: Table) -> None:
    refused(raw(table, iter([COMMAND[:10], COMMAND[10:]])), "illegal-command")


@pytest.mark.parametrize(
    "id",
    [
        "x" * 5000,
        "%00",
        "g_%00",
        "%FF%FE",
        "%2e%2e",
        "..%2f..",
        "'; DROP TABLE entries; --",
        "g_\u00e9",
        "\U0001f33b",
        "g_%0d%0aX-Evil:1",
        " ",
        "%",
        "null",
        "g_" + "A" * 26,
    ],
)
def test_ids_that_nobody_gave_lead_nowhere(admin: Client, id: str) -> None:
    quoted = id if "%" in id else quote(id)
    for path in ("", "/state", "/entries", "/entries/1", "/replay", "/score", "/commands/legal?seat=1"):
        refused(admin.get(f"/v1/games/{quoted}{path}"), "not-found")
    refused(admin.post(f"/v1/games/{quoted}/audits", {}), "not-found")
    refused(admin.post(f"/v1/games/{quoted}/commands", json.loads(COMMAND), Idempotency_Key="k"), "not-found")
    refused(admin.get(f"/v1/players/{quoted}"), "not-found")
    refused(admin.get(f"/v1/rulesets/{quoted}"), "not-found")


@pytest.mark.parametrize(
    "query",
    [
        "version=%00",
        "version=%FF",
        "viewer=%00",
        "viewer=seat:1%00",
        "viewer=" + "x" * 5000,
        "version=1&version=2",
        "unknown=1",
        "%00=1",
        "version",
        "=",
        "&&&",
        "version=%D9%A1",
        "version=1_0",
        "version=0x1",
    ],
)
def test_queries_that_make_no_sense_are_invalid_or_empty(table: Table, query: str) -> None:
    response = table.anybody.get(f"{table.path}/state?{query}")
    if query == "&&&":
        assert 200 == response.status_code
    else:
        refused(response, "invalid")


def spoken(server: Server, text: bytes) -> bytes:
    """Send bytes as they are and return what comes back until the service closes."""
    where = urlsplit(server.url)
    with socket.create_connection((where.hostname, where.port), timeout=PATIENCE) as client:
        client.sendall(text)
        found = b""
        with suppress(OSError):  # it may be turned away in the middle of a word
            client.shutdown(socket.SHUT_WR)
            while chunk := client.recv(65536):
                found += chunk
    return found


@pytest.mark.parametrize(
    "text",
    [
        b"nonsense\r\n\r\n",
        b"GET /v1/games HTTP/9.9\r\n\r\n",
        b"GET /v1/games HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n",
        b"GET /v1/\x00games HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
        b"POST /v1/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03",
    ],
)
def test_what_is_no_http_is_turned_away(server: Server, text: bytes) -> None:
    status = spoken(server, text)[:12]

    assert status == b"" or status[9:10] == b"4", status
    assert 200 == server.anybody.get("/healthz").status_code


def test_a_body_that_breaks_off_changes_nothing(server: Server, table: Table) -> None:
    head = (
        f"POST {table.path}/commands HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {table.tokens['seats'][1]}\r\n"
        'Content-Type: application/json\r\nIf-Match: "5"\r\nContent-Length: 100\r\n\r\n'
    )
    spoken(server, head.encode() + b'{"command": {"type": "concede"}}')

    assert (5, "running") == ((game := table.now())["version"], game["status"])


def test_headers_of_any_length_and_kind_are_survived(server: Server, table: Table) -> None:
    where = urlsplit(server.url)
    for name, value in (
        ("Accept", "," * 5000),
        ("If-None-Match", '"' * 5000),
        ("If-None-Match", 'W/"' + "x" * 5000),
        ("Accept", "\u00e9".encode().decode("latin-1")),
        ("Authorization", "Bearer " + "\u00ff" * 50),
        ("Origin", "\u00ff"),
        ("Last-Event-ID", "9" * 5000),
    ):
        connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=PATIENCE)
        connection.request("GET", f"{table.path}/entries", headers={name: value.encode("latin-1")})
        assert connection.getresponse().status in (200, 400, 401, 431), name
        connection.close()


def test_a_parameter_that_nothing_reads_is_refused_everywhere(admin: Client, table: Table) -> None:
    edition = admin.read("/v1/rulesets")["rulesets"][0]["id"]
    before = len(admin.read("/v1/games?limit=200")["games"])
    answers = [
        admin.call("POST", "/v1/games?strat=1", json=opening()),
        table.seat(1).call("POST", f"{table.path}/commands?seat=1", json={}, headers={"Idempotency-Key": "k"}),
        admin.call("POST", f"/v1/rulesets/{edition}/manifests?a~b/c=1", json={}),
        *(admin.get(path + "?x=1") for path in (table.path, f"{table.path}/replay", "/v1/rulesets", "/v1/games")),
    ]
    pointers = [{each["pointer"] for each in refused(answer, "invalid")["errors"]} for answer in answers]

    assert [{"/strat"}, {"/seat", "/command"}] == pointers[:2]
    assert "/a~0b~1c" in pointers[2]
    assert [{"/x"}] * 4 == pointers[3:]
    assert before == len(admin.read("/v1/games?limit=200")["games"])
