"""The components of an edition as data, and what is wrong with data that is not the rulebook's deck."""

from importlib.resources import files
from typing import Annotated, Literal

from msgspec import Meta

from domain.games.harvest_morikawa.faces import FACES, HARVEST, TORNADO
from domain.kernel.values import Card, Value

Provenance = Literal["rulebook", "report", "owner", "placeholder"]

PRINTED = {"T": 19, "C": 19, "K": 18, HARVEST: 1, TORNADO: 3}
"""How many cards of each vegetable and special the rulebook lists."""


class Copies(Value, frozen=True):
    """How many copies of a face the deck has, and where that number comes from."""

    face: Card
    copies: Annotated[int, Meta(ge=0, le=60)]
    provenance: Provenance


class Figure(Value, frozen=True):
    """A number of components and where it comes from."""

    value: Annotated[int, Meta(ge=0, le=99)]
    provenance: Provenance


class Colours(Value, frozen=True):
    """The colours of the boards, and where their names come from."""

    names: Annotated[tuple[Annotated[str, Meta(pattern="^[a-z]{3,12}$")], ...], Meta(min_length=6, max_length=6)]
    provenance: Provenance


class Manifest(Value, frozen=True):
    """The components of one edition: the deck by faces, the colours of the boards, and the figures of the rulebook."""

    ruleset: Literal["harvest-morikawa"]
    edition: Annotated[str, Meta(min_length=1, max_length=64)]
    deck: tuple[Copies, ...]
    colours: Colours
    hand: Figure
    removed_for_two: Figure


def default_manifest() -> bytes:
    """Return the packaged component data."""
    return (files(__package__) / "manifest.json").read_bytes()


def manifest_faults(manifest: Manifest) -> list[tuple[str, str]]:
    """Say where component data is not the deck that the rulebook lists: kinds, values, and one 40 of each."""
    faults = []
    seen: set[Card] = set()
    for index, row in enumerate(manifest.deck):
        if row.face not in FACES:
            faults.append((f"/deck/{index}/face", f"A face is one of {', '.join(FACES)}."))
        elif row.face in seen:
            faults.append((f"/deck/{index}/face", f"{row.face} is listed twice."))
        elif row.face.endswith("+40") and row.copies != 1:
            faults.append((f"/deck/{index}/copies", "There is exactly one 40 of each vegetable."))
        seen.add(row.face)
    for name, wanted in PRINTED.items():
        n = sum(row.copies for row in manifest.deck if row.face.rstrip("0123456789").rstrip("+-") == name)
        if n != wanted:
            faults.append(("/deck", f"There are {wanted} cards of {name}, not {n}."))
    faults += [("/deck", f"{face} is missing.") for face in FACES if face not in seen and face.endswith("+40")]
    if len(set(manifest.colours.names)) < len(manifest.colours.names):
        faults.append(("/colours/names", "Each colour is named once."))
    if manifest.hand.value != 4:
        faults.append(("/hand/value", "A hand has four cards."))
    if manifest.removed_for_two.value != 20:
        faults.append(("/removed_for_two/value", "With two players twenty cards are put away."))
    return faults
