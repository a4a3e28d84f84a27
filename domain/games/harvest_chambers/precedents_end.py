"""How the ledger reads Harvest where scoring, secrets and recording are concerned."""

from domain.kernel.rejection import Ruling

END = (
    Ruling(
        "A5",
        "Do seeds that were not planted score?",
        "Yes, with their silver stars, unless the table agrees otherwise.",
        "All stars are counted, and a silver one is shown beside the gold ones.",
        "Game End",
        "score_seeds",
    ),
    Ruling(
        "A6",
        "Do harvested crops score?",
        "Yes, as those in fields do.",
        "Crops need not be harvested to count, so both count.",
        "Harvest",
    ),
    Ruling(
        "A7",
        "Does a snap pea count as seed and as crop?",
        "Once, with one star, among the harvested crops.",
        "It is one chit.",
        "Game End",
    ),
    Ruling(
        "A8",
        "Is a snap pea worth half a star?",
        "No, one; there are no half stars.",
        "Two of them pay a price of two. Its star is half silver and half gold in colour.",
        "Paying Costs",
    ),
    Ruling(
        "A9",
        "Are the stars of a building its price?",
        "No, they count at the end; the price is that of the place that lets one build.",
        "The place shows the same price for every building.",
        "Building Cards",
    ),
    Ruling(
        "A33",
        "Is the display filled after the last round?",
        "No.",
        "Nobody could use it.",
        "Resolution",
    ),
    Ruling(
        "A36",
        "Which snap peas does the silo count?",
        "All that the seat has harvested during the game. A table can agree to count those in front of the seat at the "
        "end. The larger bonus replaces the smaller one.",
        "The card speaks of having harvested, and a log remembers it.",
        "Building Cards",
        "silo_counts",
    ),
    Ruling(
        "A37",
        "Do bought snap peas count for the silo?",
        "Not among those harvested; where those in front of the seat count, all do.",
        "At a table they cannot be told apart later.",
        "Building Cards",
        "silo_counts",
    ),
    Ruling(
        "A44",
        "How is a tie broken?",
        "By the number of resources left, each token counting one, then by the lower initiative card held at the end. "
        "There is always one winner.",
        "The last card drawn is the one a seat holds.",
        "Game End",
    ),
    Ruling(
        "A45",
        "Are supplies open?",
        "Yes; the option is a hint for a page that shows the table, and hides nothing.",
        "The box has no screens.",
        "Components & Setup",
        "open_supplies",
    ),
    Ruling(
        "A47",
        "Can one play alone?",
        "There is no game for one.",
        "The rulebook has no rules for it.",
        "Components & Setup",
    ),
    Ruling(
        "A51",
        "Can a move be taken back?",
        "No. A table that differs from the record can say so with a recount, which the audit keeps in view.",
        "A log only grows.",
        "A Game Round",
    ),
    Ruling(
        "B3",
        "Who sees the building on the back of a plowed card?",
        "Nobody, not even when the game has ended; it is one of the cards that were never seen.",
        "The card is taken field side up.",
        "Plow a Field",
    ),
    Ruling(
        "B4",
        "How is an effect recorded that the component data cannot say?",
        "The scribe declares what was gained, paid and done. Only what is physically impossible is refused, and every "
        "line of the sheet that rests on such goods or actions is marked as unverified.",
        "A record should hold what happened at the table, and say what it could not check.",
        "Building Cards",
    ),
)
