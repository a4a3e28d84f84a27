"""Hands that the scribe does not see: what may be in them, and passes that only they can justify."""

import pytest
from msgspec.structs import replace

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.commands import Pass, RevealHands
from domain.games.harvest_morikawa.events import (
    CardPlaced,
    HandReplenished,
    HandRevealed,
)
from domain.kernel.cards import Zone
from domain.kernel.claims import HandClaim
from domain.kernel.lifecycle import GameEnded
from domain.kernel.ruleset import Ask
from domain.kernel.values import Event
from tests.domain.games.harvest_morikawa.tables import NO_LINE, ONE_LINE, place, position
from tests.domain.harness import Given


def test_a_hand_that_nobody_knows() -> None:
    table = position("0,0 T+10", hands={1: "? ?", 2: "T+40 ? ?", 3: "K+10"}, mode="observed")

    table.when(place(1, "K+20 0,1")).accepted()
    table.when(place(1, "T+40 0,1")).refused("face_exhausted", card="T+40")
    table.when(place(1, "XX 0,1")).refused("card_not_in_hand")
    table.changed(active_seat=3).when(place(3, "K+20 2,0")).refused("card_not_in_hand")
    table.changed(active_seat=3).when(place(3, "T+40 2,0")).refused("face_exhausted")
    table.changed(active_seat=4).when(place(4, "K+20 2,2")).refused("hand_empty", seat=4)
    table.changed(active_seat=4).when(place(4, "T+40 2,2")).refused("face_exhausted")
    table.changed(active_seat=4).when(place(4, "XX 2,2")).refused("card_not_in_hand")


def test_more_copies_than_a_guess_lists_are_let_in_and_marked() -> None:
    table = position(
        "0,0 T+20 0,1 T+20 0,3 T+20 2,3 T+20", hands={1: "? ?", 2: "T+10"}, mode="observed", auto_draw=False
    )
    unseen = table.state.cards.unseen["?"]
    assert (0, 7) == (unseen["T+20"], unseen["T+10"])

    after = table.when(place(1, "T+20 1,1")).accepted()

    events = table.when(place(1, "T+20 1,1")).events
    (placed,) = (event for event in events if isinstance(event, CardPlaced))
    assert placed.surplus
    (found,) = RULESET.findings([(5, event) for event in events], None)
    assert ("placeholder_exceeded", "warn", (5,)) == (found.code, found.status, found.versions)
    assert (0, 6) == (after.state.cards.unseen["?"]["T+20"], after.state.cards.unseen["?"]["T+10"])
    assert [] == after.ruleset.components(after.state)


def test_a_card_beyond_those_listed_takes_the_place_of_the_likeliest_other() -> None:
    board = "0,0 T+20 0,1 T+20 0,3 T+20 2,3 T+20"
    tens = "T+10 T+10 T+10 T+10 T+10 T+10 T+10"
    table = position(board, hands={1: "?", 2: "K+10"}, mode="observed", harvest={2: tens})
    assert (1, 4) == tuple(table.state.cards.unseen["?"][face] for face in ("T+10", "T-10"))

    after = table.when(place(1, "T+20 1,1")).accepted()

    assert (1, 3) == tuple(after.state.cards.unseen["?"][face] for face in ("T+10", "T-10"))


def test_no_more_of_a_vegetable_is_laid_open_than_the_rulebook_lists() -> None:
    gone = "0,0 T+20 0,1 T+20 0,3 T+20 2,3 T+20"
    table = position(gone, hands={1: "? ?"}, deck="T+10 K+10 C+10", mode="observed")
    open_hands = table.changed(phase="awaiting_hands", active_seat=None, play_ended="all_passed")

    request = open_hands.when(RevealHands(), "T+20").needs(1)

    assert {"C", "K"} == {str(face)[0] for face in request.lawful}
    assert [] == RULESET.components(open_hands.when(RevealHands(), "T+20", "K+20").accepted().state)


def test_no_more_of_a_vegetable_is_drawn_at_once_than_the_rulebook_lists() -> None:
    gone = "0,0 T+20 0,1 T+20 0,3 T+20 2,3 T+20"
    table = position(gone, hands={1: "K+20"}, deck="T+10 K+10 C+10", mode="observed", auto_draw=True)

    request = table.when(place(1, "K+20 1,1"), "T+20").needs(1)

    assert {"C", "K"} == {str(face)[0] for face in request.lawful}
    assert [] == RULESET.components(table.when(place(1, "K+20 1,1"), "T+20", "K+10", "C+10").accepted().state)


def test_a_known_card_takes_no_others_place() -> None:
    table = position("0,0 T+20 0,1 T+20 0,3 T+20", hands={1: "T+20", 2: "K+10"}, mode="observed")
    before = table.state.cards.unseen["?"]
    assert 0 == before["T+20"]

    assert before == table.when(place(1, "T+20 1,1")).accepted().state.cards.unseen["?"]


def test_a_known_card_that_is_laid_open_takes_no_others_place() -> None:
    table = position("0,0 T+20 0,1 T+20 0,3 T+20", hands={1: "T+20"}, mode="observed")

    after = table.after(HandRevealed(1, ("T+20",)))

    assert table.state.cards.unseen == after.state.cards.unseen


def test_more_may_be_legal_only_for_the_unknown_hand_whose_turn_it_is() -> None:
    table = position("0,0 T+10", hands={1: "?", 2: "?", 3: "K+10"}, mode="observed")

    assert [True, False, False] == [RULESET.unsure(table.state, seat) for seat in (1, 2, 3)]
    assert not RULESET.unsure(table.changed(active_seat=3).state, 3)


@pytest.mark.parametrize(("seen", "surplus"), [("T+20 T+20 T+20", False), ("T+20 T+20 T+20 T+20", True)])
def test_harvested_and_discarded_copies_are_counted_too(seen: str, surplus: bool) -> None:
    harvested = position("0,0 T+10", hands={1: "?", 2: "T+10"}, mode="observed", harvest={3: seen})
    discarded = position("0,0 T+10", hands={1: "?", 2: "T+10"}, mode="observed").changed(discard=tuple(seen.split()))

    for table in (harvested, discarded):
        placed = table.when(place(1, "T+20 1,1")).events[0]
        assert isinstance(placed, CardPlaced)
        assert surplus == placed.surplus


def test_a_draw_may_show_more_copies_than_a_guess_lists() -> None:
    board = "0,0 T+20 0,1 T+20 0,3 T+20 2,3 T+20"
    table = position(board, hands={1: "K+10 K-10 K-20 C+10"}, mode="observed", auto_draw=True)

    assert "T+20" in table.when(place(1, "K+10 1,1")).needs().lawful
    after = table.when(place(1, "K+10 1,1"), "T+20").accepted()
    assert {"T+20": 1} == {face: n for face, n in after.state.cards.hand(1).known.items() if face[0] == "T"}
    assert [] == after.ruleset.components(after.state)
    table.when(place(1, "K+10 1,1"), "T+30").outcome_refused("outcome_not_lawful", 0)
    dealt = position(board, hands={1: "K+10 K-10 K-20 C+10"})
    dealt.when(place(1, "K+10 1,1"), "T+20").outcome_refused("outcome_not_lawful", 0)


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
