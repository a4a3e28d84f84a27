"""Simulations: many trial games in a row, and what came of them."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import msgspec

from service.players import Player
from service.trials import Desk, Seat, Trial, open_trial, play

__all__ = ["Simulation", "Summary", "named", "simulate"]


class Simulation(msgspec.Struct, frozen=True):
    """Which games to play: the same opening so many times; `blind` as in `service.players`."""

    trial: Trial
    games: int
    seed: int
    blind: int = 0


class Summary(msgspec.Struct):
    """Count what was played; `won` counts victories by seat, a shared one for each who shares it."""

    games: int = 0
    entries: int = 0
    seconds: float = 0.0
    results: Counter[str] = msgspec.field(default_factory=Counter)
    won: Counter[int] = msgspec.field(default_factory=Counter)

    def rows(self) -> Iterator[tuple[str, str]]:
        """Yield what to print, a label and a text each."""
        yield "Games", f"{self.games:,}"
        yield "Entries", f"{self.entries:,}"
        yield "Entries a game", f"{self.entries / self.games:.1f}" if self.games else "none"
        yield "Seconds", f"{self.seconds:.2f}"
        yield "Entries a second", f"{self.entries / self.seconds:,.0f}" if self.seconds else "none"
        yield "Results", ", ".join(f"{kind} {count}" for kind, count in self.results.most_common()) or "none"
        yield "Won by", ", ".join(f"seat {seat}: {count}" for seat, count in sorted(self.won.items())) or "nobody"


def simulate(desk: Desk, simulation: Simulation, progress: Callable[[int, int], None]) -> Summary:
    """Play every game to its end; `progress` hears of finished games and of entries so far.

    Raise `Refused` when a game cannot be opened or played.
    """
    summary, began = Summary(), time.perf_counter()
    rng = Random(simulation.seed)  # noqa: S311 - repeatable play, nothing secret
    for _ in range(simulation.games):
        player = Player(Random(rng.getrandbits(64)), blind=simulation.blind)  # noqa: S311 - as above
        _one(desk, simulation.trial, player, summary, progress)
    summary.seconds = time.perf_counter() - began
    return summary


def _one(desk: Desk, trial: Trial, player: Player, summary: Summary, progress: Callable[[int, int], None]) -> None:
    table = open_trial(desk, trial, player)
    before = summary.entries
    play(table, player, after=lambda: progress(summary.games, before + table.version))
    summary.games += 1
    summary.entries += table.version
    result = table.result()
    if result is not None:
        summary.results[result["kind"]] += 1
        summary.won.update(result["winners"])
    progress(summary.games, summary.entries)


def named(seats: int) -> tuple[Seat, ...]:
    """Return seats for so many new players."""
    return tuple(Seat(name=f"Random player {seat}") for seat in range(1, seats + 1))
