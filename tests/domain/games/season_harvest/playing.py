"""Play of a game by itself: a seeded player who picks among the legal commands of whoever must act."""

from collections.abc import Callable, Iterator
from random import Random

from domain.games.season_harvest.commands import (
    ChooseFirst,
    DeclareCannotPlay,
    EndTurn,
    Gather,
    Grow,
    Harvest,
    Move,
    Plant,
    PlayCard,
    ShowCards,
    TakeHome,
)
from domain.games.season_harvest.legal import legal
from domain.games.season_harvest.state import State
from domain.kernel.chance import Outcome, Request
from domain.kernel.game import Decision, decide, obligations, source_for
from domain.kernel.lifecycle import StartGame
from domain.kernel.values import Command
from tests.domain.harness import Given

Chooser = Callable[[State, list[Command], Random], Command]

CARD_STEP = (PlayCard, DeclareCannotPlay, EndTurn, TakeHome, ChooseFirst)


class Shuffled:
    """Outcomes from a random generator, each copy as likely as the others."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def pick(self, request: Request) -> Outcome:
        """Return a lawful outcome."""
        return self._rng.choices(request.lawful, request.ways)[0]

    def close(self) -> None:
        """Accept any end."""


def only_cards(_: State, commands: list[Command], rng: Random) -> Command:
    """Choose among the compulsory commands alone: the shortest course a game can take."""
    return rng.choice([command for command in commands if isinstance(command, CARD_STEP)])


WEIGHTS: dict[type[Command], int] = {Harvest: 30, Grow: 30, Gather: 3, Plant: 3, Move: 2, ShowCards: 1}


def at_ease(state: State, commands: list[Command], rng: Random) -> Command:
    """Choose now this, now that; prefer harvesting and growing, and end a turn sooner or later."""
    if state.card_step != "pending" and rng.random() < 0.4:
        return next(command for command in commands if isinstance(command, EndTurn))
    weights = [WEIGHTS.get(type(command), 4) for command in commands]
    return rng.choices(commands, weights)[0]


def actor(given: Given, rng: Random) -> int:
    """Return a seat that must act, any where anybody may."""
    seats = [duty.seat for duty in obligations(given.ruleset, given.game)]
    return rng.choice([seat or 1 for seat in seats])


def play(
    given: Given, rng: Random, choose: Chooser = at_ease, *, limit: int = 100_000
) -> Iterator[tuple[Command, Decision]]:
    """Yield every command and what followed, from an opened game to its end or to a number of commands."""
    game = given.game
    for _ in range(limit):
        if game.status == "ended":
            return
        command: Command = StartGame()
        if game.status == "running":
            seat = actor(Given(given.ruleset, game), rng)
            command = choose(game.state, list(legal(game.state, seat)), rng)
        dealt = game.opened is not None and game.opened.seed is not None
        decision = decide(given.ruleset, game, command, source_for(game) if dealt else Shuffled(rng))
        game = decision.game
        yield command, decision
