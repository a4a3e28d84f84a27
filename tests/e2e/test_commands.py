"""Commands: preconditions, keys, batches and answers."""

import re
from typing import Any

import pytest

from tests.e2e.client import Client, Table, refused

HOME = {"type": "season-harvest.take_home", "space": "a1"}
ENTRY = {"version", "hash", "prev", "at", "table_at", "by", "command", "events", "outcomes"}


def sent(table: Table, command: Any = HOME, *, seat: int = 1, **headers: Any) -> Any:
    body = [{"command": each} for each in command] if isinstance(command, list) else {"command": command}
    return table.seat(seat).post(f"{table.path}/commands", body, **headers)


@pytest.fixture
def fresh(admin: Client) -> Table:
    """Return a dealt game of two that has just started."""
    return admin.open()


def test_an_accepted_command_answers_its_entry(fresh: Table) -> None:
    response = sent(fresh, If_Match='"2"')
    answer, game = response.json(), fresh.now()
    entry = fresh.seat(1).read(f"{fresh.path}/entries/3")

    assert (201, '"3"') == (response.status_code, response.headers["ETag"])
    assert f"{fresh.path}/entries/3" == response.headers["Location"]
    assert ENTRY == entry.keys()
    assert ENTRY | {"head", "status", "to_act"} == answer.keys()
    assert entry == {name: answer[name] for name in ENTRY}
    assert {name: game[name] for name in ("head", "status", "to_act")} == {
        name: answer[name] for name in ("head", "status", "to_act")
    }


def test_entries_chain_and_hold_no_outcomes_while_the_game_runs(table: Table) -> None:
    entries = table.anybody.read(f"{table.path}/entries")["entries"]

    assert [None, *(entry["hash"] for entry in entries[:-1])] == [entry["prev"] for entry in entries]
    assert list(range(1, 6)) == [entry["version"] for entry in entries]
    assert {None} == {entry["outcomes"] for entry in entries}
    assert ["admin", "admin", "seat:1", "seat:2", "arbiter"] == [entry["by"] for entry in entries]


def test_when_the_table_did_it_is_kept(observed: Table) -> None:
    command = next(observed.moves())
    answer = observed.done(observed.scribe, command, table_at="2026-01-02T19:30:00Z", fill_unknown=True)

    assert "2026-01-02T19:30:00.000Z" == answer["table_at"]


# -- If-Match


def test_neither_version_nor_key_is_a_precondition_missing(fresh: Table) -> None:
    body = refused(sent(fresh), "precondition-required")

    assert (2, fresh.now()["head"]) == (body["version"], body["head"])


@pytest.mark.parametrize(
    "given", ["*", '"2", "3"', 'W/"2"', "2", '"02"', '""', '"x"', '"-1"', '"2" "3"', "'2'", '"2.0"', '"9" * 99']
)
def test_if_match_is_exactly_one_version(fresh: Table, given: str) -> None:
    refused(sent(fresh, If_Match=given), "malformed")
    refused(sent(fresh, If_Match=given, Idempotency_Key="k"), "malformed")

    assert 2 == fresh.now()["version"]


@pytest.mark.parametrize("stated", [0, 1, 4, 999_999_999_999_999])
def test_another_version_is_a_conflict_with_what_was_missed(table: Table, stated: int) -> None:
    game = table.now()
    body = refused(sent(table, If_Match=f'"{stated}"'), "version-conflict", version=5, head=game["head"])
    missed = table.seat(1).read(body["missed"])

    assert list(range(stated + 1, 6)) == [entry["version"] for entry in missed["entries"]]
    assert game == table.now()


def test_a_conflict_is_found_before_the_rules_are_asked(table: Table) -> None:
    refused(sent(table, {"type": "season-harvest.end_turn"}, If_Match='"4"'), "version-conflict")
    refused(sent(table, {"type": "season-harvest.end_turn"}, If_Match='"5"'), "illegal-command")


# -- Idempotency-Key


@pytest.mark.parametrize("also", [{}, {"If_Match": '"2"'}])
def test_a_repeated_key_gives_the_first_answer_again(fresh: Table, also: dict[str, Any]) -> None:
    first = sent(fresh, Idempotency_Key="first", **also)
    assert (201, None) == (first.status_code, first.headers.get("Idempotency-Replayed"))
    sent(fresh, {**HOME, "space": "c3"}, seat=2, If_Match='"3"')
    again = sent(fresh, Idempotency_Key="first", **also)

    assert (201, "true") == (again.status_code, again.headers["Idempotency-Replayed"])
    assert first.content == again.content
    for name in ("ETag", "Location"):
        assert first.headers[name] == again.headers[name]
    assert 4 == fresh.now()["version"]


def test_a_repeated_key_answers_the_same_after_the_end(fresh: Table) -> None:
    first = sent(fresh, Idempotency_Key="home")
    last = sent(fresh, {"type": "concede"}, Idempotency_Key="concede")
    again, over = sent(fresh, Idempotency_Key="home"), sent(fresh, {"type": "concede"}, Idempotency_Key="concede")

    assert (first.content, last.content) == (again.content, over.content)
    assert ("running", "ended") == (first.json()["status"], last.json()["status"])


def test_quotes_around_a_key_are_no_part_of_it(fresh: Table) -> None:
    sent(fresh, Idempotency_Key='"quoted"')

    assert "true" == sent(fresh, Idempotency_Key="quoted").headers["Idempotency-Replayed"]


def test_naming_the_seat_or_not_is_the_same_request(fresh: Table) -> None:
    sent(fresh, Idempotency_Key="seat")

    assert "true" == sent(fresh, {**HOME, "seat": 1}, Idempotency_Key="seat").headers["Idempotency-Replayed"]


def test_a_key_with_another_body_is_refused(fresh: Table) -> None:
    sent(fresh, Idempotency_Key="other")
    refused(sent(fresh, {**HOME, "space": "c3"}, Idempotency_Key="other"), "key-reused")
    refused(sent(fresh, [HOME, HOME], Idempotency_Key="other"), "key-reused")
    refused(sent(fresh, [HOME], Idempotency_Key="other"), "key-reused")

    assert 3 == fresh.now()["version"]


def test_a_key_is_looked_up_before_the_version(fresh: Table) -> None:
    sent(fresh, Idempotency_Key="early", If_Match='"2"')

    assert "true" == sent(fresh, Idempotency_Key="early", If_Match='"1"').headers["Idempotency-Replayed"]
    refused(sent(fresh, {**HOME, "space": "c3"}, Idempotency_Key="early", If_Match='"1"'), "key-reused")


def test_a_refused_request_uses_up_no_key(fresh: Table) -> None:
    refused(sent(fresh, {**HOME, "space": "b2"}, Idempotency_Key="kept"), "illegal-command")
    refused(sent(fresh, Idempotency_Key="kept", If_Match='"1"'), "version-conflict")
    refused(sent(fresh, {**HOME, "spice": "b2"}, Idempotency_Key="kept"), "invalid")
    response = sent(fresh, Idempotency_Key="kept")

    assert (201, None) == (response.status_code, response.headers.get("Idempotency-Replayed"))


def test_with_a_key_alone_a_command_is_judged_at_the_head(fresh: Table) -> None:
    sent(fresh, {**HOME, "space": "c3"}, seat=2, If_Match='"2"')

    assert '"4"' == sent(fresh, Idempotency_Key="head").headers["ETag"]


def test_a_key_belongs_to_a_seat_and_a_game(fresh: Table, admin: Client) -> None:
    answers = [
        sent(fresh, Idempotency_Key="mine"),
        sent(fresh, {**HOME, "space": "c3"}, seat=2, Idempotency_Key="mine"),
        sent(admin.open(), Idempotency_Key="mine"),
    ]

    assert [(201, None)] * 3 == [(each.status_code, each.headers.get("Idempotency-Replayed")) for each in answers]


def test_a_key_belongs_to_the_seat_and_not_to_its_token(admin: Client) -> None:
    body = {"ruleset": "season-harvest", "mode": "dealt", "seats": [{"name": "A"}, {"name": "B"}]}
    one, other = (admin.post("/v1/games", body, Idempotency_Key="two-tokens").json() for _ in range(2))
    path = f"/v1/games/{one['game']['id']}/commands"
    replayed = [
        admin.holding(each["tokens"]["seats"][0])
        .post(path, {"command": HOME}, Idempotency_Key="same")
        .headers.get("Idempotency-Replayed")
        for each in (one, other)
    ]

    assert [None, "true"] == replayed


@pytest.mark.parametrize("key", ["", '""', "a b", "\u00e9".encode(), "x" * 256, '"' + "x" * 256 + '"', "a\tb"])
def test_a_key_is_visible_ascii_of_some_length(fresh: Table, key: Any) -> None:
    refused(sent(fresh, Idempotency_Key=key), "malformed")

    assert 2 == fresh.now()["version"]


@pytest.mark.parametrize("key", ["x", "~" * 255, '"' + "x" * 255 + '"', '"', "a:b/c{d}"])
def test_any_visible_key_serves(fresh: Table, key: str) -> None:
    assert [201, 201] == [sent(fresh, Idempotency_Key=key).status_code for _ in range(2)]
    assert 3 == fresh.now()["version"]


# -- batches


def batch(table: Table) -> list[dict[str, Any]]:
    """Return some commands of seat 1 that follow on each other."""
    moves = list(table.moves())
    play = next(each for each in moves if each["type"].endswith("play_card"))
    return [play, {"type": "season-harvest.end_turn", "seat": 1}]


def test_a_batch_is_answered_entry_by_entry(table: Table) -> None:
    response = sent(table, batch(table), If_Match='"5"')
    entries = response.json()["entries"]

    assert (201, '"7"', f"{table.path}/entries/7") == (
        response.status_code,
        response.headers["ETag"],
        response.headers["Location"],
    )
    assert {"entries"} == response.json().keys()
    assert [6, 7] == [entry["version"] for entry in entries]
    assert [entry["hash"] for entry in entries] == [entry["head"] for entry in entries]
    assert [1, 2] == [entry["to_act"][0]["seat"] for entry in entries]


def test_a_batch_of_one_is_a_batch(fresh: Table) -> None:
    assert [3] == [entry["version"] for entry in sent(fresh, [HOME], If_Match='"2"').json()["entries"]]
    refused(sent(fresh, [HOME], If_Match='"3"'), "illegal-command", command_index=0)
    errors = refused(sent(fresh, [{**HOME, "spice": 1}], If_Match='"3"'), "invalid")["errors"]
    assert ["/0/command/spice"] == [error["pointer"] for error in errors]


def test_a_batch_is_taken_whole_or_not_at_all(table: Table) -> None:
    commands = batch(table)
    last = {"type": "season-harvest.end_turn", "seat": 1}
    body = refused(sent(table, [*commands, last], If_Match='"5"'), "illegal-command", command_index=2)

    assert ("not_active_player", 7) == (body["reason"], body["version"])
    assert 5 == table.now()["version"]


def test_a_single_refused_command_has_no_index(fresh: Table) -> None:
    assert "command_index" not in refused(sent(fresh, {**HOME, "space": "b2"}, If_Match='"2"'), "illegal-command")


def test_a_batch_is_repeated_by_its_key(table: Table) -> None:
    commands = batch(table)
    first, again = (sent(table, commands, Idempotency_Key="batch") for _ in range(2))

    assert (first.content, "true", '"7"') == (
        again.content,
        again.headers["Idempotency-Replayed"],
        again.headers["ETag"],
    )
    refused(sent(table, commands[:1], Idempotency_Key="batch"), "key-reused")
    assert 7 == table.now()["version"]


@pytest.mark.parametrize("count", [0, 101])
def test_a_batch_has_one_to_a_hundred_commands(fresh: Table, count: int) -> None:
    refused(sent(fresh, [HOME] * count, If_Match='"2"'), "invalid")


def test_a_hundred_commands_are_a_batch(fresh: Table) -> None:
    refused(sent(fresh, [HOME] * 100, If_Match='"2"'), "illegal-command", command_index=1)


def test_a_command_of_another_seat_spoils_a_batch(table: Table) -> None:
    commands = [*batch(table), {"type": "season-harvest.end_turn", "seat": 2}]
    refused(sent(table, commands, If_Match='"5"'), "forbidden", command_index=2)
    single = refused(sent(table, commands[-1], If_Match='"5"'), "forbidden")

    assert "command_index" not in single
    assert 5 == table.now()["version"]


def test_all_faults_of_a_batch_are_told_at_once(fresh: Table) -> None:
    commands = [{**HOME, "spice": 1}, HOME, {"type": "season-harvest.take_home", "space": 3}]
    errors = refused(sent(fresh, commands, If_Match='"2"'), "invalid")["errors"]

    assert {"/0/command/spice", "/2/command/space"} == {error["pointer"] for error in errors}


# -- refusals of the rules


def test_an_illegal_command_says_why(table: Table) -> None:
    body = refused(sent(table, {"type": "season-harvest.end_turn"}, If_Match='"5"'), "illegal-command", version=5)

    assert re.fullmatch("[a-z][a-z_]*", body["reason"])
    assert body["ruling"] is None or {"id", "text", "heading"} == body["ruling"].keys()
    assert isinstance(body["values"], dict)
    assert 5 == table.now()["version"]


def test_a_command_out_of_turn_is_illegal(table: Table) -> None:
    end = {"type": "season-harvest.end_turn"}
    body = refused(sent(table, end, seat=2, If_Match='"5"'), "illegal-command", reason="not_active_player")

    assert {"seat": 2, "active": 1} == body["values"]


def test_things_that_are_not_there_are_illegal_and_not_invalid(table: Table) -> None:
    for command in (
        {"type": "season-harvest.move", "pawn": "9-9", "to": "b1"},
        {"type": "season-harvest.play_card", "card": "XX", "space": "a1"},
        {"type": "season-harvest.play_card", "card": "SP", "space": "z9"},
    ):
        refused(sent(table, command, If_Match='"5"'), "illegal-command")


@pytest.mark.parametrize(
    ("command", "pointer"),
    [
        ({"type": "harvest-island.fertilize", "field": "hill"}, "/command/type"),
        ({"type": "season-harvest.fly"}, "/command/type"),
        ({"type": "open_game"}, "/command/type"),
        ({"type": 3}, "/command/type"),
        ({"space": "a1"}, "/command/type"),
        ({**HOME, "seat": "1"}, "/command/seat"),
        ({**HOME, "seat": 1.5}, "/command/seat"),
        ({**HOME, "seat": True}, "/command/seat"),
        ({**HOME, "space": None}, "/command/space"),
        ({"type": "season-harvest.take_home"}, "/command/space"),
        ({"type": "season-harvest.show_cards", "cards": []}, "/command/cards"),
        ({"type": "season-harvest.show_cards", "cards": {}}, "/command/cards"),
        ({"type": "start_game", "resolved": None}, "/command/resolved"),
        ({"type": "abandon", "reason": "Because I say so"}, "/command/reason"),
    ],
)
def test_commands_of_the_wrong_shape_are_invalid(fresh: Table, command: Any, pointer: str) -> None:
    errors = refused(sent(fresh, command, If_Match='"2"'), "invalid")["errors"]

    assert pointer in [error["pointer"] for error in errors]


@pytest.mark.parametrize("seat", [-1, 0, 3, 9])
def test_a_seat_that_the_game_has_not_is_nobodys(fresh: Table, seat: int) -> None:
    refused(sent(fresh, {**HOME, "seat": seat}, If_Match='"2"'), "forbidden")


def test_a_game_that_has_not_started_takes_no_play(admin: Client) -> None:
    table = admin.open(start=False)

    refused(sent(table, If_Match='"1"'), "game-closed", reason="game_not_started")


def test_a_game_that_has_ended_takes_nothing_more(finished: Table) -> None:
    etag = finished.anybody.get(finished.path).headers["ETag"]
    for command in (HOME, {"type": "concede"}, {"type": "season-harvest.end_turn"}):
        refused(sent(finished, command, If_Match=etag), "game-closed", reason="game_over")
    for command in ({"type": "abandon"}, {"type": "start_game"}):
        body = {"command": command}
        response = finished.arbiter.post(f"{finished.path}/commands", body, If_Match=etag)
        refused(response, "game-closed", reason="game_over")


def test_a_game_starts_once(fresh: Table) -> None:
    refused(fresh.send(fresh.arbiter, {"type": "start_game"}), "illegal-command", reason="already_started")


def test_a_refusal_cites_the_ruling_it_rests_on(observed: Table) -> None:
    """A hand that is not known has to be shown before it can be said that no card of it fits."""
    rulings = {each["id"]: each for each in observed.anybody.read("/v1/rulesets/season-harvest")["rulings"]}
    cited = []
    for command in (
        {"type": "season-harvest.declare_cannot_play", "seat": 1, "discard": "SP"},
        {"type": "season-harvest.declare_cannot_play", "seat": 1, "discard": "SP", "shown": ["SP"]},
        {"type": "season-harvest.end_turn", "seat": 1},
        {"type": "season-harvest.plant", "seat": 1, "pawn": "1-1"},
        {"type": "season-harvest.move", "seat": 1, "pawn": "1-1", "to": "c3"},
    ):
        body = refused(observed.send(observed.scribe, command), "illegal-command")
        if body["ruling"] is not None:
            cited.append(body["ruling"])

    assert cited
    assert all(rulings[each["id"]]["text"] == each["text"] for each in cited)
