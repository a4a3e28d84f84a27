"""Law 3: what is called legal is accepted, and a game that runs has something that somebody must and can do."""

from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from domain.kernel.game import Game, decide, may_act, obligations
from domain.kernel.lifecycle import LIFECYCLE_COMMANDS
from domain.kernel.ruleset import Obligation, Ruleset
from domain.kernel.values import Command, tag_of
from service.players import Player, Tabletop
from tests.laws.law import law
from tests.laws.player import RecordedGame, actor, plans, play_plan

_bytes = msgspec.json.Encoder(order="sorted").encode


def own_views(recorded: RecordedGame) -> dict[int, list[Game]]:
    """Return for each seat the folds of whoever sends its commands: itself, or the scribe."""
    dealt = recorded.header.mode == "dealt"
    return {seat: recorded.folds(f"seat:{seat}" if dealt else "scribe") for seat in recorded.seats}


def somebody_can(obligation: Obligation, legal: dict[int, list[Command]], mode: Any) -> bool:
    """Tell whether some seat concerned has a legal command of those asked for, and its sender is of those named."""
    seats = legal if obligation.seat is None else [obligation.seat]
    return any(
        tag_of(type(command)) in obligation.commands and actor(mode, command).partition(":")[0] in obligation.by
        for seat in seats
        for command in legal[seat]
    )


@law(12)
def test_what_is_legal_is_accepted(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset)))
    player = Player(Random(data.draw(st.integers(0, 2**32))), blind=data.draw(st.sampled_from([0, 50])))
    full, views = recorded.folds(), own_views(recorded)
    stride = data.draw(st.sampled_from([3, 5, 7]))

    for version in range(2, len(full), stride):
        running = full[version].status == "running"
        for seat, view in views.items():
            commands = [*ruleset.legal(view[version].state, seat), *ruleset.attest(view[version].state)]
            commands = commands if running else []
            assert len(commands) == len({_bytes(command) for command in commands})
            for command in commands:
                decided = decide(ruleset, full[version], command, Tabletop(player))
                assert decided.events
                assert may_act(recorded.header.mode, actor(recorded.header.mode, command), command)


@law(25)
def test_a_running_game_has_an_obligation_that_somebody_can_meet(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset)))
    full, views = recorded.folds(), own_views(recorded)
    seats = recorded.seats

    for version in range(2, len(full)):
        game = full[version]
        due = obligations(ruleset, game)
        if game.status == "running":
            legal = {
                seat: [*ruleset.legal(view[version].state, seat), *ruleset.attest(view[version].state)]
                for seat, view in views.items()
            }
            assert due
            assert all(each.seat is None or each.seat in seats for each in due)
            assert all(somebody_can(each, legal, recorded.header.mode) for each in due)
        else:
            assert () == due


@law(12)
def test_obligations_are_public(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset)))
    due = [obligations(ruleset, game) for game in recorded.folds()]
    lifecycle = {tag_of(kind) for kind in LIFECYCLE_COMMANDS}

    assert not lifecycle & {tag for each in due for obligation in each for tag in obligation.commands}
    for viewer in recorded.viewers:
        assert due == [obligations(ruleset, game) for game in recorded.folds(viewer)]


@law(12)
def test_an_ended_game_takes_no_command(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset).filter(lambda plan: plan.ends)))
    player = Player(Random(0))

    codes = set()
    for command in recorded.commands[1:]:
        try:
            decide(ruleset, recorded.game, command, Tabletop(player))
        except Exception as refused:  # noqa: BLE001 - whatever it is, it is compared
            codes.add(getattr(refused, "code", repr(refused)))

    assert {"game_over"} == codes
