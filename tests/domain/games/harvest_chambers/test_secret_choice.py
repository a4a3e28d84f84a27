"""Choices made in secret: whoever may not read one is given the same bytes whatever it was."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.harvest_chambers import RULESET
from domain.games.harvest_chambers.commands import SealCharacter
from domain.kernel.game import source_for
from tests.laws.player import RecordedGame, begin, starting
from tests.laws.twins import masked, readings

SEALED = {"character_choice": "sealed"}


def after_choice(board: int, side: str, seats: int = 3) -> RecordedGame:
    """Return a dealt game in which seat 1 has chosen one of its boards in secret."""
    game = begin(RULESET, seats, "dealt", SEALED, Random(5))
    game.send(starting(game), source_for(game.game))
    dealt = game.game.state.seat(1).dealt
    game.send(SealCharacter(1, dealt[board], side), source_for(game.game))
    return game


@pytest.mark.parametrize("viewer", ["spectator", "seat:2", "seat:3"])
def test_others_read_the_same_whatever_was_chosen(viewer: str) -> None:
    one, other = after_choice(0, "front"), after_choice(1, "wil")

    assert readings(one, viewer, 3) == readings(other, viewer, 3)
    assert _state(one, viewer) == _state(other, viewer)
    assert masked(one.entries[2].body) == masked(other.entries[2].body)


@pytest.mark.parametrize("viewer", ["seat:1", "scribe", "arbiter"])
def test_the_seat_itself_reads_its_choice(viewer: str) -> None:
    one, other = after_choice(0, "front"), after_choice(1, "wil")

    assert readings(one, viewer, 3) != readings(other, viewer, 3)
    assert _state(one, viewer) != _state(other, viewer)


def test_the_last_choice_opens_all() -> None:
    game = after_choice(0, "front", seats=2)
    game.send(SealCharacter(2, game.game.state.seat(2).dealt[1], "wil"), source_for(game.game))

    assert _state(game, "spectator") == _state(game, "seat:1") == _state(game, "everything")


def _state(game: RecordedGame, viewer: str) -> Any:
    return msgspec.json.encode(game.folds(viewer)[-1].state)
