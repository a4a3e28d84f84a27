"""The growth step before every turn (Play: "Before your turn starts, check every space on the board")."""

from domain.games.season_harvest.events import Growth, GrowthCheck, Tokens
from domain.games.season_harvest.state import SPACES, Space


def growth(spaces: dict[str, Space]) -> tuple[Growth, ...]:
    """Return the changes of one growth step, in board order.

    Every space has one season and each check moves at most one token there, so the order of the checks is irrelevant.
    """
    found = []
    for name in SPACES:
        check = check_of(spaces[name])
        if check is not None:
            tokens = spaces[name].tokens
            found.append(Growth(name, check, tokens, grown(tokens, check)))
    return tuple(found)


def check_of(space: Space) -> GrowthCheck | None:
    """Return the check that changes a space, or null where nothing grows."""
    tokens = space.tokens
    match space.card:
        case "SU" if tokens.seeds:
            return "summer_sprout"
        case "FA" if tokens.trees:
            return "fall_fruit"
        case "WI" if tokens.fruitys:
            return "winter_wither"
        case "SP" if tokens.trees:
            return "spring_scatter"
        case "SP" if tokens == Tokens():
            return "spring_seed"
        case _:
            return None


def grown(tokens: Tokens, check: GrowthCheck) -> Tokens:
    """Return the tokens of a space after its check."""
    seeds, trees, fruitys = tokens.seeds, tokens.trees, tokens.fruitys
    match check:
        case "summer_sprout":
            return Tokens(seeds - 1, trees + 1, fruitys)
        case "fall_fruit":
            return Tokens(seeds, trees - 1, fruitys + 1)
        case "winter_wither":
            return Tokens(seeds, trees + 1, fruitys - 1)
        case "spring_scatter":
            return Tokens(seeds + 2, trees - 1, fruitys)
        case "spring_seed":
            return Tokens(seeds + 1, trees, fruitys)
