"""Tables that send a whole prepared game, and know exactly what the log must hold of it."""

import itertools
import random
import threading
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec
import requests

from domain.registry import RULESETS
from tests.e2e.client import Client
from tests.laws.player import RecordedGame, play
from tests.waiting import PATIENCE

OPTIONS = {"cards_per_season": 5}
LONGEST_BATCH = 5


@cache
def script(number: int) -> RecordedGame:
    """Return a finished observed game, decided without a service; the same number gives the same one."""
    (ruleset,) = (each for each in RULESETS if each.meta.id == "season-harvest")
    return play(ruleset, 2, "observed", OPTIONS, random.Random(number), blind=30)


def steps(recorded: RecordedGame) -> list[dict[str, Any]]:
    """Return all commands after the start as a scribe sends them, each with what the table gave."""
    sent = zip(recorded.commands[2:], recorded.decisions[2:], strict=True)
    return [{"command": msgspec.to_builtins(command), "outcomes": list(made.outcomes)} for command, made in sent]


@dataclass
class Table:
    """One game and its scribe, who sends the next commands under a new key and keeps what was answered."""

    number: int
    id: str | None = None
    token: str | None = None
    acknowledged: dict[int, str] = field(default_factory=dict)
    pending: tuple[str, Any] | None = None

    def __post_init__(self) -> None:
        self.recorded = script(self.number)
        self.steps = steps(self.recorded)

    @property
    def version(self) -> int:
        """The last version whose answer was seen."""
        return max(self.acknowledged, default=0)

    @property
    def over(self) -> bool:
        """Whether the whole game was acknowledged."""
        return self.version == len(self.recorded.entries)

    @property
    def path(self) -> str:
        """The game's path."""
        assert self.id is not None
        return f"/v1/games/{self.id}"

    def advance(self, admin: Client) -> requests.Response:
        """Send what is pending, or else what comes next; what is not acknowledged stays pending."""
        if self.pending is None:
            self.pending = self._next()
        key, body = self.pending
        if self.id is None:
            response = admin.post("/v1/games", body, Idempotency_Key=key)
        else:
            response = self.scribe(admin).post(f"{self.path}/commands", body, Idempotency_Key=key)
        if response.status_code == 201:
            self._acknowledge(admin, response.json())
            self.pending = None
        return response

    def scribe(self, admin: Client) -> Client:
        """Return the holder of the scribe's token."""
        return admin.holding(self.token)

    def entries(self, admin: Client) -> list[dict[str, Any]]:
        """Read the whole log as the scribe."""
        pages: list[dict[str, Any]] = []
        after: int | None = 0
        while after is not None:
            page = self.scribe(admin).read(f"{self.path}/entries", {"after": after, "limit": 1000})
            pages += page["entries"]
            after = page["next"]
        return pages

    def check(self, admin: Client) -> list[dict[str, Any]]:
        """Check that the log holds what was acknowledged, at most all of what is pending, and nothing else."""
        if self.id is None:
            return []
        entries = self.entries(admin)
        stored = {entry["version"]: entry["hash"] for entry in entries}
        several = self.pending is not None and isinstance(self.pending[1], list)
        size = 0 if self.pending is None else len(self.pending[1]) if several else 1
        assert list(range(1, len(entries) + 1)) == list(stored)
        assert self.acknowledged == {version: stored.get(version) for version in self.acknowledged}
        assert len(entries) in (self.version, self.version + size)
        assert [None, *[entry["hash"] for entry in entries[:-1]]] == [entry["prev"] for entry in entries]
        for entry in entries[2:]:
            expected = self.recorded.plain(entry["version"], "scribe")
            assert (expected["command"], expected["events"]) == (entry["command"], entry["events"])
        return entries

    def settle(self, admin: Client) -> None:
        """Send what is pending again, twice: there is one outcome, the same each time."""
        if self.pending is None:
            return
        was_stored = self.id is not None and len(self.check(admin)) > self.version
        key, body = self.pending
        before = self.version
        first = self.advance(admin)
        assert 201 == first.status_code, first.text
        if before:
            assert was_stored == ("Idempotency-Replayed" in first.headers)
            again = self.scribe(admin).post(f"{self.path}/commands", body, Idempotency_Key=key)
            assert (201, first.json(), "true") == (
                again.status_code,
                again.json(),
                again.headers["Idempotency-Replayed"],
            )
        else:
            game = admin.post("/v1/games", body, Idempotency_Key=key).json()["game"]
            assert first.json()["game"] == game
        self.check(admin)

    def _next(self) -> tuple[str, Any]:
        key = f"table-{self.number}-{self.version}"
        if self.id is None:
            start = self.recorded.decisions[1].outcomes
            seats = [{"name": f"Player {seat}"} for seat in self.recorded.seats]
            opening = {"ruleset": "season-harvest", "mode": "observed", "seats": seats, "options": OPTIONS}
            return key, {**opening, "outcomes": list(start)}
        left = self.steps[self.version - 2 :]
        size = random.choice((1, 1, 1, 2, LONGEST_BATCH))
        return key, left[0] if size == 1 else left[:size]

    def _acknowledge(self, admin: Client, answer: Any) -> None:
        if self.id is None:
            self.id, self.token = answer["game"]["id"], answer["tokens"]["scribe"]
            # The answer names the second entry; the first comes with it in one append.
            self.acknowledged = {2: answer["game"]["head"]}
            return
        entries = answer.get("entries", [answer])
        self.acknowledged |= {entry["version"]: entry["hash"] for entry in entries}


class Load:
    """Tables that play at the same time, each in a thread, until the service is gone or they are told to stop."""

    def __init__(self, admin: Client, tables: list[Table], fresh: "itertools.count[int]", *, keep_going: bool) -> None:
        self.tables = tables
        self.strange: list[str] = []
        self._admin, self._fresh, self._keep_going = admin, fresh, keep_going
        self._stopping = threading.Event()
        self._told = threading.Semaphore(0)
        active = [table for table in tables if not table.over]
        self._threads = [threading.Thread(target=self._play, args=(table,)) for table in active]
        for thread in self._threads:
            thread.start()

    def until(self, acknowledgements: int) -> None:
        """Wait until so many commands were acknowledged; a slow machine takes longer and does no less."""
        for _ in range(acknowledgements):
            while not self._told.acquire(timeout=1):
                assert any(thread.is_alive() for thread in self._threads), self.strange

    def join(self) -> None:
        """Wait until all have noticed the end of the service."""
        for thread in self._threads:
            thread.join(timeout=PATIENCE)
            assert not thread.is_alive()

    def stop(self) -> None:
        """Let every table finish its request, and wait for them."""
        self._stopping.set()
        self.join()

    def _play(self, table: Table) -> None:
        while not self._stopping.is_set():
            if table.over:
                if not self._keep_going:
                    return
                table = Table(next(self._fresh))
                self.tables.append(table)
            try:
                response = table.advance(self._admin)
            except requests.RequestException:
                return
            if response.status_code != 201:
                self.strange.append(f"{response.status_code} {response.text}")
                return
            self._told.release()
