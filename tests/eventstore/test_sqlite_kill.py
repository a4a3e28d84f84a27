"""What is left of a log whose process was killed in the middle of its work."""

import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from eventstore import Appended, StoredEntry
from eventstore.sqlite import SqliteStore
from tests.eventstore.entries import append, chain
from tests.eventstore.killed_writer import SIZES, STREAMS

ROOT = Path(__file__).parents[2]
ROUNDS = 6
MOST = 1500


def start(path: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.eventstore.killed_writer", str(path)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def killed_after(writer: subprocess.Popen[str], acknowledgements: int) -> list[str]:
    """Kill the writer when it has told so many acknowledgements; return all it told.

    Counted and not timed, so that a slow machine does the same amount of work.
    """
    assert writer.stdout is not None
    with writer:
        told = [writer.stdout.readline() for _ in range(acknowledgements)]
        writer.kill()
        told += writer.stdout.readlines()
    assert -9 == writer.returncode
    return told


def check_chain(entries: list[StoredEntry]) -> None:
    assert list(range(1, len(entries) + 1)) == [entry.version for entry in entries]
    assert [None, *[entry.hash for entry in entries[:-1]]] == [entry.prev for entry in entries]


def check_batches(store: SqliteStore, entries: list[StoredEntry]) -> None:
    at = 0
    while at < len(entries):
        first = entries[at]
        assert first.key is not None
        batch = store.find(first.stream, first.key)
        assert batch is not None
        assert (first.version, True) == (batch.first, batch.replayed)
        size = batch.last - batch.first + 1
        assert size in SIZES
        assert [f"private {number} of {size}".encode() for number in range(1, size + 1)] == [
            entry.private for entry in entries[at : at + size]
        ]
        at += size


def check_acknowledged(store: SqliteStore, told: list[str]) -> None:
    for line in told:
        stream, first, last, digest = line.split()
        stored = store.read(stream, after=int(last) - 1, limit=1)
        assert [digest] == [entry.hash.hex() for entry in stored]
        assert Appended(stream, int(first), int(last), replayed=True) == store.find(
            stream, f"{stream}/{int(first) - 1}".encode()
        )


def check_pending(store: SqliteStore, stream: str) -> None:
    """Send the last append again, as a client does that was not answered, and then a new one."""
    keys = [entry.key for entry in store.read(stream) if entry.key]
    # A writer killed early has not begun every stream: such a one has nothing to send again.
    for key in keys[-1:]:
        assert store.find(stream, key) == store.append(stream, 0, chain(None, "again", key=key))
    head = store.head(stream)
    entry = chain(head.hash, "1 of 1", key=f"{stream}/{head.version}".encode())
    fresh = store.append(stream, head.version, entry)
    assert Appended(stream, head.version + 1, head.version + 1, replayed=False) == fresh


def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    told: list[str] = []
    for _ in range(ROUNDS):
        told += killed_after(start(path), random.randint(1, MOST))
        with closing(SqliteStore(path)) as store:
            for stream in store.streams():
                entries = store.read(stream)
                check_chain(entries)
                check_batches(store, entries)
            check_acknowledged(store, told)
            for stream in STREAMS:
                check_pending(store, stream)
    with closing(sqlite3.connect(path)) as connection:
        assert [("ok",)] == connection.execute("PRAGMA integrity_check").fetchall()


def test_a_log_can_be_read_while_another_process_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    writer = start(path)
    assert writer.stdout is not None
    writer.stdout.readline()
    seen: list[StoredEntry] = []
    with closing(SqliteStore.open_readonly(path)) as reader:
        cursor = None
        while len(seen) < 300:
            page = reader.feed(cursor, 50)
            seen += page.entries
            cursor = page.cursor
            writer.stdout.readline()
        killed_after(writer, 0)
        rest = reader.feed(cursor, 1_000_000).entries
        for stream in reader.streams():
            check_chain(reader.read(stream))

    assert list(range(1, len(seen) + len(rest) + 1)) == [entry.position for entry in seen + rest]


@pytest.mark.parametrize("name", ["g", "other"])
def test_a_killed_owner_leaves_no_lock(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.db"
    killed_after(start(path), 1)

    with closing(SqliteStore(path)) as store:
        assert isinstance(append(store, "mine", "a"), Appended)
