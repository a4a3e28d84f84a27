"""What the golden games show: every end for every number of seats, and more."""

from collections import Counter
from typing import Any

import pytest

from domain.games.season_harvest import RULESET
from domain.games.season_harvest.meta import META
from domain.kernel.lifecycle import StartGame
from tests.domain.games.season_harvest.golden_games import WHOLE_GAME, combinations, whole_game
from tests.domain.games.season_harvest.tables import cards_of, opened, written
from tests.domain.golden import commands_of, replay
from tests.domain.golden_files import GOLDEN
from tests.domain.harness import Given

FILES = GOLDEN["season-harvest"]
ONLY_FOR_TWO = {"conceded"}
"""With more than two seats nobody can concede for the others."""


def test_the_scripted_game_is_the_golden_one() -> None:
    assert FILES.text("whole_game") == whole_game()
    assert list(WHOLE_GAME) == [
        (command, given) for _, command, given in commands_of(RULESET, FILES.text("whole_game"))
    ]


def test_every_end_is_shown_for_every_number_of_seats() -> None:
    ends = FILES.ends()
    wanted = {
        (reason, seats)
        for reason in META.end_reasons
        for seats in range(META.min_seats, META.max_seats + 1)
        if seats <= 2 or reason not in ONLY_FOR_TWO
    }

    assert set() == wanted - ends


def test_a_changed_game_is_noticed() -> None:
    whole = FILES.text("whole_game")
    for right, wrong in (
        ("place 1", "place 2"),
        ("13 harvest seat=1 pawn=1-1 <- 2", "13 harvest seat=1 pawn=1-1 <- 3"),
        ("legal 16,0", "legal 15,0"),
    ):
        assert right in whole
        assert whole.replace(right, wrong) != replay(RULESET, whole.replace(right, wrong))


def played(**options: Any) -> tuple[Given, Counter[str], list[Any]]:
    """Play the scripted game; return its end, the events by name, and all of them."""
    start = opened(2, cards_per_season=4, **options)
    game, names = start, Counter[str]()
    events: list[Any] = [start.game.opened]
    for command, outcomes in WHOLE_GAME:
        answer = game.when(command, *outcomes)
        events += answer.events
        game = answer.accepted()
    names.update(type(event).__name__ for event in events)
    return game, names, events


def test_the_whole_game() -> None:
    game, names, _ = played()
    state = game.state
    assert game.game.ended is not None

    assert ("win", (1,)) == (game.game.ended.outcome.kind, game.game.ended.outcome.winners)
    assert [(1, 3, 1), (2, 2, 2)] == [(each.seat, each.total, each.place) for each in game.game.ended.results]
    assert {
        "a1": "SU 0/1/0",
        "b1": "SU 0/0/0",
        "c1": "WI 0/0/0",
        "a2": "SP 0/0/0",
        "b2": "WI 0/1/0",
        "c2": "FA 0/0/0",
        "a3": "FA 0/0/0",
        "b3": "SP 1/0/0",
        "c3": "-- 0/0/0",
    } == {space: written(state, space) for space in state.spaces}
    assert ("SP", "SU", "SU", "SP", "WI", "FA", "WI", "FA") == state.discards
    assert [(3, 1), (2, 1)] == [(state.seat(seat).fruit, state.seat(seat).seeds) for seat in (1, 2)]
    assert [[], []] == [cards_of(state, 1), cards_of(state, 2)]
    assert {
        "GameOpened": 1,
        "GameStarted": 1,
        "DeckShuffled": 1,
        "GridLaid": 1,
        "HandDealt": 2,
        "HomeTaken": 2,
        "GridRevealed": 1,
        "FirstSeatSet": 1,
        "GrowthApplied": 9,
        "TurnStarted": 9,
        "CardPlayed": 9,
        "TurnEnded": 9,
        "PawnMoved": 8,
        "FruitHarvested": 5,
        "CardDrawn": 3,
        "SeedGathered": 2,
        "YearEnded": 1,
        "FinalPlayBegan": 1,
        "GameEnded": 1,
    } == names


def test_the_growth_of_the_whole_game() -> None:
    _, _, events = played()
    grown = [
        [f"{change.space} {change.check}" for change in event.changes]
        for event in events
        if type(event).__name__ == "GrowthApplied"
    ]

    assert [
        ["b2 spring_seed"],
        ["b2 summer_sprout"],
        ["b2 fall_fruit"],
        ["a1 spring_seed"],
        ["b2 fall_fruit"],
        ["a1 summer_sprout", "b2 fall_fruit"],
        ["a2 spring_seed"],
        [],
        ["a2 spring_seed", "b3 spring_seed"],
    ] == grown


EXPECTED = {
    None: ("win", [1]),
    "cooperative_a": ("all_lose", []),
    "cooperative_b": ("all_lose", []),
    "cooperative_c": ("all_lose", []),
}


@pytest.mark.parametrize("variants", combinations(), ids=lambda variants: "+".join(variants) or "none")
def test_the_whole_game_in_every_combination(variants: list[str]) -> None:
    game, _, _ = played(variants=variants)
    end = game.game.ended
    assert end is not None
    cooperative = next((variant for variant in variants if variant.startswith("cooperative")), None)

    assert EXPECTED[cooperative] == (end.outcome.kind, list(end.outcome.winners))
    assert ([1, 0] if "unsowed" in variants else [3, 2]) == [each.total for each in end.results]
    assert ("poverty" in variants) == ("poverty" in end.outcome.facts)
    if "poverty" in variants:
        assert {"least": 2, "most": 3, "void": False} == end.outcome.facts["poverty"]


@pytest.mark.parametrize(
    ("letter", "num", "kind"),
    [
        ("a", 4, "all_win"),
        ("a", 5, "all_lose"),
        ("b", 4, "all_win"),
        ("b", 5, "all_lose"),
        ("c", 2, "all_win"),
        ("c", 3, "all_lose"),
    ],
)
def test_the_whole_game_after_another_one(letter: str, num: int, kind: str) -> None:
    found = {"game": "g_before", "version": 9, "num": num, "den": 2 if letter == "b" else 1}
    game = opened(2, cards_per_season=4, variants=[f"cooperative_{letter}"])
    (_, dealt), *rest = WHOLE_GAME
    game = game.when(StartGame(found), *dealt).accepted()
    for command, outcomes in rest:
        game = game.when(command, *outcomes).accepted()
    assert game.game.ended is not None

    assert kind == game.game.ended.outcome.kind
    assert f"cooperative_{letter}" == game.game.ended.outcome.decided_by
