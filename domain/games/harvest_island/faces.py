"""Face codes: `Ba-Sp-3` is a banana of Spring worth 3 points, `Ba-Sp-?` one whose points nobody read."""

from domain.kernel.values import Card

SEASONS = {"spring": "Sp", "summer": "Su", "autumn": "Au", "winter": "Wi"}
"""The seasons in the order of their decks, each with its code in a face."""
FERTILIZER = "F"
WEATHER = ("sun", "rain")
POINTS = tuple(range(1, 10))
"""What a fruit card can be worth."""


def is_fruit(card: Card) -> bool:
    """Tell whether a code is written like a fruit card's."""
    parts = card.split("-")
    if len(parts) != 3 or len(parts[0]) != 2 or not card.isascii():
        return False
    fruit, season, points = parts
    named = fruit[0].isupper() and fruit[1].islower()
    return named and season in SEASONS.values() and len(points) == 1 and points in "123456789?"


def fruit_of(card: Card) -> str:
    """Return the code of a card's fruit."""
    return card[:2]


def named_by(card: Card) -> str:
    """Return what any face is counted by in the box: the fruit's code, or the card itself."""
    return card[:2] if len(card) == 7 else card


def points_of(card: Card) -> int:
    """Return the points printed on a fruit card; 0 where nobody read them."""
    printed = card[-1]
    return 0 if printed == "?" else int(printed)


def back_of(season: str) -> str:
    """Return the back that the fruit cards of a season show."""
    return f"?{SEASONS[season]}"


def back(card: Card) -> str:
    """Return what others see of a card: the season of a fruit, all of any other card."""
    return f"?{card[3:5]}" if len(card) == 7 else card


def hand_may_hold(card: Card) -> bool:
    """Tell whether a hand can hold a card: weather never stays in one."""
    return card not in WEATHER


def readings(kind: Card) -> tuple[Card, ...]:
    """Return the faces a card counted by kind may show, and the kind itself for points that nobody read."""
    if not kind.endswith("-?"):
        return (kind,)
    return (*(f"{kind[:-1]}{points}" for points in POINTS), kind)
