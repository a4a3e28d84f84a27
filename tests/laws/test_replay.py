"""Laws 1 and 2: a log folds to one state however it is read, and its commands give its events again."""

from typing import Any

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import DataObject
from msgspec.structs import replace

from domain.kernel.chance import Recorded
from domain.kernel.entry import read_private
from domain.kernel.game import Decision, Game, decide, decide_opening, fold, source_for
from domain.kernel.lifecycle import OpenGame
from domain.kernel.ruleset import Ruleset
from tests.laws.law import law
from tests.laws.player import RecordedGame, fresh, opened, plans, play_plan

_bytes = msgspec.json.Encoder(order="sorted").encode


def recheck(recorded: RecordedGame, *, seeded: bool) -> list[Decision]:
    """Decide every command of a log again, on the outcomes it recorded or on those its seed gives."""
    first, rest = recorded.commands[0], recorded.commands[1:]
    assert isinstance(first, OpenGame)
    seed = opened(recorded).seed
    decisions = [
        decide_opening(
            recorded.ruleset,
            recorded.manifest,
            recorded.game.id,
            first,
            None if seed is None else bytes.fromhex(seed),
        )
    ]
    game = fresh(recorded)
    for command, entry in zip(rest, recorded.entries[1:], strict=True):
        outcomes = read_private(entry.private).outcomes
        decided = decide(recorded.ruleset, game, command, source_for(game) if seeded else Recorded(outcomes))
        decisions.append(decided)
        game = decided.game
    return decisions


@law(25)
def test_a_log_folds_to_the_states_that_were_decided(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset)))

    folded = recorded.folds()[1:]

    assert [decision.game for decision in recorded.decisions] == folded
    assert [_bytes(decision.game.state) for decision in recorded.decisions] == [_bytes(game.state) for game in folded]


@law(15)
def test_a_fold_goes_on_from_a_state_that_was_kept(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset)))
    viewer = data.draw(st.sampled_from(("everything", *recorded.viewers)))
    folds = recorded.folds(viewer)
    at = data.draw(st.integers(1, len(recorded.entries)))

    kept = msgspec.json.decode(_bytes(folds[at].state), type=ruleset.state)
    game: Game = replace(folds[at], state=kept)
    for version in range(at + 1, len(recorded.entries) + 1):
        game = fold(ruleset, recorded.manifest, game, recorded.events(version, viewer))

    assert folds[-1] == game
    assert _bytes(folds[-1].state) == _bytes(game.state)


@law(15)
def test_an_entry_read_and_encoded_again_is_the_same_entry(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset)))
    viewer = data.draw(st.sampled_from(("everything", *recorded.viewers)))

    for version, entry in enumerate(recorded.entries, 1):
        body = recorded.codec.read(entry.body, read_private(entry.private), viewer)

        read = msgspec.json.decode(_bytes(body))
        plain = recorded.plain(version, viewer)
        assert plain == {key: value for key, value in read.items() if value is not None or key in plain}


@law(25)
def test_recorded_outcomes_give_the_same_events(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset)))

    again = recheck(recorded, seeded=False)

    assert [decision.events for decision in recorded.decisions] == [decision.events for decision in again]
    assert [decision.outcomes for decision in recorded.decisions] == [decision.outcomes for decision in again]


@law(15)
def test_the_seed_alone_gives_the_same_outcomes(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset, ["dealt"])))

    again = recheck(recorded, seeded=True)

    assert recorded.decisions == again
