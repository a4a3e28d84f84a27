"""A service in a process of its own, and a client for it that costs next to nothing.

The client speaks HTTP over a bare socket that it keeps, so that what is measured is the service. Run as a program this
file is the service itself, as its environment says.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from service.serving import any_port, serve
from service.settings import Settings

ADMIN = "an-admin-token-for-measuring"
_HOST = "127.0.0.1"
_ROOT = Path(__file__).parents[1]


class Refused(Exception):
    """Report an answer that was not expected: its status and its body."""


class Wire:
    """One kept connection to the service, for one thread."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection((_HOST, port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._read = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def ask(self, method: str, path: str, token: str, body: Any = None, **headers: str) -> Any:
        """Send a request and return the answer's JSON; raise `Refused` for any status but 200 and 201."""
        sent = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"Host: {_HOST}", f"Authorization: Bearer {token}"]
        head += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if body is not None:
            head += ["Content-Type: application/json", f"Content-Length: {len(sent)}"]
        self._socket.sendall("\r\n".join(head).encode() + b"\r\n\r\n" + sent)
        status, answer = self._answer()
        if status not in (200, 201):
            raise Refused(f"{method} {path}: {status} {answer.decode()}")
        return json.loads(answer)

    def _answer(self) -> tuple[int, bytes]:
        while (end := self._read.find(b"\r\n\r\n")) < 0:
            self._more()
        lines = self._read[:end].split(b"\r\n")
        length = next(int(line[15:]) for line in lines if line.lower().startswith(b"content-length:"))
        while len(self._read) < end + 4 + length:
            self._more()
        body, self._read = self._read[end + 4 : end + 4 + length], self._read[end + 4 + length :]
        return int(lines[0].split()[1]), body

    def _more(self) -> None:
        got = self._socket.recv(1 << 18)
        if not got:
            raise ConnectionError("the service closed the connection")
        self._read += got


class Server:
    """A real service on a new database, for the length of a `with` block."""

    def __enter__(self) -> Self:
        self._undo = ExitStack()
        self._folder = tempfile.TemporaryDirectory(prefix="bench-")
        self.port = self._undo.enter_context(any_port(_HOST))
        env = {name: value for name, value in os.environ.items() if not name.startswith("HARVEST_LEDGER_")}
        env |= {
            "HARVEST_LEDGER_PORT": str(self.port),
            "HARVEST_LEDGER_DATABASE": str(Path(self._folder.name) / "ledger.db"),
            "HARVEST_LEDGER_ADMIN_TOKEN": ADMIN,
            "HARVEST_LEDGER_RATE_LIMIT": "",
        }
        self._log = (Path(self._folder.name) / "log").open("wb")
        command = [sys.executable, "-m", "scripts.bench_server"]
        self._process = subprocess.Popen(
            command, cwd=_ROOT, env=env, stdout=subprocess.PIPE, stderr=self._log, text=True
        )
        if self._process.stdout is None or not any("Ctrl-C" in line for line in self._process.stdout):
            raise SystemExit((Path(self._folder.name) / "log").read_text(encoding="utf-8"))
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.communicate()
        self._log.close()
        self._folder.cleanup()
        self._undo.close()

    def wire(self) -> Wire:
        """Open a connection."""
        return Wire(self.port)

    def cpu_seconds(self) -> float:
        """Return the processor time the worker has used so far; zero where the system does not tell."""
        parent = self._process.pid
        try:
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
            return sum(_cpu_seconds(pid) for pid in children)
        except OSError:
            return 0.0


def _cpu_seconds(pid: str) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    serve(Settings.from_env(os.environ))
