"""Trial games: random legal play at a table, wherever that table stands."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec

from domain.kernel.chance import Outcome
from domain.kernel.values import Mode
from service.players import Player, sort_of

__all__ = ["Asked", "Desk", "Refused", "Seat", "Table", "Trial", "answered", "open_trial", "play"]

T = TypeVar("T")
Json = dict[str, Any]
Outcomes = Sequence[Outcome]


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits down: somebody new by name, or a player of the directory by id."""

    name: str | None = None
    player: str | None = None


class Trial(msgspec.Struct, frozen=True):
    """What to open."""

    ruleset: str
    mode: Mode
    seats: tuple[Seat, ...]
    options: Json = {}
    start: bool = True


class Asked(Exception):
    """Tell that the table must say what it gave; `ways` counts each lawful outcome where that is known."""

    def __init__(self, lawful: Outcomes, ways: Sequence[int] | None, *, unknown: bool) -> None:
        super().__init__("an outcome is needed")
        self.lawful, self.ways, self.unknown = lawful, ways, unknown


class Refused(Exception):
    """Tell in a sentence why a trial cannot go on."""


class Table(Protocol):
    """One game, with the means to play every seat of it; it knows how the game stands after each command."""

    game: str
    version: int
    status: str
    seats: int
    to_act: Sequence[int | None]

    def legal(self, seat: int) -> list[Json]:
        """Return commands that a seat may send, as far as whoever sends them can know."""

    def send(self, command: Json, outcomes: Outcomes) -> None:
        """Send a command with what the table gave; raise `Asked` when more has to be told."""

    def result(self) -> Json | None:
        """Return the outcome of the game; None while it runs."""


class Desk(Protocol):
    """Where games are opened."""

    def open(self, trial: Trial, outcomes: Outcomes) -> Table:
        """Open a game; raise `Asked` when the table must say what it gave, `Refused` when it cannot be."""


def answered(player: Player, attempt: Callable[[Outcomes], T]) -> T:
    """Try something again and again, with one answer more each time the table is asked."""
    outcomes: list[Outcome] = []
    while True:
        try:
            return attempt(outcomes)
        except Asked as asked:
            outcomes.append(player.answer(asked.lawful, asked.ways, unknown=asked.unknown))


def open_trial(desk: Desk, trial: Trial, player: Player) -> Table:
    """Open a game, the player answering for the table; raise `Refused`."""
    return answered(player, partial(desk.open, trial))


def play(table: Table, player: Player, until: int | None = None, after: Callable[[], None] = lambda: None) -> None:
    """Play at random to the end, or to a version; `after` is called after each command.

    Raise `Refused` where nobody can do anything.
    """
    while table.status == "running" and (until is None or table.version < until):
        acting = range(1, table.seats + 1) if None in table.to_act else [seat for seat in table.to_act if seat]
        commands = [command for seat in dict.fromkeys(acting) for command in table.legal(seat)]
        if not commands:
            raise Refused(f"Nobody can do anything in game {table.game} at version {table.version}.")
        command = player.choose(commands, lambda one: sort_of(str(one["type"]), one.get("slot")))
        answered(player, partial(table.send, command))
        after()
