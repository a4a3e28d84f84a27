"""The state of Harvest and what is agreed before a game."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from domain.games.harvest_chambers.items import KINDS, RESOURCES
from domain.games.harvest_chambers.manifest import Manifest, Node, Nodes
from domain.kernel.cards import Cards, Hand, Zone
from domain.kernel.ruleset import Header
from domain.kernel.values import Json, Mode, Multiset, Seat, Value

ACTION, FIELD, BOARD, CHOICE = "?action", "?field", "?character", "?choice"
"""The backs of action cards, building cards, character boards, and of a choice made in secret."""
EXPANSION = "expansion"
AUTOMATIC = ("gain", "expand")
"""The words whose steps need no choice."""


class Options(Value, frozen=True, kw_only=True):
    """What is agreed before a game: readings of what the text leaves open."""

    town_slots: Literal["rulebook_text", "first_farmer_two", "permissive"] = "rulebook_text"
    allow_empty_placement: bool = False
    score_seeds: bool = True
    silo_counts: Literal["total", "supply"] = "total"
    combine_costs: bool = True
    payment_minimal: bool | None = None
    expansion_plots: Literal["locked", "open"] = "locked"
    max_expansions: Annotated[int, Meta(ge=0, le=99)] | None = None
    tend_limit: Literal["none", "per_crop"] = "none"
    pick_order: Literal["player", "printed"] = "player"
    card_order: Literal["printed", "player"] = "printed"
    supply_limits: Literal["hard", "soft"] | None = None
    character_choice: Literal["open", "sealed"] = "open"
    wil: Literal["optional", "all", "none"] = "optional"
    characters: Literal["deal2", "fixed"] = "deal2"
    boards: tuple[str, ...] = ()
    same_seat_twice: bool = True
    open_supplies: bool = True


def sides(options: Options) -> tuple[str, ...]:
    """Return the sides by which a board may be kept."""
    return {"optional": ("front", "wil"), "all": ("wil",), "none": ("front",)}[options.wil]


def settle(options: Options, mode: Mode) -> Options:
    """Fill in what depends on the mode: a physical table may have paid or taken more than the rules say."""
    dealt = mode == "dealt"
    minimal = dealt if options.payment_minimal is None else options.payment_minimal
    limits: Literal["hard", "soft"] = options.supply_limits or ("hard" if dealt else "soft")
    return replace(options, payment_minimal=minimal, supply_limits=limits)


class Step(Value, frozen=True):
    """One effect that waits to be resolved: whose, why, the word with what it says, and whether it was declared."""

    seat: Seat
    cause: str
    op: str
    says: dict[str, Json] = {}
    declared: bool = False


class Plot(Value, frozen=True):
    """A plot of a farm: its kind, the card on it (null where the board is printed), and what grows there."""

    kind: Literal["locked", "field", "building"]
    card: str | None = None
    crop: str | None = None
    chits: int = 0


class SeatState(Value, frozen=True):
    """One seat: its farmer, its holdings, its farm, and the counts its score and its passive effects need.

    `unverified` names the kinds and buildings that declared effects have touched.
    """

    dealt: tuple[str, ...] = ()
    board: str | None = None
    side: str | None = None
    initiative: int | None = None
    items: Multiset = {}
    plots: dict[str, Plot] = {}
    harvested: Multiset = {}
    expansions: int = 0
    uses: Multiset = {}
    unverified: tuple[str, ...] = ()


Phase = Literal["dealing", "setup_characters", "setup_effects", "round_start", "draft", "placement", "finished"]


class State(Value, frozen=True):
    """The table. `cards` holds what may be unknown: the stacks, the box, plowed cards and secret choices.

    `supply` counts chits by kind, tokens and expansions; `pending` are the open steps, the first one being due;
    `resolving` is the place whose farmer is being resolved.
    """

    mode: Mode
    options: Options
    manifest: Manifest
    cards: Cards
    seats: dict[str, SeatState]
    supply: Multiset
    phase: Phase = "dealing"
    round: int = 0
    display: tuple[str, ...] = ()
    action_row: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    initiative_deck: tuple[int, ...] = ()
    initiative_row: tuple[int, ...] = ()
    draft_order: tuple[Seat, ...] = ()
    drafted: tuple[Seat, ...] = ()
    placement_order: tuple[Seat, ...] = ()
    placed: int = 0
    occupancy: dict[str, tuple[Seat, ...]] = {}
    resolving: str | None = None
    pending: tuple[Step, ...] = ()

    def seat(self, seat: Seat) -> SeatState:
        """Return one seat's state."""
        return self.seats[str(seat)]

    @property
    def farmers(self) -> int:
        """How many farmers are placed in a round."""
        return len(self.seats) * self.manifest.course.farmers_per_seat

    @property
    def acting(self) -> Seat | None:
        """The seat that must act now; null while everybody chooses a farmer, and at the end."""
        if self.pending:
            return self.pending[0].seat
        if self.phase == "draft":
            return next((seat for seat in self.draft_order if seat not in self.drafted), None)
        if self.phase == "placement" and self.placement_order and self.placed < self.farmers:
            return self.placement_order[self.placed % len(self.placement_order)]
        return None

    @property
    def hard(self) -> bool:
        """Whether the supply is limited to what the box holds."""
        return self.options.supply_limits == "hard"

    def used(self, plot: Plot) -> int:
        """Return how many spaces of a field its crops take up."""
        return 0 if plot.crop is None else plot.chits * self.manifest.crop(plot.crop).size

    def by_initiative(self) -> tuple[Seat, ...]:
        """Return the seats by the number they hold, lowest first."""
        return tuple(sorted(map(int, self.seats), key=lambda seat: self.seat(seat).initiative or 0))


def steps_of(seat: Seat, cause: str, nodes: Nodes) -> tuple[Step, ...]:
    """Return the steps of some effects; what is to be done n times is n steps."""
    return tuple(step for node in nodes for step in _steps(seat, cause, node))


def _steps(seat: Seat, cause: str, node: Node) -> tuple[Step, ...]:
    ((op, said),) = node.items()
    if isinstance(said, dict):
        return (Step(seat, cause, op, said),)
    return (Step(seat, cause, op),) * int(said)


def initial(header: Header) -> State:
    """Return the table before the set-up: all cards unseen, all goods in the supply."""
    manifest: Manifest = header.manifest
    seats = [str(seat) for seat in range(1, len(header.seats) + 1)]
    actions = {card.id: 1 for card in manifest.action_cards}
    buildings = {card.id: card.copies for card in manifest.buildings}
    boards = {board.id: 1 for board in manifest.characters}
    zones = {
        "action box": Zone(ACTION, len(actions)),
        "action stack": Zone(ACTION, 0),
        "field stack": Zone(FIELD, sum(buildings.values())),
        "plowed": Zone(FIELD, 0),
        "character boards": Zone(BOARD, len(boards)),
    }
    supply = {crop.kind: crop.count for crop in manifest.crops}
    supply |= {each.item: each.count for each in manifest.resources}
    farm = manifest.farm
    plots = {f"P{n}": Plot("field" if n <= farm.open_fields else "locked") for n in range(1, farm.plots + 1)}
    return State(
        mode=header.mode,
        options=header.options,
        manifest=manifest,
        cards=Cards({ACTION: actions, FIELD: buildings, BOARD: boards}, zones, {seat: Hand() for seat in seats}),
        seats={seat: SeatState(plots=plots, harvested=dict.fromkeys(KINDS, 0)) for seat in seats},
        supply={**{name: supply[name] for name in (*KINDS, *RESOURCES)}, EXPANSION: farm.expansions},
        initiative_deck=tuple(sorted(card.n for card in manifest.initiative)),
    )
