"""The tree of play: `legal` lists all there is, and small trees have the number of branches they always had."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from domain.kernel.chance import Outcome, Request, Source
from domain.kernel.game import Decision, Game, decide, source_for
from domain.kernel.rejection import Rejected
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Json, tag_of
from domain.registry import RULESETS
from tests.laws.facts import FACTS
from tests.laws.law import law
from tests.laws.player import begin, plans, play_plan, starting
from tests.laws.syntax import writable

SMALL: dict[str, dict[str, Json]] = {
    "season-harvest": {"cards_per_season": 4, "variants": ["lumber"]},
    "harvest-island": {},
    "harvest-chambers": {"characters": "fixed", "boards": ["K1", "K9"], "wil": "none"},
}
"""The options of the smallest game of each ruleset, for two seats."""

COUNTS: dict[tuple[str, int], list[int]] = {
    ("season-harvest", 0): [8, 24],
    ("season-harvest", 3): [11, 51, 289, 958],
    ("season-harvest", 18): [4, 14, 109, 608],
    ("season-harvest", 30): [7, 36, 141, 310],
    ("season-harvest", 40): [4, 3, 0],
    ("harvest-island", 2): [9, 27, 63],
    ("harvest-island", 3): [3, 7, 84],
    ("harvest-island", 150): [12, 84, 511],
    ("harvest-island", 250): [1, 1, 11],
    ("harvest-island", 300): [6, 6, 6],
    ("harvest-chambers", 2): [19, 0],
    ("harvest-chambers", 31): [5, 0],
    ("harvest-chambers", 33): [19, 0],
}
"""By ruleset and number of commands after the start: the sequences of one, two, three … legal commands."""

_bytes = msgspec.json.Encoder(order="sorted").encode


def legal(ruleset: Ruleset[Any], game: Game) -> Iterator[Command]:
    """Yield what the seats may do that is listed in full, as each seat sees it in a dealt game."""
    if game.status == "running" and game.header is not None:
        for seat in range(1, len(game.header.seats) + 1):
            yield from (each for each in ruleset.legal(game.state, seat) if bound(ruleset, each))


def bound(ruleset: Ruleset[Any], command: Command) -> bool:
    """Tell whether a command can be sent only as `legal` lists it."""
    return tag_of(type(command)) not in FACTS[ruleset.meta.id].free


class Plainest:
    """A table that gives the first lawful outcome, unseen where that may be."""

    def pick(self, request: Request) -> Outcome:
        return "?" if request.unknown else request.lawful[0]

    def close(self) -> None:
        pass


def chance_of(game: Game) -> Source:
    """Return the chance of the next entry: the seed's in a dealt game, the plainest in an observed one."""
    dealt = game.header is not None and game.header.mode == "dealt"
    return source_for(game) if dealt else Plainest()


def after(ruleset: Ruleset[Any], game: Game, commands: Iterable[Command]) -> list[Decision]:
    """Decide each of some commands on the same game."""
    return [decide(ruleset, game, command, chance_of(game)) for command in commands]


def count(ruleset: Ruleset[Any], game: Game, depth: int) -> int:
    """Count the sequences of legal commands of a length."""
    commands = list(legal(ruleset, game))
    if depth == 1:
        return len(commands)
    return sum(count(ruleset, decision.game, depth - 1) for decision in after(ruleset, game, commands))


def outcomes(ruleset: Ruleset[Any], game: Game) -> dict[bytes, Decision]:
    """Try every command that can be written, and return what the accepted ones lead to: equal results count once."""
    found = {}
    for command in writable(ruleset, game.state):
        if bound(ruleset, command):
            try:
                decision = decide(ruleset, game, command, chance_of(game))
            except Rejected:
                continue
            found[_bytes(decision.events)] = decision
    return found


def tried(ruleset: Ruleset[Any], game: Game, depth: int) -> int:
    """Count the same sequences without asking what is legal."""
    found = outcomes(ruleset, game)
    return len(found) if depth == 1 else sum(tried(ruleset, each.game, depth - 1) for each in found.values())


def small_game(ruleset: Ruleset[Any], commands: int) -> Game:
    """Return a fixed small deal after so many commands, each taken from another place of the list."""
    recorded = begin(ruleset, 2, "dealt", SMALL[ruleset.meta.id], Random(1))
    recorded.send(starting(recorded), source_for(recorded.game))
    for step in range(commands):
        listed = [command for seat in (1, 2) for command in ruleset.legal(recorded.game.state, seat)]
        recorded.send(listed[7 * step % len(listed)], source_for(recorded.game))
    return recorded.game


@pytest.mark.parametrize(("ruleset", "commands"), COUNTS)
def test_small_trees_have_their_number_of_branches(ruleset: str, commands: int) -> None:
    (rules,) = (each for each in RULESETS if each.meta.id == ruleset)
    expected = COUNTS[ruleset, commands]
    game = small_game(rules, commands)

    assert expected == [count(rules, game, depth) for depth in range(1, len(expected) + 1)]


@pytest.mark.parametrize(("ruleset", "commands"), COUNTS)
def test_the_numbers_are_those_of_trying_every_command(ruleset: str, commands: int) -> None:
    (rules,) = (each for each in RULESETS if each.meta.id == ruleset)
    game = small_game(rules, commands)

    assert COUNTS[ruleset, commands][:2] == [tried(rules, game, depth) for depth in (1, 2)]


def test_every_ruleset_has_its_trees() -> None:
    assert {ruleset.meta.id for ruleset in RULESETS} == {ruleset for ruleset, _ in COUNTS} == SMALL.keys()


@law(10)
def test_legal_lists_all_there_is(ruleset: Ruleset[Any], data: DataObject) -> None:
    plan = data.draw(plans(ruleset, ["dealt"]).filter(lambda plan: plan.seats <= 3))
    recorded = play_plan(ruleset, plan)
    running = [each.game for each in recorded.decisions if each.game.status == "running"]

    for game in data.draw(st.lists(st.sampled_from(running), min_size=1, max_size=4)):
        listed = [_bytes(decision.events) for decision in after(ruleset, game, legal(ruleset, game))]
        assert len(listed) == len(set(listed))
        assert outcomes(ruleset, game).keys() == set(listed)


@law(10)
def test_where_unknown_cards_allow_more_it_is_said(ruleset: Ruleset[Any], data: DataObject) -> None:
    plan = data.draw(plans(ruleset, ["observed"]).filter(lambda plan: plan.seats <= 3))
    recorded = play_plan(ruleset, plan)
    running = [each.game for each in recorded.decisions if each.game.status == "running"]

    for game in data.draw(st.lists(st.sampled_from(running), min_size=1, max_size=4)):
        listed = {_bytes(decision.events) for decision in after(ruleset, game, legal(ruleset, game))}
        found = outcomes(ruleset, game)
        assert listed <= found.keys()
        if found.keys() - listed:
            assert any(ruleset.unsure(game.state, seat) for seat in recorded.seats)


def test_nothing_can_be_done_before_the_start() -> None:
    for ruleset in RULESETS:
        opened = begin(ruleset, 2, "dealt", SMALL[ruleset.meta.id], Random(1))
        before = _bytes(opened.game)

        assert {} == outcomes(ruleset, opened.game)
        decide(ruleset, opened.game, starting(opened), source_for(opened.game))
        assert before == _bytes(opened.game)
