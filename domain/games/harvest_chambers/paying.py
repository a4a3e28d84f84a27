"""Paying for a place: what a payment must be, and all the ways to pay (Paying Costs)."""

from collections.abc import Iterator, Mapping

from domain.games.harvest_chambers.commands import Items, PlaceFarmer
from domain.games.harvest_chambers.items import CROPS, KINDS, PLANTS, added, crop_of, kind_of
from domain.games.harvest_chambers.slots import Slot, dues, goods_due
from domain.games.harvest_chambers.state import State
from domain.kernel.rejection import reject_if
from domain.kernel.values import Multiset, Seat

Payments = list[tuple[int, Multiset]]
"""What is owed, each with what is paid for it."""


def check_payment(state: State, command: PlaceFarmer, due: tuple[int, ...], goods: Multiset) -> Payments:
    """Return what is owed with what is paid for it; refuse what a place does not take for payment."""
    held = state.seat(command.seat).items
    for item, n in goods.items():
        have = held.get(item, 0)
        reject_if(have < n, "goods_short", item=item, need=n, have=have)
    payments = _matched(state, command, due)
    for owed, chits in payments:
        reject_if(owed == 0 and bool(chits), "payment_not_due", payment=chits)
    _check_held(state, command.seat, payments, added(held, goods, -1))
    for owed, chits in payments:
        stars = worth(state, chits)
        reject_if(stars < owed, "payment_insufficient", due=owed, stars=stars)
        spare = [item for item in chits if stars - worth(state, {item: 1}) >= owed]
        needless = bool(state.options.payment_minimal) and bool(spare)
        reject_if(needless, "payment_not_minimal", due=owed, stars=stars, spare=spare)
    return payments


def _matched(state: State, command: PlaceFarmer, due: tuple[int, ...]) -> Payments:
    """Match what was sent with what is owed: all together, or each price for itself."""
    sent = command.payment
    if isinstance(sent, dict):
        whole = state.options.combine_costs or (not sent and not sum(due))
        reject_if(not whole, "payment_per_pick", prices=list(due))
        return [(sum(due), sent)]
    fits = not state.options.combine_costs and len(sent) == len(due)
    reject_if(not fits, "payment_per_pick", prices=list(due), combined=state.options.combine_costs)
    return list(zip(due, map(dict, sent), strict=True))


def _check_held(state: State, seat: Seat, payments: Payments, held: Multiset) -> None:
    """Refuse a payment that is not in crops, or in crops that the seat does not have in front of it."""
    together: Multiset = {}
    for _, chits in payments:
        together = added(together, chits)
    for item in together:
        reject_if(item not in PLANTS, "unknown_item", item=item)
    for item in together:
        reject_if(item not in CROPS, "seed_cannot_pay", item=item)
    for item, n in together.items():
        missing = n - held.get(item, 0)
        growing = sum(plot.chits for plot in state.seat(seat).plots.values() if plot.crop == kind_of(item))
        reject_if(0 < missing <= growing, "crop_not_harvested", item=item, need=n, have=n - missing)
        reject_if(missing > 0, "payment_not_owned", item=item, need=n, have=n - missing)


def worth(state: State, chits: Mapping[str, int]) -> int:
    """Return the gold stars of some crops."""
    return sum(n * state.manifest.crop(kind_of(item)).stars for item, n in chits.items())


def ways_to_pay(state: State, seat: Seat, slot: Slot, picks: tuple[str, ...]) -> Iterator[Items | tuple[Items, ...]]:
    """Yield every payment for a place in which no chit is needless, as a command states it."""
    held, goods, due = state.seat(seat).items, goods_due(slot, picks), dues(state, seat, slot, picks)
    if any(held.get(item, 0) < n for item, n in goods.items()):
        return
    crops = _crops(added(held, goods, -1))
    if state.options.combine_costs or not sum(due):
        yield from _payments(state, crops, sum(due))
    else:
        yield from _one_by_one(state, crops, due)


def _one_by_one(state: State, crops: Multiset, due: tuple[int, ...]) -> Iterator[tuple[Items, ...]]:
    if not due:
        yield ()
        return
    for first in _payments(state, crops, due[0]):
        for rest in _one_by_one(state, added(crops, first, -1), due[1:]):
            yield (first, *rest)


def _payments(state: State, crops: Multiset, due: int) -> Iterator[Items]:
    yield from (chits for chits in _sums(state, crops, due) if _minimal(state, chits, due))


def _sums(state: State, crops: Multiset, due: int) -> Iterator[Items]:
    if due <= 0:
        yield {}
        return
    if not crops:
        return
    (item, n), *others = crops.items()
    stars = worth(state, {item: 1})
    for k in range(min(n, -(-due // stars) if stars else 0), -1, -1):
        for rest in _sums(state, dict(others), due - k * stars):
            yield {item: k, **rest} if k else rest


def _minimal(state: State, chits: Items, due: int) -> bool:
    stars = worth(state, chits)
    return all(stars - worth(state, {item: 1}) < due for item in chits)


def _crops(held: Mapping[str, int]) -> Multiset:
    return {crop_of(kind): held[crop_of(kind)] for kind in KINDS if crop_of(kind) in held}
