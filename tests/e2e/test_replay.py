"""Replays and exports as lines."""

from typing import Any

import jsonpatch
import pytest

from tests.e2e.client import Client, Table, lines, refused, whole

NDJSON = "application/x-ndjson"
HEADER = {"game", "ruleset", "revision", "manifest", "viewer", "after", "version"}


def frames(table: Table, client: Client, **query: Any) -> list[Any]:
    return whole(client.get(f"{table.path}/replay", query))[1]


# -- replay


def follow(found: list[Any]) -> Any:
    """Yield each frame with the state that its patch leads to."""
    state = None
    for number, frame in enumerate(found):
        assert {"version", "entry", "scores", "patch" if number else "state"} == frame.keys()
        state = jsonpatch.apply_patch(state, frame["patch"]) if number else frame["state"]
        yield frame, state


@pytest.mark.parametrize("viewer", [None, "spectator", "seat:1", "seat:2"])
def test_frames_rebuild_every_state_entry_and_score(finished: Table, viewer: str | None) -> None:
    query: dict[str, Any] = {} if viewer is None else {"viewer": viewer}
    for frame, state in follow(frames(finished, finished.anybody, **query)):
        at = {**query, "version": frame["version"]}
        sheet = finished.anybody.read(f"{finished.path}/score", at)
        assert state == finished.anybody.read(f"{finished.path}/state", at)["state"]
        assert frame["entry"] == finished.anybody.read(f"{finished.path}/entries/{frame['version']}", query)
        assert frame["scores"] == [{"seat": seat["seat"], "total": seat["total"]} for seat in sheet["seats"]]
    assert frame["version"] == finished.now()["version"]


@pytest.mark.parametrize("mode", ["dealt", "observed"])
def test_frames_of_a_running_game_are_those_of_who_asks(admin: Client, mode: str) -> None:
    table = admin.open(mode=mode).settle()
    callers = [table.anybody, table.seat(1), table.seat(2), table.arbiter]
    for client in callers:
        for frame, state in follow(frames(table, client)):
            at = {"version": frame["version"]}
            assert state == client.read(f"{table.path}/state", at)["state"]


def test_a_replay_begins_and_ends_where_it_is_told(finished: Table) -> None:
    header, found, end = whole(finished.anybody.get(f"{finished.path}/replay", {"from": 4, "to": 9}))
    whole_state = [state for _, state in follow(frames(finished, finished.anybody))]

    assert HEADER == header.keys()
    assert (finished.id, "spectator", 3) == (header["game"], header["viewer"], header["after"])
    assert list(range(4, 10)) == [frame["version"] for frame in found]
    assert (9, found[-1]["entry"]["hash"], 6) == (end["version"], end["head"], end["count"])
    assert whole_state[3:9] == [state for _, state in follow(found)]


def test_a_replay_of_one_version_is_one_frame(finished: Table) -> None:
    (frame,) = frames(finished, finished.anybody, **{"from": 5, "to": 5})

    assert "state" in frame


@pytest.mark.parametrize("query", [{"from": 6}, {"to": 6}, {"from": 4, "to": 3}, {"from": 999_999_999}])
def test_a_replay_of_versions_that_are_not_there_is_not_found(table: Table, query: Any) -> None:
    refused(table.anybody.get(f"{table.path}/replay", query), "not-found")


@pytest.mark.parametrize("query", ["from=0", "to=0", "from=x", "to=", "first=1", "limit=3"])
def test_a_replay_that_makes_no_sense_is_refused(table: Table, query: str) -> None:
    refused(table.anybody.get(f"{table.path}/replay?{query}"), "invalid")


# -- the log as lines


def test_the_log_as_lines_is_the_log(finished: Table) -> None:
    game = finished.now()
    header, found, end = whole(finished.anybody.get(f"{finished.path}/entries", Accept=NDJSON))

    assert HEADER == header.keys()
    assert {name: game[name] for name in ("ruleset", "revision", "manifest", "version")} == {
        name: header[name] for name in ("ruleset", "revision", "manifest", "version")
    }
    assert (finished.id, "spectator", 0) == (header["game"], header["viewer"], header["after"])
    assert finished.anybody.read(f"{finished.path}/entries", {"limit": 1000})["entries"] == found
    assert {"version": game["version"], "head": game["head"], "count": game["version"]} == end


def test_lines_begin_after_a_version_and_read_as_the_caller(table: Table) -> None:
    header, found, end = whole(table.seat(1).get(f"{table.path}/entries", {"after": 2}, Accept=NDJSON))

    assert (2, "seat:1", [3, 4, 5]) == (header["after"], header["viewer"], [entry["version"] for entry in found])
    assert (5, 3) == (end["version"], end["count"])
    assert "?" != found[0]["events"][0]["card"]
    assert "?" == found[1]["events"][0]["card"]


@pytest.mark.parametrize("after", [5, 99])
def test_lines_after_the_head_are_header_and_end(table: Table, after: int) -> None:
    _, found, end = whole(table.anybody.get(f"{table.path}/entries", {"after": after}, Accept=NDJSON))

    assert ([], 0, 5, table.now()["head"]) == (found, end["count"], end["version"], end["head"])


def test_a_cut_stream_has_no_end(finished: Table) -> None:
    found = lines(finished.anybody.get(f"{finished.path}/entries", Accept=NDJSON))

    assert ["end" in line for line in found] == [False] * (len(found) - 1) + [True]


def test_lines_are_not_kept_by_caches(table: Table) -> None:
    for response in (
        table.anybody.get(f"{table.path}/entries", Accept=NDJSON),
        table.anybody.get(f"{table.path}/replay"),
    ):
        assert {"Authorization", "Accept"} <= {name.strip() for name in response.headers["Vary"].split(",")}
        assert response.headers["Cache-Control"] in ("no-store", "private, no-cache")


@pytest.mark.parametrize(
    ("accept", "type"),
    [
        ("application/json", "application/json"),
        ("*/*", "application/json"),
        ("application/*", "application/json"),
        ("text/html", "application/json"),
        (NDJSON, NDJSON),
        (f"{NDJSON};q=0.5, application/json;q=0.4", NDJSON),
        (f"{NDJSON}, */*;q=0.1", NDJSON),
        ("nonsense", "application/json"),
        (";;;,,,/", "application/json"),
    ],
)
def test_what_is_accepted_decides_the_form(table: Table, accept: str, type: str) -> None:
    assert type == table.anybody.get(f"{table.path}/entries", Accept=accept).headers["Content-Type"]
