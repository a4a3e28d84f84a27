"""How a game goes on by itself: steps without a choice, and what comes when no step is open (A Game Round)."""

from collections.abc import Mapping

from domain.games.harvest_chambers.events import (
    ActionCardsBoxed,
    ActionCardsRevealed,
    BuildingDisplayFilled,
    EffectDeclined,
    FarmersReclaimed,
    FarmExpanded,
    InitiativeReturned,
    InitiativeRevealed,
    ItemsGained,
    PlacementOrderSet,
    ResolutionCompleted,
    RoundEnded,
    RoundStarted,
)
from domain.games.harvest_chambers.hooks import hooks
from domain.games.harvest_chambers.items import kind_of
from domain.games.harvest_chambers.state import AUTOMATIC, EXPANSION, State, Step
from domain.kernel.table import Table
from domain.kernel.values import Multiset, Seat

HarvestTable = Table[State]


def go_on(table: HarvestTable) -> None:
    """Resolve what needs no choice, and let the next thing begin where no step is open."""
    while True:
        while table.state.pending and table.state.pending[0].op in AUTOMATIC:
            _resolve(table, table.state.pending[0])
        if table.state.pending or not _next(table):
            return


def _resolve(table: HarvestTable, step: Step) -> None:
    if step.op == "gain":
        gained, short = what_is_left(table.state, step.says)
        table.record(ItemsGained(step.seat, step.cause, gained, short))
    elif can_expand(table.state, step.seat):
        expand(table, step.seat)
    else:
        table.record(EffectDeclined(step.seat, step.cause, step.op))


def can_expand(state: State, seat: Seat, already: int = 0) -> bool:
    """Tell whether there is an expansion that the seat may take, after some that it is going to take before."""
    most = state.options.max_expansions
    allowed = most is None or state.seat(seat).expansions + already < most
    return allowed and (state.supply[EXPANSION] > already or not state.hard)


def expand(table: HarvestTable, seat: Seat) -> None:
    """Put an expansion beside a farm (Expand Your Farm)."""
    state = table.state
    number = state.seat(seat).expansions + 1
    letters = "abcdefghijklmnopqrst"[: state.manifest.farm.plots_per_expansion]
    plots = tuple(f"E{number}{letter}" for letter in letters)
    table.record(FarmExpanded(seat, plots, state.supply[EXPANSION] - 1))
    follow(table, seat, "expand")


def what_is_left(state: State, wanted: Mapping[str, int]) -> tuple[Multiset, Multiset]:
    """Return what a seat gets of some goods and what is short; without limits it gets all, and the shortage is told."""
    gained: Multiset = {}
    short: Multiset = {}
    left = dict(state.supply)
    for item, n in wanted.items():
        kind = kind_of(item)
        there = min(n, max(0, left[kind]))
        left[kind] -= there
        got = there if state.hard else n
        if got:
            gained[item] = got
        if there < n:
            short[item] = n - there
    return gained, short


def follow(table: HarvestTable, seat: Seat, event: str) -> None:
    """Give a seat what its cards bring for something it has just done."""
    met: Multiset = {}
    for card, hook in hooks(table.state, seat, "on_event"):
        if hook["event"] != event:
            continue
        n = met[card] = met.get(card, 0) + 1
        cause, limit = f"{card}.on_{event}" + (f".{n}" if n > 1 else ""), hook["limit_per_round"]
        if limit is not None and table.state.seat(seat).uses.get(cause, 0) >= limit:
            continue
        gained, short = what_is_left(table.state, hook["gain"])
        table.record(ItemsGained(seat, cause, gained, short))


def _next(table: HarvestTable) -> bool:
    """Let the next thing begin; false where somebody has to act, or nothing is left to do."""
    state = table.state
    match state.phase:
        case "setup_effects":
            start_round(table, 1)
            return True
        case "round_start":
            _open_round(table)
            return False
        case "draft":
            return _after_draft(table)
        case "placement":
            return _after_placement(table)
        case _:
            return False


def start_round(table: HarvestTable, number: int) -> None:
    """Begin a round; what cards bring at its start comes in the order of initiative held."""
    table.record(RoundStarted(number))


def _open_round(table: HarvestTable) -> None:
    """Reveal action cards and initiative cards (Action Cards; Initiative)."""
    state = table.state
    cards = table.draw("action stack", len(state.seats))
    table.record(ActionCardsRevealed(cards, state.cards.left("action stack") - len(cards)))
    deck, row = list(state.initiative_deck), []
    for _ in range(state.manifest.course.initiative_reveal):
        row.append(int(table.lot("the initiative cards", deck)))
        deck.remove(row[-1])
    table.record(InitiativeRevealed(tuple(sorted(row)), len(deck), state.by_initiative()))


def _after_draft(table: HarvestTable) -> bool:
    state = table.state
    if state.acting is None:
        row = state.initiative_row
        table.record(InitiativeReturned(row, len(state.initiative_deck) + len(row)))
        table.record(PlacementOrderSet(state.by_initiative()))
    return False


def _after_placement(table: HarvestTable) -> bool:
    state = table.state
    if state.resolving is not None:
        seat = state.placement_order[state.placed % len(state.placement_order)]
        table.record(ResolutionCompleted(seat, state.resolving))
    if table.state.placed < state.farmers:
        return False
    _end_round(table)
    return table.state.phase != "finished"


def _end_round(table: HarvestTable) -> None:
    """Take farmers and cards back, fill the display, and start a round or end the game (Resolution; Game End)."""
    table.record(FarmersReclaimed())
    table.record(ActionCardsBoxed(table.state.action_row))
    number = table.state.round
    last = number >= table.state.manifest.course.rounds
    if not last:
        fill_display(table)
    table.record(RoundEnded(number))
    if last:
        table.end("five_rounds")
    else:
        start_round(table, number + 1)


def fill_display(table: HarvestTable) -> None:
    """Turn buildings up until the display is full or the stack is empty."""
    state = table.state
    wanted = min(state.manifest.course.display - len(state.display), state.cards.left("field stack"))
    if wanted > 0:
        added = table.draw("field stack", wanted)
        left = state.cards.left("field stack") - wanted
        table.record(BuildingDisplayFilled(added, (*state.display, *added), left))
