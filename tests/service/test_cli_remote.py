"""Trial games over HTTP: what is made of answers that are no answer of a ledger, or not yet."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from service.simulating import named
from service.trials import Asked, Refused, Trial
from service.trials_remote import RemoteDesk

TRIAL = Trial("season-harvest", "observed", named(2), {"years": 2})
GAME = {"id": "g_1", "version": 2, "status": "running", "to_act": [{"seat": 2}], "seats": [{}, {}]}
Answer = tuple[int, dict[str, str], bytes]


class Other(ThreadingHTTPServer):
    """A server that gives prepared answers and remembers what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[Answer] = []
        self.asked: list[tuple[str, dict[str, str], Any]] = []


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        assert isinstance(self.server, Other)
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        self.server.asked.append((self.path, dict(self.headers), body))
        status, headers, content = self.server.answers.pop(0)
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args: object) -> None:
        """Stay quiet."""


@pytest.fixture
def other() -> Iterator[Other]:
    with Other() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def desk(other: Other) -> Iterator[RemoteDesk]:
    opened = RemoteDesk(f"http://127.0.0.1:{other.server_port}/", "a-token")
    yield opened
    opened.close()


def said(status: int, answer: object, **headers: str) -> Answer:
    return status, headers, json.dumps(answer).encode()


def test_an_opening_is_sent_as_the_interface_wants_it(other: Other, desk: RemoteDesk) -> None:
    other.answers = [said(201, {"game": GAME, "tokens": {"seats": ["s1", "s2"], "arbiter": "a", "scribe": "s"}})]
    table = desk.open(TRIAL, ["WI", "?"])
    ((path, headers, body),) = other.asked

    assert ("g_1", 2, 2, "running", [2]) == (table.game, table.version, table.seats, table.status, table.to_act)
    assert "/v1/games" == path
    assert "Bearer a-token" == headers["Authorization"]
    assert headers["Idempotency-Key"]
    assert ["WI", "?"] == body["outcomes"]
    assert {"name": "Random player 2"} == body["seats"][1]


def test_a_needed_outcome_is_asked_for(other: Other, desk: RemoteDesk) -> None:
    request = {"kind": "draw", "zone": "pile", "seat": 1, "lawful": ["SP", "WI"], "unknown": True}
    other.answers = [said(409, {"type": "/problems/outcome-needed", "request": request, "index": 0})]
    with pytest.raises(Asked) as asked:
        desk.open(TRIAL, [])

    assert (["SP", "WI"], None, True) == (asked.value.lawful, asked.value.ways, asked.value.unknown)


def test_a_busy_service_is_asked_again_under_the_same_key(other: Other, desk: RemoteDesk) -> None:
    busy = said(503, {"title": "busy"}, **{"Retry-After": "0"})
    limited = said(429, {"title": "too fast"}, **{"Retry-After": "0"})
    other.answers = [busy, limited, said(201, {"game": GAME, "tokens": {"seats": ["s1", "s2"], "arbiter": "a"}})]
    desk.open(TRIAL, [])

    assert 1 == len({headers["Idempotency-Key"] for _, headers, _ in other.asked})
    assert 3 == len(other.asked)


def test_a_service_that_stays_busy_is_given_up(other: Other, desk: RemoteDesk) -> None:
    other.answers = [said(503, {"title": "busy"}, **{"Retry-After": "0"}) for _ in range(5)]
    with pytest.raises(Refused, match="is busy: it answered 503 5 times"):
        desk.open(TRIAL, [])

    assert [] == other.answers


def test_a_refusal_is_told_with_its_reason(other: Other, desk: RemoteDesk) -> None:
    other.answers = [said(409, {"type": "/problems/illegal-command", "detail": "Too few.", "reason": "bad_count"})]
    with pytest.raises(Refused, match=r"^The service answered 409: Too few\. \(bad_count\)$"):
        desk.open(TRIAL, [])


def test_all_faults_of_a_request_are_told(other: Other, desk: RemoteDesk) -> None:
    faults = [{"in": "body", "pointer": "/options/a", "detail": "Unknown."}, {"pointer": "/seats", "detail": "Empty."}]
    other.answers = [said(422, {"type": "/problems/invalid", "detail": "No.", "errors": faults})]
    with pytest.raises(Refused, match=r"422: /options/a: Unknown\.; /seats: Empty\.$"):
        desk.open(TRIAL, [])


@pytest.mark.parametrize("content", [b"<html>hello</html>", b"[]", b""])
def test_a_server_that_is_no_ledger_is_called_so(other: Other, desk: RemoteDesk, content: bytes) -> None:
    other.answers = [(200, {}, content)]
    with pytest.raises(Refused, match="is no ledger: it answered 200"):
        desk.open(TRIAL, [])


def test_an_address_nobody_answers_at_is_named() -> None:
    desk = RemoteDesk("http://127.0.0.1:1", "a-token")
    with pytest.raises(Refused, match=r"http://127\.0\.0\.1:1/v1 cannot be reached"):
        desk.open(TRIAL, [])
    desk.close()
