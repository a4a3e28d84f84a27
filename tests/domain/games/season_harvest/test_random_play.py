"""Games played at random: sheets and verdicts recomputed from events alone, legal commands against decisions."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from domain.games.season_harvest import RULESET
from domain.games.season_harvest.commands import (
    Cut,
    DeclareCannotPlay,
    EndTurn,
    Gather,
    Grow,
    Harvest,
    Move,
    Plant,
    PlayCard,
    ShowCards,
)
from domain.games.season_harvest.events import (
    CoopTargetFixed,
    FruitHarvested,
    PawnGrown,
    SeedGathered,
    SeedPlanted,
    WoodCut,
)
from domain.games.season_harvest.legal import legal
from domain.games.season_harvest.state import SPACES, State
from domain.kernel.game import Game, decide
from domain.kernel.rejection import Rejected
from domain.kernel.score import by_key
from domain.kernel.values import Command, Event
from tests.domain.games.season_harvest.golden_games import combinations
from tests.domain.games.season_harvest.playing import Shuffled, Unseeing, at_ease, play
from tests.domain.games.season_harvest.tables import opened
from tests.domain.harness import Given


def tally(events: list[Event], *, unsowed: bool) -> tuple[Counter[int], Counter[int]]:
    """Count fruit and score of every seat from what happened to its basket."""
    fruit, seeds = Counter[int](), Counter[int]()
    for event in events:
        match event:
            case FruitHarvested():
                fruit[event.seat] += 1
            case PawnGrown():
                fruit[event.seat] -= event.paid.fruit
            case SeedGathered():
                seeds[event.seat] += 1
            case SeedPlanted():
                seeds[event.seat] -= 1
            case _:
                pass
    score = Counter(fruit)
    score.subtract({seat: 2 * n for seat, n in seeds.items()} if unsowed else {})
    return fruit, score


def to_the_end(seed: int, seats: int = 2, **options: Any) -> tuple[list[Event], Game]:
    events: list[Event] = []
    game = opened(seats, **options).game
    for _, decision in play(opened(seats, **options), Random(seed), at_ease):
        events += decision.events
        game = decision.game
    return events, game


@pytest.mark.parametrize("variants", combinations(), ids=lambda variants: "+".join(variants) or "none")
def test_a_random_game_in_every_combination(variants: list[str]) -> None:
    seats = 2 + len(variants) % 3
    events, game = to_the_end(len("".join(variants)), seats, variants=variants)
    fruit, score = tally(events, unsowed="unsowed" in variants)
    held, scores = [fruit[seat] for seat in range(1, seats + 1)], [score[seat] for seat in range(1, seats + 1)]
    void = "poverty" in variants and 2 * min(held) < max(held)
    met = {
        "cooperative_a": sum(held) > 20,
        "cooperative_b": sum(held) > 10 * seats,
        "cooperative_c": min(held) >= 7,
    }
    cooperative = [met[variant] for variant in variants if variant in met]
    best = tuple(seat for seat, total in enumerate(scores, 1) if total == max(scores))
    end = game.ended
    assert end is not None

    assert scores == [each.total for each in end.results]
    assert [1 + sum(other > total for other in scores) for total in scores] == [each.place for each in end.results]
    if cooperative:
        assert ("all_win" if cooperative[0] and not void else "all_lose") == end.outcome.kind
    else:
        assert ("no_winner", ()) == (end.outcome.kind, end.outcome.winners) if void else best == end.outcome.winners
    assert bool(cooperative) == any(isinstance(event, CoopTargetFixed) for event in events)
    wood = sum(isinstance(event, WoodCut) for event in events)
    assert wood == 0 or "lumber" in variants


@pytest.mark.parametrize("seed", range(6))
def test_grown_pawns_explain_spent_fruit(seed: int) -> None:
    events, game = to_the_end(seed, 2, years=3)
    for seat in (1, 2):
        harvested = sum(isinstance(event, FruitHarvested) and event.seat == seat for event in events)
        pawns = len(game.state.pawns_of(seat))
        sheet = by_key(RULESET.lines(game.state))
        assert (pawns - 1) * (pawns + 2) == harvested - game.state.seat(seat).fruit
        assert (harvested, pawns) == (sheet[seat, "harvest", 1].quantity, sheet[seat, "pawns", 0].quantity)


def conceivable(state: State, seat: int) -> list[Command]:
    """List every command of a seat's turn that has the right shape, whatever the rules say."""
    pawns = [*state.pawns, "3-1"]
    faces = list(state.follows)
    found: list[Command] = [EndTurn(seat)]
    for pawn in pawns:
        found += [Move(seat, pawn, to) for to in SPACES]
        found += [kind(seat, pawn) for kind in (Plant, Gather, Harvest)]
        found += [
            Grow(seat, pawn, "fruit"),
            Grow(seat, pawn, "wood"),
            Cut(seat, pawn, "tree"),
            Cut(seat, pawn, "fruity"),
        ]
    found += [PlayCard(seat, face, space) for face, space in product(faces, SPACES)]
    return found + [DeclareCannotPlay(seat, face) for face in faces]


@pytest.mark.parametrize("options", [{}, {"variants": ["lumber"], "new_pawn_acts": "next_turn", "pawn_limit": 2}])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_legal_is_what_is_accepted(seed: int, options: dict[str, Any]) -> None:
    rng = Random(seed)
    for number, (_, decision) in enumerate(play(opened(2, cards_per_season=6, years=2, **options), rng, at_ease)):
        game = decision.game
        if number < 4 or number % 3 or game.status == "ended":
            continue
        table = Given(RULESET, game)
        for seat in (1, 2):
            listed = [command for command in legal(game.state, seat) if not isinstance(command, ShowCards)]
            accepted = [command for command in conceivable(game.state, seat) if is_accepted(table, command, rng)]
            assert Counter(map(repr, accepted)) == Counter(map(repr, listed))


def is_accepted(table: Given, command: Command, rng: Random) -> bool:
    try:
        decide(RULESET, table.game, command, Shuffled(rng))
    except Rejected:
        return False
    return True


@pytest.mark.parametrize("seed", range(8))
def test_a_table_whose_hands_nobody_sees_can_be_played_to_its_end(seed: int) -> None:
    rng = Random(seed)
    options: dict[str, Any] = {"years": 1 + seed % 3, "cards_per_season": 6}
    game = opened(3, mode="observed", **options).game
    for _, decision in play(Given(RULESET, game), rng, at_ease, source=Unseeing(rng)):
        game = decision.game
        assert [] == RULESET.components(game.state)
    assert game.ended is not None

    assert "hands_empty" == game.ended.reason
