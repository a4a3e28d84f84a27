"""The golden files of every ruleset: what each folder holds, and what can be read off a file."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from domain.games.harvest_chambers import RULESET as HARVEST_CHAMBERS
from domain.games.harvest_island import RULESET as HARVEST_ISLAND
from domain.games.harvest_morikawa import RULESET as HARVEST_MORIKAWA
from domain.games.season_harvest import RULESET as SEASON_HARVEST
from domain.kernel.ruleset import Ruleset
from domain.kernel.score import Outcome
from tests.domain.games.harvest_chambers import golden_games as harvest_chambers
from tests.domain.games.harvest_island import golden_games as harvest_island
from tests.domain.games.harvest_morikawa import golden_games as harvest_morikawa
from tests.domain.games.season_harvest import golden_games as season_harvest
from tests.domain.golden import Setting

ROOT = Path(__file__).parents[1] / "golden"


@dataclass(frozen=True)
class Golden:
    """A ruleset's folder: games that are replayed, tables that are worked out, and files written by hand."""

    ruleset: Ruleset[Any]
    games: Mapping[str, Callable[[], str]]
    tables: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    by_hand: frozenset[str] = frozenset()

    @property
    def folder(self) -> Path:
        """Where the files lie."""
        return ROOT / self.ruleset.meta.id

    def path(self, name: str) -> Path:
        """Return where a file lies."""
        return self.folder / f"{name}.txt"

    def text(self, name: str) -> str:
        """Return what a file holds."""
        return self.path(name).read_text(encoding="utf-8")

    def setting(self, name: str) -> Setting:
        """Return what a game began with."""
        return msgspec.json.decode(self.text(name).splitlines()[1].removeprefix("game "), type=Setting)

    def outcome(self, name: str) -> Outcome:
        """Return how a game came out."""
        (line,) = re.findall(r"^result (.*)$", self.text(name), re.MULTILINE)
        return msgspec.json.decode(line, type=Outcome)

    def ends(self) -> set[tuple[str, int]]:
        """Return every end that a game shows, with its number of seats."""
        return {(self.outcome(name).reason, self.setting(name).seats) for name in self.games}


GOLDEN = {
    "season-harvest": Golden(
        SEASON_HARVEST,
        season_harvest.GAMES,
        season_harvest.TABLES,
        frozenset({"growth_at_rest", "growth_with_plays", "growth_one_space"}),
    ),
    "harvest-island": Golden(HARVEST_ISLAND, harvest_island.GAMES),
    "harvest-morikawa": Golden(HARVEST_MORIKAWA, harvest_morikawa.GAMES),
    "harvest-chambers": Golden(HARVEST_CHAMBERS, harvest_chambers.GAMES),
}
