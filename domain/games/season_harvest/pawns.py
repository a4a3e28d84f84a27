"""The actions of pawns (Play: "The actions your pawns can take are"; Variants, Lumber)."""

from typing import Literal, assert_never

from domain.games.season_harvest.commands import Cut, Gather, Grow, Harvest, Move, Plant
from domain.games.season_harvest.events import (
    FruitHarvested,
    PawnGrown,
    PawnMoved,
    Payment,
    SeedGathered,
    SeedPlanted,
    WoodCut,
)
from domain.games.season_harvest.state import ADJACENT, Pawn, State
from domain.kernel.rejection import Rejected, reject_if
from domain.kernel.table import Table
from domain.kernel.values import Seat

CONVERTS_FROM = 4
"""The lowest roll at which a harvested fruity turns into a tree."""

LUMBER_FRUIT, LUMBER_WOOD = 6, 2


def act(table: Table[State], command: Move | Plant | Gather | Harvest | Grow | Cut) -> None:
    """Let one pawn of the active seat move or act."""
    state = table.state
    pawn = _find(state, command.seat, command.pawn)
    next_turn = state.options.new_pawn_acts == "next_turn"
    reject_if(next_turn and pawn.entered_turn == state.turn, "pawn_too_new", pawn=pawn.id)
    match command:
        case Move():
            _move(table, pawn, command)
        case Plant():
            _spend(pawn)
            reject_if(state.seat(command.seat).seeds == 0, "no_seed_in_basket")
            table.record(SeedPlanted(command.seat, pawn.id, pawn.space))
        case Gather():
            _spend(pawn)
            reject_if(state.spaces[pawn.space].tokens.seeds == 0, "no_seed_here", space=pawn.space)
            table.record(SeedGathered(command.seat, pawn.id, pawn.space))
        case Harvest():
            _harvest(table, pawn)
        case Grow():
            _grow(table, pawn, command)
        case Cut():
            _cut(table, pawn, command)
        case _:
            assert_never(command)


def grow_cost(state: State, seat: Seat, pay: str) -> Payment:
    """Return what the next pawn costs: 2 fruit plus 2 for every pawn in play; with Lumber 6 fruit or 2 wood."""
    if state.has("lumber"):
        return Payment(wood=LUMBER_WOOD) if pay == "wood" else Payment(fruit=LUMBER_FRUIT)
    return Payment(fruit=2 + 2 * len(state.pawns_of(seat)))


def _find(state: State, seat: Seat, named: str) -> Pawn:
    """Return the pawn with this id, or the only own pawn on the space of this name."""
    if named in state.spaces:
        there = [pawn for pawn in state.pawns_of(seat) if pawn.space == named]
        reject_if(not there, "unknown_pawn", pawn=named)
        reject_if(len(there) > 1, "pawn_ambiguous", pawn=named, pawns=[pawn.id for pawn in there])
        return there[0]
    pawn = state.pawns.get(named)
    if pawn is None:
        raise Rejected("unknown_pawn", pawn=named)
    reject_if(pawn.seat != seat, "pawn_not_owned", pawn=named, owner=pawn.seat)
    return pawn


def _spend(pawn: Pawn) -> None:
    reject_if(pawn.action_used, "pawn_action_spent", pawn=pawn.id)


def _move(table: Table[State], pawn: Pawn, command: Move) -> None:
    """Move to an orthogonally adjacent space: freely once a turn, again as the action."""
    reject_if(command.to not in ADJACENT, "unknown_space", space=command.to)
    reject_if(pawn.free_move_used and pawn.action_used, "pawn_moves_spent", pawn=pawn.id)
    reject_if(command.to not in ADJACENT[pawn.space], "not_adjacent", space=pawn.space, to=command.to)
    uses: Literal["free_move", "action"] = "action" if pawn.free_move_used else "free_move"
    table.record(PawnMoved(seat=pawn.seat, pawn=pawn.id, origin=pawn.space, to=command.to, uses=uses))


def _harvest(table: Table[State], pawn: Pawn) -> None:
    """Take a fruit, always; roll the die to see whether the fruity turns into a tree."""
    _spend(pawn)
    reject_if(table.state.spaces[pawn.space].tokens.fruitys == 0, "no_fruity_here", space=pawn.space)
    die = table.roll(table.header.manifest.die_sides.value)
    table.record(FruitHarvested(pawn.seat, pawn.id, pawn.space, die, die >= CONVERTS_FROM))


def _grow(table: Table[State], pawn: Pawn, command: Grow) -> None:
    """Pay fruit or wood and put another pawn in the home base."""
    state, basket = table.state, table.state.seat(pawn.seat)
    reject_if(command.pay == "wood" and not state.has("lumber"), "payment_not_in_ruleset", pay=command.pay)
    _spend(pawn)
    own, limit = len(state.pawns_of(pawn.seat)), state.options.pawn_limit
    reject_if(limit is not None and own >= limit, "pawn_limit_reached", limit=limit)
    cost = grow_cost(state, pawn.seat, command.pay)
    reject_if(basket.fruit < cost.fruit, "not_enough_fruit", fruit=basket.fruit, needed=cost.fruit)
    reject_if(basket.wood < cost.wood, "not_enough_wood", wood=basket.wood, needed=cost.wood)
    table.record(PawnGrown(pawn.seat, pawn.id, f"{pawn.seat}-{own + 1}", str(basket.home), cost))


def _cut(table: Table[State], pawn: Pawn, command: Cut) -> None:
    """Pick up a tree or a fruity as wood (Lumber, Forestry)."""
    state = table.state
    reject_if(not state.has("lumber"), "action_not_in_ruleset", action="cut")
    _spend(pawn)
    tokens = state.spaces[pawn.space].tokens
    reject_if(command.take == "tree" and tokens.trees == 0, "no_tree_here", space=pawn.space)
    reject_if(command.take == "fruity" and tokens.fruitys == 0, "no_fruity_here", space=pawn.space)
    table.record(WoodCut(pawn.seat, pawn.id, pawn.space, command.take))
