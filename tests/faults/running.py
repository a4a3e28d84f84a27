"""The real service as a process that may be killed, starved and started again on the same files."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from service.serving import any_port
from tests.e2e.client import Client
from tests.waiting import PATIENCE, eventually

ROOT = Path(__file__).parents[2]
ADMIN = "admin-token-of-the-fault-tests"


class Running:
    """A service on the database of a folder; it may refuse to start, and then `said` is empty."""

    def __init__(self, folder: Path, **settings: str | int) -> None:
        self._undo = ExitStack()
        self.port = self._undo.enter_context(any_port("127.0.0.1"))
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = folder / "ledger.db"
        self._log = folder / "log"
        given = {"port": self.port, "database": self.database, "admin_token": ADMIN, "rate_limit": "", **settings}
        env = os.environ | {f"HARVEST_LEDGER_{name.upper()}": str(value) for name, value in given.items()}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.service.api.serve_real"],
                cwd=ROOT,
                env=env,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.said = ""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.said += line
            if "Ctrl-C" in line:
                break
        self.admin = Client(self.url, ADMIN)

    @property
    def log(self) -> str:
        """What it and its predecessors wrote to standard error."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def pids(self) -> list[int]:
        """The processes of the service, the one that holds the files last."""
        parent = self._process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children")
        if not children.exists():
            pytest.skip("needs /proc to find the process that holds the files")
        return [parent, *map(int, children.read_text(encoding="ascii").split())]

    def ended(self) -> int:
        """Wait for the end and return the exit status."""
        return self._process.wait(timeout=PATIENCE)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask the service to stop and return its exit status."""
        self._process.send_signal(how)
        return self.ended()

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
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
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
