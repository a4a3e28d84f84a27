"""Choosing initiative and placing farmers: what may be taken, and what it costs (Initiative; Farmer Placement)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from domain.games.harvest_chambers.commands import ChooseInitiative, PlaceFarmer
from domain.games.harvest_chambers.components import Nodes
from domain.games.harvest_chambers.events import CostPaid, FarmerPlaced, GoodsPaid, InitiativeChosen
from domain.games.harvest_chambers.flow import HarvestTable, can_expand, go_on
from domain.games.harvest_chambers.items import CROPS, ITEMS, KINDS, SEEDS, added, crop_of, kind_of
from domain.games.harvest_chambers.slots import Slot, dues, find_slot, goods_due, is_open, stays_away
from domain.games.harvest_chambers.state import State
from domain.kernel.rejection import Rejected, reject_if
from domain.kernel.values import Multiset, Seat


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
        raise Rejected("unknown_slot", slot=command.slot)
    there = list(state.occupancy.get(slot.id, ()))
    reject_if(not is_open(state, seat, slot), "slot_full", slot=slot.id, occupants=there)
    reject_if(stays_away(state, seat, slot), "seat_already_there", slot=slot.id)
    check_picks(state, seat, slot, command.picks)
    goods = goods_due(slot, command.picks)
    for item, n in goods.items():
        have = state.seat(seat).items.get(item, 0)
        reject_if(have < n, "goods_short", item=item, need=n, have=have)
    due = dues(state, seat, slot, command.picks)
    payments = _payments(state, command, due)
    check_payments(state, seat, payments, goods)
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
        if in_order(state, slot, picks) == picks and impossible(state, seat, slot, picks) is None:
            held = state.seat(seat).items
            goods = goods_due(slot, picks)
            enough = all(held.get(item, 0) >= k for item, k in goods.items())
            left = added(held, goods, -1) if enough else {}
            if enough and sum(dues(state, seat, slot, picks)) <= worth(state, only_crops(left)):
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
            useless |= not _expandable(state, seat, spread)
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


def _expandable(state: State, seat: Seat, already: int) -> bool:
    most = state.options.max_expansions
    return can_expand(state, seat) and (most is None or state.seat(seat).expansions + already < most)


def _works(nodes: Nodes) -> bool:
    return any(word in ("harvest", "plant", "tend", "choose", "gain_any", "convert") for node in nodes for word in node)


def _payments(state: State, command: PlaceFarmer, due: tuple[int, ...]) -> list[tuple[int, Multiset]]:
    """Return what is owed with what is paid for it: all together, or each price for itself."""
    sent = command.payment
    if isinstance(sent, dict):
        whole = state.options.combine_costs or (not sent and not sum(due))
        reject_if(not whole, "payment_per_pick", prices=list(due))
        return [(sum(due), sent)]
    fits = not state.options.combine_costs and len(sent) == len(due)
    reject_if(not fits, "payment_per_pick", prices=list(due), combined=state.options.combine_costs)
    return list(zip(due, map(dict, sent), strict=True))


def check_payments(state: State, seat: Seat, payments: list[tuple[int, Multiset]], goods: Mapping[str, int]) -> None:
    """Refuse payments that are not owed, not owned, not crops, too small or larger than needed (Paying Costs)."""
    together: Multiset = {}
    for owed, chits in payments:
        reject_if(owed == 0 and bool(chits), "payment_not_due", payment=chits)
        together = added(together, chits)
    held = added(state.seat(seat).items, goods, -1)
    for item in together:
        reject_if(item not in ITEMS or item not in (*SEEDS, *CROPS), "unknown_item", item=item)
    for item in together:
        reject_if(item not in CROPS, "seed_cannot_pay", item=item)
    for item, n in together.items():
        missing = n - held.get(item, 0)
        growing = sum(plot.chits for plot in state.seat(seat).plots.values() if plot.crop == kind_of(item))
        reject_if(0 < missing <= growing, "crop_not_harvested", item=item, need=n, have=n - missing)
        reject_if(missing > 0, "payment_not_owned", item=item, need=n, have=n - missing)
    for owed, chits in payments:
        stars = worth(state, chits)
        reject_if(stars < owed, "payment_insufficient", due=owed, stars=stars)
        spare = [item for item in chits if stars - worth(state, {item: 1}) >= owed]
        needless = bool(state.options.payment_minimal) and owed > 0 and bool(spare)
        reject_if(needless, "payment_not_minimal", due=owed, stars=stars, spare=spare)


def worth(state: State, chits: Mapping[str, int]) -> int:
    """Return the gold stars of some crops."""
    return sum(n * state.manifest.crop(kind_of(item)).stars for item, n in chits.items())


def only_crops(held: Mapping[str, int]) -> Multiset:
    """Return what of a holding can pay."""
    return {crop_of(kind): held[crop_of(kind)] for kind in KINDS if crop_of(kind) in held}
