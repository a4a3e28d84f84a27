"""What happens in Harvest.

Where one command brings several events of a kind, `last` marks the one with which the step is done.
"""

from typing import Annotated

from domain.games.harvest_chambers.commands import PlotCount
from domain.kernel.sealed import sealed_to
from domain.kernel.values import Card, Event, Json, Multiset, Seat, Value


class Difference(Value, frozen=True):
    """One thing in which a physical table and the record differ: an item held, or a plot."""

    where: str
    what: str
    counted: Json
    recorded: Json


class CharacterBoardsDealt(Event, frozen=True, tag="harvest-chambers.character_boards_dealt"):
    """Every seat was dealt character boards, face up."""

    deal: dict[str, tuple[str, ...]]


class CharacterChosen(Event, frozen=True, tag="harvest-chambers.character_chosen"):
    """A seat kept a board; `returned` is null where it had only one."""

    seat: Seat
    board: str
    side: str
    returned: str | None


class CharacterSealed(Event, frozen=True, tag="harvest-chambers.character_sealed"):
    """A seat chose in secret, as board and side (`K7/wil`)."""

    seat: Seat
    choice: Annotated[Card, sealed_to("seat")]


class ActionStackBuilt(Event, frozen=True, tag="harvest-chambers.action_stack_built"):
    """The action cards of this game were counted out unseen, and the rest put back into the box."""

    count: int
    boxed: int


class FieldStackBuilt(Event, frozen=True, tag="harvest-chambers.field_stack_built"):
    """The building cards lie shuffled, field side up."""

    count: int


class BuildingDisplayFilled(Event, frozen=True, tag="harvest-chambers.building_display_filled"):
    """Buildings were turned up beside the town board."""

    added: tuple[Card, ...]
    display: tuple[Card, ...]
    stack: int


class InitiativeDealt(Event, frozen=True, tag="harvest-chambers.initiative_dealt"):
    """Every seat was dealt its first initiative card, without its bonus."""

    deal: dict[str, int]
    deck: int


class StartingGoodsTaken(Event, frozen=True, tag="harvest-chambers.starting_goods_taken"):
    """A seat took the goods of its board; `short` is what the supply no longer had."""

    seat: Seat
    gained: Multiset
    short: Multiset


class RoundStarted(Event, frozen=True, tag="harvest-chambers.round_started"):
    """A round began."""

    round: int


class ActionCardsRevealed(Event, frozen=True, tag="harvest-chambers.action_cards_revealed"):
    """The action cards of the round lie open."""

    cards: tuple[Card, ...]
    stack: int


class InitiativeRevealed(Event, frozen=True, tag="harvest-chambers.initiative_revealed"):
    """Initiative cards to choose from lie open, and it is known who chooses when."""

    row: tuple[int, ...]
    deck: int
    draft_order: tuple[Seat, ...]


class InitiativeChosen(Event, frozen=True, tag="harvest-chambers.initiative_chosen"):
    """A seat exchanged its initiative card."""

    seat: Seat
    took: int
    gave: int
    row: tuple[int, ...]


class InitiativeReturned(Event, frozen=True, tag="harvest-chambers.initiative_returned"):
    """The initiative cards nobody chose went back into their deck."""

    numbers: tuple[int, ...]
    deck: int


class PlacementOrderSet(Event, frozen=True, tag="harvest-chambers.placement_order_set"):
    """It is settled in which order farmers are placed."""

    order: tuple[Seat, ...]


class GoodsPaid(Event, frozen=True, tag="harvest-chambers.goods_paid"):
    """A seat paid the goods that a place costs beside stars."""

    seat: Seat
    items: Multiset


class CostPaid(Event, frozen=True, tag="harvest-chambers.cost_paid"):
    """A seat paid gold stars with its crops; `over` is lost."""

    seat: Seat
    due: int
    chits: Multiset
    stars: int
    over: int


class FarmerPlaced(Event, frozen=True, tag="harvest-chambers.farmer_placed"):
    """A farmer stands on a place, for these of the things it offers."""

    seat: Seat
    farmer: int
    slot: str
    picks: tuple[str, ...]
    occupants: tuple[Seat, ...]


class ItemsGained(Event, frozen=True, tag="harvest-chambers.items_gained"):
    """A seat took goods from the supply; `short` is what the supply did not have."""

    seat: Seat
    cause: str
    gained: Multiset
    short: Multiset


class ItemsConverted(Event, frozen=True, tag="harvest-chambers.items_converted"):
    """A seat exchanged goods."""

    seat: Seat
    cause: str
    gave: Multiset
    got: Multiset


class BranchChosen(Event, frozen=True, tag="harvest-chambers.branch_chosen"):
    """A seat chose among the branches of an effect, counted from 1."""

    seat: Seat
    cause: str
    branches: tuple[int, ...]


class CropPlanted(Event, frozen=True, tag="harvest-chambers.crop_planted"):
    """Chits were planted; `spaces` is what the field's crops take up now."""

    seat: Seat
    plot: str
    kind: str
    item: str
    n: int
    fertilizer: int
    spaces: int
    last: bool = True


class CropTended(Event, frozen=True, tag="harvest-chambers.crop_tended"):
    """Crops grew in a field."""

    seat: Seat
    plot: str
    kind: str
    added: int
    water: int
    elixir: int
    spaces: int
    last: bool = True


class FieldHarvested(Event, frozen=True, tag="harvest-chambers.field_harvested"):
    """A field was emptied; `harvested_total` counts this kind over the whole game."""

    seat: Seat
    plot: str
    kind: str
    count: int
    harvested_total: int
    last: bool = True


class FarmExpanded(Event, frozen=True, tag="harvest-chambers.farm_expanded"):
    """A farm has new plots."""

    seat: Seat
    plots: tuple[str, ...]
    left: int


class FieldPlowed(Event, frozen=True, tag="harvest-chambers.field_plowed"):
    """A field card lies on a plot; what building is on its other side nobody looks at."""

    seat: Seat
    plot: str
    card: Card
    stack: int


class BuildingBuilt(Event, frozen=True, tag="harvest-chambers.building_built"):
    """A building stands on a plot."""

    seat: Seat
    plot: str
    card: Card
    display: tuple[Card, ...]


class EffectDeclined(Event, frozen=True, tag="harvest-chambers.effect_declined"):
    """A step was left unused, or could not be used."""

    seat: Seat
    cause: str
    op: str


class ResolutionCompleted(Event, frozen=True, tag="harvest-chambers.resolution_completed"):
    """A farmer's place is resolved."""

    seat: Seat
    slot: str


class FarmersReclaimed(Event, frozen=True, tag="harvest-chambers.farmers_reclaimed"):
    """All farmers went home."""


class ActionCardsBoxed(Event, frozen=True, tag="harvest-chambers.action_cards_boxed"):
    """The action cards of the round went into the box."""

    cards: tuple[Card, ...]


class RoundEnded(Event, frozen=True, tag="harvest-chambers.round_ended"):
    """A round ended."""

    round: int


class EffectDeclared(Event, frozen=True, tag="harvest-chambers.effect_declared"):
    """The table says what a card did that the component data does not have; nothing of it could be verified."""

    seat: Seat
    cause: str
    gained: Multiset
    paid: Multiset
    ops: tuple[str, ...]
    note: str


class StateAsserted(Event, frozen=True, tag="harvest-chambers.state_asserted"):
    """A physical table was counted; in these things it differs from the record."""

    seat: Seat
    holdings: Multiset
    plots: tuple[PlotCount, ...]
    differences: tuple[Difference, ...]


EVENTS = (
    CharacterBoardsDealt,
    CharacterChosen,
    CharacterSealed,
    ActionStackBuilt,
    FieldStackBuilt,
    BuildingDisplayFilled,
    InitiativeDealt,
    StartingGoodsTaken,
    RoundStarted,
    ActionCardsRevealed,
    InitiativeRevealed,
    InitiativeChosen,
    InitiativeReturned,
    PlacementOrderSet,
    GoodsPaid,
    CostPaid,
    FarmerPlaced,
    ItemsGained,
    ItemsConverted,
    BranchChosen,
    CropPlanted,
    CropTended,
    FieldHarvested,
    FarmExpanded,
    FieldPlowed,
    BuildingBuilt,
    EffectDeclined,
    ResolutionCompleted,
    FarmersReclaimed,
    ActionCardsBoxed,
    RoundEnded,
    EffectDeclared,
    StateAsserted,
)
