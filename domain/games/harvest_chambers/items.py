"""The items of Harvest: resources, seeds and crops, and the words that stand for several of them."""

from collections.abc import Iterable, Mapping

from domain.kernel.values import Multiset

RESOURCES = ("water", "fertilizer", "elixir")
OTHERS = ("scarrot", "phantom_pepper", "plumpkin", "rockali")
KINDS = ("snap_pea", *OTHERS)
"""The kinds of chits; a snap pea is seed and crop at once."""
SEEDS = ("snap_pea", *(f"seed.{kind}" for kind in OTHERS))
CROPS = ("snap_pea", *(f"crop.{kind}" for kind in OTHERS))
PLANTS = (*SEEDS, *CROPS[1:])
ITEMS = (*RESOURCES, *PLANTS)
WILDCARDS = {"seed.*": SEEDS, "crop.*": CROPS, "resource.*": RESOURCES}


def kind_of(item: str) -> str:
    """Return what an item is counted as in the common supply: a kind of chit, or the resource itself."""
    return item.partition(".")[2] or item


def crop_of(kind: str) -> str:
    """Return the item that a harvested chit of a kind is."""
    return kind if kind == "snap_pea" else f"crop.{kind}"


def meant(items: Iterable[str]) -> tuple[str, ...]:
    """Return the items that some words stand for, each once, in the usual order."""
    wanted = {item for word in items for item in WILDCARDS.get(word, (word,))}
    return tuple(item for item in ITEMS if item in wanted)


def added(held: Multiset, change: Mapping[str, int], sign: int = 1) -> Multiset:
    """Return a holding with some items more (or fewer); what comes to zero is dropped."""
    after = dict(held)
    for item, n in change.items():
        total = after.get(item, 0) + sign * n
        if total:
            after[item] = total
        else:
            after.pop(item, None)
    return after


def by_kind(items: Mapping[str, int]) -> Multiset:
    """Count items by what they are in the common supply."""
    counted: Multiset = {}
    for item, n in items.items():
        counted[kind_of(item)] = counted.get(kind_of(item), 0) + n
    return counted
