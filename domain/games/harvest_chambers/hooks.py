"""What a seat's farmer and buildings change while they are owned: costs, fields, and goods that follow an action."""

from collections.abc import Iterator
from typing import Any

from domain.games.harvest_chambers.manifest import Farmer, Nodes
from domain.games.harvest_chambers.state import Plot, State
from domain.kernel.values import Seat


def farmer_of(state: State, seat: Seat) -> Farmer | None:
    """Return the side of the character board a seat plays by; null before it has chosen."""
    held = state.seat(seat)
    if held.board is None:
        return None
    return state.manifest.wil if held.side == "wil" else state.manifest.character(held.board)


def owned(state: State, seat: Seat, timing: str) -> Iterator[tuple[str, Nodes]]:
    """Yield the farmer's board and the buildings of a seat, each with its effects at a timing."""
    held, farmer = state.seat(seat), farmer_of(state, seat)
    if farmer is not None and held.board is not None:
        yield held.board, getattr(farmer, timing)
    for plot in held.plots.values():
        if plot.kind == "building" and plot.card is not None:
            yield plot.card, getattr(state.manifest.building(plot.card), timing, ())


def hooks(state: State, seat: Seat, word: str) -> Iterator[tuple[str, Any]]:
    """Yield every passive effect of one word that a seat has, with the card it is on."""
    for card, nodes in owned(state, seat, "ability"):
        for node in nodes:
            if word in node:
                yield card, node[word]


def price(state: State, seat: Seat, word: str, kind: str, delta: int) -> int:
    """Return what planting (`fert_per_plant`) or tending (`water_per_tend`) one chit of a kind costs a seat."""
    cost = max(0, state.manifest.crop(kind).stars + delta)
    for _, hook in hooks(state, seat, word):
        if _concerns(hook, kind):
            cost = changed(cost, hook)
    return cost


def changed(cost: int, hook: Any) -> int:
    """Return a cost after a hook; its `min` is a floor for lowering and never raises a cost that lies below it."""
    lowered = cost + int(hook["delta"])
    return max(lowered, min(cost, int(hook["min"])))


def elixir_fills(state: State, seat: Seat, kind: str) -> bool:
    """Tell whether one elixir fills a whole field of this kind (Witch's Hut)."""
    return any(_concerns(hook, kind) for _, hook in hooks(state, seat, "elixir_fills_field"))


def capacity(state: State, seat: Seat, plot: Plot) -> int | None:
    """Return the spaces of a plot for crops; null where nothing can be planted."""
    if plot.kind == "field":
        more = sum(int(hook["delta"]) for _, hook in hooks(state, seat, "field_capacity"))
        return state.manifest.farm.field_spaces + more
    if plot.kind == "building":
        sizes = [int(hook["capacity"]) for _, hook in hooks(state, seat, "buildings_are_fields")]
        return max(sizes, default=None)
    return None


def fields_of(state: State, seat: Seat) -> dict[str, Plot]:
    """Return the plots in which a seat can plant."""
    plots = state.seat(seat).plots
    return {name: plot for name, plot in plots.items() if capacity(state, seat, plot) is not None}


def room(state: State, seat: Seat, plot: Plot, kind: str) -> int:
    """Return how many more chits of a kind a field has space for; the kind must be the field's own or it be empty."""
    spaces = capacity(state, seat, plot)
    if spaces is None or plot.crop not in (None, kind):
        return 0
    return (spaces - state.used(plot)) // state.manifest.crop(kind).size


def _concerns(hook: Any, kind: str) -> bool:
    return "*" in hook["types"] or kind in hook["types"]
