"""The real service as a process of its own, started as an operator starts it."""

import json
import re
import sys
from pathlib import Path
from typing import Any

from service.directory import Directory
from service.grants import Grant
from tests.e2e.client import Client
from tests.launched import Launched

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("harvest-ledger")
ADMIN = "admin-token-of-the-end-to-end-tests"


class Server(Launched):
    """A running service with its database, its log and an admin token."""

    def __init__(self, folder: Path, **settings: str | int) -> None:
        self.database = folder / "ledger.db"
        given = {
            "admin_token": ADMIN,
            "rate_limit": "",
            "heartbeat_seconds": 1,
            "log_level": "debug",
            "log_format": "json",
            **settings,
        }
        command = [str(PROGRAM), "serve", "--port", "0", "--database", str(self.database)]
        super().__init__(command, folder, folder / "log", given)
        self.url = self.told("Harvest Ledger")
        self.directory = Directory(self.database)
        self.admin = Client(self.url, ADMIN)
        self.anybody = Client(self.url)

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
        try:
            status = self.stop()
        finally:
            super().close()
        assert status == 0, self.log
