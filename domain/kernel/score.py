"""Score sheets: lines with quantities, their citations, and what a claim says differently.

Citations come from folding: after each event the lines are computed again, and a line cites the events that changed it
since its quantity was last zero. No ruleset keeps provenance in its state.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Literal, TypeAlias

from msgspec.structs import replace

from domain.kernel.values import Json, Seat, Value

Flag: TypeAlias = Literal["placeholder", "unverified"]
OutcomeKind: TypeAlias = Literal[
    "win",
    "shared_win",
    "no_winner",
    "all_win",
    "all_lose",
    "solo_won",
    "solo_lost",
    "pending",
    "abandoned",
    "conceded",
]


class Cite(Value, frozen=True):
    """One event that built a line: the entry's version and the event's index in it."""

    version: int
    event: int


class Line(Value, frozen=True):
    """One line of a seat's sheet, worth quantity x unit; where there is no unit, the quantity is the amount."""

    seat: Seat
    key: str
    quantity: int
    unit: int | None
    detail: Json = None
    flags: tuple[Flag, ...] = ()
    rests_on: tuple[str, ...] = ()
    cites: tuple[Cite, ...] = ()

    @property
    def amount(self) -> int:
        """What the line adds to the total."""
        return self.quantity if self.unit is None else self.quantity * self.unit


class SeatValue(Value, frozen=True):
    """What one seat has in a tie-break."""

    seat: Seat
    value: int


class TieBreak(Value, frozen=True):
    """One step of breaking a tie: what was compared, and the seats still level after it."""

    key: str
    values: tuple[SeatValue, ...]
    left: tuple[Seat, ...]


class Outcome(Value, frozen=True):
    """How a game came out, with what decided it and the facts of the table it rests on."""

    kind: OutcomeKind
    reason: str
    winners: tuple[Seat, ...] = ()
    decided_by: str | None = None
    tie_breaks: tuple[TieBreak, ...] = ()
    facts: dict[str, Json] = {}


class Verdict(Value, frozen=True):
    """A ruleset's judgement of a state played to its end: the outcome and each seat's place."""

    outcome: Outcome
    places: dict[str, int]


class Difference(Value, frozen=True):
    """Where a claim and the computed sheet disagree; `seat` is null for what the whole table shares."""

    seat: Seat | None
    key: str
    claimed: Json
    computed: Json


class ClaimLine(Value, frozen=True):
    """The amount somebody entered for one key."""

    key: str
    amount: int


class ClaimSeat(Value, frozen=True):
    """What somebody entered for one seat; what is left out is not compared."""

    seat: Seat
    total: int | None = None
    lines: tuple[ClaimLine, ...] | None = None


class Claim(Value, frozen=True):
    """A score sheet somebody entered; only what is given is compared."""

    seats: tuple[ClaimSeat, ...] = ()
    winners: tuple[Seat, ...] | None = None
    decided_by: str | None = None


LineKey: TypeAlias = tuple[Seat, str, int | None]


def by_key(lines: Iterable[Line]) -> dict[LineKey, Line]:
    """Index lines by what tells them apart: seat, key and unit."""
    return {(line.seat, line.key, line.unit): line for line in lines}


def totals(lines: Iterable[Line], seats: int) -> dict[Seat, int]:
    """Sum each seat's lines."""
    sums = dict.fromkeys(range(1, seats + 1), 0)
    for line in lines:
        sums[line.seat] += line.amount
    return sums


def places(values: Mapping[Seat, int]) -> dict[str, int]:
    """Rank seats by value, highest first; equal values share the better place."""
    return {str(seat): 1 + sum(other > value for other in values.values()) for seat, value in values.items()}


_Cited: TypeAlias = "tuple[Cite, _Cited] | None"
"""What built a line, the latest first: each event with those before it, which copies share."""


class Citations:
    """Follows the lines through a fold, event by event, and remembers what changed each of them."""

    def __init__(self) -> None:
        self._last: tuple[Line, ...] = ()
        self._lines: dict[LineKey, Line] = {}
        self._cites: dict[LineKey, _Cited] = {}

    def copy(self) -> "Citations":
        """Return these citations to be followed further without changing them."""
        other = Citations()
        other._last, other._lines, other._cites = self._last, self._lines, dict(self._cites)
        return other

    def follow(self, lines: tuple[Line, ...], cite: Cite) -> None:
        """Note which lines an event has changed."""
        if lines == self._last:
            return
        now = by_key(lines)
        for key in self._lines.keys() | now.keys():
            before, after = self._lines.get(key), now.get(key)
            if _worth(before) != _worth(after):
                since = None if before is None or before.quantity == 0 else self._cites[key]
                self._cites[key] = (cite, since)
        self._last, self._lines = lines, now

    def cited(self) -> tuple[Line, ...]:
        """Return the lines as last seen with what built them; a line at zero cites nothing, a derived one inherits."""
        own = {key: _in_order(self._cites.get(key)) if line.quantity else () for key, line in self._lines.items()}
        return tuple(replace(line, cites=_inherited(line, own)) for line in self._last)


def _in_order(cited: _Cited) -> tuple[Cite, ...]:
    found = []
    while cited is not None:
        cite, cited = cited
        found.append(cite)
    return tuple(reversed(found))


def _inherited(line: Line, own: Mapping[LineKey, tuple[Cite, ...]]) -> tuple[Cite, ...]:
    cites = own[line.seat, line.key, line.unit]
    if not line.rests_on:
        return cites
    rests = (cited for key, cited in own.items() if key[0] == line.seat and key[1] in line.rests_on)
    return tuple(sorted({*cites, *chain.from_iterable(rests)}, key=lambda cite: (cite.version, cite.event)))


def compare(claim: Claim, lines: Sequence[Line], outcome: Outcome | None, seats: int) -> list[Difference]:
    """Return what a claim says differently from the computed lines; several lines of one key are summed."""
    sums: dict[tuple[Seat, str], int] = {}
    for line in lines:
        sums[line.seat, line.key] = sums.get((line.seat, line.key), 0) + line.amount
    computed_totals = totals(lines, seats)
    found = []
    for claimed in claim.seats:
        seat = claimed.seat
        if claimed.total is not None and claimed.total != computed_totals.get(seat):
            found.append(Difference(seat, "total", claimed.total, computed_totals.get(seat)))
        found += [
            Difference(seat, key, amount, sums.get((seat, key)))
            for key, amount in _claimed_amounts(claimed).items()
            if amount != sums.get((seat, key), 0)
        ]
    return found + _table_differences(claim, outcome)


def _claimed_amounts(claimed: ClaimSeat) -> dict[str, int]:
    amounts: dict[str, int] = {}
    for line in claimed.lines or ():
        amounts[line.key] = amounts.get(line.key, 0) + line.amount
    return amounts


def _table_differences(claim: Claim, outcome: Outcome | None) -> list[Difference]:
    found = []
    winners = None if outcome is None else list(outcome.winners)
    if claim.winners is not None and sorted(claim.winners) != winners:
        found.append(Difference(None, "winners", sorted(claim.winners), winners))
    decided_by = None if outcome is None else outcome.decided_by
    if claim.decided_by is not None and claim.decided_by != decided_by:
        found.append(Difference(None, "decided_by", claim.decided_by, decided_by))
    return found


def _worth(line: Line | None) -> tuple[int, Json]:
    return (0, None) if line is None else (line.quantity, line.detail)
