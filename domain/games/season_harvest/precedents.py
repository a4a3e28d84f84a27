"""How the ledger reads Season Harvest where the rulebook leaves a question open.

Where no restriction is stated the wider reading holds, so that a table which plays more strictly can still be
recorded. The rulings on the table, the year and the cards stand here, those on pawns and the result next door.
"""

from domain.games.season_harvest.precedents_end import PAWNS_AND_RESULT
from domain.kernel.rejection import Ruling

_TABLE_AND_CARDS = (
    Ruling(
        "A1",
        "How many cards of each season are in the deck?",
        "Thirteen of every season and no jokers, 52 in all.",
        "A poker deck is named as a substitute; the printed deck has not been seen.",
        "You Need",
        "cards_per_season",
    ),
    Ruling(
        "A2",
        "How many can play?",
        "Two to four seats; one seat alone only with a cooperative variant.",
        "No number is given, but the board has four corners, and a lone player needs a target to play against.",
        "Setting Up",
        "homes",
    ),
    Ruling(
        "A3",
        "May more than four play?",
        "Four at most, unless the table agrees that edge cards can be taken once all corners are gone; then eight.",
        "A house rule that leaves everybody three cards in hand and every other figure as it is.",
        "Setting Up",
        "homes",
    ),
    Ruling(
        "A4",
        "In which order are the corners taken?",
        "In any order; each seat takes one, and no two share.",
        "No order is prescribed, and who goes first is settled only afterwards.",
        "Setting Up",
    ),
    Ruling(
        "A5",
        "Do the cards of the grid lie face down while homes are chosen?",
        "They do, and a card taken with a home is seen by its taker alone.",
        "Turning the board up is the last act but one of the set-up.",
        "Setting Up",
    ),
    Ruling(
        "A6",
        "How many game-years does a game last?",
        "One to nine, as agreed when the game is opened, and unchanged from then on.",
        "The length has to be settled before the start; the upper bound is the ledger's.",
        "Setting Up",
        "years",
    ),
    Ruling(
        "A7",
        "How is the first player found?",
        "The table names a seat, or lets the lot decide.",
        "Somebody is to be selected, and nothing says how.",
        "Setting Up",
        "first_seat",
    ),
    Ruling(
        "A8",
        "In which direction does the turn pass?",
        "Turns pass clockwise, which is the order of the seats.",
        "That is the custom where a rulebook does not say.",
        "Play",
    ),
    Ruling(
        "A9",
        "Is there a growth step before the very first turn?",
        "There is.",
        "Growth comes before every turn, and the first one is no exception.",
        "Play",
    ),
    Ruling(
        "A10",
        "In which order do the growth checks run?",
        "It makes no difference: a space has one season, and a check moves at most one token there.",
        "Every order of the checks was tried on every small space, with equal results.",
        "Play",
    ),
    Ruling(
        "A11",
        "What grows on a space that has no card?",
        "Nothing.",
        "Each check is about the spaces of one season.",
        "Play",
    ),
    Ruling(
        "A12",
        "How many cards are played in a turn?",
        "Exactly one card step: a card played, or the exchange of a seat that cannot.",
        "The card is singular, compulsory and replaced once.",
        "Play, Cards",
    ),
    Ruling(
        "A13",
        "When is a space empty?",
        "When no card lies on it; tokens and pawns there do not matter.",
        "Otherwise no card could be laid on a home base with a pawn in it.",
        "Play, Cards",
    ),
    Ruling(
        "A14",
        "Does Winter come before Spring?",
        "Winter comes before Spring: the seasons run in a circle.",
        "Or else Spring could go only where no card lies.",
        "Play, Cards",
    ),
    Ruling(
        "A15",
        "What becomes of tokens and pawns on a space whose card is covered?",
        "They stay where they are.",
        "Seasons that change around growing plants are what the game is about.",
        "Play, Cards",
    ),
    Ruling(
        "A16",
        "May the card drawn in exchange still be played in the same turn?",
        "No; the exchange was the card step of the turn.",
        "Showing, discarding and drawing take the place of playing.",
        "Play, Cards",
    ),
    Ruling(
        "A17",
        "May a seat exchange a card although one of its hand fits somewhere?",
        "Whoever holds a card that fits must play one that does; only who cannot may exchange.",
        "Being unable to play is the condition of the exchange.",
        "Play, Cards",
    ),
    Ruling(
        "A18",
        "Who says which card is discarded in an exchange?",
        "The seat that discards.",
        "No card is singled out.",
        "Play, Cards",
    ),
    Ruling(
        "A19",
        "What does a seat do that cannot play when draws have stopped?",
        "It shows its hand and discards a card, and draws none.",
        "The end of the last year takes away the replacement and nothing else.",
        "Winning",
    ),
    Ruling(
        "A20",
        "When is the replacement drawn?",
        "Immediately, before the turn goes on in any other way.",
        "The draw is tied to the playing of the card.",
        "Play, Cards",
    ),
    Ruling(
        "A21",
        "Does a year end with the last card drawn, or when a card is wanted and none is left?",
        "When one is wanted; the card just covered or discarded then belongs to the new pile.",
        "The reshuffle is described as the answer to a draw that finds no card.",
        "Play, Cards",
    ),
    Ruling(
        "A22",
        "Does the last year end in a reshuffle too?",
        "No; play goes on and nobody draws any more.",
        "The end of the game is described as doing without that reshuffle.",
        "Winning",
    ),
)

RULINGS: tuple[Ruling, ...] = _TABLE_AND_CARDS + PAWNS_AND_RESULT
