"""Two games that differ only in what one viewer may not know."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from msgspec import structs

from domain.kernel.chance import Outcome, Request, admits
from domain.kernel.game import Game, decide
from domain.kernel.lifecycle import OpenGame
from domain.kernel.rejection import Rejected
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Seat, tag_of
from service.players import Player, Tabletop
from tests.laws.facts import FACTS
from tests.laws.player import RecordedGame, begin

Choose = Callable[[Request, Outcome], Outcome]

_DIGITS = re.compile(rb'"(commitment|prev|sealed)":"[0-9a-f]{64}"')


class Parted(Exception):
    """The second game cannot follow the first any further."""


class Following:
    """Repeats the outcomes of another game's entry, save those that the viewer does not see."""

    def __init__(self, outcomes: Sequence[Outcome], seat: Seat | None, choose: Choose) -> None:
        self._outcomes, self._seat, self._choose = list(outcomes), seat, choose

    def pick(self, request: Request) -> Outcome:
        """Return the outcome of the other game, or the one chosen for it where a hand hides it from the viewer."""
        if not self._outcomes:
            raise Parted
        outcome = self._outcomes.pop(0)
        if request.seat != self._seat and len(request.indistinct(outcome)) > 1:
            outcome = self._choose(request, outcome)
        if not admits(request, outcome):
            raise Parted
        return outcome

    def close(self) -> None:
        """Part where the other game was given more."""
        if self._outcomes:
            raise Parted


@dataclass(frozen=True)
class Twins:
    """Two games whose entries up to `length` differ, if at all, in what the viewer may not know."""

    viewer: str
    first: RecordedGame
    second: RecordedGame

    @property
    def length(self) -> int:
        """How many entries both have."""
        return len(self.second.entries)

    @property
    def differ(self) -> int:
        """How many of these entries were decided on different cards."""
        pairs = zip(self.first.decisions, self.second.decisions, strict=False)
        return sum(one.game.state.cards != other.game.state.cards for one, other in pairs)


def twin(first: RecordedGame, viewer: str, choose: Choose, rng: Random, *, blind: bool = False) -> Twins:
    """Play a game's commands again with other hidden outcomes, for as long as the rules allow them.

    It ends before a hand is laid open that is not the same in both. With `blind` a scribe tells what the table then
    shows, as commands that name more than those of the first game did.
    """
    seat = int(viewer[5:]) if viewer.startswith("seat:") else None
    header, command = first.header, first.commands[0]
    assert isinstance(command, OpenGame)
    second = begin(first.ruleset, len(header.seats), header.mode, command.options, rng)
    for version in range(2, len(first.entries) + 1):
        command, decision = first.commands[version - 1], first.decisions[version - 1]
        if blind:
            command = FACTS[header.ruleset].at_table(command, hand_of(first, version - 1, command))
        try:
            second.send(command, Following(decision.outcomes, seat, choose))
        except (Parted, Rejected):
            break
        if not blind and _lays_open(first, second, version, seat):
            _take_back(second)
            break
    return Twins(viewer, first, second)


def elsewhere(rng: Random, percent: int) -> Choose:
    """Choose now and then another face than the first game's; the same one, or any, where that cannot be."""

    def choose(request: Request, outcome: Outcome) -> Outcome:
        if rng.randrange(100) < percent or not admits(request, outcome):
            return rng.choice(request.indistinct(outcome))
        return outcome

    return choose


def hand_of(recorded: RecordedGame, version: int, command: Command) -> Any:
    """Return the hand of a command's seat as it was at a version; any hand where there is no such seat."""
    hands = recorded.decisions[version - 1].game.state.cards.hands
    return hands[str(getattr(command, "seat", None) or 1)]


def masked(body: bytes) -> bytes:
    """Replace what says nothing to who lacks the salt or the seed."""
    return _DIGITS.sub(rb'"\1":"-"', body)


def readings(recorded: RecordedGame, viewer: str, version: int) -> dict[str, Any]:
    """Return an entry as a viewer reads it, without the hash it follows and the commitment."""
    plain = {**recorded.plain(version, viewer), "prev": None}
    plain["events"] = [{**event, "commitment": None} for event in plain["events"]]
    return plain


def refusal(ruleset: Ruleset[Any], game: Game, command: Command, player: Player) -> Any:
    """Return the code and values with which a command is refused, or null where it is not."""
    try:
        decide(ruleset, game, command, Tabletop(player))
    except Rejected as rejected:
        return rejected.code, dict(rejected.values)
    return None


def sent_by(command: Command, seat: Seat) -> Command | None:
    """Return a command as another seat would send it, or null where it has no seat."""
    if getattr(command, "seat", None) is None:
        return None
    changes: dict[str, Any] = {"seat": seat}
    return structs.replace(command, **changes)


def _lays_open(first: RecordedGame, second: RecordedGame, version: int, seat: Seat | None) -> bool:
    shows = FACTS[first.ruleset.meta.id].shows
    for recorded in (first, second):
        for event in recorded.decisions[version - 1].events:
            if tag_of(type(event)) in shows:
                shown: Seat = event.seat  # type: ignore[attr-defined] # whoever shows cards is named
                before = [game.decisions[version - 2].game.state.cards.hand(shown).known for game in (first, second)]
                if shown != seat and before[0] != before[1]:
                    return True
    return False


def _take_back(recorded: RecordedGame) -> None:
    for kept in (recorded.entries, recorded.commands, recorded.decisions):
        kept.pop()
    recorded.game = recorded.decisions[-1].game
