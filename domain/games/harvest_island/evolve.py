"""What each event changes. Nothing is judged here; cards may be stand-ins."""

from typing import assert_never

from msgspec.structs import replace

from domain.games.harvest_island.events import (
    AnimalTokenTaken,
    CatastropheEnded,
    CatastropheStruck,
    CropsLost,
    DeckCountDiffered,
    DrawLapsed,
    FertilizerTaken,
    FieldFertilized,
    FieldHarvested,
    FinalRoundAnnounced,
    FirstPlayerChosen,
    FruitPlanted,
    FruitReleased,
    HandDealt,
    HarvestTokenMoved,
    SeasonCardDrawn,
    SeasonDeckExhausted,
    SeasonDecksPrepared,
    SeedSown,
    SpringDeckReshuffled,
    StorageStocked,
    SupplyCardTaken,
    SupplyReplaced,
    SupplyStocked,
    TurnBegun,
    TurnEnded,
    WeatherCancelled,
    WeatherRevealed,
)
from domain.games.harvest_island.faces import FERTILIZER
from domain.games.harvest_island.manifest import FIGURES, PLAYS
from domain.games.harvest_island.state import Catastrophe, Field, State, WeatherArea
from domain.games.harvest_island.weather import owing
from domain.kernel.cards import Cards
from domain.kernel.values import Card, Seat

SetUpEvent = SeasonDecksPrepared | SupplyStocked | StorageStocked | HandDealt | SpringDeckReshuffled | FirstPlayerChosen
PlayEvent = SeedSown | FruitPlanted | FieldFertilized | FruitReleased
DrawEvent = SeasonCardDrawn | WeatherRevealed | SupplyCardTaken | FertilizerTaken | DrawLapsed | SupplyReplaced
WeatherEvent = WeatherCancelled | CatastropheStruck | CropsLost | CatastropheEnded
HarvestEvent = FieldHarvested | HarvestTokenMoved | AnimalTokenTaken
IslandEvent = (
    SetUpEvent
    | PlayEvent
    | DrawEvent
    | WeatherEvent
    | HarvestEvent
    | TurnBegun
    | TurnEnded
    | SeasonDeckExhausted
    | FinalRoundAnnounced
    | DeckCountDiffered
)


def evolve(state: State, event: IslandEvent) -> State:
    """Return the state after an event."""
    match event:
        case SeasonCardDrawn() | WeatherRevealed() | SupplyCardTaken() | FertilizerTaken():
            return _drawn(state, event)
        case SeedSown() | FruitPlanted() | FieldFertilized() | FruitReleased():
            return _played(state, event)
        case TurnBegun():
            return replace(
                state,
                phase="choose_action",
                round=event.round,
                turn=event.turn,
                active_seat=event.seat,
                plays_made=0,
                released=0,
                fertilizer_taken=False,
                replacing_weather=False,
            )
        case TurnEnded() | SeasonDeckExhausted() | DeckCountDiffered():
            return state
        case FieldHarvested() | HarvestTokenMoved() | AnimalTokenTaken():
            return _harvested(state, event)
        case SupplyReplaced():
            discard = (*state.discard, *event.discarded)
            return replace(state, supply=event.moved, storage=(), discard=discard)
        case DrawLapsed():
            return replace(state, draws_owed=0)
        case WeatherCancelled() | CatastropheStruck() | CropsLost() | CatastropheEnded():
            return _weathered(state, event)
        case FinalRoundAnnounced():
            return replace(state, final_round=True)
        case (
            SeasonDecksPrepared()
            | SupplyStocked()
            | StorageStocked()
            | HandDealt()
            | SpringDeckReshuffled()
            | FirstPlayerChosen()
        ):
            return _set_up(state, event)
        case _:
            assert_never(event)


def _set_up(state: State, event: SetUpEvent) -> State:
    match event:
        case SeasonDecksPrepared():
            cards = state.cards
            for season, n in event.removed.items():
                cards = cards.shift(season, f"removed_{season}", n)
            return replace(state, cards=cards)
        case SupplyStocked(cards=turned_up):
            return replace(state, cards=_taken(state.cards, turned_up), supply=turned_up)
        case StorageStocked(cards=turned_up):
            return replace(state, cards=_taken(state.cards, turned_up), storage=turned_up)
        case HandDealt(seat=seat):
            cards = state.cards
            for card in event.cards:
                cards = cards.draw("spring", card, seat)
            return replace(state, cards=cards)
        case SpringDeckReshuffled():
            return state
        case FirstPlayerChosen():
            return replace(state, first_player=event.seat)
        case _:
            assert_never(event)


def _taken(cards: Cards, turned_up: tuple[Card, ...]) -> Cards:
    for card in turned_up:
        cards = cards.take("spring", card)
    return cards


def _played(state: State, event: PlayEvent) -> State:
    card = FERTILIZER if isinstance(event, FieldFertilized) else event.card
    made = state.plays_made + 1
    state = replace(
        state,
        cards=state.cards.play(event.seat, card),
        plays_made=made,
        phase="second_play" if made < PLAYS else "draw",
        draws_owed=0 if made < PLAYS else FIGURES["draws"],
    )
    if isinstance(event, FruitReleased):
        return replace(state, storage=(*state.storage, card), released=state.released + 1)
    field = state.seat(event.seat).fields[event.field]
    if isinstance(event, SeedSown):
        return _with_field(state, event.seat, event.field, replace(field, seed=card))
    return _with_field(state, event.seat, event.field, replace(field, stack=(*field.stack, card)))


def _drawn(state: State, event: SeasonCardDrawn | WeatherRevealed | SupplyCardTaken | FertilizerTaken) -> State:
    match event:
        case WeatherRevealed(season=season, weather=weather):
            area = state.weather_area
            changed = replace(area, **{weather: getattr(area, weather) + 1})
            cards = state.cards.take(season, weather)
            return replace(state, cards=cards, weather_area=changed, replacing_weather=True)
        case SeasonCardDrawn():
            cards = state.cards.draw(event.season, event.card, event.seat)
            return replace(state, cards=cards, draws_owed=state.draws_owed - 1, replacing_weather=False)
        case SupplyCardTaken(card=card):
            state = replace(state, supply=without(state.supply, card))
        case FertilizerTaken():
            card = FERTILIZER
            state = replace(state, fertilizer_area=event.area_left, fertilizer_taken=True)
        case _:
            assert_never(event)
    cards = state.cards.receive(event.seat, card)
    return replace(state, cards=cards, draws_owed=state.draws_owed - 1, replacing_weather=False)


def _weathered(state: State, event: WeatherEvent) -> State:
    match event:
        case WeatherCancelled():
            area = state.weather_area
            discard = (*state.discard, "sun", "rain")
            return replace(state, weather_area=WeatherArea(area.sun - 1, area.rain - 1), discard=discard)
        case CatastropheStruck():
            owed = {str(load.seat): load.most_loaded for load in event.loads if owing(state, load)}
            struck = Catastrophe(event.catastrophe, event.weather, event.loads, owed)
            return replace(state, catastrophe=struck, catastrophes=event.catastrophe)
        case CropsLost(seat=seat):
            return _lost(state, event, seat)
        case CatastropheEnded():
            area = state.weather_area
            discard = (*state.discard, *("sun",) * area.sun, *("rain",) * area.rain)
            return replace(state, weather_area=WeatherArea(), discard=discard, catastrophe=None)
        case _:
            assert_never(event)


def _lost(state: State, event: CropsLost, seat: Seat) -> State:
    field = state.seat(seat).fields[event.field]
    stack = field.stack
    for card in event.discarded:
        stack = tuple(reversed(without(tuple(reversed(stack)), card)))
    struck = state.catastrophe
    if struck is not None:
        struck = replace(struck, owed={name: tied for name, tied in struck.owed.items() if name != str(seat)})
    state = replace(state, discard=(*state.discard, *event.discarded), catastrophe=struck)
    return _with_field(state, seat, event.field, replace(field, stack=stack))


def _harvested(state: State, event: HarvestEvent) -> State:
    match event:
        case FieldHarvested(seat=seat):
            pile = (*state.seat(seat).score_pile, *event.fruits)
            state = _with_field(state, seat, event.field, Field())
            return replace(
                state,
                seats={**state.seats, str(seat): replace(state.seat(seat), score_pile=pile)},
                discard=(*state.discard, event.seed),
                fertilizer_area=state.fertilizer_area + event.fertilizers,
            )
        case HarvestTokenMoved(fruit=fruit):
            return replace(state, track={**state.track, fruit: event.to})
        case AnimalTokenTaken(fruit=fruit):
            return replace(state, token_holder={**state.token_holder, fruit: event.seat})
        case _:
            assert_never(event)


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return cards without the first copy of one of them."""
    at = cards.index(card) if card in cards else len(cards)
    return cards[:at] + cards[at + 1 :]


def _with_field(state: State, seat: Seat, name: str, field: Field) -> State:
    own = state.seat(seat)
    changed = replace(own, fields={**own.fields, name: field})
    return replace(state, seats={**state.seats, str(seat): changed})
