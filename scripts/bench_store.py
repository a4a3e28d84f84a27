"""Measure durable appends to the event store, beside bare SQLite on the same disk in the same minute.

    .venv/bin/python scripts/bench_store.py [seconds for each row]

Every caller is a thread that appends to a stream of its own, one entry at a time, each with an idempotency key, and
goes on when it is answered. Bare SQLite is one connection that commits one row at a time at synchronous=FULL, with
the same number of bytes and no index, trigger or thread.
"""

import hashlib
import os
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from rich.console import Console
from rich.table import Table

from eventstore import Appended, NewEntry
from eventstore.sqlite import SqliteStore

CALLERS = 32
TARGET = 8_000
BODY, PRIVATE = os.urandom(600), os.urandom(300)


@dataclass(frozen=True, slots=True)
class Rate:
    """Hold a row of the table: what was measured, entries per second, waits in seconds, the target if any."""

    name: str
    per_second: float
    p50: float
    p99: float
    target: int | None = None


def rate(name: str, waits: list[float], elapsed: float, target: int | None = None) -> Rate:
    """Sum up the waits of all callers over the elapsed seconds."""
    waits.sort()
    return Rate(name, len(waits) / elapsed, waits[len(waits) // 2], waits[int(len(waits) * 0.99)], target)


def bare_sqlite(folder: Path, seconds: float) -> Rate:
    """Commit single rows on one connection."""
    with closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, body BLOB)")
        waits = []
        start = before = time.perf_counter()
        while before < start + seconds:
            connection.execute("INSERT INTO t (body) VALUES (?)", (BODY + PRIVATE,))
            after = time.perf_counter()
            waits.append(after - before)
            before = after
    return rate("bare SQLite, one-row commits", waits, before - start)


def caller(store: SqliteStore, stream: str, until: float, waits: list[float]) -> None:
    """Append to one stream until the time is over."""
    prev: bytes | None = None
    version = 0
    before = time.perf_counter()
    while before < until:
        digest = hashlib.sha256(b"%d" % version).digest()
        answer = store.append(stream, version, [NewEntry(BODY, PRIVATE, prev, digest, digest)])
        if not isinstance(answer, Appended):
            raise SystemExit(f"{stream} was refused: {answer}")
        prev, version = digest, answer.last
        after = time.perf_counter()
        waits.append(after - before)
        before = after


def appends(folder: Path, callers: int, seconds: float, target: int | None = None, name: str = "") -> Rate:
    """Append from so many threads at once to a new store."""
    name = name or f"append, {callers} caller{'s' * (callers > 1)}"
    waits: list[list[float]] = [[] for _ in range(callers)]
    with closing(SqliteStore(folder / f"{name}.db")) as store:
        start = time.perf_counter()
        threads = [
            threading.Thread(target=caller, args=(store, f"g_{number:026d}", start + seconds, waits[number]))
            for number in range(callers)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        elapsed = time.perf_counter() - start
        if store.status().entries != sum(map(len, waits)):
            raise SystemExit("the store does not hold what it acknowledged")
    return rate(name, list(chain.from_iterable(waits)), elapsed, target)


@contextmanager
def one_processor() -> Iterator[None]:
    """Keep this thread, and those it starts meanwhile, on one processor, as the service does."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def measure(seconds: float = 3.0) -> list[Rate]:
    """Return bare SQLite's rate, one caller's, that of many, and theirs on one processor; takes 4 x `seconds`."""
    with tempfile.TemporaryDirectory(prefix="bench-store-") as name:
        folder = Path(name)
        rates = [bare_sqlite(folder, seconds), appends(folder, 1, seconds), appends(folder, CALLERS, seconds, TARGET)]
        with one_processor():
            pinned = appends(folder, CALLERS, seconds, TARGET, "the same on one processor, as the service runs")
        return [*rates, pinned]


def table(rates: list[Rate]) -> Table:
    """Show rates as a table for a terminal."""
    shown = Table(title="Event store: durable entries")
    for column in ("", "per second", "p50 ms", "p99 ms", "target"):
        shown.add_column(column, justify="right" if column else "left")
    for row in rates:
        target = f">= {row.target:,}" if row.target else ""
        shown.add_row(row.name, f"{row.per_second:,.0f}", f"{row.p50 * 1e3:.2f}", f"{row.p99 * 1e3:.2f}", target)
    return shown


if __name__ == "__main__":
    Console().print(table(measure(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0)))
