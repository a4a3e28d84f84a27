"""How the ledger reads Harvest where fields, crops and buildings are concerned."""

from domain.kernel.rejection import Ruling

FARM = (
    Ruling(
        "A14",
        "What is a locked plot?",
        "Every plot without field or building: three of the board's, and both of an expansion. A table can agree that "
        "new plots are fields at once.",
        "Only what is plowed or built can make use of the plots of an expansion.",
        "Expand Your Farm",
        "expansion_plots",
    ),
    Ruling(
        "A15",
        "Can a field or a building be replaced?",
        "Plowing and building need a locked plot; nothing replaces a field or a building.",
        "No other target is named.",
        "Plow a Field",
    ),
    Ruling(
        "A16",
        "How many expansions may one farm have?",
        "As many as the supply has, unless the table agrees on a limit.",
        "The text knows no limit but the stock.",
        "Expand Your Farm",
        "max_expansions",
    ),
    Ruling(
        "A17",
        "May several kinds be planted in one action?",
        "Several kinds may be planted in one action, in different fields: a field holds one kind at a "
        "time and is free for any when it is empty.",
        "The text limits a field, not an action.",
        "Plant",
    ),
    Ruling(
        "A18",
        "Can harvested crops be planted again?",
        "Harvested crops can be planted again, for the same price in fertilizer.",
        "Seeds and crops of the supply may be planted.",
        "Plant",
    ),
    Ruling(
        "A19",
        "Does a field hold seeds?",
        "No; what is planted is a crop at once.",
        "Chits are laid crop side up.",
        "Plant",
    ),
    Ruling(
        "A20",
        "How often may one field be tended in one action?",
        "As often as water and space allow. A table can agree that each crop there at the beginning is tended once.",
        "The same field may be tended several times.",
        "Tend",
        "tend_limit",
    ),
    Ruling(
        "A21",
        "Can elixir and water be mixed for one new crop?",
        "One elixir stands for all the water of one new crop; the two are not mixed for it.",
        "It replaces all the water needed.",
        "Tend",
    ),
    Ruling(
        "A22",
        "Can an empty field be tended?",
        "An empty field cannot be tended.",
        "A new crop is of the kind that grows there.",
        "Tend",
    ),
    Ruling(
        "A23",
        "What does an elixir do in a field that it fills?",
        "One elixir fills the field as far as chits reach; tending with water stays as it is.",
        "The building speaks of elixir and of the entire field.",
        "Building Cards",
    ),
    Ruling(
        "A24",
        "Can part of a field be harvested?",
        "No; a field is emptied or left, and any number of fields may be.",
        "All crops of a chosen field are removed.",
        "Harvest",
    ),
    Ruling(
        "A25",
        "Can crops be thrown away without harvesting?",
        "No.",
        "There is no such action.",
        "Harvest",
    ),
    Ruling(
        "A29",
        "What happens when chits or tokens run out?",
        "A seat takes what is left, and cannot tend without a chit. An observed game gives what the table took and "
        "reports the shortage.",
        "The box holds fixed numbers; the text is silent.",
        "Components & Setup",
        "supply_limits",
    ),
    Ruling(
        "A31",
        "What if the stack of field cards is empty?",
        "Nothing can be plowed, and the display is filled as far as possible.",
        "There is no pile of discards.",
        "Plow a Field",
    ),
    Ruling(
        "A43",
        "From when does an ability count that is gained in the middle of an action?",
        "From that moment.",
        "It holds while the card is owned.",
        "Building Cards",
    ),
    Ruling(
        "A46",
        "Are there limits to what a seat may hold, or trades between seats?",
        "Neither.",
        "The text has no such rule.",
        "Actions",
    ),
    Ruling(
        "B1",
        "When do effects of the start of a round happen?",
        "Before its action cards are revealed, in the order of the initiative held from the round before.",
        "Only placeholders have such effects; the new order is not known yet at that time.",
        "Action Cards",
    ),
    Ruling(
        "B2",
        "What is a price worth that a card lowers to a smallest amount?",
        "Lowering stops at that amount and never raises a price that lies below it.",
        "A floor is there for the discount, not for the price.",
        "Building Cards",
    ),
)
