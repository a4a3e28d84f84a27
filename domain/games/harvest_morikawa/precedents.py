"""How the ledger reads Harvest where the rulebook leaves a question open.

The rulings on placing and harvesting stand here, those on turns, the end and the solo game next door.
"""

from domain.games.harvest_morikawa.precedents_course import COURSE_AND_END
from domain.kernel.rejection import Ruling

_PLACING = (
    Ruling(
        "M1",
        "Must the three vegetables lie next to each other?",
        "Yes, on consecutive squares of a row, a column or a diagonal; a gap between boards ends a line.",
        "Players describe chains of neighbours, and with gaps allowed nearly any three cards would do.",
        "Harvest Check",
    ),
    Ruling(
        "M2",
        "What if more than three are in line?",
        "The whole line is taken, four or five cards as well as three.",
        "The rule says at least three.",
        "Harvest Check",
    ),
    Ruling(
        "M3",
        "What if one card makes several lines?",
        "All of them are taken, and a card that is part of two is taken once.",
        "Every one of them is three in line, and a card can be harvested only once.",
        "Harvest Check",
    ),
    Ruling(
        "M4",
        "What becomes of a harvest that nobody noticed?",
        "At a physical table its cards stay where they are until the next card is placed; then every line on "
        "the boards is taken, unless it is overlooked once more. A dealt game overlooks nothing.",
        "The check follows each placement and asks what lies in line, not what was just laid; the stricter "
        "reading takes only lines through the new card.",
        "Harvest Check",
        "late_harvest",
    ),
    Ruling(
        "M5",
        "To whom does a harvested card go?",
        "To the owner of the board it lay on, whoever completed the line.",
        "Each player harvests the vegetables of the own field.",
        "Harvest Check",
    ),
    Ruling(
        "M6",
        "Does a special card count as one of the three?",
        "Yes, so two vegetables and the special card are enough.",
        "It is declared to be the vegetable when it is played.",
        "Special Cards",
    ),
    Ruling(
        "M7",
        "What if a special card would complete lines of two vegetables?",
        "Only the lines of the declared vegetable are taken.",
        "It stands for one vegetable.",
        "Special Cards",
    ),
    Ruling(
        "M8",
        "What does a Tornado in two lines of its vegetable sweep away?",
        "Both of them.",
        "It sweeps what would have been harvested.",
        "Special Cards",
    ),
    Ruling(
        "M9",
        "Do special cards obey the order of fields too?",
        "Special cards obey the order too: with an empty field of one's own the card must go there, even where "
        "the only line would be elsewhere.",
        "The placement rules speak of any card.",
        "Placement Rules",
    ),
    Ruling(
        "M10",
        "Must a special card be played if it is all one can play?",
        "A special card that can be played must be, if nothing else can.",
        "Nobody may pass who can play a card.",
        "Pass",
    ),
    Ruling(
        "M11",
        "May one place on another player's board on which no card lies?",
        "A board without a card is closed to the other players, unless the table agrees to a house rule that opens it.",
        "The example says so outright; some tables are known to play otherwise.",
        "Placement Rules",
        "allow_empty_opponent_field",
    ),
    Ruling(
        "M12",
        "Must a vegetable be harvested that costs its owner points?",
        "Yes.",
        "A harvest is not a choice.",
        "Harvest Check",
    ),
)

RULINGS = (*_PLACING, *COURSE_AND_END)
