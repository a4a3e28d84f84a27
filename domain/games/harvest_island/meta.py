"""What can be said of Harvest Island without its rules."""

from domain.games.harvest_island.precedents import RULINGS
from domain.kernel.lifecycle import END_REASONS
from domain.kernel.ruleset import Meta

META = Meta(
    id="harvest-island",
    revision=1,
    title="Harvest Island",
    designer="Chih-Fan Chen",
    publisher="Big Fun Games",
    year=2017,
    rulebook="Harvest Island, English rendering of the rulebook of the Jumbo edition of 2019",
    min_seats=2,
    max_seats=4,
    modes=("dealt", "observed"),
    stage="stable",
    end_reasons={
        "winter_exhausted": "The Winter deck ran out and the round was completed.",
        **END_REASONS,
    },
    lines={
        "harvested_fruit": "Harvested fruits, by the points printed on them",
        "animal_token": "Animal tokens",
        "field_remainder": "Cards left on the fields, without the seeds",
    },
    rulings=RULINGS,
)
