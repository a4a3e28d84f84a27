"""The whole service in this process, spoken to like the live one, with its parts within reach."""

import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests
from flask import Flask

from domain.registry import RULESETS
from eventstore import EventStore
from service import clock
from service.catalogue import Catalogue
from service.directory import Directory
from service.engine import open_store
from service.grants import ADMIN_GRANT, Principal
from service.ledger import Ledger, Parts
from service.reading import Reader
from service.rules import all_rules
from service.settings import Settings
from service.wsgi import open_service
from tests.e2e.client import Client

ADMIN = "admin-token-of-the-service-tests"
ADMINISTRATOR = Principal("t_admin", (ADMIN_GRANT,))


@dataclass(frozen=True)
class Local(Client):
    """A caller of an app in this process."""

    app: Flask | None = None

    def call(
        self, method: str, path: str, *, headers: Mapping[str, Any] | None = None, **sent: Any
    ) -> requests.Response:
        """Send a request as this caller."""
        assert self.app is not None
        own = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        if "params" in sent:
            sent["query_string"] = sent.pop("params")
        came = self.app.test_client().open(path, method=method, headers={**own, **(headers or {})}, **sent)
        answer = requests.Response()
        answer.status_code, answer._content = came.status_code, came.get_data()
        answer.headers.update(came.headers.items())
        came.close()
        return answer


class Service:
    """A running service over a database that can be changed behind its back."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(database=folder / "ledger.db", admin_token=ADMIN, rate_limit="", log_level="critical")
        self._service = open_service(self.settings)

    @property
    def admin(self) -> Local:
        """Return an administrator."""
        return Local("", ADMIN, self._service.app)

    def restart(self) -> None:
        """Close everything and open it again, with nothing in memory."""
        self.close()
        self._service = open_service(self.settings)

    def close(self) -> None:
        self._service.close()

    def sql(self, statement: str, *values: object) -> list[Any]:
        """Change the database as nobody should, its guards taken off."""
        conn = sqlite3.connect(self.settings.database, isolation_level=None)
        try:
            for guard in ("entries_insert", "entries_update", "entries_delete"):
                conn.execute(f"DROP TRIGGER IF EXISTS {guard}")
            return conn.execute(statement, values).fetchall()
        finally:
            conn.close()


class Desk:
    """A ledger with its reader over a store that a test hands in, without HTTP."""

    def __init__(
        self,
        folder: Path,
        store: EventStore | None = None,
        *,
        entropy: Callable[[int], bytes] = os.urandom,
        now: Callable[[], str] = clock.now,
        cached: int = 100,
    ) -> None:
        with ExitStack() as undo:
            self.store = store or open_store(folder / "ledger.db")
            undo.callback(self.store.close)
            self.directory = Directory(folder / "directory.db")
            undo.callback(self.directory.close)
            self.catalogue = Catalogue(folder / "catalogue.db", self.store)
            undo.callback(self.catalogue.close)
            rules = all_rules(RULESETS, self.directory.manifest)
            self.parts = Parts(self.store, self.directory, self.catalogue, rules, now, entropy)
            self.ledger = Ledger(self.parts, cached)
            self.reader = Reader(self.ledger)
            self._undo = undo.pop_all()

    def another(self) -> Ledger:
        """Return a second ledger over the same parts, that knows nothing of what the first does."""
        return Ledger(self.parts)

    def close(self) -> None:
        self._undo.close()
