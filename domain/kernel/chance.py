"""Chance is asked for, never taken: a request states what is lawful, a source answers it.

A *seeded* source computes each outcome from the game's seed, a *scribed* one takes what a person at the table saw, a
*recorded* one repeats what an entry holds. The rules cannot tell them apart.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from domain.kernel.values import Seat, Value

Outcome: TypeAlias = str | int
Kind: TypeAlias = Literal["draw", "roll", "lot", "reveal"]

_PICK = b"harvest-ledger/pick/1\n"


class Request(Value, frozen=True):
    """What the rules ask of chance: the lawful outcomes in canonical order and how many ways each can come.

    `unknown` says that `"?"` is an answer too: somebody else than the scribe looks at the outcome, and all lawful
    outcomes show the table the same face. A back that tells cards apart is an outcome of its own, with no ways to come:
    `alike` lists the faces it stands for. `place` says in words where a card is put that goes to no hand.
    """

    kind: Kind
    zone: str
    seat: Seat | None
    lawful: tuple[Outcome, ...]
    ways: tuple[int, ...]
    unknown: bool
    alike: dict[str, tuple[str, ...]] = {}
    place: str = ""

    def unseen(self, outcome: Outcome) -> Outcome:
        """Return what somebody answers who sees only what the table sees of an outcome."""
        if self.unknown:
            return "?"
        return next((back for back, faces in self.alike.items() if outcome in faces), outcome)

    def indistinct(self, outcome: Outcome) -> tuple[Outcome, ...]:
        """Return the outcomes that the table cannot tell from this one; only itself where it lies open."""
        if self.unknown:
            return tuple(value for value in self.lawful if value not in self.alike)
        shared = self.unseen(outcome)
        return self.alike.get(str(shared), (outcome,))

    @property
    def prompt(self) -> str:
        """The request in words a person at the table can follow."""
        place = self.place if self.seat is None else f"seat {self.seat}"
        of_seat = f" for {place}" if place else ""
        question = {
            "draw": f"Which card was drawn from {self.zone}{of_seat}?",
            "roll": f"What did the {self.zone} show{of_seat}?",
            "lot": f"What did the lot give for {self.zone}{of_seat}?",
            "reveal": f"Which card is in {self.zone}?",
        }[self.kind]
        values = ", ".join(str(value) for value in self.lawful if value not in self.alike)
        backs = [f'"{back}"' for back in (*self.alike, *(["?"] if self.unknown else []))]
        unseen = f", or {' or '.join(backs)} if you did not see it" if backs else ""
        return f"{question} One of {values}{unseen}."


class OutcomeNeeded(Exception):
    """The rules asked for an outcome that was not sent; send the command again with it."""

    def __init__(self, request: Request, index: int) -> None:
        super().__init__(request.prompt)
        self.request, self.index = request, index


class OutcomeRefused(Exception):
    """An outcome was sent that cannot be (`outcome_not_lawful`), or more than were asked for (`outcomes_left_over`)."""

    def __init__(self, reason: str, request: Request | None, index: int) -> None:
        super().__init__(reason)
        self.reason, self.request, self.index = reason, request, index


class Source(Protocol):
    """Where outcomes come from."""

    def pick(self, request: Request) -> Outcome:
        """Answer a request with one of its lawful outcomes, or `"?"`."""

    def close(self) -> None:
        """Say that nothing more will be asked."""


class Seeded:
    """Outcomes of a dealt game: pick i of entry v is an HMAC-SHA-256 stream of the seed over (v, i)."""

    def __init__(self, seed: bytes, version: int) -> None:
        self._seed, self._version, self._index = seed, version, 0

    def pick(self, request: Request) -> Outcome:
        """Return the lawful outcome on which the seed's number for this pick falls, each copy being as likely."""
        at = draw_number(self._seed, self._version, self._index, sum(request.ways))
        self._index += 1
        for value, ways in zip(request.lawful, request.ways, strict=True):
            if at < ways:
                return value
            at -= ways
        raise AssertionError("a number below the sum of all ways falls on one of them")

    def close(self) -> None:
        """Accept any end: a seed has always more to give."""


class Scribed:
    """Outcomes of an observed game, as sent with the command; missing ones are `"?"` if asked so and allowed."""

    def __init__(self, outcomes: Sequence[Outcome], *, fill_unknown: bool = False) -> None:
        self._outcomes, self._fill, self._index = outcomes, fill_unknown, 0

    def pick(self, request: Request) -> Outcome:
        """Return the next outcome sent.

        Raises `OutcomeNeeded` where none is left and `OutcomeRefused` where it is not lawful.
        """
        if self._index >= len(self._outcomes):
            if self._fill and request.unknown:
                return "?"
            raise OutcomeNeeded(request, self._index)
        outcome = self._outcomes[self._index]
        if not admits(request, outcome):
            raise OutcomeRefused("outcome_not_lawful", request, self._index)
        self._index += 1
        return outcome

    def close(self) -> None:
        """Refuse outcomes that the rules never asked for."""
        if self._index < len(self._outcomes):
            raise OutcomeRefused("outcomes_left_over", None, self._index)


class Recorded(Scribed):
    """Outcomes of an entry, for re-checks; with a seed beside them it notes whether the seed gives the same."""

    def __init__(self, outcomes: Sequence[Outcome], seeded: Seeded | None = None) -> None:
        super().__init__(outcomes)
        self._seeded = seeded
        self.differs = False

    def pick(self, request: Request) -> Outcome:
        """Return the next recorded outcome, as lawful as when it was recorded."""
        outcome = super().pick(request)
        if self._seeded is not None and self._seeded.pick(request) != outcome:
            self.differs = True
        return outcome


def admits(request: Request, outcome: Outcome) -> bool:
    """Tell whether an outcome answers a request; a boolean is no number here."""
    if isinstance(outcome, bool):
        return False
    return (request.unknown and outcome == "?") or outcome in request.lawful


def commitment(game: str, seed: bytes) -> str:
    """Return the public commitment to a seed, 64 hex digits: SHA-256 of the game's id and the seed."""
    return hashlib.sha256(game.encode() + seed).hexdigest()


def draw_number(seed: bytes, version: int, index: int, below: int) -> int:
    """Return the number in [0, below) that a seed gives for one pick, without bias."""
    limit = (1 << 256) - (1 << 256) % below
    for attempt in range(1 << 16):
        message = _PICK + version.to_bytes(8) + index.to_bytes(8) + attempt.to_bytes(4)
        number = int.from_bytes(hmac.digest(seed, message, "sha256"))
        if number < limit:
            return number % below
    raise AssertionError("65,536 numbers in a row beyond a limit that one in 2^200 exceeds")
