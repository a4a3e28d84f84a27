"""All ways to resolve a step, one after the other: fields, plantings, tends, goods.

Lists are made lazily. The lists of a command are in the order of plots, so that no two of them do the same.
"""

from collections.abc import Iterator
from itertools import combinations

from domain.games.harvest_chambers.commands import (
    Build,
    Choose,
    Convert,
    GainAny,
    Harvest,
    Items,
    Plant,
    Planting,
    Plow,
    Tend,
    Tending,
)
from domain.games.harvest_chambers.hooks import elixir_fills, fields_of, hooks, price, room
from domain.games.harvest_chambers.items import PLANTS, added, kind_of, meant
from domain.games.harvest_chambers.resolving import how_many, lacking
from domain.games.harvest_chambers.state import State, Step
from domain.kernel.values import Command, Multiset, Seat

BEYOND = 10_000
"""More than any limit of a card."""


def answers(state: State, step: Step) -> Iterator[Command]:
    """Yield the commands that resolve a step."""
    match step.op:
        case "harvest":
            yield from _harvests(state, step)
        case "plant":
            yield from (Plant(step.seat, items) for items in _plantings(state, step))
        case "tend":
            yield from (Tend(step.seat, items) for items in _tendings(state, step))
        case "plow":
            if state.cards.left("field stack"):
                yield from (Plow(step.seat, plot) for plot in locked(state, step.seat))
        case "build":
            cards = dict.fromkeys(state.display)
            yield from (Build(step.seat, card, plot) for card in cards for plot in locked(state, step.seat))
        case "gain_any":
            yield from (GainAny(step.seat, items) for items in _takings(state, step))
        case "convert":
            yield from _conversions(state, step)
        case "choose":
            yield from _choices(step)
        case _:
            return


def locked(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the plots that can be plowed or built on."""
    return tuple(name for name, plot in state.seat(seat).plots.items() if plot.kind == "locked")


def sown(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the fields in which something grows."""
    return tuple(name for name, plot in fields_of(state, seat).items() if plot.crop is not None)


def most_of(step: Step) -> int:
    """Return how often a step may be done at most."""
    most = step.says.get("max")
    return BEYOND if most is None else int(most)


def _harvests(state: State, step: Step) -> Iterator[Command]:
    fields = sown(state, step.seat)
    for n in range(min(len(fields), most_of(step)), 0, -1):
        yield from (Harvest(step.seat, plots) for plots in combinations(fields, n))


def _plantings(state: State, step: Step) -> Iterator[tuple[Planting, ...]]:
    held = state.seat(step.seat).items
    places = [(plot, item) for plot in fields_of(state, step.seat) for item in PLANTS if held.get(item)]
    yield from _plant_on(state, step, places, (), held)


def _plant_on(
    state: State, step: Step, places: list[tuple[str, str]], done: tuple[Planting, ...], held: Multiset
) -> Iterator[tuple[Planting, ...]]:
    left = most_of(step) - sum(each.n for each in done)
    for index, (name, item) in enumerate(places):
        kind = kind_of(item)
        free = _room_after(state, step.seat, name, kind, done)
        cost = price(state, step.seat, "fert_per_plant", kind, int(step.says["fert_delta"]))
        affordable = held.get("fertilizer", 0) // cost if cost else BEYOND
        for n in range(min(free, affordable, held.get(item, 0), left), 0, -1):
            entries = (*done, Planting(name, item, n))
            yield entries
            if not _brings(state, step.seat, "plant"):
                after = added(held, {item: n, "fertilizer": n * cost}, -1)
                yield from _plant_on(state, step, places[index + 1 :], entries, after)


def _room_after(state: State, seat: Seat, name: str, kind: str, done: tuple[Planting, ...]) -> int:
    here = [entry for entry in done if entry.plot == name]
    if any(kind_of(entry.item) != kind for entry in here):
        return 0
    return room(state, seat, state.seat(seat).plots[name], kind) - sum(entry.n for entry in here)


def _tendings(state: State, step: Step) -> Iterator[tuple[Tending, ...]]:
    places = [(name, pay) for name in sown(state, step.seat) for pay in ("water", "elixir")]
    yield from _tend_on(state, step, places, (), (state.seat(step.seat).items, dict(state.supply)))


def _tend_on(
    state: State,
    step: Step,
    places: list[tuple[str, str]],
    done: tuple[tuple[Tending, int], ...],
    left: tuple[Multiset, Multiset],
) -> Iterator[tuple[Tending, ...]]:
    """Go on from tends already chosen, each with how many chits it brings; `left` is what seat and supply have."""
    (held, supply), seat = left, step.seat
    for index, (name, pay) in enumerate(places):
        plot = state.seat(seat).plots[name]
        kind = plot.crop or ""
        here = [(entry, grown) for entry, grown in done if entry.plot == name]
        free = room(state, seat, plot, kind) - sum(grown for _, grown in here)
        chits = min(free, supply[kind]) if state.hard else free
        limit = most_of(step) - sum(entry.n for entry, _ in done)
        if state.options.tend_limit == "per_crop":
            limit = min(limit, plot.chits - sum(entry.n for entry, _ in here))
        fills = pay == "elixir" and elixir_fills(state, seat, kind)
        cost = 1 if pay == "elixir" else price(state, seat, "water_per_tend", kind, int(step.says["water_delta"]))
        affordable = held.get(pay, 0) // cost if cost else BEYOND
        for n in range(min(chits, affordable, limit, 1 if fills else BEYOND), 0, -1):
            grown = chits if fills else n
            entries = (*done, (Tending(name, "elixir" if pay == "elixir" else "water", n), grown))
            yield tuple(entry for entry, _ in entries)
            if not _brings(state, seat, "tend"):
                after = (added(held, {pay: n * cost}, -1), {**supply, kind: supply[kind] - grown})
                yield from _tend_on(state, step, places[index + 1 :], entries, after)


def _brings(state: State, seat: Seat, event: str) -> bool:
    """Tell whether an action brings goods of its own, so that longer lists cannot be counted beforehand."""
    return any(hook["event"] == event for _, hook in hooks(state, seat, "on_event"))


def _takings(state: State, step: Step) -> Iterator[Items]:
    offered, most = meant(step.says["of"]), 1 if step.says["distinct"] else BEYOND
    for items in _multisets(offered, how_many(state, step), most):
        if items and lacking(state, items) is None:
            yield items


def _multisets(offered: tuple[str, ...], n: int, most: int) -> Iterator[Items]:
    if not n:
        yield {}
    elif offered:
        for k in range(min(n, most), -1, -1):
            for rest in _multisets(offered[1:], n - k, most):
                yield {offered[0]: k, **rest} if k else rest


def _conversions(state: State, step: Step) -> Iterator[Command]:
    held = state.seat(step.seat).items
    for times in range(int(step.says["times"]), 0, -1):
        enough = all(held.get(item, 0) >= n * times for item, n in step.says["give"].items())
        if enough and lacking(state, {item: n * times for item, n in step.says["get"].items()}) is None:
            yield Convert(step.seat, times)


def _choices(step: Step) -> Iterator[Command]:
    branches = range(1, len(step.says["of"]) + 1)
    for chosen in combinations(branches, int(step.says["k"])):
        yield Choose(step.seat, chosen)
        if len(chosen) > 1:
            yield Choose(step.seat, chosen[::-1])
