"""The state of Season Harvest and its options."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.games.season_harvest.events import CoopTargetFixed, Tokens
from domain.games.season_harvest.manifest import Manifest
from domain.kernel.cards import Cards, Hand, Zone
from domain.kernel.ruleset import Header
from domain.kernel.values import Card, Mode, Seat, Value

SPACES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
CORNERS = ("a1", "c1", "a3", "c3")
EDGES = ("b1", "a2", "c2", "b3")
ADJACENT = {
    space: tuple(
        other for other in SPACES if abs(ord(space[0]) - ord(other[0])) + abs(ord(space[1]) - ord(other[1])) == 1
    )
    for space in SPACES
}
BACK = "?"
"""All season cards show the same back."""

Variant = Literal["cooperative_a", "cooperative_b", "cooperative_c", "poverty", "unsowed", "lumber"]


class Options(Value, frozen=True, kw_only=True):
    """What is agreed before a game: length, variants, and readings of what the text leaves open."""

    years: int = 1
    variants: tuple[Variant, ...] = ()
    cards_per_season: int = 13
    pawn_limit: int | None = 5
    new_pawn_acts: Literal["same_turn", "next_turn"] = "same_turn"
    homes: Literal["corners", "corners_then_edges"] = "corners"
    first_seat: Literal["declared", "random"] = "declared"
    hands: Literal["hidden", "open"] = "hidden"
    series: Annotated[str, Meta(min_length=1, max_length=64, pattern="^[ -~]+$")] | None = None
    coop_scope: Literal["series", "same_players", "ledger"] | None = None
    coop_measure: Literal["basket", "harvested", "score"] = "basket"
    coop_target: int | Annotated[str, Meta(pattern="^[0-9]{1,6}/[1-9][0-9]{0,5}$")] | None = None


class Space(Value, frozen=True):
    """A space of the grid: its card (null if it is empty of one) and its tokens."""

    card: Card | None = None
    tokens: Tokens = Tokens()


class Pawn(Value, frozen=True):
    """A pawn and what it has used of its turn."""

    id: str
    seat: Seat
    space: str
    entered_turn: int
    free_move_used: bool = False
    action_used: bool = False


class SeatState(Value, frozen=True):
    """One seat: home base, basket, and the running counts its score sheet is made of."""

    home: str | None = None
    fruit: int = 0
    seeds: int = 0
    wood: int = 0
    harvested: int = 0
    paid_fruit: int = 0


class State(Value, frozen=True):
    """The table. `phase` runs dealt, homes, play, final; `card_step` is exempt only for an empty hand.

    `cards` holds what may be unknown: the pile, the face-down grid and the hands; `discards` lie open, oldest first.
    """

    mode: Mode
    options: Options
    cards: Cards
    seats: dict[str, SeatState]
    spaces: dict[str, Space]
    follows: dict[Card, Card]
    pawns: dict[str, Pawn] = {}
    discards: tuple[Card, ...] = ()
    phase: Literal["dealt", "homes", "play", "final"] = "dealt"
    turn: int = 0
    year: int = 1
    active_seat: Seat | None = None
    card_step: Literal["pending", "done", "exempt"] = "pending"
    coop_target: CoopTargetFixed | None = None

    def has(self, variant: Variant) -> bool:
        """Tell whether a variant is played."""
        return variant in self.options.variants

    def seat(self, seat: Seat) -> SeatState:
        """Return one seat's state."""
        return self.seats[str(seat)]

    def pawns_of(self, seat: Seat) -> tuple[Pawn, ...]:
        """Return a seat's pawns in the order in which they entered play."""
        return tuple(pawn for pawn in self.pawns.values() if pawn.seat == seat)

    def fits(self, card: Card, space: str) -> bool:
        """Tell whether a season may be played on a space: none lies there, or the one before it (Play, Cards)."""
        lying = self.spaces[space].card
        return lying is None or self.follows.get(card) == lying

    def free_homes(self) -> tuple[str, ...]:
        """Return the spaces a seat may still take as home: corners, and edges once no corner is left if so agreed."""
        taken = {seat.home for seat in self.seats.values()}
        corners = tuple(space for space in CORNERS if space not in taken)
        if corners or self.options.homes == "corners":
            return corners
        return tuple(space for space in EDGES if space not in taken)


def initial(header: Header) -> State:
    """Return the table before the set-up: everything in one unseen deck."""
    options: Options = header.options
    manifest: Manifest = header.manifest
    deck = {kind.face: options.cards_per_season for kind in manifest.kinds}
    seats = [str(seat) for seat in range(1, len(header.seats) + 1)]
    zones = {"pile": Zone(BACK, sum(deck.values())), "grid": Zone(BACK, 0)}
    return State(
        mode=header.mode,
        options=options,
        cards=Cards({BACK: deck}, zones, {seat: Hand() for seat in seats}),
        seats={seat: SeatState() for seat in seats},
        spaces={space: Space() for space in SPACES},
        follows={kind.face: kind.follows for kind in manifest.kinds},
    )
