"""Who wins: ties, Poverty, Unsowed, the cooperative variants, and what the sheet says."""

from itertools import product
from typing import Any

import pytest

from domain.games.season_harvest.score import lines, verdict
from domain.games.season_harvest.state import SeatState
from domain.games.season_harvest.target import fixed
from domain.kernel.score import Outcome, totals
from tests.domain.games.season_harvest.tables import midgame
from tests.domain.harness import Given

Fruit = list[int]


def baskets(fruit: Fruit, seeds: Fruit | None = None, *, found: Any = None, **options: Any) -> Given:
    """Return a table at which the seats hold this fruit and these seeds, its cooperative target fixed."""
    table = midgame(**options)
    held = zip(fruit, seeds or [0] * len(fruit), strict=True)
    seats = {
        str(seat): SeatState(home="a1", fruit=basket, seeds=sown, harvested=basket)
        for seat, (basket, sown) in enumerate(held, 1)
    }
    return table.changed(seats=seats, coop_target=fixed(table.state.options, found))


def outcome(fruit: Fruit, seeds: Fruit | None = None, **options: Any) -> Outcome:
    return verdict(baskets(fruit, seeds, **options).state).outcome


def found(num: int, den: int = 1) -> dict[str, Any]:
    return {"game": "g_old", "version": 99, "num": num, "den": den}


@pytest.mark.parametrize(
    ("fruit", "kind", "winners", "places"),
    [
        ([3, 2], "win", (1,), [1, 2]),
        ([2, 3], "win", (2,), [2, 1]),
        ([3, 3], "shared_win", (1, 2), [1, 1]),
        ([0, 0], "shared_win", (1, 2), [1, 1]),
        ([4, 1, 4], "shared_win", (1, 3), [1, 3, 1]),
        ([1, 5, 1, 0], "win", (2,), [2, 1, 2, 4]),
    ],
)
def test_the_most_fruit_wins(fruit: Fruit, kind: str, winners: tuple[int, ...], places: list[int]) -> None:
    judged = verdict(baskets(fruit).state)

    assert (kind, winners) == (judged.outcome.kind, judged.outcome.winners)
    assert places == list(judged.places.values())
    assert ("total" if kind == "win" else None) == judged.outcome.decided_by


@pytest.mark.parametrize(
    ("fruit", "kind", "winners"),
    [
        ([14, 7], "win", (1,)),
        ([15, 7], "no_winner", ()),
        ([0, 0], "shared_win", (1, 2)),
        ([1, 0], "no_winner", ()),
        ([2, 1], "win", (1,)),
        ([10, 10, 4], "no_winner", ()),
        ([10, 10, 5], "shared_win", (1, 2)),
    ],
)
def test_poverty(fruit: Fruit, kind: str, winners: tuple[int, ...]) -> None:
    judged = outcome(fruit, variants=["poverty"])

    assert (kind, winners) == (judged.kind, judged.winners)
    assert {"no_winner": "poverty", "win": "total", "shared_win": None}[kind] == judged.decided_by
    assert {"least": min(fruit), "most": max(fruit), "void": kind == "no_winner"} == judged.facts["poverty"]


@pytest.mark.parametrize(
    ("fruit", "seeds", "scores", "kind", "winners"),
    [
        ([10, 7], [2, 0], [6, 7], "win", (2,)),
        ([1, 0], [3, 2], [-5, -4], "win", (2,)),
        ([9, 9], [1, 1], [7, 7], "shared_win", (1, 2)),
    ],
)
def test_unsowed(fruit: Fruit, seeds: Fruit, scores: Fruit, kind: str, winners: tuple[int, ...]) -> None:
    table = baskets(fruit, seeds, variants=["unsowed"])
    judged = verdict(table.state).outcome

    assert (kind, winners) == (judged.kind, judged.winners)
    assert scores == list(totals(lines(table.state), 2).values())


def test_without_unsowed_seeds_cost_nothing() -> None:
    table = baskets([10, 7], [2, 0])

    assert {1: 10, 2: 7} == totals(lines(table.state), 2)
    assert (1,) == verdict(table.state).outcome.winners


@pytest.mark.parametrize(
    ("fruit", "seeds", "scores", "kind", "winners"),
    [([15, 7], [5, 0], [5, 7], "no_winner", ()), ([14, 7], [3, 0], [8, 7], "win", (1,))],
)
def test_poverty_weighs_fruit_and_the_winner_has_the_score(
    fruit: Fruit, seeds: Fruit, scores: Fruit, kind: str, winners: tuple[int, ...]
) -> None:
    table = baskets(fruit, seeds, variants=["unsowed", "poverty"])
    judged = verdict(table.state).outcome

    assert (kind, winners) == (judged.kind, judged.winners)
    assert scores == list(totals(lines(table.state), 2).values())


@pytest.mark.parametrize(
    ("letter", "before", "fruit", "kind"),
    [
        ("a", None, [12, 8], "all_lose"),
        ("a", None, [12, 9], "all_win"),
        ("a", found(31), [20, 11], "all_lose"),
        ("a", found(31), [20, 12], "all_win"),
        ("a", found(0), [12, 8], "all_lose"),
        ("a", found(0), [12, 9], "all_win"),
        ("a", found(1), [1, 0], "all_lose"),
        ("b", None, [10, 10], "all_lose"),
        ("b", None, [11, 10], "all_win"),
        ("b", found(31, 3), [11, 9], "all_lose"),
        ("b", found(31, 3), [11, 10], "all_win"),
        ("b", found(31, 3), [10, 10, 11], "all_lose"),
        ("b", found(31, 3), [10, 11, 11], "all_win"),
        ("b", found(0, 2), [10, 11], "all_win"),
        ("c", None, [7, 9], "all_win"),
        ("c", None, [6, 30], "all_lose"),
        ("c", found(9), [9, 9], "all_win"),
        ("c", found(9), [8, 20], "all_lose"),
        ("c", found(0), [7, 7], "all_win"),
        ("c", found(0), [6, 7], "all_lose"),
    ],
)
def test_cooperation(letter: str, before: Any, fruit: Fruit, kind: str) -> None:
    judged = outcome(fruit, variants=[f"cooperative_{letter}"], found=before)

    assert kind == judged.kind
    assert (tuple(range(1, len(fruit) + 1)) if kind == "all_win" else ()) == judged.winners
    assert f"cooperative_{letter}" == judged.decided_by
    assert (kind == "all_win") is judged.facts["cooperative"]["met"]


def test_cooperation_alone() -> None:
    assert ["all_lose", "all_win"] == [outcome([n], variants=["cooperative_a"]).kind for n in (20, 21)]


@pytest.mark.parametrize(
    ("fruit", "kind", "decided_by"),
    [
        ([14, 7], "all_win", "cooperative_a"),
        ([15, 7], "all_lose", "poverty"),
        ([10, 10], "all_lose", "cooperative_a"),
        ([20, 0], "all_lose", "cooperative_a"),
    ],
)
def test_with_poverty_both_must_hold(fruit: Fruit, kind: str, decided_by: str) -> None:
    judged = outcome(fruit, variants=["cooperative_a", "poverty"])

    assert (kind, decided_by) == (judged.kind, judged.decided_by)
    assert {"cooperative", "poverty"} == set(judged.facts)


def test_what_the_cooperative_measure_counts() -> None:
    options: dict[str, Any] = {"variants": ["cooperative_a", "unsowed"], "seeds": [1, 0]}

    assert "all_win" == outcome([12, 9], **options).kind
    assert "all_lose" == outcome([12, 9], coop_measure="score", **options).kind
    assert "all_lose" == outcome([12, 8], variants=["cooperative_a"], coop_measure="score").kind
    spent = SeatState(home="a1", fruit=8, harvested=12, paid_fruit=4)
    for measure, kind in (("basket", "all_lose"), ("harvested", "all_win")):
        table = baskets([12, 8], variants=["cooperative_a"], coop_measure=measure)
        assert kind == verdict(table.changed(seats={**table.state.seats, "2": spent}).state).outcome.kind


def test_wood_and_pawns_are_worth_nothing() -> None:
    table = midgame(variants=["lumber"])
    rich = table.changed(seats={**table.state.seats, "2": SeatState(home="c3", fruit=2, harvested=2, wood=9)})
    sheet = {(line.seat, line.key): (line.quantity, line.amount) for line in lines(rich.state)}

    assert (9, 0) == sheet[2, "wood"]
    assert (1, 0) == sheet[2, "pawns"]
    assert {1: 3, 2: 2} == totals(lines(rich.state), 2)


def test_the_sheet_tells_harvest_from_growth() -> None:
    table = midgame().changed(seats={"1": SeatState(fruit=5, harvested=15, paid_fruit=10), "2": SeatState()})
    sheet = {(line.seat, line.key): line.amount for line in lines(table.state)}

    assert (15, -10) == (sheet[1, "harvest"], sheet[1, "growth"])
    assert ["harvest", "growth", "pawns"] == [line.key for line in lines(table.state) if line.seat == 1]


COOPERATIVES = (None, "cooperative_a", "cooperative_b", "cooperative_c")
COMBINATIONS = [
    [variant for variant in (cooperative, *others) if variant]
    for cooperative in COOPERATIVES
    for others in product((None, "poverty"), (None, "unsowed"), (None, "lumber"))
]


@pytest.mark.parametrize("variants", COMBINATIONS, ids="+".join)
@pytest.mark.parametrize(
    ("fruit", "seeds"), [([15, 7], [5, 0]), ([14, 7], [3, 0]), ([24, 24], [0, 1]), ([3, 2], [1, 1])]
)
def test_all_combinations(variants: list[str], fruit: Fruit, seeds: Fruit) -> None:
    judged = outcome(fruit, seeds, variants=variants)
    scores = [f - 2 * s if "unsowed" in variants else f for f, s in zip(fruit, seeds, strict=True)]
    void = "poverty" in variants and 2 * min(fruit) < max(fruit)
    met = {
        "cooperative_a": sum(fruit) > 20,
        "cooperative_b": sum(fruit) > 10 * len(fruit),
        "cooperative_c": min(fruit) >= 7,
    }
    cooperative = [met[variant] for variant in variants if variant in met]

    if cooperative:
        assert ("all_win" if cooperative[0] and not void else "all_lose") == judged.kind
    elif void:
        assert ("no_winner", ()) == (judged.kind, judged.winners)
    else:
        assert tuple(n for n, score in enumerate(scores, 1) if score == max(scores)) == judged.winners


def test_there_are_thirty_two_combinations() -> None:
    assert 32 == len({tuple(variants) for variants in COMBINATIONS})
