from collections.abc import Iterator
from pathlib import Path

import pytest

from eventstore.sqlite import SqliteStore
from tests.eventstore.contract import EventStoreContract


class TestSqlite(EventStoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[SqliteStore]:
        store = SqliteStore(tmp_path / "ledger.db")
        yield store
        store.close()

    @pytest.fixture
    def other_store(self, tmp_path: Path) -> Iterator[SqliteStore]:
        store = SqliteStore(tmp_path / "other.db")
        yield store
        store.close()
