"""The components of an edition as data, and what is wrong with data that is no season deck."""

from importlib.resources import files
from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.values import Card, Value

SEASONS = {"SP": "WI", "SU": "SP", "FA": "SU", "WI": "FA"}
"""The seasons, each with the one it follows."""


class Kind(Value, frozen=True):
    """A season of the deck: its face code, its names, and the season it may cover."""

    face: Card
    name: str
    suit: str
    follows: Card
    provenance: Literal["rulebook", "owner", "placeholder"]


class Figure(Value, frozen=True):
    """A number of components and where it comes from."""

    value: int
    provenance: Literal["rulebook", "owner", "placeholder"]


class Manifest(Value, frozen=True):
    """The components of one edition: the kinds of the deck; how many of each is an option of the game."""

    ruleset: Literal["season-harvest"]
    edition: str
    kinds: Annotated[tuple[Kind, ...], Meta(min_length=4, max_length=4)]
    cards_per_season: Figure
    pawns_per_seat: Figure
    die_sides: Figure


def manifest_faults(manifest: Manifest) -> list[tuple[str, str]]:
    """Say where component data is no season deck: four seasons in a circle, a die that can roll a four."""
    follows = {kind.face: kind.follows for kind in manifest.kinds}
    faults = []
    if set(follows) != set(SEASONS):
        faults.append(("/kinds", f"The faces must be {', '.join(SEASONS)}, each once."))
    for index, kind in enumerate(manifest.kinds):
        if kind.face in SEASONS and kind.follows != SEASONS[kind.face]:
            faults.append((f"/kinds/{index}/follows", f"{kind.face} follows {SEASONS[kind.face]}."))
    if not 4 <= manifest.die_sides.value <= 99:
        faults.append(("/die_sides/value", "A die has 4 to 99 sides here: some roll must convert a fruity."))
    return faults


def default_manifest() -> bytes:
    """Return the packaged component data: the poker deck that the rulebook allows."""
    return (files(__package__) / "manifest.json").read_bytes()
