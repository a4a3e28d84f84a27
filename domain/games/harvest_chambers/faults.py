"""Everything that is wrong with component data beyond its types: all faults at once, each with a pointer."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.games.harvest_chambers.items import ITEMS, KINDS, RESOURCES
from domain.games.harvest_chambers.manifest import Manifest
from domain.games.harvest_chambers.vocabulary import TIMINGS, Fault, below, integer

CHITS = 152
SIZES = {"snap_pea": 1, "scarrot": 1, "phantom_pepper": 1, "plumpkin": 2, "rockali": 2}
TOKENS = {"water": 40, "fertilizer": 30, "elixir": 20}
SECTIONS = ("labor_market", "general_store", "land_office")
PROFILES = ("rulebook_text", "first_farmer_two", "permissive")
LABOR = ("harvest", "plant", "tend")
SEATS = ("2", "3", "4")
FEWEST_STARS = {"snap_pea": 1, "scarrot": 2, "phantom_pepper": 2, "plumpkin": 3, "rockali": 2}
"""What the rulebook's example of a payment says of the values: one pea is one star, one other crop pays two."""


def manifest_warnings(manifest: Manifest) -> list[Fault]:
    """Return where the value of a crop is not what the rulebook's example of a payment needs; no text gives it."""
    if manifest.totals == "free":
        return []
    return [
        (f"/crops/{index}/stars", f"In the rulebook's example of a payment this is {_bound(crop.kind)}.")
        for index, crop in enumerate(manifest.crops)
        if crop.stars < FEWEST_STARS[crop.kind] or (crop.kind == "snap_pea" and crop.stars != 1)
    ]


def _bound(kind: str) -> str:
    return "1" if kind == "snap_pea" else f"{FEWEST_STARS[kind]} or more"


def manifest_faults(manifest: Manifest) -> list[Fault]:
    """Return every fault of component data."""
    checks = (_crops, _resources, _numbers, _town, _profiles, _cards, _effects)
    return [fault for check in checks for fault in check(manifest)]


def _crops(manifest: Manifest) -> Iterator[Fault]:
    yield from _listed((crop.kind for crop in manifest.crops), KINDS, "/crops", "kind")
    for index, crop in enumerate(manifest.crops):
        at = f"/crops/{index}"
        yield from integer(1, 2)(crop.size, f"{at}/size")
        yield from integer(0, 20)(crop.stars, f"{at}/stars")
        yield from integer(1, 500)(crop.count, f"{at}/count")
        size = SIZES.get(crop.kind, crop.size)
        if manifest.totals == "printed" and crop.size != size:
            yield f"{at}/size", f"The box has {size} here, not {crop.size}; a set of one's own says `free` in `totals`."
    chits = sum(crop.count for crop in manifest.crops)
    if manifest.totals == "printed" and chits != CHITS:
        yield "/crops", f"There are {CHITS} chits in all, not {chits}."


def _resources(manifest: Manifest) -> Iterator[Fault]:
    yield from _listed((each.item for each in manifest.resources), RESOURCES, "/resources", "item")
    for index, each in enumerate(manifest.resources):
        printed = TOKENS.get(each.item)
        if manifest.totals == "printed" and printed is not None and each.count != printed:
            yield f"/resources/{index}/count", f"The box holds {printed} of these."
        yield from integer(1, 500)(each.count, f"/resources/{index}/count")


def _numbers(manifest: Manifest) -> Iterator[Fault]:
    farm, course = manifest.farm, manifest.course
    yield from integer(1, 20)(farm.plots, "/farm/plots")
    yield from integer(1, max(1, farm.plots))(farm.open_fields, "/farm/open_fields")
    yield from integer(1, 20)(farm.field_spaces, "/farm/field_spaces")
    yield from integer(1, 20)(farm.plots_per_expansion, "/farm/plots_per_expansion")
    yield from integer(1, 20)(course.rounds, "/course/rounds")
    yield from integer(1, 9)(course.farmers_per_seat, "/course/farmers_per_seat")
    yield from integer(1, 20)(course.initiative_reveal, "/course/initiative_reveal")
    if course.action_cards_per_seat < course.rounds:
        yield "/course/action_cards_per_seat", "One action card for each seat is turned up in every round."
    most = int(SEATS[-1])
    if len(manifest.action_cards) < most * course.action_cards_per_seat:
        yield "/action_cards", f"Four seats need {most * course.action_cards_per_seat} action cards."
    if len(manifest.characters) < 2 * most:
        yield "/characters", "Four seats are dealt eight character boards."
    if len(manifest.initiative) < most + course.initiative_reveal:
        yield "/initiative", "There must be a number for each of four seats and those turned up beside them."
    if sum(each.copies for each in manifest.buildings) < course.display:
        yield "/buildings", "There are fewer buildings than lie on display."
    if manifest.totals == "printed":
        yield from _printed(manifest)


def _printed(manifest: Manifest) -> Iterator[Fault]:
    counted = {
        "/action_cards": (len(manifest.action_cards), 30),
        "/buildings": (sum(each.copies for each in manifest.buildings), 30),
        "/characters": (len(manifest.characters), 9),
        "/initiative": (len(manifest.initiative), 15),
        "/farm/expansions": (manifest.farm.expansions, 12),
        "/farm/boards": (manifest.farm.boards, 4),
        "/farm/field_spaces": (manifest.farm.field_spaces, 4),
        "/farm/plots_per_expansion": (manifest.farm.plots_per_expansion, 2),
        "/course/rounds": (manifest.course.rounds, 5),
        "/course/farmers_per_seat": (manifest.course.farmers_per_seat, 2),
        "/course/display": (manifest.course.display, 6),
        "/course/action_cards_per_seat": (manifest.course.action_cards_per_seat, 5),
        "/course/initiative_reveal": (manifest.course.initiative_reveal, 3),
    }
    for at, (found, printed) in counted.items():
        if found != printed:
            yield at, f"The box has {printed} here, not {found}; a set of one's own says `free` in `totals`."


def _town(manifest: Manifest) -> Iterator[Fault]:
    yield from _listed((each.id for each in manifest.sections), SECTIONS, "/sections", "id")
    for index, section in enumerate(manifest.sections):
        at = f"/sections/{index}/picks"
        yield from _distinct((pick.id for pick in section.picks), at, "id")
        if section.id != "labor_market":
            continue
        for number, pick in enumerate(section.picks):
            words = {word for each in pick.when_taken for word in each}
            if pick.cost_stars or pick.cost or not words <= set(LABOR):
                yield f"{at}/{number}", "What the labor market offers is free: harvest, plant, tend."
        if len(section.picks) < len(LABOR):
            yield at, "The labor market offers three things, so that a farmer always finds work."


def _profiles(manifest: Manifest) -> Iterator[Fault]:
    yield from _listed((each.id for each in manifest.profiles), PROFILES, "/profiles", "id")
    for index, profile in enumerate(manifest.profiles):
        at = f"/profiles/{index}/slots"
        yield from _distinct((slot.suffix for slot in profile.slots), at, "suffix")
        if all(slot.capacity is not None for slot in profile.slots):
            yield at, "One place of every section takes any number of farmers, so that nobody is ever stuck."
        for number, slot in enumerate(profile.slots):
            if slot.capacity is not None:
                yield from integer(1, 99)(slot.capacity, f"{at}/{number}/capacity")
            if sorted(slot.picks) != list(SEATS):
                yield f"{at}/{number}/picks", "State the picks for 2, 3 and 4 seats."
            for seats, picks in slot.picks.items():
                yield from integer(1, len(LABOR))(picks, f"{at}/{number}/picks/{seats}")


def _cards(manifest: Manifest) -> Iterator[Fault]:
    yield from _distinct((each.n for each in manifest.initiative), "/initiative", "n")
    for index, card in enumerate(manifest.initiative):
        yield from integer(1, 999)(card.n, f"/initiative/{index}/n")
    for name in ("action_cards", "buildings", "characters"):
        yield from _distinct((each.id for each in getattr(manifest, name)), f"/{name}", "id")
    for index, action in enumerate(manifest.action_cards):
        if action.id in SECTIONS:
            yield f"/action_cards/{index}/id", "This is the name of a section of the town."
        if not action.slots:
            yield f"/action_cards/{index}/slots", "A card has one place for a farmer at least."
        yield from _distinct((slot.id for slot in action.slots), f"/action_cards/{index}/slots", "id")
        for number, slot in enumerate(action.slots):
            if slot.capacity is not None:
                yield from integer(1, 99)(slot.capacity, f"/action_cards/{index}/slots/{number}/capacity")
    for index, building in enumerate(manifest.buildings):
        yield from integer(0, 99)(building.stars, f"/buildings/{index}/stars")
        yield from integer(1, 99)(building.copies, f"/buildings/{index}/copies")


def _effects(manifest: Manifest) -> Iterator[Fault]:
    for at, row in _rows(manifest):
        for timing, check in TIMINGS.items():
            yield from check(getattr(row, timing, ()), f"{at}/{timing}")
        for name in ("cost", "start"):
            for item in getattr(row, name, {}):
                if item not in ITEMS:
                    yield below(f"{at}/{name}", item), f"There is no such item; there are {', '.join(ITEMS)}."


def _rows(manifest: Manifest) -> Iterator[tuple[str, Any]]:
    """Yield whatever has effects, with where it stands."""
    for name in ("initiative", "buildings", "characters"):
        yield from ((f"/{name}/{index}", row) for index, row in enumerate(getattr(manifest, name)))
    for index, action in enumerate(manifest.action_cards):
        yield from ((f"/action_cards/{index}/slots/{n}", slot) for n, slot in enumerate(action.slots))
    for index, section in enumerate(manifest.sections):
        yield from ((f"/sections/{index}/picks/{n}", pick) for n, pick in enumerate(section.picks))
    yield "/wil", manifest.wil


def _listed(found: Iterable[str], wanted: tuple[str, ...], at: str, field: str) -> Iterator[Fault]:
    if sorted(found) != sorted(wanted):
        yield at, f"The rows are those whose `{field}` is {', '.join(wanted)}, each once."


def _distinct(found: Iterable[Any], at: str, field: str) -> Iterator[Fault]:
    seen = list(found)
    for index, each in enumerate(seen):
        if each in seen[:index]:
            yield f"{at}/{index}/{field}", f"{each} stands here twice."
