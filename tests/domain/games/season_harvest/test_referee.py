"""Games played at random under the eyes of a referee who knows the rulebook and nothing of the ruleset's code."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.games.season_harvest import RULESET
from domain.games.season_harvest.events import EVENTS, WoodCut
from domain.kernel.game import Game, judge
from domain.kernel.score import Citations, Cite
from domain.kernel.values import Event
from tests.domain.games.season_harvest.golden_games import combinations
from tests.domain.games.season_harvest.playing import Shuffled, Unseeing, play
from tests.domain.games.season_harvest.referee import Referee
from tests.domain.games.season_harvest.tables import opened


def table_of(number: int, variants: list[str]) -> dict[str, Any]:
    """Return one of the tables that can be opened with these variants: seats, years and agreements vary."""
    rng = Random(f"{number} {variants}")
    fewest = 1 if any(variant.startswith("cooperative") for variant in variants) else 2
    seats = fewest + number % (9 - fewest)
    return {
        "seats": seats,
        "mode": rng.choice(("dealt", "observed")),
        "variants": variants,
        "years": 1 + number % 9,
        "cards_per_season": max(4, -(-(9 + 3 * seats) // 4)) + rng.choice((0, 0, 1, 3)),
        "pawn_limit": rng.choice((5, None, 1, 2)),
        "new_pawn_acts": rng.choice(("same_turn", "next_turn")),
        "homes": "corners" if seats <= 4 and rng.random() < 0.5 else "corners_then_edges",
        "first_seat": rng.choice(("declared", "random")),
        "hands": rng.choice(("hidden", "hidden", "open")),
    }


def watched(table: dict[str, Any], seed: int, referee: Referee) -> Iterator[tuple[Event, Game]]:
    """Yield the ruleset's events of a game under a referee, each with the game after its entry."""
    rng = Random(seed)
    unseen = table["mode"] == "observed" and table["hands"] == "hidden" and seed % 2
    for _, decision in play(opened(**table), rng, source=Unseeing(rng) if unseen else Shuffled(rng)):
        for event in decision.events:
            if isinstance(event, EVENTS):
                referee.see(event)
                yield event, decision.game


def agree(game: Game, referee: Referee) -> None:
    """Compare the table as the ruleset has it with the referee's."""
    state, baskets = game.state, referee.baskets
    assert referee.pile == state.cards.left("pile")
    assert referee.discards == list(state.discards)
    assert referee.grid == {space: lying.card for space, lying in state.spaces.items()}
    assert referee.tokens == {
        space: [lying.tokens.seeds, lying.tokens.trees, lying.tokens.fruitys] for space, lying in state.spaces.items()
    }
    assert referee.pawns == {pawn.id: pawn.space for pawn in state.pawns.values()}
    for seat, hand in referee.hands.items():
        held = state.cards.hand(seat)
        assert +hand == {**held.known, **held.unknown}
        basket = state.seat(seat)
        assert [baskets[seat][what] for what in ("fruit", "seeds", "wood")] == [basket.fruit, basket.seeds, basket.wood]


@pytest.mark.parametrize(("number", "variants"), list(enumerate(combinations())), ids=str)
def test_a_referee_has_nothing_to_object(number: int, variants: list[str]) -> None:
    table = table_of(number, variants)
    referee, citations = Referee(**table), Citations()
    state = opened(**table).state
    game = None
    for at, (event, after) in enumerate(watched(table, number, referee)):
        game, state = after, RULESET.evolve(state, event)
        citations.follow(RULESET.lines(state), Cite(0, at))
        if game.status == "running" and game.state == state:
            agree(game, referee)
    assert game is not None
    assert game.header is not None
    assert referee.ended
    agree(game, referee)
    outcome, places = judge(RULESET, game.header, game.state, "hands_empty", None)
    scores = referee.scores()
    lines = citations.cited()

    assert game.ended is not None
    assert game.ended.outcome == outcome
    assert referee.result() == (outcome.kind, outcome.winners)
    assert {str(seat): 1 + sum(other > own for other in scores.values()) for seat, own in scores.items()} == places
    assert scores == {seat: sum(line.amount for line in lines if line.seat == seat) for seat in referee.seats}
    for line in lines:
        assert referee.evidence.get((line.seat, line.key), []) == [cite.event for cite in line.cites]


@pytest.mark.parametrize(
    "rules", [{"years": 1}, {"years": 3}, {"cards_per_season": 7}, {"hands": "open"}, {"variants": []}, {"seats": 3}]
)
def test_the_referee_objects_where_other_rules_were_played_by(rules: dict[str, Any]) -> None:
    table: dict[str, Any] = {
        "seats": 2,
        "mode": "dealt",
        "hands": "hidden",
        "variants": ["lumber"],
        "cards_per_season": 6,
    }
    table |= {"years": 2}
    events = [event for event, _ in watched(table, 0, Referee(**table))]
    assert any(isinstance(event, WoodCut) for event in events)
    strict = Referee(**{**table, **rules})

    with pytest.raises(AssertionError):
        strict.see_all(events)
