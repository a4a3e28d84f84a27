"""Passing and drawing up (Pass; Hand Replenishment), with hands that are seen and hands that are not."""

import pytest

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.commands import DrawUp, Pass, RevealHands
from domain.games.harvest_morikawa.events import (
    DeckExhausted,
    HandReplenished,
    HandRevealed,
    PlayEnded,
    PlayerPassed,
    TurnBegan,
)
from domain.kernel.lifecycle import GameEnded
from tests.domain.games.harvest_morikawa.tables import NO_LINE, ONE_LINE, place, position


def test_a_vegetable_forbids_a_pass() -> None:
    position(NO_LINE, hands={1: "T-10 TN HV TN"}).when(Pass(1)).refused("play_available")


def test_special_cards_without_a_line_allow_it() -> None:
    table = position(NO_LINE, hands={1: "HV TN TN TN", 2: "K-10"})

    table.when(Pass(1)).then(PlayerPassed(20, 1, "no_legal_placement", "only_specials", 4, 1), TurnBegan(21, 2))


def test_a_special_card_with_a_line_must_be_played() -> None:
    table = position(ONE_LINE, hands={1: "TN", 2: "K-10"}, deck="")

    table.when(Pass(1)).refused("play_available")
    assert [place(1, "TN 0,2 tomato")] == list(RULESET.legal(table.state, 1))
    assert [("harvest-morikawa.place_card",)] == [due.commands for due in RULESET.obligations(table.state)]
    table.when(place(1, "TN 0,2 tomato")).accepted()


def test_the_pass_table() -> None:
    full = " ".join(f"{r},{c} {'TCK'[(r + c) % 3]}+10" for r in range(4) for c in range(4))
    no_square = position(full, hands={1: "T-10"}, deck="", mode="observed")
    assert [("harvest-morikawa.pass",)] == [due.commands for due in RULESET.obligations(no_square.state)]
    assert "no_legal_placement" == no_square.when(Pass(1)).events[0].reason  # type: ignore[attr-defined]
    assert no_square.when(Pass(1)).events[0].claims is None  # type: ignore[attr-defined]
    empty = position(NO_LINE, hands={2: "T-10"}, deck="")
    assert "no_cards" == empty.when(Pass(1)).events[0].reason  # type: ignore[attr-defined]
    assert "no_cards" == position(ONE_LINE, deck="").when(Pass(1)).events[0].reason  # type: ignore[attr-defined]


def test_with_no_card_and_no_square_it_is_the_hand_that_is_empty() -> None:
    full = " ".join(f"{r},{c} {'TCK'[(r + c) % 3]}+10" for r in range(4) for c in range(4))

    assert "no_cards" == position(full, deck="").when(Pass(1)).events[0].reason  # type: ignore[attr-defined]


@pytest.mark.parametrize(("mode", "by"), [("dealt", ("seat",)), ("observed", ("scribe",))])
def test_who_acts_for_a_seat(mode: str, by: tuple[str, ...]) -> None:
    (due,) = RULESET.obligations(position(NO_LINE, hands={1: "T-10"}, deck="", mode=mode).state)  # type: ignore[arg-type] # one of both

    assert (1, by) == (due.seat, due.by)


def test_an_empty_hand_owes_a_pass_though_a_special_card_would_fit() -> None:
    (due,) = RULESET.obligations(position(ONE_LINE, hands={2: "T-10"}, deck="").state)

    assert ("harvest-morikawa.pass",) == due.commands


# -- drawing


def test_a_pass_with_cards_to_draw() -> None:
    table = position(NO_LINE, hands={2: "K-10 K-10 K-20"}, auto_draw=False)

    table.when(Pass(1)).refused("draw_debt_outstanding", cards=4)


def test_cards_are_drawn_late_and_out_of_turn() -> None:
    table = position(NO_LINE, hands={1: "K+20 K-10 T-10", 2: "T-20 C+20"}, active=2, auto_draw=False)
    left = table.state.deck

    drawn = table.when(DrawUp(1), "C-10").then(HandReplenished(1, 1, ("C-10",), left - 1, late=True))

    drawn.when(DrawUp(1)).refused("hand_full", cards=4)
    drawn.when(DrawUp(9)).refused("unknown_seat")
    position(hands={1: "K+20"}, deck="", auto_draw=False).when(DrawUp(1)).refused("deck_empty")
    position(hands={1: "K+20"}).when(DrawUp(1)).refused("draw_is_automatic")
    four = "K+20 K-10 T-10 C-10"
    position(hands={1: four}, deck="").when(DrawUp(1)).refused("draw_is_automatic")
    position(hands={1: four}, deck="", auto_draw=False).when(DrawUp(1)).refused("hand_full")


def test_all_that_have_cards_to_draw_are_asked() -> None:
    table = position(NO_LINE, hands={2: "T-20 C-10", 3: "T-10"}, deck="C+10 K-10 K-20", active=3, auto_draw=False)

    due = [(each.seat, each.commands[-1], each.ask and each.ask.limits) for each in RULESET.obligations(table.state)]

    draw = "harvest-morikawa.draw_up"
    assert [(3, draw, {}), (1, draw, {"cards": 3}), (2, draw, {"cards": 2}), (4, draw, {"cards": 3})] == due


def test_without_automatic_drawing_a_placing_draws_nothing() -> None:
    table = position(hands={1: "K+20"}, auto_draw=False)

    assert 0 == table.when(place(1, "K+20 0,0")).accepted().state.cards.hand(1).size


def test_empty_hands_do_not_end_the_game_while_there_are_cards_to_draw() -> None:
    table = position(hands={1: "K+20"}, deck="C+10", auto_draw=False)

    assert TurnBegan(21, 2) == table.when(place(1, "K+20 0,0")).events[-1]


@pytest.mark.parametrize(("mode", "automatic"), [("dealt", True), ("observed", False)])
def test_who_draws_by_itself_depends_on_the_mode(mode: str, automatic: bool) -> None:
    assert automatic is position(mode=mode).state.options.auto_draw  # type: ignore[arg-type] # one of both


def test_the_last_cards_of_the_deck() -> None:
    table = position(hands={1: "K+20", 2: "T-10"}, deck="C+10 C-10")

    table.when(place(1, "K+20 0,0"), "C+10", "C-10").then(
        table.when(place(1, "K+20 0,0"), "C+10", "C-10").events[0],
        HandReplenished(1, 2, ("C+10", "C-10"), 0, late=False),
        DeckExhausted(),
        TurnBegan(21, 2),
    )


# -- passing by itself


@pytest.mark.parametrize("auto_pass", ["empty_hand", "forced"])
def test_an_empty_hand_passes_by_itself(auto_pass: str) -> None:
    table = position(NO_LINE, hands={1: "K+20", 4: "K-10"}, deck="", auto_pass=auto_pass)

    events = table.when(place(1, "K+20 0,1")).events

    assert [2, 3] == [event.seat for event in events if isinstance(event, PlayerPassed)]
    assert TurnBegan(23, 4) == events[-1]


@pytest.mark.parametrize(("auto_pass", "passes"), [("never", 0), ("empty_hand", 0), ("forced", 1)])
def test_a_hand_without_a_square_passes_by_itself_if_so_agreed(auto_pass: str, passes: int) -> None:
    mine = "0,2 T+10 0,3 C+10 1,2 K+10 1,3 T+20 0,0 C+20 0,1 K+20 1,0 K-10"
    table = position(mine, hands={1: "C-10", 2: "K-10", 3: "C+10"}, deck="", auto_pass=auto_pass)

    events = table.when(place(1, "C-10 1,1")).events

    assert passes == sum(isinstance(event, PlayerPassed) for event in events)


# -- the end


def test_no_hand_is_laid_open_before_the_end() -> None:
    position(NO_LINE).when(RevealHands()).refused("game_not_ended", phase="running")


def test_everyone_passes_in_a_dealt_game() -> None:
    table = position(NO_LINE, hands={2: "TN"}, deck="", active=3)
    for seat in (3, 4, 1):
        table = table.when(Pass(seat)).accepted()

    events = table.when(Pass(2)).events

    assert PlayerPassed(23, 2, "no_legal_placement", "only_specials", 1, 4) == events[0]
    assert (PlayEnded("all_passed"), HandRevealed(2, ("TN",))) == events[1:3]
    assert isinstance(events[3], GameEnded)
    assert [("special_in_hand", -50)] == [
        (line.key, line.amount) for line in RULESET.lines(table.when(Pass(2)).accepted().state) if line.amount < 0
    ]
