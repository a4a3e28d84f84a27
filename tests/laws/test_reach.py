"""That the laws are about something: random games meet every kind of command, event, option and end."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec import Struct

from domain.kernel.lifecycle import LIFECYCLE_COMMANDS, LIFECYCLE_EVENTS, OpenGame
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import tag_of
from domain.registry import RULESETS
from service.players import TASTE, USUAL, Player, next_command
from tests.laws.facts import FACTS
from tests.laws.player import Plan, RecordedGame, plans, play, play_plan

by_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.meta.id)

ALL_GAMES = frozenset(tag_of(kind) for kind in (OpenGame, *LIFECYCLE_COMMANDS, *LIFECYCLE_EVENTS))


def own_tags(ruleset: Ruleset[Any]) -> frozenset[str]:
    return frozenset(tag_of(kind) for kind in (*ruleset.commands, *ruleset.events))


def met_in(game: RecordedGame) -> set[str]:
    """Return the kinds of commands and events of a game, its end, its number of seats and its mode."""
    kinds: set[type[Struct]] = {type(command) for command in game.commands}
    kinds |= {type(event) for decision in game.decisions for event in decision.events}
    end = game.game.ended.reason if game.game.ended else "running"
    return {tag_of(kind) for kind in kinds} | {f"{len(game.seats)} seats", game.header.mode, end}


@by_ruleset
def test_random_games_meet_everything(ruleset: Ruleset[Any]) -> None:
    meta = ruleset.meta
    expected = {*meta.end_reasons, *meta.modes, f"{meta.min_seats} seats", f"{meta.max_seats} seats"}
    expected |= ALL_GAMES | own_tags(ruleset)
    expected -= FACTS[meta.id].beyond
    met: set[str] = set()

    @settings(max_examples=150, derandomize=True, deadline=None)
    @given(plans(ruleset))
    def play_until_all_is_met(plan: Plan) -> None:
        if expected - met:
            met.update(met_in(play_plan(ruleset, plan)))

    play_until_all_is_met()
    assert set() == expected - met


@by_ruleset
def test_every_ruleset_states_its_facts(ruleset: Ruleset[Any]) -> None:
    facts = FACTS[ruleset.meta.id]

    assert facts.shows | facts.free <= own_tags(ruleset)


@by_ruleset
def test_a_random_game_is_repeated_by_its_numbers(ruleset: Ruleset[Any]) -> None:
    first, second, other = (play(ruleset, 2, "observed", {}, Random(n), 30, blind=50) for n in (7, 7, 8))

    assert first.entries == second.entries
    assert first.entries != other.entries


@by_ruleset
def test_a_player_reads_only_what_its_seat_sees(ruleset: Ruleset[Any]) -> None:
    game = play(ruleset, 2, "dealt", {}, Random(3), 12)
    views = {seat: game.folds(f"seat:{seat}")[-1].state for seat in game.seats}

    chosen = [next_command(ruleset, views, Player(Random(n))) for n in range(20)]

    legal = [command for seat, view in views.items() for command in ruleset.legal(view, seat)]
    assert set(map(repr, chosen)) <= set(map(repr, legal))
    assert 1 < len(set(map(repr, chosen)))


def test_a_player_prefers_by_taste() -> None:
    player = Player(Random(5))
    tags = ["a.move", "a.move", "a.move", "a.show_cards", "a.harvest"]

    chosen = Counter(player.choose(tags, str) for _ in range(2000))

    whole = USUAL + TASTE["show_cards"] + TASTE["harvest"]
    for tag, taste in (("a.move", USUAL), ("a.show_cards", TASTE["show_cards"]), ("a.harvest", TASTE["harvest"])):
        assert abs(chosen[tag] - 2000 * taste / whole) < 80


def test_a_player_needs_something_to_choose_from() -> None:
    with pytest.raises(ValueError, match="no command"):
        Player(Random(5)).choose([], str)


def test_a_blind_player_says_so_only_where_it_may() -> None:
    blind, seeing = Player(Random(5), blind=100), Player(Random(5))

    assert "?" == blind.answer(["SP", "SU"], unknown=True)
    assert blind.answer(["SP", "SU"], unknown=False) in ("SP", "SU")
    assert seeing.answer([3], [1], unknown=True) == 3
    assert {"SU"} == {seeing.answer(["SP", "SU"], [0, 4], unknown=True) for _ in range(20)}
