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
from domain.kernel.chance import Outcome, Request, Source
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


class Unseeing(Shuffled):
    """Outcomes as a scribe gives them who sees no card before it lies open."""

    def pick(self, request: Request) -> Outcome:
        """Return `"?"` where that is an answer, else a lawful outcome."""
        return "?" if request.unknown else super().pick(request)


def only_cards(_: State, commands: list[Command], rng: Random) -> Command:
    """Choose among the compulsory commands alone: the shortest course a game can take."""
    return rng.choice([command for command in commands if isinstance(command, CARD_STEP)])


WEIGHTS: dict[type[Command], int] = {Harvest: 60, Grow: 60, Gather: 2, Plant: 3, ShowCards: 1}


def eagerness(state: State, command: Command) -> int:
    """Weigh a command: go where fruit is, let things ripen, and leave room for anything else."""
    match command:
        case Move():
            return 12 if state.spaces[command.to].tokens.fruitys else 2
        case PlayCard():
            held = state.spaces[command.space].tokens
            ripens = {"SU": held.seeds, "FA": held.trees, "WI": 0, "SP": 1}
            return 12 if ripens.get(command.card) and not held.fruitys else 1
        case _:
            return WEIGHTS.get(type(command), 4)


def at_ease(state: State, commands: list[Command], rng: Random) -> Command:
    """Choose now this, now that; end a turn sooner or later."""
    if state.card_step != "pending" and rng.random() < 0.3:
        return next(command for command in commands if isinstance(command, EndTurn))
    return rng.choices(commands, [eagerness(state, command) for command in commands])[0]


def actor(given: Given, rng: Random) -> int:
    """Return a seat that must act, any where anybody may."""
    seats = [duty.seat for duty in obligations(given.ruleset, given.game)]
    return rng.choice([seat or 1 for seat in seats])


def play(
    given: Given,
    rng: Random,
    choose: Chooser = at_ease,
    *,
    source: Source | None = None,
    limit: int = 100_000,
) -> Iterator[tuple[Command, Decision]]:
    """Yield every command and what followed, from an opened game to its end or to a number of commands.

    Chance comes from the seed of a game that has one, else from `source`, else from the player's own generator.
    """
    game = given.game
    for _ in range(limit):
        if game.status == "ended":
            return
        command: Command = StartGame()
        if game.status == "running":
            seat = actor(Given(given.ruleset, game), rng)
            command = choose(game.state, list(legal(game.state, seat)), rng)
        dealt = game.opened is not None and game.opened.seed is not None
        chance = source_for(game) if dealt else source or Shuffled(rng)
        decision = decide(given.ruleset, game, command, chance)
        game = decision.game
        yield command, decision
