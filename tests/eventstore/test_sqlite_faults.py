"""How the SQLite engine's writer works in groups and what it answers when the file fails it."""

import os
import shutil
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from eventstore import Appended, Conflict, OutcomeUnknown, Refused, Unavailable
from eventstore.sqlite import SqliteStore
from eventstore.sqlite_schema import connect_writer
from tests.eventstore.entries import append, chain, entry_after
from tests.eventstore.faults import faulty_store, gated_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a file system of two megabytes, where the rights to do so are given."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    command = [mount or "mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if mount is None or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("mounting a small file system is not allowed here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def outcome(call: Callable[[], object]) -> object:
    try:
        return call()
    except (Unavailable, OutcomeUnknown, Refused) as error:
        return type(error)


def until(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.001)


def queued(store: SqliteStore, number: int) -> bool:
    return store._writer._queue.qsize() == number


def in_one_group(store: SqliteStore, gate: threading.Event, calls: Sequence[Callable[[], object]]) -> list[object]:
    """Queue appends in order while the writer cannot begin its group, then let it."""
    gate.clear()
    with ThreadPoolExecutor(len(calls)) as pool:
        try:
            first = pool.submit(outcome, calls[0])
            until(lambda: bool(store._writer._group))
            rest = []
            for number, call in enumerate(calls[1:], 1):
                rest.append(pool.submit(outcome, call))
                until(partial(queued, store, number))
        finally:
            gate.set()
        return [answer.result() for answer in (first, *rest)]


def test_waiting_appends_share_commits(path: Path) -> None:
    store, connection = gated_store(path)
    with closing(store):
        calls = [partial(store.append, f"g{n}", 0, chain(None, "x")) for n in range(100)]
        answers = in_one_group(store, connection.gate, calls)

        assert [Appended(f"g{n}", 1, 1, replayed=False) for n in range(100)] == answers
        assert 2 <= len(connection.commits) < 100
        assert max(len(calls) / 64, 1) <= len(connection.commits)


def test_an_append_that_is_refused_spares_its_group(path: Path) -> None:
    store, connection = gated_store(path)
    with closing(store):
        first, second, third = chain(None, "a", "b", "c")
        unfit = chain(second.hash, "x", "y")
        unfit[1] = unfit[1]._replace(private=None)  # type: ignore[arg-type]
        answers = in_one_group(
            store,
            connection.gate,
            [
                partial(store.append, "g", 0, [first]),
                partial(store.append, "g", 0, [first]),
                partial(store.append, "g", 1, [entry_after(b"odd")]),
                partial(store.append, "g", 1, [second]),
                partial(store.append, "g", 2, unfit),
                partial(store.append, "g", 2, [third]),
            ],
        )

        assert [
            Appended("g", 1, 1, replayed=False),
            Conflict("g", 1),
            Refused,
            Appended("g", 2, 2, replayed=False),
            Refused,
            Appended("g", 3, 3, replayed=False),
        ] == answers
        assert [first.body, second.body, third.body] == [entry.body for entry in store.read("g")]


def test_a_lone_append_does_not_wait_for_company(path: Path) -> None:
    store, connection = gated_store(path)
    with closing(store):
        for text in "abc":
            append(store, "g", text)

        assert 3 == len(connection.commits)


def limited(path: Path) -> tuple[SqliteStore, sqlite3.Connection]:
    """Open a store whose file may not grow by much, and return the connection that can lift the limit."""
    connections = []

    def connect(database: Path) -> sqlite3.Connection:
        connections.append(connect_writer(database))
        connections[-1].execute("PRAGMA max_page_count = 30")
        return connections[-1]

    return SqliteStore(path, connect=connect), connections[0]


def fill(store: SqliteStore) -> int:
    """Append until the store refuses; return the version that was reached."""
    for version in range(10_000):
        try:
            append(store, "g", *["x" * 3000] * 3, key=b"%d" % version)
        except Unavailable:
            return 3 * version
    raise AssertionError("the disk never filled")


def test_a_full_file_is_refused_whole_and_recovers(path: Path) -> None:
    store, connection = limited(path)
    with closing(store):
        reached = fill(store)
        status = store.status()

        assert reached > 0
        assert (False, reached, reached) == (status.writable, status.entries, store.head("g").version)
        assert "full" in (status.last_error or "")
        assert store.find("g", b"%d" % (reached // 3)) is None
        with pytest.raises(Unavailable):
            append(store, "g", *["x" * 3000] * 3)

        connection.execute("PRAGMA max_page_count = 1000")
        answer = append(store, "g", *["x" * 3000] * 3, key=b"%d" % (reached // 3))

        assert Appended("g", reached + 1, reached + 3, replayed=False) == answer
        assert store.status().writable


def test_a_probe_tells_when_a_full_file_can_be_written_again(path: Path) -> None:
    store, connection = limited(path)
    with closing(store):
        reached = fill(store)
        while_full = [store.probe(), store.probe(), store.status().writable]
        connection.execute("PRAGMA max_page_count = 1000")
        after = [store.probe(), store.status().writable]

        assert ([False] * 3, [True] * 2) == (while_full, after)
        assert (reached, reached, ["g"]) == (store.status().entries, store.head("g").version, list(store.streams()))
        assert Appended("g", reached + 1, reached + 1, replayed=False) == append(store, "g", "x")
    with closing(SqliteStore(path)) as store:
        assert reached + 1 == store.head("g").version


def test_each_probe_writes_anew(path: Path) -> None:
    store, connection = faulty_store(path)
    with closing(store):
        for _ in range(2):
            connection.before["BEGIN IMMEDIATE"] = sqlite3.OperationalError("disk I/O error")
            with pytest.raises(Unavailable):
                append(store, "g", "a")
            before = path.with_name("ledger.db-wal").stat().st_size

            assert store.probe()
            assert before + 32_768 < path.with_name("ledger.db-wal").stat().st_size


def test_a_full_file_refuses_everybody_in_the_group(path: Path) -> None:
    store, connection = gated_store(path)
    with closing(store):
        append(store, "g", "a")
        head = store.head("g")
        assert store._writer._connection is not None
        store._writer._connection.execute("PRAGMA max_page_count = 30")
        answers = in_one_group(
            store,
            connection.gate,
            [
                partial(store.append, "g", 1, chain(head.hash, "b")),
                partial(store.append, "big", 0, chain(None, "x" * 500_000, "y" * 500_000)),
            ],
        )

        assert [Unavailable, Unavailable] == answers
        assert (head, 0) == (store.head("g"), store.head("big").version)
        assert 1 == store.status().position
        assert Appended("g", 2, 2, replayed=False) == append(store, "g", "b")


@pytest.mark.parametrize("callers", [1, 8])
def test_a_full_disk_is_refused_and_recovers(small_disk: Path, callers: int) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(os.urandom(600_000))
    acknowledged: dict[str, int] = {}

    def write(stream: str) -> None:
        try:
            while True:
                answer = append(store, stream, *["x" * 3000] * 3)
                assert isinstance(answer, Appended)
                acknowledged[stream] = answer.last
        except Unavailable:
            return

    with closing(SqliteStore(small_disk / "ledger.db")) as store:
        with ThreadPoolExecutor(callers) as pool:
            list(pool.map(write, [f"g{n}" for n in range(callers)]))
        held = {stream: store.head(stream).version for stream in acknowledged}

        assert acknowledged
        assert acknowledged == held
        assert not store.status().writable

        ballast.unlink()
        for stream, last in acknowledged.items():
            assert Appended(stream, last + 1, last + 1, replayed=False) == append(store, stream, "y")
        assert store.status().writable

    with closing(SqliteStore(small_disk / "ledger.db")) as store:
        for stream, last in acknowledged.items():
            assert list(range(1, last + 2)) == [entry.version for entry in store.read(stream)]


def test_a_locked_file_is_unavailable_and_recovers(path: Path) -> None:
    def connect(database: Path) -> sqlite3.Connection:
        connection = connect_writer(database)
        connection.execute("PRAGMA busy_timeout = 20")
        return connection

    with (
        closing(SqliteStore(path, connect=connect)) as store,
        closing(sqlite3.connect(path, isolation_level=None)) as stranger,
    ):
        stranger.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            append(store, "g", "a")
        stranger.execute("ROLLBACK")

        assert Appended("g", 1, 1, replayed=False) == append(store, "g", "a")


def test_a_failed_statement_leaves_nothing(path: Path) -> None:
    store, connection = faulty_store(path)
    with closing(store):
        connection.before["BEGIN IMMEDIATE"] = sqlite3.OperationalError("disk I/O error")
        with pytest.raises(Unavailable, match="disk I/O error"):
            append(store, "g", "a")

        assert 0 == store.head("g").version
        assert (False, "disk I/O error") == (store.status().writable, store.status().last_error)
        assert Appended("g", 1, 1, replayed=False) == append(store, "g", "a")


def test_a_commit_that_failed_after_writing_is_found_in_its_slot(path: Path) -> None:
    store, connection = faulty_store(path)
    with closing(store):
        connection.after["COMMIT"] = sqlite3.OperationalError("disk I/O error")

        assert Appended("g", 1, 2, replayed=False) == append(store, "g", "a", "b", key=b"k")
        assert 2 == store.head("g").version
        assert (2, 1, 2) == (store.status().entries, store.status().streams, store.status().position)
        assert Appended("g", 3, 3, replayed=False) == append(store, "g", "c")


def test_a_commit_of_unknown_fate_is_told_as_such(path: Path) -> None:
    store, connection = faulty_store(path)
    with closing(store):
        connection.before["COMMIT"] = sqlite3.OperationalError("disk I/O error")
        with pytest.raises(OutcomeUnknown, match="disk I/O error"):
            append(store, "g", "a", "b", key=b"k")

        assert 0 == store.head("g").version
        assert Appended("g", 1, 2, replayed=False) == append(store, "g", "a", "b", key=b"k")
        assert Appended("g", 1, 2, replayed=True) == append(store, "g", "a", "b", key=b"k")


def test_what_wrote_nothing_is_never_of_unknown_fate(path: Path) -> None:
    store, connection = faulty_store(path)
    with closing(store):
        append(store, "g", "a", key=b"k")
        for entries in (chain(None, "b"), chain(None, "b", key=b"k")):
            connection.before["COMMIT"] = sqlite3.OperationalError("disk I/O error")
            with pytest.raises(Unavailable):
                store.append("g", 0, entries)
        connection.before["COMMIT"] = sqlite3.OperationalError("disk I/O error")
        with pytest.raises(Refused):
            store.append("g", 1, chain(None, "b"))

        assert Conflict("g", 1) == store.append("g", 0, chain(None, "b"))


def test_a_dead_writer_is_seen_and_nobody_hangs(path: Path) -> None:
    store, connection = faulty_store(path)
    with closing(store):
        append(store, "g", "a")
        connection.before["BEGIN IMMEDIATE"] = RuntimeError("out of luck")
        with pytest.raises(OutcomeUnknown, match="out of luck"):
            append(store, "g", "b")
        with pytest.raises(Unavailable, match="out of luck"):
            append(store, "g", "b")
        status = store.status()

        assert not status.writable
        assert "the writer died: RuntimeError('out of luck')" == status.last_error
        assert 1 == store.head("g").version == len(store.read("g"))
    with closing(SqliteStore(path)) as store:
        assert Appended("g", 2, 2, replayed=False) == append(store, "g", "b")
