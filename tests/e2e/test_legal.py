"""What a seat may send."""

import pytest

from tests.e2e.client import Client, Table, refused


def test_the_seat_that_acts_is_told_complete_commands(table: Table) -> None:
    legal = table.seat(1).read(f"{table.path}/commands/legal")

    assert {"version", "seat", "commands", "more"} == legal.keys()
    assert (5, 1, False) == (legal["version"], legal["seat"], legal["more"])
    assert legal["commands"]
    assert {1} == {each["seat"] for each in legal["commands"]}
    assert not {"start_game", "concede", "abandon"} & {each["type"] for each in legal["commands"]}


def test_every_legal_command_is_accepted(table: Table) -> None:
    nonsense = {"type": "season-harvest.move", "seat": 1, "pawn": "9-9", "to": "b1"}
    legal = list(table.moves())
    for command in legal:
        batch = [{"command": command}, {"command": nonsense}]
        response = table.seat(1).post(f"{table.path}/commands", batch, If_Match='"5"')
        refused(response, "illegal-command", command_index=1, version=6)

    assert {"season-harvest.play_card", "season-harvest.move"} <= {each["type"] for each in legal}
    assert 5 == table.now()["version"]


def test_out_of_turn_and_after_the_end_there_is_nothing(table: Table, finished: Table) -> None:
    for held, seat in ((table, 2), (finished, 1), (finished, 2)):
        legal = held.seat(seat).read(f"{held.path}/commands/legal", {"seat": seat})
        assert ([], False) == (legal["commands"], legal["more"])


def test_only_the_seat_itself_is_told_in_a_dealt_game(table: Table, admin: Client, stranger: Client) -> None:
    for client in (table.anybody, admin, stranger, table.seat(2), table.arbiter):
        refused(client.get(f"{table.path}/commands/legal", {"seat": 1}), "forbidden")
    for client in (table.anybody, admin, stranger):
        refused(client.get(f"{table.path}/commands/legal"), "forbidden")
        refused(client.get(f"{table.path}/commands/legal", {"seat": 9}), "forbidden")


def test_the_scribe_is_told_for_any_seat(observed: Table) -> None:
    for seat in (1, 2):
        legal = observed.scribe.read(f"{observed.path}/commands/legal", {"seat": seat})
        assert (seat, seat == 1) == (legal["seat"], bool(legal["commands"]))
    for client in (observed.anybody, observed.arbiter, observed.seat(2)):
        refused(client.get(f"{observed.path}/commands/legal", {"seat": 1}), "forbidden")
    assert observed.seat(1).read(f"{observed.path}/commands/legal")["commands"]
    told = observed.scribe.read(f"{observed.path}/commands/legal", {"seat": 1})["commands"]
    assert not any("outcomes" in each for each in told)


def test_a_limit_cuts_and_says_so(table: Table) -> None:
    everything = table.seat(1).read(f"{table.path}/commands/legal")["commands"]
    cut = table.seat(1).read(f"{table.path}/commands/legal", {"limit": 1})
    exact = table.seat(1).read(f"{table.path}/commands/legal", {"limit": len(everything)})

    assert (everything[:1], True) == (cut["commands"], cut["more"])
    assert (everything, False) == (exact["commands"], exact["more"])


def test_unknown_cards_may_allow_more(observed: Table) -> None:
    assert observed.scribe.read(f"{observed.path}/commands/legal", {"seat": 1})["more"]


@pytest.mark.parametrize("query", ["limit=0", "limit=5001", "seat=0", "seat=3", "seat=one", "limit=x", "viewer=seat:1"])
def test_a_question_that_makes_no_sense_is_refused(table: Table, query: str) -> None:
    refused(table.seat(1).get(f"{table.path}/commands/legal?{query}"), "invalid")


def test_it_can_be_asked_of_an_earlier_version(finished: Table) -> None:
    legal = finished.seat(1).read(f"{finished.path}/commands/legal", {"version": 2})

    assert (2, "season-harvest.take_home") == (legal["version"], legal["commands"][0]["type"])
    for version in (0, -1, 999):
        refused(finished.seat(1).get(f"{finished.path}/commands/legal", {"version": version}), "not-found")
    assert [] == finished.seat(1).read(f"{finished.path}/commands/legal", {"version": 1})["commands"]
