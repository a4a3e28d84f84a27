"""Choosing initiative and placing farmers: what may be taken, and what it costs (Initiative; Farmer Placement)."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from domain.games.harvest_chambers.commands import ChooseInitiative, PlaceFarmer
from domain.games.harvest_chambers.events import CostPaid, FarmerPlaced, GoodsPaid, InitiativeChosen
from domain.games.harvest_chambers.flow import HarvestTable, can_expand, go_on
from domain.games.harvest_chambers.items import kind_of
from domain.games.harvest_chambers.manifest import Nodes
from domain.games.harvest_chambers.paying import check_payment, ways_to_pay, worth
from domain.games.harvest_chambers.slots import Slot, dues, find_slot, goods_due, is_open, slots, stays_away
from domain.games.harvest_chambers.state import State
from domain.kernel.rejection import Rejected, reject_if
from domain.kernel.values import Seat


def choose_initiative(table: HarvestTable, command: ChooseInitiative) -> None:
    """Take an initiative card and leave one's own in its place; the bonus comes at once (Initiative)."""
    state, number = table.state, command.number
    row = state.initiative_row
    reject_if(number not in row, "initiative_not_in_row", number=number, row=list(row))
    own = state.seat(command.seat).initiative or 0
    after = tuple(sorted((own, *(n for n in row if n != number))))
    table.record(InitiativeChosen(command.seat, number, own, after))
    go_on(table)


def place_farmer(table: HarvestTable, command: PlaceFarmer) -> None:
    """Pay for a place, put a farmer there and resolve what it offers (Farmer Placement; Paying Costs)."""
    state, seat = table.state, command.seat
    slot = find_slot(state, command.slot)
    if slot is None:
        raise Rejected("unknown_slot", slot=command.slot, slots=[each.id for each in slots(state)])
    there = list(state.occupancy.get(slot.id, ()))
    reject_if(not is_open(state, seat, slot), "slot_full", slot=slot.id, occupants=there)
    reject_if(stays_away(state, seat, slot), "seat_already_there", slot=slot.id)
    check_picks(state, seat, slot, command.picks)
    goods = goods_due(slot, command.picks)
    payments = check_payment(state, command, dues(state, seat, slot, command.picks), goods)
    if goods:
        table.record(GoodsPaid(seat, goods))
    for owed, chits in payments:
        if owed:
            stars = worth(state, chits)
            table.record(CostPaid(seat, owed, chits, stars, stars - owed))
    picks = in_order(state, slot, command.picks)
    farmer = state.placed // len(state.seats) + 1
    table.record(FarmerPlaced(seat, farmer, slot.id, picks, (*there, seat)))
    go_on(table)


def in_order(state: State, slot: Slot, picks: Sequence[str]) -> tuple[str, ...]:
    """Return picks in the order in which they are resolved."""
    if state.options.pick_order == "printed":
        return tuple(sorted(picks, key=list(slot.offers).index))
    return tuple(picks)


def check_picks(state: State, seat: Seat, slot: Slot, picks: tuple[str, ...]) -> None:
    """Refuse picks that a place does not offer, too many or too few of them, or one that would do nothing."""
    if slot.card is not None:
        reject_if(bool(picks), "picks_not_applicable", slot=slot.id, picks=list(picks))
        return
    for pick in picks:
        reject_if(pick not in slot.offers, "unknown_pick", pick=pick, offers=list(slot.offers))
    if slot.distinct:
        twice = [pick for pick in slot.offers if picks.count(pick) > 1]
        reject_if(bool(twice), "duplicate_pick", picks=twice)
    reject_if(len(picks) > slot.most, "too_many_picks", max=slot.most, given=len(picks))
    idle = impossible(state, seat, slot, in_order(state, slot, picks))
    reject_if(idle is not None, "pick_impossible", pick=idle)
    if not state.options.allow_empty_placement and len(picks) < slot.most:
        fewest = fewest_picks(state, seat, slot)
        reject_if(len(picks) < fewest, "too_few_picks", min=fewest, given=len(picks))


def fewest_picks(state: State, seat: Seat, slot: Slot) -> int:
    """Return how many picks a farmer must name: as many as it may, can use and can pay for."""
    for n in range(slot.most, 0, -1):
        if next(pick_lists(state, seat, slot, n), None) is not None:
            return n
    return 0


def pick_lists(state: State, seat: Seat, slot: Slot, n: int) -> Iterator[tuple[str, ...]]:
    """Yield the lists of n picks that a seat can use and pay for."""
    names = slot.offers if slot.distinct else tuple(slot.offers) * n
    for picks in dict.fromkeys(permutations(names, n)):
        useful = in_order(state, slot, picks) == picks and impossible(state, seat, slot, picks) is None
        if useful and next(ways_to_pay(state, seat, slot, picks), None) is not None:
            yield picks


def impossible(state: State, seat: Seat, slot: Slot, picks: Sequence[str]) -> str | None:
    """Return the first pick that could do nothing when its turn comes, or null.

    Plots count as they would be then: an expansion brings new ones, plowing and building use them up.
    """
    locked = sum(plot.kind == "locked" for plot in state.seat(seat).plots.values())
    stack, display, spread = state.cards.left("field stack"), len(state.display), 0
    for pick in picks:
        nodes = slot.offers[pick].when_taken
        words = [word for node in nodes for word in node]
        gains = [item for node in nodes for item in node.get("gain", ())]
        useless = bool(gains) and state.hard and all(state.supply[kind_of(item)] <= 0 for item in gains)
        if "expand" in words:
            useless |= not can_expand(state, seat, spread)
            spread += 1
            locked += state.manifest.farm.plots_per_expansion if state.options.expansion_plots == "locked" else 0
        if "plow" in words:
            useless |= locked <= 0 or stack <= 0
            locked, stack = locked - 1, stack - 1
        if "build" in words:
            useless |= locked <= 0 or display <= 0
            locked, display = locked - 1, display - 1
        if useless and not _works(nodes):
            return pick
    return None


def _works(nodes: Nodes) -> bool:
    return any(word in ("harvest", "plant", "tend", "choose", "gain_any", "convert") for node in nodes for word in node)
