"""How the ledger reads Harvest Island where the rulebook leaves a question open.

Where no restriction is stated the wider reading holds, so that a table which plays more strictly can still be
recorded. The rulings on drawing, playing and harvesting stand here, those on catastrophes and the end next door.
"""

from domain.games.harvest_island.precedents_end import CATASTROPHES_AND_END
from domain.kernel.rejection import Ruling

_TURNS_AND_HARVESTS = (
    Ruling(
        "A1",
        "Does a turn draw one card from the deck or two from the Supply Area?",
        "Neither: it draws two cards, each from a source of its player's choice, one after the other.",
        "The figures in that sentence number the places of a picture; the overview speaks of two draws.",
        "A2 - Draw 2 cards",
    ),
    Ruling(
        "A2",
        "Where does the card come from that replaces a weather card?",
        "It comes from any source of a draw; a table can agree on the season deck while one has cards.",
        "The text only says to draw another card, and weather does not pay for a draw.",
        "Weather cards",
        "weather_replacement",
    ),
    Ruling(
        "A3",
        "What if the Supply Area holds one card or none?",
        "What is there can be taken; the other draws come from elsewhere.",
        "Cards are drawn one at a time, each from a source that has any.",
        "A2 - Draw 2 cards",
    ),
    Ruling(
        "A4",
        "What happens where no card can be drawn at all?",
        "The draws still owed lapse; if only a fertilizer card could be had, its player may take it or let them lapse.",
        "It can happen in the last round alone, and taking a fertilizer is always voluntary.",
        "Fertilizer cards",
    ),
    Ruling(
        "A5",
        "May a player draw fewer than two cards?",
        "No, two cards are drawn as long as a season deck or the Supply Area has one.",
        "The hand is to be filled up again.",
        "A2 - Draw 2 cards",
    ),
    Ruling(
        "A6",
        "What if a player cannot play two cards?",
        "It cannot come to that: a first play after which nothing could be played is refused.",
        "A turn begins with a fruit in hand, so a pair of plays always exists; a stuck turn would have no rule.",
        "A. Cultivation",
    ),
    Ruling(
        "A7",
        "May the second draw come from the next deck when the first emptied one?",
        "Yes, the next deck opens at once and not before; every draw looks at the decks anew.",
        "The next deck opens when the one before it is used up.",
        "A2 - Draw 2 cards",
    ),
    Ruling(
        "A8",
        "What if the last card of a deck is a weather card?",
        "It takes effect and the deck has run out; the replacement comes from the next deck or another source.",
        "The deck is empty however its last card looks, also that of Winter.",
        "Weather cards",
    ),
    Ruling(
        "A9",
        "Is the Storage Area moved when the Supply Area is empty?",
        "Yes, with four cards or more in it; nothing is discarded then.",
        "Only the number of cards in storage is asked for.",
        "A3 - Check the Storage Area",
    ),
    Ruling(
        "A10",
        "Is the Storage Area checked in a turn that harvests?",
        "No.",
        "The check is the third step of a cultivation, and between turns storage holds three cards at most.",
        "A3 - Check the Storage Area",
    ),
    Ruling(
        "A11",
        "Can a card be drawn in the turn in which it was released?",
        "No, a released card lies in the Storage Area until the check at the end of the turn.",
        "Cards are drawn from the Supply Area, never from storage.",
        "Release",
    ),
    Ruling(
        "A12",
        "Are the three cards that a token needs counted in all or for each fruit?",
        "For each fruit, with two for every fertilizer card on its fields.",
        "The track has no box below 3, so a smaller sum could not be marked on it.",
        "B2 - Scoring Points",
    ),
    Ruling(
        "A13",
        "Can fertilizers alone win a token?",
        "Yes: two of them on a bare seed make four.",
        "What counts is the fruit of the field, and a fertilizer lies with any seed.",
        "B2 - Scoring Points",
    ),
    Ruling(
        "A14",
        "Do two fields of one fruit count together?",
        "If they are harvested in the same turn, and not otherwise.",
        "Each kind of fruit is added up in a harvest, and nothing forbids to sow one twice.",
        "B2 - Scoring Points",
    ),
    Ruling(
        "A15",
        "Does an equal sum take the token?",
        "No, it must be greater than the box; from the start box any sum of at least three is.",
        "The text asks for more than the number on the track.",
        "B2 - Scoring Points",
    ),
    Ruling(
        "A16",
        "What if a sum is above 7, the last box of the track?",
        "The token lies on 7, and any later sum of 8 or more beats that; a table can agree to remember the true sum.",
        "The comparison is with the box, which is all that people at the table can see.",
        "B2 - Scoring Points",
        "track_overflow",
    ),
    Ruling(
        "A17",
        "What if the holder of a token beats the mark?",
        "The harvest token moves and the animal token stays where it is.",
        "The new mark is harder to beat, and nobody has lost anything.",
        "B2 - Scoring Points",
    ),
    Ruling(
        "A18",
        "What if several fruits are harvested at once?",
        "Each is judged by itself, and one turn can win several tokens.",
        "The sums are made for each kind of fruit.",
        "B2 - Scoring Points",
    ),
    Ruling(
        "A19",
        "Can a field without a seed be harvested?",
        "No, a field without a seed cannot be harvested; one with nothing but its seed can.",
        "A harvest of nothing would be a way to pass, which the rules do not have.",
        "B1 - Harvest",
    ),
    Ruling(
        "A20",
        "How does a fertilizer card count?",
        "It counts as one card on a field and as two in a harvest; a full field takes neither fruit nor fertilizer.",
        "The two passages differ on purpose. After a catastrophe there is room again.",
        "Field capacity",
    ),
)

RULINGS = (*_TURNS_AND_HARVESTS, *CATASTROPHES_AND_END)
"""All rulings in order, A1 to A37."""
