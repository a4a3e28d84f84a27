"""What every event store promises: streams of opaque entries, their values and their errors.

StoreError
 +-- Unavailable      nothing was written: the disk is full, the file is locked, the store is closed
 +-- OutcomeUnknown   the commit was sent and its fate is not known: read the slot to learn it
 +-- Refused          the entries cannot stand in this stream: their hashes do not chain
 +-- InvalidCursor    the cursor was not made by this store in this epoch
 +-- AlreadyOpen      another store, here or in another process, owns the file
 +-- Corrupt          the file is no log of ours, or is damaged
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol


class StoreError(Exception):
    """Tell that the store could not do what was asked."""


class Unavailable(StoreError):
    """Tell that nothing was written; the same call may be made again."""


class OutcomeUnknown(StoreError):
    """Tell that the entries may or may not be stored; reading the slot decides."""


class Refused(StoreError):
    """Tell that the entries do not chain onto the stream; nothing was written."""


class InvalidCursor(StoreError):
    """Tell that a feed cursor belongs to another store, another epoch or to no store at all."""


class AlreadyOpen(StoreError):
    """Tell that somebody else holds the lock of this store."""


class Corrupt(StoreError):
    """Tell that the stored data cannot be read as a log."""


class NewEntry(NamedTuple):
    """Hold an entry to append: its bytes, its place in the hash chain and, on a batch's first, a key."""

    body: bytes
    private: bytes
    prev: bytes | None
    hash: bytes
    key: bytes | None = None


class StoredEntry(NamedTuple):
    """Hold an entry as stored; `version` counts from 1 in its stream, `position` from 1 in the store."""

    stream: str
    version: int
    position: int
    body: bytes
    private: bytes
    prev: bytes | None
    hash: bytes
    key: bytes | None


class Appended(NamedTuple):
    """Answer that versions `first` to `last` hold the entries; `replayed` when they did before."""

    stream: str
    first: int
    last: int
    replayed: bool


class Conflict(NamedTuple):
    """Answer that the stream is not at the expected version but at `head`; nothing was written."""

    stream: str
    head: int


class Head(NamedTuple):
    """Hold the last version of a stream and its hash; 0 and None for a stream without entries."""

    version: int
    hash: bytes | None


class FeedPage(NamedTuple):
    """Hold entries of all streams in the order they were stored, and the cursor to go on from."""

    entries: list[StoredEntry]
    cursor: str


class Status(NamedTuple):
    """Describe a store: `writable` and `last_error` tell how its latest write went."""

    engine: str
    store_id: str
    epoch: int
    entries: int
    streams: int
    position: int
    durability: Mapping[str, str]
    writable: bool
    last_error: str | None


class EventReader(Protocol):
    """Read streams; once the store is closed every method but `status` and `close` raises `Unavailable`."""

    def find(self, stream: str, key: bytes) -> Appended | None:
        """Return the append that carried this key in this stream, or None."""

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[StoredEntry]:
        """Return entries with versions above `after`, in order; none for an unknown stream."""

    def head(self, stream: str) -> Head:
        """Return the last version of a stream and its hash."""

    def feed(self, after_cursor: str | None, limit: int) -> FeedPage:
        """Return up to `limit` entries stored after the cursor, or from the start.

        Raises `InvalidCursor` for one that this store did not make.
        """

    def streams(self) -> Iterator[str]:
        """Yield the name of every stream, in order."""

    def status(self) -> Status:
        """Return what the store is and how it fares."""

    def close(self) -> None:
        """Finish what was accepted, then let go of every resource; a second call does nothing."""


class EventStore(EventReader, Protocol):
    """Append to streams and read them; safe to use from many threads."""

    def append(self, stream: str, expected_version: int, entries: Sequence[NewEntry]) -> Appended | Conflict:
        """Store all entries after `expected_version`, or none.

        A key known in this stream answers with its first append, whatever the expected version; then the
        version decides. Durable once `Appended` is returned. Raises `Unavailable`, `Refused` or
        `OutcomeUnknown`, and ValueError for a call that could never succeed.
        """

    def probe(self) -> bool:
        """Tell whether entries can be written; where the latest write failed, by writing what is no entry."""

    def wait(self, stream: str, after: int, timeout: float) -> int:
        """Block until the stream's head is above `after`, for `timeout` seconds at most; return that head."""


def check_append(stream: str, expected_version: int, entries: Sequence[NewEntry]) -> None:
    """Check what can be known of an append before looking at its stream.

    Raises ValueError for a stream without name, no entries, a negative version or a key that is not on the
    first entry, and `Refused` for entries that do not chain among themselves.
    """
    if not stream or not entries:
        raise ValueError("an append needs the name of a stream and at least one entry")
    if expected_version < 0:
        raise ValueError(f"expected version {expected_version} is negative")
    for before, entry in pairwise(entries):
        if entry.key is not None:
            raise ValueError("only the first entry of an append may carry a key")
        if entry.prev != before.hash:
            raise Refused("an entry's prev is not the hash of the entry before it")
