"""The state of Harvest, and its options."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from domain.games.harvest_morikawa.commands import Spot
from domain.games.harvest_morikawa.events import EndOfPlay, Taken
from domain.games.harvest_morikawa.faces import BACK, HARVEST, TORNADO, kind, value
from domain.games.harvest_morikawa.layout import PRESETS, USUAL, Pos, Preset, boards_needed
from domain.games.harvest_morikawa.manifest import Manifest
from domain.kernel.cards import Cards, Hand, Zone, is_unknown
from domain.kernel.claims import HandClaim
from domain.kernel.ruleset import Header
from domain.kernel.values import Card, Mode, Multiset, Seat, Value

HAND = 4
"""How many cards a hand is filled up to."""

BONUS, PENALTY = 50, -50
"""What an empty field and a special card left in hand are worth."""


class Options(Value, frozen=True, kw_only=True):
    """What is agreed before a game: the field, its boards and colours, and readings of what the text leaves open."""

    edition: Literal["forgames_2023"] = "forgames_2023"
    layout: Preset | Literal["by_seats", "custom"] = "by_seats"
    origins: Annotated[tuple[Spot, ...], Meta(min_length=3, max_length=6)] | None = None
    colours: tuple[str, ...] | None = None
    boards: tuple[Seat | None, ...] | None = None
    neutral_slot: Literal["random", "a", "b", "c"] = "random"
    robot_order: Literal["reading_order", "board_by_board"] | tuple[Spot, ...] = "reading_order"
    solo_deck_out: Literal["finish_placement", "immediate", "finish_round"] = "finish_placement"
    auto_draw: bool | None = None
    auto_pass: Literal["never", "empty_hand", "forced"] = "never"  # noqa: S105 - a turn is passed, no word
    late_harvest: Literal["whole_board", "through_placed"] = "whole_board"
    allow_empty_opponent_field: bool = False
    final_tie: Literal["salad", "shared"] = "salad"
    harvest_totals: Literal["hidden_until_end", "own", "open"] = "hidden_until_end"


class Square(Value, frozen=True):
    """A square: where it is, the slot of its board, whose board that is (null: neutral), and the card on it."""

    square: Pos
    slot: str
    owner: Seat | None
    card: Card | None = None


class SeatState(Value, frozen=True):
    """One seat: the colour of its board, and the vegetables in its harvest area by face."""

    colour: str | None = None
    harvest: Multiset = {}


class State(Value, frozen=True):
    """The table. `active_seat` is null before the first turn, in the robot's turn and once play has ended.

    `cards` holds what may be unknown: the deck, the twenty cards put away with two players, and the hands. `copies` and
    `uncertain` repeat from the component data how many of each face there are and for which that is a guess.
    """

    mode: Mode
    options: Options
    cards: Cards
    seats: dict[str, SeatState]
    copies: Multiset
    uncertain: tuple[Card, ...]
    squares: dict[str, Square] = {}
    robot_order: tuple[Pos, ...] = ()
    discard: tuple[Card, ...] = ()
    box: tuple[Card, ...] = ()
    beside_deck: tuple[Card, ...] = ()
    phase: Literal["setup", "choosing", "running", "awaiting_hands", "tied_pending_salad", "over"] = "setup"
    turn: int = 0
    active_seat: Seat | None = None
    consecutive_passes: int = 0
    claims: tuple[HandClaim, ...] = ()
    last_harvest: tuple[Taken, ...] = ()
    play_ended: EndOfPlay | None = None
    salad: tuple[Seat, ...] = ()
    salad_winner: Seat | None = None

    @property
    def solo(self) -> bool:
        """Whether one seat plays against Morikawa-kun No. 3."""
        return len(self.seats) == 1

    @property
    def draws_by_itself(self) -> bool:
        """Whether a placing fills up the hand; alone always, because the robot draws in the same breath."""
        return self.solo or bool(self.options.auto_draw)

    @property
    def deck(self) -> int:
        """How many cards the deck holds."""
        return self.cards.left("deck")

    def debt(self, seat: Seat) -> int:
        """Return how many cards a seat has still to draw."""
        return min(HAND - self.cards.hand(seat).size, self.deck)

    def field(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards on a seat's board."""
        return tuple(place.card for place in self.squares.values() if place.owner == seat and place.card is not None)


def initial(header: Header) -> State:
    """Return the table before the set-up: all cards of the game in one unseen deck."""
    options: Options = header.options
    manifest: Manifest = header.manifest
    seats = [str(seat) for seat in range(1, len(header.seats) + 1)]
    copies = {row.face: row.copies for row in manifest.deck}
    boxed = [face for face in copies if len(seats) == 1 and (kind(face) is None or value(face) == 40)]
    deck = {face: 0 if face in boxed else n for face, n in copies.items()}
    return State(
        mode=header.mode,
        options=options,
        cards=Cards(
            {BACK: deck},
            {"deck": Zone(BACK, sum(deck.values())), "box": Zone(BACK, 0)},
            {seat: Hand() for seat in seats},
        ),
        seats={seat: SeatState() for seat in seats},
        copies=copies,
        uncertain=tuple(row.face for row in manifest.deck if row.provenance == "placeholder" and row.face not in boxed),
        box=tuple(face for face in boxed for _ in range(copies[face])),
    )


def settle(options: Options, mode: Mode) -> Options:
    """Fill in whether hands are filled up automatically: in a dealt game, unless it was agreed otherwise."""
    return options if options.auto_draw is not None else replace(options, auto_draw=mode == "dealt")


def origins_of(options: Options, seats: int) -> tuple[Pos, ...]:
    """Return the origins of the boards, in the order of their slots; none where a custom layout names none."""
    if options.layout == "custom":
        return options.origins or ()
    return PRESETS[USUAL[boards_needed(seats)] if options.layout == "by_seats" else options.layout]


def beyond(state: State, cards: Cards) -> tuple[Card, ...]:
    """Return the faces of which a physical table may show more copies than the component data guesses.

    There must be another unlearned card of that vegetable which may bear this value instead.
    """
    if state.mode == "dealt":
        return ()
    unseen = cards.unseen[BACK]
    open_kinds = {kind(face) for face in state.uncertain if unseen.get(face, 0) > 0}
    return tuple(face for face in state.uncertain if unseen.get(face, 0) <= 0 and kind(face) in open_kinds)


def make_room(state: State, cards: Cards, card: Card, n: int = 1) -> Cards:
    """Let n copies of a card be learned, even if fewer are listed: the component data has guessed another value."""
    if is_unknown(card) or card not in state.uncertain:
        return cards
    for _ in range(n - cards.unseen[BACK].get(card, 0)):
        unseen = cards.unseen[BACK]
        others = [face for face in state.uncertain if kind(face) == kind(card) and unseen.get(face, 0) > 0]
        if not others:
            break
        cards = cards.suppose(card, max(others, key=unseen.__getitem__))
    return cards


def unlearned_specials(state: State) -> int:
    """Return how many special cards are still unlearned."""
    unseen = state.cards.unseen[BACK]
    return unseen.get(HARVEST, 0) + unseen.get(TORNADO, 0)
