"""Who may do and see what: tokens, visibility, and seats."""

from typing import Any

import pytest

from service.grants import Grant
from tests.e2e.client import Client, Table, refused
from tests.e2e.server import Server

READINGS = ("", "/state", "/entries", "/entries/1", "/replay", "/score", "/commands/legal?seat=1")
PER_REQUEST = {"x-request-id", "date", "connection"}


def told(client: Client, method: str, path: str, body: Any = None, **headers: str) -> Any:
    """Return all that a caller can tell from an answer."""
    response = client.call(method, path, json=body, headers=headers)
    shown = {name: value for name, value in response.headers.items() if name.lower() not in PER_REQUEST}
    return response.status_code, shown, response.content


# -- tokens


@pytest.mark.parametrize(
    "credentials",
    [
        "Bearer " + "x" * 43,
        "Bearer",
        "Bearer ",
        "Bearer a b",
        "Basic YTpi",
        "x" * 43,
        "Bearer \u00e9",
        "Bearer " + "x" * 5000,
    ],
)
def test_a_token_that_is_not_known_opens_nothing(finished: Table, anybody: Client, credentials: str) -> None:
    for path in ("/v1/games", "/v1/rulesets", *(finished.path + each for each in READINGS)):
        refused(anybody.get(path, Authorization=credentials.encode("latin-1")), "unauthenticated")


def test_a_revoked_token_is_refused_at_once(server: Server, admin: Client) -> None:
    table = admin.open()
    seat = table.seat(1)
    assert 200 == seat.get(table.path).status_code
    server.revoke(seat)

    refused(seat.get(table.path), "unauthenticated")
    refused(seat.post(f"{table.path}/commands", {}), "unauthenticated")
    assert 200 == table.seat(2).get(table.path).status_code


@pytest.mark.parametrize("path", ["/v1/games", "{game}/commands", "/v1/rulesets/season-harvest/manifests"])
@pytest.mark.parametrize("body", [{}, "not what is wanted", None])
def test_nobody_writes_without_a_token(table: Table, path: str, body: Any) -> None:
    refused(table.anybody.post(path.format(game=table.path), body), "unauthenticated")


def test_tokens_are_long_and_all_different(table: Table) -> None:
    tokens = [*table.tokens["seats"], table.tokens["arbiter"]]

    assert len(tokens) == len({*tokens})
    assert all(len(token) == 43 for token in tokens)


# -- visibility


def everything_asked(game: str) -> list[tuple[str, str, Any, dict[str, str]]]:
    command = {"command": {"type": "season-harvest.end_turn", "seat": 1}}
    asked: list[tuple[str, str, Any, dict[str, str]]] = [
        ("GET", f"/v1/games/{game}{path}", None, {}) for path in READINGS
    ]
    asked += [("GET", f"/v1/games/{game}/entries", None, {"Accept": kind}) for kind in STREAMS]
    asked += [
        ("HEAD", f"/v1/games/{game}", None, {}),
        ("GET", f"/v1/games/{game}/state?viewer=seat:1", None, {}),
        ("GET", f"/v1/games/{game}/state?viewer=seat:99", None, {}),
        ("GET", f"/v1/games/{game}/state?version=99", None, {}),
        ("GET", f"/v1/games/{game}/entries?wait=1&after=99", None, {}),
        ("POST", f"/v1/games/{game}/audits", {}, {}),
        ("POST", f"/v1/games/{game}/commands", command, {"If-Match": '"2"'}),
        ("POST", f"/v1/games/{game}/commands", command, {"Idempotency-Key": "k"}),
        ("POST", f"/v1/games/{game}/commands", command, {}),
        ("POST", f"/v1/games/{game}/commands", {"command": {"type": "abandon"}}, {"If-Match": '"2"'}),
        ("POST", f"/v1/games/{game}/commands", [], {"If-Match": '"2"'}),
        ("DELETE", f"/v1/games/{game}", None, {}),
    ]
    return asked


STREAMS = ("application/x-ndjson", "text/event-stream")


def test_a_private_game_is_to_others_as_if_it_were_not_there(
    admin: Client, anybody: Client, opener: Client, stranger: Client
) -> None:
    private, nowhere = admin.open(visibility="private").id, "g_aaaaaaaaaaaaaaaaaaaaaaaaaa"
    for client in (anybody, opener, stranger):
        for ours, theirs in zip(everything_asked(private), everything_asked(nowhere), strict=True):
            hidden, absent = (told(client, *asked[:3], **asked[3]) for asked in (ours, theirs))
            assert hidden == absent
            assert hidden[0] in (401, 404, 405, 422), ours


def test_a_private_game_is_open_to_those_who_hold_a_grant_in_it_and_to_admins(admin: Client) -> None:
    table = admin.open(visibility="private")
    for client in (table.seat(1), table.seat(2), table.arbiter, admin):
        assert table.id == client.read(table.path)["id"]
        assert table.id in [game["id"] for game in client.read("/v1/games")["games"]]


def test_who_opened_a_private_game_sees_it(opener: Client) -> None:
    table = opener.open(visibility="private", start=False)

    assert "open" == opener.read(table.path)["status"]


def test_an_unlisted_game_is_read_by_id_and_not_found(admin: Client, anybody: Client) -> None:
    table = admin.open(visibility="unlisted")
    listed = {
        name: table.id in [game["id"] for game in client.read("/v1/games")["games"]]
        for name, client in (("anybody", anybody), ("seat", table.seat(1)))
    }

    assert {"anybody": False, "seat": True} == listed
    assert table.id == anybody.read(table.path)["id"]
    assert 200 == anybody.get(f"{table.path}/state").status_code


def test_a_public_game_is_listed_and_read_by_anybody(table: Table) -> None:
    assert table.id in [game["id"] for game in table.anybody.read("/v1/games")["games"]]
    assert "spectator" == table.anybody.read(f"{table.path}/state")["viewer"]


# -- who acts


def test_only_the_seat_that_acts_may_act_in_a_dealt_game(admin: Client, stranger: Client) -> None:
    table = admin.open()
    command = {"type": "season-harvest.take_home", "seat": 1, "space": "a1"}
    for client in (table.seat(2), table.arbiter, admin, stranger):
        refused(table.send(client, command), "forbidden")
    assert 2 == table.now()["version"]

    assert "seat:1" == table.done(table.seat(1), command)["by"]


def test_only_the_scribe_acts_in_an_observed_game_and_seats_read(admin: Client) -> None:
    table = admin.open(mode="observed")
    command = {"type": "season-harvest.take_home", "seat": 1, "space": "a1"}
    for client in (table.seat(1), table.seat(2), table.arbiter, admin):
        refused(table.send(client, command, outcomes=["SP"]), "forbidden")
    answer = table.done(table.scribe, command, outcomes=["SP"])
    seen = {
        name: client.read(f"{table.path}/entries/3")["events"][0]["card"]
        for name, client in (
            ("seat 1", table.seat(1)),
            ("seat 2", table.seat(2)),
            ("arbiter", table.arbiter),
            ("anybody", table.anybody),
        )
    }

    assert "scribe" == answer["by"]
    assert {"seat 1": "SP", "seat 2": "?", "arbiter": "SP", "anybody": "?"} == seen


def test_a_token_of_one_seat_need_not_name_it(admin: Client) -> None:
    table = admin.open()
    answer = table.done(table.seat(2), {"type": "season-harvest.take_home", "space": "a1"})

    assert ("seat:2", 2) == (answer["by"], answer["command"]["seat"])


def test_a_token_of_two_seats_must_name_one(server: Server, admin: Client) -> None:
    table = admin.open()
    both = server.issue(*(Grant.to_seat(table.id, seat) for seat in (1, 2)))
    unnamed = {"type": "season-harvest.take_home", "space": "a1"}
    errors = refused(table.send(both, unnamed), "invalid")["errors"]
    legal = refused(both.get(f"{table.path}/commands/legal"), "invalid")["errors"]

    assert [("body", "/command/seat")] == [(error["in"], error["pointer"]) for error in errors]
    assert [("query", "/seat")] == [(error["in"], error["pointer"]) for error in legal]
    for seat, space in ((1, "a1"), (2, "c3")):
        assert f"seat:{seat}" == table.done(both, {**unnamed, "seat": seat, "space": space})["by"]
        assert seat == both.read(f"{table.path}/commands/legal", {"seat": seat})["seat"]
        assert f"seat:{seat}" == both.read(f"{table.path}/state", {"viewer": f"seat:{seat}"})["viewer"]


def test_admins_start_and_abandon_but_never_act_for_a_seat(admin: Client) -> None:
    table = admin.open(start=False)
    assert "admin" == table.done(admin, {"type": "start_game"})["by"]
    refused(table.send(admin, {"type": "concede", "seat": 1}), "forbidden")
    refused(table.send(admin, {"type": "season-harvest.choose_first", "first": 1}), "forbidden")
    answer = table.done(admin, {"type": "abandon"})

    assert ("admin", "ended") == (answer["by"], answer["status"])


@pytest.mark.parametrize(("mode", "who"), [("dealt", "arbiter"), ("observed", "arbiter"), ("observed", "scribe")])
def test_arbiter_and_scribe_may_abandon_and_seats_may_not(admin: Client, mode: str, who: str) -> None:
    table = admin.open(mode=mode)
    refused(table.send(table.seat(1), {"type": "abandon"}), "forbidden")

    assert who == table.done(getattr(table, who), {"type": "abandon", "reason": "rain"})["by"]


@pytest.mark.parametrize("who", ["opener", "arbiter", "scribe", "admin"])
def test_opener_scribe_arbiter_and_admin_may_start(server: Server, admin: Client, opener: Client, who: str) -> None:
    table = opener.open(mode="observed", start=False)
    starting = {"opener": opener, "arbiter": table.arbiter, "scribe": table.scribe, "admin": admin}
    refused(table.send(table.seat(1), {"type": "start_game"}, fill_unknown=True), "forbidden")
    refused(table.send(server.issue(Grant.to_open_games(lambda n: b"p" * n)), {"type": "start_game"}), "forbidden")
    answer = table.done(starting[who], {"type": "start_game"}, fill_unknown=True)

    assert (2, "running") == (answer["version"], answer["status"])


# -- as whom one reads


def allowed(table: Table, client: Client) -> set[str]:
    """Return the viewers as whom a caller may read; the others must be forbidden to it."""
    found = set()
    for viewer in ("spectator", "seat:1", "seat:2"):
        response = client.get(f"{table.path}/state", {"viewer": viewer})
        if response.status_code == 200:
            assert viewer == response.json()["viewer"]
            found.add(viewer)
        else:
            refused(response, "forbidden")
    return found


@pytest.mark.parametrize("mode", ["dealt", "observed"])
def test_who_may_read_as_whom_while_a_game_runs(admin: Client, stranger: Client, mode: str) -> None:
    table = admin.open(mode=mode)
    everybody = {"spectator", "seat:1", "seat:2"}

    assert {"spectator"} == allowed(table, table.anybody)
    assert {"spectator"} == allowed(table, admin)
    assert {"spectator"} == allowed(table, stranger)
    assert {"spectator", "seat:1"} == allowed(table, table.seat(1))
    assert {"spectator", "seat:2"} == allowed(table, table.seat(2))
    assert everybody == allowed(table, table.arbiter)
    if mode == "observed":
        assert everybody == allowed(table, table.scribe)


def test_after_the_end_anybody_may_read_as_anybody(finished: Table, stranger: Client) -> None:
    for client in (finished.anybody, stranger, finished.seat(1), finished.arbiter):
        assert {"spectator", "seat:1", "seat:2"} == allowed(finished, client)


@pytest.mark.parametrize("viewer", ["seat:0", "seat:3", "seat:01", "seat", "scribe", "arbiter", "admin", "", "Seat:1"])
def test_a_viewer_that_is_none_is_refused(finished: Table, viewer: str) -> None:
    for path in ("/state", "/score", "/entries", "/entries/1", "/replay"):
        refused(finished.anybody.get(finished.path + path, {"viewer": viewer}), "invalid")


def test_callers_read_as_what_they_are(table: Table, observed: Table, admin: Client) -> None:
    for held in (table, observed):
        seen = {
            held.anybody: "spectator",
            admin: "spectator",
            held.seat(1): "seat:1",
            held.seat(2): "seat:2",
            held.arbiter: "arbiter",
        }
        for client, viewer in seen.items():
            for path in ("/state", "/score"):
                assert viewer == client.read(held.path + path)["viewer"]
    assert "scribe" == observed.scribe.read(f"{observed.path}/state")["viewer"]


def test_arbiters_see_what_seats_see_and_not_what_nobody_sees(table: Table) -> None:
    views = {name: hands(client, table) for name, client in (("1", table.seat(1)), ("2", table.seat(2)))}
    arbiter = hands(table.arbiter, table)
    opened = table.arbiter.read(f"{table.path}/entries/1")["events"][0]

    assert arbiter == {"1": views["1"]["1"], "2": views["2"]["2"]}
    assert {} == views["1"]["2"]["known"]
    assert "?" == opened["seed"]


def hands(client: Client, table: Table) -> Any:
    return client.read(f"{table.path}/state")["state"]["cards"]["hands"]
