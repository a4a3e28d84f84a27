"""Streams of opaque entries, stored once and never changed; knows no game."""

from eventstore.port import (
    AlreadyOpen,
    Appended,
    Conflict,
    Corrupt,
    EventReader,
    EventStore,
    FeedPage,
    Head,
    InvalidCursor,
    NewEntry,
    OutcomeUnknown,
    Refused,
    Status,
    StoredEntry,
    StoreError,
    Unavailable,
)

__all__ = [
    "AlreadyOpen",
    "Appended",
    "Conflict",
    "Corrupt",
    "EventReader",
    "EventStore",
    "FeedPage",
    "Head",
    "InvalidCursor",
    "NewEntry",
    "OutcomeUnknown",
    "Refused",
    "Status",
    "StoreError",
    "StoredEntry",
    "Unavailable",
]
