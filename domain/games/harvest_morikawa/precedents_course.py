"""How the ledger reads Harvest: passing and drawing, the end of the game, the game alone, and what is not printed."""

from domain.kernel.rejection import Ruling

COURSE_AND_END = (
    Ruling(
        "M13",
        "How is a pass proved whose reason only the hand can show?",
        "A dealt game looks at the hand. At a physical table the pass stands as a claim that the hand holds "
        "special cards alone; it is refused where the board or the number of special cards still out of sight "
        "rules that out, and an audit compares it with every card of that hand seen later.",
        "A vegetable fits on any open square, and both special cards fit in the same places, so nothing else "
        "of the hand matters.",
        "Pass",
    ),
    Ruling(
        "M14",
        "When has everyone passed consecutively?",
        "After as many passes in a row as there are seats, passes with an empty hand included.",
        "A player with no cards must pass, and that is a pass like any other.",
        "Game End",
    ),
    Ruling(
        "M15",
        "Does a special card that can never be played hold up the game?",
        "Only until all seats have passed in a row. Passes that everybody can see coming may be made by themselves.",
        "No rule ends the game earlier.",
        "Game End",
        "auto_pass",
    ),
    Ruling(
        "M16",
        "May one pass with cards still to be drawn?",
        "Missing cards are drawn before one may pass.",
        "Otherwise an empty hand could be had by not drawing.",
        "Hand Replenishment",
    ),
    Ruling(
        "M17",
        "What if a player forgets to draw?",
        "The cards are drawn when it is noticed, in or out of turn. Hands are filled up by themselves in "
        "dealt games; at a physical table drawing is a command of its own, so that it can be late. Alone they are "
        "always filled up by themselves, because the robot draws right after.",
        "The rulebook has players take the cards when they notice.",
        "Hand Replenishment",
        "auto_draw",
    ),
    Ruling(
        "M18",
        "What if the deck has fewer cards than are to be drawn?",
        "Where the deck has fewer cards, the player draws what is there.",
        "After that there is no further drawing.",
        "Hand Replenishment",
    ),
    Ruling(
        "M19",
        "Does the place of the boards change the order of turns?",
        "No, turns go by seats.",
        "Boards are laid out at random, players sit where they sit.",
        "Game Flow",
    ),
    Ruling(
        "M20",
        "Where does the neutral board lie with two players?",
        "Anywhere: all three boards are laid out at random. A table may fix its place.",
        "The text adds a neutral field and has the boards arranged at random; the figure is not part of the text.",
        "Game Preparation",
        "neutral_slot",
    ),
    Ruling(
        "M21",
        "Are the twenty cards put away before or after dealing?",
        "After dealing; nobody sees them, so it is the same.",
        "That is where the text has it, and no player can tell the difference.",
        "Game Preparation",
    ),
    Ruling(
        "M22",
        "Who gets what is harvested from a neutral board?",
        "Nobody; it goes to the discard.",
        "The harvest check says so.",
        "Harvest Check",
    ),
    Ruling(
        "M23",
        "Is the loss of 50 points per special card?",
        "Yes, for each of them; with two players, and alone, there is none.",
        "The rule speaks of a card's worth.",
        "Score Calculation",
    ),
    Ruling(
        "M24",
        "When is a field empty?",
        "When play has ended, after the last harvest.",
        "The bonus belongs to the score, which is counted then.",
        "Score Calculation",
    ),
    Ruling(
        "M25",
        "Which cards count as harvested for a tie?",
        "Those in one's harvest area, whatever their points.",
        "Nothing else has been harvested by that player.",
        "Score Calculation",
    ),
    Ruling(
        "M26",
        "How many points has an empty field for a tie?",
        "None, which is more than a field of negative points.",
        "There is nothing to add up.",
        "Score Calculation",
    ),
    Ruling(
        "M27",
        "How do the three boards lie for one player, and how are their squares numbered?",
        "Two neutral boards above and the player's below between them, numbered as one reads; board by board, "
        "or any list of the twelve squares, can be agreed.",
        "The figure is not part of the text; this field gives all boards equally many lines, and 1 and 12 lie "
        "where the text has them.",
        "Game Preparation (Solo)",
        "robot_order",
    ),
    Ruling(
        "M28",
        "What if the robot draws the last card of the deck?",
        "The card is placed and checked, and then the game is scored. A table may instead end the game at the "
        "draw, or let the player finish the round.",
        "A drawn card is part of the turn; but the text also says that the game ends once the deck is used "
        "up, and repeats it for the player's draw.",
        "Game Flow (Solo)",
        "solo_deck_out",
    ),
    Ruling(
        "M29",
        "Do squares freed by the robot's first card serve for its second?",
        "Yes, the second goes to the lowest number that is empty then.",
        "It is placed in the same way, after the check.",
        "Morikawa's Turn",
    ),
    Ruling(
        "M30",
        "Who harvests when the robot completes a line?",
        "The player takes what lay on the own board; the rest is discarded.",
        "The harvest check of several players applies.",
        "Morikawa's Turn",
    ),
    Ruling(
        "M31",
        "Is a solo game lost by a full field rated?",
        "No. It is lost; the points harvested so far are kept as its total.",
        "Whoever cannot place a card loses, whatever the score.",
        "Game Flow (Solo)",
    ),
    Ruling(
        "M32",
        "Which rating has a score of zero or less?",
        "The lowest.",
        "It is no more than a hundred.",
        "Score Calculation (Solo)",
    ),
    Ruling(
        "M33",
        "Are harvest areas secret?",
        "They lie face down, but everybody saw the cards go there, so the ledger shows them. What a page "
        "displays is up to the option.",
        "A total that can be worked out from the log is no secret.",
        "Harvest Check",
        "harvest_totals",
    ),
    Ruling(
        "M34",
        "May one look through harvested or discarded cards?",
        "Through one's own and the discard, yes; the log tells anyway.",
        "Nothing forbids it.",
        "Harvest Check",
        "harvest_totals",
    ),
    Ruling(
        "M35",
        "Must table talk be true?",
        "No. Players may say what they like of their hands, only showing is forbidden, so the ledger offers "
        "no way to show a card.",
        "The rulebook allows discussion and forbids the fronts of cards.",
        "Game Preparation",
    ),
    Ruling(
        "M36",
        "What if somebody shows a card by accident?",
        "Nothing follows in the rules.",
        "No penalty is named.",
        "Game Preparation",
    ),
    Ruling(
        "M37",
        "Who judges the salad, and what if nobody wants one?",
        "Scribe or arbiter record one winner among the tied seats, with the judge if there was one. A table "
        "may agree on sharing the victory beforehand. The sheet is complete either way.",
        "Taste cannot be computed.",
        "Score Calculation",
        "final_tie",
    ),
    Ruling(
        "M38",
        "Are the rules of 1992 supported?",
        "No, only those of 2023.",
        "They differ in hand size and drawing, and their text is not at hand.",
        "Components",
        "edition",
    ),
    Ruling(
        "M39",
        "What if a player leaves?",
        "The game is abandoned, or with two players and alone conceded.",
        "There is no rule for it.",
        "Game Flow",
    ),
    Ruling(
        "M40",
        "What if nobody knows who harvested last?",
        "Any way of agreeing will do, the lot included; it is recorded which.",
        "The rulebook leaves it to the table.",
        "Game Flow",
    ),
    Ruling(
        "M41",
        "How do the boards lie for three, five and six, and how many copies has each card?",
        "As presets and component data say that are marked as guesses; other layouts and counts can be given as data.",
        "Neither is part of the text. How many cards of each vegetable there are, the special cards, and one "
        "40 of each vegetable are known.",
        "Game Preparation",
        "layout",
    ),
)
