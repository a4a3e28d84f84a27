"""Many writers at once."""

import random
import threading
from collections.abc import Callable
from typing import Any

import requests

from tests.e2e.client import Client, Table, opening, refused

ROUNDS = 25


def at_once(*calls: Callable[[], requests.Response]) -> list[requests.Response]:
    """Make all calls at the same moment, each in a thread of its own."""
    start = threading.Barrier(len(calls))
    answers: list[Any] = [None] * len(calls)

    def run(index: int, call: Callable[[], requests.Response]) -> None:
        start.wait()
        answers[index] = call()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(answer is not None for answer in answers)
    return answers


def sending(client: Client, table: Table, command: Any, **headers: str) -> Callable[[], requests.Response]:
    return lambda: client.post(f"{table.path}/commands", {"command": command}, **headers)


def test_of_two_writers_on_one_version_exactly_one_wins(admin: Client) -> None:
    for _ in range(ROUNDS):
        table = admin.open()
        one, other = (
            sending(
                table.seat(seat),
                table,
                {"type": "season-harvest.take_home", "space": space},
                If_Match='"2"',
            )
            for seat, space in ((1, "a1"), (2, "c3"))
        )
        won, lost = sorted(at_once(one, other), key=lambda answer: answer.status_code)

        assert (201, '"3"') == (won.status_code, won.headers["ETag"])
        body = refused(lost, "version-conflict", version=3, head=won.json()["head"])
        (missed,) = admin.read(body["missed"])["entries"]
        assert won.json()["hash"] == missed["hash"]


def test_writers_of_one_seat_never_act_twice(admin: Client) -> None:
    for _ in range(5):
        table = admin.open()
        calls = [
            sending(table.seat(1), table, {"type": "season-harvest.take_home", "space": space}, Idempotency_Key=space)
            for space in ("a1", "c1", "a3", "c3")
        ]
        statuses = sorted(answer.status_code for answer in at_once(*calls))

        assert [201, 409, 409, 409] == statuses
        assert 3 == table.now()["version"]


def test_one_key_from_eight_threads_is_one_entry(admin: Client) -> None:
    for _ in range(5):
        table = admin.open()
        command = {"type": "season-harvest.take_home", "space": "a1"}
        answers = at_once(*[sending(table.seat(1), table, command, Idempotency_Key="same")] * 8)

        assert [201] * 8 == [answer.status_code for answer in answers]
        assert 1 == len({answer.content for answer in answers})
        assert 7 == sum(answer.headers.get("Idempotency-Replayed") == "true" for answer in answers)
        assert 3 == table.now()["version"]


def test_one_key_from_eight_threads_opens_one_game(admin: Client) -> None:
    key = f"opening-{random.getrandbits(64)}"
    answers = at_once(*[lambda: admin.post("/v1/games", opening(), Idempotency_Key=key)] * 8)
    games = {answer.json()["game"]["id"] for answer in answers}

    assert [201] * 8 == [answer.status_code for answer in answers]
    assert 1 == len(games)
    assert 7 == sum(answer.headers.get("Idempotency-Replayed") == "true" for answer in answers)
    for answer in answers:
        seat = admin.holding(answer.json()["tokens"]["seats"][0])
        assert "seat:1" == seat.read(f"/v1/games/{next(iter(games))}/state")["viewer"]


def test_one_key_with_two_bodies_at_once_keeps_one(admin: Client) -> None:
    for _ in range(5):
        table = admin.open()
        calls = [
            sending(table.seat(1), table, {"type": "season-harvest.take_home", "space": space}, Idempotency_Key="one")
            for space in ("a1", "c3")
        ]
        won, lost = sorted(at_once(*calls), key=lambda answer: answer.status_code)

        assert 201 == won.status_code
        refused(lost, "key-reused")


def test_games_are_written_side_by_side_and_read_meanwhile(admin: Client) -> None:
    tables = [admin.open() for _ in range(6)]

    def play(seed: int, table: Table) -> Callable[[], requests.Response]:
        def run() -> requests.Response:
            table.play(seed)
            return table.anybody.post(f"{table.path}/audits", {})

        return run

    def watch() -> requests.Response:
        for _ in range(20):
            for table in tables:
                for path in ("/state", "/score", "/entries", "/replay"):
                    response = table.anybody.get(table.path + path)
                    assert 200 == response.status_code
        return admin.get("/v1/games")

    *audits, listing = at_once(*[play(seed, table) for seed, table in enumerate(tables)], watch)

    assert ["confirmed"] * 6 == [audit.json()["verdict"] for audit in audits]
    assert 200 == listing.status_code


def test_every_reader_sees_a_log_without_gaps_while_it_grows(admin: Client) -> None:
    table = admin.open()
    logs: list[list[int]] = []

    def read() -> requests.Response:
        response = table.anybody.get(f"{table.path}/entries", {"limit": 1000})
        while (response := table.anybody.get(f"{table.path}/entries", {"limit": 1000})).json()["version"] < 12:
            logs.append([entry["version"] for entry in response.json()["entries"]])
        return response

    def write() -> requests.Response:
        table.play(seed=1, most=12)
        return table.anybody.get(table.path)

    at_once(read, read, write)

    assert all(log == list(range(1, len(log) + 1)) for log in logs)
