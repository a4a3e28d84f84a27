"""What happens in Harvest Island."""

from typing import Annotated, Literal

from msgspec import field

from domain.kernel.sealed import sealed_to
from domain.kernel.values import Card, Event, Seat, Value

Weather = Literal["sun", "rain"]


class SeasonDecksPrepared(Event, frozen=True, tag="harvest-island.season_decks_prepared"):
    """The season decks lie shuffled, thinned by cards nobody has looked at."""

    decks: dict[str, int]
    removed: dict[str, int]


class SupplyStocked(Event, frozen=True, tag="harvest-island.supply_stocked"):
    """The first fruits lie in the Supply Area."""

    cards: tuple[Card, ...]


class StorageStocked(Event, frozen=True, tag="harvest-island.storage_stocked"):
    """The first fruits lie in the Storage Area."""

    cards: tuple[Card, ...]


class HandDealt(Event, frozen=True, tag="harvest-island.hand_dealt"):
    """A seat drew its first hand."""

    seat: Seat
    cards: Annotated[tuple[Card, ...], sealed_to("seat")]


class SpringDeckReshuffled(Event, frozen=True, tag="harvest-island.spring_deck_reshuffled"):
    """The weather met on the way went back into the Spring deck."""

    deck_left: int


class FirstPlayerChosen(Event, frozen=True, tag="harvest-island.first_player_chosen"):
    """It is settled who goes first, and on what grounds."""

    seat: Seat
    basis: Literal["declared", "grapes", "organiser", "random"]


class TurnBegun(Event, frozen=True, tag="harvest-island.turn_begun"):
    """A seat's turn began."""

    turn: int
    round: int
    seat: Seat


class SeedSown(Event, frozen=True, tag="harvest-island.seed_sown"):
    """A fruit card became the seed of a field."""

    turn: int
    seat: Seat
    field: str
    card: Card


class FruitPlanted(Event, frozen=True, tag="harvest-island.fruit_planted"):
    """A fruit was planted on a field."""

    turn: int
    seat: Seat
    field: str
    card: Card


class FieldFertilized(Event, frozen=True, tag="harvest-island.field_fertilized"):
    """A fertilizer card was put on a field."""

    turn: int
    seat: Seat
    field: str


class FruitReleased(Event, frozen=True, tag="harvest-island.fruit_released"):
    """A fruit went into the Storage Area."""

    turn: int
    seat: Seat
    card: Card


class SeasonCardDrawn(Event, frozen=True, tag="harvest-island.season_card_drawn"):
    """A seat drew a fruit from a season deck."""

    turn: int
    seat: Seat
    season: str
    deck_left: int
    card: Annotated[Card, sealed_to("seat")]


class WeatherRevealed(Event, frozen=True, tag="harvest-island.weather_revealed"):
    """A weather card came up in place of a fruit; the draw is still owed."""

    turn: int
    seat: Seat
    season: str
    weather: Weather
    deck_left: int


class SupplyCardTaken(Event, frozen=True, tag="harvest-island.supply_card_taken"):
    """A seat took a fruit from the Supply Area."""

    turn: int
    seat: Seat
    card: Card


class FertilizerTaken(Event, frozen=True, tag="harvest-island.fertilizer_taken"):
    """A seat that released both its cards took a fertilizer card."""

    turn: int
    seat: Seat
    area_left: int


class DeckCountDiffered(Event, frozen=True, tag="harvest-island.deck_count_differed"):
    """The table counts another number of cards in a season deck than the record."""

    turn: int
    seat: Seat
    season: str
    counted: int
    recorded: int


class SeasonDeckExhausted(Event, frozen=True, tag="harvest-island.season_deck_exhausted"):
    """The last card of a season deck left it."""

    season: str


class FinalRoundAnnounced(Event, frozen=True, tag="harvest-island.final_round_announced"):
    """The Winter deck ran out: the game ends with the turn of the last player of the round."""

    round: int
    last_player: Seat


class WeatherCancelled(Event, frozen=True, tag="harvest-island.weather_cancelled"):
    """One sun and one rain left the Weather Area together."""


class Load(Value, frozen=True):
    """One seat's most loaded fields, their load and the fruits due to a catastrophe."""

    seat: Seat
    most_loaded: tuple[str, ...]
    load: int
    due: int


class CatastropheStruck(Event, frozen=True, tag="harvest-island.catastrophe_struck"):
    """Three weather cards of a kind lie in the Weather Area."""

    catastrophe: int
    weather: Weather
    loads: tuple[Load, ...]


class CropsLost(Event, frozen=True, tag="harvest-island.crops_lost"):
    """A field lost its best fruits to a catastrophe."""

    catastrophe: int
    seat: Seat
    field: str
    load: int
    due: int
    discarded: tuple[Card, ...]
    chosen: bool


class CatastropheEnded(Event, frozen=True, tag="harvest-island.catastrophe_ended"):
    """Everybody has resolved the catastrophe, and its weather was discarded."""

    catastrophe: int
    weather_discarded: int


class DrawLapsed(Event, frozen=True, tag="harvest-island.draw_lapsed"):
    """Draws lapsed, since there was no card to draw or a fertilizer card was not wanted."""

    turn: int
    seat: Seat
    missing: int
    by_choice: bool


class SupplyReplaced(Event, frozen=True, tag="harvest-island.supply_replaced"):
    """The Storage Area was full: its cards became the new Supply Area."""

    discarded: tuple[Card, ...]
    moved: tuple[Card, ...]


class TurnEnded(Event, frozen=True, tag="harvest-island.turn_ended"):
    """A seat's turn ended."""

    turn: int
    seat: Seat


class FieldHarvested(Event, frozen=True, tag="harvest-island.field_harvested"):
    """A field was harvested: fruits to the score pile, the seed to the discards, fertilizers back to their area."""

    turn: int
    seat: Seat
    field: str
    seed: Card
    fruits: tuple[Card, ...]
    fertilizers: int


class HarvestTokenMoved(Event, frozen=True, tag="harvest-island.harvest_token_moved"):
    """A harvest beat the mark of its fruit; `from` is null for the start box."""

    turn: int
    seat: Seat
    fruit: str
    origin: int | None = field(name="from")
    to: int
    sum: int


class AnimalTokenTaken(Event, frozen=True, tag="harvest-island.animal_token_taken"):
    """A seat took the animal token of a fruit, from another seat if one had it."""

    turn: int
    seat: Seat
    fruit: str
    taken_from: Seat | None


EVENTS = (
    SeasonDecksPrepared,
    SupplyStocked,
    StorageStocked,
    HandDealt,
    SpringDeckReshuffled,
    FirstPlayerChosen,
    TurnBegun,
    SeedSown,
    FruitPlanted,
    FieldFertilized,
    FruitReleased,
    SeasonCardDrawn,
    WeatherRevealed,
    SupplyCardTaken,
    FertilizerTaken,
    DeckCountDiffered,
    SeasonDeckExhausted,
    FinalRoundAnnounced,
    WeatherCancelled,
    CatastropheStruck,
    CropsLost,
    CatastropheEnded,
    DrawLapsed,
    SupplyReplaced,
    TurnEnded,
    FieldHarvested,
    HarvestTokenMoved,
    AnimalTokenTaken,
)
