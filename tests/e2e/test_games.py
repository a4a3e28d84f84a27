"""The game, and the listing of games."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.client import Client, Table, opening, refused
from tests.e2e.test_opening import GAME

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
HASH = re.compile("[0-9a-f]{64}")


def test_a_game_tells_how_it_stands(table: Table) -> None:
    game = table.now()

    assert game.keys() == GAME
    assert {"seat", "player", "name"} == game["seats"][0].keys()
    assert TIME.fullmatch(game["opened_at"])
    assert TIME.fullmatch(game["last_at"])
    assert HASH.fullmatch(game["head"])
    assert re.fullmatch("sha256:[0-9a-f]{64}", game["manifest"])
    assert game["head"] == table.anybody.read(f"{table.path}/entries/{game['version']}")["hash"]


def test_everybody_reads_the_same_game(table: Table) -> None:
    seen = {client.get(table.path).content for client in (table.anybody, table.seat(1), table.seat(2), table.arbiter)}

    assert 1 == len(seen)


def test_its_etag_is_its_version(table: Table) -> None:
    response = table.anybody.get(table.path)
    etag = response.headers["ETag"]

    assert f'"{response.json()["version"]}"' == etag
    for given in (etag, f"W/{etag}", f'"1", {etag}', "*"):
        again = table.anybody.get(table.path, If_None_Match=given)
        assert (304, b"", etag) == (again.status_code, again.content, again.headers["ETag"])
    assert 200 == table.anybody.get(table.path, If_None_Match='"1"').status_code
    command = next(table.moves())
    table.done(table.seat(1), command)
    assert 200 == table.anybody.get(table.path, If_None_Match=etag).status_code


def test_an_ended_game_has_a_result_and_nothing_to_do(finished: Table) -> None:
    game = finished.now()
    result = game["result"]

    assert ("ended", []) == (game["status"], game["to_act"])
    assert {"kind", "reason", "winners", "decided_by", "tie_breaks", "facts"} == result.keys()
    assert ("hands_empty", True) == (result["reason"], result["kind"] in ("win", "shared_win"))


@pytest.mark.parametrize("mode", ["dealt", "observed"])
def test_obligations_say_who_must_do_what(admin: Client, mode: str) -> None:
    table = admin.open(mode=mode)
    by = ["seat"] if mode == "dealt" else ["scribe"]
    homes = table.now()["to_act"]
    ask = {"kind": "space", "limits": {}, "candidates": ["a1", "c1", "a3", "c3"]}
    first = table.settle().now()["to_act"]

    assert [{"seat": seat, "by": by, "commands": ["season-harvest.take_home"], "ask": ask} for seat in (1, 2)] == homes
    assert [(1, by)] == [(each["seat"], each["by"]) for each in first]
    assert "season-harvest.play_card" in first[0]["commands"]


def test_before_the_start_and_after_the_end_nobody_must_act(finished: Table, admin: Client) -> None:
    assert [[], []] == [table.now()["to_act"] for table in (finished, admin.open(start=False))]


def test_a_conceded_and_an_abandoned_game_have_ended(admin: Client) -> None:
    conceded, abandoned, open_only = admin.open(), admin.open(), admin.open(start=False)
    conceded.done(conceded.seat(1), {"type": "concede"})
    abandoned.done(abandoned.arbiter, {"type": "abandon"})
    open_only.done(open_only.arbiter, {"type": "abandon"})

    assert ("ended", "conceded", [2]) == result_of(conceded)
    assert ("ended", "abandoned", []) == result_of(abandoned)
    assert ("ended", "abandoned", []) == result_of(open_only)


def result_of(table: Table) -> Any:
    game = table.now()
    return game["status"], game["result"]["kind"], game["result"]["winners"]


def test_conceding_with_more_than_two_seats_is_refused_with_advice(admin: Client) -> None:
    table = admin.open(seats=3, options={})
    body = refused(table.send(table.seat(1), {"type": "concede"}), "illegal-command", reason="concede_needs_two_seats")

    assert "abandon" in body["detail"]


def test_a_solo_game_that_is_conceded_is_lost(admin: Client) -> None:
    table = admin.open(seats=1, options={"variants": ["cooperative_a"]})
    table.done(table.seat(1), {"type": "concede"})

    assert ("ended", "conceded", []) == result_of(table)


# -- the listing


def pages(client: Client, **params: Any) -> Iterator[dict[str, Any]]:
    """Follow the links from page to page."""
    path = "/v1/games?" + "&".join(f"{name}={value}" for name, value in params.items())
    while True:
        response = client.get(path)
        assert response.status_code == 200, response.text
        page = response.json()
        assert {"games", "next"} == page.keys()
        yield page
        if page["next"] is None:
            assert "Link" not in response.headers
            return
        assert response.links["next"]["rel"] == "next"
        path = response.links["next"]["url"]
        assert page["next"] in path


def listed(client: Client, **params: Any) -> list[str]:
    return [game["id"] for page in pages(client, **params) for game in page["games"]]


def players(admin: Client) -> list[dict[str, str]]:
    """Return two players of their own, to have a listing to oneself."""
    return [{"player": seat["player"]} for seat in admin.open(visibility="unlisted").now()["seats"]]


def test_items_are_games_without_options_and_obligations(admin: Client, anybody: Client) -> None:
    table = admin.open()
    (item,) = [game for game in anybody.read("/v1/games", {"limit": 10})["games"] if game["id"] == table.id]
    game = table.now()

    assert GAME - {"options", "to_act"} == item.keys()
    assert item == {name: game[name] for name in item}


def test_the_newest_comes_first_and_pages_hold_still_while_games_are_added(admin: Client, anybody: Client) -> None:
    seats = players(admin)
    player = seats[0]["player"]
    elsewhere = admin.open().id
    theirs = [str(admin.post("/v1/games", {**opening(), "seats": seats}).json()["game"]["id"]) for _ in range(7)]
    seen = []
    for page in pages(anybody, player=player, limit=2):
        seen += [game["id"] for game in page["games"]]
        assert len(page["games"]) <= 2
        admin.post("/v1/games", {**opening(), "seats": seats})
    newest = listed(anybody, player=player, limit=3)

    assert theirs[::-1] == seen
    assert elsewhere not in newest
    assert theirs[::-1] == newest[-7:]
    assert 7 + 4 == len(newest) == len({*newest})


def test_filters_hold_together(admin: Client, anybody: Client) -> None:
    seats = players(admin)
    player = seats[0]["player"]

    def opened(**body: Any) -> Table:
        return Table(admin, admin.post("/v1/games", {**opening(**body), "seats": seats}).json())

    running, waiting, ended = opened(), opened(start=False), opened()
    observed = opened(mode="observed")
    ended.done(ended.arbiter, {"type": "abandon"})

    assert {running.id, observed.id} == {*listed(anybody, player=player, status="running")}
    assert [waiting.id] == listed(anybody, player=player, status="open")
    assert [ended.id] == listed(anybody, player=player, status="ended")
    assert [observed.id] == listed(anybody, player=player, mode="observed")
    assert [observed.id] == listed(anybody, player=player, mode="observed", status="running")
    assert 4 == len(listed(anybody, player=player, ruleset="season-harvest"))
    assert [] == listed(anybody, player=player, ruleset="harvest-island")
    assert [] == listed(anybody, player="p_aaaaaaaaaaaaaaaaaaaaaaaaaa")


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "limit=-1",
        "limit=many",
        "limit=1.5",
        "limit=",
        "status=over",
        "mode=sheet",
        "cursor=nonsense",
        "cursor=",
        "order=oldest",
        "limit=1&limit=2",
        "viewer=seat:1",
    ],
)
def test_a_listing_that_makes_no_sense_is_refused(anybody: Client, query: str) -> None:
    (error, *_) = refused(anybody.get(f"/v1/games?{query}"), "invalid")["errors"]

    assert ("query", "/" + query.partition("=")[0]) == (error["in"], error["pointer"])


def test_limits_are_fifty_and_at_most_two_hundred(admin: Client, anybody: Client) -> None:
    seats = players(admin)
    for _ in range(51):
        assert admin.post("/v1/games", {**opening(start=False), "seats": seats}).status_code == 201

    sizes = [len(page["games"]) for page in pages(anybody, player=seats[0]["player"])]
    assert [50, 1] == sizes
    assert [51] == [len(page["games"]) for page in pages(anybody, player=seats[0]["player"], limit=200)]


def test_a_listing_is_a_reading(anybody: Client, finished: Table) -> None:
    response = anybody.get("/v1/games", {"status": "ended", "limit": 1})
    again = anybody.get("/v1/games", {"status": "ended", "limit": 1}, If_None_Match=response.headers["ETag"])

    assert 304 == again.status_code


def test_a_listing_follows_what_happens(admin: Client, anybody: Client) -> None:
    table = admin.open().settle()
    table.done(table.seat(1), next(table.moves()))
    (item,) = [game for game in anybody.read("/v1/games", {"limit": 5})["games"] if game["id"] == table.id]
    game = table.now()

    assert (game["version"], game["head"], game["last_at"]) == (item["version"], item["head"], item["last_at"])
