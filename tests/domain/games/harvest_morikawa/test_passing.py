"""Passing and drawing up (Pass; Hand Replenishment), with hands that are seen and hands that are not."""

import pytest
from msgspec.structs import replace

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
from domain.kernel.cards import Zone
from domain.kernel.claims import HandClaim
from domain.kernel.lifecycle import GameEnded
from domain.kernel.ruleset import Ask
from domain.kernel.values import Event
from tests.domain.games.harvest_morikawa.tables import place, position
from tests.domain.harness import Given

NO_LINE = "0,0 T+10 0,2 C+10 2,0 K+10 3,3 T+20"
ONE_LINE = "0,0 T+10 0,1 T+20 0,3 C+10 2,0 K+10 3,3 C+20"


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
    no_square = position(full, hands={1: "T-10"}, deck="", mode="observed").changed()
    assert "no_legal_placement" == no_square.when(Pass(1)).events[0].reason  # type: ignore[attr-defined]
    assert no_square.when(Pass(1)).events[0].claims is None  # type: ignore[attr-defined]
    empty = position(NO_LINE, hands={2: "T-10"}, deck="")
    assert "no_cards" == empty.when(Pass(1)).events[0].reason  # type: ignore[attr-defined]
    assert "no_cards" == position(ONE_LINE, deck="").when(Pass(1)).events[0].reason  # type: ignore[attr-defined]


def test_with_no_card_and_no_square_it_is_the_hand_that_is_empty() -> None:
    full = " ".join(f"{r},{c} {'TCK'[(r + c) % 3]}+10" for r in range(4) for c in range(4))

    assert "no_cards" == position(full, deck="").when(Pass(1)).events[0].reason  # type: ignore[attr-defined]


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


# -- hands that nobody sees


def watched(hand: str, board: str = NO_LINE, **hands: str) -> Given:
    others = {int(seat[1:]): held for seat, held in hands.items()}
    return position(board, hands={1: hand, **others}, mode="observed")


def test_a_pass_that_the_board_refutes() -> None:
    watched("? ?", ONE_LINE).when(Pass(1)).refused("draw_debt_outstanding")
    full = watched("? ? ? ?", ONE_LINE)
    full.when(Pass(1)).refused("pass_impossible", hand=4, special_cards=4, fits=[[0, 2], "tomato"])


def test_a_pass_that_the_number_of_special_cards_refutes() -> None:
    watched("? ? ? ?", s2="? ?").when(Pass(1)).accepted()
    watched("? ? ? ?", s2="TN ? ?").when(Pass(1)).refused("pass_impossible", hand=4, special_cards=3)
    watched("T-10 ? ? ?").when(Pass(1)).refused("pass_impossible")
    pinned = watched("? ? ? ?").changed(claims=(HandClaim(2, "only_specials", 1),))
    pinned.when(Pass(1)).refused("pass_impossible", special_cards=3)
    told = watched("? ?", s2="TN ? ?").changed(claims=(HandClaim(2, "only_specials", 3),))
    told.when(Pass(1)).refused("draw_debt_outstanding")
    out = told.changed(cards=replace(told.state.cards, zones={**told.state.cards.zones, "deck": Zone("?", 0)}))
    out.when(Pass(1)).refused("pass_impossible", hand=2, special_cards=1)


def test_a_pass_that_only_the_hand_can_justify_stays_open() -> None:
    table = watched("? ? ? ?", s2="? ? ? ?").when(Pass(1)).accepted()

    assert (HandClaim(1, "only_specials", 4),) == table.state.claims
    assert "open" == table.state.claims[0].standing


def test_the_same_hand_may_pass_again() -> None:
    table = watched("? ? ? ?", s2="? ? ? ?").when(Pass(1)).accepted().changed(active_seat=1)

    again = table.when(Pass(1)).accepted()

    assert (HandClaim(1, "only_specials", 4),) == again.state.claims


def test_a_vegetable_from_that_hand_contradicts_the_pass() -> None:
    table = watched("? ? ? ?", s2="? ? ? ?")
    entries: list[tuple[int, Event]] = [(7, event) for event in table.when(Pass(1)).events]
    later = table.when(Pass(1)).accepted().changed(active_seat=1)
    played = later.when(place(1, "K-10 0,1"))
    entries += [(9, event) for event in played.events]

    (found,) = RULESET.findings(entries, None)

    assert ("pass_contradicted", "fail", (7, 9)) == (found.code, found.status, found.versions)
    assert "broken" == played.accepted().state.claims[0].standing


def test_a_claim_counts_what_its_hand_has_drawn_since() -> None:
    table = watched("? ?").changed(claims=(HandClaim(1, "only_specials", 2), HandClaim(2, "only_specials", 1)))

    after = table.after(HandReplenished(1, 2, ("?", "?"), table.state.deck - 2, late=True))

    assert [2, 0] == [claim.drawn for claim in after.state.claims]


def test_a_card_drawn_since_is_no_contradiction() -> None:
    claim = HandClaim(1, "only_specials", 2).draws(1)

    assert "open" == claim.sees(fits=False).standing
    assert "broken" == claim.sees(fits=False).sees(fits=False).standing
    assert "kept" == claim.sees(fits=False).sees(fits=True).sees(fits=True).standing


def all_pass(unseen: str, hand: str = "? ?") -> tuple[Given, list[tuple[int, Event]]]:
    """Let all seats pass; the first holds unknown cards, and the deck is out."""
    table = position(NO_LINE, hands={1: hand}, deck=unseen, mode="observed")
    assert 0 == table.state.deck
    entries: list[tuple[int, Event]] = []
    for seat in (1, 2, 3, 4):
        answer = table.when(Pass(seat))
        entries += [(seat, event) for event in answer.events]
        table = answer.accepted()
    return table, entries


def test_hands_are_laid_open_when_all_have_passed() -> None:
    table, _ = all_pass("TN HV")
    assert "awaiting_hands" == table.state.phase
    flagged = {line.key: line.flags for line in RULESET.lines(table.state)}
    assert {"harvest": (), "empty_field": (), "special_in_hand": ("unverified",)} == flagged
    assert "pending" == RULESET.verdict(table.state).outcome.kind
    (due,) = RULESET.obligations(table.state)
    assert ((None, ("scribe", "arbiter")), ("harvest-morikawa.reveal_hands",)) == ((due.seat, due.by), due.commands)
    assert Ask("hands", {"1": 2}) == due.ask

    request = table.when(RevealHands()).needs()
    assert ("reveal", 1, ("HV", "TN")) == (request.kind, request.seat, request.lawful)
    answer = table.when(RevealHands(), "TN", "HV")

    assert HandRevealed(1, ("HV", "TN")) == answer.events[0]
    assert isinstance(answer.events[-1], GameEnded)
    assert "all_passed" == answer.events[-1].reason
    assert [-100, 0, 0, 0] == [each.total for each in answer.events[-1].results]
    answer.accepted().when(RevealHands()).refused("game_over")


def test_one_open_hand_is_not_all() -> None:
    table = watched("? ?", s2="T-10").changed(phase="awaiting_hands", active_seat=None, play_ended="all_passed")

    assert "awaiting_hands" == table.after(HandRevealed(1, ("HV", "TN"))).state.phase
    assert "over" == table.after(HandRevealed(1, ("HV", "TN")), HandRevealed(2, ("T-10",))).state.phase


def test_an_open_hand_keeps_what_a_pass_claimed() -> None:
    table, entries = all_pass("TN HV")
    answer = table.when(RevealHands(), "TN", "HV")

    assert [] == RULESET.findings([*entries, *((5, event) for event in answer.events)], None)
    assert () == answer.accepted().state.claims


def test_a_hand_that_is_never_opened_leaves_a_pass_unverified() -> None:
    _, entries = all_pass("TN HV")

    (found,) = RULESET.findings(entries, None)

    assert ("pass_unverified", "warn", (1,)) == (found.code, found.status, found.versions)


def test_an_open_hand_contradicts_a_pass_and_the_game_ends_all_the_same() -> None:
    table = position(NO_LINE, hands={1: "? ?", 2: "?"}, deck="TN TN K-10", mode="observed")
    entries: list[tuple[int, Event]] = [(1, event) for event in table.when(Pass(1)).events]
    table = table.when(Pass(1)).accepted().when(place(2, "TN 1,3 corn")).refused("special_must_trigger")
    table = table.changed(phase="awaiting_hands", active_seat=None, play_ended="all_passed")
    answer = table.when(RevealHands(), "K-10", "TN", "TN")

    (found,) = RULESET.findings([*entries, *((5, event) for event in answer.events)], None)

    assert ("pass_contradicted", (1, 5)) == (found.code, found.versions)
    assert isinstance(answer.events[-1], GameEnded)


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
