"""An event store in memory, for unit tests of whoever uses one; it keeps nothing."""

import secrets
import threading
from collections.abc import Iterator, Sequence

from eventstore import cursors
from eventstore.port import (
    Appended,
    Conflict,
    FeedPage,
    Head,
    NewEntry,
    Refused,
    Status,
    StoredEntry,
    Unavailable,
    check_append,
)
from eventstore.waiting import Waiters

_EPOCH = 1


class MemoryStore:
    """Keep streams in lists; one lock makes every call atomic."""

    def __init__(self) -> None:
        self._store_id = secrets.token_hex(8)
        self._guard = threading.Lock()
        self._log: list[StoredEntry] = []
        self._streams: dict[str, list[StoredEntry]] = {}
        self._keys: dict[tuple[str, bytes], Appended] = {}
        self._waiters = Waiters()
        self._closed = False

    def append(self, stream: str, expected_version: int, entries: Sequence[NewEntry]) -> Appended | Conflict:
        """Store all entries after `expected_version`, or none."""
        check_append(stream, expected_version, entries)
        with self._guard:
            answer = self._append(stream, expected_version, entries)
        self._waiters.notify((stream,))
        return answer

    def _append(self, stream: str, expected: int, entries: Sequence[NewEntry]) -> Appended | Conflict:
        self._check_open()
        key = entries[0].key
        if key is not None and (known := self._keys.get((stream, key))):
            return known
        head = self._head(stream)
        if head.version != expected:
            return Conflict(stream, head.version)
        if head.hash != entries[0].prev:
            raise Refused("the first entry's prev is not the hash of the stream's head")
        last = expected + len(entries)
        for version, entry in enumerate(entries, expected + 1):
            self._store(stream, version, entry)
        if key is not None:
            self._keys[stream, key] = Appended(stream, expected + 1, last, replayed=True)
        return Appended(stream, expected + 1, last, replayed=False)

    def _store(self, stream: str, version: int, new: NewEntry) -> None:
        position = len(self._log) + 1
        entry = StoredEntry(stream, version, position, new.body, new.private, new.prev, new.hash, new.key)
        self._log.append(entry)
        self._streams.setdefault(stream, []).append(entry)

    def probe(self) -> bool:
        """Tell whether entries can be written."""
        return not self._closed

    def find(self, stream: str, key: bytes) -> Appended | None:
        """Return the append that carried this key in this stream, or None."""
        with self._guard:
            self._check_open()
            return self._keys.get((stream, key))

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[StoredEntry]:
        """Return entries with versions above `after`, in order."""
        with self._guard:
            self._check_open()
            entries = self._streams.get(stream, [])[max(after, 0) :]
        return entries if limit is None else entries[:limit]

    def head(self, stream: str) -> Head:
        """Return the last version of a stream and its hash."""
        with self._guard:
            self._check_open()
            return self._head(stream)

    def _head(self, stream: str) -> Head:
        entries = self._streams.get(stream)
        return Head(entries[-1].version, entries[-1].hash) if entries else Head(0, None)

    def feed(self, after_cursor: str | None, limit: int) -> FeedPage:
        """Return up to `limit` entries stored after the cursor, or from the start."""
        with self._guard:
            self._check_open()
            last = len(self._log)
            after = 0 if after_cursor is None else cursors.decode(after_cursor, self._store_id, _EPOCH, last)
            entries = self._log[after : after + limit]
        return FeedPage(entries, cursors.encode(self._store_id, _EPOCH, after + len(entries)))

    def streams(self) -> Iterator[str]:
        """Yield the name of every stream, in order."""
        with self._guard:
            self._check_open()
            names = sorted(self._streams)
        yield from names

    def wait(self, stream: str, after: int, timeout: float) -> int:
        """Block until the stream's head is above `after`, for `timeout` seconds at most; return that head."""
        self._waiters.wait(stream, lambda: self.head(stream).version > after, timeout)
        return self.head(stream).version

    def status(self) -> Status:
        """Return what the store is and how it fares."""
        with self._guard:
            size, streams = len(self._log), len(self._streams)
        return Status(
            engine="memory",
            store_id=self._store_id,
            epoch=_EPOCH,
            entries=size,
            streams=streams,
            position=size,
            durability={},
            writable=not self._closed,
            last_error=None,
        )

    def close(self) -> None:
        """Refuse every later call and wake whoever waits."""
        with self._guard:
            self._closed = True
        self._waiters.notify_all()

    def _check_open(self) -> None:
        if self._closed:
            raise Unavailable("the store is closed")
