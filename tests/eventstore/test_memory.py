import pytest

from eventstore.memory import MemoryStore
from tests.eventstore.contract import EventStoreContract


class TestMemory(EventStoreContract):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()

    other_store = store
