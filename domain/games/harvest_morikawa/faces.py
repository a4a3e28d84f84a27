"""The faces of the deck: vegetables with a printed value, and two special cards.

A vegetable's face is its letter and its value, `T+40` or `K-10`; `HV` is the Harvest card, `TN` a Tornado.
"""

from typing import Literal

from domain.kernel.values import Card

Vegetable = Literal["tomato", "cabbage", "corn"]

LETTERS: dict[str, Vegetable] = {"T": "tomato", "C": "cabbage", "K": "corn"}
VEGETABLES = tuple(LETTERS.values())
VALUES = (40, 20, 10, -10, -20)
HARVEST, TORNADO = "HV", "TN"
SPECIALS = (HARVEST, TORNADO)
FACES = (*(f"{letter}{points:+d}" for letter in LETTERS for points in VALUES), *SPECIALS)
"""All faces there can be."""
BACK = "?"
"""All cards have one back."""


def kind(card: Card) -> Vegetable | None:
    """Return which vegetable a card is; null for a special card and for a stand-in."""
    return None if card in SPECIALS else LETTERS.get(card[0])


def value(card: Card) -> int:
    """Return the points printed on a vegetable."""
    return int(card[1:])
