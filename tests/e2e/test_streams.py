"""Following a game live: event streams and long-polls."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
import requests

from service.grants import Grant
from tests.e2e.client import Client, Table, problem, refused
from tests.e2e.server import Server
from tests.waiting import eventually

STREAM = "text/event-stream"


class Frame(NamedTuple):
    """One frame of an event stream; a comment has no event."""

    event: str | None
    id: str | None
    data: Any


class Feed:
    """An event stream, read frame by frame as a browser would."""

    def __init__(self, response: requests.Response) -> None:
        assert (200, STREAM) == (response.status_code, response.headers["Content-Type"].partition(";")[0])
        self.response = response
        self._frames = self._read()

    def frame(self) -> Frame:
        """Return the next frame, comments included."""
        return next(self._frames)

    def next(self) -> Frame:
        """Return the next event."""
        return next(frame for frame in self._frames if frame.event is not None)

    def rest(self) -> list[Frame]:
        """Return all events until the stream closes."""
        return [frame for frame in self._frames if frame.event is not None]

    def _read(self) -> Iterator[Frame]:
        buffer = b""
        for chunk in self.response.iter_content(None):
            buffer += chunk
            while b"\n\n" in buffer:
                frame, _, buffer = buffer.partition(b"\n\n")
                yield self._parse(frame.decode())
        assert buffer == b"", "a frame is whole or does not come"

    def _parse(self, frame: str) -> Frame:
        if frame.startswith(":"):
            return Frame(None, None, frame)
        fields = dict(line.split(": ", 1) for line in frame.splitlines())
        assert {"event", "data"} <= fields.keys() <= {"event", "data", "id"}
        return Frame(fields["event"], fields.get("id"), json.loads(fields["data"]))


@contextmanager
def following(client: Client, table: Table, query: Any = None, **headers: str) -> Iterator[Feed]:
    with client.call(
        "GET",
        f"{table.path}/entries",
        params=query,
        headers={"Accept": STREAM, **{name.replace("_", "-"): value for name, value in headers.items()}},
        stream=True,
    ) as response:
        yield Feed(response)


def test_a_stream_gives_what_was_and_what_comes_as_the_caller_reads_it(table: Table) -> None:
    with following(table.seat(2), table) as feed:
        past = [feed.next() for _ in range(5)]
        command = next(table.moves())
        table.done(table.seat(1), command)
        live = feed.next()

    assert [("entry", str(version)) for version in range(1, 6)] == [(frame.event, frame.id) for frame in past]
    assert table.seat(2).read(f"{table.path}/entries", {"limit": 5})["entries"] == [frame.data for frame in past]
    assert ("entry", "6", table.seat(2).read(f"{table.path}/entries/6")) == live


def test_the_end_is_told_and_closes_the_stream(table: Table) -> None:
    with following(table.anybody, table, {"after": 5}) as feed:
        table.done(table.seat(2), {"type": "concede"})
        last, end = feed.rest()
    game = table.now()

    assert ("entry", "6", []) == (last.event, last.id, last.data["outcomes"])
    assert ("end", None, {"version": 6, "head": game["head"]}) == end


def test_a_stream_gives_nothing_more_to_a_token_that_was_revoked(server: Server, admin: Client) -> None:
    table = admin.open(visibility="private").settle()
    guest = server.issue(Grant.to_seat(table.id, 2))
    with following(guest, table) as feed:
        past = [feed.next().id for _ in range(5)]
        server.revoke(guest)
        table.done(table.seat(1), next(table.moves()))
        rest = feed.rest()

    assert (["1", "2", "3", "4", "5"], []) == (past, rest)
    refused(guest.get(f"{table.path}/entries", Accept=STREAM), "unauthenticated")


def test_a_long_poll_gives_nothing_to_a_token_that_was_revoked(server: Server, admin: Client) -> None:
    table = admin.open(visibility="private").settle()
    guest = server.issue(Grant.to_seat(table.id, 2))
    answers: list[requests.Response] = []
    path, query = f"{table.path}/entries", {"after": 5, "wait": 30}
    waiting = threading.Thread(target=lambda: answers.append(guest.get(path, query)))
    before = server.metric("open_streams")
    waiting.start()
    eventually(lambda: server.metric("open_streams") > before)
    server.revoke(guest)
    table.done(table.seat(1), next(table.moves()))
    waiting.join()

    refused(answers[0], "unauthenticated")


def test_a_stream_of_an_ended_game_is_all_of_it_opened(finished: Table) -> None:
    with following(finished.anybody, finished) as feed:
        *entries, end = feed.rest()

    assert finished.anybody.read(f"{finished.path}/entries", {"limit": 1000})["entries"] == [
        each.data for each in entries
    ]
    assert "end" == end.event
    assert "?" != entries[0].data["events"][0]["seed"]


def test_a_stream_goes_on_after_the_last_event_id(finished: Table) -> None:
    last = finished.now()["version"]
    with following(finished.anybody, finished, {"after": 1}, Last_Event_ID=str(last - 2)) as feed:
        ids = [frame.id for frame in feed.rest()]

    assert [str(last - 1), str(last), None] == ids


def test_coming_back_at_an_ended_head_is_told_to_stay_away(finished: Table) -> None:
    last = str(finished.now()["version"])
    for query, headers in (({"after": last}, {}), ({}, {"Last-Event-ID": last}), ({}, {"Last-Event-ID": "999999"})):
        response = finished.anybody.call(
            "GET", f"{finished.path}/entries", params=query, headers={"Accept": STREAM, **headers}
        )
        assert (204, b"") == (response.status_code, response.content)


@pytest.mark.parametrize("given", ["x", "", "-1", "1.0", "1 2", "9" * 16, "1,2"])
def test_a_last_event_id_is_a_version(table: Table, given: str) -> None:
    refused(table.anybody.get(f"{table.path}/entries", Accept=STREAM, Last_Event_ID=given), "malformed")


def test_a_stream_as_another_viewer(table: Table) -> None:
    with following(table.arbiter, table, {"viewer": "seat:2", "after": 2}) as feed:
        first, second = feed.next(), feed.next()

    assert ["?", True] == [first.data["events"][0]["card"], second.data["events"][0]["card"] != "?"]
    refused(table.seat(1).get(f"{table.path}/entries", {"viewer": "seat:2"}, Accept=STREAM), "forbidden")


def test_an_idle_stream_gives_signs_of_life(table: Table) -> None:
    with following(table.anybody, table, {"after": 5}) as feed:
        assert [None] * 3 == [feed.frame().event for _ in range(3)]


def test_many_follow_one_game(table: Table) -> None:
    seen: dict[int, list[str | None]] = {}
    ready = threading.Barrier(9)

    def follow(number: int) -> None:
        with following(table.anybody, table, {"after": 5}) as feed:
            feed.frame()
            ready.wait()
            seen[number] = [frame.id for frame in feed.rest()]

    threads = [threading.Thread(target=follow, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    ready.wait()
    table.play(seed=2, most=5)
    table.done(table.arbiter, {"type": "abandon"})
    for thread in threads:
        thread.join()

    assert [[*map(str, range(6, 12)), None]] * 8 == list(seen.values())


def test_too_many_streams_are_refused_and_one_that_closes_makes_room(start: Callable[..., Server]) -> None:
    server = start(max_streams=2, blocking_threads=8)
    table = server.admin.open()
    with following(table.anybody, table) as first, following(table.anybody, table):
        first.frame()
        for query, accept in (
            ({}, STREAM),
            ({}, "application/x-ndjson"),
            ({"after": 2, "wait": 1}, "application/json"),
        ):
            refused(table.anybody.get(f"{table.path}/entries", query, Accept=accept), "unavailable")
        refused(table.anybody.get(f"{table.path}/replay"), "unavailable")
        assert 200 == table.anybody.get(f"{table.path}/entries").status_code
        assert 2 == server.metric("open_streams")
    eventually(lambda: server.metric("open_streams") == 0)
    assert 200 == table.anybody.get(f"{table.path}/replay").status_code


# -- long-polls


@contextmanager
def polling(client: Client, table: Table, server: Server) -> Iterator[list[Any]]:
    """Wait in a thread for what comes after version 5; the list holds the answer when the block is left."""
    pages: list[Any] = []

    def poll() -> None:
        # A machine that stands still for half a minute outlasts a wait.
        while not pages or not pages[-1]["entries"]:
            pages[:] = [client.read(f"{table.path}/entries", {"after": 5, "wait": 30})]

    thread = threading.Thread(target=poll, daemon=True)
    thread.start()
    eventually(lambda: server.metric("open_streams") >= 1)
    yield pages
    thread.join()


def test_a_long_poll_answers_as_soon_as_there_is_news(table: Table, server: Server) -> None:
    with polling(table.seat(1), table, server) as pages:
        table.done(table.seat(1), next(table.moves()))

    assert [6] == [entry["version"] for entry in pages[0]["entries"]]
    assert (6, None) == (pages[0]["version"], pages[0]["next"])


def test_a_long_poll_without_news_is_an_empty_page(table: Table) -> None:
    page = table.anybody.read(f"{table.path}/entries", {"after": 5, "wait": 1})

    assert ([], None, 5, table.now()["head"]) == (page["entries"], page["next"], page["version"], page["head"])


def test_a_long_poll_does_not_wait_for_what_is_there(table: Table) -> None:
    page = table.anybody.read(f"{table.path}/entries", {"after": 4, "wait": 30})

    assert [5] == [entry["version"] for entry in page["entries"]]


def test_a_long_poll_at_the_end_of_a_game_does_not_wait(finished: Table) -> None:
    last = finished.now()["version"]
    pages = [finished.anybody.read(f"{finished.path}/entries", {"after": last, "wait": 30}) for _ in range(21)]

    assert [[]] * 21 == [page["entries"] for page in pages], "so many waits would outlast this test"


def test_a_long_poll_wakes_when_the_game_ends_and_reads_it_open(table: Table, server: Server) -> None:
    with polling(table.anybody, table, server) as pages:
        table.done(table.arbiter, {"type": "abandon"})

    assert [[]] == [entry["outcomes"] for entry in pages[0]["entries"]]


def test_streams_of_games_that_are_not_there_are_not_found(anybody: Client) -> None:
    for accept in (STREAM, "application/x-ndjson"):
        problem(anybody.get("/v1/games/g_none/entries", Accept=accept), 404, "/problems/not-found")
