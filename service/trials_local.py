"""Trial games in this process, on a ledger of its own."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from threading import Lock
from typing import Any

import msgspec

from domain.kernel.ruleset import Obligation
from domain.registry import RULESETS
from eventstore import StoreError
from service import clock, ids
from service.catalogue import Catalogue
from service.directory import Directory, DirectoryUnavailable
from service.engine import open_store
from service.faults import Illegal, Invalid, NeedsOutcome
from service.grants import ADMIN_GRANT, Grant, Principal
from service.ledger import Ledger, Parts, Sent
from service.opening import Opening, Seating, open_game
from service.reading import Reader
from service.rules import all_rules
from service.settings import Settings
from service.trials import Asked, Json, Outcomes, Refused, Trial

__all__ = ["LocalDesk", "LocalTable", "open_desk"]

ADMIN = Principal("command-line", (ADMIN_GRANT,))


@contextmanager
def open_desk(settings: Settings, entropy: ids.Entropy = os.urandom) -> Iterator["LocalDesk"]:
    """Open the ledger's files for the length of a `with` block; raise `Refused` when they cannot be used."""
    with ExitStack() as files:
        try:
            turn = Lock()
            store = open_store(settings.database, turn)
            files.callback(store.close)
            directory = Directory(settings.database, turn=turn)
            files.callback(directory.close)
        except (StoreError, DirectoryUnavailable) as fault:
            raise Refused(f"{settings.database} cannot be used: {fault}") from fault
        catalogue = Catalogue(settings.catalogue_path, store)
        files.callback(catalogue.close)
        rules = all_rules(RULESETS, directory.manifest)
        yield LocalDesk(Ledger(Parts(store, directory, catalogue, rules, clock.now, entropy)))


class LocalDesk:
    """Opens games as an administrator."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.reader = ledger, Reader(ledger)

    def open(self, trial: Trial, outcomes: Outcomes, key: str | None = None) -> "LocalTable":
        """Open a game; raise `Asked` when the table must say what it gave, `Refused` when it cannot be."""
        seats = tuple(Seating(seat.name, seat.player) for seat in trial.seats)
        wanted = Opening(trial.ruleset, trial.mode, seats, trial.options, start=trial.start, outcomes=tuple(outcomes))
        try:
            opened = open_game(self.ledger, ADMIN, wanted, key)
        except NeedsOutcome as needed:
            raise _asked(needed) from needed
        except Illegal as refused:
            raise Refused(f"The rules refuse this opening: {refused.text} ({refused.reason})") from refused
        except Invalid as refused:
            raise Refused("; ".join(f"{pointer}: {text}" for pointer, text in refused.errors)) from refused
        except msgspec.ValidationError as refused:
            raise Refused(f"The options do not fit: {refused}") from refused
        return self.table(opened.game)

    def table(self, game: str) -> "LocalTable":
        """Return the table of a game that has been opened."""
        return LocalTable(self, game)


class LocalTable:
    """A game in this process, with the grants of all its seats, its scribe and its arbiter."""

    def __init__(self, desk: LocalDesk, game: str) -> None:
        self._desk = desk
        live, _ = desk.ledger.visible(ADMIN, game)
        self._observed = live.opened.mode == "observed"
        self.game, self.seats = game, len(live.opened.seats)
        self._stand(desk.reader.game(ADMIN, game))

    def legal(self, seat: int) -> list[Json]:
        """Return commands that a seat may send, as far as whoever sends them can know."""
        reading = self._desk.reader.reading(self._sender(seat), self.game)
        found = self._desk.reader.legal(reading, seat, None, 5000)["commands"]
        return [msgspec.to_builtins(command) for command in found]

    def attested(self) -> list[Json]:
        """Return commands by which an arbiter may attest what no rule can work out."""
        reading = self._desk.reader.reading(self._arbiter(), self.game)
        found = self._desk.reader.legal(reading, None, None, 5000)["commands"]
        return [msgspec.to_builtins(command) for command in found]

    def send(self, command: Json, outcomes: Outcomes) -> None:
        """Send a command with what the table gave; raise `Asked` when more has to be told."""
        sender = self._sender(command["seat"]) if command.get("seat") else self._arbiter()
        self._send(sender, command, outcomes)

    def abandon(self, reason: str) -> None:
        """Stop the game without a result."""
        self._send(ADMIN, {"type": "abandon", "reason": reason}, ())

    def result(self) -> Json | None:
        """Return the outcome of the game; None while it runs."""
        result = self._desk.reader.game(ADMIN, self.game)["result"]
        return None if result is None else dict(msgspec.to_builtins(result))

    def _arbiter(self) -> Principal:
        return Principal("command-line", (Grant.to_arbiter(self.game),))

    def _sender(self, seat: int) -> Principal:
        grant = Grant.to_scribe(self.game) if self._observed else Grant.to_seat(self.game, seat)
        return Principal("command-line", (grant,))

    def _send(self, sender: Principal, command: Json, outcomes: Outcomes) -> None:
        sent = Sent(command, tuple(outcomes))
        try:
            done = self._desk.ledger.submit(sender, self.game, [sent], expected=self.version, key=None)
        except NeedsOutcome as needed:
            raise _asked(needed) from needed
        self._stand(done.answers[-1])

    def _stand(self, answer: dict[str, Any]) -> None:
        obligations: Sequence[Obligation] = answer["to_act"]
        self.version, self.status = answer["version"], answer["status"]
        self.to_act: Sequence[int | None] = [obligation.seat for obligation in obligations]


def _asked(needed: NeedsOutcome) -> Asked:
    request = needed.request
    return Asked(request.lawful, request.ways, unknown=request.unknown)
