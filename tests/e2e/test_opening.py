"""Opening games."""

from typing import Any

import pytest

from tests.e2e.client import Client, opening, refused

GAME = {
    "id",
    "ruleset",
    "revision",
    "manifest",
    "mode",
    "options",
    "seats",
    "visibility",
    "opened_at",
    "last_at",
    "status",
    "version",
    "head",
    "to_act",
    "result",
}


def test_an_opening_gives_the_game_and_its_tokens(admin: Client) -> None:
    response = admin.post("/v1/games", opening())
    body = response.json()

    assert (201, '"2"') == (response.status_code, response.headers["ETag"])
    assert f"/v1/games/{body['game']['id']}" == response.headers["Location"]
    assert {"game", "tokens"} == body.keys()
    assert {"seats", "arbiter"} == body["tokens"].keys()
    assert 2 == len(body["tokens"]["seats"])
    assert body["game"].keys() == GAME
    assert ("running", 2, "public", None) == tuple(
        body["game"][name] for name in ("status", "version", "visibility", "result")
    )
    assert body["game"] == admin.read(response.headers["Location"])
    assert "Idempotency-Replayed" not in response.headers


def test_an_observed_game_has_a_scribe(admin: Client) -> None:
    assert {"seats", "arbiter", "scribe"} == admin.open(mode="observed").tokens.keys()


def test_all_options_are_there_with_their_defaults(admin: Client) -> None:
    options = admin.open(options={"variants": ["lumber"]}).now()["options"]

    assert {"years": 1, "variants": ["lumber"], "cards_per_season": 13, "hands": "hidden"}.items() <= options.items()


def test_an_opening_that_does_not_start_waits(admin: Client) -> None:
    response = admin.post("/v1/games", opening(start=False))
    game = response.json()["game"]

    assert ('"1"', "open", 1, []) == (response.headers["ETag"], game["status"], game["version"], game["to_act"])


def test_the_first_entries_are_the_opening_and_the_start(admin: Client) -> None:
    table = admin.open()
    first, second = admin.read(f"{table.path}/entries")["entries"]

    assert ("open_game", "game_opened") == (first["command"]["type"], first["events"][0]["type"])
    assert ("start_game", "game_started") == (second["command"]["type"], second["events"][0]["type"])


def test_a_refused_start_opens_nothing(admin: Client) -> None:
    before = admin.read("/v1/games", {"limit": 1})
    wanted = opening(mode="observed", fill_unknown=False)
    body = refused(admin.post("/v1/games", wanted, Idempotency_Key="refused-start"), "outcome-needed", index=0)
    refused(admin.post("/v1/games", {**wanted, "outcomes": ["XX"]}), "outcome-refused", reason="outcome_not_lawful")

    assert ("draw", True) == (body["request"]["kind"], body["request"]["unknown"])
    assert before == admin.read("/v1/games", {"limit": 1})
    again = admin.post("/v1/games", {**wanted, "fill_unknown": True}, Idempotency_Key="refused-start")
    assert (201, None) == (again.status_code, again.headers.get("Idempotency-Replayed"))


def test_an_observed_opening_takes_outcomes(admin: Client) -> None:
    table = admin.open(mode="observed", outcomes=["SP", "SP", "FA", "?"], fill_unknown=False)
    dealt = [
        event["cards"]
        for event in table.scribe.read(f"{table.path}/entries/2")["events"]
        if event["type"] == "season-harvest.hand_dealt"
    ]

    assert [["SP", "SP"], ["FA", "?"]] == dealt


@pytest.mark.parametrize("start", [True, False])
@pytest.mark.parametrize(("mode", "outcomes"), [("dealt", ["SP"]), ("observed", ["SP"] * 3 + ["WI"] * 2)])
def test_outcomes_that_nobody_asked_for_are_refused(admin: Client, mode: str, outcomes: Any, start: bool) -> None:
    response = admin.post("/v1/games", opening(mode=mode, outcomes=outcomes, start=start))

    refused(response, "outcome-refused", reason="outcomes_left_over", request=None)


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"seats": 1}, "bad_player_count"),
        ({"seats": 5}, "bad_player_count"),
        ({"options": {"years": 10}}, "bad_years"),
        ({"options": {"cards_per_season": 3}}, "bad_option"),
        ({"options": {"coop_target": 4}}, "bad_option"),
        ({"seats": 4, "options": {"cards_per_season": 5}}, "deck_too_small"),
        ({"options": {"variants": ["cooperative_a", "cooperative_b"]}}, "coop_variant_conflict"),
    ],
)
def test_what_the_rules_refuse_of_an_opening_is_illegal(admin: Client, wanted: Any, reason: str) -> None:
    refused(admin.post("/v1/games", opening(**wanted)), "illegal-command", reason=reason)


@pytest.mark.parametrize(
    ("wanted", "pointer"),
    [
        ({"options": {"yeers": 1}}, "/options/yeers"),
        ({"options": {"years": "1"}}, "/options/years"),
        ({"options": {"years": True}}, "/options/years"),
        ({"options": {"years": 1.5}}, "/options/years"),
        ({"options": {"variants": ["cooperative_d"]}}, "/options/variants/0"),
        ({"mode": "sheet"}, "/mode"),
        ({"ruleset": "chess"}, "/ruleset"),
        ({"visibility": "secret"}, "/visibility"),
        ({"manifest": "sha256:" + "0" * 64}, "/manifest"),
        ({"manifest": "nothing"}, "/manifest"),
        ({"start": "yes"}, "/start"),
        ({"colour": "blue"}, "/colour"),
        ({"seats": [{"name": ""}, {"name": "B"}]}, "/seats/0/name"),
        ({"seats": [{"name": "A", "player": "p_x"}, {"name": "B"}]}, "/seats/0"),
        ({"seats": [{"player": "p_aaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"name": "B"}]}, "/seats/0/player"),
        ({"table_at": "yesterday"}, "/table_at"),
    ],
)
def test_what_does_not_fit_the_schema_is_invalid(admin: Client, wanted: Any, pointer: str) -> None:
    errors = refused(admin.post("/v1/games", {**opening(), **wanted}), "invalid")["errors"]

    assert any(error["in"] == "body" and error["pointer"].startswith(pointer) for error in errors), errors


def test_all_faults_are_told_at_once(admin: Client) -> None:
    wanted = {**opening(), "mode": "sheet", "colour": "blue", "options": {"years": "1", "yeers": 1}}
    errors = refused(admin.post("/v1/games", wanted), "invalid")["errors"]

    assert {"/mode", "/colour", "/options/years", "/options/yeers"} == {error["pointer"] for error in errors}


def test_a_name_makes_a_new_player_each_time_and_an_id_takes_the_old_one(admin: Client, anybody: Client) -> None:
    first, second = (admin.open(seats=2).now()["seats"] for _ in range(2))
    same = admin.post("/v1/games", opening() | {"seats": [{"player": first[0]["player"]}, {"name": "Player 2"}]})
    players = {seat["player"] for seat in (*first, *second)}

    assert 4 == len(players)
    assert first[0] == same.json()["game"]["seats"][0]
    assert {"id": first[0]["player"], "name": "Player 1"} == anybody.read(f"/v1/players/{first[0]['player']}")


def test_names_stay_out_of_the_log(admin: Client) -> None:
    table = admin.open()

    assert "Player 1" not in admin.get(f"{table.path}/entries").text
    assert table.now()["seats"][0]["player"] in admin.get(f"{table.path}/entries").text


def test_one_player_twice_is_illegal(admin: Client) -> None:
    player = admin.open().now()["seats"][0]["player"]
    response = admin.post("/v1/games", opening() | {"seats": [{"player": player}] * 2})

    refused(response, "illegal-command", reason="duplicate_player")


def test_only_who_may_open_opens(admin: Client, opener: Client) -> None:
    table = opener.open()
    for client in (table.seat(1), table.arbiter):
        refused(client.post("/v1/games", opening()), "forbidden")


# -- repeated openings


def test_a_repeated_opening_gives_the_same_game_with_fresh_tokens(admin: Client) -> None:
    first = admin.post("/v1/games", opening(), Idempotency_Key="repeat")
    table = first.json()["game"]["id"]
    tokens = first.json()["tokens"]
    seat = admin.holding(tokens["seats"][0])
    command = {"command": {"type": "season-harvest.take_home", "space": "a1"}}
    assert 201 == seat.post(f"/v1/games/{table}/commands", command, If_Match='"2"').status_code
    again = admin.post("/v1/games", opening(), Idempotency_Key='"repeat"')
    fresh = again.json()["tokens"]

    assert (201, "true", '"2"') == (
        again.status_code,
        again.headers["Idempotency-Replayed"],
        again.headers["ETag"],
    )
    assert first.headers["Location"] == again.headers["Location"]
    assert first.json()["game"] == again.json()["game"], "as of that entry"
    assert not {*tokens["seats"], tokens["arbiter"]} & {*fresh["seats"], fresh["arbiter"]}
    for each in (tokens, fresh):
        for number, token in enumerate(each["seats"], start=1):
            assert f"seat:{number}" == admin.holding(token).read(f"/v1/games/{table}/state")["viewer"]
        assert "arbiter" == admin.holding(each["arbiter"]).read(f"/v1/games/{table}/state")["viewer"]


def test_a_key_opens_one_game_only(admin: Client) -> None:
    admin.post("/v1/games", opening(), Idempotency_Key="one-game")
    response = admin.post("/v1/games", opening(seats=3, options={}), Idempotency_Key="one-game")

    refused(response, "key-reused")


def test_a_key_belongs_to_who_sent_it(admin: Client, opener: Client) -> None:
    mine, theirs = (
        client.post("/v1/games", opening(), Idempotency_Key="shared").json()["game"]["id"] for client in (admin, opener)
    )

    assert mine != theirs


def test_without_a_key_every_opening_is_a_new_game(admin: Client) -> None:
    assert admin.open().id != admin.open().id
