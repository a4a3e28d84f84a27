"""The reading half of the SQLite engine."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eventstore import cursors
from eventstore.port import Appended, FeedPage, Head, Status, StoredEntry, Unavailable
from eventstore.sqlite_schema import (
    FIND,
    HEAD,
    LAST,
    TALLY,
    Identity,
    connect_reader,
    durability,
    read_identity,
    store_error,
)

_COLUMNS = "stream, version, position, body, private, prev, hash, key"
_READ = f"SELECT {_COLUMNS} FROM entries WHERE stream = ? AND version > ? ORDER BY version LIMIT ?"  # noqa: S608
_FEED = f"SELECT {_COLUMNS} FROM entries WHERE position > ? ORDER BY position LIMIT ?"  # noqa: S608
_STREAMS = "SELECT DISTINCT stream FROM entries WHERE stream > ? ORDER BY stream LIMIT 500"

Row = tuple[Any, ...]


class Connections:
    """Lend reading connections: each serves one thread at a time and is opened when none is idle.

    Lending instead of binding one to each thread means that a thread which has ended leaves nothing open.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._guard = threading.Lock()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False

    def rows(self, sql: str, *values: object) -> list[Row]:
        """Return all rows of a query; raise `Unavailable` or `Corrupt`, never an error of the driver."""
        with self.lend() as connection:
            return connection.execute(sql, values).fetchall()

    @contextmanager
    def lend(self) -> Iterator[sqlite3.Connection]:
        """Give a connection for the length of a `with` block, with the driver's errors turned into ours."""
        try:
            connection = self._take()
            try:
                yield connection
            finally:
                self._give_back(connection)
        except sqlite3.Error as error:
            raise store_error(error) from error

    def close(self) -> None:
        """Close what is idle now, and what is lent as soon as it comes back."""
        with self._guard:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _take(self) -> sqlite3.Connection:
        with self._guard:
            if self._closed:
                raise Unavailable("the store is closed")
            if self._idle:
                return self._idle.pop()
        return connect_reader(self._database)

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._guard:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()


class SqliteReader:
    """Read a log, also while another process writes it; nothing here can change the file."""

    def __init__(self, database: Path) -> None:
        """Open a log that exists; raise `Unavailable` or `Corrupt`."""
        self._connections = Connections(database)
        try:
            with self._connections.lend() as connection:
                self._identity: Identity = read_identity(connection)
        except BaseException:
            self._connections.close()
            raise

    def find(self, stream: str, key: bytes) -> Appended | None:
        """Return the append that carried this key in this stream, or None."""
        for first, count in self._connections.rows(FIND, stream, key):
            return Appended(stream, first, first + count - 1, replayed=True)
        return None

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[StoredEntry]:
        """Return entries with versions above `after`, in order."""
        rows = self._connections.rows(_READ, stream, after, -1 if limit is None else limit)
        return [StoredEntry(*row) for row in rows]

    def head(self, stream: str) -> Head:
        """Return the last version of a stream and its hash."""
        for version, digest in self._connections.rows(HEAD, stream):
            return Head(version, digest)
        return Head(0, None)

    def feed(self, after_cursor: str | None, limit: int) -> FeedPage:
        """Return up to `limit` entries stored after the cursor, or from the start."""
        store_id, epoch = self._identity.store_id, self._identity.epoch
        after = 0
        if after_cursor is not None:
            last = self._connections.rows(LAST)[0][0]
            after = cursors.decode(after_cursor, store_id, epoch, last)
        entries = [StoredEntry(*row) for row in self._connections.rows(_FEED, after, limit)]
        delivered = entries[-1].position if entries else after
        return FeedPage(entries, cursors.encode(store_id, epoch, delivered))

    def streams(self) -> Iterator[str]:
        """Yield the name of every stream, in order."""
        last = ""
        while rows := self._connections.rows(_STREAMS, last):
            yield from (row[0] for row in rows)
            last = rows[-1][0]

    def status(self) -> Status:
        """Return what the log holds; a reader is never writable."""
        with self._connections.lend() as connection:
            entries, streams, position = connection.execute(TALLY).fetchone()
            settings = durability(connection)
        return Status(
            engine="sqlite",
            store_id=self._identity.store_id,
            epoch=self._identity.epoch,
            entries=entries,
            streams=streams,
            position=position,
            durability=settings,
            writable=False,
            last_error=None,
        )

    def close(self) -> None:
        """Let go of the file."""
        self._connections.close()
