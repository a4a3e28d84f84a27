"""The components of an edition as data, and what is wrong with data that does not add up."""

from collections import Counter
from importlib.resources import files
from typing import Annotated, Literal

from msgspec import Meta

from domain.games.harvest_island.commands import Season
from domain.games.harvest_island.faces import SEASONS, fruit_of, is_fruit
from domain.kernel.cards import is_kind
from domain.kernel.values import Card, Value

Provenance = Literal["rulebook", "board_image", "card_image", "review", "owner", "placeholder"]
Count = Annotated[int, Meta(ge=0, le=999)]

FRUITS = 12
FRUIT_CARDS = {"spring": 30, "summer": 32, "autumn": 25, "winter": 23}
WEATHER_CARDS = {"spring": (3, 2), "summer": (1, 5), "autumn": (3, 4), "winter": (5, 2)}
"""Suns and rains of each season's deck, as printed on the board."""
REMOVED = {2: ("summer", "autumn", "winter"), 3: ("autumn", "winter"), 4: ("winter",)}
"""The decks that are thinned, by number of players (Setup)."""
CARDS_REMOVED = 6
CAPACITY = {"mountain": 3, "hill": 5, "plain": None}
TRACK = (3, 4, 5, 6, 7)
FIGURES = {
    "fertilizer_cards": 12,
    "hand_size": 4,
    "plays_per_cultivation": 2,
    "draws": 2,
    "storage_trigger": 4,
    "catastrophe_trigger": 3,
    "token_points": 8,
    "field_card_points": 2,
}

PLAYS = FIGURES["plays_per_cultivation"]


class Fruit(Value, frozen=True):
    """A fruit: the code in its cards' faces, its name, and where the name comes from."""

    code: Annotated[str, Meta(pattern="^[A-Z][a-z]$")]
    name: Annotated[str, Meta(pattern="^[a-z][a-z_]{0,30}$")]
    provenance: Provenance


class SeasonCount(Value, frozen=True):
    """How many cards of a fruit a season's deck holds."""

    fruit: str
    season: Season
    cards: Count
    provenance: Provenance


class FaceCount(Value, frozen=True):
    """How many copies of a face there are, and where its points come from."""

    face: Card
    copies: Count
    provenance: Provenance


class WeatherCount(Value, frozen=True):
    """How many suns and rains a season's deck holds."""

    season: Season
    sun: Count
    rain: Count
    provenance: Provenance


class Removal(Value, frozen=True):
    """How many cards of a deck stay in the box with a number of players."""

    seats: int
    season: Season
    cards: Count
    provenance: Provenance


class Capacity(Value, frozen=True):
    """How many cards a field takes beside its seed; null for any number."""

    field: Literal["mountain", "hill", "plain"]
    capacity: int | None
    provenance: Provenance


class Track(Value, frozen=True):
    """The numbered boxes of the harvest track behind the start box."""

    boxes: tuple[int, ...]
    provenance: Provenance


class Figure(Value, frozen=True):
    """A number of the rules and where it comes from."""

    value: int
    provenance: Provenance


class Manifest(Value, frozen=True):
    """The components of one edition. Owners of a box can register the true points; the other figures are fixed."""

    ruleset: Literal["harvest-island"]
    edition: str
    fruits: tuple[Fruit, ...]
    counts: tuple[SeasonCount, ...]
    faces: tuple[FaceCount, ...]
    weather: tuple[WeatherCount, ...]
    removed: tuple[Removal, ...]
    fields: tuple[Capacity, ...]
    track: Track
    fertilizer_cards: Figure
    hand_size: Figure
    plays_per_cultivation: Figure
    draws: Figure
    storage_trigger: Figure
    catastrophe_trigger: Figure
    token_points: Figure
    field_card_points: Figure

    @property
    def settled(self) -> bool:
        """Whether the points of every card are known and none is a placeholder."""
        return all(face.provenance != "placeholder" for face in self.faces)


def season_of(card: Card) -> str:
    """Return the season of a fruit card."""
    return next(season for season, code in SEASONS.items() if code == card[3:5])


def manifest_faults(manifest: Manifest) -> list[tuple[str, str]]:
    """Say which faces and which sums are wrong: fruits, cards of a deck, copies of a kind, figures of the rules."""
    return [*_fruit_faults(manifest), *_face_faults(manifest), *_sum_faults(manifest), *_figure_faults(manifest)]


def _fruit_faults(manifest: Manifest) -> list[tuple[str, str]]:
    faults = []
    for what in ("code", "name"):
        several = [value for value, n in Counter(getattr(fruit, what) for fruit in manifest.fruits).items() if n > 1]
        faults += [("/fruits", f"Two fruits have the {what} {value}.") for value in several]
    if len(manifest.fruits) != FRUITS:
        faults.append(("/fruits", f"There are {FRUITS} fruits; this names {len(manifest.fruits)}."))
    codes = {fruit.code for fruit in manifest.fruits}
    for index, row in enumerate(manifest.counts):
        if row.fruit not in codes:
            faults.append((f"/counts/{index}/fruit", f"{row.fruit} is the code of no fruit."))
    return faults


def _face_faults(manifest: Manifest) -> list[tuple[str, str]]:
    faults: list[tuple[str, str]] = []
    listed: Counter[tuple[str, str]] = Counter()
    for index, row in enumerate(manifest.faces):
        if not is_fruit(row.face) or is_kind(row.face):
            said = f"{row.face} is no face: write fruit, season and points from 1 to 9, as in Ba-Sp-3."
            faults.append((f"/faces/{index}/face", said))
            continue
        listed[fruit_of(row.face), season_of(row.face)] += row.copies
    counted: Counter[tuple[str, str]] = Counter()
    for count in manifest.counts:
        counted[count.fruit, count.season] += count.cards
    for fruit, season in sorted(listed.keys() | counted.keys()):
        copies, cards = listed[fruit, season], counted[fruit, season]
        if copies != cards:
            faults.append(("/faces", f"{fruit} of {season}: the faces have {copies} copies, the deck {cards} cards."))
    return faults


def _sum_faults(manifest: Manifest) -> list[tuple[str, str]]:
    faults = []
    by_season: Counter[str] = Counter()
    for row in manifest.counts:
        by_season[row.season] += row.cards
    for season, cards in FRUIT_CARDS.items():
        if by_season[season] != cards:
            faults.append(("/counts", f"The {season} deck has {cards} fruit cards; these are {by_season[season]}."))
    total, fruit_cards = sum(by_season.values()), sum(FRUIT_CARDS.values())
    if total != fruit_cards:
        faults.append(("/counts", f"There are {fruit_cards} fruit cards; these are {total}."))
    for season, (sun, rain) in WEATHER_CARDS.items():
        if [(row.sun, row.rain) for row in manifest.weather if row.season == season] != [(sun, rain)]:
            faults.append(("/weather", f"The {season} deck has {sun} suns and {rain} rains, in one row."))
    cards, all_weather = sum(row.sun + row.rain for row in manifest.weather), 25
    if cards != all_weather:
        faults.append(("/weather", f"There are {all_weather} weather cards; these are {cards}."))
    return faults


def _figure_faults(manifest: Manifest) -> list[tuple[str, str]]:
    faults = [
        (f"/{name}/value", f"The rules fix this figure at {value}.")
        for name, value in FIGURES.items()
        if getattr(manifest, name).value != value
    ]
    if manifest.track.boxes != TRACK:
        faults.append(("/track/boxes", "The boxes of the track are 3, 4, 5, 6 and 7."))
    if Counter((each.field, each.capacity) for each in manifest.fields) != Counter(CAPACITY.items()):
        faults.append(("/fields", "The mountain takes 3 cards, the hill 5 and the plain any number."))
    wanted = Counter((seats, season, CARDS_REMOVED) for seats, seasons in REMOVED.items() for season in seasons)
    if Counter((row.seats, row.season, row.cards) for row in manifest.removed) != wanted:
        said = "Six cards each are removed: with two players of all decks but Spring, with three of the last two, "
        faults.append(("/removed", said + "with four of Winter."))
    return faults


def default_manifest() -> bytes:
    """Return the packaged component data: the printed board's counts, with placeholders for most points."""
    return (files(__package__) / "manifest.json").read_bytes()
