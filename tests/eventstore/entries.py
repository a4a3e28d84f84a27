"""Entries for tests of a store, which cares for their chain and for nothing else in them."""

import hashlib

from eventstore import Appended, Conflict, EventStore, NewEntry


def entry_after(prev: bytes | None, text: str = "", key: bytes | None = None) -> NewEntry:
    body = (prev or b"") + text.encode()
    return NewEntry(body, b"private " + text.encode(), prev, hashlib.sha256(body).digest(), key)


def chain(prev: bytes | None, *texts: str, key: bytes | None = None) -> list[NewEntry]:
    entries: list[NewEntry] = []
    for text in texts:
        entries.append(entry_after(prev, text, None if entries else key))
        prev = entries[-1].hash
    return entries


def append(store: EventStore, stream: str, *texts: str, key: bytes | None = None) -> Appended | Conflict:
    """Append entries after the stream's head as it is now."""
    head = store.head(stream)
    return store.append(stream, head.version, chain(head.hash, *texts, key=key))
