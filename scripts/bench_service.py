"""Measure a running service over HTTP: many games at once, one alone, a very long one, readings, random play."""

import itertools
import os
import threading
import time
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

from scripts.bench_play import ScriptedGame, open_game
from scripts.bench_server import ADMIN, Server, Wire
from service.players import Player, sort_of

READINGS = ("", "/state", "/commands/legal", "/entries?after=0&limit=100", "/score")


@dataclass(frozen=True)
class Round:
    """What one round of commands came to: commands, seconds, waits in seconds, the service's processor time."""

    waits: list[float]
    elapsed: float
    cpu: float

    @property
    def per_second(self) -> float:
        """Commands answered per second."""
        return len(self.waits) / self.elapsed

    @property
    def cpu_each(self) -> float:
        """Processor seconds of the service for each command."""
        return self.cpu / len(self.waits)

    def wait(self, percent: int) -> float:
        """Return how long that many of a hundred commands waited at most, in seconds."""
        return percentile(self.waits, percent)


def percentile(waits: list[float], percent: int) -> float:
    """Return the wait that so many of a hundred do not exceed."""
    return sorted(waits)[min(len(waits) - 1, len(waits) * percent // 100)]


def played_at_once(server: Server, games: int, seconds: float, rounds: int) -> list[Round]:
    """Play so many games at the same time, each over a connection of its own."""
    tables = [open_game(server.wire()) for _ in range(games)]
    found = []
    for _ in range(rounds):
        for table in tables:
            table.waits.clear()
        cpu, start = server.cpu_seconds(), time.perf_counter()
        threads = [threading.Thread(target=_play_on, args=(table, seconds)) for table in tables]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        elapsed = time.perf_counter() - start
        waits = [wait for table in tables for wait in table.waits]
        found.append(Round(waits, elapsed, server.cpu_seconds() - cpu))
    return found


def _play_on(table: ScriptedGame, seconds: float) -> None:
    until = time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        table.play(left)
        if table.ended:
            table.renew()


@dataclass(frozen=True)
class Flatness:
    """What a command of a new game and of a long one costs, in turns: waits and processor time, in seconds."""

    entries: int
    early: Round
    late: Round

    @property
    def ratio(self) -> float:
        """How much dearer a command of the long game is, by its median wait."""
        return median(self.late.waits) / median(self.early.waits)


def flatness(server: Server, entries: int, commands: int) -> Flatness:
    """Make a game so many entries long, then play it and new games by turns, the same commands in each."""
    long = open_game(server.wire())
    while long.version < entries - 100:
        long.lengthen(100)
    waits: tuple[list[float], list[float]] = ([], [])
    cpu = [0.0, 0.0]
    while len(waits[0]) < commands:
        tables = (open_game(server.wire()), long)
        # By short turns, so that what else the machine does falls on both alike.
        for _, index in itertools.product(range(5), range(2)):
            tables[index].waits.clear()
            before = server.cpu_seconds()
            tables[index].play(commands=8)
            cpu[index] += server.cpu_seconds() - before
            waits[index].extend(tables[index].waits)
    early, late = (Round(each, sum(each), cpu[index]) for index, each in enumerate(waits))
    return Flatness(long.version, early, late)


def readings(server: Server, count: int) -> dict[str, list[float]]:
    """Read a game of some two hundred entries as a seat, so many times in each way."""
    table = open_game(server.wire())
    table.play(commands=200)
    found: dict[str, list[float]] = {}
    for path in READINGS:
        waits = found[path] = []
        for _ in range(count):
            before = time.perf_counter()
            table.wire.ask("GET", f"/v1/games/{table.id}{path}", table.tokens[0])
            waits.append(time.perf_counter() - before)
    return found


def random_games(server: Server, count: int, ruleset: str, seats: int) -> tuple[float, int]:
    """Play so many short random games from opening to end, asking what is legal before each command.

    Returns the seconds and the number of commands it took.
    """
    start, commands = time.perf_counter(), 0
    with server.wire() as wire:
        for number in range(count):
            commands += _play_randomly(wire, Player(Random(number)), ruleset, seats)
    return time.perf_counter() - start, commands


def _sort(command: Any) -> str:
    return sort_of(str(command["type"]), command.get("slot"))


def _play_randomly(wire: Wire, player: Player, ruleset: str, seats: int) -> int:
    names = [{"name": name} for name in ("Ana", "Ben", "Cy", "Di")[:seats]]
    body = {"ruleset": ruleset, "mode": "dealt", "seats": names}
    opened = wire.ask("POST", "/v1/games", ADMIN, body)
    path, tokens = f"/v1/games/{opened['game']['id']}/commands", opened["tokens"]["seats"]
    to_act: Any = opened["game"]["to_act"]
    sent = 0
    while to_act:
        token = tokens[(to_act[0]["seat"] or 1) - 1]
        command = player.choose(wire.ask("GET", f"{path}/legal", token)["commands"], _sort)
        answer = wire.ask("POST", path, token, {"command": command}, Idempotency_Key=os.urandom(8).hex())
        to_act, sent = answer["to_act"], sent + 1
    return sent
