"""The service as a process: granian, one worker, signals, streams that stay open and clients that leave."""

import contextlib
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import requests

from service.serving import any_port
from tests.launched import Launched
from tests.service.api.toy import TOKEN
from tests.waiting import PATIENCE, eventually

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[3]
AUTH = {"Authorization": f"Bearer {TOKEN}"}
TOY = ("-m", "tests.service.api.serve_toy")
REAL = ("-m", "tests.service.api.serve_real")


class Process(Launched):
    """A service in a process of its own, whose signals do not reach the tests."""

    def __init__(self, folder: Path, *program: str, port: int | None = None, **settings: str | int) -> None:
        self._undo = contextlib.ExitStack()
        self.port = port or self._undo.enter_context(any_port("127.0.0.1"))
        self.url = f"http://127.0.0.1:{self.port}"
        self.mark = folder / "mark"
        self.mark.unlink(missing_ok=True)
        given = {**settings, "port": self.port, "database": folder / "ledger.db"}
        super().__init__([sys.executable, *program], ROOT, folder / "log", given, start_new_session=True)

    def close(self) -> None:
        super().close()
        self._undo.close()


Start = Callable[..., Process]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    with contextlib.ExitStack() as undo:

        def begin(*program: str, port: int | None = None, **settings: str | int) -> Process:
            process = Process(tmp_path, *(program or TOY), port=port, **settings)
            undo.callback(process.close)
            return process

        yield begin


def refused(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def raise_toy(service: Process) -> str:
    """Raise the counter by one and return its new version's tag."""
    return requests.post(f"{service.url}/v1/toys/x", json={"by": 1}, headers=AUTH, timeout=PATIENCE).headers["ETag"]


def follow(service: Process, **headers: str) -> requests.Response:
    return requests.get(f"{service.url}/v1/toys/x/events", headers=headers, stream=True, timeout=PATIENCE)


# -- requests


def test_large_bodies_are_refused_and_the_answer_arrives(start: Start) -> None:
    service = start()
    chunks = (b" " * 1000 for _ in range(300))
    for body in (b" " * 300_000, b" " * 5_000_000, chunks):
        response = requests.post(
            f"{service.url}/v1/toys/x",
            data=body,
            headers=AUTH | {"Content-Type": "application/json"},
            timeout=PATIENCE,
        )
        assert (413, "/problems/too-large") == (response.status_code, response.json()["type"])


def test_a_chunked_body_is_read_and_a_connection_serves_on(start: Start) -> None:
    service = start()
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE)
    headers = AUTH | {"Content-Type": "application/json"}
    statuses = []
    for body in (iter([b'{"by"', b": 1}"]), iter([b"{"]), iter([b'{"by": 2}'])):
        connection.request("POST", "/v1/toys/x", body, headers, encode_chunked=True)
        response = connection.getresponse()
        response.read()
        statuses.append(response.status)
    connection.close()

    assert [201, 400, 201] == statuses


def test_a_body_that_breaks_off_changes_nothing(start: Start) -> None:
    service = start()
    with socket.create_connection(("127.0.0.1", service.port)) as client:
        client.sendall(
            f"POST /v1/toys/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {TOKEN}\r\n"
            'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"by": 1}'.encode()
        )

    assert '"1"' == raise_toy(service)


# -- streams


class Events:
    """Read an event stream frame by frame."""

    def __init__(self, response: requests.Response) -> None:
        assert (200, "text/event-stream") == (
            response.status_code,
            response.headers["Content-Type"].split(";")[0],
        )
        self.response = response
        self.buffer = b""
        self.chunks = response.iter_content(None)

    def frame(self) -> bytes:
        while b"\n\n" not in self.buffer:
            self.buffer += next(self.chunks)
        frame, self.buffer = self.buffer.split(b"\n\n", 1)
        return frame


def test_entries_arrive_as_they_happen_and_the_end_closes(start: Start) -> None:
    service = start()
    events = Events(follow(service))

    assert events.frame().startswith(b":")
    for number in (1, 2, 3):
        raise_toy(service)
        assert b'id: %d\nevent: entry\ndata: {"by":1}' % number == events.frame()
    assert b'event: end\ndata: {"version":3,"head":null}' == events.frame()
    assert [] == list(events.chunks)

    resumed = Events(follow(service, **{"Last-Event-ID": "2"}))
    assert resumed.frame().startswith(b":")
    assert resumed.frame().startswith(b"id: 3\n")
    assert resumed.frame().startswith(b"event: end\n")
    assert (204, b"") == ((done := follow(service, **{"Last-Event-ID": "3"})).status_code, done.content)


def test_an_idle_stream_gives_a_sign_of_life(start: Start) -> None:
    events = Events(follow(start(heartbeat_seconds=1)))

    assert [True, True, True] == [events.frame().startswith(b":") for _ in range(3)]


def test_streams_are_capped_and_a_client_that_leaves_makes_room(start: Start) -> None:
    service = start(max_streams=2, blocking_threads=4, heartbeat_seconds=1)
    first, second = follow(service), follow(service)
    full = [requests.get(f"{service.url}/v1/toys/x/{path}", timeout=PATIENCE) for path in ("events", "lines", "wait")]

    for response in full:
        assert (503, "/problems/unavailable", "5") == (
            response.status_code,
            response.json()["type"],
            response.headers["Retry-After"],
        )
    assert 200 == requests.get(f"{service.url}/healthz", timeout=PATIENCE).status_code
    first.close()
    eventually(lambda: requests.get(f"{service.url}/v1/toys/x/lines", timeout=PATIENCE).status_code == 200)
    second.close()


def test_a_head_request_takes_no_place(start: Start) -> None:
    service = start(max_streams=1)
    # The place is given back as the answer is sent, so that the next request may come just before.
    for _ in range(3):
        eventually(lambda: requests.head(f"{service.url}/v1/toys/x/events", timeout=PATIENCE).status_code == 200)
    eventually(lambda: requests.get(f"{service.url}/v1/toys/x/lines", timeout=PATIENCE).status_code == 200)


@pytest.mark.parametrize(("name", "count"), [("whole", 3), ("slow", 3), ("broken", 2)])
def test_an_export_is_lines_and_an_error_cuts_it_short(start: Start, name: str, count: int) -> None:
    service = start(max_streams=1)
    got = b""
    response = requests.get(f"{service.url}/v1/toys/{name}/lines", stream=True, timeout=PATIENCE)
    with contextlib.suppress(requests.RequestException):
        for chunk in response.iter_content(None):
            got += chunk
            if name == "broken" and got.count(b"\n") == count:
                raise_toy(service)
    again = requests.get(f"{service.url}/v1/toys/whole/lines", timeout=PATIENCE)

    assert [b'{"line":%d}' % number for number in range(count)] == got.splitlines()
    assert "application/x-ndjson" == response.headers["Content-Type"]
    assert (200, 3) == (again.status_code, len(again.text.splitlines()))
    assert (name == "broken") == ('"failed"' in service.log)


def test_a_long_poll_ends_with_the_change_it_waits_for(start: Start) -> None:
    service = start()
    answers: list[int] = []
    waiting = threading.Thread(
        target=lambda: answers.append(requests.get(f"{service.url}/v1/toys/x/wait", timeout=PATIENCE).json()["seen"])
    )
    waiting.start()
    eventually(lambda: "open_streams 1.0" in requests.get(f"{service.url}/metrics", timeout=PATIENCE).text)
    raise_toy(service)
    waiting.join(timeout=PATIENCE)

    assert [1] == answers


# -- starting and stopping


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_streams_and_closes_everything(start: Start, how: signal.Signals) -> None:
    service = start()
    events = Events(follow(service))
    events.frame()
    status = service.stop(how)

    assert (0, "closed") == (status, service.mark.read_text(encoding="utf-8"))
    assert "" == events.buffer.decode()
    assert [] == list(events.chunks)
    assert refused(service.port)


def test_ctrl_c_in_a_terminal_ends_well(start: Start) -> None:
    service = start()
    os.killpg(service.process.pid, signal.SIGINT)

    assert 0 == service.ended()
    assert "closed" == service.mark.read_text(encoding="utf-8")


def test_killing_the_service_outright_frees_its_port(start: Start) -> None:
    service = start()
    service.stop(signal.SIGKILL)
    eventually(lambda: refused(service.port))
    again = start(port=service.port)

    assert 200 == requests.get(f"{again.url}/healthz", timeout=PATIENCE).status_code


def test_a_worker_that_dies_ends_the_service_with_an_error(start: Start) -> None:
    service = start()
    children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children")
    if not children.exists():
        pytest.skip("needs /proc to find the worker")
    os.kill(int(children.read_text(encoding="ascii").split()[0]), signal.SIGKILL)

    assert 1 == service.ended()
    assert "unexpectedly" in service.log


def test_a_taken_port_is_refused_in_plain_words(start: Start) -> None:
    service = start()
    second = start(port=service.port)

    assert (1, "") == (second.ended(), second.said)
    assert f"cannot listen on 127.0.0.1 port {service.port}" in second.log
    assert 200 == requests.get(f"{service.url}/healthz", timeout=PATIENCE).status_code


def test_a_port_that_was_found_is_kept_from_others() -> None:
    with any_port("127.0.0.1") as port, socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", port))


def test_the_real_service_says_where_it_is_and_shows_a_new_admin_token_once(start: Start) -> None:
    service = start(*REAL)
    token = re.search(r"^Admin token +([A-Za-z0-9_-]{43}) ", service.said, re.MULTILINE)
    assert token is not None
    assert f"{service.url}\n" in service.said
    assert f"{service.url}/docs\n" in service.said
    assert "ready" == requests.get(f"{service.url}/readyz", timeout=PATIENCE).json()["status"]
    rival = start(*REAL)
    assert (1, "") == (rival.ended(), rival.said)
    assert "ledger.db cannot be used" in rival.log
    assert 0 == service.stop(signal.SIGINT)
    again = start(*REAL)

    assert "as an earlier start printed it" in again.said
    assert token[1] not in again.said + service.log + again.log
    assert 0 == again.stop(signal.SIGTERM)
    assert [] == list(service.mark.parent.glob("ledger.db-*"))


def test_an_admin_token_that_was_given_is_not_printed(start: Start) -> None:
    service = start(*REAL, admin_token="given-token-0123456789")

    assert "the one that was set" in service.said
    assert "given-token" not in service.said


def test_another_wsgi_server_can_make_the_app_and_it_closes_at_exit(tmp_path: Path) -> None:
    program = "from service.wsgi import make_app; print(make_app().test_client().get('/readyz').status)"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | {"HARVEST_LEDGER_DATABASE": str(tmp_path / "ledger.db")},
        capture_output=True,
        text=True,
        check=True,
    )

    assert "200 OK\n" == ran.stdout
    assert re.fullmatch(r"Admin token \(shown this once\): [A-Za-z0-9_-]{43}\n", ran.stderr)
    assert [] == [path.name for path in tmp_path.iterdir() if path.name.endswith(("-wal", "-shm"))]


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system does not tell on what a process may run")
@pytest.mark.parametrize("processors", ["one", "all"])
def test_the_worker_runs_on_as_many_processors_as_was_set(start: Start, processors: str) -> None:
    service = start(processors=processors)
    children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children")
    if not children.exists():
        pytest.skip("needs /proc to find the worker")
    worker = int(children.read_text(encoding="ascii").split()[0])
    here = os.sched_getaffinity(0)
    used = set()
    for task in Path(f"/proc/{worker}/task").iterdir():
        with contextlib.suppress(ProcessLookupError):  # a thread that has just ended
            used.add(frozenset(os.sched_getaffinity(int(task.name))))

    assert here == os.sched_getaffinity(service.process.pid)
    assert used == {frozenset(here)} if processors == "all" else [1] == [len(each) for each in used]
