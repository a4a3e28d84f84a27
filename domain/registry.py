"""The rulesets of the ledger, named one by one."""

from typing import Any

from domain.games.harvest_chambers import RULESET as HARVEST_CHAMBERS
from domain.games.harvest_island import RULESET as HARVEST_ISLAND
from domain.games.season_harvest import RULESET as SEASON_HARVEST
from domain.kernel.ruleset import Ruleset

RULESETS: tuple[Ruleset[Any], ...] = (SEASON_HARVEST, HARVEST_ISLAND, HARVEST_CHAMBERS)


def find(ruleset: str) -> Ruleset[Any] | None:
    """Return the ruleset of this id, or null."""
    return next((each for each in RULESETS if each.meta.id == ruleset), None)
