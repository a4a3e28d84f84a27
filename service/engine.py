"""The one place that says which engine keeps the log."""

from pathlib import Path

from eventstore import EventReader, EventStore
from eventstore.sqlite import SqliteStore

__all__ = ["open_store", "open_store_for_reading"]


def open_store(database: Path) -> EventStore:
    """Open the log for writing; raise a `StoreError` when another process writes it or it is no log."""
    return SqliteStore(database)


def open_store_for_reading(database: Path) -> EventReader:
    """Open the log for reading, also while a service writes it; raise a `StoreError` when it is no log."""
    return SqliteStore.open_readonly(database)
