"""Where farmers can be placed: the sections of the town and the action cards of the round."""

from collections.abc import Iterator

from domain.games.harvest_chambers.hooks import changed, hooks
from domain.games.harvest_chambers.items import added
from domain.games.harvest_chambers.manifest import ActionSlot, Nodes, Pick, Price, Profile, ProfileSlot, Section
from domain.games.harvest_chambers.state import AUTOMATIC, State, Step, steps_of
from domain.kernel.values import Multiset, Seat, Value


class Slot(Value, frozen=True):
    """A place for farmers; `offers` are the things to pick from, none on an action card, which has its `effects`."""

    id: str
    capacity: int | None
    offers: dict[str, Pick] = {}
    most: int = 0
    distinct: bool = True
    card: str | None = None
    effects: Nodes = ()
    cost_stars: int = 0
    cost: Price = {}


def slots(state: State) -> Iterator[Slot]:
    """Yield every place there is in this round."""
    for section in state.manifest.sections:
        for place in _profile(state).slots:
            yield _in_town(state, section, place)
    for card in state.action_row:
        for slot in state.manifest.action_card(card).slots:
            yield _on_card(card, slot)


def find_slot(state: State, name: str) -> Slot | None:
    """Return a place by its name, or null."""
    board, _, part = name.partition("/")
    for section in state.manifest.sections:
        if section.id == board:
            places = [place for place in _profile(state).slots if place.suffix == part and name != f"{board}/"]
            return _in_town(state, section, places[0]) if places else None
    if board in state.action_row:
        for slot in state.manifest.action_card(board).slots:
            if slot.id == part:
                return _on_card(board, slot)
    return None


def slot_named(state: State, name: str) -> Slot:
    """Return a place that is known to exist."""
    slot = find_slot(state, name)
    if slot is None:
        raise LookupError(f"there is no place {name}")
    return slot


def _profile(state: State) -> Profile:
    return next(each for each in state.manifest.profiles if each.id == state.options.town_slots)


def _in_town(state: State, section: Section, place: ProfileSlot) -> Slot:
    name = f"{section.id}/{place.suffix}" if place.suffix else section.id
    offers = {pick.id: pick for pick in section.picks}
    return Slot(name, place.capacity, offers, place.picks[str(len(state.seats))], place.distinct)


def _on_card(card: str, slot: ActionSlot) -> Slot:
    return Slot(
        f"{card}/{slot.id}",
        slot.capacity,
        card=card,
        effects=slot.when_taken,
        cost_stars=slot.cost_stars,
        cost=slot.cost,
    )


def steps_at(state: State, seat: Seat, slot: Slot, picks: tuple[str, ...]) -> tuple[Step, ...]:
    """Return what follows from a farmer on a place, in the order in which it is resolved."""
    if slot.card is None:
        return tuple(step for pick in picks for step in steps_of(seat, pick, slot.offers[pick].when_taken))
    steps = steps_of(seat, slot.card, slot.effects)
    if state.options.card_order == "player":
        return tuple(sorted(steps, key=lambda step: step.op not in AUTOMATIC))
    return steps


def dues(state: State, seat: Seat, slot: Slot, picks: tuple[str, ...]) -> tuple[int, ...]:
    """Return the stars a seat owes: for each pick, or for the place on an action card."""
    if slot.card is not None:
        return (_due(state, seat, slot.cost_stars, slot.effects),)
    return tuple(_due(state, seat, slot.offers[pick].cost_stars, slot.offers[pick].when_taken) for pick in picks)


def goods_due(slot: Slot, picks: tuple[str, ...]) -> Multiset:
    """Return the goods that a place and its picks cost beside stars."""
    due: Multiset = dict(slot.cost)
    for pick in picks:
        due = added(due, slot.offers[pick].cost)
    return due


def _due(state: State, seat: Seat, stars: int, nodes: Nodes) -> int:
    """Return a price after the seat's hooks: each changes what contains its word."""
    words = {word for node in nodes for word in node}
    for _, hook in hooks(state, seat, "slot_cost"):
        if hook["op"] in words:
            stars = changed(stars, hook)
    return stars


def is_open(state: State, seat: Seat, slot: Slot) -> bool:
    """Tell whether there is room for a farmer, or the seat may enter all the same."""
    there = len(state.occupancy.get(slot.id, ()))
    if slot.capacity is None or there < slot.capacity:
        return True
    allowed = sum(int(hook["per_round"]) for _, hook in hooks(state, seat, "enter_occupied"))
    return state.seat(seat).uses.get("enter_occupied", 0) < allowed


def stays_away(state: State, seat: Seat, slot: Slot) -> bool:
    """Tell whether the seat has a farmer there already at a table that allows no second one."""
    return not state.options.same_seat_twice and seat in state.occupancy.get(slot.id, ())
