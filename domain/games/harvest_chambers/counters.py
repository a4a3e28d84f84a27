"""What score effects count."""

from domain.games.harvest_chambers.hooks import fields_of, room
from domain.games.harvest_chambers.items import KINDS, OTHERS, RESOURCES, crop_of
from domain.games.harvest_chambers.manifest import Node
from domain.games.harvest_chambers.state import State
from domain.kernel.values import Seat

SILO = {"total": "harvested.snap_pea", "supply": "crop.snap_pea.supply"}


def counted(state: State, seat: Seat, counter: str) -> int:
    """Return what a counter stands at for a seat."""
    held = state.seat(seat)
    family, _, rest = SILO.get(state.options.silo_counts, "").partition(".") if counter == "$silo" else _parts(counter)
    match family:
        case "crop":
            kind, _, place = rest.partition(".")
            kinds = KINDS if kind == "*" else (kind,)
            supply = sum(held.items.get(crop_of(each), 0) for each in kinds) if place != "field" else 0
            field = sum(planted(state, seat, each) for each in kinds) if place != "supply" else 0
            return supply + field
        case "seed":
            return sum(held.items.get(f"seed.{kind}", 0) for kind in (OTHERS if rest == "*" else (rest,)))
        case "harvested":
            return sum(held.harvested.get(kind, 0) for kind in (KINDS if rest == "*" else (rest,)))
        case "resource":
            return sum(held.items.get(item, 0) for item in (RESOURCES if rest == "*" else (rest,)))
        case _:
            return _farm(state, seat, counter)


def planted(state: State, seat: Seat, kind: str) -> int:
    """Return how many chits of a kind grow in a seat's fields."""
    return sum(plot.chits for plot in state.seat(seat).plots.values() if plot.crop == kind)


def _parts(counter: str) -> tuple[str, str, str]:
    return counter.partition(".")


def _farm(state: State, seat: Seat, counter: str) -> int:
    held = state.seat(seat)
    plots = held.plots.values()
    match counter:
        case "buildings":
            return sum(plot.kind == "building" for plot in plots)
        case "fields":
            return sum(plot.kind == "field" for plot in plots)
        case "plots.locked":
            return sum(plot.kind == "locked" for plot in plots)
        case "expansions":
            return held.expansions
        case "kinds.crop":
            return sum(planted(state, seat, kind) > 0 or held.items.get(crop_of(kind), 0) > 0 for kind in KINDS)
        case "fields.full":
            sown = [plot for plot in fields_of(state, seat).values() if plot.crop is not None]
            return sum(room(state, seat, plot, plot.crop or "") == 0 for plot in sown)
        case _:
            raise ValueError(f"{counter} is no counter")


def points(state: State, seat: Seat, node: Node) -> tuple[int, str, int]:
    """Return what a score effect brings now, its counter, and what that stands at."""
    if "flat" in node:
        return int(node["flat"]), "flat", 1
    if "per" in node:
        n = counted(state, seat, node["per"])
        brought = int(node["each"]) * (n // int(node["div"]))
        return (brought if node["max"] is None else min(brought, int(node["max"]))), node["per"], n
    n = counted(state, seat, node["steps"])
    reached = [step for step in node["at"] if n >= step[0]]
    return (int(max(reached)[1]) if reached else 0), node["steps"], n
