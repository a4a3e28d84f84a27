"""What each event changes. Nothing is judged here; cards may be stand-ins."""

from typing import assert_never

from msgspec.structs import replace

from domain.games.harvest_morikawa.events import (
    CardPlaced,
    CardsRemovedUnseen,
    DeckExhausted,
    FieldsArranged,
    HandDealt,
    HandReplenished,
    HandRevealed,
    HarvestOverlooked,
    HarvestResolved,
    PlayEnded,
    PlayerPassed,
    RobotDrew,
    SaladJudged,
    SaladRequired,
    StartSeatChosen,
    Taken,
    TornadoResolved,
    TurnBegan,
)
from domain.games.harvest_morikawa.faces import kind
from domain.games.harvest_morikawa.layout import board_squares, key
from domain.games.harvest_morikawa.state import SeatState, Square, State, make_room
from domain.kernel import claims
from domain.kernel.cards import Cards, count, plus
from domain.kernel.values import Card, Seat

AfterPlay = PlayEnded | HandRevealed | SaladRequired | SaladJudged
SetUp = FieldsArranged | HandDealt | CardsRemovedUnseen | StartSeatChosen
HarvestEvent = (
    SetUp
    | TurnBegan
    | CardPlaced
    | HarvestResolved
    | TornadoResolved
    | HandReplenished
    | DeckExhausted
    | PlayerPassed
    | RobotDrew
    | HarvestOverlooked
    | AfterPlay
)


def evolve(state: State, event: HarvestEvent) -> State:
    """Return the state after an event."""
    match event:
        case TurnBegan():
            return replace(state, turn=event.turn, active_seat=event.seat, phase="running")
        case CardPlaced():
            return _card_placed(state, event)
        case HandReplenished(seat=seat):
            drawn = _drawn(state, seat, event.cards)
            return replace(state, cards=drawn, claims=claims.drew(state.claims, seat, event.count))
        case HarvestResolved():
            return _harvested(state, event)
        case TornadoResolved():
            swept = tuple(each.card for each in event.discarded)
            cleared = _cleared(state, event.discarded)
            return replace(state, squares=cleared, discard=(*state.discard, *swept))
        case PlayerPassed():
            return _passed(state, event)
        case DeckExhausted():
            return state
        case RobotDrew():
            cards = state.cards
            for card in event.cards:
                cards = make_room(state, cards, card).take("deck", card)
            return replace(state, cards=cards, beside_deck=event.cards)
        case HarvestOverlooked():
            return _put_back(state)
        case FieldsArranged() | HandDealt() | CardsRemovedUnseen() | StartSeatChosen():
            return _set_up(state, event)
        case PlayEnded() | HandRevealed() | SaladRequired() | SaladJudged():
            return _after_play(state, event)
        case _:
            assert_never(event)


def _set_up(state: State, event: SetUp) -> State:
    match event:
        case FieldsArranged():
            return _arranged(state, event)
        case HandDealt(seat=seat):
            return replace(state, cards=_drawn(state, seat, event.cards), phase="choosing")
        case CardsRemovedUnseen():
            return replace(state, cards=state.cards.shift("deck", "box", event.count))
        case StartSeatChosen():
            return state


def _arranged(state: State, event: FieldsArranged) -> State:
    places = {
        square: Square(square, board.slot, board.owner)
        for board in event.boards
        for square in board_squares(board.origin)
    }
    colours = {board.owner: board.colour for board in event.boards}
    return replace(
        state,
        squares={key(square): places[square] for square in sorted(places)},
        robot_order=event.robot_order or (),
        seats={seat: SeatState(colours.get(int(seat))) for seat in state.seats},
    )


def _card_placed(state: State, event: CardPlaced) -> State:
    name, seat, card = key(event.square), event.seat, event.card
    squares = {**state.squares, name: replace(state.squares[name], card=card)}
    if seat is None:
        beside = list(state.beside_deck)
        beside.remove(card)
        return replace(state, squares=squares, beside_deck=tuple(beside), last_harvest=())
    cards = state.cards
    if not cards.hand(seat).known.get(card):
        cards = make_room(state, cards, card)
    return replace(
        state,
        squares=squares,
        cards=cards.play(seat, card),
        claims=claims.saw(state.claims, seat, fits=kind(card) is None),
        consecutive_passes=0,
        last_harvest=(),
    )


def _harvested(state: State, event: HarvestResolved) -> State:
    seats, discard = dict(state.seats), list(state.discard)
    for each in event.taken:
        if each.to is None:
            discard.append(each.card)
        else:
            seats[str(each.to)] = _area(seats[str(each.to)], each.card, 1)
    squares = _cleared(state, event.taken)
    if event.special_discarded is not None:
        discard.append(event.special_discarded)
        name = key(event.trigger)
        squares[name] = replace(squares[name], card=None)
    return replace(
        state,
        seats=seats,
        squares=squares,
        discard=tuple(discard),
        last_harvest=event.taken if event.by == "vegetable" else (),
    )


def _put_back(state: State) -> State:
    """Lay the cards of the last harvest on their squares again."""
    seats, discard, squares = dict(state.seats), list(state.discard), dict(state.squares)
    for each in state.last_harvest:
        if each.to is None:
            discard.remove(each.card)
        else:
            seats[str(each.to)] = _area(seats[str(each.to)], each.card, -1)
        name = key(each.square)
        squares[name] = replace(squares[name], card=each.card)
    return replace(state, seats=seats, squares=squares, discard=tuple(discard), last_harvest=())


def _passed(state: State, event: PlayerPassed) -> State:
    said = state.claims
    if event.claims is not None:
        said = claims.claimed(said, event.seat, event.claims, event.hand_count)
    return replace(state, consecutive_passes=event.consecutive, claims=said, last_harvest=())


def _after_play(state: State, event: AfterPlay) -> State:
    match event:
        case PlayEnded():
            cards_left = not state.solo and any(hand.size for hand in state.cards.hands.values())
            phase = "awaiting_hands" if cards_left else "over"
            return replace(state, play_ended=event.reason, active_seat=None, phase=phase, last_harvest=())
        case HandRevealed(seat=seat):
            return _revealed(state, seat, event.cards)
        case SaladRequired():
            return replace(state, phase="tied_pending_salad", salad=event.seats)
        case SaladJudged():
            return replace(state, phase="over", salad_winner=event.winner)


def _revealed(state: State, seat: Seat, shown: tuple[Card, ...]) -> State:
    cards, said = state.cards, state.claims
    for card, n in count(shown).items():
        unknown = n - cards.hand(seat).known.get(card, 0)
        cards = make_room(state, cards, card, unknown).show(seat, (card,) * n)
    for card in shown:
        said = claims.saw(said, seat, fits=kind(card) is None)
    awaited = any(sum(hand.shown.values()) < hand.size for hand in cards.hands.values())
    return replace(state, cards=cards, claims=said, phase="awaiting_hands" if awaited else "over")


def _drawn(state: State, seat: Seat, drawn: tuple[Card, ...]) -> Cards:
    cards = state.cards
    for card in drawn:
        cards = make_room(state, cards, card).draw("deck", card, seat)
    return cards


def _cleared(state: State, taken: tuple[Taken, ...]) -> dict[str, Square]:
    squares = dict(state.squares)
    for each in taken:
        name = key(each.square)
        squares[name] = replace(squares[name], card=None)
    return squares


def _area(seat: SeatState, card: Card, n: int) -> SeatState:
    return replace(seat, harvest=plus(seat.harvest, card, n))
