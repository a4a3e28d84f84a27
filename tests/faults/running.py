"""The real service as a process that may be killed, starved and started again on the same files."""

import os
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from service.serving import any_port
from tests.e2e.client import Client
from tests.launched import Launched
from tests.waiting import eventually

ROOT = Path(__file__).parents[2]
ADMIN = "admin-token-of-the-fault-tests"


class Running(Launched):
    """A service on the database of a folder; it may refuse to start, and then `said` is empty."""

    def __init__(self, folder: Path, **settings: str | int) -> None:
        self._undo = ExitStack()
        self.port = self._undo.enter_context(any_port("127.0.0.1"))
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = folder / "ledger.db"
        given = {"port": self.port, "database": self.database, "admin_token": ADMIN, "rate_limit": "", **settings}
        super().__init__([sys.executable, "-m", "tests.service.api.serve_real"], ROOT, folder / "log", given)
        self.admin = Client(self.url, ADMIN)

    @property
    def pids(self) -> list[int]:
        """The processes of the service, the one that holds the files last."""
        parent = self.process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children")
        if not children.exists():
            pytest.skip("needs /proc to find the process that holds the files")
        return [parent, *map(int, children.read_text(encoding="ascii").split())]

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask the service to stop and return its exit status."""
        return super().stop(how)

    def kill(self, *pids: int) -> None:
        """Kill processes of the service outright, and wait until none is left and the lock is free."""
        everybody = self.pids
        for pid in pids or everybody:
            os.kill(pid, signal.SIGKILL)
        self.ended()
        eventually(lambda: not any(_alive(pid) for pid in everybody[1:]))

    def limit_files(self, size: int) -> None:
        """Let no file of the service grow beyond a size; -1 takes the limit away."""
        for pid in self.pids:
            hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))

    def close(self) -> None:
        """Leave nothing behind."""
        super().close()
        self._undo.close()


def _alive(pid: int) -> bool:
    try:
        # A killed process stays a zombie until its parent, or whoever inherits it, has looked.
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Starter:
    """Starts services on one folder; all of them are closed in the end."""

    def __init__(self, folder: Path, undo: ExitStack) -> None:
        self.folder, self._undo = folder, undo

    def __call__(self, **settings: str | int) -> Running:
        service = Running(self.folder, **settings)
        self._undo.callback(service.close)
        return service


@contextmanager
def starter(folder: Path) -> Iterator[Starter]:
    """Give a starter for the length of a `with` block."""
    with ExitStack() as undo:
        yield Starter(folder, undo)
