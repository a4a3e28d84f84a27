"""The golden games of Harvest Island: how each is played anew."""

import hashlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.events import DrawLapsed, WeatherRevealed
from domain.kernel.chance import Source
from domain.kernel.game import Decision, decide, source_for
from domain.kernel.lifecycle import Abandon, Concede, StartGame
from domain.kernel.values import Command
from service.players import Player, Tabletop, next_command
from tests.domain.golden import Recorder, Setting
from tests.domain.harness import Given

Step = tuple[Command, Decision]
Wanted = Callable[[list[Step]], bool]


def setting(about: str, seats: int, *, seed: str | None, detail: bool = False, **options: Any) -> Setting:
    """Return what a golden game begins with."""
    mode = options.pop("mode", "dealt")
    return Setting("harvest-island", mode, seats, options, seed, detail, about)


def play(given: Given, rng: Random, *, source: Source | None = None, limit: int = 10_000) -> Iterator[Step]:
    """Yield every command and what followed, from an opened game to its end or to a number of commands."""
    game, player = given.game, Player(rng)
    for _ in range(limit):
        if game.status == "ended":
            return
        command: Command = StartGame()
        if game.status == "running":
            views = dict.fromkeys(range(1, len(game.state.seats) + 1), game.state)
            command = next_command(RULESET, views, player)
        decision = decide(RULESET, game, command, source or source_for(game))
        game = decision.game
        yield command, decision


def winter_emptied_by(seat: int, seats: int) -> Wanted:
    """Want a game in which the Winter deck runs out in the turn of the n-th seat from the first player on."""

    def wanted(steps: list[Step]) -> bool:
        (emptied,) = (each for _, each in steps if "FinalRoundAnnounced" in _names(each))
        state = emptied.game.state
        draws = [event for event in emptied.events if hasattr(event, "deck_left")]
        place = (draws[0].seat - (state.first_player or 1)) % seats + 1  # type: ignore[attr-defined] # it names its drawer
        return place == seat and not isinstance(draws[0], WeatherRevealed)

    return wanted


def last_card_is_weather(steps: list[Step]) -> bool:
    """Want a game whose last Winter card is a weather card."""
    (emptied,) = (each for _, each in steps if "FinalRoundAnnounced" in _names(each))
    return isinstance(emptied.events[0], WeatherRevealed)


def draws_lapse(steps: list[Step]) -> bool:
    """Want a game in which a draw lapses, since nothing is left to draw."""
    return any(isinstance(event, DrawLapsed) for _, decision in steps for event in decision.events)


def somebody_chooses(steps: list[Step]) -> bool:
    """Want a game in which two seats owe a choice in the same catastrophe."""
    return any(len(each.game.state.catastrophe.owed) > 1 for _, each in steps if each.game.state.catastrophe)


def _names(decision: Decision) -> set[str]:
    return {type(event).__name__ for event in decision.events}


def at_random(
    about: str, seats: int, wanted: Wanted = bool, *, last: Command | None = None, entries: int = 10_000, **options: Any
) -> str:
    """Play the first seeded game that comes out as wanted: to its end, or for some entries and a last command."""
    for attempt in range(10_000):
        seed = hashlib.sha256(f"{about} {seats} {attempt}".encode()).hexdigest()
        recorder = Recorder(RULESET, setting(about, seats, seed=seed, **options))
        steps = list(play(Given(RULESET, recorder.game), Random(seed), limit=entries))
        if not wanted(steps):
            continue
        for command, _ in steps:
            recorder.enter(command)
        if last is not None:
            recorder.enter(last)
        return recorder.finish()
    raise AssertionError(f"no game came out as wanted: {about}")


def watched(about: str, seats: int, blind: int, **options: Any) -> str:
    """Play at a physical table whose scribe sees some, or no, card before it lies open."""
    recorder = Recorder(RULESET, setting(about, seats, seed=None, mode="observed", **options))
    rng = Random(about)
    source = Tabletop(Player(rng, blind=blind))
    for command, decision in play(Given(RULESET, recorder.game), rng, source=source):
        recorder.enter(command, *decision.outcomes)
    return recorder.finish()


OPTIONS: dict[int, dict[str, Any]] = {
    2: {"weather_replacement": "season_deck"},
    3: {"track_overflow": "exact"},
    4: {"catastrophe_order": "clockwise"},
}


def until_winter_is_over(seat: int, seats: int) -> str:
    about = f"Winter is emptied by seat {seat} of {seats}, counted from the first player."
    return at_random(about, seats, winter_emptied_by(seat, seats), **(OPTIONS[seats] if seat == seats else {}))


def until_abandoned(seats: int) -> str:
    return at_random("Abandoned on the way.", seats, last=Abandon("table_closed"), entries=30 + seats)


GAMES: dict[str, Callable[[], str]] = {
    **{
        f"winter_{seats}_seat_{seat}": lambda seat=seat, seats=seats: until_winter_is_over(seat, seats)  # type: ignore[misc] # binds both now
        for seats in OPTIONS
        for seat in range(1, seats + 1)
    },
    **{
        f"last_card_weather_{n}": lambda n=n: at_random("The last card of Winter is weather.", n, last_card_is_weather)  # type: ignore[misc] # binds n now
        for n in OPTIONS
    },
    **{f"draws_lapse_{n}": lambda n=n: at_random("Draws lapse at the end.", n, draws_lapse) for n in OPTIONS},  # type: ignore[misc] # the same
    "two_choose": lambda: at_random("Two seats choose in one catastrophe.", 4, somebody_chooses),
    "watched": lambda: watched("A table whose scribe sees no hand; points as read.", 2, 100),
    "half_seen": lambda: watched("A table whose scribe sees every other card.", 3, 50, points_check="strict"),
    **{f"abandoned_{n}": lambda n=n: until_abandoned(n) for n in OPTIONS},  # type: ignore[misc] # binds n now
    "conceded_2": lambda: at_random("Given up on the way.", 2, last=Concede(1), entries=60),
    "first_turns": lambda: at_random(
        "The first turns in full detail.", 2, last=Abandon("shown_enough"), entries=24, detail=True
    ),
}
