"""Games played at random: legal commands against decisions, and tables at which nobody sees a hand."""

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
from domain.games.season_harvest.legal import legal
from domain.games.season_harvest.state import SPACES, State
from domain.kernel.game import decide
from domain.kernel.rejection import Rejected
from domain.kernel.values import Command
from tests.domain.games.season_harvest.playing import Shuffled, Unseeing, at_ease, play
from tests.domain.games.season_harvest.tables import opened
from tests.domain.harness import Given


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
