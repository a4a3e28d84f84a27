"""What a seat can ask for in Season Harvest. A pawn is named by its id (`1-2`), or by its space if alone there."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.values import Card, Command, Seat, Value

Tokens = Annotated[int, Meta(ge=0)]


class TakeHome(Command, frozen=True, tag="season-harvest.take_home"):
    """Take the card of a free corner into the hand and put the first pawn there."""

    seat: Seat
    space: str


class ChooseFirst(Command, frozen=True, tag="season-harvest.choose_first"):
    """Turn the grid up and say who goes first: a declared seat, or whoever the lot falls on."""

    first: Seat | None = None
    basis: Literal["declared", "lot"] = "declared"
    seat: Seat | None = None


class Move(Command, frozen=True, tag="season-harvest.move"):
    """Move a pawn to an orthogonally adjacent space, as its free move or else as its action."""

    seat: Seat
    pawn: str
    to: str


class Plant(Command, frozen=True, tag="season-harvest.plant"):
    """Put a seed from the basket on the pawn's space."""

    seat: Seat
    pawn: str


class Gather(Command, frozen=True, tag="season-harvest.gather"):
    """Pick up a seed on the pawn's space."""

    seat: Seat
    pawn: str


class Harvest(Command, frozen=True, tag="season-harvest.harvest"):
    """Take a fruit from a fruity on the pawn's space and roll the die for the fruity."""

    seat: Seat
    pawn: str


class Grow(Command, frozen=True, tag="season-harvest.grow"):
    """Pay fruit (or wood, with Lumber) for another pawn in the home base."""

    seat: Seat
    pawn: str
    pay: Literal["fruit", "wood"] = "fruit"


class Cut(Command, frozen=True, tag="season-harvest.cut"):
    """Take a tree or a fruity on the pawn's space as wood (Forestry, with Lumber only)."""

    seat: Seat
    pawn: str
    take: Literal["tree", "fruity"]


class PlayCard(Command, frozen=True, tag="season-harvest.play_card"):
    """Play a season on an empty space or over the season before it, then draw."""

    seat: Seat
    card: Card
    space: str


class DeclareCannotPlay(Command, frozen=True, tag="season-harvest.declare_cannot_play"):
    """Show the hand in which no card fits anywhere, discard one, draw one; `shown` is needed if the hand is unknown."""

    seat: Seat
    discard: Card
    shown: tuple[Card, ...] | None = None


class ShowCards(Command, frozen=True, tag="season-harvest.show_cards"):
    """Show cards of the hand to everybody, in or out of turn."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], Meta(min_length=1)]


class EndTurn(Command, frozen=True, tag="season-harvest.end_turn"):
    """End the turn once the card step is done."""

    seat: Seat


class SpaceCount(Value, frozen=True):
    """The tokens somebody counted on one space."""

    space: str
    seeds: Tokens
    trees: Tokens
    fruitys: Tokens


class BasketCount(Value, frozen=True):
    """What somebody counted in one basket."""

    of: Seat
    fruit: Tokens
    seeds: Tokens
    wood: Tokens = 0


class CheckBoard(Command, frozen=True, tag="season-harvest.check_board"):
    """Compare a count of the physical table with the record; the record is not changed (observed games)."""

    spaces: tuple[SpaceCount, ...] = ()
    baskets: tuple[BasketCount, ...] = ()
    seat: Seat | None = None


_IN_TURN = (Move, Plant, Grow, EndTurn)
STEADY_AFTER: dict[type[Command], tuple[type[Command], ...]] = {
    TakeHome: (TakeHome, ChooseFirst),
    PlayCard: _IN_TURN,
    DeclareCannotPlay: _IN_TURN,
    Harvest: _IN_TURN,
}
"""What no card drawn and no die can forbid; gathering is left out, since a tree the die makes may turn into seeds."""

COMMANDS = (
    TakeHome,
    ChooseFirst,
    Move,
    Plant,
    Gather,
    Harvest,
    Grow,
    Cut,
    PlayCard,
    DeclareCannotPlay,
    ShowCards,
    EndTurn,
    CheckBoard,
)
