"""Cards whose identity may not be known yet: the unseen, zones, and hands.

No order of cards exists anywhere. A pile is a count, and what it may hold is the multiset `unseen`: every card whose
identity has not been learned. A card leaves `unseen` at the moment its identity is first learned.

Where the last part of a face is not a known fact (points that nobody could list beforehand), `unseen` counts *kinds*
instead: faces whose last part is left open, such as `Ba-Sp-?`. Then `Ba-Sp-3` is one of them, and so is a card that lay
face up and whose last part nobody read.
"""

from collections.abc import Callable, Iterable
from typing import Self

from msgspec.structs import replace

from domain.kernel.values import Card, Multiset, Seat, Value


def is_unknown(card: Card) -> bool:
    """Tell whether this is a stand-in for a card rather than a face."""
    return card.startswith("?")


def open_kind(card: Card) -> Card:
    """Return a face with its last part left open: `Ba-Sp-?` for `Ba-Sp-3`."""
    return card.rpartition("-")[0] + "-?"


def is_kind(card: Card) -> bool:
    """Tell whether the last part of a face is left open."""
    return card.endswith("-?")


def may_be(card: Card, other: Card) -> bool:
    """Tell whether two faces can be the same card: they are equal, or one leaves open what the other says."""
    return card == other or ((is_kind(card) or is_kind(other)) and open_kind(card) == open_kind(other))


def count(cards: Iterable[Card]) -> Multiset:
    """Count the copies of each face."""
    counted: Multiset = {}
    for card in cards:
        counted[card] = counted.get(card, 0) + 1
    return counted


def plus(counts: Multiset, card: Card, n: int) -> Multiset:
    """Return the multiset with n more (or fewer) of one face; a face that comes to zero is dropped."""
    changed = dict(counts)
    total = changed.get(card, 0) + n
    if total:
        changed[card] = total
    else:
        changed.pop(card, None)
    return changed


class Zone(Value, frozen=True):
    """A place for cards nobody has learned: how many, and the back they show."""

    back: str
    count: int


class Hand(Value, frozen=True):
    """A hand as its reader knows it: known faces, those shown to everybody, unknown cards by back."""

    known: Multiset = {}
    shown: Multiset = {}
    unknown: Multiset = {}

    @property
    def size(self) -> int:
        """How many cards the hand holds, known or not."""
        return sum(self.known.values()) + sum(self.unknown.values())

    def known_as(self, card: Card) -> Card | None:
        """Return the known card that a named one is, or null: one that everybody has seen first, its very face first.

        What everybody knows decides before what a reader knows alone, so that all readers mean the same copy.
        """
        for held in (self.shown, self.known):
            if held.get(card):
                return card
            alike = [face for face, n in sorted(held.items()) if n > 0 and may_be(face, card)]
            if alike:
                return alike[0]
        return None

    def without(self, card: Card) -> Self:
        """Take one known card away; a copy that had been shown goes first."""
        shown = plus(self.shown, card, -1) if self.shown.get(card) else self.shown
        return replace(self, known=plus(self.known, card, -1), shown=shown)

    def learned(self, card: Card, back: str) -> Self:
        """Turn one unknown card of this back into a known one."""
        return replace(self, known=plus(self.known, card, 1), unknown=plus(self.unknown, back, -1))


class Cards(Value, frozen=True):
    """Every place of a game that may hold unlearned cards.

    Invariant, for each back: the sum of `unseen` equals the cards in zones plus the unknown cards in hands. `unseen`
    keeps faces with zero copies, so that it always tells which back a face has.
    """

    unseen: dict[str, Multiset]
    zones: dict[str, Zone]
    hands: dict[str, Hand]

    def hand(self, seat: Seat) -> Hand:
        """Return a seat's hand."""
        return self.hands[str(seat)]

    def left(self, zone: str) -> int:
        """Return how many cards a zone holds."""
        return self.zones[zone].count

    def back(self, card: Card) -> str:
        """Return the back a card shows: its own text for a stand-in."""
        if is_unknown(card):
            return card
        kind = open_kind(card)
        return next((back for back, faces in self.unseen.items() if card in faces or kind in faces), "?")

    def kind(self, card: Card) -> Card:
        """Return what a face is counted as: itself, or its open kind where faces of its back are counted by kind."""
        kind = open_kind(card)
        return kind if kind in self.unseen.get(self.back(card), {}) else card

    def unlearned(self, card: Card) -> int:
        """Return how many cards that this face may be have not been learned."""
        return self.unseen.get(self.back(card), {}).get(self.kind(card), 0)

    def lawful(
        self, zone: str, *, only: Callable[[Card], bool] | None = None, hands: Callable[[Card], bool]
    ) -> Multiset:
        """Return what one draw from a zone can give: the unseen of its back that unknown hand cards need not hold.

        `hands` tells which faces a hand can hold: where hands hide as many such cards as are unseen, the zone has none.
        """
        back = self.zones[zone].back
        faces = self.unseen.get(back, {})
        hidden = sum(hand.unknown.get(back, 0) for hand in self.hands.values())
        free = hidden == 0 or sum(n for face, n in faces.items() if hands(face)) > hidden
        return {
            face: n
            for face, n in sorted(faces.items())
            if n > 0 and (only is None or only(face)) and (free or not hands(face))
        }

    def could_hold(self, seat: Seat, card: Card) -> bool:
        """Tell whether a hand may hold this face, as far as its reader can know."""
        hand = self.hand(seat)
        back = self.back(card)
        return hand.known_as(card) is not None or (hand.unknown.get(back, 0) > 0 and self.unlearned(card) > 0)

    def draw(self, zone: str, card: Card, seat: Seat) -> Self:
        """Move one card from a zone to a hand, learned unless it is a stand-in."""
        place, hand, unseen = self.zones[zone], self.hands[str(seat)], self.unseen
        if is_unknown(card):
            hand = Hand(hand.known, hand.shown, plus(hand.unknown, card, 1))
        else:
            hand, unseen = Hand(plus(hand.known, card, 1), hand.shown, hand.unknown), self._unseen_but(card, place.back)
        # In one step, since most folding is drawing.
        return type(self)(
            unseen, {**self.zones, zone: Zone(place.back, place.count - 1)}, {**self.hands, str(seat): hand}
        )

    def take(self, zone: str, card: Card) -> Self:
        """Turn one card of a zone face up and take it out of these cards' keeping."""
        return self._leave(zone)._learn(card, self.zones[zone].back)

    def receive(self, seat: Seat, card: Card) -> Self:
        """Put a card that everybody has seen into a hand."""
        hand = self.hand(seat)
        return self._with_hand(seat, replace(hand, known=plus(hand.known, card, 1), shown=plus(hand.shown, card, 1)))

    def play(self, seat: Seat, card: Card) -> Self:
        """Take one card out of a hand, face up: a known copy if there is one, else an unknown card."""
        hand = self.hand(seat)
        known = hand.known_as(card)
        if known is not None:
            return self._with_hand(seat, hand.without(known))
        back = self.back(card)
        return self._learn(card, back)._with_hand(seat, replace(hand, unknown=plus(hand.unknown, back, -1)))

    def show(self, seat: Seat, shown: Iterable[Card]) -> Self:
        """Let everybody learn that a hand holds these cards; copies shown before are the same copies."""
        cards, hand = self, self.hand(seat)
        together = dict(hand.shown)
        for card, n in count(shown).items():
            back = self.back(card)
            for _ in range(n - hand.known.get(card, 0)):
                cards, hand = cards._learn(card, back), hand.learned(card, back)
            together[card] = max(n, together.get(card, 0))
        return cards._with_hand(seat, replace(hand, shown=together))

    def suppose(self, card: Card, instead: Card) -> Self:
        """Let one unlearned card bear another face than the component data guessed, of the same back."""
        back = self.back(instead)
        faces = plus(plus(self.unseen[back], card, 1), instead, -1)
        kept = {face: faces.get(face, 0) for face in (*self.unseen[back], *faces)}
        return replace(self, unseen={**self.unseen, back: kept})

    def shift(self, source: str, target: str, n: int) -> Self:
        """Move n unlearned cards from one zone to another of the same back."""
        zones = dict(self.zones)
        zones[source] = replace(zones[source], count=zones[source].count - n)
        zones[target] = replace(zones[target], count=zones[target].count + n)
        return replace(self, zones=zones)

    def shuffle_in(self, zone: str, faces: Iterable[Card]) -> Self:
        """Shuffle face-up cards into a zone: from now on nobody knows where they are."""
        place = self.zones[zone]
        unseen, n = dict(self.unseen[place.back]), 0
        for card in faces:
            unseen[card] = unseen.get(card, 0) + 1
            n += 1
        zones = {**self.zones, zone: replace(place, count=place.count + n)}
        return replace(self, unseen={**self.unseen, place.back: unseen}, zones=zones)

    def faults(self) -> list[str]:
        """Say where the invariant fails or a count is negative; an empty list is a sound set of cards."""
        found = [
            f"{back}: {face} unseen {n} times"
            for back, faces in self.unseen.items()
            for face, n in faces.items()
            if n < 0
        ]
        found += [f"zone {name} holds {zone.count} cards" for name, zone in self.zones.items() if zone.count < 0]
        for seat, hand in self.hands.items():
            counts = {**hand.known, **hand.unknown}
            found += [f"hand {seat} holds {card} {n} times" for card, n in counts.items() if n < 0]
            found += [
                f"hand {seat} shows more {card} than it holds"
                for card, n in hand.shown.items()
                if n > hand.known.get(card, 0)
            ]
        for back, faces in self.unseen.items():
            placed = sum(zone.count for zone in self.zones.values() if zone.back == back)
            placed += sum(hand.unknown.get(back, 0) for hand in self.hands.values())
            if sum(faces.values()) != placed:
                found.append(f"{back}: {sum(faces.values())} cards unseen, {placed} in places")
        return found

    def _leave(self, zone: str) -> Self:
        place = self.zones[zone]
        return replace(self, zones={**self.zones, zone: replace(place, count=place.count - 1)})

    def _learn(self, card: Card, back: str) -> Self:
        return replace(self, unseen=self._unseen_but(card, back))

    def _unseen_but(self, card: Card, back: str) -> dict[str, Multiset]:
        faces = self.unseen.get(back, {})
        kind = card if card in faces else self.kind(card)
        return {**self.unseen, back: {**faces, kind: faces.get(kind, 0) - 1}}

    def _with_hand(self, seat: Seat, hand: Hand) -> Self:
        return replace(self, hands={**self.hands, str(seat): hand})
