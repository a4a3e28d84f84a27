"""Starting again: what a service had is there; who else opens its files is turned away."""

import signal
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import requests

from tests.e2e.client import Client, Table
from tests.faults.running import Starter
from tests.faults.tables import Table as ScribedTable

pytestmark = pytest.mark.e2e

READINGS = ("", "/state", "/entries", "/score", "/commands/legal?seat=1")


def read_all(admin: Client, tables: list[Table]) -> Iterator[Any]:
    """Read every game as everybody who holds a token of it, and the listing page by page."""
    for table in tables:
        for token in (*table.tokens["seats"], table.tokens["arbiter"], None):
            for reading in READINGS:
                answer = admin.holding(token).get(table.path + reading)
                yield answer.status_code, answer.text, answer.headers.get("ETag")
    cursor = None
    while True:
        page = admin.read("/v1/games", {"limit": 2, **({"cursor": cursor} if cursor else {})})
        yield page["games"]
        cursor = page["next"]
        if cursor is None:
            return


def test_a_restart_keeps_tokens_games_and_the_listing(start: Starter) -> None:
    first = start()
    tables = [
        first.admin.open(),
        first.admin.open(seats=3, options={}).settle(),
        first.admin.open(visibility="private").settle(),
    ]
    tables[0].settle().play(seed=1)
    before = list(read_all(first.admin, tables))
    assert 0 == first.stop()
    second = start()

    assert before == list(read_all(second.admin, [Table(second.admin, table.answer) for table in tables]))


def test_without_its_catalogue_a_service_answers_the_same(start: Starter) -> None:
    first = start()
    tables = [first.admin.open(), first.admin.open(seats=3, options={}).settle()]
    tables[0].settle().play(seed=2)
    before = list(read_all(first.admin, tables))
    first.kill()
    for file in first.database.parent.glob("ledger.db.catalogue*"):
        file.unlink()
    second = start()

    assert before == list(read_all(second.admin, [Table(second.admin, table.answer) for table in tables]))


def test_a_second_service_on_the_same_database_is_turned_away(start: Starter) -> None:
    first = start()
    table = first.admin.open()
    second = start()

    assert (1, "") == (second.ended(), second.said)
    assert "is in use" in second.log
    assert 2 == table.now()["version"]
    first.kill()
    third = start()
    assert "Ctrl-C" in third.said
    assert 0 == third.stop(signal.SIGINT)


def test_many_more_games_are_played_at_once_than_fit_in_memory(start: Starter) -> None:
    admin = start(max_cached_games=2).admin
    tables = [ScribedTable(number) for number in range(6)]
    faults: list[str] = []

    def play(table: ScribedTable) -> None:
        while not table.over:
            response = table.advance(admin)
            if response.status_code != 201:
                faults.append(response.text)
                return

    threads = [threading.Thread(target=play, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [] == faults
    for table in tables:
        table.check(admin)
        assert "confirmed" == admin.post(f"{table.path}/audits", {}).json()["verdict"]


def test_two_writers_of_a_game_that_keeps_leaving_memory_never_fork_it(start: Starter) -> None:
    """Show cards from both seats at once while another game takes the only place in memory."""
    admin = start(max_cached_games=1).admin
    table, other = admin.open().settle(), admin.open()
    answers: list[requests.Response] = []
    hands = {seat: table.seat(seat).read(f"{table.path}/state")["state"]["cards"]["hands"] for seat in table.seats}

    def show(seat: int) -> None:
        card = next(iter(hands[seat][str(seat)]["known"]))
        command = {"command": {"type": "season-harvest.show_cards", "seat": seat, "cards": [card]}}
        for number in range(30):
            answers.append(table.seat(seat).post(f"{table.path}/commands", command, Idempotency_Key=f"{number}"))
            other.now()

    threads = [threading.Thread(target=show, args=(seat,)) for seat in table.seats]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = table.anybody.read(f"{table.path}/entries", {"limit": 1000})["entries"]

    assert [201] * 60 == [answer.status_code for answer in answers]
    assert {entry["version"]: entry["hash"] for entry in log[-60:]} == {
        answer.json()["version"]: answer.json()["hash"] for answer in answers
    }
    assert "confirmed" == admin.post(f"{table.path}/audits", {}).json()["verdict"]
