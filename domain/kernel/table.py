"""The recorder that `setup` and `decide` work through: it records events and asks for chance."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.cards import Cards, is_unknown
from domain.kernel.chance import Outcome, Request, Source
from domain.kernel.ruleset import Header, Ruleset
from domain.kernel.values import Card, Event, Multiset, Seat

S = TypeVar("S", bound=Struct)


class Table(Generic[S]):
    """A state on which one command is being decided.

    `record` evolves the state at once. Cards picked and not yet recorded are kept out of what the next pick may give.
    """

    def __init__(self, ruleset: Ruleset[S], header: Header, state: S, source: Source) -> None:
        self.header, self.state = header, state
        self.events: list[Event] = []
        self.outcomes: list[Outcome] = []
        self.end_reason: str | None = None
        self._ruleset, self._source = ruleset, source
        self._pending: list[tuple[str, Card, Seat | None]] = []

    def record(self, event: Event) -> None:
        """Append an event and evolve the state by it."""
        before = self._cards() if self._pending else None
        self.events.append(event)
        self.state = self._ruleset.evolve(self.state, event)
        if before is not None:
            self._settle(before)

    def end(self, reason: str) -> None:
        """Say that the game is over, for one of the reasons the ruleset declares."""
        self.end_reason = reason

    def draw(
        self,
        zone: str,
        n: int = 1,
        *,
        to: Seat | None = None,
        openly: bool = False,
        only: Callable[[Card], bool] | None = None,
        place: str = "",
    ) -> tuple[Card, ...]:
        """Ask for n cards of a zone, drawn to a hand or (with no `to`) turned up; a stand-in for each left unknown.

        `place` names for people where cards are turned up.
        """
        return tuple(self._draw_one(zone, to, only, place, openly=openly) for _ in range(n))

    def roll(self, sides: int, name: str = "die") -> int:
        """Ask for one roll of a die with sides 1..sides."""
        outcome = self._ask(Request("roll", name, None, tuple(range(1, sides + 1)), (1,) * sides, unknown=False))
        return int(outcome)

    def lot(self, name: str, candidates: Sequence[Any]) -> Any:
        """Ask which of some candidates (seats, numbered cards) the lot fell on."""
        lawful = tuple(sorted(candidates))
        return self._ask(Request("lot", name, None, lawful, (1,) * len(lawful), unknown=False))

    def reveal(self, seat: Seat, n: int) -> tuple[Card, ...]:
        """Return n cards of a hand: the known ones first, and asked for where they are unknown."""
        hand, cards = self._cards().hand(seat), self._cards()
        known = [face for face, copies in sorted(hand.known.items()) for _ in range(copies)][:n]
        for _ in range(n - len(known)):
            backs = [back for back in hand.unknown if hand.unknown[back] > 0]
            faces = {
                f: k
                for back in backs
                for f, k in cards.unseen[back].items()
                if k > 0 and self._ruleset.hand_may_hold(f)
            }
            faces = self._with_beyond(faces, cards)
            card = str(self._ask(_request("reveal", f"the hand of seat {seat}", seat, faces, unknown=False)))
            cards = self._ruleset.make_room(self.state, cards, card).show(seat, (*known, card))
            hand = cards.hand(seat)
            known.append(card)
        return tuple(known)

    def _draw_one(
        self, zone: str, to: Seat | None, only: Callable[[Card], bool] | None, place: str, *, openly: bool
    ) -> Card:
        cards = self._with_pending()
        counted = cards.lawful(zone, only=only, hands=self._ruleset.hand_may_hold)
        listed = {face: n for kind, n in counted.items() for face in self._ruleset.readings(kind)}
        lawful = self._with_beyond(listed, cards)
        alike = {} if to is None or openly else self._alike(lawful)
        hidden = len(alike) == 1 and len(next(iter(alike.values()))) == len(lawful)
        request = _request("draw", zone, to, lawful, unknown=hidden, place=place)
        if alike and not (hidden and "?" in alike):
            request = _with_backs(request, alike)
        outcome = str(self._ask(request))
        card = next(iter(alike)) if outcome == "?" else outcome
        self._pending.append((zone, card, to))
        return card

    def _alike(self, faces: Multiset) -> dict[str, tuple[Card, ...]]:
        """Group faces by the back that hides which of them it is."""
        alike: dict[str, tuple[Card, ...]] = {}
        for face in sorted(faces):
            back = self._ruleset.back(face)
            if is_unknown(back):
                alike[back] = (*alike.get(back, ()), face)
        return alike

    def _with_beyond(self, faces: Multiset, cards: Cards) -> Multiset:
        """Add the faces that uncertain data does not list any more: they can be told, but never come by themselves."""
        return {**dict.fromkeys(self._ruleset.beyond(self.state, cards), 0), **faces}

    def _ask(self, request: Request) -> Outcome:
        outcome = self._source.pick(request)
        self.outcomes.append(outcome)
        return outcome

    def _cards(self) -> Cards:
        return self.state.cards  # type: ignore[attr-defined, no-any-return] # every state that draws keeps `cards`

    def _with_pending(self) -> Cards:
        cards = self._cards()
        for zone, card, to in self._pending:
            cards = self._ruleset.make_room(self.state, cards, card)
            cards = cards.take(zone, card) if to is None else cards.draw(zone, card, to)
        return cards

    def _settle(self, before: Cards) -> None:
        """Drop from the pending picks those that the event just recorded has moved out of their zones."""
        after = self._cards()
        moved = {zone: place.count - after.left(zone) for zone, place in before.zones.items()}
        kept = []
        for pick in self._pending:
            if moved.get(pick[0], 0) > 0:
                moved[pick[0]] -= 1
            else:
                kept.append(pick)
        self._pending = kept


def _with_backs(request: Request, alike: dict[str, tuple[Card, ...]]) -> Request:
    """Let each back be an answer too, for a scribe who saw no more than that of the card."""
    backs = tuple(sorted(alike))
    ways = (*request.ways, *(0 for _ in backs))
    return replace(request, lawful=(*request.lawful, *backs), ways=ways, alike=alike)


def _request(kind: Any, zone: str, seat: Seat | None, lawful: Multiset, *, unknown: bool, place: str = "") -> Request:
    faces = tuple(sorted(lawful))
    return Request(kind, zone, seat, faces, tuple(lawful[face] for face in faces), unknown, place=place)
