"""What a seat can do, from its own view, what must be done, and what can be attested."""

from collections.abc import Iterator

from domain.games.harvest_morikawa.commands import (
    ChooseFirst,
    DrawUp,
    NoteHarvestOverlooked,
    Pass,
    PlaceCard,
    RecordSalad,
    RevealHands,
)
from domain.games.harvest_morikawa.faces import kind
from domain.games.harvest_morikawa.field import accessible, trigger_set
from domain.games.harvest_morikawa.state import State
from domain.games.harvest_morikawa.turn import ground_to_pass, must_play
from domain.kernel.ruleset import Ask, Obligation, first_seat_open, senders
from domain.kernel.values import Card, Command, Seat, tag_of

CLERKS = ("scribe", "arbiter")


def obligations(state: State) -> tuple[Obligation, ...]:
    """Return who must act: whoever names the first seat, the active seat, or who lays open hands or judges a salad."""
    by = senders(state.mode)
    match state.phase:
        case "choosing":
            return (first_seat_open(state.mode, len(state.seats), ChooseFirst),)
        case "running" if state.active_seat is not None:
            squares = [list(state.squares[name].square) for name in accessible(state, state.active_seat)]
            ask = Ask("square", candidates=tuple(squares))
            return (Obligation(state.active_seat, by, _due(state, state.active_seat), ask), *_owing(state, by))
        case "awaiting_hands":
            sizes = {seat: held.size for seat, held in state.cards.hands.items() if held.size}
            return (Obligation(None, CLERKS, (tag_of(RevealHands),), Ask("hands", limits=sizes)),)
        case "tied_pending_salad":
            return (Obligation(None, CLERKS, (tag_of(RecordSalad),), Ask("seat", candidates=state.salad)),)
        case _:
            return ()


def legal(state: State, seat: Seat) -> Iterator[Command]:
    """Yield the commands of a seat that are allowed now, as far as its own view can tell."""
    if state.phase == "choosing":
        for first in range(1, len(state.seats) + 1):
            yield ChooseFirst(first, seat=seat)
    if state.phase != "running":
        return
    if state.debt(seat) > 0:
        yield DrawUp(seat)
    if seat == state.active_seat:
        yield from _placings(state, seat)
        if not state.solo and not state.debt(seat) and ground_to_pass(state, seat) is not None:
            yield Pass(seat)


def unsure(state: State, seat: Seat) -> bool:
    """Tell whether unknown cards may allow more than `legal` lists: values of which the data lists too few copies."""
    return seat == state.active_seat and bool(state.cards.hand(seat).unknown)


def attest(state: State) -> Iterator[Command]:
    """Yield what a scribe or an arbiter can attest: open hands, the best salad, a harvest that was overlooked."""
    if state.phase == "awaiting_hands":
        yield RevealHands()
    for winner in state.salad if state.phase == "tied_pending_salad" else ():
        yield RecordSalad(winner)
    if state.mode == "observed" and state.phase == "running" and state.last_harvest:
        yield NoteHarvestOverlooked(tuple(sorted(each.square for each in state.last_harvest)))


def _due(state: State, seat: Seat) -> tuple[str, ...]:
    """Name the commands that the active seat may have to send, as everybody can see."""
    size, room, debt = state.cards.hand(seat).size, bool(accessible(state, seat)), state.debt(seat) > 0
    due = []
    if size and room:
        due.append(tag_of(PlaceCard))
    if not state.solo and not debt and not must_play(state, seat):
        due.append(tag_of(Pass))
    if debt:
        due.append(tag_of(DrawUp))
    return tuple(due)


def _owing(state: State, by: tuple[str, ...]) -> Iterator[Obligation]:
    """Yield who else has cards to draw, now or late (Hand Replenishment)."""
    for seat in range(1, len(state.seats) + 1):
        owed = state.debt(seat)
        if owed > 0 and seat != state.active_seat:
            yield Obligation(seat, by, (tag_of(DrawUp),), Ask("cards", {"cards": owed}))


def _placings(state: State, seat: Seat) -> Iterator[Command]:
    faces = [face for face in state.copies if state.cards.could_hold(seat, face)]
    open_to = accessible(state, seat)
    for face in faces:
        if kind(face) is not None:
            for name in open_to:
                yield PlaceCard(seat, face, state.squares[name].square)
    yield from _specials(state, seat, [face for face in faces if kind(face) is None])


def _specials(state: State, seat: Seat, faces: list[Card]) -> Iterator[Command]:
    if faces:
        for name, vegetable in trigger_set(state, seat):
            for face in faces:
                yield PlaceCard(seat, face, state.squares[name].square, vegetable)
