"""What can be said of Season Harvest without its rules."""

from domain.games.season_harvest.precedents import RULINGS
from domain.kernel.lifecycle import END_REASONS
from domain.kernel.ruleset import Meta

META = Meta(
    id="season-harvest",
    revision=1,
    title="Season Harvest",
    designer="Jonathan Leistiko",
    publisher="Invisible City",
    year=2005,
    rulebook="Season Harvest, rules text as published by Invisible City on 15 December 2005",
    min_seats=1,
    max_seats=8,
    modes=("dealt", "observed"),
    stage="stable",
    end_reasons={"hands_empty": "A turn ended and nobody had cards in hand.", **END_REASONS},
    lines={
        "harvest": "Fruit harvested",
        "growth": "Fruit paid for new pawns",
        "unsowed_seeds": "Seeds left in the basket (Unsowed)",
        "wood": "Wood left in the basket (worth nothing)",
        "pawns": "Pawns in play (worth nothing)",
    },
    rulings=RULINGS,
)
