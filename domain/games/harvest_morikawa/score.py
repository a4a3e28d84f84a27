"""The score sheet and the verdict of Harvest (Score Calculation; Score Calculation (Solo))."""

from domain.games.harvest_morikawa.faces import SPECIALS, VALUES, value
from domain.games.harvest_morikawa.state import BONUS, PENALTY, State
from domain.kernel.score import Flag, Line, Outcome, OutcomeKind, SeatValue, TieBreak, Verdict, places
from domain.kernel.values import Json, Seat

BANDS = ((100, 1), (150, 2), (200, 3))
"""The highest score of each rating band but the last, which is open."""

LOST = ("solo_robot_blocked", "solo_player_blocked")

CHAIN = ("score", "cards_harvested", "field_points")
"""What is compared in turn to find a winner."""


def lines(state: State) -> tuple[Line, ...]:
    """Return every seat's lines: vegetables by value, the empty field, and special cards left in hand."""
    return tuple(line for seat in range(1, len(state.seats) + 1) for line in _lines_of(state, seat))


def _lines_of(state: State, seat: Seat) -> list[Line]:
    area = state.seats[str(seat)].harvest
    counted = dict.fromkeys(VALUES, 0)
    for face, n in area.items():
        counted[value(face)] += n
    found = [Line(seat, "harvest", n, points) for points, n in counted.items()]
    empty = state.play_ended is not None and not state.field(seat)
    found.append(Line(seat, "empty_field", int(empty), BONUS))
    if len(state.seats) > 2:
        held = sum(state.cards.hand(seat).shown.get(face, 0) for face in SPECIALS)
        flags: tuple[Flag, ...] = ("unverified",) if state.phase == "awaiting_hands" else ()
        found.append(Line(seat, "special_in_hand", held, PENALTY, flags=flags))
    return found


def score_of(state: State, seat: Seat) -> int:
    """Return a seat's score."""
    return sum(line.amount for line in _lines_of(state, seat))


def ranking(state: State) -> dict[Seat, tuple[int, int, int]]:
    """Return for each seat what ranks it: score, number of cards harvested, points left on its field."""
    return {
        seat: (
            score_of(state, seat),
            sum(state.seats[str(seat)].harvest.values()),
            sum(value(card) for card in state.field(seat)),
        )
        for seat in range(1, len(state.seats) + 1)
    }


def level_at_the_top(state: State) -> tuple[Seat, ...]:
    """Return the seats that lead and are level in everything that can be counted."""
    ranks = ranking(state)
    best = max(ranks.values())
    return tuple(seat for seat, rank in ranks.items() if rank == best)


def verdict(state: State) -> Verdict:
    """Judge a state at its end: who has won, by what, and how the seats rank; `pending` while something is missing."""
    if state.phase in ("awaiting_hands", "tied_pending_salad"):
        facts: dict[str, Json] = {"awaiting": "hands" if state.phase == "awaiting_hands" else "salad"}
        if state.salad:
            facts["contestants"] = list(state.salad)
        return Verdict(Outcome("pending", str(state.play_ended), facts=facts), {})
    return _solo(state) if state.solo else _judged(state)


def _solo(state: State) -> Verdict:
    """Rate a solo game; a lost one keeps its total and has neither band nor place."""
    score = score_of(state, 1)
    if state.play_ended in LOST:
        return Verdict(Outcome("solo_lost", "", facts={"score": score, "band": None}), {})
    band = next((band for most, band in BANDS if score <= most), 4)
    return Verdict(Outcome("solo_won", "", (1,), None, (), {"score": score, "band": band}), {"1": 1})


def _judged(state: State) -> Verdict:
    ranks = ranking(state)
    left = tuple(ranks)
    decided_by: str | None = None
    steps = []
    for at, name in enumerate(CHAIN):
        values = {seat: ranks[seat][at] for seat in left}
        left = tuple(seat for seat in left if values[seat] == max(values.values()))
        if at:
            steps.append(TieBreak(name, tuple(SeatValue(seat, n) for seat, n in values.items()), left))
        if len(left) == 1:
            decided_by = name
            break
    kind: OutcomeKind = "win"
    if len(left) > 1 and state.salad_winner is not None:
        tasted = tuple(SeatValue(seat, int(seat == state.salad_winner)) for seat in left)
        steps.append(TieBreak("salad", tasted, (state.salad_winner,)))
        left, decided_by = (state.salad_winner,), "salad"
    elif len(left) > 1:
        kind, decided_by = "shared_win", "shared"
    ordered = {rank: n for n, rank in enumerate(sorted(set(ranks.values())))}
    worth = {seat: ordered[rank] + (seat == state.salad_winner) for seat, rank in ranks.items()}
    return Verdict(Outcome(kind, "", left, decided_by, tuple(steps), {}), places(worth))
