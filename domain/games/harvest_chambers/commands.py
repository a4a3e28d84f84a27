"""What a seat can ask for in Harvest. A plot is named by its id (`P1`, `E1a`), an item as in `items`."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.games.harvest_chambers.manifest import Word
from domain.kernel.lifecycle import Code
from domain.kernel.sealed import sealed_to
from domain.kernel.values import Command, Seat, Value

Some = Annotated[int, Meta(ge=1, le=999)]
Items = dict[str, Some]
Held = dict[str, Annotated[int, Meta(ge=0, le=999)]]
Cause = Annotated[str, Meta(pattern="^[A-Za-z0-9_:.-]{1,40}$")]


class ChooseCharacter(Command, frozen=True, tag="harvest-chambers.choose_character"):
    """Keep one of the boards dealt to the seat, by its `front` or with the standard farmer of its back (`wil`)."""

    seat: Seat
    board: str
    side: str


class SealCharacter(Command, frozen=True, tag="harvest-chambers.seal_character"):
    """Choose a board and a side in secret; all choices are opened together."""

    seat: Seat
    board: Annotated[str, sealed_to("seat")]
    side: Annotated[str, sealed_to("seat")]


class ChooseInitiative(Command, frozen=True, tag="harvest-chambers.choose_initiative"):
    """Take one of the initiative cards on the table in exchange for one's own."""

    seat: Seat
    number: int


class PlaceFarmer(Command, frozen=True, tag="harvest-chambers.place_farmer"):
    """Place a farmer, pay its cost and begin what the place offers.

    `payment` maps items to how many; where costs are not combined it is a list with one such map for each pick.
    """

    seat: Seat
    slot: str
    picks: tuple[str, ...] = ()
    payment: Items | tuple[Items, ...] = {}


class Harvest(Command, frozen=True, tag="harvest-chambers.harvest"):
    """Empty any of one's fields."""

    seat: Seat
    plots: tuple[str, ...]


class Planting(Value, frozen=True):
    """Some chits of one item for one field."""

    plot: str
    item: str
    n: Some


class Plant(Command, frozen=True, tag="harvest-chambers.plant"):
    """Plant seeds or crops of the supply in fields, in this order."""

    seat: Seat
    items: tuple[Planting, ...]


class Tending(Value, frozen=True):
    """So many tends of one field, paid in water or elixir."""

    plot: str
    pay: Literal["water", "elixir"]
    n: Some


class Tend(Command, frozen=True, tag="harvest-chambers.tend"):
    """Grow crops in fields, in this order."""

    seat: Seat
    items: tuple[Tending, ...]


class Plow(Command, frozen=True, tag="harvest-chambers.plow"):
    """Lay the top field card on a locked plot."""

    seat: Seat
    plot: str


class Build(Command, frozen=True, tag="harvest-chambers.build"):
    """Put a building from the display on a locked plot."""

    seat: Seat
    card: str
    plot: str


class GainAny(Command, frozen=True, tag="harvest-chambers.gain_any"):
    """Say which of the offered items to take."""

    seat: Seat
    items: Items


class Convert(Command, frozen=True, tag="harvest-chambers.convert"):
    """Exchange goods as the card says, so many times."""

    seat: Seat
    times: Some


class Choose(Command, frozen=True, tag="harvest-chambers.choose"):
    """Choose among the branches of an effect, counted from 1."""

    seat: Seat
    branches: tuple[int, ...]


class DeclineStep(Command, frozen=True, tag="harvest-chambers.decline_step"):
    """Leave the first open step unused."""

    seat: Seat


class FinishResolution(Command, frozen=True, tag="harvest-chambers.finish_resolution"):
    """Leave all open steps unused; what needs no choice still happens."""

    seat: Seat


class DeclareEffect(Command, frozen=True, tag="harvest-chambers.declare_effect"):
    """Enter an effect of a card at the table that the component data does not have (observed games)."""

    seat: Seat
    cause: Cause
    gained: Items = {}
    paid: Items = {}
    ops: tuple[Literal["harvest", "plant", "tend", "plow", "build", "expand"], ...] = ()
    note: Code = "unspecified"


class PlotCount(Value, frozen=True):
    """What somebody sees on one plot: its kind, and for a planted one the crop and how many."""

    plot: str
    kind: Literal["locked", "field", "building"]
    crop: str | None = None
    chits: Annotated[int, Meta(ge=0, le=999)] = 0
    card: Word | None = None


class AssertState(Command, frozen=True, tag="harvest-chambers.assert_state"):
    """State what a seat has in front of it; what differs is recorded, the game stays as it is (observed games)."""

    seat: Seat
    holdings: Held = {}
    plots: tuple[PlotCount, ...] = ()


COMMANDS = (
    ChooseCharacter,
    SealCharacter,
    ChooseInitiative,
    PlaceFarmer,
    Harvest,
    Plant,
    Tend,
    Plow,
    Build,
    GainAny,
    Convert,
    Choose,
    DeclineStep,
    FinishResolution,
    DeclareEffect,
    AssertState,
)
