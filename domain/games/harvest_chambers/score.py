"""The score sheet and the verdict of Harvest (Game End)."""

from collections.abc import Iterator

from domain.games.harvest_chambers.counters import planted, points
from domain.games.harvest_chambers.hooks import farmer_of
from domain.games.harvest_chambers.items import KINDS, OTHERS, RESOURCES, crop_of
from domain.games.harvest_chambers.manifest import Nodes
from domain.games.harvest_chambers.state import State
from domain.kernel.score import Flag, Line, Outcome, SeatValue, TieBreak, Verdict, totals
from domain.kernel.values import Json, Seat

PRINTED = ("rulebook", "owner")
"""Where figures come from that are in the rulebook or were read off a real box."""
SUMMED = ("*", "kinds", "full", "buildings")
"""The words of counters that count several kinds or cards."""


def lines(state: State) -> tuple[Line, ...]:
    """Return every seat's lines: chits in fields and in the supply, seeds, buildings, their bonuses, the farmer's."""
    return tuple(line for seat in range(1, len(state.seats) + 1) for line in _lines_of(state, seat))


def _lines_of(state: State, seat: Seat) -> Iterator[Line]:
    held = state.seat(seat)
    for kind in KINDS:
        yield from _chits(state, seat, f"field.{kind}", kind, planted(state, seat, kind))
    for kind in KINDS:
        yield from _chits(state, seat, f"harvested.{kind}", kind, held.items.get(crop_of(kind), 0))
    if state.options.score_seeds:
        for kind in OTHERS:
            yield from _chits(state, seat, f"seeds.{kind}", kind, held.items.get(f"seed.{kind}", 0))
    yield from _buildings(state, seat)
    farmer = farmer_of(state, seat)
    if farmer is not None and farmer.game_end:
        amount, counters = _bonus(state, seat, farmer.game_end, 1)
        flags = _flags(farmer.provenance, unverified=_counts_doubtful(held.unverified, counters))
        yield Line(seat, "character", amount, None, counters, flags)


def _chits(state: State, seat: Seat, key: str, kind: str, n: int) -> Iterator[Line]:
    if n:
        crop = state.manifest.crop(kind)
        flags = _flags(crop.provenance, unverified=kind in state.seat(seat).unverified)
        yield Line(seat, key, n, crop.stars, None, flags)


def _buildings(state: State, seat: Seat) -> Iterator[Line]:
    held = state.seat(seat)
    built: dict[str, int] = {}
    for plot in held.plots.values():
        if plot.kind == "building" and plot.card is not None:
            built[plot.card] = built.get(plot.card, 0) + 1
    for card, n in sorted(built.items()):
        building = state.manifest.building(card)
        flags = _flags(building.provenance, unverified=card in held.unverified)
        yield Line(seat, f"building.{card}", n, building.stars, None, flags)
    for card, n in sorted(built.items()):
        building = state.manifest.building(card)
        if building.game_end:
            amount, counters = _bonus(state, seat, building.game_end, n)
            doubtful = card in held.unverified or _counts_doubtful(held.unverified, counters)
            key, rests = f"building_bonus.{card}", (f"building.{card}",)
            yield Line(seat, key, amount, None, counters, _flags(building.provenance, unverified=doubtful), rests)


def _bonus(state: State, seat: Seat, nodes: Nodes, copies: int) -> tuple[int, dict[str, Json]]:
    """Return what score effects bring together, and what each of them has counted."""
    found = [points(state, seat, node) for node in nodes]
    counters = {counter: n for _, counter, n in found if counter != "flat"}
    return copies * sum(brought for brought, _, _ in found), counters


def _counts_doubtful(unverified: tuple[str, ...], counters: dict[str, Json]) -> bool:
    """Tell whether counters may have counted what nothing but the table's word vouches for."""
    words = {word for counter in counters for word in counter.replace("$silo", "snap_pea").split(".")}
    return bool(unverified) and not words.isdisjoint({*unverified, *SUMMED})


def _flags(provenance: str, *, unverified: bool = False) -> tuple[Flag, ...]:
    flags: list[Flag] = []
    if provenance not in PRINTED:
        flags.append("placeholder")
    if unverified:
        flags.append("unverified")
    return tuple(flags)


def verdict(state: State) -> Verdict:
    """Judge a state at its end: the most stars, then the most resources left, then the lowest initiative."""
    sums = totals(lines(state), len(state.seats))
    resources = {seat: sum(state.seat(seat).items.get(item, 0) for item in RESOURCES) for seat in sums}
    initiative = {seat: state.seat(seat).initiative or 0 for seat in sums}
    ranked = sorted(sums, key=lambda seat: (-sums[seat], -resources[seat], initiative[seat]))
    left = tuple(seat for seat in sums if sums[seat] == max(sums.values()))
    decided_by, breaks = "total", []
    if len(left) > 1:
        most = max(resources[seat] for seat in left)
        after = tuple(seat for seat in left if resources[seat] == most)
        breaks.append(TieBreak("resources", tuple(SeatValue(seat, resources[seat]) for seat in left), after))
        decided_by, left = "resources", after
    if len(left) > 1:
        breaks.append(TieBreak("initiative", tuple(SeatValue(seat, initiative[seat]) for seat in left), (ranked[0],)))
        decided_by = "initiative"
    ranks = {str(seat): place for place, seat in enumerate(ranked, 1)}
    return Verdict(Outcome("win", "", (ranked[0],), decided_by, tuple(breaks)), dict(sorted(ranks.items())))
