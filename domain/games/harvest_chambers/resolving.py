"""Plow, build, and the choices of cards: the steps that are resolved one at a time (Actions; Building Cards)."""

from collections.abc import Mapping

from domain.games.harvest_chambers.commands import Build, Choose, Convert, GainAny, Plow
from domain.games.harvest_chambers.events import (
    BranchChosen,
    BuildingBuilt,
    EffectDeclined,
    FieldPlowed,
    ItemsConverted,
    ItemsGained,
)
from domain.games.harvest_chambers.flow import HarvestTable, follow
from domain.games.harvest_chambers.items import by_kind, kind_of, meant
from domain.games.harvest_chambers.manifest import Nodes
from domain.games.harvest_chambers.state import AUTOMATIC, FIELD, State, Step
from domain.kernel.rejection import Rejected, reject_if
from domain.kernel.values import Multiset, Seat


def plow(table: HarvestTable, command: Plow, _: Step) -> None:
    """Lay the top card of the stack on a locked plot, field side up, and look at neither side (Plow a Field)."""
    state, seat = table.state, command.seat
    _check_locked(state, seat, command.plot)
    left = state.cards.left("field stack")
    reject_if(left <= 0, "field_stack_empty")
    table.record(FieldPlowed(seat, command.plot, FIELD, left - 1))
    follow(table, seat, "plow")


def build(table: HarvestTable, command: Build, _: Step) -> None:
    """Put a building of the display on a locked plot; what it brings when built comes next (Build)."""
    state, seat, card = table.state, command.seat, command.card
    reject_if(card not in state.display, "building_not_on_display", card=card, display=list(state.display))
    _check_locked(state, seat, command.plot)
    display = list(state.display)
    display.remove(card)
    table.record(BuildingBuilt(seat, command.plot, card, tuple(display)))
    follow(table, seat, "build")


def _check_locked(state: State, seat: Seat, name: str) -> None:
    plot = state.seat(seat).plots.get(name)
    if plot is None:
        raise Rejected("unknown_plot", plot=name)
    reject_if(plot.kind != "locked", "plot_not_locked", plot=name, kind=plot.kind)


def gain_any(table: HarvestTable, command: GainAny, step: Step) -> None:
    """Take as many of the offered items as the effect says, or as the supply still has."""
    state, items = table.state, command.items
    offered = meant(step.says["of"])
    for item in items:
        reject_if(item not in offered, "item_not_offered", item=item, offered=list(offered))
    wanted, given = how_many(state, step), sum(items.values())
    reject_if(given != wanted, "wrong_count", wanted=wanted, given=given)
    twice = [item for item, n in items.items() if n > 1]
    reject_if(bool(step.says["distinct"]) and bool(twice), "repeat_not_allowed", items=twice)
    short = lacking(state, items)
    reject_if(short is not None, "chits_exhausted", item=short)
    table.record(ItemsGained(command.seat, step.cause, items, {}))


def how_many(state: State, step: Step) -> int:
    """Return how many items a `gain_any` step gives: fewer than printed only where the supply has no more."""
    offered, wanted = meant(step.says["of"]), int(step.says["n"])
    if step.says["distinct"]:
        return min(wanted, _distinct(state, offered))
    if not state.hard:
        return wanted
    return min(wanted, sum(max(0, state.supply[kind]) for kind in {kind_of(item) for item in offered}))


def _distinct(state: State, offered: tuple[str, ...]) -> int:
    if not state.hard:
        return len(offered)
    counted = by_kind(dict.fromkeys(offered, 1))
    return sum(min(n, max(0, state.supply[kind])) for kind, n in counted.items())


def lacking(state: State, items: Mapping[str, int]) -> str | None:
    """Return what the supply has too few of, or null."""
    if not state.hard:
        return None
    return next((kind for kind, n in by_kind(items).items() if n > state.supply[kind]), None)


def convert(table: HarvestTable, command: Convert, step: Step) -> None:
    """Exchange goods up to as many times as the effect says."""
    state, times = table.state, command.times
    most = int(step.says["times"])
    reject_if(times > most, "too_many_times", max=most, given=times)
    gave, got = _times(step.says["give"], times), _times(step.says["get"], times)
    for item, n in gave.items():
        have = state.seat(command.seat).items.get(item, 0)
        reject_if(have < n, "item_not_owned", item=item, need=n, have=have)
    short = lacking(state, got)
    reject_if(short is not None, "chits_exhausted", item=short)
    table.record(ItemsConverted(command.seat, step.cause, gave, got))


def _times(goods: Mapping[str, int], times: int) -> Multiset:
    return {item: n * times for item, n in goods.items()}


def choose(table: HarvestTable, command: Choose, step: Step) -> None:
    """Choose branches of an effect; they are resolved in the order named."""
    branches: list[Nodes] = step.says["of"]
    chosen, wanted = command.branches, int(step.says["k"])
    for branch in chosen:
        reject_if(not 1 <= branch <= len(branches), "unknown_branch", branch=branch, branches=len(branches))
    twice = [branch for branch in sorted(set(chosen)) if chosen.count(branch) > 1]
    reject_if(bool(twice), "duplicate_branch", branches=twice)
    reject_if(len(chosen) != wanted, "wrong_count", wanted=wanted, given=len(chosen))
    table.record(BranchChosen(command.seat, step.cause, chosen))


def decline(table: HarvestTable, step: Step) -> None:
    """Leave a step unused."""
    table.record(EffectDeclined(step.seat, step.cause, step.op))


def finish(table: HarvestTable, seat: Seat) -> None:
    """Leave unused whatever open step of the seat needs a choice."""
    for step in table.state.pending:
        if step.seat == seat and step.op not in AUTOMATIC:
            decline(table, step)
