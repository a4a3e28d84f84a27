"""What a seat can do, from its own view, and what must be done."""

from collections.abc import Iterator
from itertools import combinations

from domain.games.harvest_island.commands import (
    ChooseDamagedField,
    ChooseFirst,
    Draw,
    Fertilize,
    ForgoDraw,
    Harvest,
    Plant,
    Release,
    Sow,
)
from domain.games.harvest_island.faces import FERTILIZER, fruit_of, is_fruit
from domain.games.harvest_island.manifest import PLAYS
from domain.games.harvest_island.plays import leaves_a_second_play
from domain.games.harvest_island.state import FIELDS, Field, State, has_room
from domain.games.harvest_island.weather import choosing
from domain.kernel.ruleset import Ask, Obligation, first_seat_open, senders
from domain.kernel.values import Card, Command, Seat, tag_of

PLAYING = (Sow, Plant, Fertilize, Release)


def obligations(state: State) -> tuple[Obligation, ...]:
    """Return who must act: who names the first seat, all who owe a choice in a catastrophe, or the active seat."""
    by = senders(state.mode)
    if state.phase == "setup":
        return (first_seat_open(state.mode, len(state.seats), ChooseFirst),)
    struck = state.catastrophe
    if struck is not None:
        return tuple(
            Obligation(seat, by, (tag_of(ChooseDamagedField),), Ask("field", candidates=struck.owed[str(seat)]))
            for seat in choosing(state)
        )
    if state.phase == "draw":
        return (Obligation(state.active_seat, by, *_drawing(state)),)
    commands = tuple(tag_of(kind) for kind in PLAYING)
    if state.phase == "choose_action":
        commands = (*commands, tag_of(Harvest))
    ask = Ask("play", {"plays": PLAYS - state.plays_made})
    return (Obligation(state.active_seat, by, commands, ask),)


def _drawing(state: State) -> tuple[tuple[str, ...], Ask]:
    commands = (tag_of(Draw), tag_of(ForgoDraw)) if _only_fertilizer(state) else (tag_of(Draw),)
    limits = {"draws": state.draws_owed, "season": state.open_season, "supply": list(state.supply)}
    return commands, Ask("source", limits, _sources(state))


def _sources(state: State) -> tuple[str, ...]:
    strict = state.only_from_deck()
    possible = {
        "season": state.open_season is not None,
        "supply": bool(state.supply) and not strict,
        "fertilizer": state.may_draw_fertilizer() and not strict,
    }
    return tuple(source for source, there in possible.items() if there)


def _only_fertilizer(state: State) -> bool:
    return _sources(state) == ("fertilizer",)


def legal(state: State, seat: Seat) -> Iterator[Command]:
    """Yield the commands of a seat that are allowed now, as far as its own view can tell."""
    if state.phase == "setup":
        for first in range(1, len(state.seats) + 1):
            yield ChooseFirst(first, seat=seat)
    elif state.catastrophe is not None:
        if seat in choosing(state):
            for name in state.catastrophe.owed[str(seat)]:
                yield ChooseDamagedField(seat, name)
    elif seat == state.active_seat:
        yield from _draws(state, seat) if state.phase == "draw" else _plays(state, seat)
        if state.phase == "choose_action":
            yield from _harvests(state, seat)


def unsure(state: State, seat: Seat) -> bool:
    """Tell whether unknown cards, or unread points, allow a seat more than `legal` lists."""
    hand = state.cards.hand(seat)
    playing = state.phase in ("choose_action", "second_play") and state.catastrophe is None
    unread = state.options.points_check == "as_entered" and any(map(is_fruit, hand.known))
    return playing and seat == state.active_seat and (bool(hand.unknown) or unread)


def _plays(state: State, seat: Seat) -> Iterator[Command]:
    fields = state.seat(seat).fields
    fruits = _fruits(state, seat)
    for card in fruits:
        for name in FIELDS:
            seed = fields[name].seed
            if seed is None:
                yield Sow(seat, card, name)
            elif _fits(fields[name], card, name) and leaves_a_second_play(state, seat, planted_on=name):
                yield Plant(seat, card, name)
    if state.cards.hand(seat).known.get(FERTILIZER):
        for name in FIELDS:
            if fields[name].seed is not None and has_room(name, fields[name]):
                yield Fertilize(seat, name)
    if leaves_a_second_play(state, seat):
        for card in fruits:
            yield Release(seat, card)


def _fits(field: Field, card: Card, name: str) -> bool:
    return field.seed is not None and fruit_of(field.seed) == fruit_of(card) and has_room(name, field)


def _fruits(state: State, seat: Seat) -> list[Card]:
    """Return the fruit cards a hand may hold; of cards whose points are not listed, only their kinds."""
    hand = state.cards.hand(seat)
    known = {card for card, n in hand.known.items() if n > 0 and is_fruit(card)}
    backs = [back for back, n in hand.unknown.items() if n > 0]
    possible = {face for back in backs for face, n in state.cards.unseen[back].items() if n > 0 and is_fruit(face)}
    return sorted(known | possible)


def _draws(state: State, seat: Seat) -> Iterator[Command]:
    for source in _sources(state):
        if source == "season":
            yield Draw(seat, "season")
        elif source == "supply":
            for card in sorted(set(state.supply)):
                yield Draw(seat, "supply", card)
        else:
            yield Draw(seat, "fertilizer")
    if _only_fertilizer(state):
        yield ForgoDraw(seat)


def _harvests(state: State, seat: Seat) -> Iterator[Command]:
    sown = [name for name in FIELDS if state.seat(seat).fields[name].seed is not None]
    for n in range(1, len(sown) + 1):
        for chosen in combinations(sown, n):
            yield Harvest(seat, chosen)
