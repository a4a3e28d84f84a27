"""The one place that says which engine keeps the log."""

from contextlib import AbstractContextManager
from pathlib import Path

from eventstore import EventReader, EventStore
from eventstore.sqlite import SqliteStore

__all__ = ["open_store", "open_store_for_reading"]


def open_store(database: Path, turn: AbstractContextManager[object] | None = None) -> EventStore:
    """Open the log for writing; raise a `StoreError` when another process writes it or it is no log.

    `turn` is held while the log writes, by whatever else in this process writes to the same file too.
    """
    return SqliteStore(database, turn=turn)


def open_store_for_reading(database: Path) -> EventReader:
    """Open the log for reading, also while a service writes it; raise a `StoreError` when it is no log."""
    return SqliteStore.open_readonly(database)
