"""Harvest, plant and tend: one command resolves one step, field by field (Actions)."""

from domain.games.harvest_chambers.commands import Harvest, Plant, Tend, Tending
from domain.games.harvest_chambers.events import CropPlanted, CropTended, FieldHarvested
from domain.games.harvest_chambers.flow import HarvestTable, follow
from domain.games.harvest_chambers.hooks import capacity, elixir_fills, price, room
from domain.games.harvest_chambers.items import PLANTS, kind_of
from domain.games.harvest_chambers.state import Plot, State, Step
from domain.kernel.rejection import Rejected, reject_if
from domain.kernel.values import Seat


def harvest(table: HarvestTable, command: Harvest, step: Step) -> None:
    """Take all crops from some fields (Harvest)."""
    state, seat, plots = table.state, command.seat, command.plots
    reject_if(not plots, "nothing_given")
    for index, name in enumerate(plots):
        plot = field_named(state, seat, name, index)
        reject_if(name in plots[:index], "duplicate_plot", index=index, plot=name)
        reject_if(plot.crop is None, "field_empty", index=index, plot=name)
    _check_most(step, len(plots), "too_many_fields")
    for index, name in enumerate(plots):
        held = table.state.seat(seat)
        plot = held.plots[name]
        kind = plot.crop or ""
        total = held.harvested.get(kind, 0) + plot.chits
        table.record(FieldHarvested(seat, name, kind, plot.chits, total, index == len(plots) - 1))
        follow(table, seat, "harvest")


def plant(table: HarvestTable, command: Plant, step: Step) -> None:
    """Pay fertilizer and put seeds or crops of the supply in fields (Plant)."""
    seat, items = command.seat, command.items
    reject_if(not items, "nothing_given")
    for index, entry in enumerate(items):
        state = table.state
        plot = field_named(state, seat, entry.plot, index)
        held, kind = state.seat(seat).items, kind_of(entry.item)
        reject_if(entry.item not in PLANTS, "unknown_item", index=index, item=entry.item)
        have = held.get(entry.item, 0)
        reject_if(have < entry.n, "item_not_owned", index=index, item=entry.item, need=entry.n, have=have)
        other = plot.crop not in (None, kind)
        reject_if(other, "field_holds_other_crop", index=index, plot=entry.plot, crop=plot.crop)
        free = room(state, seat, plot, kind)
        reject_if(entry.n > free, "field_full", index=index, plot=entry.plot, room=free)
        need = entry.n * price(state, seat, "fert_per_plant", kind, int(step.says["fert_delta"]))
        have = held.get("fertilizer", 0)
        reject_if(have < need, "fertilizer_short", index=index, need=need, have=have)
        spaces = state.used(plot) + entry.n * state.manifest.crop(kind).size
        last = index == len(items) - 1
        table.record(CropPlanted(seat, entry.plot, kind, entry.item, entry.n, need, spaces, last))
        follow(table, seat, "plant")
    _check_most(step, sum(entry.n for entry in items), "too_many_plants")


def tend(table: HarvestTable, command: Tend, step: Step) -> None:
    """Pay water or elixir and let crops grow in their own fields (Tend)."""
    seat, items = command.seat, command.items
    reject_if(not items, "nothing_given")
    before = {name: plot.chits for name, plot in table.state.seat(seat).plots.items()}
    tends = dict.fromkeys(before, 0)
    for index, entry in enumerate(items):
        _tend_one(table, seat, entry, step, (index, index == len(items) - 1))
        tends[entry.plot] += entry.n
        follow(table, seat, "tend")
    _check_most(step, sum(tends.values()), "too_many_tends")
    if table.state.options.tend_limit == "per_crop":
        over = [name for name, n in tends.items() if n > before[name]]
        reject_if(bool(over), "too_many_tends", plots=over)


def _tend_one(table: HarvestTable, seat: Seat, entry: Tending, step: Step, place: tuple[int, bool]) -> None:
    state, (index, last) = table.state, place
    plot = field_named(state, seat, entry.plot, index)
    if plot.crop is None:
        raise Rejected("field_empty", index=index, plot=entry.plot)
    kind, size = plot.crop, state.manifest.crop(plot.crop).size
    fills = entry.pay == "elixir" and elixir_fills(state, seat, kind)
    free, left = room(state, seat, plot, kind), state.supply[kind]
    full = entry.n > free or (fills and entry.n > 1)
    reject_if(full, "field_full", index=index, plot=entry.plot, room=free)
    grown = (min(free, left) if state.hard else free) if fills else entry.n
    short = state.hard and (left < grown or grown == 0)
    reject_if(short, "chits_exhausted", index=index, kind=kind, left=left)
    water = (
        0
        if entry.pay == "elixir"
        else entry.n * price(state, seat, "water_per_tend", kind, int(step.says["water_delta"]))
    )
    elixir = entry.n if entry.pay == "elixir" else 0
    held = state.seat(seat).items
    have = held.get("water", 0)
    reject_if(water > have, "water_short", index=index, need=water, have=have)
    have = held.get("elixir", 0)
    reject_if(elixir > have, "elixir_short", index=index, need=elixir, have=have)
    spaces = state.used(plot) + grown * size
    table.record(CropTended(seat, entry.plot, kind, grown, water, elixir, spaces, last))


def field_named(state: State, seat: Seat, name: str, index: int) -> Plot:
    """Return a plot in which the seat can plant, or refuse."""
    plot = state.seat(seat).plots.get(name)
    if plot is None:
        raise Rejected("unknown_plot", index=index, plot=name)
    reject_if(capacity(state, seat, plot) is None, "not_a_field", index=index, plot=name, kind=plot.kind)
    return plot


def _check_most(step: Step, given: int, code: str) -> None:
    most = step.says.get("max")
    reject_if(most is not None and given > most, code, max=most, given=given)
