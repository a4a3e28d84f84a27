"""The real service as a process of its own, started as an operator starts it."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from service.directory import Directory
from service.grants import Grant
from tests.e2e.client import Client
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("harvest-ledger")
ADMIN = "admin-token-of-the-end-to-end-tests"


class Server:
    """A running service with its database, its log and an admin token."""

    def __init__(self, folder: Path, **settings: str | int) -> None:
        self.database = folder / "ledger.db"
        self._log = folder / "log"
        given: dict[str, Any] = {
            "admin_token": ADMIN,
            "rate_limit": "",
            "heartbeat_seconds": 1,
            "log_level": "debug",
            "log_format": "json",
            **settings,
        }
        env = os.environ | {f"HARVEST_LEDGER_{name.upper()}": str(value) for name, value in given.items()}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [PROGRAM, "serve", "--port", "0", "--database", self.database],
                cwd=folder,
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
        else:
            raise AssertionError(self.log)
        found = re.search(r"^Harvest Ledger +(http://\S+)$", self.said, re.MULTILINE)
        assert found is not None, self.said
        self.url = found[1]
        self.directory = Directory(self.database)
        self.admin = Client(self.url, ADMIN)
        self.anybody = Client(self.url)

    @property
    def log(self) -> str:
        """What it wrote to standard error."""
        return self._log.read_text(encoding="utf-8")

    def log_lines(self) -> list[dict[str, Any]]:
        """Return its log line by line; every one is JSON."""
        return [json.loads(line) for line in self.log.splitlines()]

    def issue(self, *grants: Grant) -> Client:
        """Return the holder of a new token with these grants."""
        return self.anybody.holding(self.directory.issue(grants).token)

    def revoke(self, client: Client) -> None:
        """Revoke a caller's token."""
        principal = self.directory.authenticate(client.token or "")
        assert principal is not None
        assert self.directory.revoke(principal.token_id)

    def metric(self, name: str) -> float:
        """Return a number without labels from the metrics."""
        text = self.anybody.get("/metrics").text
        found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
        assert found is not None
        return float(found[1])

    def close(self) -> None:
        """Stop the service as Ctrl-C does; it must end well."""
        self.directory.close()
        self._process.send_signal(signal.SIGINT)
        try:
            status = self._process.wait(timeout=PATIENCE)
        finally:
            if self._process.poll() is None:
                self._process.kill()
                self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
        assert status == 0, self.log
