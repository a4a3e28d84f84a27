"""The score sheet and the verdict of Harvest Island (B2 - Scoring Points; End of the Game)."""

from domain.games.harvest_island.faces import points_of
from domain.games.harvest_island.manifest import FIGURES
from domain.games.harvest_island.state import FIELDS, State
from domain.kernel.cards import count
from domain.kernel.score import Flag, Line, Outcome, Verdict, places, totals
from domain.kernel.values import Seat

HARVESTED, TOKEN, REMAINDER = "harvested_fruit", "animal_token", "field_remainder"


def lines(state: State) -> tuple[Line, ...]:
    """Return every seat's lines: harvested fruits by their points, animal tokens with their marks, cards on fields."""
    return tuple(line for seat in range(1, len(state.seats) + 1) for line in _lines_of(state, seat))


def _lines_of(state: State, seat: Seat) -> list[Line]:
    found = _fruit_lines(state, seat)
    marks = {fruit: state.track[fruit] for fruit, holder in state.token_holder.items() if holder == seat}
    found.append(Line(seat, TOKEN, len(marks), FIGURES["token_points"], {"marks": marks}))
    fields = state.seat(seat).fields
    lying = {name: len(fields[name].stack) for name in FIELDS}
    found.append(Line(seat, REMAINDER, sum(lying.values()), FIGURES["field_card_points"], lying))
    return found


def _fruit_lines(state: State, seat: Seat) -> list[Line]:
    """Return a line for each number of points on harvested fruits; what nobody read is worth nothing yet."""
    cards = count(sorted(state.seat(seat).score_pile))
    found = []
    for points in sorted({points_of(card) for card in cards}, reverse=True):
        own = {card: n for card, n in cards.items() if points_of(card) == points}
        doubt: Flag | None = "unverified" if points == 0 else None if state.points_settled else "placeholder"
        flags = () if doubt is None else (doubt,)
        found.append(Line(seat, HARVESTED, sum(own.values()), points, {"cards": own}, flags))
    return found


def verdict(state: State) -> Verdict:
    """Judge a state at its end: the highest total wins, and those level at the top win together."""
    sums: dict[Seat, int] = totals(lines(state), len(state.seats))
    best = max(sums.values())
    winners = tuple(seat for seat, total in sums.items() if total == best)
    alone = len(winners) == 1
    outcome = Outcome("win" if alone else "shared_win", "", winners, "total" if alone else None)
    return Verdict(outcome, places(sums))
