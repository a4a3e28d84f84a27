"""What can be said of Harvest without its rules."""

from domain.games.harvest_chambers.precedents import RULINGS
from domain.kernel.lifecycle import END_REASONS
from domain.kernel.ruleset import Meta

NAMES = {
    "snap_pea": "Snap peas",
    "scarrot": "Scarrots",
    "phantom_pepper": "Phantom peppers",
    "plumpkin": "Plumpkins",
    "rockali": "Rockali",
}

META = Meta(
    id="harvest-chambers",
    revision=1,
    title="Harvest",
    designer="Trey Chambers",
    publisher="Tasty Minstrel Games",
    year=2017,
    rulebook="Harvest, rulebook of the first edition, Tasty Minstrel Games 2017",
    min_seats=2,
    max_seats=4,
    modes=("dealt", "observed"),
    stage="stable",
    end_reasons={"five_rounds": "The last round is over.", **END_REASONS},
    lines={
        **{f"field.{kind}": f"{name} growing in fields" for kind, name in NAMES.items()},
        **{f"harvested.{kind}": f"{name} in front of the seat" for kind, name in NAMES.items()},
        **{f"seeds.{kind}": f"{name}: seeds left" for kind, name in NAMES.items() if kind != "snap_pea"},
        "building.*": "Stars of a building",
        "building_bonus.*": "What a building brings at the end",
        "character": "What the farmer brings at the end",
    },
    rulings=RULINGS,
)
