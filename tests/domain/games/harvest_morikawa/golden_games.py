"""The golden games of Harvest: how each is played anew."""

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.commands import NoteHarvestOverlooked, PlaceCard
from domain.games.harvest_morikawa.faces import VEGETABLES, kind
from domain.games.harvest_morikawa.field import gathered, runs_through
from domain.games.harvest_morikawa.layout import key
from domain.games.harvest_morikawa.state import State
from domain.kernel.chance import Outcome as Chance
from domain.kernel.chance import Request, Source
from domain.kernel.game import Decision, Game, decide, source_for
from domain.kernel.lifecycle import Abandon, Concede, StartGame
from domain.kernel.values import Command
from tests.domain.golden import Recorder, Setting

Step = tuple[Command, tuple[Chance, ...]]
Chooser = Callable[[State, list[Command], Random], Command]


class Unseeing:
    """Outcomes as a scribe gives them who sees no card before it lies open."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def pick(self, request: Request) -> Chance:
        """Return `"?"` where that is an answer, else a lawful outcome."""
        return "?" if request.unknown else self._rng.choices(request.lawful, request.ways)[0]

    def close(self) -> None:
        """Accept any end."""


def careless(_: State, commands: list[Command], rng: Random) -> Command:
    """Choose anything."""
    return rng.choice(commands)


def thrifty(state: State, commands: list[Command], rng: Random) -> Command:
    """Choose what takes the most cards off the fields, else a card beside others of its kind."""
    return max(commands, key=lambda command: (_worth(state, command), rng.random()))


def _worth(state: State, command: Command) -> int:
    if not isinstance(command, PlaceCard):
        return -2 if isinstance(command, NoteHarvestOverlooked) else 0
    vegetable = next((each for each in VEGETABLES if each == command.declared), kind(command.card))
    if vegetable is None:
        return 0
    name = key(command.square)
    taken = len(gathered(state.squares, runs_through(state.squares, name, vegetable)))
    if taken:
        return 10 + taken
    return sum(
        square.card is not None and kind(square.card) == vegetable
        for square in state.squares.values()
        if max(abs(square.square[0] - command.square[0]), abs(square.square[1] - command.square[1])) <= 2
    )


def play(
    game: Game, rng: Random, choose: Chooser, source: Source | None = None, entries: int = 10_000
) -> Iterator[tuple[Command, Decision]]:
    """Yield every command and what followed, from an opened game to its end or for a number of entries."""
    for _ in range(entries):
        if game.status == "ended":
            return
        command: Command = StartGame()
        if game.status == "running":
            commands = [each for seat in map(int, game.state.seats) for each in RULESET.legal(game.state, seat)]
            commands += RULESET.attest(game.state)
            command = choose(game.state, commands, rng)
        decision = decide(RULESET, game, command, source or source_for(game))
        game = decision.game
        yield command, decision


def setting(about: str, seats: int, *, seed: str | None = None, detail: bool = False, **options: Any) -> Setting:
    mode = options.pop("mode", "dealt")
    return Setting("harvest-morikawa", mode, seats, options, seed, detail, about)


def until(about: str, seats: int, choose: Chooser, wanted: Callable[[Game], bool], **options: Any) -> str:
    """Record the first seeded game that comes out as wanted."""
    for attempt in count():
        seed = hashlib.sha256(f"{about} {attempt}".encode()).hexdigest()
        recorder = Recorder(RULESET, setting(about, seats, seed=seed, **options))
        steps = list(play(recorder.game, Random(seed), choose))
        if wanted(steps[-1][1].game):
            for command, _ in steps:
                recorder.enter(command)
            return recorder.finish()
    raise AssertionError("a count does not end")


def ended_by(reason: str, game: Game) -> bool:
    return game.ended is not None and game.ended.reason == reason


def until_end(reason: str, seats: int, choose: Chooser = careless, **options: Any) -> str:
    about = f"Played at random until {reason}, seats: {seats}."
    return until(about, seats, choose, partial(ended_by, reason), **options)


def stopped(last: Command, seats: int, **options: Any) -> str:
    """Play at random for a while and stop with a last command."""
    about = f"Played at random and stopped by {type(last).__name__.lower()}, seats: {seats}."
    seed = hashlib.sha256(about.encode()).hexdigest()
    recorder = Recorder(RULESET, setting(about, seats, seed=seed, **options))
    entries = 6 if seats == 1 else 10 + seats
    for command, _ in play(recorder.game, Random(seed), thrifty, entries=entries):
        recorder.enter(command)
    recorder.enter(last)
    return recorder.finish()


def salad() -> str:
    about = "Two seats level in everything that can be counted: the better salad wins."
    return until(about, 2, careless, _by_salad, auto_pass="forced")


def _by_salad(game: Game) -> bool:
    return game.ended is not None and game.ended.outcome.decided_by == "salad"


def shared() -> str:
    about = "Two seats level in everything that can be counted, who share the victory."
    return until(about, 2, careless, _shared, final_tie="shared", auto_pass="empty_hand")


def _shared(game: Game) -> bool:
    return game.ended is not None and game.ended.outcome.decided_by == "shared"


def watched(seats: int) -> str:
    """Play at a table whose scribe sees no hand, overlooks harvests and is told the last hands."""
    about = f"A game at a physical table, seats: {seats}; the scribe sees no card before it lies open."
    for attempt in count():
        recorder = Recorder(RULESET, setting(about, seats, mode="observed", auto_draw=attempt % 2 == 0))
        rng = Random(f"{about} {attempt}")
        steps = list(play(recorder.game, rng, careless, Unseeing(rng)))
        if any(isinstance(command, NoteHarvestOverlooked) for command, _ in steps) and len(steps) > 20:
            for command, decision in steps:
                recorder.enter(command, *decision.outcomes)
            return recorder.finish()
    raise AssertionError("a count does not end")


def in_detail() -> str:
    about = "A game of two with every event and view: Harvest and Tornado, the neutral field, and an end by passes."
    return until(about, 2, thrifty, _specials_and_passes, detail=True, neutral_slot="c")


def _specials_and_passes(game: Game) -> bool:
    return ended_by("all_passed", game) and {"HV", "TN"} <= set(game.state.discard)


GAMES: dict[str, Callable[[], str]] = {
    "in_detail": in_detail,
    "salad": salad,
    "shared": shared,
    "watched_2": partial(watched, 2),
    "watched_4": partial(watched, 4),
    **{f"hands_and_deck_empty_{n}": partial(until_end, "hands_and_deck_empty", n, thrifty) for n in range(2, 7)},
    **{f"all_passed_{n}": partial(until_end, "all_passed", n) for n in range(2, 7)},
    "solo_deck_out_1": partial(until_end, "solo_deck_out", 1, thrifty),
    "solo_deck_out_immediate": partial(
        until,
        "Alone, ended at the last draw.",
        1,
        thrifty,
        partial(ended_by, "solo_deck_out"),
        solo_deck_out="immediate",
    ),
    "solo_deck_out_round": partial(
        until,
        "Alone, the round finished.",
        1,
        thrifty,
        partial(ended_by, "solo_deck_out"),
        solo_deck_out="finish_round",
    ),
    "solo_robot_blocked_1": partial(until_end, "solo_robot_blocked", 1),
    "solo_player_blocked_1": partial(until_end, "solo_player_blocked", 1),
    **{f"abandoned_{n}": partial(stopped, Abandon("table_closed"), n) for n in range(1, 7)},
    **{f"conceded_{n}": partial(stopped, Concede(n), n) for n in (1, 2)},
    "layout_cross5": partial(until_end, "all_passed", 5, layout="cross5", auto_draw=False),
    "layout_p5": partial(until_end, "hands_and_deck_empty", 5, thrifty, layout="p5"),
    "layout_l3": partial(until_end, "hands_and_deck_empty", 3, thrifty, layout="l3"),
    "layout_v3_inverted": partial(until_end, "all_passed", 3, layout="v3_inverted", allow_empty_opponent_field=True),
}
