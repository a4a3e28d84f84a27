"""The writing half of the SQLite engine: one thread that commits appends in groups."""

import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from eventstore.port import Appended, Conflict, NewEntry, OutcomeUnknown, Refused, StoreError, Unavailable
from eventstore.sqlite_schema import FIND, HEAD, LAST, TALLY, durability, primary_code, store_error

GROUP_APPENDS = 64
GROUP_SECONDS = 0.002

_SLOT = "SELECT hash FROM entries WHERE stream = ? AND version = ?"
_INSERT = """
INSERT INTO entries (position, stream, version, count, body, private, prev, hash, key)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

# Pages as an append needs them. A value that equals the stored one would not be written, so it changes each time.
_PROBE = """
INSERT INTO store_meta (name, value) VALUES ('probe', ?)
ON CONFLICT (name) DO UPDATE SET value = CASE substr(value, 1, 1) WHEN '0' THEN replace(value, '0', '1')
                                                                  ELSE replace(value, '1', '0') END
"""
_FILLER = "0" * 32_768

# A COMMIT that fails with one of these has left no commit record in the file. After any other failure, a
# failed sync above all, the record may still reach the disk.
_NOT_COMMITTED = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY)

# Values that no column takes: the fault of one append, not of its group.
_UNFIT = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    OverflowError,
    TypeError,
    ValueError,
)

Answer = Appended | Conflict | StoreError


@dataclass(frozen=True, slots=True)
class Tally:
    """Count what is committed."""

    entries: int
    streams: int
    position: int


class _Request:
    """Carry an append to the writer and its answer back; `done` is held until the answer stands."""

    __slots__ = ("answer", "done", "entries", "expected", "stream")

    def __init__(self, stream: str, expected: int, entries: Sequence[NewEntry]) -> None:
        self.stream = stream
        self.expected = expected
        self.entries = entries
        self.answer: Answer
        # A bare lock is the cheapest thing in Python to sleep on.
        self.done = threading.Lock()
        self.done.acquire()

    def reply(self, answer: Answer) -> None:
        self.answer = answer
        self.done.release()


class Writer:
    """Own the connection that writes, and the thread that uses it.

    Every append waits for the COMMIT of its group, so an answer is durable. A group closes when nobody is
    waiting, at 64 appends or after 2 ms, whichever comes first.
    """

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        committed: Callable[[Collection[str]], None],
        turn: AbstractContextManager[object],
    ) -> None:
        """Start the thread; `committed` is called with the streams that grew, `turn` held while a group is written."""
        self._connect = connect
        self._committed = committed
        self._turn = turn
        self._queue: SimpleQueue[_Request | None] = SimpleQueue()
        self._group: list[_Request] = []
        self._position = 0
        self._closing = False
        self._stopped = False
        self._failing = False
        self.last_error: str | None = None
        self.durability: Mapping[str, str] = {}
        self.tally = Tally(0, 0, 0)
        self._connection: sqlite3.Connection | None = None
        self._open()
        self._thread = threading.Thread(target=self._run, name="eventstore-writer", daemon=True)
        self._thread.start()

    @property
    def writable(self) -> bool:
        """Whether the thread lives and its latest group could be written."""
        return not (self._stopped or self._failing)

    def append(self, stream: str, expected: int, entries: Sequence[NewEntry]) -> Appended | Conflict:
        """Queue an append and sleep until it is committed or refused."""
        answer = self._ask(_Request(stream, expected, entries))
        if isinstance(answer, StoreError):
            raise answer
        return answer

    def probe(self) -> bool:
        """Tell whether groups can be written; after a failure, by a group that holds no entry."""
        if self._failing:
            self._ask(_Request("", 0, ()))
        return self.writable

    def _ask(self, request: _Request) -> Answer:
        self._queue.put(request)
        if self._stopped:
            # What is queued after the thread's last look at the queue has to be answered from here.
            self._refuse_queued()
        request.done.acquire()
        return request.answer

    def close(self) -> None:
        """Commit what is queued, then end the thread and close the connection."""
        self._queue.put(None)
        self._thread.join()

    def _refuse_queued(self) -> None:
        while True:
            try:
                request = self._queue.get_nowait()
            except Empty:
                return
            if request is not None:
                request.reply(Unavailable(self.last_error or "the store is closed"))

    # Everything below runs in the writer's own thread.

    def _run(self) -> None:
        try:
            while not self._closing:
                self._take(self._queue.get())
        except BaseException as error:  # noqa: BLE001 - whatever ends this thread has to show in status()
            self.last_error = f"the writer died: {error!r}"
        finally:
            self._stopped = True
            self._reply_all(lambda _: OutcomeUnknown(self.last_error or "the writer died"))
            self._refuse_queued()
            self._drop_connection()

    def _take(self, first: _Request | None) -> None:
        if first is None:
            self._closing = True
            return
        self._group.append(first)
        with self._turn:
            self._write()

    def _write(self) -> None:
        try:
            connection = self._open()
            connection.execute("BEGIN IMMEDIATE")
            self._position = connection.execute(LAST).fetchone()[0]
            self._fill(connection)
        except (sqlite3.Error, StoreError) as error:
            self._fail(error)
        else:
            self._commit(connection)

    def _fill(self, connection: sqlite3.Connection) -> None:
        """Insert without asking first: the guard looks at the same things, and only a refusal is looked into."""
        arriving = self._arriving()
        while True:
            try:
                # One statement over all that come costs less than one for each.
                connection.executemany(_INSERT, self._rows(connection, arriving))
            except _UNFIT as error:
                request = self._group[-1]
                if len(request.entries) > 1:
                    connection.execute("ROLLBACK TO batch")
                    connection.execute("RELEASE batch")
                request.answer = self._explain(connection, request, error)
            else:
                return

    def _arriving(self) -> Iterator[_Request]:
        """Yield the group's first append and those that wait, as long as the group is open."""
        group, deadline = self._group, time.monotonic() + GROUP_SECONDS
        yield group[0]
        while len(group) < GROUP_APPENDS and time.monotonic() < deadline:
            try:
                request = self._queue.get_nowait()
            except Empty:
                return
            if request is None:
                self._closing = True
                return
            group.append(request)
            yield request

    def _rows(self, connection: sqlite3.Connection, arriving: Iterator[_Request]) -> Iterator[tuple[object, ...]]:
        """Yield the rows of each append, and its answer once they are in; a row alone is atomic by itself."""
        for request in arriving:
            stream, head, at, count = request.stream, request.expected, self._position, len(request.entries)
            if not count:
                connection.execute(_PROBE, (_FILLER,))
                request.answer = Appended(stream, 0, 0, replayed=True)  # nothing new that would have to be announced
                continue
            if count > 1:
                connection.execute("SAVEPOINT batch")
            for i, e in enumerate(request.entries, 1):
                yield (at + i, stream, head + i, count if i == 1 else 0, *map(_blob, e))
            if count > 1:
                connection.execute("RELEASE batch")
            self._position += count
            request.answer = Appended(stream, head + 1, head + count, replayed=False)

    def _explain(self, connection: sqlite3.Connection, request: _Request, error: Exception) -> Answer:
        """Say why an insert was refused, in the order the port promises: key, version, chain."""
        try:
            key = request.entries[0].key
            for first, count in connection.execute(FIND, (request.stream, key)):
                return Appended(request.stream, first, first + count - 1, replayed=True)
            version = (connection.execute(HEAD, (request.stream,)).fetchone() or (0,))[0]
        except _UNFIT as worse:
            return Refused(str(worse))
        return Conflict(request.stream, version) if version != request.expected else Refused(str(error))

    def _commit(self, connection: sqlite3.Connection) -> None:
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if primary_code(error) in _NOT_COMMITTED:
                self._fail(error)
            else:
                self._resolve(error)
        else:
            self._failing = False
            self._finish()

    def _finish(self) -> None:
        before = self.tally
        born = sum(request.expected == 0 for request in self._written())
        entries = before.entries + self._position - before.position
        self.tally = Tally(entries, before.streams + born, self._position)
        self._announce()

    def _written(self) -> list[_Request]:
        return [r for r in self._group if isinstance(r.answer, Appended) and not r.answer.replayed]

    def _announce(self) -> None:
        self._committed({request.stream for request in self._written()})
        self._reply_all(lambda request: request.answer)

    def _fail(self, error: sqlite3.Error | StoreError) -> None:
        """Undo the group: nothing of it is stored."""
        self._note(error)
        try:
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._drop_connection()
        # An answer of its own for each: they are raised in different threads.
        self._reply_all(lambda _: store_error(error) if isinstance(error, sqlite3.Error) else Unavailable(str(error)))

    def _resolve(self, error: sqlite3.Error) -> None:
        """Read the slots of a group whose COMMIT failed in a way that leaves its fate open."""
        self._note(error)
        self._drop_connection()
        for request in self._group:
            request.answer = self._fate(request, error)
        self._announce()

    def _fate(self, request: _Request, error: sqlite3.Error) -> Answer:
        answer = request.answer
        if isinstance(answer, Refused):
            return answer
        if not isinstance(answer, Appended) or answer.replayed:
            return Unavailable(str(error))
        try:
            slot = self._open().execute(_SLOT, (request.stream, answer.last)).fetchone()
        except (sqlite3.Error, StoreError):
            slot = None
        stored = slot is not None and slot[0] == request.entries[-1].hash
        return answer if stored else OutcomeUnknown(str(error))

    def _reply_all(self, answer: Callable[[_Request], Answer]) -> None:
        while self._group:
            request = self._group.pop(0)
            request.reply(answer(request))

    def _note(self, error: Exception) -> None:
        self._failing = True
        self.last_error = str(error)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = self._connect()
            try:
                self.durability = durability(connection)
                self.tally = Tally(*connection.execute(TALLY).fetchone())
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _blob(value: bytes | None) -> bytearray | None:
    # The driver looks through its adapters for every value of type `bytes`, which costs more than a copy.
    return None if value is None else bytearray(value)
