"""A dealt game written down at a table: the same events; and seen by nobody, what a spectator reads of it."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.season_harvest import RULESET
from domain.games.season_harvest.commands import DeclareCannotPlay
from domain.games.season_harvest.events import HandShown
from domain.kernel.chance import Outcome, Request, Scribed
from domain.kernel.entry import Codec, Draft
from domain.kernel.game import Decision, decide
from domain.kernel.lifecycle import StartGame
from domain.kernel.values import Command, Event
from tests.domain.games.season_harvest.playing import at_ease, play
from tests.domain.games.season_harvest.tables import opened
from tests.domain.harness import Given

CODEC = Codec(RULESET)
OPTIONS: list[dict[str, Any]] = [
    {},
    {"hands": "open"},
    {"first_seat": "random", "variants": ["lumber", "unsowed"], "years": 3, "cards_per_season": 5},
    {"years": 4, "cards_per_season": 6},
]
SEEDS = (4, 11)
"""Among the games that these give, somebody has to declare that nothing fits."""


class Unseen(Scribed):
    """The outcomes of a dealt game as somebody writes them down who sees only what lies open."""

    def pick(self, request: Request) -> Outcome:
        """Return the next outcome, or `"?"` where it may be unknown."""
        outcome = super().pick(request)
        return "?" if request.unknown else outcome


def dealt(seed: int, options: dict[str, Any]) -> list[tuple[Command, Decision]]:
    table = opened(3, seed=bytes([seed]) * 32, **options)
    return list(play(table, Random(seed), at_ease))


def as_read(decision: Decision, viewer: str) -> tuple[Event, ...]:
    """Write a decision's entry and read its events as a viewer of the running game."""
    draft = Draft("g_table", decision.game.version, None, "", "scribe", StartGame(), decision.events, ())
    written = CODEC.write(draft, lambda: bytes(16))
    return CODEC.events(written.body, written.private, viewer)


def stated(command: Command, decision: Decision) -> Command:
    """State the whole hand with a declaration that nothing fits, as an observed game asks."""
    shown = next((event.cards for event in decision.events if isinstance(event, HandShown)), None)
    return replace(command, shown=shown) if isinstance(command, DeclareCannotPlay) else command


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_dealt_can_be_written_down(seed: int, options: dict[str, Any]) -> None:
    table = opened(3, mode="observed", **options)
    for command, decision in dealt(seed, options):
        table = table.when(command, *decision.outcomes).then(*decision.events)

    assert "ended" == table.game.status


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_nobody_sees_is_what_a_spectator_reads(seed: int, options: dict[str, Any]) -> None:
    observed, spectator = opened(3, mode="observed", **options).game, opened(3, **options)
    for command, decision in dealt(seed, options):
        now = decide(RULESET, observed, stated(command, decision), Unseen(decision.outcomes))
        observed, seen = now.game, as_read(now, "spectator")
        spectator = spectator.after(*seen)

        assert seen == as_read(decision, "spectator")
        assert [] == RULESET.components(spectator.state)
        if options.get("hands") != "open":
            assert seen == now.events
            assert replace(spectator.state, mode="observed") == observed.state


def test_a_declaration_that_nothing_fits_is_among_them() -> None:
    games = [dealt(seed, options) for options in OPTIONS for seed in SEEDS]

    assert any(isinstance(command, DeclareCannotPlay) for game in games for command, _ in game)


def test_a_seed_gives_the_same_game_again() -> None:
    first, second = dealt(5, {}), dealt(5, {})

    assert first == second
    assert first != dealt(6, {})


def test_a_seat_reads_its_own_hand_and_no_other() -> None:
    views = {seat: opened(3) for seat in (1, 2, 3)}
    for _, decision in dealt(3, {}):
        if decision.game.status == "ended":
            break
        for seat, view in views.items():
            views[seat] = view.after(*as_read(decision, f"seat:{seat}"))
            cards = views[seat].state.cards
            assert decision.game.state.cards.hand(seat) == cards.hand(seat)
            others = [cards.hand(other) for other in views if other != seat]
            assert all(hand.known == hand.shown for hand in others)


def test_the_table_is_given_back_unchanged_by_a_refusal() -> None:
    table = Given(RULESET, dealt(4, {})[40][1].game)
    before = table.game

    assert before == table.when(DeclareCannotPlay(9, "SP")).refused("unknown_seat").game
