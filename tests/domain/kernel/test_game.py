"""The life of a game: opened, started, played, ended; and who may do what."""

import hashlib
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.chance import OutcomeNeeded, OutcomeRefused, Scribed, Seeded
from domain.kernel.game import (
    Decision,
    Game,
    decide,
    decide_opening,
    fold,
    may_act,
    obligations,
    outcome_of,
    source_for,
)
from domain.kernel.lifecycle import (
    Abandon,
    Concede,
    GameEnded,
    GameOpened,
    GameStarted,
    OpenGame,
    SeatResult,
    StartGame,
)
from domain.kernel.rejection import Rejected
from domain.kernel.score import Outcome
from domain.kernel.values import Actor, Command
from tests.domain.kernel.toy import RULESET, Draw, Drawn, Manifest, Play, Roll, Rolled, Stop, TurnedUp

SEED = bytes(range(32))


def opening(seats: int = 2, mode: Any = "dealt", **options: Any) -> OpenGame:
    return OpenGame("toy", mode, tuple(f"p_{n}" for n in range(1, seats + 1)), options, "ab" * 32, "public")


def opened(seats: int = 2, mode: Any = "dealt", **options: Any) -> Decision:
    seed = SEED if mode == "dealt" else None
    return decide_opening(RULESET, Manifest(), "g_toy", opening(seats, mode, **options), seed)


def send(game: Game, command: Command, *outcomes: Any) -> Decision:
    return decide(RULESET, game, command, source_for(game, outcomes))


def running(seats: int = 2) -> Game:
    return send(opened(seats).game, StartGame()).game


def code(game: Game, command: Command, *outcomes: Any) -> str:
    with pytest.raises(Rejected) as rejected:
        send(game, command, *outcomes)
    return rejected.value.code


class TestOpening:
    def test_it_records_all_that_is_fixed(self) -> None:
        decision = opened()

        commitment = hashlib.sha256(b"g_toy" + SEED).hexdigest()
        expected = GameOpened(
            ruleset="toy",
            revision=7,
            manifest="ab" * 32,
            mode="dealt",
            seats=("p_1", "p_2"),
            options={"apples": 3},
            visibility="public",
            reveal="at_end",
            commitment=commitment,
            seed=SEED.hex(),
        )
        assert ((expected,), ()) == (decision.events, decision.outcomes)
        assert (1, "open") == (decision.game.version, decision.game.status)

    def test_options_are_recorded_whole(self) -> None:
        assert {"apples": 5} == opened(apples=5).game.opened.options  # type: ignore[union-attr]

    def test_an_observed_game_has_no_seed(self) -> None:
        game = opened(mode="observed").game

        assert game.opened is not None
        assert (None, None) == (game.opened.seed, game.opened.commitment)

    def test_the_ruleset_may_refuse(self) -> None:
        with pytest.raises(Rejected, match="no_apples"):
            opened(apples=0)

    def test_the_first_state_is_there_at_once(self) -> None:
        assert 7 == opened().game.state.cards.left("pile")


class TestStarting:
    def test_it_sets_the_table_up(self) -> None:
        decision = send(opened().game, StartGame())

        assert [GameStarted, TurnedUp] == [type(event) for event in decision.events]
        assert (2, "running", 6) == (
            decision.game.version,
            decision.game.status,
            decision.game.state.cards.left("pile"),
        )

    def test_it_happens_once(self) -> None:
        assert "already_started" == code(running(), StartGame())

    def test_nothing_is_played_before(self) -> None:
        game = opened().game

        assert "game_not_started" == code(game, Stop(1))
        assert "game_not_started" == code(game, Concede(1))
        assert () == obligations(RULESET, game)

    def test_a_game_that_was_not_opened_takes_nothing(self) -> None:
        for command in (StartGame(), Stop(1), Abandon(), Concede(1)):
            assert "game_not_started" == code(Game("g_toy"), command)


class TestPlaying:
    def test_events_and_outcomes_follow(self) -> None:
        game = send(opened(mode="observed").game, StartGame(), "pear").game

        decision = send(game, Draw(2), "apple")

        assert ((Drawn(2, ("apple",)),), ("apple",)) == (decision.events, decision.outcomes)
        assert {"apple": 1} == decision.game.state.cards.hand(2).known

    def test_the_game_decided_on_is_unchanged(self) -> None:
        game = running()
        before = repr(game)

        send(game, Draw(1, 2))

        assert before == repr(game)

    def test_a_refusal_comes_from_the_rules(self) -> None:
        with pytest.raises(Rejected) as rejected:
            send(running(), Draw(1, 4))

        assert ("too_many", {"n": 4}) == (rejected.value.code, rejected.value.values)

    def test_outcomes_left_over_are_refused_whatever_the_command(self) -> None:
        game = send(opened(mode="observed").game, StartGame(), "pear").game

        for command in (Stop(1), Abandon(), Concede(1)):
            with pytest.raises(OutcomeRefused, match="outcomes_left_over"):
                send(game, command, 6)

    def test_a_missing_outcome_is_asked_for(self) -> None:
        with pytest.raises(OutcomeNeeded):
            send(opened(mode="observed").game, StartGame())

    def test_the_rules_end_the_game(self) -> None:
        game = decide(RULESET, running(), Roll(1), Seeded(SEED, 3)).game
        points = game.state.points["1"]

        decision = send(game, Stop(2))

        results = (SeatResult(1, points, 1), SeatResult(2, 0, 2))
        assert (GameEnded("stopped", None, Outcome("win", "stopped", (1,)), results),) == decision.events
        assert ("ended", decision.events[-1]) == (decision.game.status, decision.game.ended)

    def test_a_dealt_game_is_not_refused_after_chance_was_asked(self) -> None:
        with pytest.raises(AssertionError, match="too_late"):
            send(running(), Roll(1, refuse=True))

    def test_an_observed_game_may_be(self) -> None:
        game = send(opened(mode="observed").game, StartGame(), "pear").game

        assert "too_late" == code(game, Roll(1, refuse=True), 3)


class TestSources:
    def test_a_dealt_game_draws_from_its_seed_at_the_next_version(self) -> None:
        game = running()

        assert send(game, Roll(1)).events == decide(RULESET, game, Roll(1), Seeded(SEED, 3)).events
        rolled = {send(replace(game, version=version), Roll(1)).outcomes for version in range(2, 30)}
        assert 1 < len(rolled)

    def test_an_observed_game_takes_what_was_sent(self) -> None:
        assert isinstance(source_for(opened(mode="observed").game, ["apple"]), Scribed)


class TestConceding:
    def test_with_two_seats_the_other_wins(self) -> None:
        decision = send(running(), Concede(1))

        outcome = Outcome("conceded", "conceded", (2,))
        results = (SeatResult(1, 0, 2), SeatResult(2, 0, 1))
        assert (GameEnded("conceded", 1, outcome, results),) == decision.events
        assert (outcome, {"1": 2, "2": 1}) == outcome_of(RULESET, decision.game)

    def test_alone_the_game_is_lost(self) -> None:
        outcome, _ = outcome_of(RULESET, send(running(1), Concede(1)).game)

        assert Outcome("conceded", "conceded", ()) == outcome

    @pytest.mark.parametrize("seats", [3, 4])
    def test_with_more_seats_nobody_concedes_for_the_others(self, seats: int) -> None:
        assert "concede_needs_two_seats" == code(running(seats), Concede(1))

    @pytest.mark.parametrize("seat", [0, 3, -1])
    def test_only_a_seat_of_the_game_concedes(self, seat: int) -> None:
        assert "unknown_seat" == code(running(), Concede(seat))


class TestAbandoning:
    @pytest.mark.parametrize("game", [opened().game, running(), running(3), running(1)])
    def test_it_ends_without_a_result(self, game: Game) -> None:
        decision = send(game, Abandon("rain"))

        (ended,) = decision.events
        assert isinstance(ended, GameEnded)
        assert ("abandoned", None, Outcome("abandoned", "abandoned")) == (ended.reason, ended.seat, ended.outcome)
        assert all(result.place is None for result in ended.results)
        assert (Outcome("abandoned", "abandoned"), {}) == outcome_of(RULESET, decision.game)


class TestEnded:
    @pytest.mark.parametrize("ending", [Stop(1), Concede(1), Abandon()])
    @pytest.mark.parametrize("command", [Stop(1), Concede(1), Abandon(), StartGame(), Draw(1), Draw(1, 9)])
    def test_it_takes_no_command(self, ending: Command, command: Command) -> None:
        assert "game_over" == code(send(running(), ending).game, command)

    def test_nothing_is_due(self) -> None:
        assert () == obligations(RULESET, send(running(), Stop(1)).game)
        assert () != obligations(RULESET, running())


class TestOutcome:
    def test_there_is_none_while_the_game_runs(self) -> None:
        assert (None, {}) == outcome_of(RULESET, opened().game)
        assert (None, {}) == outcome_of(RULESET, running())

    def test_it_is_computed_anew_whatever_was_claimed(self) -> None:
        game = send(running(), Stop(1)).game
        assert game.ended is not None
        claimed = replace(game, ended=replace(game.ended, outcome=Outcome("win", "stopped", (2,)), results=()))

        assert (Outcome("shared_win", "stopped", (1, 2)), {"1": 1, "2": 1}) == outcome_of(RULESET, claimed)


class TestFolding:
    def test_it_repeats_what_was_decided(self) -> None:
        decisions = [opened()]
        for command in (StartGame(), Roll(1), Draw(1, 2), Stop(2)):
            decisions.append(send(decisions[-1].game, command))

        game = Game("g_toy")
        for decision in decisions:
            game = fold(RULESET, Manifest(), game, decision.events)
            assert decision.game == game

    def test_it_never_judges(self) -> None:
        game = fold(RULESET, Manifest(), running(), (Rolled(99), Drawn(1, ("apple",) * 9)))

        assert (99, -3) == (game.state.rolled[0], game.state.cards.left("pile"))


DEALT: list[tuple[Actor, Command, bool]] = [
    ("seat:1", Play(1, "apple"), True),
    ("seat:2", Play(1, "apple"), False),
    ("arbiter", Play(1, "apple"), False),
    ("scribe", Play(1, "apple"), False),
    ("admin", Play(1, "apple"), False),
    ("seat:1", Concede(1), True),
    ("seat:2", Concede(1), False),
    ("arbiter", Concede(1), False),
]
OBSERVED: list[tuple[Actor, Command, bool]] = [
    ("scribe", Play(1, "apple"), True),
    ("seat:1", Play(1, "apple"), False),
    ("arbiter", Play(1, "apple"), False),
    ("scribe", Concede(2), True),
    ("seat:2", Concede(2), False),
]
EITHER: list[tuple[Actor, Command, bool]] = [
    ("arbiter", Roll(), True),
    ("scribe", Roll(), True),
    ("seat:1", Roll(), False),
    ("admin", Roll(), False),
    *((actor, command, True) for actor in ("arbiter", "scribe", "admin") for command in (StartGame(), Abandon())),
    *((actor, command, False) for actor in ("seat:1", "system", "") for command in (StartGame(), Abandon())),
]


class TestWhoMayAct:
    @pytest.mark.parametrize(("actor", "command", "may"), [*DEALT, *EITHER])
    def test_in_a_dealt_game(self, actor: Actor, command: Command, may: bool) -> None:
        assert may == may_act("dealt", actor, command)

    @pytest.mark.parametrize(("actor", "command", "may"), [*OBSERVED, *EITHER])
    def test_in_an_observed_game(self, actor: Actor, command: Command, may: bool) -> None:
        assert may == may_act("observed", actor, command)
