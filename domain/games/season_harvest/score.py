"""The score sheet and the verdict of Season Harvest (Winning; Variants)."""

from collections.abc import Sequence
from fractions import Fraction

from domain.games.season_harvest.state import State
from domain.kernel.score import Line, Outcome, OutcomeKind, Verdict, places
from domain.kernel.values import Json, Seat

SEEDS_WEIGH = -2
"""What a seed in the basket is worth at the end with Unsowed."""


def lines(state: State) -> tuple[Line, ...]:
    """Return every seat's lines: fruit harvested, fruit paid, seeds with Unsowed; wood and pawns for information."""
    return tuple(line for seat in range(1, len(state.seats) + 1) for line in _lines_of(state, seat))


def _lines_of(state: State, seat: Seat) -> list[Line]:
    basket = state.seat(seat)
    found = [Line(seat, "harvest", basket.harvested, 1), Line(seat, "growth", basket.paid_fruit, -1)]
    if state.has("unsowed"):
        found.append(Line(seat, "unsowed_seeds", basket.seeds, SEEDS_WEIGH))
    if state.has("lumber"):
        found.append(Line(seat, "wood", basket.wood, 0))
    found.append(Line(seat, "pawns", len(state.pawns_of(seat)), 0))
    return found


def score_of(state: State, seat: Seat) -> int:
    """Return a seat's score: its fruit, less two for every seed with Unsowed."""
    basket = state.seat(seat)
    return basket.fruit + (SEEDS_WEIGH * basket.seeds if state.has("unsowed") else 0)


def measured(state: State, seat: Seat, measure: str) -> int:
    """Return what a cooperative variant counts for a seat: `basket`, `harvested` or `score`."""
    if measure == "harvested":
        return state.seat(seat).harvested
    return score_of(state, seat) if measure == "score" else state.seat(seat).fruit


def gathered(variant: str, counted: Sequence[int]) -> Fraction:
    """Return what a cooperative variant measures: the total of all seats (a), their average (b), the least (c)."""
    match variant:
        case "cooperative_a":
            return Fraction(sum(counted))
        case "cooperative_b":
            return Fraction(sum(counted), len(counted))
        case _:
            return Fraction(min(counted))


def verdict(state: State) -> Verdict:
    """Judge a state at its end: who has won, by what, and how the seats rank by score."""
    scores = {seat: score_of(state, seat) for seat in range(1, len(state.seats) + 1)}
    facts: dict[str, Json] = {}
    met = _cooperative(state, facts)
    poor = _poverty(state, facts)
    kind: OutcomeKind
    decided_by: str | None
    if met is not None:
        kind = "all_win" if met and not poor else "all_lose"
        winners = tuple(scores) if kind == "all_win" else ()
        decided_by = "poverty" if met and poor else state.coop_target.variant if state.coop_target else None
    elif poor:
        kind, winners, decided_by = "no_winner", (), "poverty"
    else:
        winners = tuple(seat for seat, score in scores.items() if score == max(scores.values()))
        kind = "win" if len(winners) == 1 else "shared_win"
        decided_by = "total" if kind == "win" else None
    return Verdict(Outcome(kind, "", winners, decided_by, (), facts), places(scores))


def _cooperative(state: State, facts: dict[str, Json]) -> bool | None:
    """Tell whether the cooperative target is met; null where no cooperative variant is played (Cooperative a, b, c)."""
    target = state.coop_target
    if target is None:
        return None
    reached = gathered(target.variant, [measured(state, int(seat), target.measure) for seat in state.seats])
    wanted = Fraction(target.target_num, target.target_den)
    met = reached >= wanted if target.variant == "cooperative_c" else reached > wanted
    facts["cooperative"] = {
        "variant": target.variant,
        "measured": {"num": reached.numerator, "den": reached.denominator},
        "target": {"num": target.target_num, "den": target.target_den},
        "source": target.source,
        "source_game": target.source_game,
        "met": met,
    }
    return met


def _poverty(state: State, facts: dict[str, Json]) -> bool:
    """Tell whether somebody has less than half the fruit of the richest (Poverty Hurts Everyone)."""
    if not state.has("poverty"):
        return False
    fruit = [seat.fruit for seat in state.seats.values()]
    poor = 2 * min(fruit) < max(fruit)
    facts["poverty"] = {"least": min(fruit), "most": max(fruit), "void": poor}
    return poor
