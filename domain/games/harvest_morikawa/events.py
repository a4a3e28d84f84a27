"""What happens in Harvest. A seat that is null stands for Morikawa-kun No. 3, an owner that is null for nobody."""

from typing import Annotated, Literal

from domain.games.harvest_morikawa.commands import Basis
from domain.games.harvest_morikawa.layout import Axis, Pos
from domain.kernel.sealed import sealed_to
from domain.kernel.values import Card, Event, Seat, Value

Kind = Literal["tomato", "cabbage", "corn"]
EndOfPlay = Literal["hands_and_deck_empty", "all_passed", "solo_deck_out", "solo_robot_blocked", "solo_player_blocked"]


class Board(Value, frozen=True):
    """A field board in its slot: its upper left square, and whose it is (null: neutral)."""

    slot: str
    origin: Pos
    owner: Seat | None
    colour: str | None


class Run(Value, frozen=True):
    """Three or more squares in a straight line, in order."""

    axis: Axis
    squares: tuple[Pos, ...]


class Taken(Value, frozen=True):
    """A card taken off a square, and whose harvest area it went to (null: the discard)."""

    card: Card
    square: Pos
    to: Seat | None


class FieldsArranged(Event, frozen=True, tag="harvest-morikawa.fields_arranged"):
    """The field boards lie on the table; in a solo game with the order in which the robot fills the squares."""

    boards: tuple[Board, ...]
    robot_order: tuple[Pos, ...] | None


class HandDealt(Event, frozen=True, tag="harvest-morikawa.hand_dealt"):
    """A seat was dealt its first cards."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], sealed_to("seat")]
    deck_count: int


class CardsRemovedUnseen(Event, frozen=True, tag="harvest-morikawa.cards_removed_unseen"):
    """Cards of the deck were put away without a look (two players)."""

    count: int
    deck_count: int


class StartSeatChosen(Event, frozen=True, tag="harvest-morikawa.start_seat_chosen"):
    """It is settled who goes first; null is the robot."""

    seat: Seat | None
    basis: Basis | Literal["solo"]


class TurnBegan(Event, frozen=True, tag="harvest-morikawa.turn_began"):
    """A turn began."""

    turn: int
    seat: Seat | None


class CardPlaced(Event, frozen=True, tag="harvest-morikawa.card_placed"):
    """A card was placed; `surplus` where more copies of it lie open than the component data lists."""

    turn: int
    seat: Seat | None
    card: Card
    square: Pos
    slot: str
    owner: Seat | None
    declared: Kind | None
    hand_count: int
    surplus: bool


class HarvestResolved(Event, frozen=True, tag="harvest-morikawa.harvest_resolved"):
    """Vegetables in line were harvested, each by the owner of the board it lay on; `late` where once overlooked."""

    trigger: Pos
    by: Literal["vegetable", "harvest_card"]
    kind: Kind
    lines: tuple[Run, ...]
    taken: tuple[Taken, ...]
    special_discarded: Card | None
    late: bool


class TornadoResolved(Event, frozen=True, tag="harvest-morikawa.tornado_resolved"):
    """A Tornado swept vegetables in line to the discard, and went there itself."""

    trigger: Pos
    kind: Kind
    lines: tuple[Run, ...]
    discarded: tuple[Taken, ...]


class HandReplenished(Event, frozen=True, tag="harvest-morikawa.hand_replenished"):
    """A seat drew cards; `late` where its turn had gone on before."""

    seat: Seat
    count: int
    cards: Annotated[tuple[Card, ...], sealed_to("seat")]
    deck_count: int
    late: bool


class DeckExhausted(Event, frozen=True, tag="harvest-morikawa.deck_exhausted"):
    """The last card of the deck has been drawn."""


class PlayerPassed(Event, frozen=True, tag="harvest-morikawa.player_passed"):
    """A seat passed; `claims` says what the pass claims of a hand that only its holder sees."""

    turn: int
    seat: Seat
    reason: Literal["no_cards", "no_legal_placement"]
    claims: Literal["only_specials"] | None
    hand_count: int
    consecutive: int


class RobotDrew(Event, frozen=True, tag="harvest-morikawa.robot_drew"):
    """Morikawa-kun No. 3 drew cards, face up beside the deck."""

    cards: tuple[Card, ...]
    deck_count: int


class PlayEnded(Event, frozen=True, tag="harvest-morikawa.play_ended"):
    """Nobody places cards any more; what remains is to lay open hands and to settle a tie."""

    reason: EndOfPlay


class HandRevealed(Event, frozen=True, tag="harvest-morikawa.hand_revealed"):
    """A seat laid open the cards left in its hand."""

    seat: Seat
    cards: tuple[Card, ...]


class SaladRequired(Event, frozen=True, tag="harvest-morikawa.salad_required"):
    """Nothing that can be counted breaks the tie: these seats prepare a mixed salad."""

    seats: tuple[Seat, ...]


class SaladJudged(Event, frozen=True, tag="harvest-morikawa.salad_judged"):
    """Somebody attested whose salad tasted best."""

    contestants: tuple[Seat, ...]
    winner: Seat
    judge: str | None


class HarvestOverlooked(Event, frozen=True, tag="harvest-morikawa.harvest_overlooked"):
    """The table had overlooked the harvest just recorded; its cards lie on their squares again."""

    squares: tuple[Pos, ...]


EVENTS = (
    FieldsArranged,
    HandDealt,
    CardsRemovedUnseen,
    StartSeatChosen,
    TurnBegan,
    CardPlaced,
    HarvestResolved,
    TornadoResolved,
    HandReplenished,
    DeckExhausted,
    PlayerPassed,
    RobotDrew,
    PlayEnded,
    HandRevealed,
    SaladRequired,
    SaladJudged,
    HarvestOverlooked,
)
