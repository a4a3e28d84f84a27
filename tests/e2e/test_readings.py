"""State, entries and scores: at every version, for every viewer, and as conditional requests."""

import re
from hashlib import sha256
from typing import Any

import pytest

from tests.e2e.client import Client, Table, refused

DIGEST = re.compile('"[0-9a-f]{16,}"')
READINGS = ("/state", "/entries", "/entries/1", "/score", "/commands/legal?seat=1")


@pytest.mark.parametrize("path", READINGS)
def test_a_reading_carries_a_digest_of_its_bytes(table: Table, path: str) -> None:
    seat = table.seat(1)
    first, again = (seat.get(table.path + path) for _ in range(2))
    etag = first.headers["ETag"]

    assert DIGEST.fullmatch(etag)
    assert (first.content, etag) == (again.content, again.headers["ETag"])
    assert "private, no-cache" == first.headers["Cache-Control"]
    assert {"Authorization", "Accept"} <= {name.strip() for name in first.headers["Vary"].split(",")}
    known = seat.get(table.path + path, If_None_Match=f'"0", {etag}')
    assert (304, b"", etag) == (known.status_code, known.content, known.headers["ETag"])
    assert all(name in known.headers for name in ("Vary", "Cache-Control"))


@pytest.mark.parametrize("path", READINGS[:4])
def test_a_digest_changes_when_the_end_opens_what_was_sealed(admin: Client, path: str) -> None:
    table = admin.open().settle()
    version = 1 if path == "/entries/1" else table.now()["version"]
    query = {"version": version} if path in ("/state", "/score") else {}
    before = table.anybody.get(table.path + path, query)
    table.done(table.arbiter, {"type": "abandon"})
    after = table.anybody.get(table.path + path, query, If_None_Match=before.headers["ETag"])

    assert (after.status_code == 200) == (path != "/score")


def test_readings_of_different_viewers_have_different_digests(table: Table) -> None:
    etags = {
        client.get(f"{table.path}/state").headers["ETag"] for client in (table.seat(1), table.seat(2), table.anybody)
    }

    assert 3 == len(etags)


def test_a_game_and_a_command_have_versions_for_etags(table: Table) -> None:
    response = table.send(table.seat(1), next(table.moves()))

    assert '"6"' == response.headers["ETag"] == table.anybody.get(table.path).headers["ETag"]


# -- state


def test_a_state_says_what_it_is_of(table: Table) -> None:
    state = table.seat(1).read(f"{table.path}/state")

    assert {"game", "ruleset", "version", "viewer", "state"} == state.keys()
    assert (table.id, "season-harvest", 5, "seat:1") == tuple(
        state[name] for name in ("game", "ruleset", "version", "viewer")
    )


def test_a_state_at_a_version_is_what_it_was_then(admin: Client) -> None:
    table = admin.open()
    seen = {}
    for seat, space in ((1, "a1"), (2, "c3")):
        seen[table.now()["version"]] = table.seat(1).get(f"{table.path}/state").content
        table.done(table.seat(seat), {"type": "season-harvest.take_home", "seat": seat, "space": space})

    for version, state in seen.items():
        assert state == table.seat(1).get(f"{table.path}/state", {"version": version}).content


@pytest.mark.parametrize("path", ["/state", "/score"])
def test_a_version_that_is_not_there_is_not_found(table: Table, path: str) -> None:
    for version in ("0", "-1", "6", "999999999999999"):
        refused(table.anybody.get(table.path + path, {"version": version}), "not-found")
    for version in ("x", "1.0", "", "+1", "1e3", "9" * 40):
        refused(table.anybody.get(table.path + path, {"version": version}), "invalid")


def test_a_hand_shows_its_own_seat_cards_and_others_backs(table: Table) -> None:
    def hands(client: Client) -> Any:
        return client.read(f"{table.path}/state")["state"]["cards"]["hands"]

    mine, theirs, nobodys = hands(table.seat(1)), hands(table.seat(2)), hands(table.anybody)

    assert (3, {}) == (sum(mine["1"]["known"].values()), mine["1"]["unknown"])
    assert ({}, {"?": 3}) == (mine["2"]["known"], mine["2"]["unknown"])
    assert {} == theirs["1"]["known"]
    assert [{}, {}] == [nobodys[seat]["known"] for seat in ("1", "2")]


def test_no_pile_has_an_order(table: Table) -> None:
    cards = table.arbiter.read(f"{table.path}/state")["state"]["cards"]

    assert all(isinstance(value, str | int) for zone in cards["zones"].values() for value in zone.values())


def test_after_the_end_callers_see_all_and_named_viewers_what_they_saw(admin: Client) -> None:
    table = admin.open().settle()
    clients = {"spectator": table.anybody, "seat:1": table.seat(1), "seat:2": table.seat(2)}
    version = table.now()["version"]
    then = {
        path: {name: client.get(path_of(table, path, version)).json() for name, client in clients.items()}
        for path in ("/state", "/score", "/entries/2", "/entries/4")
    }
    table.done(table.seat(1), {"type": "concede"})

    for path, seen in then.items():
        for name, before in seen.items():
            now = table.anybody.read(path_of(table, path, version), {"viewer": name})
            assert before == now, path
    opened = table.anybody.read(f"{table.path}/entries/1")
    state = table.anybody.read(f"{table.path}/state", {"version": version})["state"]
    assert re.fullmatch("[0-9a-f]{64}", opened["events"][0]["seed"])
    assert [] == opened["outcomes"]
    assert {} == state["cards"]["hands"]["1"]["unknown"]
    assert "?" == table.anybody.read(f"{table.path}/entries/1", {"viewer": "seat:1"})["events"][0]["seed"]
    assert table.anybody.read(f"{table.path}/entries/1", {"viewer": "spectator"})["outcomes"] is None


def path_of(table: Table, path: str, version: int) -> str:
    return table.path + path + (f"?version={version}" if path in ("/state", "/score") else "")


def test_a_sealed_field_is_never_null_or_left_out_or_another_type(table: Table, finished: Table) -> None:
    for held, viewer in ((table, None), (finished, "spectator")):
        query = {} if viewer is None else {"viewer": viewer}
        for entry in held.anybody.read(f"{held.path}/entries", {**query, "limit": 1000})["entries"]:
            for event in entry["events"]:
                match event["type"]:
                    case "game_opened":
                        assert "?" == event["seed"]
                    case "season-harvest.hand_dealt":
                        assert ["?", "?"] == event["cards"]
                    case "season-harvest.card_drawn" | "season-harvest.home_taken":
                        assert "?" == event["card"]
                    case _:
                        assert "sealed" not in str(event)


# -- entries


def test_pages_of_entries_lead_to_the_head(finished: Table) -> None:
    game = finished.now()
    seen, after = [], 0
    while True:
        page = finished.anybody.read(f"{finished.path}/entries", {"after": after, "limit": 7})
        assert {"entries", "next", "version", "head"} == page.keys()
        assert (game["version"], game["head"]) == (page["version"], page["head"])
        seen += page["entries"]
        if page["next"] is None:
            break
        after = page["next"]

    assert list(range(1, game["version"] + 1)) == [entry["version"] for entry in seen]
    assert seen == finished.anybody.read(f"{finished.path}/entries", {"limit": 1000})["entries"]
    assert seen[3] == finished.anybody.read(f"{finished.path}/entries/4")


def test_beyond_the_head_a_page_is_empty(table: Table) -> None:
    for after in (5, 6, 999_999_999_999_999):
        page = table.anybody.read(f"{table.path}/entries", {"after": after})
        assert ([], None, 5) == (page["entries"], page["next"], page["version"])


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=1001", "after=-1", "after=x", "wait=31", "wait=-1", "after=1&after=2", "before=3"]
)
def test_pages_that_make_no_sense_are_refused(table: Table, query: str) -> None:
    refused(table.anybody.get(f"{table.path}/entries?{query}"), "invalid")


@pytest.mark.parametrize("version", ["0", "6", "999999999999999", "9" * 30, "x", "-1", "1.0", "01x"])
def test_an_entry_that_is_not_there_is_not_found(table: Table, version: str) -> None:
    refused(table.anybody.get(f"{table.path}/entries/{version}"), "not-found")


def test_the_seed_that_opens_is_the_one_committed_to(finished: Table) -> None:
    opened = finished.anybody.read(f"{finished.path}/entries/1")["events"][0]

    assert opened["commitment"] == sha256(finished.id.encode() + bytes.fromhex(opened["seed"])).hexdigest()


# -- score


def test_a_sheet_adds_up_and_cites_what_built_it(finished: Table) -> None:
    sheet = finished.anybody.read(f"{finished.path}/score")
    entries = finished.anybody.read(f"{finished.path}/entries", {"limit": 1000})["entries"]

    assert {"version", "viewer", "seats", "outcome"} == sheet.keys()
    assert finished.now()["result"] == sheet["outcome"]
    for seat in sheet["seats"]:
        assert {"seat", "total", "place", "lines"} == seat.keys()
        assert seat["total"] == sum(line["amount"] for line in seat["lines"])
        for line in seat["lines"]:
            assert {
                "key",
                "label",
                "quantity",
                "unit",
                "amount",
                "detail",
                "flags",
                "rests_on",
                "cites",
            } == line.keys()
            if line["unit"] is not None:
                assert line["amount"] == line["quantity"] * line["unit"]
            assert bool(line["cites"]) == bool(line["quantity"])
            for cite in line["cites"]:
                event = entries[cite["version"] - 1]["events"][cite["event"]]
                assert event["seat"] == seat["seat"]


def test_a_running_game_has_no_outcome_and_no_places(table: Table) -> None:
    sheet = table.anybody.read(f"{table.path}/score")

    assert sheet["outcome"] is None
    assert [None, None] == [seat["place"] for seat in sheet["seats"]]


def test_an_old_version_of_an_ended_game_has_the_score_of_then(finished: Table) -> None:
    last = finished.now()["version"]
    then = finished.anybody.read(f"{finished.path}/score", {"version": last - 1})

    assert (last - 1, None) == (then["version"], then["outcome"])
    assert finished.anybody.read(f"{finished.path}/score", {"version": last})["outcome"] is not None
    assert [0, 0] == [
        seat["total"] for seat in finished.anybody.read(f"{finished.path}/score", {"version": 1})["seats"]
    ]


def test_a_game_that_has_not_started_can_be_read(admin: Client) -> None:
    table = admin.open(start=False)
    for path in ("/state", "/score", "/entries", "/entries/1", "/replay"):
        assert 200 == table.anybody.get(table.path + path).status_code
