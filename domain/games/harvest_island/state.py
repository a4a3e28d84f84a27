"""The state of Harvest Island and its options."""

from typing import Literal

from msgspec.structs import replace

from domain.games.harvest_island.events import Load, Weather
from domain.games.harvest_island.faces import FERTILIZER, SEASONS, WEATHER, back_of
from domain.games.harvest_island.manifest import CAPACITY, FIGURES, PLAYS, Manifest
from domain.kernel.cards import Cards, Hand, Zone, open_kind
from domain.kernel.ruleset import Header
from domain.kernel.values import Card, Mode, Multiset, Seat, Value

FIELDS = ("mountain", "hill", "plain")


class Options(Value, frozen=True, kw_only=True):
    """What is agreed before a game: readings of what the rulebook leaves open, and how points are checked."""

    weather_replacement: Literal["any_source", "season_deck"] = "any_source"
    track_overflow: Literal["cap", "exact"] = "cap"
    score_pile_view: Literal["public", "count_only"] = "public"
    points_check: Literal["strict", "as_entered"] | None = None
    catastrophe_order: Literal["any", "clockwise"] = "any"


class Field(Value, frozen=True):
    """A field: its seed (null if none is sown) and the cards on it, oldest first."""

    seed: Card | None = None
    stack: tuple[Card, ...] = ()

    @property
    def fruits(self) -> tuple[Card, ...]:
        """The fruit cards on the field, without the seed."""
        return tuple(card for card in self.stack if card != FERTILIZER)

    @property
    def fertilizers(self) -> int:
        """How many fertilizer cards lie on the field."""
        return self.stack.count(FERTILIZER)


def has_room(name: str, field: Field) -> bool:
    """Tell whether a field takes one more card beside its seed (Field capacity)."""
    capacity = CAPACITY[name]
    return capacity is None or len(field.stack) < capacity


class SeatState(Value, frozen=True):
    """One seat: its fields and the fruits it has harvested."""

    fields: dict[str, Field]
    score_pile: tuple[Card, ...] = ()


class WeatherArea(Value, frozen=True):
    """The weather cards beside the board."""

    sun: int = 0
    rain: int = 0


class Catastrophe(Value, frozen=True):
    """A catastrophe that somebody must still resolve: the seats that owe a choice, each with its tied fields."""

    id: int
    weather: Weather
    loads: tuple[Load, ...]
    owed: dict[str, tuple[str, ...]]


class State(Value, frozen=True):
    """The table. `phase` runs setup, then choose_action, second_play and draw in every turn.

    `cards` holds what may be unknown: the season decks, the removed cards and the hands. `track` has the box of each
    fruit's harvest token (null: the start box), `token_holder` who has its animal token.
    """

    mode: Mode
    options: Options
    cards: Cards
    seats: dict[str, SeatState]
    fruits: dict[str, str]
    totals: Multiset
    points_settled: bool
    track: dict[str, int | None]
    token_holder: dict[str, Seat | None]
    supply: tuple[Card, ...] = ()
    storage: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    fertilizer_area: int = FIGURES["fertilizer_cards"]
    weather_area: WeatherArea = WeatherArea()
    phase: Literal["setup", "choose_action", "second_play", "draw"] = "setup"
    round: int = 0
    turn: int = 0
    first_player: Seat | None = None
    active_seat: Seat | None = None
    plays_made: int = 0
    released: int = 0
    draws_owed: int = 0
    fertilizer_taken: bool = False
    replacing_weather: bool = False
    catastrophe: Catastrophe | None = None
    catastrophes: int = 0
    final_round: bool = False

    @property
    def open_season(self) -> str | None:
        """The season whose deck is drawn from: the left-most that has cards."""
        return next((season for season in SEASONS if self.cards.left(season)), None)

    @property
    def last_player(self) -> Seat:
        """The seat to the right of the first player."""
        return ((self.first_player or 1) - 2) % len(self.seats) + 1

    def seat(self, seat: Seat) -> SeatState:
        """Return one seat's state."""
        return self.seats[str(seat)]

    def clockwise(self) -> tuple[Seat, ...]:
        """Return all seats, the active one first."""
        seats, first = len(self.seats), self.active_seat or 1
        return tuple((first - 1 + step) % seats + 1 for step in range(seats))

    def next_seat(self) -> Seat:
        """Return the seat whose turn comes after the active one's."""
        return (self.active_seat or 1) % len(self.seats) + 1

    def may_draw_fertilizer(self) -> bool:
        """Tell whether the active seat has earned a fertilizer card and one is left (Fertilizer cards)."""
        return self.released == PLAYS and not self.fertilizer_taken and self.fertilizer_area > 0

    def only_from_deck(self) -> bool:
        """Tell whether the next draw must come from a season deck: it replaces weather, and the table plays it so."""
        strict = self.options.weather_replacement == "season_deck"
        return strict and self.replacing_weather and self.open_season is not None


def initial(header: Header) -> State:
    """Return the table before the set-up: every deck whole, every field empty."""
    options: Options = header.options
    manifest: Manifest = header.manifest
    seats = [str(seat) for seat in range(1, len(header.seats) + 1)]
    fields = {name: Field() for name in FIELDS}
    unseen = {back_of(season): _deck(manifest, season, options) for season in SEASONS}
    names = [fruit.name for fruit in manifest.fruits]
    return State(
        mode=header.mode,
        options=options,
        cards=Cards(unseen, _zones(unseen), {seat: Hand() for seat in seats}),
        seats={seat: SeatState(fields) for seat in seats},
        fruits={fruit.code: fruit.name for fruit in manifest.fruits},
        totals=_totals(manifest),
        points_settled=options.points_check == "as_entered" or manifest.settled,
        track=dict.fromkeys(names),
        token_holder=dict.fromkeys(names),
    )


def _deck(manifest: Manifest, season: str, options: Options) -> Multiset:
    """Count a deck by face, or by kind where the points are read from the cards."""
    deck: Multiset = {}
    for row in manifest.faces:
        if row.face[3:5] == SEASONS[season]:
            face = open_kind(row.face) if options.points_check == "as_entered" else row.face
            deck[face] = deck.get(face, 0) + row.copies
    (weather,) = (row for row in manifest.weather if row.season == season)
    return {**deck, "sun": weather.sun, "rain": weather.rain}


def _zones(unseen: dict[str, Multiset]) -> dict[str, Zone]:
    zones = {season: Zone(back_of(season), sum(unseen[back_of(season)].values())) for season in SEASONS}
    return {**zones, **{f"removed_{season}": Zone(back_of(season), 0) for season in SEASONS}}


def _totals(manifest: Manifest) -> Multiset:
    totals = {fruit.code: 0 for fruit in manifest.fruits}
    for row in manifest.counts:
        totals[row.fruit] += row.cards
    for kind in WEATHER:
        totals[kind] = sum(getattr(row, kind) for row in manifest.weather)
    return {**totals, FERTILIZER: manifest.fertilizer_cards.value}


def settle(options: Options, mode: Mode) -> Options:
    """Say how points are checked where the opening did not: read from the cards at a physical table, else strictly."""
    if options.points_check is not None:
        return options
    return replace(options, points_check="strict" if mode == "dealt" else "as_entered")
