"""What holds of the SQLite engine's file: its guards, its lock, its settings, what is found after reopening."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from eventstore import AlreadyOpen, Appended, Conflict, Corrupt, InvalidCursor, Refused, Unavailable
from eventstore.sqlite import SqliteStore
from eventstore.sqlite_schema import connect_writer
from tests.eventstore.entries import append, chain, entry_after

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(path)) as store:
        yield store


def rows(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("SELECT * FROM entries ORDER BY position").fetchall()


INSERT = "INTO entries (position, stream, version, key, body, private, prev, hash, count) VALUES"
HEAD_HASH = "(SELECT hash FROM entries WHERE stream = 'g' ORDER BY version DESC LIMIT 1)"
FORBIDDEN = {
    "update": "UPDATE entries SET body = x'00' WHERE version = 1",
    "update or replace": "UPDATE OR REPLACE entries SET version = 2 WHERE version = 1",
    "update of the private part": "UPDATE entries SET private = x''",
    "delete": "DELETE FROM entries WHERE version = 2",
    "delete all": "DELETE FROM entries",
    "a position twice": f"INSERT {INSERT} (1, 'g', 3, NULL, x'00', x'00', {HEAD_HASH}, x'00', 1)",
    "replace a position": f"INSERT OR REPLACE {INSERT} (1, 'g', 3, NULL, x'00', x'00', {HEAD_HASH}, x'00', 1)",
    "replace the first version": f"INSERT OR REPLACE {INSERT} (3, 'g', 1, NULL, x'00', x'00', NULL, x'00', 1)",
    "replace the last version": f"REPLACE {INSERT} (3, 'g', 2, NULL, x'00', x'00', {HEAD_HASH}, x'00', 1)",
    "replace by key": f"INSERT OR REPLACE {INSERT} (3, 'g', 3, x'6B', x'00', x'00', {HEAD_HASH}, x'00', 1)",
    "ignore": f"INSERT OR IGNORE {INSERT} (3, 'g', 2, NULL, x'00', x'00', {HEAD_HASH}, x'00', 1)",
    "upsert": f"INSERT {INSERT} (1, 'g', 1, NULL, x'00', x'00', NULL, x'00', 1) "
    "ON CONFLICT (position) DO UPDATE SET body = x'00'",
    "skip a version": f"INSERT {INSERT} (3, 'g', 4, NULL, x'00', x'00', {HEAD_HASH}, x'00', 1)",
    "skip a position": f"INSERT {INSERT} (4, 'g', 3, NULL, x'00', x'00', {HEAD_HASH}, x'00', 1)",
    "leave the position to SQLite": "INSERT INTO entries (stream, version, body, private, prev, hash, count) "
    f"VALUES ('g', 3, x'00', x'00', {HEAD_HASH}, x'00', 1)",
    "no prev": f"INSERT {INSERT} (3, 'g', 3, NULL, x'00', x'00', NULL, x'00', 1)",
    "another prev": f"INSERT {INSERT} (3, 'g', 3, NULL, x'00', x'00', x'FF', x'00', 1)",
    "a first entry with prev": f"INSERT {INSERT} (3, 'h', 1, NULL, x'00', x'00', {HEAD_HASH}, x'00', 1)",
    "a first entry with version 2": f"INSERT {INSERT} (3, 'h', 2, NULL, x'00', x'00', NULL, x'00', 1)",
    "text for bytes": f"INSERT {INSERT} (3, 'g', 3, NULL, 'body', x'00', {HEAD_HASH}, x'00', 1)",
}


@pytest.mark.parametrize("sql", FORBIDDEN.values(), ids=FORBIDDEN.keys())
def test_the_file_itself_refuses(store: SqliteStore, path: Path, sql: str) -> None:
    append(store, "g", "a", key=b"k")
    append(store, "g", "b")
    before = rows(path)

    with (
        closing(sqlite3.connect(path, isolation_level=None)) as stranger,
        pytest.raises(sqlite3.IntegrityError),
    ):
        stranger.execute(sql)

    assert before == rows(path)


def test_the_file_takes_the_next_entry(store: SqliteStore, path: Path) -> None:
    """The statements refused above are refused for what is wrong in them, not for everything."""
    append(store, "g", "a", key=b"k")
    append(store, "g", "b")
    with closing(sqlite3.connect(path, isolation_level=None)) as stranger:
        stranger.execute(f"INSERT {INSERT} (3, 'g', 3, x'6C', x'00', x'00', {HEAD_HASH}, x'00', 1)")
        stranger.execute(f"INSERT {INSERT} (4, 'h', 1, x'6B', x'00', x'00', NULL, x'00', 1)")

    assert [1, 2, 3, 4] == [row[0] for row in rows(path)]
    assert Appended("g", 4, 4, replayed=False) == append(store, "g", "d")


def test_lost_guards_are_put_back(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        append(store, "g", "a")
    with closing(sqlite3.connect(path, isolation_level=None)) as stranger:
        for name in ("entries_insert", "entries_update", "entries_delete"):
            stranger.execute(f"DROP TRIGGER {name}")

    with closing(SqliteStore(path)), closing(sqlite3.connect(path)) as stranger:
        for sql in (FORBIDDEN["delete all"], FORBIDDEN["update of the private part"], FORBIDDEN["skip a version"]):
            with pytest.raises(sqlite3.IntegrityError):
                stranger.execute(sql)


def test_values_no_column_takes_are_refused_alone(store: SqliteStore) -> None:
    good = entry_after(None, "a")
    unfit = chain(good.hash, "b", "c")
    unfit[1] = unfit[1]._replace(body=None)  # type: ignore[arg-type]
    store.append("g", 0, [good])

    with pytest.raises(Refused):
        store.append("g", 1, unfit)
    with pytest.raises(Refused):
        store.append("\ud800", 0, [good])
    with pytest.raises(Refused):
        store.append("g", 1, [entry_after(good.hash, "b", key=object())])  # type: ignore[arg-type]

    assert 1 == store.head("g").version
    assert store.status().writable
    assert Appended("g", 2, 2, replayed=False) == append(store, "g", "b")


def test_settings_are_read_back(store: SqliteStore) -> None:
    assert {
        "journal_mode": "wal",
        "synchronous": "full",
        "busy_timeout": "5000",
        "trusted_schema": "0",
    } == store.status().durability


class Careless(sqlite3.Connection):
    """A connection that does not sync as asked, as some builds of SQLite may."""

    def execute(self, sql: str, parameters: object = (), /) -> sqlite3.Cursor:
        asked = sql.replace("synchronous = FULL", "synchronous = NORMAL")
        return super().execute(asked, parameters)  # type: ignore[arg-type]


def test_a_store_that_is_not_durable_does_not_start(path: Path) -> None:
    with pytest.raises(Unavailable, match="not durable: synchronous is 1"):
        SqliteStore(path, connect=partial(connect_writer, factory=Careless))

    SqliteStore(path).close()


def test_a_file_has_one_owner(store: SqliteStore, path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)

    for name in (path, str(path), link, os.path.relpath(path)):
        with pytest.raises(AlreadyOpen):
            SqliteStore(name)
    program = f"from eventstore.sqlite import SqliteStore; SqliteStore({str(path)!r})"
    other = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)

    assert 1 == other.returncode
    assert "AlreadyOpen" in other.stderr
    assert Appended("g", 1, 1, replayed=False) == append(store, "g", "a")
    store.close()
    SqliteStore(path).close()


def test_a_store_that_fails_to_open_lets_go_of_the_lock(path: Path) -> None:
    path.write_bytes(b"this is no database" * 1000)
    for _ in range(2):
        with pytest.raises(Corrupt):
            SqliteStore(path)
        with pytest.raises(Corrupt):
            SqliteStore.open_readonly(path)


def test_a_folder_that_is_missing_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        SqliteStore(tmp_path / "missing" / "ledger.db")
    with pytest.raises(Unavailable):
        SqliteStore.open_readonly(tmp_path / "ledger.db")
    assert [] == list(tmp_path.iterdir())


def test_a_schema_of_another_time_is_refused(path: Path) -> None:
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as stranger, stranger:
        stranger.execute("UPDATE store_meta SET value = '99' WHERE name = 'schema_version'")

    with pytest.raises(Corrupt, match="schema 99"):
        SqliteStore(path)


def test_a_damaged_file_is_corrupt(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        append(store, "g", *["x" * 3000] * 50)
    content = bytearray(path.read_bytes())
    content[8 * 4096 :] = b"\xff" * len(content[8 * 4096 :])
    path.write_bytes(content)

    with pytest.raises(Corrupt), closing(SqliteStore.open_readonly(path)) as reader:
        reader.read("g")


def test_other_tables_may_live_in_the_file(path: Path) -> None:
    with closing(sqlite3.connect(path)) as stranger, stranger:
        stranger.execute("CREATE TABLE names (name TEXT)")
        stranger.execute("INSERT INTO names VALUES ('Ada')")

    with closing(SqliteStore(path)) as store, closing(sqlite3.connect(path)) as stranger:
        append(store, "g", "a")
        with stranger:
            stranger.execute("INSERT INTO names VALUES ('Bo')")
        append(store, "g", "b")

        assert [("Ada",), ("Bo",)] == stranger.execute("SELECT name FROM names").fetchall()
        assert 2 == store.head("g").version


def test_everything_is_there_after_reopening(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        append(store, "g", "a")
        append(store, "g", "b", "c", key=b"k")
        append(store, "h", "a")
        cursor = store.feed(None, 2).cursor
        before = (store.read("g"), store.read("h"), store.status())
    assert ["ledger.db", "ledger.db.lock"] == sorted(file.name for file in path.parent.iterdir())

    with closing(SqliteStore(path)) as store:
        assert before == (store.read("g"), store.read("h"), store.status())
        assert Appended("g", 2, 3, replayed=True) == append(store, "g", "x", key=b"k")
        assert [3, 4] == [entry.position for entry in store.feed(cursor, 10).entries]
        assert Appended("g", 4, 4, replayed=False) == append(store, "g", "d")


def test_a_new_epoch_refuses_old_cursors(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        append(store, "g", "a")
        cursor = store.feed(None, 1).cursor
    with closing(sqlite3.connect(path)) as stranger, stranger:
        stranger.execute("UPDATE store_meta SET value = '2' WHERE name = 'epoch'")

    with closing(SqliteStore(path)) as store, pytest.raises(InvalidCursor):
        store.feed(cursor, 1)


def test_a_cursor_from_beyond_a_restored_copy_is_refused(path: Path, tmp_path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        append(store, "g", "a")
        kept = store.feed(None, 10).cursor
    shutil.copy(path, tmp_path / "backup.db")
    with closing(SqliteStore(path)) as store:
        append(store, "g", "b")
        lost = store.feed(None, 10).cursor
    shutil.copy(tmp_path / "backup.db", path)

    with closing(SqliteStore(path)) as store:
        assert [] == store.feed(kept, 10).entries
        with pytest.raises(InvalidCursor):
            store.feed(lost, 10)


@pytest.mark.parametrize("live", [True, False])
def test_a_log_can_be_read_beside_its_owner_and_without(path: Path, live: bool) -> None:
    with closing(SqliteStore(path)) as store:
        append(store, "g", "a", "b", key=b"k")
        if not live:
            store.close()
        with closing(SqliteStore.open_readonly(path)) as reader:
            status = reader.status()

            assert ["g"] == list(reader.streams())
            assert [1, 2] == [entry.version for entry in reader.read("g")]
            assert Appended("g", 1, 2, replayed=True) == reader.find("g", b"k")
            assert 2 == len(reader.feed(None, 10).entries)
            assert (2, 1, 2, False) == (status.entries, status.streams, status.position, status.writable)
            with reader._connections.lend() as connection, pytest.raises(sqlite3.OperationalError):
                connection.execute("DELETE FROM store_meta")
            if live:
                append(store, "g", "c")
                assert 3 == reader.head("g").version
        with pytest.raises(Unavailable):
            reader.head("g")


def test_the_file_is_its_owners_alone(store: SqliteStore, path: Path) -> None:
    append(store, "g", "a")
    files = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}

    assert {
        "ledger.db": 0o600,
        "ledger.db-wal": 0o600,
        "ledger.db-shm": 0o600,
        "ledger.db.lock": 0o600,
    } == files


def test_threads_that_have_ended_leave_no_connection_open(store: SqliteStore) -> None:
    for _ in range(20):
        thread = threading.Thread(target=store.head, args=("g",))
        thread.start()
        thread.join()

    assert 1 == len(store._connections._idle)


def test_a_conflict_is_told_also_where_a_guard_was_lost(store: SqliteStore, path: Path) -> None:
    """The uniqueness of (stream, version) stands behind the guard."""
    append(store, "g", "a")
    with closing(sqlite3.connect(path, isolation_level=None)) as stranger:
        stranger.execute("DROP TRIGGER entries_insert")

    assert Conflict("g", 1) == store.append("g", 0, chain(None, "b"))
