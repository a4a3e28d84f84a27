"""What an audit looks at in Harvest Island beside the sheet: components, counts of decks, missing weather."""

from collections import Counter

from domain.games.harvest_island.events import (
    DeckCountDiffered,
    SeasonDeckExhausted,
    SeasonDecksPrepared,
    WeatherRevealed,
)
from domain.games.harvest_island.faces import FERTILIZER, named_by
from domain.games.harvest_island.manifest import CAPACITY, WEATHER_CARDS
from domain.games.harvest_island.state import SeatState, State
from domain.kernel.ruleset import Finding
from domain.kernel.values import Event, Json

MOST_IN_AN_AREA = 5
"""What the Supply and the Storage Area can hold: three cards stay in Storage, and a turn releases two."""
MOST_WEATHER = 3


def components(state: State) -> list[str]:
    """Say which components are not conserved: cards of each fruit, weather, fertilizers, tokens, places overfull."""
    found = _cards(state)
    found[FERTILIZER] += state.fertilizer_area
    faults = state.cards.faults()
    faults += [f"{found[name]} of {name}, {n} in the box" for name, n in state.totals.items() if found[name] != n]
    for fruit, box in state.track.items():
        if (box is None) != (state.token_holder[fruit] is None):
            faults.append(f"the harvest token of {fruit} and its animal token do not agree")
    areas = {"Supply": len(state.supply), "Storage": len(state.storage)}
    faults += [f"the {name} Area holds {n} cards" for name, n in areas.items() if n > MOST_IN_AN_AREA]
    weather = state.weather_area
    if not 0 <= min(weather.sun, weather.rain) <= max(weather.sun, weather.rain) <= MOST_WEATHER:
        faults.append(f"the Weather Area holds {weather.sun} suns and {weather.rain} rains")
    return faults + [fault for seat, own in state.seats.items() for fault in _overfull(seat, own)]


def _overfull(seat: str, own: SeatState) -> list[str]:
    limits = {name: capacity for name, capacity in CAPACITY.items() if capacity is not None}
    return [f"{name} of seat {seat} holds too much" for name, n in limits.items() if len(own.fields[name].stack) > n]


def _cards(state: State) -> Counter[str]:
    """Count all cards by fruit, wherever they are; weather and fertilizers by themselves."""
    counted: Counter[str] = Counter()
    hands = state.cards.hands.values()
    for counts in (*state.cards.unseen.values(), *(hand.known for hand in hands)):
        for card, n in counts.items():
            counted[named_by(card)] += n
    fields = [field for own in state.seats.values() for field in own.fields.values()]
    seeds = [field.seed for field in fields if field.seed is not None]
    lying = [card for field in fields for card in field.stack]
    piles = [card for own in state.seats.values() for card in own.score_pile]
    for card in (*state.supply, *state.storage, *state.discard, *seeds, *lying, *piles):
        counted[named_by(card)] += 1
    counted["sun"] += state.weather_area.sun
    counted["rain"] += state.weather_area.rain
    return counted


def findings(events: list[tuple[int, Event]], _: Json) -> list[Finding]:
    """Report decks that the table counted differently, and whole decks that ran out without all their weather."""
    found: list[Finding] = []
    whole: set[str] = set()
    weather: dict[str, list[int]] = {}
    for version, event in events:
        match event:
            case SeasonDecksPrepared():
                whole = {season for season, n in event.removed.items() if n == 0}
            case DeckCountDiffered():
                said = f"The table counted {event.counted} cards in the {event.season} deck, {event.recorded} recorded."
                found.append(Finding("deck_count_differs", "warn", said, (version,)))
            case WeatherRevealed():
                weather.setdefault(event.season, []).append(version)
            case SeasonDeckExhausted(season=season) if season in whole:
                seen, printed = weather.get(season, []), sum(WEATHER_CARDS[season])
                if len(seen) < printed:
                    said = f"The {season} deck ran out after {len(seen)} of its {printed} weather cards."
                    found.append(Finding("weather_count_short", "fail", said, (*seen, version)))
            case _:
                pass
    return found
