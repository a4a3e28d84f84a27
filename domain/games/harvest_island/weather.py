"""Weather cards and what a catastrophe does to the fields (Weather Catastrophe)."""

from domain.games.harvest_island.commands import ChooseDamagedField
from domain.games.harvest_island.events import (
    CatastropheEnded,
    CatastropheStruck,
    CropsLost,
    Load,
    Weather,
    WeatherCancelled,
)
from domain.games.harvest_island.faces import FERTILIZER, points_of
from domain.games.harvest_island.manifest import FIGURES
from domain.games.harvest_island.state import FIELDS, Field, State
from domain.kernel.rejection import reject_if
from domain.kernel.table import Table
from domain.kernel.values import Card, Seat


def weather_of(card: Card) -> Weather | None:
    """Return which weather a season card is; null for a fruit."""
    return "sun" if card == "sun" else "rain" if card == "rain" else None


def check_weather(table: Table[State], weather: Weather) -> None:
    """Let a sun and a rain cancel each other, or let three of a kind strike (Weather Catastrophe)."""
    area = table.state.weather_area
    if area.sun and area.rain:
        table.record(WeatherCancelled())
    elif getattr(area, weather) >= FIGURES["catastrophe_trigger"]:
        _strike(table, weather)


def _strike(table: Table[State], weather: Weather) -> None:
    """Strike each player's most loaded field; whoever has several that differ in the outcome chooses."""
    number = table.state.catastrophes + 1
    loads = tuple(_load(table.state, seat) for seat in table.state.clockwise())
    table.record(CatastropheStruck(number, weather, loads))
    for load in loads:
        if load.due and not owing(table.state, load):
            _lose(table, load, load.most_loaded[0], chosen=False)
    _end_if_resolved(table)


def choose_damaged_field(table: Table[State], command: ChooseDamagedField) -> None:
    """Strike the field that its owner names among the most loaded ones."""
    state, seat, field = table.state, command.seat, command.field
    struck = state.catastrophe
    reject_if(struck is None, "no_catastrophe_pending")
    if struck is None:
        return
    owed = struck.owed.get(str(seat))
    reject_if(owed is None, "no_choice_owed", seat=seat)
    due = choosing(state)
    reject_if(seat not in due, "choice_out_of_order", seat=seat, next=list(due))
    reject_if(field not in FIELDS, "unknown_field", field=field)
    reject_if(field not in (owed or ()), "field_not_most_loaded", field=field, fields=list(owed or ()))
    (load,) = (load for load in struck.loads if load.seat == seat)
    _lose(table, load, field, chosen=True)
    _end_if_resolved(table)


def choosing(state: State) -> tuple[Seat, ...]:
    """Return the seats that may choose a damaged field now: all that owe it, or the first clockwise if so agreed."""
    struck = state.catastrophe
    owed = () if struck is None else tuple(seat for seat in state.clockwise() if str(seat) in struck.owed)
    return owed[:1] if state.options.catastrophe_order == "clockwise" else owed


def owing(state: State, load: Load) -> bool:
    """Tell whether a seat must choose: fruits are due, several fields are level, and one of them has a fruit."""
    fields = state.seat(load.seat).fields
    return load.due > 0 and len(load.most_loaded) > 1 and any(fields[name].fruits for name in load.most_loaded)


def _load(state: State, seat: Seat) -> Load:
    fields = state.seat(seat).fields
    load = max(len(field.stack) for field in fields.values())
    return Load(seat, tuple(name for name in FIELDS if len(fields[name].stack) == load), load, load // 2)


def _lose(table: Table[State], load: Load, name: str, *, chosen: bool) -> None:
    number = table.state.catastrophes
    discarded = _best(table.state.seat(load.seat).fields[name], load.due)
    table.record(CropsLost(number, load.seat, name, load.load, load.due, discarded, chosen))


def _best(field: Field, due: int) -> tuple[Card, ...]:
    """Return the fruits of the highest score, of equal ones those planted last."""
    planted = [(points_of(card), at, card) for at, card in enumerate(field.stack) if card != FERTILIZER]
    return tuple(card for _, _, card in sorted(planted, reverse=True)[:due])


def _end_if_resolved(table: Table[State]) -> None:
    struck, area = table.state.catastrophe, table.state.weather_area
    if struck is not None and not struck.owed:
        table.record(CatastropheEnded(struck.id, area.sun + area.rain))
