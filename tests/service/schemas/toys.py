"""A small ruleset's types, in the domain's conventions, on which the schemas are tested."""

from enum import Enum
from typing import Annotated, Any, Literal, NewType

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.sealed import sealed_to, sealed_to_nobody
from domain.kernel.values import Command, Event, Value

Seat = NewType("Seat", int)


class Pay(Enum):
    FRUIT = "fruit"
    WOOD = "wood"


class Plant(Command, frozen=True, kw_only=True, tag="toy-game.plant"):
    """Plant a seed where the pawn stands."""

    seat: Annotated[Seat, Meta(ge=1)]
    pawn: Annotated[str, Meta(max_length=8, description="The pawn that plants.")]
    square: tuple[Annotated[int, Meta(ge=1)], Annotated[int, Meta(ge=1)]] | None = None
    pay: Pay = Pay.FRUIT
    counts: dict[str, int] = {}


class Show(Command, frozen=True, kw_only=True, tag="toy-game.show"):
    """Show cards to everybody."""

    seat: Annotated[Seat, Meta(ge=1)]
    cards: Annotated[tuple[str, ...], sealed_to("seat"), Meta(min_length=1, max_length=3)]
    basis: Literal["lot", "choice"] = "choice"
    loud: bool | UnsetType = UNSET


class Drawn(Event, frozen=True, kw_only=True, tag="toy-game.drawn"):
    seat: Seat
    card: Annotated[str, sealed_to("seat"), Meta(pattern="^[A-Z]{2}$", description="What came.")]
    faces: Annotated[tuple[Literal["SP", "SU"], ...], sealed_to_nobody] = ()
    die: str | int | None = None


class Cell(Value, frozen=True):
    card: str | None
    tokens: tuple[int, int, int] = (0, 0, 0)


class Red(Value, frozen=True, tag_field="kind", tag="red"):
    hearts: int


class Black(Value, frozen=True, tag_field="kind", tag="black"):
    spades: int


class State(Value, frozen=True):
    """Where a toy game stands."""

    cells: dict[str, Cell]
    mark: Red | Black
    seen: frozenset[str] = frozenset()
    extra: Any = None


class Options(Value, frozen=True):
    """What may be agreed before the start."""

    years: Annotated[int, Meta(ge=1, le=9, description="How many years to play.")] = 1
    variants: Annotated[frozenset[Literal["poverty", "lumber"]], Meta(max_length=2)] = frozenset()
    target: int | None = None


class Weighed(Struct):
    weight: float
