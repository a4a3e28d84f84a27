"""What can be asked for in Harvest. A square is `[row, column]`, as the state lists them."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.values import Card, Command, Seat

Coordinate = Annotated[int, Meta(ge=-999, le=999)]
Spot = tuple[Coordinate, Coordinate]
Basis = Literal["declared", "recent_harvest", "agreed", "lot", "random"]


class ChooseFirst(Command, frozen=True, tag="harvest-morikawa.choose_first"):
    """Say who goes first and on what grounds; with `lot` or `random` the lot decides and `first` is left out."""

    first: Seat | None = None
    basis: Basis = "declared"
    seat: Seat | None = None


class PlaceCard(Command, frozen=True, tag="harvest-morikawa.place_card"):
    """Put a card of the hand on an empty square; a special card says which vegetable it stands for."""

    seat: Seat
    card: Card
    square: Spot
    declared: str | None = None


class Pass(Command, frozen=True, tag="harvest-morikawa.pass"):
    """Give the turn on, where no card of the hand can be placed."""

    seat: Seat


class DrawUp(Command, frozen=True, tag="harvest-morikawa.draw_up"):
    """Draw until there are four cards in hand, in or out of turn (where drawing is not automatic)."""

    seat: Seat


class RevealHands(Command, frozen=True, tag="harvest-morikawa.reveal_hands"):
    """Lay open the cards left in all hands once play has ended (observed games); asks for those not known."""


class RecordSalad(Command, frozen=True, tag="harvest-morikawa.record_salad"):
    """Attest whose mixed salad tasted best; `judge` is the player who judged, by id."""

    winner: Seat
    judge: Annotated[str, Meta(pattern="^p_[a-z2-7]{1,26}$")] | None = None


class NoteHarvestOverlooked(Command, frozen=True, tag="harvest-morikawa.note_harvest_overlooked"):
    """Attest that the table overlooked the harvest just made: its cards go back to their squares (observed games)."""

    squares: tuple[Spot, ...]


COMMANDS = (ChooseFirst, PlaceCard, Pass, DrawUp, RevealHands, RecordSalad, NoteHarvestOverlooked)
