"""A player that chooses at random, for trial games: it knows what a seat may see, and nothing else."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from domain.kernel.chance import Outcome, Request
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Seat, tag_of

T = TypeVar("T")

TASTE = {
    "harvest": 60,
    "grow": 60,
    "cut": 15,
    "plant": 20,
    "gather": 4,
    "play_card": 30,
    "declare_cannot_play": 30,
    "end_turn": 5,
    "show_cards": 1,
    "harvest-island.harvest": 4,
    "harvest-island.plant": 45,
    "harvest-island.fertilize": 30,
    "harvest-island.forgo_draw": 30,
    "harvest-chambers.plant": 60,
    "harvest-chambers.tend": 60,
    "harvest-chambers.decline_step": 4,
    "harvest-chambers.finish_resolution": 1,
}
"""How gladly a kind of command is chosen, by its tag or else its bare name; see `USUAL` for all others."""

USUAL = 12


class Player:
    """Makes every choice of one trial game from a caller's source of randomness.

    `blind` is how often, of a hundred, it does not see a card that it need not see (as a scribe beside the table).
    """

    def __init__(self, rng: Random, *, blind: int = 0) -> None:
        self._rng, self._blind = rng, blind

    def choose(self, commands: Sequence[T], tag: Callable[[T], str]) -> T:
        """Choose a kind of command by taste, then evenly one of that kind; raises `ValueError` where there is none."""
        if not commands:
            raise ValueError("there is no command to choose from")
        kinds: dict[str, list[T]] = {}
        for command in commands:
            kinds.setdefault(tag(command), []).append(command)
        names = [kind.partition("@")[0] for kind in kinds]
        tastes = [TASTE.get(name, TASTE.get(name.rpartition(".")[2], USUAL)) for name in names]
        (chosen,) = self._rng.choices(list(kinds.values()), tastes)
        return self._rng.choice(chosen)

    def answer(self, lawful: Sequence[Outcome], ways: Sequence[int] | None = None, *, unknown: bool) -> Outcome:
        """Answer for the table what it gave: a lawful outcome by its ways, or `"?"` where that is allowed."""
        if unknown and self._rng.randrange(100) < self._blind:
            return "?"
        return self._rng.choices(lawful, ways)[0]

    def look(self, request: Request) -> Outcome:
        """Answer a request for the table, now and then without seeing more of a card than the table does."""
        outcome = self._rng.choices(request.lawful, request.ways)[0]
        return request.unseen(outcome) if self._rng.randrange(100) < self._blind else outcome


class Tabletop:
    """The chance of a physical table, played by a player: no outcome is ever missing."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def pick(self, request: Request) -> Outcome:
        """Answer a request; drawing each card from all that are unseen is what a shuffled deck does."""
        return self._player.look(request)

    def close(self) -> None:
        """Accept any end: a table is never asked in vain."""


def next_command(ruleset: Ruleset[Any], views: Mapping[Seat, Any], player: Player) -> Command:
    """Choose among the legal commands of all seats, each read from the state as that seat's player sees it.

    Raises `ValueError` where nobody can do anything.
    """
    commands = [command for seat, state in views.items() for command in ruleset.legal(state, seat)]
    return player.choose(commands, lambda command: sort_of(tag_of(type(command)), getattr(command, "slot", None)))


def sort_of(tag: str, slot: str | None) -> str:
    """Return what sort of command this is: its tag, and where it names a slot also the board or card that has it.

    A place that offers much would otherwise be chosen all the time.
    """
    return tag if slot is None else f"{tag}@{slot.partition('/')[0]}"
