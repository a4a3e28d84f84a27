"""The golden games of Harvest: how each is played anew."""

import hashlib
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from domain.games.harvest_chambers import RULESET
from domain.games.harvest_chambers.commands import AssertState, DeclareEffect, PlotCount
from domain.games.harvest_chambers.events import BuildingBuilt
from domain.kernel.game import decide
from domain.kernel.lifecycle import Abandon, Concede, StartGame
from domain.kernel.values import Command
from service.players import Player, Tabletop, next_command
from tests.domain.golden import Recorder, Setting

PROFILES = ("rulebook_text", "first_farmer_two", "permissive")
PRINTED = {
    "B01": "seed_house",
    "B02": "workers_quarters",
    "B03": "cow_pasture",
    "B04": "snap_pea_silo",
    "B05": "witchs_hut",
    "B06": "water_tower",
}
"""The buildings whose text the rulebook prints."""

ENTRIES = 10_000


class Played:
    """Plays one golden game at random and writes it down."""

    def __init__(self, about: str, seats: int, *, number: int = 0, **options: Any) -> None:
        seed = hashlib.sha256(f"{about} {number}".encode()).hexdigest()
        mode = options.pop("mode", "dealt")
        self.rng = Random(seed)
        self.player = Player(self.rng)
        given = None if mode == "observed" else seed
        self.recorder = Recorder(RULESET, Setting("harvest-chambers", mode, seats, options, given, False, about))
        self.built: set[str] = set()

    def enter(self, command: Command) -> None:
        """Decide a command and write it; where there is no seed the player answers for the table."""
        seeded = self.recorder.setting.seed is not None
        source = self.recorder.source() if seeded else Tabletop(self.player)
        decision = decide(RULESET, self.recorder.game, command, source)
        self.built |= {event.card for event in decision.events if isinstance(event, BuildingBuilt)}
        self.recorder.enter(command, *(() if seeded else decision.outcomes))

    def play(self, entries: int = ENTRIES) -> "Played":
        """Play on to the end, or until there are so many entries."""
        if self.recorder.game.status == "open":
            self.enter(StartGame())
        while self.recorder.game.status == "running" and self.recorder.game.version < entries:
            views = dict.fromkeys(range(1, self.recorder.setting.seats + 1), self.recorder.game.state)
            self.enter(next_command(RULESET, views, self.player))
        return self


def until_the_end(seats: int, profile: str) -> str:
    """Play five rounds."""
    about = f"Five rounds played at random, seats: {seats}, town: {profile}."
    return Played(about, seats, town_slots=profile).play().recorder.finish()


def with_building(card: str) -> str:
    """Play games until one has this building built."""
    for number in range(200):
        game = Played(f"A game in which {card} is built.", 2 + number % 3, number=number).play()
        if card in game.built:
            return game.recorder.finish()
    raise AssertionError(f"{card} is never built")


def until_abandoned(seats: int) -> str:
    """Stop a game in its second round."""
    game = Played(f"Played at random and abandoned, seats: {seats}.", seats).play(8 + 12 * seats)
    game.enter(Abandon("table_closed"))
    return game.recorder.finish()


def until_conceded() -> str:
    """Give a game up."""
    game = Played("Played at random and given up.", 2).play(30)
    game.enter(Concede(1))
    return game.recorder.finish()


def by_other_agreements() -> str:
    """Play with every option that is not usual."""
    options: dict[str, Any] = {
        "allow_empty_placement": True,
        "score_seeds": False,
        "silo_counts": "supply",
        "combine_costs": False,
        "expansion_plots": "open",
        "max_expansions": 2,
        "tend_limit": "per_crop",
        "pick_order": "printed",
        "card_order": "player",
        "character_choice": "sealed",
        "wil": "none",
        "same_seat_twice": False,
    }
    return Played("Everything agreed on otherwise than usual.", 3, **options).play().recorder.finish()


def watched() -> str:
    """Record a physical table, with effects that the component data does not have and a recount."""
    game = Played("A physical table with unknown effects and a recount.", 2, mode="observed").play(20)
    acting = game.recorder.game.state.acting
    game.enter(DeclareEffect(acting, "unknown-card", gained={"seed.rockali": 1}, note="not_in_data"))
    game.enter(AssertState(1, {"water": 0}, (PlotCount("P1", "field", None, 0),)))
    return game.play().recorder.finish()


GAMES: dict[str, Callable[[], str]] = {
    **{f"rounds_{n}_{profile}": partial(until_the_end, n, profile) for n in (2, 3, 4) for profile in PROFILES},
    **{f"built_{name}": partial(with_building, card) for card, name in PRINTED.items()},
    **{f"abandoned_{n}": partial(until_abandoned, n) for n in (2, 3, 4)},
    "conceded_2": until_conceded,
    "agreements": by_other_agreements,
    "watched": watched,
}
