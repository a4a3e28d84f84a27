"""Given, when, then: a game as it stands, one command, and exactly the events or the refusal that follow.

Every `then` also folds the events again and compares the states, so a decision can never say more than its events do.
"""

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from domain.kernel.chance import Outcome, OutcomeNeeded, OutcomeRefused, Request, Scribed
from domain.kernel.game import Decision, Game, decide, fold
from domain.kernel.rejection import Rejected
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Event, Json

Refusal = Rejected | OutcomeNeeded | OutcomeRefused


@dataclass(frozen=True)
class Given:
    """A game of a ruleset at some version."""

    ruleset: Ruleset[Any]
    game: Game

    @property
    def state(self) -> Any:
        """The ruleset's own state."""
        return self.game.state

    def after(self, *events: Event) -> "Given":
        """Fold one entry of these events into the game."""
        manifest = None if self.game.header is None else self.game.header.manifest
        return Given(self.ruleset, fold(self.ruleset, manifest, self.game, events))

    def changed(self, **changes: Any) -> "Given":
        """Change fields of the ruleset's state, whether or not play could lead there."""
        return Given(self.ruleset, replace(self.game, state=replace(self.game.state, **changes)))

    def when(self, command: Command, *outcomes: Outcome, fill_unknown: bool = False) -> "Answer":
        """Decide a command, with the outcomes that chance gives in order."""
        source = Scribed(outcomes, fill_unknown=fill_unknown)
        try:
            return Answer(self, decide(self.ruleset, self.game, command, source))
        except (Rejected, OutcomeNeeded, OutcomeRefused) as refusal:
            return Answer(self, refusal)


@dataclass(frozen=True)
class Answer:
    """What came of a command: a decision or a refusal."""

    given: Given
    came: Decision | Refusal

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of an accepted command."""
        return self._decision().events

    def then(self, *events: Event) -> Given:
        """Expect exactly these events in this order, and return the game after them."""
        decision = self._decision()
        if decision.events != events:
            raise AssertionError(_difference(events, decision.events))
        return self.accepted()

    def accepted(self) -> Given:
        """Expect events, whatever they are, and return the game after them."""
        decision = self._decision()
        folded = self.given.after(*decision.events)
        if folded.game != decision.game:
            raise AssertionError("folding the events gives another game than deciding the command did")
        return folded

    def refused(self, code: str, **values: Json) -> Given:
        """Expect a rejection with this code (and these of its values), and return the game, which has not changed."""
        if not (isinstance(self.came, Rejected) and self.came.code == code):
            raise AssertionError(f"expected {code}, got {_told(self.came)}")
        differing = {name: self.came.values.get(name) for name in values if self.came.values.get(name) != values[name]}
        if differing:
            raise AssertionError(f"{code} was expected to carry {values}, but has {differing}")
        return self.given

    def needs(self, index: int = 0) -> Request:
        """Expect that outcome `index` is asked for, and return the request."""
        if not isinstance(self.came, OutcomeNeeded) or self.came.index != index:
            raise AssertionError(f"expected outcome {index} to be asked for, got {_told(self.came)}")
        return self.came.request

    def outcome_refused(self, reason: str, index: int) -> Given:
        """Expect that outcome `index` is refused, and return the game, which has not changed."""
        if not isinstance(self.came, OutcomeRefused) or (self.came.reason, self.came.index) != (reason, index):
            raise AssertionError(f"expected {reason} of outcome {index}, got {_told(self.came)}")
        return self.given

    def _decision(self) -> Decision:
        if isinstance(self.came, Decision):
            return self.came
        raise AssertionError(f"expected events, got {_told(self.came)}")


def _told(came: Decision | Refusal) -> str:
    match came:
        case Decision():
            return "\n".join(("these events:", *(f"  {event}" for event in came.events)))
        case Rejected():
            return f"the rejection {came.code} {dict(came.values)}"
        case OutcomeNeeded():
            return f"a request for outcome {came.index}: {came.request}"
        case OutcomeRefused():
            return f"{came.reason} of outcome {came.index}: {came.request}"


def _difference(expected: tuple[Event, ...], got: tuple[Event, ...]) -> str:
    lines = ["other events than expected:"]
    for index in range(max(len(expected), len(got))):
        wanted = expected[index] if index < len(expected) else None
        came = got[index] if index < len(got) else None
        mark = "  " if wanted == came else "! "
        lines.append(f"{mark}{index}: {came}" if wanted == came else f"{mark}{index}: {came}\n     not {wanted}")
    return "\n".join(lines)
