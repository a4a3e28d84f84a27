"""What is in the box, as data: crops, town, cards and farmers, each row with where its figures come from."""

from importlib.resources import files
from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.values import Json, Value

Provenance = Literal["rulebook", "owner", "review", "derived", "placeholder"]
Node = dict[str, Json]
"""One effect of a card: a single word of the vocabulary with what it says."""
Nodes = tuple[Node, ...]
Word = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,40}$")]
Number = Annotated[int, Meta(ge=0, le=999)]
Goods = dict[str, Number]
Price = dict[str, Annotated[int, Meta(ge=1, le=999)]]
Name = Annotated[str, Meta(min_length=1, max_length=80)]


class Crop(Value, frozen=True, kw_only=True):
    """A kind of chit: the spaces it takes in a field, its stars, and how many there are."""

    kind: str
    size: int
    stars: int
    count: int
    provenance: Provenance
    size_provenance: Provenance
    count_provenance: Provenance


class Resource(Value, frozen=True, kw_only=True):
    """A kind of token and how many there are."""

    item: str
    count: int
    provenance: Provenance


class Farm(Value, frozen=True, kw_only=True):
    """A farm board and its expansions."""

    boards: Number
    plots: Number
    open_fields: Number
    field_spaces: Number
    expansions: Number
    plots_per_expansion: Number
    provenance: Provenance


class Course(Value, frozen=True, kw_only=True):
    """The numbers that the course of a game is made of."""

    rounds: Number
    farmers_per_seat: Number
    display: Number
    action_cards_per_seat: Number
    initiative_reveal: Number
    provenance: Provenance


class Pick(Value, frozen=True, kw_only=True):
    """One thing a town section offers."""

    id: Word
    when_taken: Nodes
    cost_stars: Number = 0
    cost: Price = {}


class Section(Value, frozen=True, kw_only=True):
    """A section of the town board."""

    id: Word
    name: Name
    picks: tuple[Pick, ...]
    provenance: Provenance


class ProfileSlot(Value, frozen=True, kw_only=True):
    """A place for farmers that every section has: how many farmers (null: any number), how many picks by seats."""

    suffix: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{0,20}$")]
    capacity: int | None
    picks: dict[str, int]
    distinct: bool


class Profile(Value, frozen=True, kw_only=True):
    """One reading of what the places in town look like."""

    id: Word
    slots: tuple[ProfileSlot, ...]
    provenance: Provenance


class InitiativeCard(Value, frozen=True, kw_only=True):
    """An initiative card with its bonus."""

    n: int
    when_taken: Nodes
    provenance: Provenance


class ActionSlot(Value, frozen=True, kw_only=True):
    """A place for farmers on an action card."""

    id: Word
    capacity: int | None
    when_taken: Nodes
    cost_stars: Number = 0
    cost: Price = {}


class ActionCard(Value, frozen=True, kw_only=True):
    """An action card."""

    id: Word
    name: Name
    slots: tuple[ActionSlot, ...]
    provenance: Provenance


class Building(Value, frozen=True, kw_only=True):
    """A building; its other side is a field."""

    id: Word
    name: Name
    stars: int
    copies: Number = 1
    when_built: Nodes = ()
    ability: Nodes = ()
    round_start: Nodes = ()
    game_end: Nodes = ()
    provenance: Provenance


class Farmer(Value, frozen=True, kw_only=True):
    """One side of a character board."""

    name: Name
    start: Goods
    setup: Nodes = ()
    ability: Nodes = ()
    round_start: Nodes = ()
    game_end: Nodes = ()
    provenance: Provenance
    start_provenance: Provenance


class Character(Farmer, frozen=True, kw_only=True):
    """A character board by its front; the standard farmer is on every reverse."""

    id: Word


class Manifest(Value, frozen=True, kw_only=True):
    """The components of one edition; `totals` is free for sets that are not the printed box."""

    ruleset: Literal["harvest-chambers"]
    edition: Name
    totals: Literal["printed", "free"] = "printed"
    crops: tuple[Crop, ...]
    resources: tuple[Resource, ...]
    farm: Farm
    course: Course
    sections: tuple[Section, ...]
    profiles: tuple[Profile, ...]
    initiative: tuple[InitiativeCard, ...]
    action_cards: tuple[ActionCard, ...]
    buildings: tuple[Building, ...]
    characters: tuple[Character, ...]
    wil: Farmer

    def crop(self, kind: str) -> Crop:
        """Return a kind of chit."""
        return next(crop for crop in self.crops if crop.kind == kind)

    def building(self, card: str) -> Building:
        """Return a building by its id."""
        return next(building for building in self.buildings if building.id == card)

    def action_card(self, card: str) -> ActionCard:
        """Return an action card by its id."""
        return next(action for action in self.action_cards if action.id == card)

    def character(self, board: str) -> Character:
        """Return a character board by its id."""
        return next(character for character in self.characters if character.id == board)

    def initiative_card(self, number: int) -> InitiativeCard:
        """Return an initiative card by its number."""
        return next(card for card in self.initiative if card.n == number)


def default_manifest() -> bytes:
    """Return the packaged component data: what the rulebook prints, and placeholders for the rest."""
    return (files(__package__) / "manifest.json").read_bytes()
