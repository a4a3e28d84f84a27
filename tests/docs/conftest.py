"""A live service for the sessions of the documentation, started as they tell a reader to start it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.launched import Launched

ADMIN = "admin-token-of-the-documentation-tests"
COMMAND = [str(Path(sys.executable).with_name("harvest-ledger")), "serve", "--port", "0", "--database", "ledger.db"]


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Start the service as a process of its own; yield the variables that the sessions ask for."""
    folder = tmp_path_factory.mktemp("service")
    launched = Launched(COMMAND, folder, folder / "log", {"admin_token": ADMIN})
    try:
        yield {"BASE": launched.told("Harvest Ledger"), "ADMIN": ADMIN, "DATABASE": str(folder / "ledger.db")}
        ended = launched.stop()
    finally:
        launched.close()
    assert ended == 0, launched.log
