"""What each event changes on the table. Nothing is judged here; cards may be stand-ins."""

from typing import Any, assert_never

from msgspec.structs import replace

from domain.games.harvest_chambers.events import (
    ActionCardsBoxed,
    ActionCardsRevealed,
    ActionStackBuilt,
    BranchChosen,
    BuildingBuilt,
    BuildingDisplayFilled,
    CharacterBoardsDealt,
    CharacterChosen,
    CharacterSealed,
    CostPaid,
    CropPlanted,
    CropTended,
    EffectDeclared,
    EffectDeclined,
    FarmerPlaced,
    FarmersReclaimed,
    FarmExpanded,
    FieldHarvested,
    FieldPlowed,
    FieldStackBuilt,
    GoodsPaid,
    InitiativeChosen,
    InitiativeDealt,
    InitiativeReturned,
    InitiativeRevealed,
    ItemsConverted,
    ItemsGained,
    PlacementOrderSet,
    ResolutionCompleted,
    RoundEnded,
    RoundStarted,
    StartingGoodsTaken,
    StateAsserted,
)
from domain.games.harvest_chambers.evolve_farm import (
    FarmEvent,
    evolve_farm,
    expanded,
    gained,
    paid,
    resolved,
    with_first,
    with_seat,
)
from domain.games.harvest_chambers.hooks import farmer_of, owned
from domain.games.harvest_chambers.items import added, kind_of
from domain.games.harvest_chambers.manifest import Nodes
from domain.games.harvest_chambers.slots import slot_named, steps_at
from domain.games.harvest_chambers.state import BOARD, CHOICE, Phase, State, Step, sides, steps_of
from domain.kernel.cards import Zone
from domain.kernel.values import Seat

SetUpEvent = (
    CharacterBoardsDealt
    | CharacterChosen
    | CharacterSealed
    | ActionStackBuilt
    | FieldStackBuilt
    | BuildingDisplayFilled
    | InitiativeDealt
    | StartingGoodsTaken
)
RoundEvent = (
    RoundStarted
    | ActionCardsRevealed
    | InitiativeRevealed
    | InitiativeChosen
    | InitiativeReturned
    | PlacementOrderSet
    | FarmersReclaimed
    | ActionCardsBoxed
    | RoundEnded
)
StepEvent = GoodsPaid | CostPaid | FarmerPlaced | ItemsGained | ItemsConverted | BranchChosen | ResolutionCompleted
HarvestEvent = SetUpEvent | RoundEvent | StepEvent | FarmEvent | EffectDeclined | EffectDeclared | StateAsserted


def evolve(state: State, event: HarvestEvent) -> State:
    """Return the state after an event."""
    match event:
        case ItemsGained():
            return _items_gained(state, event)
        case CropPlanted() | CropTended() | FieldHarvested() | FieldPlowed() | BuildingBuilt():
            return evolve_farm(_doubted(state, event), event)
        case FarmExpanded():
            return expanded(state, event)
        case FarmerPlaced():
            return _farmer_placed(state, event)
        case CostPaid(seat=seat, chits=items) | GoodsPaid(seat=seat, items=items):
            return paid(state, seat, items)
        case ResolutionCompleted():
            return replace(state, resolving=None, placed=state.placed + 1)
        case EffectDeclined(cause=cause, op=op):
            return resolved(state, op, cause)
        case ItemsConverted(seat=seat):
            return resolved(gained(paid(state, seat, event.gave), seat, event.got), "convert")
        case BranchChosen():
            return _branch_chosen(state, event)
        case EffectDeclared():
            return _effect_declared(state, event)
        case StateAsserted():
            return state
        case (
            RoundStarted()
            | ActionCardsRevealed()
            | InitiativeRevealed()
            | InitiativeChosen()
            | InitiativeReturned()
            | PlacementOrderSet()
            | FarmersReclaimed()
            | ActionCardsBoxed()
            | RoundEnded()
        ):
            return _round(state, event)
        case _:
            return _set_up(state, event)


def _set_up(state: State, event: SetUpEvent) -> State:
    match event:
        case CharacterBoardsDealt():
            return _boards_dealt(state, event)
        case CharacterChosen(seat=seat):
            hand = state.cards.hand(seat)
            cards = state.cards.play(seat, f"{event.board}/{event.side}") if hand.size else state.cards
            return with_seat(replace(state, cards=cards), seat, board=event.board, side=event.side)
        case CharacterSealed(seat=seat):
            return replace(state, cards=state.cards.draw("choices", event.choice, seat))
        case ActionStackBuilt():
            return _action_stack_built(state, event)
        case FieldStackBuilt():
            return state
        case BuildingDisplayFilled():
            cards = state.cards
            for card in event.added:
                cards = cards.take("field stack", card)
            return replace(state, cards=cards, display=event.display)
        case InitiativeDealt():
            seats = {seat: replace(held, initiative=event.deal[seat]) for seat, held in state.seats.items()}
            deck = tuple(n for n in state.initiative_deck if n not in event.deal.values())
            return replace(state, seats=seats, initiative_deck=deck)
        case StartingGoodsTaken(seat=seat):
            state = gained(state, seat, event.gained)
            return replace(state, pending=_in_order(state, (*state.pending, *_setup_steps(state, seat))))
        case _:
            assert_never(event)


def _boards_dealt(state: State, event: CharacterBoardsDealt) -> State:
    cards, dealt = state.cards, event.deal
    for board in (board for boards in dealt.values() for board in boards):
        cards = cards.take("character boards", board)
    seats = {seat: replace(held, dealt=dealt[seat]) for seat, held in state.seats.items()}
    if state.options.character_choice == "sealed":
        boards = [board for boards in dealt.values() for board in boards]
        tokens = {f"{board}/{side}": 1 for board in boards for side in sides(state.options)}
        zones = {**cards.zones, "choices": Zone(CHOICE, len(tokens))}
        cards = replace(cards, unseen={**cards.unseen, CHOICE: tokens}, zones=zones)
    return replace(state, cards=cards, seats=seats, phase="setup_characters")


def _action_stack_built(state: State, event: ActionStackBuilt) -> State:
    """Count the action cards out; choices not made and boards not dealt are of no use any more."""
    cards = state.cards.shift("action box", "action stack", event.count)
    unseen = {back: faces for back, faces in cards.unseen.items() if back not in (BOARD, CHOICE)}
    zones = {name: zone for name, zone in cards.zones.items() if zone.back not in (BOARD, CHOICE)}
    return replace(state, cards=replace(cards, unseen=unseen, zones=zones), phase="setup_effects")


def _setup_steps(state: State, seat: Seat) -> tuple[Step, ...]:
    farmer, board = farmer_of(state, seat), state.seat(seat).board
    return () if farmer is None or board is None else steps_of(seat, board, farmer.setup)


def _in_order(state: State, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    order = state.by_initiative()
    return tuple(sorted(steps, key=lambda step: order.index(step.seat)))


def _round(state: State, event: RoundEvent) -> State:
    match event:
        case RoundStarted(round=number):
            seats = {seat: replace(held, uses={}) if held.uses else held for seat, held in state.seats.items()}
            state = replace(state, seats=seats, round=number, phase="round_start", drafted=(), draft_order=())
            return replace(state, placement_order=(), placed=0, pending=tuple(_round_steps(state)))
        case ActionCardsRevealed():
            cards = state.cards
            for card in event.cards:
                cards = cards.take("action stack", card)
            return replace(state, cards=cards, action_row=event.cards)
        case InitiativeRevealed(row=row):
            deck = tuple(n for n in state.initiative_deck if n not in row)
            return replace(
                state, initiative_deck=deck, initiative_row=row, draft_order=event.draft_order, phase="draft"
            )
        case InitiativeChosen(seat=seat, took=took):
            state = with_seat(replace(state, initiative_row=event.row), seat, initiative=took)
            bonus = steps_of(seat, f"init-{took}", state.manifest.initiative_card(took).when_taken)
            return with_first(replace(state, drafted=(*state.drafted, seat)), bonus)
        case InitiativeReturned():
            deck = tuple(sorted((*state.initiative_deck, *event.numbers)))
            return replace(state, initiative_deck=deck, initiative_row=())
        case PlacementOrderSet():
            return replace(state, placement_order=event.order, phase="placement")
        case FarmersReclaimed():
            return replace(state, occupancy={})
        case ActionCardsBoxed():
            return replace(state, action_row=(), spent=(*state.spent, *event.cards))
        case RoundEnded(round=number):
            phase: Phase = "finished" if number >= state.manifest.course.rounds else "round_start"
            return replace(state, phase=phase)
        case _:
            assert_never(event)


def _round_steps(state: State) -> list[Step]:
    steps: list[Step] = []
    for seat in state.by_initiative():
        for card, nodes in owned(state, seat, "round_start"):
            steps += steps_of(seat, card, nodes)
    return steps


def _items_gained(state: State, event: ItemsGained) -> State:
    state = gained(state, event.seat, event.gained)
    if ".on_" in event.cause:
        return used(state, event.seat, event.cause)
    # Plain goods come by themselves when they are due, so whatever comes before that was chosen.
    due = state.pending[0].op if state.pending else ""
    return resolved(state, "gain" if due == "gain" else "gain_any", event.cause)


def _farmer_placed(state: State, event: FarmerPlaced) -> State:
    slot = slot_named(state, event.slot)
    already = state.occupancy.get(event.slot, ())
    if slot.capacity is not None and len(already) >= slot.capacity:
        state = used(state, event.seat, "enter_occupied")
    occupancy = {**state.occupancy, event.slot: event.occupants}
    steps = steps_at(state, event.seat, slot, event.picks)
    return with_first(replace(state, occupancy=occupancy, resolving=event.slot), steps)


def _branch_chosen(state: State, event: BranchChosen) -> State:
    step = next(step for step in state.pending if step.op == "choose")
    branches: list[Nodes] = step.says["of"]
    steps = [each for n in event.branches for each in steps_of(event.seat, event.cause, tuple(branches[n - 1]))]
    return with_first(resolved(state, "choose"), tuple(steps))


def _effect_declared(state: State, event: EffectDeclared) -> State:
    state = gained(paid(state, event.seat, event.paid), event.seat, event.gained)
    state = _marked(state, event.seat, *map(kind_of, (*event.gained, *event.paid)))
    steps = tuple(Step(event.seat, event.cause, op, LEAVES_OPEN.get(op, {}), declared=True) for op in event.ops)
    return with_first(state, steps)


def _doubted(state: State, event: CropPlanted | CropTended | FieldHarvested | FieldPlowed | BuildingBuilt) -> State:
    """Mark what an action has touched that only the table's word allows."""
    if not (state.pending and state.pending[0].declared) or isinstance(event, FieldPlowed):
        return state
    return _marked(state, event.seat, event.card if isinstance(event, BuildingBuilt) else event.kind)


def _marked(state: State, seat: Seat, *names: str) -> State:
    return with_seat(state, seat, unverified=tuple(sorted({*state.seat(seat).unverified, *names})))


LEAVES_OPEN: dict[str, dict[str, Any]] = {
    "harvest": {"max": None},
    "plant": {"max": None, "fert_delta": 0},
    "tend": {"max": None, "water_delta": 0},
}
"""What the words of a declared effect say: nothing that limits them."""


def used(state: State, seat: Seat, hook: str) -> State:
    """Count one use of a passive effect in this round."""
    return with_seat(state, seat, uses=added(state.seat(seat).uses, {hook: 1}))
