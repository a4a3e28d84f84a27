"""Law 7: a total is the sum of its lines, and a line cites exactly the events that built it."""

from typing import Any

from hypothesis.strategies import DataObject

from domain.kernel.game import Game, fold, outcome_of
from domain.kernel.lifecycle import GameEnded
from domain.kernel.ruleset import Ruleset
from domain.kernel.score import Citations, Cite, Line, LineKey, by_key, totals
from domain.kernel.values import Json
from tests.laws.law import law
from tests.laws.player import RecordedGame, plans, play_plan

History = list[tuple[Cite, dict[LineKey, Line]]]


def followed(recorded: RecordedGame) -> tuple[Citations, History]:
    """Fold a game event by event with its lines, as the ledger does, and keep every state of the sheet."""
    citations, history = Citations(), []
    game = Game(recorded.game.id)
    for version in range(1, len(recorded.entries) + 1):
        for index, event in enumerate(recorded.events(version)):
            game = fold(recorded.ruleset, recorded.manifest, game, (event,))
            lines = recorded.ruleset.lines(game.state)
            citations.follow(lines, Cite(version, index))
            history.append((Cite(version, index), by_key(lines)))
    return citations, history


def worth(line: Line | None) -> tuple[int, Json]:
    return (0, None) if line is None else (line.quantity, line.detail)


def builders(history: History, key: LineKey) -> set[Cite]:
    """Return the events that changed one line since its quantity was last zero, found by looking back."""
    found: set[Cite] = set()
    for at in range(len(history) - 1, -1, -1):
        cite, sheet = history[at]
        now = worth(sheet.get(key))
        if now[0] == 0:
            break
        if now != worth(history[at - 1][1].get(key) if at else None):
            found.add(cite)
    return found


@law(20)
def test_a_total_is_the_sum_of_its_lines(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset)))
    for game in recorded.folds()[1:]:
        lines = ruleset.lines(game.state)
        sums = totals(lines, len(recorded.seats))

        assert len(lines) == len(by_key(lines))
        assert all(ruleset.meta.label(line.key) for line in lines)
        assert {line.seat for line in lines} <= set(recorded.seats)
        for seat, total in sums.items():
            own = [line for line in lines if line.seat == seat]
            assert total == sum(line.quantity if line.unit is None else line.quantity * line.unit for line in own)


@law(20)
def test_a_line_cites_what_built_it(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset)))
    citations, history = followed(recorded)
    lines = citations.cited()

    assert [(line.seat, line.key, line.unit) for line in ruleset.lines(recorded.game.state)] == [
        (line.seat, line.key, line.unit) for line in lines
    ]
    for line in lines:
        rests = [key for key in by_key(lines) if key[0] == line.seat and key[1] in line.rests_on]
        own = [(line.seat, line.key, line.unit), *rests]
        assert set(line.cites) == set().union(*(builders(history, key) for key in own))
        assert list(line.cites) == sorted(line.cites, key=lambda cite: (cite.version, cite.event))
        for cite in line.cites:
            assert 0 <= cite.event < len(recorded.decisions[cite.version - 1].events)


@law(20)
def test_the_end_claims_what_is_computed(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset).filter(lambda plan: plan.ends)))
    ended = recorded.decisions[-1].events[-1]
    outcome, places = outcome_of(ruleset, recorded.game)
    sums = totals(ruleset.lines(recorded.game.state), len(recorded.seats))

    assert isinstance(ended, GameEnded)
    assert ended.reason in ruleset.meta.end_reasons
    assert outcome == ended.outcome
    assert sums == {result.seat: result.total for result in ended.results}
    assert places == {str(each.seat): each.place for each in ended.results if each.place is not None}
    assert outcome is not None
    assert set(outcome.winners) <= set(recorded.seats)
    assert outcome.reason == ended.reason
