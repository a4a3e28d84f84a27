"""A log that somebody has changed behind the service's back: audits say so and where, and other games stand.

Whoever does that has first to take away the guards of the file; these tests do so with a connection of their own.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import requests

from domain.kernel.entry import entry_hash
from tests.e2e.client import Client, Table
from tests.faults.running import Running, Starter, starter
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

AT = 9
"""The version that is tampered with, in a game of some forty."""

READINGS = ("", "/state", "/state?version=5", "/entries", f"/entries/{AT}", "/score")
Row = dict[str, Any]


class Rows:
    """The rows of one game in the file, with the guards taken away."""

    def __init__(self, conn: sqlite3.Connection, game: str) -> None:
        self._conn, self._game = conn, game

    @property
    def last(self) -> int:
        """The last version."""
        (last,) = self._conn.execute("SELECT max(version) FROM entries WHERE stream = ?", (self._game,)).fetchone()
        return int(last)

    def __getitem__(self, version: int) -> Row:
        """Return a row."""
        sql = "SELECT body, private, prev, hash FROM entries WHERE stream = ? AND version = ?"
        found = self._conn.execute(sql, (self._game, version)).fetchone()
        return dict(zip(("body", "private", "prev", "hash"), found, strict=True))

    def change(self, version: int, **values: Any) -> None:
        """Write columns of a row."""
        columns = ", ".join(f"{name} = ?" for name in values)
        self._conn.execute(
            f"UPDATE entries SET {columns} WHERE stream = ? AND version = ?", (*values.values(), self._game, version)
        )

    def remove(self, version: int) -> None:
        """Delete a row."""
        self._conn.execute("DELETE FROM entries WHERE stream = ? AND version = ?", (self._game, version))

    def swap(self, one: int, other: int) -> None:
        """Exchange the contents of two rows."""
        first, second = self[one], self[other]
        self.change(one, **second)
        self.change(other, **first)


def changed_byte(rows: Rows) -> int:
    rows.change(AT, body=rows[AT]["body"].replace(b'"at":"20', b'"at":"19'))
    return AT


def unreadable_body(rows: Rows) -> int:
    rows.change(AT, body=b"\xff" + rows[AT]["body"])
    return AT


def changed_salt(rows: Rows) -> int:
    version = next(v for v in range(AT, rows.last) if json.loads(rows[v]["private"]).get("disclosures"))
    private = json.loads(rows[version]["private"])
    private["disclosures"][0]["salt"] = "0" * 32
    rows.change(version, private=json.dumps(private).encode())
    return version


def unreadable_private(rows: Rows) -> int:
    rows.change(AT, private=b"{")
    return AT


def changed_outcomes(rows: Rows) -> int:
    version = next(v for v in range(AT, rows.last) if json.loads(rows[v]["private"]).get("outcomes"))
    private = json.loads(rows[version]["private"])
    private["outcomes"] = ["SP" if private["outcomes"][0] != "SP" else "WI", *private["outcomes"][1:]]
    rows.change(version, private=json.dumps(private).encode())
    return version


def removed_middle(rows: Rows) -> int:
    rows.remove(AT)
    return AT


def removed_last(rows: Rows) -> int:
    last = rows.last
    rows.remove(last)
    return last


def removed_first(rows: Rows) -> int:
    rows.remove(1)
    return 1


def swapped(rows: Rows) -> int:
    rows.swap(AT, AT + 1)
    return AT


def rehashed(rows: Rows) -> int:
    body = rows[AT]["body"].replace(b'"at":"20', b'"at":"19')
    rows.change(AT, body=body, hash=entry_hash(body))
    return AT + 1


def rehashed_last(rows: Rows) -> int:
    last = rows.last
    body = rows[last]["body"].replace(b'"at":"20', b'"at":"19')
    rows.change(last, body=body, hash=entry_hash(body))
    return last


def rewritten(rows: Rows) -> int:
    """Chain everything anew from one entry on: only what is remembered of the end can tell."""
    prev: bytes = rows[AT - 1]["hash"]
    last = rows.last
    for version in range(AT, last + 1):
        plain = json.loads(rows[version]["body"])
        plain |= {"prev": prev.hex(), "at": "2020-01-01T00:00:00.000Z"}
        body = json.dumps(plain, separators=(",", ":"), sort_keys=True).encode()
        rows.change(version, body=body, prev=prev, hash=entry_hash(body))
        prev = entry_hash(body)
    return last


TAMPERINGS: dict[str, Callable[[Rows], int]] = {
    each.__name__: each
    for each in (
        changed_byte,
        unreadable_body,
        changed_salt,
        unreadable_private,
        changed_outcomes,
        removed_middle,
        removed_last,
        removed_first,
        swapped,
        rehashed,
        rehashed_last,
        rewritten,
    )
}


@dataclass
class Tampered:
    """A service with a game for each kind of tampering, and one that nobody has touched."""

    service: Running
    games: dict[str, Table]
    first_bad: dict[str, int]

    def audit(self, name: str, client: Client | None = None) -> Any:
        """Audit one of the games."""
        table = self.games[name]
        caller = (client or self.service.admin).holding(table.tokens["arbiter"])
        response = caller.post(f"{table.path}/audits", {})
        assert response.status_code == 200, response.text
        return response.json()


def played(service: Running, number: int) -> Table:
    """Play a dealt game to its end: all is open then, and every check has something to look at."""
    return service.admin.open(visibility="private" if number % 2 else "public").settle().play(seed=number)


def tamper(database: Path, games: dict[str, Table]) -> dict[str, int]:
    """Do each game's damage and return the version that an audit should name; the guards are back afterwards."""
    with closing(sqlite3.connect(database, isolation_level=None, timeout=PATIENCE)) as conn:
        conn.execute("PRAGMA wal_autocheckpoint = 0")
        guards = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            conn.execute(f"DROP TRIGGER {name}")
        first_bad = {
            name: TAMPERINGS[name](Rows(conn, table.id)) for name, table in games.items() if name in TAMPERINGS
        }
        for _, sql in guards:
            conn.execute(sql)
    assert len(guards) == 3
    return first_bad


@pytest.fixture(scope="module", params=["running", "stopped"])
def tampered(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tampered]:
    """Tamper with a service's games while it runs, or while it is stopped."""
    with starter(tmp_path_factory.mktemp("tampered")) as start:
        service = start()
        games = {name: played(service, number) for number, name in enumerate((*TAMPERINGS, "untouched"))}
        # A listing lets the catalogue catch up, and with it the memory of how far each game had come.
        assert len(games) == len(service.admin.read("/v1/games?limit=200")["games"])
        if request.param == "stopped":
            assert 0 == service.stop()
        first_bad = tamper(service.database, games)
        if request.param == "stopped":
            service = start()
        yield Tampered(service, games, first_bad)


@pytest.mark.parametrize("name", TAMPERINGS)
def test_an_audit_says_damaged_and_where(tampered: Tampered, name: str) -> None:
    report = tampered.audit(name, tampered.service.admin)

    assert ("damaged", tampered.first_bad[name], None) == (report["verdict"], report["first_bad"], report["score"])


@pytest.mark.parametrize("name", TAMPERINGS)
def test_no_reading_of_a_damaged_game_fails_without_a_word(tampered: Tampered, name: str) -> None:
    table = tampered.games[name]
    caller = tampered.service.admin.holding(table.tokens["arbiter"])
    answers = {reading: caller.get(table.path + reading) for reading in READINGS}

    for reading, answer in answers.items():
        assert answer.status_code in (200, 404, 503), (reading, answer.text)
        if answer.status_code != 200:
            assert "application/problem+json" == answer.headers["Content-Type"]


@pytest.mark.parametrize("name", TAMPERINGS)
def test_an_export_of_a_damaged_game_is_refused_or_cut_or_complete(tampered: Tampered, name: str) -> None:
    table = tampered.games[name]
    caller = tampered.service.admin.holding(table.tokens["arbiter"])
    for path in ("/replay", "/entries"):
        status, lines = 200, b""
        # A stream that breaks at its very start may end before any of it was sent.
        with suppress(requests.RequestException):
            answer = caller.call("GET", table.path + path, headers={"Accept": "application/x-ndjson"}, stream=True)
            status = answer.status_code
            for chunk in answer.iter_content(None):
                lines += chunk
        ends = [line for line in lines.splitlines() if line.startswith(b'{"end":')]

        assert status in (200, 503)
        assert len(ends) <= 1
        if name.startswith("removed"):
            assert [] == ends


def test_other_games_are_as_they_were(tampered: Tampered) -> None:
    table = tampered.games["untouched"]
    caller = tampered.service.admin.holding(table.tokens["arbiter"])

    assert "confirmed" == tampered.audit("untouched")["verdict"]
    assert [200] * len(READINGS) == [caller.get(table.path + reading).status_code for reading in READINGS]


def test_games_can_still_be_listed_and_opened(tampered: Tampered) -> None:
    listed = {game["id"] for game in tampered.service.admin.read("/v1/games?limit=200")["games"]}
    fresh = tampered.service.admin.open()

    assert {table.id for table in tampered.games.values()} <= listed
    assert 2 == fresh.now()["version"]


@pytest.mark.parametrize("name", ["removed_last", "rehashed_last"])
def test_a_command_never_goes_on_from_an_entry_that_is_gone(start: Starter, name: str) -> None:
    service = start()
    table, other = service.admin.open().settle(), service.admin.open().settle()
    before = table.now()
    tamper(service.database, {name: table})
    move = {"command": {"type": "season-harvest.move", "seat": 1, "pawn": "1-1", "to": "b1"}}
    answers = [
        table.seat(1).post(f"{table.path}/commands", move, If_Match=f'"{before["version"]}"', Idempotency_Key="k"),
        table.seat(1).post(f"{table.path}/commands", move, Idempotency_Key="k"),
    ]
    with closing(sqlite3.connect(service.database)) as conn:
        (kept,) = conn.execute("SELECT count(*) FROM entries WHERE stream = ?", (table.id,)).fetchone()

    assert [(503, "/problems/unavailable")] * 2 == [(each.status_code, each.json()["type"]) for each in answers]
    assert kept <= before["version"]
    assert 201 == other.seat(1).post(f"{other.path}/commands", move, Idempotency_Key="k").status_code
