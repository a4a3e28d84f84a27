"""How the ledger reads Harvest where the rulebook leaves a question open.

No answer of the designer to any of these was found. Where the text is silent the wider reading holds, unless a mistake
in a record would go unnoticed. Town and turns stand here, farms and the end of the game next door.
"""

from domain.games.harvest_chambers.precedents_end import END
from domain.games.harvest_chambers.precedents_farm import FARM
from domain.kernel.rejection import Ruling

_TOWN = (
    Ruling(
        "A1",
        "How many things may a farmer pick in a section of the town?",
        "With two seats two different ones, with three or four one, and any number of farmers share a section.",
        "So the text has it. Somebody who played the printed board saw the first farmer of a section get two things "
        "and later ones one, which can be set as an option; who has a box may look and set it.",
        "The Town Board",
        "town_slots",
    ),
    Ruling(
        "A2",
        "With a first place for two things, may a farmer take the shared place while the first is free?",
        "It may. The first place holds one farmer in a round.",
        "A place is full only when it holds as many farmers as it can.",
        "The Town Board",
        "town_slots",
    ),
    Ruling(
        "A3",
        "May one visit take the same thing twice?",
        "What one farmer picks in a visit must differ. The component data can say otherwise of a place.",
        "The text asks for different actions or items.",
        "The Town Board",
    ),
    Ruling(
        "A4",
        "Must a farmer pick as many things as it may?",
        "A farmer picks as many things as it can use and pay for, up to the number of the place; each "
        "effect may still be declined afterwards. A table can agree that a farmer is placed for less, or "
        "for nothing.",
        "The text says to choose that number; as effects can be declined nobody is ever stuck.",
        "The Town Board",
        "allow_empty_placement",
    ),
    Ruling(
        "A10",
        "May a cost be paid with what the same placement brings?",
        "The price is paid before the farmer is placed, so not with what the placement brings.",
        "The text says so of costs.",
        "Farmer Placement",
    ),
    Ruling(
        "A11",
        "Are the prices of two picks paid together or one by one?",
        "Together, so that one large crop may cover both. At a table that pays one by one `payment` is a list with one "
        "map for each pick.",
        "Both fall due at the same moment and to the same bank.",
        "Paying Costs",
        "combine_costs",
    ),
    Ruling(
        "A12",
        "May a payment hold chits that are not needed?",
        "Not in a dealt game: it is refused while one chit could be kept. An observed game accepts it, and the audit "
        "tells what was paid over the price.",
        "A house rule of the ledger against typing errors; the text only says that there is no change.",
        "Paying Costs",
        "payment_minimal",
    ),
    Ruling(
        "A13",
        "Can growing crops or seeds pay?",
        "Neither can; snap peas of the supply do, since they are crops too.",
        "Costs are paid in gold stars, with crops that have been harvested.",
        "Paying Costs",
    ),
    Ruling(
        "A26",
        "In which order are two picks resolved, and may the second use what the first brought?",
        "In the order in which they are named, and it may, save for paying. A table can agree on the printed order. A "
        "pick that could do nothing when its turn comes is refused.",
        "Nothing ties the order down; an expansion can then be plowed at once.",
        "Farmer Placement",
        "pick_order",
    ),
    Ruling(
        "A27",
        "In which order are the effects of an action card resolved, and must all be used?",
        "In printed order, and any of them may be declined. A table can agree that the player orders them; what needs "
        "no choice then comes first.",
        "Effects are usually read from left to right, and each is something a farmer may do.",
        "Farmer Placement",
        "card_order",
    ),
    Ruling(
        "A28",
        "How many farmers fit on an action card?",
        "As many as the component data says: one, unless it was entered otherwise.",
        "A place that is taken is closed unless it shows that others may join.",
        "Farmer Placement",
    ),
    Ruling(
        "A30",
        "Who is served first when goods run short?",
        "Whoever takes them first in turn order.",
        "No two seats take goods at the same moment.",
        "A Game Round",
    ),
    Ruling(
        "A32",
        "When are buildings turned up again?",
        "At the end of a round only.",
        "Filling the display belongs to the resolution.",
        "Resolution",
    ),
    Ruling(
        "A34",
        "Can the initiative cards run out?",
        "No. With four seats eight are left in the deck after three have been turned up.",
        "Fifteen cards are enough for every number of seats.",
        "Initiative",
    ),
    Ruling(
        "A35",
        "May a seat keep its initiative card, or take one that another seat has just given up?",
        "A seat may not keep its own initiative card; it may take any on the table, with its bonus. Only "
        "the deal before the first round brings none.",
        "One's own card goes to the table after the choice, so it cannot be among those chosen from.",
        "Initiative",
    ),
    Ruling(
        "A38",
        "When is a bonus resolved that asks for a choice?",
        "At once, before the next seat chooses its initiative.",
        "The bonus is taken immediately.",
        "Initiative",
    ),
    Ruling(
        "A39",
        "Are farmers chosen openly?",
        "Farmers are chosen openly and in any order. A table can agree to choose in secret and open all "
        "choices together.",
        "Nothing is said, and boards are dealt openly.",
        "Components & Setup",
        "character_choice",
    ),
    Ruling(
        "A40",
        "Who may play the standard farmer?",
        "Any seat, by turning its board; a table can agree that all do, or nobody.",
        "He is on the reverse of every board.",
        "Components & Setup",
        "wil",
    ),
    Ruling(
        "A41",
        "Must a seat play one of the boards it was dealt?",
        "A seat plays one of the boards it was dealt. For a tournament the opening can name one board for each seat.",
        "Two boards are dealt to choose from.",
        "Components & Setup",
        "characters",
    ),
    Ruling(
        "A42",
        "Which building does a farmer that begins with one put up?",
        "One of the display. The gap is filled at the end of the round like any other, and the building takes effect.",
        "That farmer's text is known from a description only.",
        "Components & Setup",
    ),
    Ruling(
        "A48",
        "May a seat have two farmers on one shared place?",
        "A seat may have two farmers on one shared place, unless the table agrees otherwise.",
        "Such a place shows several farmers and excludes none.",
        "Farmer Placement",
        "same_seat_twice",
    ),
    Ruling(
        "A49",
        "How much does the general store give?",
        "What the component data says; the packaged numbers are placeholders.",
        "The text names the goods without their number.",
        "The Town Board",
    ),
    Ruling(
        "A50",
        "Does the store give seeds or crops?",
        "Seeds; snap peas are both.",
        "The store names crops and seeds together, and only a snap pea can be both.",
        "The Town Board",
    ),
)

RULINGS = (*_TOWN, *FARM, *END)
