"""What can be said of Harvest without its rules."""

from domain.games.harvest_morikawa.precedents import RULINGS
from domain.kernel.lifecycle import END_REASONS
from domain.kernel.ruleset import Meta

META = Meta(
    id="harvest-morikawa",
    revision=1,
    title="Harvest",
    designer="Yukihito Morikawa",
    publisher="ForGames",
    year=2023,
    rulebook="Harvest, rule books for several players and for one, ForGames 2023, English translation by James Nathan",
    min_seats=1,
    max_seats=6,
    modes=("dealt", "observed"),
    stage="stable",
    end_reasons={
        "hands_and_deck_empty": "The deck is used up and all hands are empty.",
        "all_passed": "All seats passed in a row.",
        "solo_deck_out": "The deck ran out in a solo game, which is then rated.",
        "solo_robot_blocked": "Morikawa-kun No. 3 had a card and no square for it: the player loses.",
        "solo_player_blocked": "The player's turn came and no square was empty: the player loses.",
        **END_REASONS,
    },
    lines={
        "harvest": "Vegetables harvested, by printed value",
        "empty_field": "Field empty at the end",
        "special_in_hand": "Special cards left in hand",
    },
    rulings=RULINGS,
)
