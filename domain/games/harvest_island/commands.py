"""What a seat can ask for in Harvest Island. Fields are `mountain`, `hill` and `plain`; `F` is a fertilizer card."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.values import Card, Command, Seat

Season = Literal["spring", "summer", "autumn", "winter"]
Basis = Literal["declared", "grapes", "organiser", "lot", "random"]


class ChooseFirst(Command, frozen=True, tag="harvest-island.choose_first"):
    """Say who goes first and on what grounds; with `lot` or `random` the lot decides and `first` is left out."""

    first: Seat | None = None
    basis: Basis = "declared"
    seat: Seat | None = None


class Sow(Command, frozen=True, tag="harvest-island.sow"):
    """Put a fruit card under a field that has no seed."""

    seat: Seat
    card: Card
    field: str


class Plant(Command, frozen=True, tag="harvest-island.plant"):
    """Put a fruit card on a field whose seed is of the same fruit."""

    seat: Seat
    card: Card
    field: str


class Fertilize(Command, frozen=True, tag="harvest-island.fertilize"):
    """Put a fertilizer card on a field that has a seed."""

    seat: Seat
    field: str


class Release(Command, frozen=True, tag="harvest-island.release"):
    """Put a fruit card into the Storage Area."""

    seat: Seat
    card: Card


class Draw(Command, frozen=True, tag="harvest-island.draw"):
    """Draw one card: from the open season deck, a named `card` from the Supply Area, or a fertilizer card.

    `deck_left` states how many cards the table counts in the season deck afterwards (observed games).
    """

    seat: Seat
    source: Literal["season", "supply", "fertilizer"]
    card: Card | None = None
    season: Season | None = None
    deck_left: Annotated[int, Meta(ge=0)] | None = None


class ForgoDraw(Command, frozen=True, tag="harvest-island.forgo_draw"):
    """Let the draws lapse where only a fertilizer card could be drawn."""

    seat: Seat


class Harvest(Command, frozen=True, tag="harvest-island.harvest"):
    """Harvest one to three fields as the whole turn."""

    seat: Seat
    fields: tuple[str, ...]


class ChooseDamagedField(Command, frozen=True, tag="harvest-island.choose_damaged_field"):
    """Name the most loaded field that a catastrophe shall strike, where several are level."""

    seat: Seat
    field: str


COMMANDS = (ChooseFirst, Sow, Plant, Fertilize, Release, Draw, ForgoDraw, Harvest, ChooseDamagedField)
