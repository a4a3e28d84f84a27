"""What events change in farms and supplies, and how a resolved step leaves the list of open ones."""

from collections.abc import Mapping
from typing import Any, assert_never

from msgspec.structs import replace

from domain.games.harvest_chambers.events import (
    BuildingBuilt,
    CropPlanted,
    CropTended,
    FarmExpanded,
    FieldHarvested,
    FieldPlowed,
)
from domain.games.harvest_chambers.items import added, by_kind, crop_of
from domain.games.harvest_chambers.state import EXPANSION, Plot, State, Step, steps_of
from domain.kernel.values import Seat

FarmEvent = CropPlanted | CropTended | FieldHarvested | FarmExpanded | FieldPlowed | BuildingBuilt


def evolve_farm(state: State, event: CropPlanted | CropTended | FieldHarvested | FieldPlowed | BuildingBuilt) -> State:
    """Return the state after something was done on a farm."""
    seat = event.seat
    match event:
        case CropPlanted(kind=kind, n=n):
            held = added(state.seat(seat).items, {event.item: n, "fertilizer": event.fertilizer}, -1)
            plot = replace(_plot(state, event), crop=kind, chits=_plot(state, event).chits + n)
            state = _farm(state, seat, event.plot, plot, items=held)
            return _after(_supply(state, {"fertilizer": event.fertilizer}), "plant", last=event.last)
        case CropTended(kind=kind, added=n):
            spent = {"water": event.water, "elixir": event.elixir}
            held = added(state.seat(seat).items, spent, -1)
            plot = replace(_plot(state, event), chits=_plot(state, event).chits + n)
            state = _farm(state, seat, event.plot, plot, items=held)
            return _after(_supply(state, {**spent, kind: -n}), "tend", last=event.last)
        case FieldHarvested(kind=kind):
            held = added(state.seat(seat).items, {crop_of(kind): event.count})
            counted = {**state.seat(seat).harvested, kind: event.harvested_total}
            plot = replace(_plot(state, event), crop=None, chits=0)
            state = _farm(state, seat, event.plot, plot, items=held, harvested=counted)
            return _after(state, "harvest", last=event.last)
        case FieldPlowed():
            state = replace(state, cards=state.cards.shift("field stack", "plowed", 1))
            return resolved(_farm(state, seat, event.plot, Plot("field", event.card)), "plow")
        case BuildingBuilt(card=card):
            state = _farm(state, seat, event.plot, Plot("building", card))
            built = steps_of(seat, card, state.manifest.building(card).when_built)
            return with_first(resolved(replace(state, display=event.display), "build"), built)
        case _:
            assert_never(event)


def expanded(state: State, event: FarmExpanded) -> State:
    """Return the state after a farm was expanded."""
    held = state.seat(event.seat)
    kind = Plot("field") if state.options.expansion_plots == "open" else Plot("locked")
    plots = {**held.plots, **dict.fromkeys(event.plots, kind)}
    state = with_seat(state, event.seat, plots=plots, expansions=held.expansions + 1)
    return resolved(_supply(state, {EXPANSION: -1}), "expand")


def gained(state: State, seat: Seat, items: Mapping[str, int]) -> State:
    """Move goods from the supply to a seat."""
    counted = {kind: -n for kind, n in by_kind(items).items()}
    return with_seat(_supply(state, counted), seat, items=added(state.seat(seat).items, items))


def paid(state: State, seat: Seat, items: Mapping[str, int]) -> State:
    """Move goods from a seat to the supply."""
    return with_seat(_supply(state, by_kind(items)), seat, items=added(state.seat(seat).items, items, -1))


def resolved(state: State, op: str, cause: str | None = None) -> State:
    """Take the first open step of a word (and a cause) off the list."""
    for index, step in enumerate(state.pending):
        if step.op == op and cause in (None, step.cause):
            return replace(state, pending=state.pending[:index] + state.pending[index + 1 :])
    return state


def with_first(state: State, steps: tuple[Step, ...]) -> State:
    """Put new steps before all others."""
    return replace(state, pending=(*steps, *state.pending)) if steps else state


def with_seat(state: State, seat: Seat, **changes: Any) -> State:
    """Change something of one seat."""
    return replace(state, seats={**state.seats, str(seat): replace(state.seat(seat), **changes)})


def _after(state: State, op: str, *, last: bool) -> State:
    return resolved(state, op) if last else state


def _plot(state: State, event: CropPlanted | CropTended | FieldHarvested) -> Plot:
    return state.seat(event.seat).plots[event.plot]


def _farm(state: State, seat: Seat, name: str, plot: Plot, **changes: Any) -> State:
    return with_seat(state, seat, plots={**state.seat(seat).plots, name: plot}, **changes)


def _supply(state: State, change: Mapping[str, int]) -> State:
    supply = dict(state.supply)
    for name, n in change.items():
        supply[name] += n
    return replace(state, supply=supply)
