"""Connections that fail on order, to put a store on the driver's bad days."""

import sqlite3
import threading
from functools import partial
from pathlib import Path

from eventstore.sqlite import SqliteStore
from eventstore.sqlite_schema import connect_writer


class Faulty(sqlite3.Connection):
    """Raise once what stands in `before` or `after` for a statement; the dictionaries are a subclass's."""

    before: dict[str, Exception]
    after: dict[str, Exception]

    def execute(self, sql: str, parameters: object = (), /) -> sqlite3.Cursor:
        if fault := self.before.pop(sql, None):
            raise fault
        cursor = super().execute(sql, parameters)  # type: ignore[arg-type]
        if fault := self.after.pop(sql, None):
            raise fault
        return cursor


class Gated(sqlite3.Connection):
    """Begin a group only while `gate` is open, and count the commits."""

    gate: threading.Event
    commits: list[str]

    def execute(self, sql: str, parameters: object = (), /) -> sqlite3.Cursor:
        if sql == "BEGIN IMMEDIATE":
            self.gate.wait()
        if sql == "COMMIT":
            self.commits.append(sql)
        return super().execute(sql, parameters)  # type: ignore[arg-type]


def faulty_store(path: Path) -> tuple[SqliteStore, type[Faulty]]:
    """Open a store whose writing connections share the faults of the class beside it."""

    class Connection(Faulty):
        before: dict[str, Exception] = {}
        after: dict[str, Exception] = {}

    return SqliteStore(path, connect=partial(connect_writer, factory=Connection)), Connection


def gated_store(path: Path) -> tuple[SqliteStore, type[Gated]]:
    """Open a store whose groups wait for a gate, which is open at first."""

    class Connection(Gated):
        gate = threading.Event()
        commits: list[str] = []

    Connection.gate.set()
    return SqliteStore(path, connect=partial(connect_writer, factory=Connection)), Connection
