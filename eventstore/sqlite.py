"""The embedded event store: one SQLite file, owned by one process, used by many threads.

Besides the database it keeps a `.lock` file next to it. Other connections to the same file should set
`PRAGMA wal_autocheckpoint = 0`: only the writer checkpoints, because older SQLite can lose a commit when a
second connection resets the log at the same moment.
"""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from os import PathLike
from pathlib import Path

from eventstore.port import Appended, Conflict, NewEntry, Status, check_append
from eventstore.sqlite_reader import SqliteReader
from eventstore.sqlite_schema import LockFile, connect_writer, prepare, store_error
from eventstore.sqlite_writer import Writer
from eventstore.waiting import Waiters


class SqliteStore(SqliteReader):
    """Append to and read the log in a SQLite file."""

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        connect: Callable[[Path], sqlite3.Connection] = connect_writer,
        turn: AbstractContextManager[object] | None = None,
    ) -> None:
        """Open the log, creating it where there is none.

        `turn` is a lock that is held while a group is written: whatever else in this process writes to the same file
        holds it too, since SQLite lets those who wait for it starve.
        `connect` opens the connection that writes, at the start and after it has failed. Raises
        `AlreadyOpen` when the lock is held, `Corrupt` for a file that holds something else, `Unavailable`
        when it cannot be opened or is not durable.
        """
        database = Path(path).resolve()
        self._waiters = Waiters()
        with ExitStack() as undo:
            self._lock = LockFile(database)
            undo.callback(self._lock.release)
            prepare(database)
            super().__init__(database)
            undo.callback(self._connections.close)
            self._writer = _start(partial(connect, database), self._waiters, turn or nullcontext())
            undo.pop_all()
        self._closing = threading.Lock()
        self._closed = False

    @staticmethod
    def open_readonly(path: str | PathLike[str]) -> SqliteReader:
        """Open a log for reading only, also while a service writes it; raise `Unavailable` or `Corrupt`."""
        return SqliteReader(Path(path).resolve())

    def append(self, stream: str, expected_version: int, entries: Sequence[NewEntry]) -> Appended | Conflict:
        """Store all entries after `expected_version`, or none; durable once it returns."""
        check_append(stream, expected_version, entries)
        return self._writer.append(stream, expected_version, entries)

    def probe(self) -> bool:
        """Tell whether entries can be written; where the latest write failed, by committing some filler."""
        return self._writer.probe()

    def wait(self, stream: str, after: int, timeout: float) -> int:
        """Block until the stream's head is above `after`, for `timeout` seconds at most; return that head."""
        self._waiters.wait(stream, lambda: self.head(stream).version > after, timeout)
        return self.head(stream).version

    def status(self) -> Status:
        """Return what the store holds and how its latest write went."""
        told = self._writer.tally
        return Status(
            engine="sqlite",
            store_id=self._identity.store_id,
            epoch=self._identity.epoch,
            entries=told.entries,
            streams=told.streams,
            position=told.position,
            durability=self._writer.durability,
            writable=self._writer.writable,
            last_error=self._writer.last_error,
        )

    def close(self) -> None:
        """Commit what is queued, wake whoever waits, let go of the file and of its lock."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            # Readers go first: the last connection to close is the one that may checkpoint.
            self._connections.close()
            self._waiters.notify_all()
            self._writer.close()
            self._lock.release()


def _start(connect: Callable[[], sqlite3.Connection], waiters: Waiters, turn: AbstractContextManager[object]) -> Writer:
    try:
        return Writer(connect, waiters.notify, turn)
    except sqlite3.Error as error:
        raise store_error(error) from error
