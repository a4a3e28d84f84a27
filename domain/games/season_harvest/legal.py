"""What a seat can do, from its own view, and what must be done."""

from collections.abc import Iterator

from domain.games.season_harvest.commands import (
    ChooseFirst,
    Cut,
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
from domain.games.season_harvest.pawns import grow_cost
from domain.games.season_harvest.state import ADJACENT, Pawn, State
from domain.kernel.cards import Hand
from domain.kernel.ruleset import Ask, Obligation, first_seat_open, senders
from domain.kernel.values import Card, Command, Seat, tag_of


def obligations(state: State) -> tuple[Obligation, ...]:
    """Return who must act: every seat without a home, then whoever names the first seat, then the active seat."""
    by = senders(state.mode)
    if state.phase == "homes":
        homeless = [int(seat) for seat, basket in state.seats.items() if basket.home is None]
        free = Ask("space", candidates=state.free_homes())
        if homeless:
            return tuple(Obligation(seat, by, (tag_of(TakeHome),), free) for seat in homeless)
        return (first_seat_open(state.mode, len(state.seats), ChooseFirst),)
    if state.card_step != "pending":
        return (Obligation(state.active_seat, by, (tag_of(EndTurn),)),)
    card_step = [tag_of(PlayCard)]
    if all(space.card is not None for space in state.spaces.values()):
        card_step.append(tag_of(DeclareCannotPlay))
    return (Obligation(state.active_seat, by, tuple(card_step)),)


def legal(state: State, seat: Seat) -> Iterator[Command]:
    """Yield the commands of a seat that are allowed now, as far as its own view can tell."""
    if state.phase == "homes":
        yield from _setting_up(state, seat)
    elif seat == state.active_seat:
        yield from _cards(state, seat)
        for pawn in state.pawns_of(seat):
            yield from _pawn(state, pawn)
        if state.card_step != "pending":
            yield EndTurn(seat)
        yield from _showing(state, seat)


def unsure(state: State, seat: Seat) -> bool:
    """Tell whether unknown cards may allow more than `legal` lists: another hand to show when nothing fits."""
    return seat == state.active_seat and state.card_step == "pending" and bool(state.cards.hand(seat).unknown)


def _setting_up(state: State, seat: Seat) -> Iterator[Command]:
    homeless = [name for name, basket in state.seats.items() if basket.home is None]
    if str(seat) in homeless:
        for space in state.free_homes():
            yield TakeHome(seat, space)
    elif not homeless:
        for first in range(1, len(state.seats) + 1):
            yield ChooseFirst(first, seat=seat)


def _cards(state: State, seat: Seat) -> Iterator[Command]:
    if state.card_step != "pending":
        return
    hand = state.cards.hand(seat)
    faces = [face for face in state.follows if state.cards.could_hold(seat, face)]
    plays = [PlayCard(seat, face, space) for face in faces for space in state.spaces if state.fits(face, space)]
    yield from plays
    if hand.unknown:
        yield from _stuck(state, seat, hand)
    elif not plays:
        for face in sorted(hand.known):
            yield DeclareCannotPlay(seat, face)


def _stuck(state: State, seat: Seat, hand: Hand) -> Iterator[Command]:
    """Offer, for a hand not wholly known, one hand in which nothing fits, where there is one."""
    stuck = [face for face in state.follows if not any(state.fits(face, space) for space in state.spaces)]
    if any(face not in stuck for face in hand.known):
        return
    shown: list[Card] = [face for face, n in hand.known.items() for _ in range(n)]
    wanted = sum(hand.unknown.values())
    for face in stuck:
        for _ in range(min(wanted, state.cards.unseen[state.cards.back(face)].get(face, 0))):
            shown.append(face)
            wanted -= 1
    if not wanted:
        for face in sorted(set(shown)):
            yield DeclareCannotPlay(seat, face, tuple(sorted(shown)))


def _pawn(state: State, pawn: Pawn) -> Iterator[Command]:
    if pawn.entered_turn == state.turn and state.options.new_pawn_acts == "next_turn":
        return
    if not (pawn.free_move_used and pawn.action_used):
        for space in ADJACENT[pawn.space]:
            yield Move(pawn.seat, pawn.id, space)
    if not pawn.action_used:
        yield from _actions(state, pawn)


def _actions(state: State, pawn: Pawn) -> Iterator[Command]:
    seat, basket, tokens = pawn.seat, state.seat(pawn.seat), state.spaces[pawn.space].tokens
    if basket.seeds:
        yield Plant(seat, pawn.id)
    if tokens.seeds:
        yield Gather(seat, pawn.id)
    if tokens.fruitys:
        yield Harvest(seat, pawn.id)
    limit = state.options.pawn_limit
    if limit is None or len(state.pawns_of(seat)) < limit:
        if basket.fruit >= grow_cost(state, seat, "fruit").fruit:
            yield Grow(seat, pawn.id, "fruit")
        if state.has("lumber") and basket.wood >= grow_cost(state, seat, "wood").wood:
            yield Grow(seat, pawn.id, "wood")
    if state.has("lumber") and tokens.trees:
        yield Cut(seat, pawn.id, "tree")
    if state.has("lumber") and tokens.fruitys:
        yield Cut(seat, pawn.id, "fruity")


def _showing(state: State, seat: Seat) -> Iterator[Command]:
    hand = state.cards.hand(seat)
    for face, n in sorted(hand.known.items()):
        if n > hand.shown.get(face, 0):
            yield ShowCards(seat, (face,) * n)
