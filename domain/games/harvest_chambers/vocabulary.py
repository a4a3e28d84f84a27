"""The words that cards are written in, and what is wrong with a text that does not keep to them.

An effect is an object with one word as its key. Active words are steps to resolve, passive ones hold while a card is
owned, and score words count at the end. Every check yields pairs of a JSON pointer and a sentence.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.games.harvest_chambers.items import ITEMS, KINDS, OTHERS, RESOURCES, WILDCARDS

Fault = tuple[str, str]
Check = Callable[[Any, str], Iterator[Fault]]

EVENTS = ("harvest", "plant", "tend", "plow", "build", "expand")
"""What a farmer can do, by the words of its effects; `on_event` waits for one of them."""


DEEPEST = 3
"""How many choices may stand inside each other."""


def below(at: str, name: object) -> str:
    """Return the pointer to a member of what stands at a pointer."""
    return f"{at}/{str(name).replace('~', '~0').replace('/', '~1')}"


def integer(lowest: int, highest: int) -> Check:
    """Check for a whole number within bounds."""

    def check(value: Any, at: str) -> Iterator[Fault]:
        if type(value) is not int or not lowest <= value <= highest:
            yield at, f"This is a whole number from {lowest} to {highest}."

    return check


def boolean(value: Any, at: str) -> Iterator[Fault]:
    """Check for true or false."""
    if type(value) is not bool:
        yield at, "This is true or false."


def maybe(check: Check) -> Check:
    """Check something that may also be null."""
    return lambda value, at: iter(()) if value is None else check(value, at)


def one_of(*words: str) -> Check:
    """Check for one of some words."""

    def check(value: Any, at: str) -> Iterator[Fault]:
        if value not in words:
            yield at, f"This is one of {', '.join(words)}."

    return check


def list_of(check: Check, fewest: int = 1) -> Check:
    """Check a list, item by item."""

    def whole(value: Any, at: str) -> Iterator[Fault]:
        if not isinstance(value, list | tuple) or len(value) < fewest:
            yield at, f"This is a list of at least {fewest}."
            return
        for index, each in enumerate(value):
            yield from check(each, f"{at}/{index}")

    return whole


def fields(checks: Mapping[str, Check]) -> Check:
    """Check an object that has exactly these fields."""

    def whole(value: Any, at: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield at, f"This is an object with {', '.join(checks)}."
            return
        for name in value:
            if name not in checks:
                yield below(at, name), "There is no such field here."
        for name, check in checks.items():
            if name in value:
                yield from check(value[name], f"{at}/{name}")
            else:
                yield at, f"The field {name} is missing."

    return whole


def goods(value: Any, at: str) -> Iterator[Fault]:
    """Check a map of items to numbers."""
    if not isinstance(value, dict) or not value:
        yield at, "This is a map of items to how many of each."
        return
    for item, n in value.items():
        if item not in ITEMS:
            yield below(at, item), f"There is no such item; there are {', '.join(ITEMS)}."
        yield from integer(1, 99)(n, below(at, item))


def node(words: Mapping[str, Check]) -> Check:
    """Check one effect of a family of words."""

    def whole(value: Any, at: str) -> Iterator[Fault]:
        if not isinstance(value, dict) or len(value) != 1:
            yield at, "An effect is an object with one word as its key."
            return
        ((word, said),) = value.items()
        if word not in words:
            yield below(at, word), f"There is no such word here; there are {', '.join(words)}."
            return
        yield from words[word](said, f"{at}/{word}")

    return whole


def _choice(value: Any, at: str) -> Iterator[Fault]:
    if at.count("/choose/of/") >= DEEPEST:
        yield at, f"Choices stand at most {DEEPEST} deep inside each other."
        return
    yield from fields({"k": integer(1, 9), "of": list_of(list_of(node(ACTIVE)), 2)})(value, at)
    if isinstance(value, dict) and isinstance(value.get("of"), list) and type(value.get("k")) is int:
        yield from integer(1, max(1, len(value["of"])))(value["k"], f"{at}/k")


_limit = maybe(integer(1, 99))
_delta = integer(-9, 9)
_count = integer(1, 9)
_kinds = list_of(one_of("*", *KINDS))

ACTIVE: dict[str, Check] = {
    "gain": goods,
    "gain_any": fields({"n": integer(1, 20), "of": list_of(one_of(*ITEMS, *WILDCARDS)), "distinct": boolean}),
    "harvest": fields({"max": _limit}),
    "plant": fields({"max": _limit, "fert_delta": _delta}),
    "tend": fields({"max": _limit, "water_delta": _delta}),
    "expand": _count,
    "plow": _count,
    "build": _count,
    "convert": fields({"give": goods, "get": goods, "times": integer(1, 99)}),
    "choose": _choice,
}

PASSIVE: dict[str, Check] = {
    "elixir_fills_field": fields({"types": _kinds}),
    "fert_per_plant": fields({"types": _kinds, "delta": _delta, "min": integer(0, 9)}),
    "water_per_tend": fields({"types": _kinds, "delta": _delta, "min": integer(0, 9)}),
    "slot_cost": fields({"op": one_of(*ACTIVE), "delta": _delta, "min": integer(0, 9)}),
    "buildings_are_fields": fields({"capacity": integer(1, 20)}),
    "field_capacity": fields({"delta": integer(0, 9)}),
    "on_event": fields({"event": one_of(*EVENTS), "gain": goods, "limit_per_round": maybe(integer(1, 99))}),
    "enter_occupied": fields({"per_round": integer(1, 9)}),
}


def _counters() -> tuple[str, ...]:
    each = ("*", *KINDS)
    planted = [f"crop.{kind}.{place}" for kind in each for place in ("supply", "field", "both")]
    harvested = [f"harvested.{kind}" for kind in each]
    seeds = [f"seed.{kind}" for kind in ("*", *OTHERS)]
    tokens = [f"resource.{item}" for item in ("*", *RESOURCES)]
    farm = ["buildings", "fields", "fields.full", "expansions", "plots.locked", "kinds.crop", "$silo"]
    return (*planted, *harvested, *seeds, *tokens, *farm)


COUNTERS = _counters()
"""What a score effect can count; `$silo` is the counter that the option `silo_counts` says."""

_counter = one_of(*COUNTERS)
_points = integer(-99, 99)


def score_node(value: Any, at: str) -> Iterator[Fault]:
    """Check one score effect: `flat`, `per` or `steps`."""
    shapes = {
        "flat": fields({"flat": _points}),
        "per": fields({"per": _counter, "each": _points, "div": integer(1, 99), "max": maybe(integer(0, 99))}),
        "steps": fields({"steps": _counter, "at": list_of(_step)}),
    }
    shape = next((shapes[word] for word in shapes if isinstance(value, dict) and word in value), None)
    if shape is None:
        yield at, f"A score effect has one of {', '.join(shapes)}."
        return
    yield from shape(value, at)


def _step(value: Any, at: str) -> Iterator[Fault]:
    if not isinstance(value, list | tuple) or [type(each) for each in value] != [int, int]:
        yield at, "A step is a pair of whole numbers: how many are needed, and the points they bring."


TIMINGS: dict[str, Check] = {
    "when_taken": list_of(node(ACTIVE), 0),
    "when_built": list_of(node(ACTIVE), 0),
    "setup": list_of(node(ACTIVE), 0),
    "round_start": list_of(node(ACTIVE), 0),
    "ability": list_of(node(PASSIVE), 0),
    "game_end": list_of(score_node, 0),
}
"""When the effects of a row come true, and which words may stand there."""
