"""The golden games of Season Harvest: how each is played anew."""

import hashlib
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import msgspec

from domain.games.season_harvest import RULESET
from domain.games.season_harvest.commands import (
    ChooseFirst,
    EndTurn,
    Gather,
    Harvest,
    Move,
    PlayCard,
    TakeHome,
)
from domain.kernel.chance import Outcome as Chance
from domain.kernel.lifecycle import Abandon, Concede, StartGame
from domain.kernel.score import Outcome
from domain.kernel.values import Command
from tests.domain.games.season_harvest.playing import Unseeing, at_ease, play
from tests.domain.golden import Recorder, Setting
from tests.domain.harness import Given

Step = tuple[Command, tuple[Chance, ...]]

SHORT = 4
"""Cards per season of the shortest game for two: sixteen cards, nine turns."""

WHOLE_GAME: tuple[Step, ...] = (
    (StartGame(), ("SU", "WI", "FA", "SP")),
    (TakeHome(1, "a1"), ("SP",)),
    (TakeHome(2, "c3"), ("SP",)),
    (ChooseFirst(1), ("SU", "FA", "WI", "SP", "SU", "FA", "WI")),
    (Move(1, "1-1", "b1"), ()),
    (PlayCard(1, "SU", "b2"), ("SU",)),
    (EndTurn(1), ()),
    (Move(2, "2-1", "c2"), ()),
    (PlayCard(2, "FA", "b2"), ("FA",)),
    (EndTurn(2), ()),
    (Move(1, "1-1", "b2"), ()),
    (Harvest(1, "1-1"), (2,)),
    (PlayCard(1, "SP", "a1"), ("WI",)),
    (EndTurn(1), ()),
    (Move(2, "2-1", "b2"), ()),
    (Harvest(2, "2-1"), (6,)),
    (PlayCard(2, "FA", "c2"), ()),
    (EndTurn(2), ()),
    (Harvest(1, "1-1"), (4,)),
    (PlayCard(1, "SU", "a1"), ()),
    (Move(1, "1-1", "b1"), ()),
    (EndTurn(1), ()),
    (Harvest(2, "2-1"), (1,)),
    (PlayCard(2, "SP", "a2"), ()),
    (EndTurn(2), ()),
    (Move(1, "1-1", "b2"), ()),
    (Harvest(1, "1-1"), (5,)),
    (PlayCard(1, "WI", "b2"), ()),
    (EndTurn(1), ()),
    (PlayCard(2, "SP", "b3"), ()),
    (Move(2, "2-1", "a2"), ()),
    (Gather(2, "2-1"), ()),
    (EndTurn(2), ()),
    (PlayCard(1, "WI", "c1"), ()),
    (Move(1, "1-1", "a2"), ()),
    (Gather(1, "1-1"), ()),
    (EndTurn(1), ()),
)


def setting(about: str, seats: int, *, seed: str | None = None, detail: bool = False, **options: Any) -> Setting:
    mode = options.pop("mode", "dealt")
    return Setting("season-harvest", mode, seats, options, seed, detail, about)


def whole_game(**options: Any) -> str:
    """Play the shortest game for two from beginning to end, by script."""
    said = "The shortest game for two: sixteen cards in the order SP SU FA WI, nine turns."
    recorder = Recorder(RULESET, setting(said, 2, detail=True, cards_per_season=SHORT, **options))
    for command, outcomes in WHOLE_GAME:
        recorder.enter(command, *outcomes)
    return recorder.finish()


def at_random(about: str, seats: int, *, last: Command | None = None, entries: int = 10_000, **options: Any) -> str:
    """Play a seeded game at random: to its end, or for some entries and then a last command."""
    seed = hashlib.sha256(f"{about} {seats}".encode()).hexdigest()
    recorder = Recorder(RULESET, setting(about, seats, seed=seed, **options))
    for command, _ in play(Given(RULESET, recorder.game), Random(seed), at_ease, limit=entries):
        recorder.enter(command)
    if last is not None:
        recorder.enter(last)
    return recorder.finish()


def watched() -> str:
    """Play a short game at random at a table whose scribe sees no hand."""
    said = "A short game for two at a physical table; the scribe sees no card before it lies open."
    recorder = Recorder(RULESET, setting(said, 2, mode="observed", cards_per_season=5, variants=["unsowed"]))
    rng = Random(said)
    for command, decision in play(Given(RULESET, recorder.game), rng, at_ease, source=Unseeing(rng)):
        recorder.enter(command, *decision.outcomes)
    return recorder.finish()


TO_THE_END: dict[int, dict[str, Any]] = {
    1: {"variants": ["cooperative_c"]},
    2: {"years": 2, "cards_per_season": 8, "variants": ["poverty", "unsowed", "lumber"]},
    3: {"hands": "open"},
    4: {"first_seat": "random", "new_pawn_acts": "next_turn"},
    5: {"homes": "corners_then_edges"},
    6: {"homes": "corners_then_edges", "variants": ["lumber"]},
    7: {"homes": "corners_then_edges", "variants": ["cooperative_b", "unsowed"]},
    8: {"homes": "corners_then_edges", "pawn_limit": None},
}


def until_empty(seats: int) -> str:
    return at_random(f"Played at random until all hands are empty, seats: {seats}.", seats, **TO_THE_END[seats])


def until_abandoned(seats: int) -> str:
    about = f"Played at random and abandoned, seats: {seats}."
    return at_random(about, seats, last=Abandon("table_closed"), entries=20 + 3 * seats, **TO_THE_END[seats])


def until_conceded(seats: int) -> str:
    about = f"Played at random and given up, seats: {seats}."
    return at_random(about, seats, last=Concede(seats), entries=60, **TO_THE_END[seats])


def by_variants() -> str:
    """Play the scripted game in every combination of variants; a line tells how each came out."""
    lines = ["# The shortest game for two in every combination of variants: totals, outcome, last entry's hash."]
    for variants in combinations():
        text = whole_game(variants=variants)
        last = [line for line in text.splitlines() if line.startswith("  hash ")][-1].split()[1]
        (result,) = (line for line in text.splitlines() if line.startswith("result "))
        judged = msgspec.json.decode(result.removeprefix("result "), type=Outcome)
        totals = ":".join(line.split()[3].rstrip(",") for line in text.splitlines() if line.startswith("total "))
        lines.append(f"{'+'.join(variants) or '-'} {totals} {judged.kind} {judged.decided_by} {last}")
    return "\n".join([*lines, ""])


def combinations() -> list[list[str]]:
    """Return the thirty-two combinations of variants."""
    others = product((None, "poverty"), (None, "unsowed"), (None, "lumber"))
    cooperative = (None, "cooperative_a", "cooperative_b", "cooperative_c")
    return [[one for one in (first, *rest) if one] for rest in others for first in cooperative]


GAMES: dict[str, Callable[[], str]] = {
    "whole_game": whole_game,
    "watched": watched,
    **{f"hands_empty_{n}": lambda n=n: until_empty(n) for n in TO_THE_END},  # type: ignore[misc] # binds n now
    **{f"abandoned_{n}": lambda n=n: until_abandoned(n) for n in TO_THE_END},  # type: ignore[misc] # binds n now
    **{f"conceded_{n}": lambda n=n: until_conceded(n) for n in (1, 2)},  # type: ignore[misc] # binds n now
}

TABLES: dict[str, Callable[[], str]] = {"by_variants": by_variants}
"""Golden files that hold no game of their own."""
