"""The file of the SQLite engine: its tables and guards, how it is opened, and what its errors mean."""

import fcntl
import os
import secrets
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from eventstore.port import AlreadyOpen, Corrupt, StoreError, Unavailable

SCHEMA_VERSION = "1"
BUSY_SECONDS = 5.0
CHECKPOINT_PAGES = 4000
OLDEST_SQLITE = (3, 37, 0)
"""The first SQLite with STRICT tables."""

# `count` stands on the first entry of an append: how many entries came with it. The others hold 0.
#
# The guard is what makes the log append-only. INSERT OR REPLACE deletes the row it collides with and fires no
# DELETE trigger for it, so a row may only be inserted where it collides with nothing.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS store_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS entries (
    position INTEGER PRIMARY KEY,
    stream   TEXT    NOT NULL,
    version  INTEGER NOT NULL CHECK (version >= 1),
    key      BLOB,
    body     BLOB    NOT NULL,
    private  BLOB    NOT NULL,
    prev     BLOB,
    hash     BLOB    NOT NULL,
    count    INTEGER NOT NULL CHECK (count >= 0),
    UNIQUE (stream, version),
    UNIQUE (stream, key)
) STRICT;

CREATE TRIGGER IF NOT EXISTS entries_insert BEFORE INSERT ON entries BEGIN
    SELECT RAISE(ABORT, 'not the next position of the store')
     WHERE NEW.position IS NOT (SELECT coalesce(max(position), 0) + 1 FROM entries);
    SELECT RAISE(ABORT, 'not the next version of its stream')
     WHERE NEW.version IS NOT (SELECT coalesce(max(version), 0) + 1 FROM entries WHERE stream = NEW.stream);
    SELECT RAISE(ABORT, 'prev is not the hash of the entry before')
     WHERE NEW.prev IS NOT (SELECT hash FROM entries WHERE stream = NEW.stream AND version = NEW.version - 1);
    SELECT RAISE(ABORT, 'the key is known in this stream')
     WHERE EXISTS (SELECT 1 FROM entries WHERE stream = NEW.stream AND key = NEW.key);
END;

CREATE TRIGGER IF NOT EXISTS entries_update BEFORE UPDATE ON entries BEGIN
    SELECT RAISE(ABORT, 'entries are never changed');
END;

CREATE TRIGGER IF NOT EXISTS entries_delete BEFORE DELETE ON entries BEGIN
    SELECT RAISE(ABORT, 'entries are never removed');
END;
"""

FIND = "SELECT version, count FROM entries WHERE stream = ? AND key = ?"
HEAD = "SELECT version, hash FROM entries WHERE stream = ? ORDER BY version DESC LIMIT 1"
LAST = "SELECT coalesce(max(position), 0) FROM entries"
TALLY = "SELECT count(*), count(DISTINCT stream), coalesce(max(position), 0) FROM entries"

_DURABLE = {"journal_mode": "wal", "synchronous": "2"}
_WORDS = {"synchronous": {"0": "off", "1": "normal", "2": "full", "3": "extra"}}


@dataclass(frozen=True, slots=True)
class Identity:
    """Name a store and the epoch its cursors belong to."""

    store_id: str
    epoch: int


class LockFile:
    """Hold the lock beside a database for as long as this process lives or until `release`."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise Unavailable(f"{path} cannot be opened: {error.strerror}") from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._descriptor)
            raise AlreadyOpen(f"{database} is in use: another store holds {path}") from error

    def release(self) -> None:
        """Let another store open the file; the lock file itself stays, since removing it would race."""
        os.close(self._descriptor)


def store_error(error: sqlite3.Error) -> StoreError:
    """Return the error of ours that says what this driver error means for a caller."""
    if primary_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return Corrupt(str(error))
    return Unavailable(str(error))


def primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code, 0 for an error that Python's driver raised by itself."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def prepare(database: Path) -> Identity:
    """Create the file, its tables and guards where they are missing; return who the store is.

    Raises `Corrupt` for a file that is no database or has another schema, `Unavailable` for one that cannot
    be opened.
    """
    _create_private(database)
    try:
        connection = connect_writer(database)
        try:
            return _create(connection)
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise store_error(error) from error


def connect_writer(database: Path, factory: type[sqlite3.Connection] = sqlite3.Connection) -> sqlite3.Connection:
    """Open the one connection that writes; raise `Unavailable` unless it is as durable as promised."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise Unavailable(f"SQLite {sqlite3.sqlite_version} is too old: the log needs 3.37 or newer")
    connection = sqlite3.connect(
        database, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, factory=factory
    )
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA journal_size_limit = 67108864")
        connection.execute("PRAGMA cache_size = -16384")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        _check_durable(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_reader(database: Path) -> sqlite3.Connection:
    """Open a connection that can only read; it never checkpoints, which is the writer's alone."""
    connection = sqlite3.connect(
        f"{database.absolute().as_uri()}?mode=ro",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def durability(connection: sqlite3.Connection) -> dict[str, str]:
    """Read back the settings that decide whether a commit survives a power cut, in words."""
    settings = {name: _pragma(connection, name) for name in (*_DURABLE, "busy_timeout", "trusted_schema")}
    return {name: _WORDS.get(name, {}).get(value, value) for name, value in settings.items()}


def read_identity(connection: sqlite3.Connection) -> Identity:
    """Return who the store is; raise `Corrupt` for a file that is none or has another schema."""
    meta = dict(connection.execute("SELECT name, value FROM store_meta"))
    if meta.get("schema_version") != SCHEMA_VERSION:
        raise Corrupt(f"the log has schema {meta.get('schema_version')}, this program knows {SCHEMA_VERSION}")
    return Identity(meta["store_id"], int(meta["epoch"]))


def _create_private(database: Path) -> None:
    # Secrets of running games are in this file, so it is its owner's alone. Only a new file may be opened and
    # closed here: closing any descriptor of a database drops the locks SQLite holds on it in this process.
    try:
        os.close(os.open(database, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return
    except OSError as error:
        raise Unavailable(f"{database} cannot be created: {error.strerror}") from error


def _create(connection: sqlite3.Connection) -> Identity:
    connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        known = connection.execute("SELECT count(*) FROM store_meta").fetchone()[0]
        if not known:
            born = {"store_id": secrets.token_hex(8), "epoch": "1", "schema_version": SCHEMA_VERSION}
            connection.executemany("INSERT INTO store_meta (name, value) VALUES (?, ?)", born.items())
    return read_identity(connection)


def _check_durable(connection: sqlite3.Connection) -> None:
    for name, wanted in _DURABLE.items():
        if (found := _pragma(connection, name)) != wanted:
            raise Unavailable(f"the log is not durable: {name} is {found}, not {wanted}")


def _pragma(connection: sqlite3.Connection, name: str) -> str:
    return str(connection.execute(f"PRAGMA {name}").fetchone()[0])
