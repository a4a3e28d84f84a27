"""How the service's own database files are made and written."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["create_private", "immediate"]


def create_private(path: Path) -> None:
    """Create a database file that only its owner may read, unless it exists.

    Raise sqlite3.OperationalError when that is not possible. SQLite gives the files beside it the same mode.
    """
    try:
        if not path.exists():
            path.touch(mode=0o600)
    except OSError as fault:
        raise sqlite3.OperationalError(f"unable to create {path}: {fault.strerror}") from fault


@contextmanager
def immediate(conn: sqlite3.Connection) -> Iterator[None]:
    """Hold the write lock from the start of a transaction to its end; roll back on any error.

    A deferred transaction that reads before it writes fails at once when another connection wrote in between,
    whatever the busy timeout. The connection must have been opened with `isolation_level=None`.
    """
    conn.execute("BEGIN IMMEDIATE")
    try:
        yield
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise
