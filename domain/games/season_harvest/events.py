"""What happens in Season Harvest."""

from typing import Annotated, Literal

from msgspec import field

from domain.kernel.sealed import sealed_to
from domain.kernel.values import Card, Event, Seat, Value

GrowthCheck = Literal["summer_sprout", "fall_fruit", "winter_wither", "spring_scatter", "spring_seed"]


class Tokens(Value, frozen=True):
    """Seeds, trees and fruitys on a space."""

    seeds: int = 0
    trees: int = 0
    fruitys: int = 0


class Growth(Value, frozen=True):
    """What one growth check did to one space."""

    space: str
    check: GrowthCheck
    before: Tokens
    after: Tokens


class Cell(Value, frozen=True):
    """A card lying on a space."""

    space: str
    card: Card


class BoardDifference(Value, frozen=True):
    """One count in which a physical table and the record differ: a space's tokens or a seat's basket."""

    where: str
    what: str
    counted: int
    recorded: int


class CoopTargetFixed(Event, frozen=True, tag="season-harvest.coop_target_fixed"):
    """The cooperative target is frozen: what was measured in which game, and the target that follows (num/den)."""

    variant: Literal["cooperative_a", "cooperative_b", "cooperative_c"]
    measure: Literal["basket", "harvested", "score"]
    source: Literal["record", "none", "declared"]
    source_game: str | None
    source_version: int | None
    raw_num: int
    raw_den: int
    target_num: int
    target_den: int
    defaulted: bool


class DeckShuffled(Event, frozen=True, tag="season-harvest.deck_shuffled"):
    """The whole season deck lies shuffled."""

    pile: Literal["initial"]
    count: int


class GridLaid(Event, frozen=True, tag="season-harvest.grid_laid"):
    """Nine cards lie face down, one on each space."""

    spaces: tuple[str, ...]


class HandDealt(Event, frozen=True, tag="season-harvest.hand_dealt"):
    """A seat was dealt its first cards."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], sealed_to("seat")]


class HomeTaken(Event, frozen=True, tag="season-harvest.home_taken"):
    """A seat took the card of a space into its hand and made the space its home base."""

    seat: Seat
    space: str
    card: Annotated[Card, sealed_to("seat")]
    pawn: str


class GridRevealed(Event, frozen=True, tag="season-harvest.grid_revealed"):
    """The cards left on the grid were turned face up."""

    cells: tuple[Cell, ...]


class FirstSeatSet(Event, frozen=True, tag="season-harvest.first_seat_set"):
    """It is settled who goes first."""

    seat: Seat
    method: Literal["declared", "lot"]


class GrowthApplied(Event, frozen=True, tag="season-harvest.growth_applied"):
    """The growth step before a turn."""

    turn: int
    changes: tuple[Growth, ...]


class TurnStarted(Event, frozen=True, tag="season-harvest.turn_started"):
    """A seat's turn began."""

    turn: int
    seat: Seat
    year: int


class PawnMoved(Event, frozen=True, tag="season-harvest.pawn_moved"):
    """A pawn moved to an adjacent space."""

    seat: Seat
    pawn: str
    origin: str = field(name="from")
    to: str
    uses: Literal["free_move", "action"]


class SeedPlanted(Event, frozen=True, tag="season-harvest.seed_planted"):
    """A seed went from the basket to the space."""

    seat: Seat
    pawn: str
    space: str


class SeedGathered(Event, frozen=True, tag="season-harvest.seed_gathered"):
    """A seed went from the space to the basket."""

    seat: Seat
    pawn: str
    space: str


class FruitHarvested(Event, frozen=True, tag="season-harvest.fruit_harvested"):
    """A fruit was taken; on a die of 4, 5 or 6 the fruity became a tree."""

    seat: Seat
    pawn: str
    space: str
    die: int
    converted: bool


class Payment(Value, frozen=True):
    """What a new pawn cost."""

    fruit: int = 0
    wood: int = 0


class PawnGrown(Event, frozen=True, tag="season-harvest.pawn_grown"):
    """A new pawn entered play in the home base."""

    seat: Seat
    by_pawn: str
    new_pawn: str
    space: str
    paid: Payment


class WoodCut(Event, frozen=True, tag="season-harvest.wood_cut"):
    """A tree or a fruity became wood."""

    seat: Seat
    pawn: str
    space: str
    taken: Literal["tree", "fruity"]


class CardPlayed(Event, frozen=True, tag="season-harvest.card_played"):
    """A season was played on a space, over another one or on none."""

    seat: Seat
    card: Card
    space: str
    covered: Card | None


class HandShown(Event, frozen=True, tag="season-harvest.hand_shown"):
    """A seat showed its whole hand because no card of it fits."""

    seat: Seat
    cards: tuple[Card, ...]


class CardDiscarded(Event, frozen=True, tag="season-harvest.card_discarded"):
    """A seat that could not play discarded a card."""

    seat: Seat
    card: Card


class CardsShown(Event, frozen=True, tag="season-harvest.cards_shown"):
    """A seat showed some of its cards to everybody."""

    seat: Seat
    cards: tuple[Card, ...]


class CardDrawn(Event, frozen=True, tag="season-harvest.card_drawn"):
    """A seat drew a card to replace the one it gave."""

    seat: Seat
    card: Annotated[Card, sealed_to("seat")]
    pile_left: int


class YearEnded(Event, frozen=True, tag="season-harvest.year_ended"):
    """A card was needed and none was left."""

    year: int


class PileReshuffled(Event, frozen=True, tag="season-harvest.pile_reshuffled"):
    """The discards became the new pile."""

    count: int
    year: int


class FinalPlayBegan(Event, frozen=True, tag="season-harvest.final_play_began"):
    """The last year is over: from now on nobody draws."""

    turn: int
    seat: Seat


class TurnEnded(Event, frozen=True, tag="season-harvest.turn_ended"):
    """A seat's turn ended."""

    turn: int
    seat: Seat


class BoardChecked(Event, frozen=True, tag="season-harvest.board_checked"):
    """A physical table was counted; these counts differ from the record."""

    turn: int
    differences: tuple[BoardDifference, ...]


EVENTS = (
    CoopTargetFixed,
    DeckShuffled,
    GridLaid,
    HandDealt,
    HomeTaken,
    GridRevealed,
    FirstSeatSet,
    GrowthApplied,
    TurnStarted,
    PawnMoved,
    SeedPlanted,
    SeedGathered,
    FruitHarvested,
    PawnGrown,
    WoodCut,
    CardPlayed,
    HandShown,
    CardDiscarded,
    CardsShown,
    CardDrawn,
    YearEnded,
    PileReshuffled,
    FinalPlayBegan,
    TurnEnded,
    BoardChecked,
)
