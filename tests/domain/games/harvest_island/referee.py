"""A referee who knows the rulebook and reads nothing but events: it keeps the table itself and objects to any fault.

Nothing of the ruleset is used here save its events, so that a fault there cannot hide itself.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.kernel.values import tag_of

SEASONS = ("spring", "summer", "autumn", "winter")
SEASON_CARDS = {"spring": 35, "summer": 38, "autumn": 32, "winter": 30}
WEATHER = {
    "spring": {"sun": 3, "rain": 2},
    "summer": {"sun": 1, "rain": 5},
    "autumn": {"sun": 3, "rain": 4},
    "winter": {"sun": 5, "rain": 2},
}
REMOVED = {2: {"summer": 6, "autumn": 6, "winter": 6}, 3: {"autumn": 6, "winter": 6}, 4: {"winter": 6}}
LIMIT = {"mountain": 3, "hill": 5, "plain": 10**6}
NAMES = {
    "Ba": "banana",
    "Ta": "tangerine",
    "Wm": "watermelon",
    "Ly": "lychee",
    "Ma": "mango",
    "Df": "dragon_fruit",
    "Gr": "grape",
    "Pe": "peach",
    "Wa": "wax_apple",
    "Pp": "papaya",
    "Po": "pomelo",
    "St": "strawberry",
}
FRUITS = tuple(NAMES.values())


def season(card: str) -> str:
    """Return the season of a card or of a back."""
    code = card[1:] if card.startswith("?") else card[3:5]
    return {"Sp": "spring", "Su": "summer", "Au": "autumn", "Wi": "winter"}[code]


def points(card: str) -> int:
    """Return what a fruit is worth; points that nobody read count as none."""
    return 0 if card[-1] == "?" else int(card[-1])


@dataclass
class Plot:
    """A field: the seed under it and what lies on it, oldest first."""

    seed: str | None = None
    cards: list[str] = field(default_factory=list)

    def fruits(self) -> list[str]:
        """Return the cards that are no fertilizers."""
        return [card for card in self.cards if card != "F"]


@dataclass
class Seat:
    """What a player has: cards in hand by the back they show, fields, harvested fruits, animal tokens."""

    hand: Counter[str] = field(default_factory=Counter)
    plots: dict[str, Plot] = field(default_factory=lambda: {name: Plot() for name in LIMIT})
    pile: list[str] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)

    def score(self) -> dict[str, int]:
        """Count the points by where they come from (End of the Game)."""
        return {
            "harvested_fruit": sum(map(points, self.pile)),
            "animal_token": 8 * len(self.tokens),
            "field_remainder": 2 * sum(len(plot.cards) for plot in self.plots.values()),
        }


class Referee:
    """Follows a game entry by entry; an assertion fails where the rulebook says otherwise."""

    def __init__(self, seats: int, options: Any) -> None:
        self.seats = {number: Seat() for number in range(1, seats + 1)}
        self.exact = options.track_overflow == "exact"
        self.strict = options.weather_replacement == "season_deck"
        self.decks = dict(SEASON_CARDS)
        self.weather: Counter[str] = Counter()
        self.seen: dict[str, Counter[str]] = {name: Counter() for name in SEASONS}
        self.supply: list[str] = []
        self.storage: list[str] = []
        self.fertilizers = 12
        self.track: dict[str, int] = dict.fromkeys(FRUITS, 0)
        self.active = self.first = 0
        self.turns: Counter[int] = Counter()
        self.plays: list[str] = []
        self.drawn = 0
        self.fertilizer_drawn = self.replacing = self.winter_is_over = False
        self.harvested: list[tuple[str, int]] = []
        self.struck: dict[int, Any] = {}
        self.over = False
        self.version = 0
        self.built: dict[tuple[int, str, int], list[tuple[int, int]]] = {}

    def follow(self, events: Sequence[Any]) -> None:
        """Read one entry."""
        self.version += 1
        self.rest = [(tag_of(type(event)).rpartition(".")[2], event) for event in events]
        while self.rest:
            name, event = self.rest.pop(0)
            self.at = (self.version, len(events) - len(self.rest) - 1)
            getattr(self, f"on_{name}", self.ignore)(event)

    def builds(self, seat: int, key: str, unit: int) -> None:
        """Note that this event changed a line of the sheet; at zero its history is forgotten."""
        noted = self.built.setdefault((seat, key, unit), [])
        noted.append(self.at)
        if self.seats[seat].score()[key] == 0:
            noted.clear()

    def next_is(self, *names: str) -> bool:
        """Tell whether the next event of the entry is one of these."""
        return bool(self.rest) and self.rest[0][0] in names

    def ignore(self, event: Any) -> None:
        """Pass over what says nothing about the table."""

    # Setup

    def on_season_decks_prepared(self, event: Any) -> None:
        thinned = REMOVED[len(self.seats)]
        assert {name: n for name, n in event.removed.items() if n} == thinned
        self.decks = {name: n - thinned.get(name, 0) for name, n in self.decks.items()}
        assert event.decks == self.decks

    def on_supply_stocked(self, event: Any) -> None:
        self.supply = self.from_spring(event.cards, 2)

    def on_storage_stocked(self, event: Any) -> None:
        self.storage = self.from_spring(event.cards, 3)

    def on_hand_dealt(self, event: Any) -> None:
        for card in self.from_spring(event.cards, 4):
            self.seats[event.seat].hand[season(card)] += 1

    def from_spring(self, cards: Sequence[str], n: int) -> list[str]:
        assert n == len(cards)
        assert {"spring"} == {season(card) for card in cards}
        self.decks["spring"] -= n
        return list(cards)

    def on_spring_deck_reshuffled(self, event: Any) -> None:
        assert event.deck_left == self.decks["spring"]

    def on_first_player_chosen(self, event: Any) -> None:
        self.first = event.seat

    # Turns

    def on_turn_begun(self, event: Any) -> None:
        expected = self.active % len(self.seats) + 1 if self.active else self.first
        assert event.seat == expected
        self.active = event.seat
        self.turns[event.seat] += 1
        assert event.round == self.turns[event.seat]
        assert event.turn == sum(self.turns.values())
        assert self.winter_is_over or {4} == {seat.hand.total() for seat in self.seats.values()}
        assert len(self.storage) <= 3
        assert len(self.supply) <= 5
        self.plays, self.drawn, self.harvested = [], 0, []
        self.fertilizer_drawn = self.replacing = False

    def on_turn_ended(self, event: Any) -> None:
        assert event.seat == self.active
        assert not self.struck
        if self.harvested:
            assert not self.plays
            self.no_more_tokens()
        else:
            assert (2, 2) == (len(self.plays), self.drawn)
            assert len(self.storage) < 4
        last = (self.first - 2) % len(self.seats) + 1
        assert self.next_is("game_ended") == (self.winter_is_over and self.active == last)

    def on_game_ended(self, _: Any) -> None:
        assert not self.decks["winter"]
        assert 1 == len(set(self.turns.values()))
        assert len(self.turns) == len(self.seats)
        self.over = True

    # A1 - Cultivation

    def plays_card(self, event: Any, back: str) -> Plot | None:
        assert event.seat == self.active
        assert not self.struck
        assert len(self.plays) < 2
        assert not self.harvested
        hand = self.seats[event.seat].hand
        hand[back] -= 1
        assert min(hand.values()) >= 0
        return self.seats[event.seat].plots[event.field] if hasattr(event, "field") else None

    def on_seed_sown(self, event: Any) -> None:
        plot = self.plays_card(event, season(event.card))
        assert plot is not None
        assert plot.seed is None
        plot.seed = event.card
        self.plays.append("sow")

    def on_fruit_planted(self, event: Any) -> None:
        plot = self.plays_card(event, season(event.card))
        assert plot is not None
        assert plot.seed is not None
        assert plot.seed[:2] == event.card[:2]
        self.lay(event, plot, event.card)

    def on_field_fertilized(self, event: Any) -> None:
        plot = self.plays_card(event, "F")
        assert plot is not None
        assert plot.seed is not None
        self.lay(event, plot, "F")

    def lay(self, event: Any, plot: Plot, card: str) -> None:
        plot.cards.append(card)
        assert len(plot.cards) <= LIMIT[event.field]
        self.builds(event.seat, "field_remainder", 2)
        self.plays.append("lay")

    def on_fruit_released(self, event: Any) -> None:
        self.plays_card(event, season(event.card))
        self.storage.append(event.card)
        self.plays.append("release")

    # A2 - Draw 2 cards

    def open_deck(self) -> str | None:
        return next((name for name in SEASONS if self.decks[name]), None)

    def draws(self, event: Any) -> None:
        assert event.seat == self.active
        assert not self.struck
        assert 2 == len(self.plays)
        assert self.drawn < 2

    def from_deck(self, event: Any) -> None:
        self.draws(event)
        assert event.season == self.open_deck()
        self.decks[event.season] -= 1
        assert event.deck_left == self.decks[event.season]
        assert self.next_is("season_deck_exhausted") == (event.deck_left == 0)

    def on_season_card_drawn(self, event: Any) -> None:
        self.from_deck(event)
        assert season(event.card) == event.season
        self.receives(season(event.card))

    def receives(self, back: str) -> None:
        self.seats[self.active].hand[back] += 1
        self.drawn += 1
        self.replacing = False

    def on_supply_card_taken(self, event: Any) -> None:
        self.draws(event)
        assert not (self.strict and self.replacing and self.open_deck())
        self.supply.remove(event.card)
        self.receives(season(event.card))

    def on_fertilizer_taken(self, event: Any) -> None:
        self.draws(event)
        assert not (self.strict and self.replacing and self.open_deck())
        assert ["release", "release"] == self.plays
        assert not self.fertilizer_drawn
        self.fertilizers -= 1
        assert event.area_left == self.fertilizers >= 0
        self.fertilizer_drawn = True
        self.receives("F")

    def on_draw_lapsed(self, event: Any) -> None:
        assert event.seat == self.active
        assert event.missing == 2 - self.drawn > 0
        assert self.open_deck() is None
        assert not self.supply
        possible = self.plays == ["release", "release"] and not self.fertilizer_drawn and self.fertilizers > 0
        assert event.by_choice == possible
        self.drawn = 2

    def on_season_deck_exhausted(self, event: Any) -> None:
        assert 0 == self.decks[event.season]
        whole = event.season not in REMOVED[len(self.seats)]
        printed = WEATHER[event.season]
        assert all(self.seen[event.season][kind] <= n for kind, n in printed.items())
        assert not whole or self.seen[event.season] == printed
        assert self.next_is("final_round_announced") == (event.season == "winter")

    def on_final_round_announced(self, event: Any) -> None:
        assert event.round == self.turns[self.active]
        assert event.last_player == (self.first - 2) % len(self.seats) + 1
        self.winter_is_over = True

    # A3 - Check the Storage Area

    def on_supply_replaced(self, event: Any) -> None:
        assert 2 == self.drawn
        assert len(self.storage) >= 4
        assert list(event.discarded) == self.supply
        assert list(event.moved) == self.storage
        self.supply, self.storage = self.storage, []

    # Weather Catastrophe

    def on_weather_revealed(self, event: Any) -> None:
        self.from_deck(event)
        self.seen[event.season][event.weather] += 1
        self.weather[event.weather] += 1
        self.replacing = True
        follows = [name for name, _ in self.rest if name in ("weather_cancelled", "catastrophe_struck")]
        both = self.weather["sun"] > 0 and self.weather["rain"] > 0
        assert follows == (["weather_cancelled"] if both else ["catastrophe_struck"] * (3 in self.weather.values()))

    def on_weather_cancelled(self, _: Any) -> None:
        self.weather.subtract(("sun", "rain"))

    def on_catastrophe_struck(self, event: Any) -> None:
        assert 3 == self.weather[event.weather] == self.weather.total()
        clockwise = [(self.active - 1 + step) % len(self.seats) + 1 for step in range(len(self.seats))]
        assert clockwise == [load.seat for load in event.loads]
        for load in event.loads:
            cards = {name: plot.cards for name, plot in self.seats[load.seat].plots.items()}
            most = max(map(len, cards.values()))
            assert (most, most // 2) == (load.load, load.due)
            assert tuple(name for name in cards if len(cards[name]) == most) == load.most_loaded
            if load.due:
                self.struck[load.seat] = load
        self.at_once = [seat for seat in self.struck if not self.has_a_choice(seat)]
        assert self.at_once == [event.seat for name, event in self.rest if name == "crops_lost"]
        assert bool(self.struck.keys() - set(self.at_once)) != ("catastrophe_ended" in dict(self.rest))

    def has_a_choice(self, seat: int) -> bool:
        plots = [self.seats[seat].plots[name] for name in self.struck[seat].most_loaded]
        return len(plots) > 1 and any(plot.fruits() for plot in plots)

    def on_crops_lost(self, event: Any) -> None:
        assert event.chosen == self.has_a_choice(event.seat)
        load = self.struck.pop(event.seat)
        assert event.field in load.most_loaded
        assert event.chosen or event.field == load.most_loaded[0]
        assert (load.load, load.due) == (event.load, event.due)
        plot = self.seats[event.seat].plots[event.field]
        best = sorted(map(points, plot.fruits()), reverse=True)[: event.due]
        assert best == [points(card) for card in event.discarded]
        for card in event.discarded:
            last = len(plot.cards) - 1 - plot.cards[::-1].index(card)
            del plot.cards[last]
        if event.discarded:
            self.builds(event.seat, "field_remainder", 2)
        waiting = [seat for seat in self.struck if self.has_a_choice(seat)]
        assert bool(waiting) != ("catastrophe_ended" in dict(self.rest))

    def on_catastrophe_ended(self, event: Any) -> None:
        assert not self.struck
        assert 3 == event.weather_discarded == self.weather.total()
        self.weather.clear()

    # B - Harvest

    def on_field_harvested(self, event: Any) -> None:
        assert event.seat == self.active
        assert not self.plays
        seat = self.seats[event.seat]
        plot = seat.plots[event.field]
        assert plot.seed == event.seed
        assert plot.fruits() == list(event.fruits)
        assert len(plot.cards) - len(event.fruits) == event.fertilizers
        seat.pile += event.fruits
        self.fertilizers += event.fertilizers
        self.harvested.append((NAMES[event.seed[:2]], len(event.fruits) + 2 * event.fertilizers))
        seat.plots[event.field] = Plot()
        if plot.cards:
            self.builds(event.seat, "field_remainder", 2)
        for worth in set(map(points, event.fruits)):
            self.built.setdefault((event.seat, "harvested_fruit", worth), []).append(self.at)

    def due_tokens(self) -> dict[str, int]:
        """Return the fruits of this harvest that beat their mark, with their sums."""
        sums: Counter[str] = Counter()
        for fruit, n in self.harvested:
            sums[fruit] += n
        return {fruit: sums[fruit] for fruit in FRUITS if sums[fruit] >= 3 and sums[fruit] > self.track[fruit]}

    def on_harvest_token_moved(self, event: Any) -> None:
        fruit, total = next(iter(self.due_tokens().items()))
        assert (fruit, total, self.track[fruit] or None) == (event.fruit, event.sum, event.origin)
        assert event.to == (total if self.exact else min(7, total))
        self.track[fruit] = event.to
        for number in self.holders(fruit) if event.to != event.origin else ():
            self.builds(number, "animal_token", 8)
        self.harvested = [each for each in self.harvested if each[0] != fruit] + [(fruit, 0)]
        assert self.next_is("animal_token_taken") == (fruit not in self.seats[event.seat].tokens)

    def on_animal_token_taken(self, event: Any) -> None:
        before = self.holders(event.fruit)
        assert before == ([] if event.taken_from is None else [event.taken_from])
        assert self.track[event.fruit] >= 3
        for number in before:
            self.seats[number].tokens.remove(event.fruit)
            self.builds(number, "animal_token", 8)
        self.seats[event.seat].tokens.add(event.fruit)
        self.builds(event.seat, "animal_token", 8)

    def holders(self, fruit: str) -> list[int]:
        return [number for number, seat in self.seats.items() if fruit in seat.tokens]

    def no_more_tokens(self) -> None:
        assert not self.due_tokens()
