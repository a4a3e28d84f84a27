"""Games of a physical table: what the service asks for, and what it takes."""

import random
from typing import Any

import pytest

from tests.e2e.client import Client, Table, opening, refused

REQUEST = {"kind", "zone", "seat", "lawful", "unknown"}


def asked(response: Any, index: int) -> Any:
    """Expect that an outcome is asked for, and return the request."""
    body = refused(response, "outcome-needed", index=index)
    request = body["request"]
    assert REQUEST == request.keys()
    assert request["kind"] in ("draw", "roll", "lot", "reveal")
    assert request["lawful"]
    assert len(request["lawful"]) == len({*request["lawful"]})
    assert body["detail"].endswith(".")
    return request


def test_a_whole_game_is_recorded_by_answering_what_is_asked(admin: Client) -> None:
    rng = random.Random(5)
    body = opening(mode="observed", fill_unknown=False)
    outcomes: list[Any] = []
    while (response := admin.post("/v1/games", {**body, "outcomes": outcomes})).status_code == 409:
        outcomes.append(rng.choice(asked(response, len(outcomes))["lawful"]))
    table = Table(admin, response.json())
    for _ in range(200):
        moves = [each for each in table.moves() if not each["type"].endswith("move")]
        if not moves:
            break
        command = rng.choice(moves)
        if command["type"].endswith("choose_first"):
            command["seat"] = None
        outcomes = []
        while (response := table.send(table.scribe, command, outcomes=outcomes)).status_code == 409:
            outcomes.append(rng.choice(asked(response, len(outcomes))["lawful"]))
        assert response.status_code == 201, response.text
    game = table.now()

    assert ("ended", "hands_empty") == (game["status"], game["result"]["reason"])
    assert "confirmed" == table.anybody.post(f"{table.path}/audits", {}).json()["verdict"]


def test_a_game_whose_hands_nobody_tells_can_be_finished(admin: Client) -> None:
    rng = random.Random(3)
    table = admin.open(mode="observed").settle()
    for _ in range(200):
        moves = [each for each in table.moves() if not each["type"].endswith(("move", "show_cards"))]
        if not moves:
            break
        command, outcomes = rng.choice(moves), list[Any]()
        while (response := _filled(table, command, outcomes)).status_code == 409:
            request = asked(response, len(outcomes))
            assert not request["unknown"], "what may be unknown is filled"
            outcomes.append(rng.choice(request["lawful"]))
        assert response.status_code == 201, response.text

    assert "ended" == table.now()["status"]
    assert "confirmed" == table.anybody.post(f"{table.path}/audits", {}).json()["verdict"]


def _filled(table: Table, command: Any, outcomes: list[Any]) -> Any:
    return table.send(table.scribe, command, outcomes=outcomes, fill_unknown=True)


def test_what_the_table_gave_stays_closed_until_the_end(admin: Client) -> None:
    table = admin.open(mode="observed", outcomes=["SP", "SU", "FA", "WI"], fill_unknown=False)
    callers = (table.scribe, table.arbiter, table.seat(1), table.anybody)
    while_running = [client.read(f"{table.path}/entries/2")["outcomes"] for client in callers]
    table.done(table.scribe, {"type": "abandon"})
    afterwards = [client.read(f"{table.path}/entries/2")["outcomes"] for client in callers]

    assert [None] * 4 == while_running
    assert [["SP", "SU", "FA", "WI"]] * 4 == afterwards


def test_an_outcome_that_cannot_be_is_refused(admin: Client) -> None:
    table = admin.open(mode="observed")
    home = {"type": "season-harvest.take_home", "seat": 1, "space": "a1"}
    for wrong in ("XX", "", 3, "sp", "?spring"):
        body = refused(
            table.send(table.scribe, home, outcomes=[wrong]), "outcome-refused", reason="outcome_not_lawful", index=0
        )
        assert ["FA", "SP", "SU", "WI"] == sorted(body["request"]["lawful"])
    assert 2 == table.now()["version"]


def test_more_outcomes_than_asked_for_are_refused(admin: Client) -> None:
    table = admin.open(mode="observed")
    home = {"type": "season-harvest.take_home", "seat": 1, "space": "a1"}
    response = table.send(table.scribe, home, outcomes=["SP", "SP"])

    refused(response, "outcome-refused", reason="outcomes_left_over", index=1, request=None)
    assert 2 == table.now()["version"]


def test_unknown_is_lawful_only_where_it_is_said(observed: Table) -> None:
    homes = observed.opener.open(mode="observed")
    for seat, space in ((1, "a1"), (2, "c3")):
        homes.done(homes.scribe, {"type": "season-harvest.take_home", "seat": seat, "space": space}, outcomes=["?"])
    first = {"type": "season-harvest.choose_first", "first": 1}
    request = asked(homes.send(homes.scribe, first, fill_unknown=True), 0)

    assert request["unknown"] is False
    body = refused(homes.send(homes.scribe, first, outcomes=["?"]), "outcome-refused", reason="outcome_not_lawful")
    assert request == body["request"]


@pytest.mark.parametrize("beside", [{"outcomes": ["SP"]}, {"outcomes": ["SP"], "fill_unknown": True}])
def test_outcomes_sent_to_a_dealt_game_are_refused(table: Table, beside: Any) -> None:
    command = next(each for each in table.moves() if each["type"].endswith("play_card"))

    refused(table.send(table.seat(1), command, **beside), "outcome-refused", reason="outcomes_left_over", request=None)
    assert 5 == table.now()["version"]


def test_a_dealt_game_never_asks(table: Table) -> None:
    command = next(each for each in table.moves() if each["type"].endswith("play_card"))

    assert table.done(table.seat(1), command)["version"] == 6


def test_what_a_question_offers_says_nothing_of_cards_that_are_known(admin: Client) -> None:
    table = admin.open(mode="observed", outcomes=["SP", "SP", "SP", "SP"], fill_unknown=False)
    request = asked(table.send(table.scribe, {"type": "season-harvest.take_home", "seat": 1, "space": "a1"}), 0)

    assert ["FA", "SU", "WI"] == sorted(request["lawful"]), "all four springs are in hands"


def test_a_refused_command_is_sent_again_in_a_batch(observed: Table) -> None:
    command = next(each for each in observed.moves() if each["type"].endswith("play_card"))
    etag = observed.anybody.get(observed.path).headers["ETag"]
    batch: list[dict[str, Any]] = [{"command": command}, {"command": {"type": "season-harvest.end_turn", "seat": 1}}]
    path = f"{observed.path}/commands"
    body = refused(observed.scribe.post(path, batch, If_Match=etag), "outcome-needed", command_index=0, index=0)
    batch[0] = {"command": command, "outcomes": [body["request"]["lawful"][0]]}
    response = observed.scribe.post(path, batch, If_Match=etag)

    assert 201 == response.status_code, response.text


def test_fewer_outcomes_are_a_question_with_the_same_key_still_good(observed: Table) -> None:
    command = next(each for each in observed.moves() if each["type"].endswith("play_card"))
    path = f"{observed.path}/commands"
    refused(observed.scribe.post(path, {"command": command}, Idempotency_Key="asked"), "outcome-needed")
    body = {"command": command, "fill_unknown": True}
    response = observed.scribe.post(path, body, Idempotency_Key="asked")

    assert (201, None) == (response.status_code, response.headers.get("Idempotency-Replayed"))
    other = {"command": command, "outcomes": ["SP"]}
    refused(observed.scribe.post(path, other, Idempotency_Key="asked"), "key-reused")


@pytest.mark.parametrize("outcomes", [{}, "SP", [None], [1.5], [True], [["SP"]], ["x" * 65]])
def test_outcomes_of_the_wrong_shape_are_invalid(observed: Table, outcomes: Any) -> None:
    command = {"type": "season-harvest.end_turn", "seat": 1}
    errors = refused(observed.send(observed.scribe, command, outcomes=outcomes), "invalid")["errors"]

    assert all(error["pointer"].startswith("/outcomes") for error in errors)


def test_a_die_and_a_lot_are_numbers(admin: Client) -> None:
    table = admin.open(mode="observed")
    for seat, space in ((1, "a1"), (2, "c3")):
        command = {"type": "season-harvest.take_home", "seat": seat, "space": space}
        table.done(table.scribe, command, fill_unknown=True)
    lot = {"type": "season-harvest.choose_first", "basis": "lot"}
    outcomes: list[Any] = []
    while (request := asked(table.send(table.scribe, lot, outcomes=outcomes), len(outcomes)))["kind"] != "lot":
        outcomes.append(request["lawful"][0])
    assert ([1, 2], False, None) == (request["lawful"], request["unknown"], request["seat"])
    for wrong in ("1", True, 1.5, 3):
        response = table.send(table.scribe, lot, outcomes=[*outcomes, wrong])
        assert response.status_code in (409, 422)
        assert 4 == table.now()["version"]
    answer = table.done(table.scribe, lot, outcomes=[*outcomes, 2])

    assert [2] == [event["seat"] for event in answer["events"] if event["type"].endswith("first_seat_set")]
