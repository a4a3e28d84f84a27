"""What a seat can do, and what must be done with all that is asked for."""

from collections.abc import Iterator
from itertools import islice, product

from domain.games.harvest_chambers.commands import (
    ChooseCharacter,
    ChooseInitiative,
    DeclineStep,
    FinishResolution,
    PlaceFarmer,
    SealCharacter,
)
from domain.games.harvest_chambers.decide import ANSWERS, chosen
from domain.games.harvest_chambers.hooks import elixir_fills, fields_of, price, room
from domain.games.harvest_chambers.items import KINDS, PLANTS, kind_of, meant
from domain.games.harvest_chambers.listing import answers, locked, sown
from domain.games.harvest_chambers.paying import ways_to_pay
from domain.games.harvest_chambers.placing import fewest_picks, pick_lists
from domain.games.harvest_chambers.resolving import how_many
from domain.games.harvest_chambers.slots import Slot, dues, is_open, slots, stays_away
from domain.games.harvest_chambers.state import AUTOMATIC, State, Step, sides
from domain.kernel.ruleset import Ask, Obligation, senders
from domain.kernel.values import Command, Json, Seat, tag_of

LISTED = 160
"""How many ways to resolve a step, or to place a farmer, are listed; there may be thousands."""


def obligations(state: State) -> tuple[Obligation, ...]:
    """Return who must act, with what, and what exactly is asked for."""
    by = senders(state.mode)
    if state.phase == "setup_characters":
        kind = SealCharacter if state.options.character_choice == "sealed" else ChooseCharacter
        waiting = [int(seat) for seat in state.seats if not chosen(state, int(seat))]
        return tuple(Obligation(seat, by, (tag_of(kind),), _ask_character(state, seat)) for seat in waiting)
    seat = state.acting
    if seat is None:
        return ()
    if state.pending:
        steps = list(_open_steps(state))
        tags = [tag_of(kind) for step in steps for kind, (op, _) in ANSWERS.items() if op == step.op]
        return (Obligation(seat, by, (*tags, tag_of(DeclineStep)), _ask_step(state, steps[0])),)
    if state.phase == "draft":
        row = [state.manifest.initiative_card(number) for number in state.initiative_row]
        cards: tuple[Json, ...] = tuple({"number": card.n, "bonus": list(card.when_taken)} for card in row)
        return (Obligation(seat, by, (tag_of(ChooseInitiative),), Ask("initiative", {}, cards)),)
    return (Obligation(seat, by, (tag_of(PlaceFarmer),), _ask_place(state, seat)),)


def _ask_character(state: State, seat: Seat) -> Ask:
    allowed = list(sides(state.options))
    return Ask("character", {}, tuple({"board": board, "sides": allowed} for board in state.seat(seat).dealt))


def _ask_place(state: State, seat: Seat) -> Ask:
    found: list[Json] = []
    for slot in slots(state):
        if not _may_enter(state, seat, slot):
            continue
        offer: dict[str, Json] = {"slot": slot.id}
        if slot.card is None:
            offer["picks"] = [
                {"id": name, "stars": dues(state, seat, slot, (name,))[0], "goods": dict(pick.cost)}
                for name, pick in slot.offers.items()
            ]
            fewest = 0 if state.options.allow_empty_placement else fewest_picks(state, seat, slot)
            offer |= {"min": fewest, "max": slot.most}
        else:
            offer |= {"stars": dues(state, seat, slot, ())[0], "goods": dict(slot.cost)}
        found.append(offer)
    return Ask("placement", {"farmer": state.placed // len(state.seats) + 1}, tuple(found))


def _ask_step(state: State, step: Step) -> Ask:
    """Say what a step asks for: its word, its limits with the cause, and the candidates."""
    seat = step.seat
    held = state.seat(seat).items
    limits: dict[str, Json] = {"cause": step.cause, **step.says}
    found: tuple[Json, ...]
    match step.op:
        case "harvest":
            found = sown(state, seat)
        case "plant":
            delta = int(step.says["fert_delta"])
            costs = {kind: price(state, seat, "fert_per_plant", kind, delta) for kind in KINDS}
            limits |= {"fertilizer": held.get("fertilizer", 0), "cost": costs}
            found = tuple(
                {"plot": name, "item": item, "room": free}
                for name, plot in fields_of(state, seat).items()
                for item in PLANTS
                if held.get(item) and (free := room(state, seat, plot, kind_of(item)))
            )
        case "tend":
            limits |= {pay: held.get(pay, 0) for pay in ("water", "elixir")}
            found = tuple(_tend_candidate(state, step, name) for name in sown(state, seat))
        case "plow":
            limits |= {"stack": state.cards.left("field stack")}
            found = locked(state, seat)
        case "build":
            limits |= {"plots": list(locked(state, seat))}
            found = tuple(dict.fromkeys(state.display))
        case "gain_any":
            limits = {"cause": step.cause, "n": how_many(state, step), "distinct": step.says["distinct"]}
            found = meant(step.says["of"])
        case "choose":
            limits = {"cause": step.cause, "k": step.says["k"]}
            found = tuple({"branch": n, "effects": nodes} for n, nodes in enumerate(step.says["of"], 1))
        case _:
            found = ()
    return Ask(step.op, limits, found)


def _tend_candidate(state: State, step: Step, name: str) -> Json:
    plot = state.seat(step.seat).plots[name]
    kind = plot.crop or ""
    return {
        "plot": name,
        "kind": kind,
        "room": room(state, step.seat, plot, kind),
        "water": price(state, step.seat, "water_per_tend", kind, int(step.says["water_delta"])),
        "elixir_fills": elixir_fills(state, step.seat, kind),
    }


def legal(state: State, seat: Seat) -> Iterator[Command]:
    """Yield the commands of a seat that are allowed now, as far as its own view can tell; long lists are cut."""
    if state.phase == "setup_characters":
        yield from _characters(state, seat)
    elif state.acting != seat:
        return
    elif state.pending:
        for step in _open_steps(state):
            yield from islice(answers(state, step), LISTED)
        yield DeclineStep(seat)
        if sum(step.seat == seat and step.op not in AUTOMATIC for step in state.pending) > 1:
            yield FinishResolution(seat)
    elif state.phase == "draft":
        yield from (ChooseInitiative(seat, number) for number in state.initiative_row)
    elif state.phase == "placement":
        yield from islice(_placements(state, seat), LISTED)


def unsure(state: State, seat: Seat) -> bool:
    """Tell whether a seat may do more than `legal` lists: the list was cut, or the table accepts needless chits."""
    if state.acting != seat or state.phase == "setup_characters":
        return False
    if state.pending:
        return any(_longer(answers(state, step)) for step in _open_steps(state))
    return state.phase == "placement" and (not state.options.payment_minimal or _longer(_placements(state, seat)))


def _longer(commands: Iterator[Command]) -> bool:
    return next(islice(commands, LISTED, None), None) is not None


def _open_steps(state: State) -> Iterator[Step]:
    """Yield the steps that can be answered now: the first, or where a card's order is free the first of each word."""
    first = state.pending[0]
    words: set[str] = set()
    for step in state.pending:
        free = step is first or state.options.card_order == "player"
        if not free or (step.seat, step.cause) != (first.seat, first.cause):
            return
        if step.op not in (*words, *AUTOMATIC):
            words.add(step.op)
            yield step


def _characters(state: State, seat: Seat) -> Iterator[Command]:
    if not chosen(state, seat):
        kind = SealCharacter if state.options.character_choice == "sealed" else ChooseCharacter
        for board, side in product(state.seat(seat).dealt, sides(state.options)):
            yield kind(seat, board, side)


def _placements(state: State, seat: Seat) -> Iterator[Command]:
    """Yield placements place by place in turn, so that a list that is cut shows something of each."""
    lists = [_at_slot(state, seat, slot) for slot in slots(state) if _may_enter(state, seat, slot)]
    while lists:
        going = []
        for commands in lists:
            command = next(commands, None)
            if command is not None:
                going.append(commands)
                yield command
        lists = going


def _may_enter(state: State, seat: Seat, slot: Slot) -> bool:
    return is_open(state, seat, slot) and not stays_away(state, seat, slot)


def _at_slot(state: State, seat: Seat, slot: Slot) -> Iterator[Command]:
    if slot.card is not None:
        yield from _paid(state, seat, slot, ())
        return
    fewest = 0 if state.options.allow_empty_placement else fewest_picks(state, seat, slot)
    for n in range(slot.most, fewest - 1, -1):
        for picks in pick_lists(state, seat, slot, n):
            yield from _paid(state, seat, slot, picks)


def _paid(state: State, seat: Seat, slot: Slot, picks: tuple[str, ...]) -> Iterator[Command]:
    for payment in ways_to_pay(state, seat, slot, picks):
        yield PlaceFarmer(seat, slot.id, picks, payment)
