"""One live service for all tests here, and a few games that many of them read."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.grants import Grant
from tests.e2e.client import Client, Table
from tests.e2e.server import Server


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run the live service of this worker; nothing limits how often it may be asked."""
    running = Server(tmp_path_factory.mktemp("e2e"))
    yield running
    running.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a service with settings of its own."""
    with ExitStack() as undo:

        def begin(**settings: str | int) -> Server:
            running = Server(tmp_path, **settings)
            undo.callback(running.close)
            return running

        yield begin


@pytest.fixture(scope="session")
def admin(server: Server) -> Client:
    return server.admin


@pytest.fixture(scope="session")
def anybody(server: Server) -> Client:
    return server.anybody


@pytest.fixture(scope="session")
def opener(server: Server) -> Client:
    """Return somebody who may open games and nothing else."""
    return server.issue(Grant.to_open_games(lambda n: b"o" * n))


@pytest.fixture
def stranger(server: Server, admin: Client) -> Client:
    """Return somebody whose token is good, but of another game."""
    return admin.open(visibility="private").seat(1)


@pytest.fixture(scope="session")
def finished(admin: Client) -> Table:
    """Return a dealt game of two that was played to its end by the rules."""
    table = admin.open().play(seed=1)
    assert table.now()["status"] == "ended"
    return table


@pytest.fixture
def table(admin: Client) -> Table:
    """Return a dealt game of two in its first turn."""
    return admin.open().settle()


@pytest.fixture
def observed(admin: Client) -> Table:
    """Return an observed game of two in its first turn; nobody has told what the hands hold."""
    return admin.open(mode="observed").settle()
