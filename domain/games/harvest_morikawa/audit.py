"""What an audit looks at in Harvest beside the sheet: components, passes that hands belie, what a table overlooked."""

from domain.games.harvest_morikawa.events import (
    CardPlaced,
    HandReplenished,
    HandRevealed,
    HarvestOverlooked,
    PlayerPassed,
)
from domain.games.harvest_morikawa.faces import kind
from domain.games.harvest_morikawa.state import State
from domain.kernel.cards import is_unknown
from domain.kernel.claims import HandClaim
from domain.kernel.ruleset import Finding
from domain.kernel.values import Card, Event, Json, Multiset


def components(state: State) -> list[str]:
    """Say which components are not conserved: the cards of each face, or of each vegetable where faces are a guess."""
    faults = state.cards.faults()
    there = _everywhere(state)
    sure = [face for face in state.copies if face not in state.uncertain]
    for face in sure:
        if there.get(face, 0) != state.copies[face]:
            faults.append(f"{there.get(face, 0)} cards of {face}, {state.copies[face]} in the deck")
    for vegetable in {kind(face) for face in state.uncertain}:
        alike = [face for face in state.uncertain if kind(face) == vegetable]
        n, listed = sum(there.get(face, 0) for face in alike), sum(state.copies[face] for face in alike)
        if n != listed:
            faults.append(f"{n} cards of {vegetable} below 40, {listed} in the deck")
    if any(face not in state.copies for face in there):
        faults.append("a card that is not in the deck")
    return faults


def _everywhere(state: State) -> Multiset:
    there: Multiset = {}
    piles: list[Multiset] = [*state.cards.unseen.values(), *(hand.known for hand in state.cards.hands.values())]
    piles += [area.harvest for area in state.seats.values()]
    for pile in piles:
        for face, n in pile.items():
            there[face] = there.get(face, 0) + n
    loose: list[Card | None] = [*state.discard, *state.box, *state.beside_deck]
    for card in [*loose, *(place.card for place in state.squares.values())]:
        if card is not None:
            there[card] = there.get(card, 0) + 1
    return there


def findings(events: list[tuple[int, Event]], resolved: Json) -> list[Finding]:
    """Report passes that a hand belied or never confirmed, harvests overlooked, and cards the data does not list."""
    del resolved
    found, passes = [], _Passes()
    for version, event in events:
        found += passes.follow(version, event)
        if isinstance(event, HarvestOverlooked):
            said = "The table overlooked a harvest; its cards were put back."
            found.append(Finding("harvest_overlooked", "warn", said, (version,)))
        if isinstance(event, CardPlaced) and event.surplus:
            said = f"More copies of {event.card} lie open than the component data lists, which is a guess."
            found.append(Finding("placeholder_exceeded", "warn", said, (version,)))
    for at, claim in passes.claims:
        if claim.standing == "open":
            said = f"Seat {claim.seat} passed, which only special cards in hand allow; its hand was never seen."
            found.append(Finding("pass_unverified", "warn", said, (at,)))
    return found


class _Passes:
    """Follows the claims that passes make, each with the version of its pass."""

    def __init__(self) -> None:
        self.claims: list[tuple[int, HandClaim]] = []

    def follow(self, version: int, event: Event) -> list[Finding]:
        """Note what an event says of hands; return the claims it breaks."""
        match event:
            case PlayerPassed(claims=str() as about):
                self.claims.append((version, HandClaim(event.seat, about, event.hand_count)))
            case HandReplenished():
                self.claims = [(at, c.draws(event.count) if c.seat == event.seat else c) for at, c in self.claims]
            case CardPlaced(seat=int() as seat):
                return self._seen(version, seat, event.card)
            case HandRevealed():
                return [one for card in event.cards for one in self._seen(version, event.seat, card)]
            case _:
                pass
        return []

    def _seen(self, version: int, seat: int, card: Card) -> list[Finding]:
        if is_unknown(card):
            return []
        broken, kept = [], []
        for at, claim in self.claims:
            now = claim.sees(fits=kind(card) is None) if claim.seat == seat else claim
            if now.standing == "broken":
                said = f"Seat {seat} passed as if it held only special cards, and then showed {card}."
                broken.append(Finding("pass_contradicted", "fail", said, (at, version)))
            else:
                kept.append((at, now))
        self.claims = [(at, claim) for at, claim in kept if claim.standing == "open"]
        return broken
