"""What each event changes. Nothing is judged here; cards may be stand-ins."""

from typing import Any, assert_never

from msgspec.structs import replace

from domain.games.season_harvest.events import (
    BoardChecked,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardsShown,
    CoopTargetFixed,
    DeckShuffled,
    FinalPlayBegan,
    FirstSeatSet,
    FruitHarvested,
    GridLaid,
    GridRevealed,
    GrowthApplied,
    HandDealt,
    HandShown,
    HomeTaken,
    PawnGrown,
    PawnMoved,
    PileReshuffled,
    SeedGathered,
    SeedPlanted,
    Tokens,
    TurnEnded,
    TurnStarted,
    WoodCut,
    YearEnded,
)
from domain.games.season_harvest.state import Pawn, SeatState, Space, State
from domain.kernel.values import Seat

SetUpEvent = DeckShuffled | GridLaid | HandDealt | HomeTaken | GridRevealed | FirstSeatSet
SeasonEvent = (
    CoopTargetFixed
    | SetUpEvent
    | GrowthApplied
    | TurnStarted
    | PawnMoved
    | SeedPlanted
    | SeedGathered
    | FruitHarvested
    | PawnGrown
    | WoodCut
    | CardPlayed
    | HandShown
    | CardDiscarded
    | CardsShown
    | CardDrawn
    | YearEnded
    | PileReshuffled
    | FinalPlayBegan
    | TurnEnded
    | BoardChecked
)


def evolve(state: State, event: SeasonEvent) -> State:
    """Return the state after an event."""
    match event:
        case PawnMoved(seat=seat, pawn=pawn):
            used = {"free_move_used": True} if event.uses == "free_move" else {"action_used": True}
            return _pawn(state, pawn, space=event.to, **used)
        case GrowthApplied():
            spaces = {
                change.space: replace(state.spaces[change.space], tokens=change.after) for change in event.changes
            }
            return replace(state, spaces={**state.spaces, **spaces})
        case TurnStarted(seat=seat):
            return _turn_started(state, event, seat)
        case CardPlayed(seat=seat, card=card, space=space):
            discards = state.discards if event.covered is None else (*state.discards, event.covered)
            spaces = {**state.spaces, space: replace(state.spaces[space], card=card)}
            return replace(
                state, cards=state.cards.play(seat, card), spaces=spaces, discards=discards, card_step="done"
            )
        case CardDrawn(seat=seat, card=card):
            return replace(state, cards=state.cards.draw("pile", card, seat))
        case TurnEnded() | BoardChecked() | YearEnded():
            return state
        case FruitHarvested(seat=seat, space=space):
            basket = state.seat(seat)
            state = _seat(state, seat, fruit=basket.fruit + 1, harvested=basket.harvested + 1)
            state = _tokens(state, space, fruitys=-1, trees=1) if event.converted else state
            return _acted(state, event.pawn)
        case SeedPlanted(seat=seat, space=space):
            state = _seat(state, seat, seeds=state.seat(seat).seeds - 1)
            return _acted(_tokens(state, space, seeds=1), event.pawn)
        case SeedGathered(seat=seat, space=space):
            state = _seat(state, seat, seeds=state.seat(seat).seeds + 1)
            return _acted(_tokens(state, space, seeds=-1), event.pawn)
        case PawnGrown():
            return _pawn_grown(state, event)
        case WoodCut(seat=seat, space=space):
            state = _seat(state, seat, wood=state.seat(seat).wood + 1)
            state = _tokens(state, space, trees=-1) if event.taken == "tree" else _tokens(state, space, fruitys=-1)
            return _acted(state, event.pawn)
        case CardsShown() | HandShown():
            return replace(state, cards=state.cards.show(event.seat, event.cards))
        case CardDiscarded(seat=seat, card=card):
            discards = (*state.discards, card)
            return replace(state, cards=state.cards.play(seat, card), discards=discards, card_step="done")
        case PileReshuffled():
            cards = state.cards.shuffle_in("pile", state.discards)
            return replace(state, cards=cards, discards=(), year=event.year)
        case FinalPlayBegan():
            return replace(state, phase="final")
        case CoopTargetFixed():
            return replace(state, coop_target=event)
        case DeckShuffled() | GridLaid() | HandDealt() | HomeTaken() | GridRevealed() | FirstSeatSet():
            return _set_up(state, event)
        case _:
            assert_never(event)


def _set_up(state: State, event: SetUpEvent) -> State:
    match event:
        case DeckShuffled() | FirstSeatSet():
            return state
        case GridLaid():
            return replace(state, cards=state.cards.shift("pile", "grid", len(event.spaces)), phase="homes")
        case HandDealt(seat=seat):
            cards = state.cards
            for card in event.cards:
                cards = cards.draw("pile", card, seat)
            return replace(state, cards=cards)
        case HomeTaken(seat=seat, space=space):
            state = _seat(replace(state, cards=state.cards.draw("grid", event.card, seat)), seat, home=space)
            pawn = Pawn(event.pawn, seat, space, entered_turn=0)
            return replace(state, pawns={**state.pawns, pawn.id: pawn})
        case GridRevealed():
            cards, spaces = state.cards, dict(state.spaces)
            for cell in event.cells:
                cards = cards.take("grid", cell.card)
                spaces[cell.space] = Space(cell.card)
            return replace(state, cards=cards, spaces=spaces, phase="play")
        case _:
            assert_never(event)


def _turn_started(state: State, event: TurnStarted, seat: Seat) -> State:
    pawns = {
        name: replace(pawn, free_move_used=False, action_used=False)
        if pawn.free_move_used or pawn.action_used
        else pawn
        for name, pawn in state.pawns.items()
    }
    step = "pending" if state.cards.hand(seat).size else "exempt"
    return replace(state, turn=event.turn, active_seat=seat, pawns=pawns, card_step=step)


def _pawn_grown(state: State, event: PawnGrown) -> State:
    basket = state.seat(event.seat)
    state = _seat(
        _acted(state, event.by_pawn),
        event.seat,
        fruit=basket.fruit - event.paid.fruit,
        wood=basket.wood - event.paid.wood,
        paid_fruit=basket.paid_fruit + event.paid.fruit,
    )
    pawn = Pawn(event.new_pawn, event.seat, event.space, entered_turn=state.turn)
    return replace(state, pawns={**state.pawns, pawn.id: pawn})


def _tokens(state: State, space: str, *, seeds: int = 0, trees: int = 0, fruitys: int = 0) -> State:
    lying = state.spaces[space]
    old = lying.tokens
    tokens = Tokens(old.seeds + seeds, old.trees + trees, old.fruitys + fruitys)
    return replace(state, spaces={**state.spaces, space: replace(lying, tokens=tokens)})


def _acted(state: State, pawn: str) -> State:
    return _pawn(state, pawn, action_used=True)


def _pawn(state: State, pawn: str, **changes: Any) -> State:
    return replace(state, pawns={**state.pawns, pawn: replace(state.pawns[pawn], **changes)})


def _seat(state: State, seat: Seat, **changes: Any) -> State:
    changed: SeatState = replace(state.seat(seat), **changes)
    return replace(state, seats={**state.seats, str(seat): changed})
