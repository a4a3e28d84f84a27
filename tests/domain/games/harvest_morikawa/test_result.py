"""The end of play, the sheet, ties and the salad (Game End; Score Calculation)."""

from typing import Any

import pytest

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.commands import RecordSalad
from domain.games.harvest_morikawa.events import PlayEnded, SaladJudged, SaladRequired
from domain.kernel.game import outcome_of
from domain.kernel.lifecycle import Abandon, GameEnded
from domain.kernel.score import Outcome, totals
from tests.domain.games.harvest_morikawa.tables import place, position
from tests.domain.harness import Given


def last_card(board: str, harvest: dict[int, str], **options: Any) -> Given:
    """Let the last seat place the last card, on a board that then has this on it beside K+10 on its own field."""
    seats = options.pop("seats", 3)
    table = position(board, seats=seats, hands={seats: "C-10"}, deck="", active=seats, harvest=harvest, **options)
    square = {2: "0,3", 3: "3,2", 4: "3,3"}[seats]
    return table.when(place(seats, f"C-10 {square}")).accepted()


def result(table: Given) -> Outcome:
    outcome, _ = outcome_of(RULESET, table.game)
    assert outcome is not None
    return outcome


def sums(table: Given) -> list[int]:
    return list(totals(RULESET.lines(table.state), len(table.state.seats)).values())


def test_the_last_card_ends_the_game_without_a_pass() -> None:
    table = position("0,0 T+10", hands={4: "K+10"}, deck="", active=4, harvest={2: "T+20"})

    events = table.when(place(4, "K+10 2,2")).events

    assert PlayEnded("hands_and_deck_empty") == events[1]
    assert isinstance(events[2], GameEnded)
    assert 3 == len(events)
    assert table.when(place(4, "K+10 2,2")).accepted().state.active_seat is None


def test_the_published_example_with_an_empty_field() -> None:
    table = last_card("0,2 T+10", {1: "T+40 T-20 T+20 T+10 T-10"})

    assert 90 == sums(table)[0]
    assert [(1, 50)] == [(each.quantity, each.amount) for each in RULESET.lines(table.state)[5:6]]


def test_the_published_example_with_a_special_card() -> None:
    table = position("0,0 T+10", seats=3, hands={1: "TN"}, deck="", harvest={1: "C+20 C+20 C+10 C+40 K+20 K-10"})
    table = table.changed(play_ended="all_passed", phase="over")
    shown = table.state.cards.show(1, ("TN",))

    assert 50 == sums(table.changed(cards=shown))[0]


@pytest.mark.parametrize(("seats", "penalty"), [(3, -100), (2, 0), (4, -100)])
def test_each_special_card_costs_fifty_but_not_for_two(seats: int, penalty: int) -> None:
    table = position("0,0 T+10", seats=seats, hands={1: "HV TN"}, deck="")
    shown = table.state.cards.show(1, ("HV", "TN"))
    table = table.changed(play_ended="all_passed", phase="over", cards=shown)

    assert penalty == sums(table)[0]
    keys = {line.key for line in RULESET.lines(table.state)}
    assert (seats > 2) == ("special_in_hand" in keys)


FULL = "0,0 T+10 0,2 K+10"


def test_more_cards_break_a_tie() -> None:
    table = last_card(FULL, {1: "T+20 T+20 T+10 T+10", 2: "K+40 K+10 K+10 K+10 K-10"})

    assert [60, 60] == sums(table)[:2]
    outcome = result(table)
    assert ("win", (2,), "cards_harvested") == (outcome.kind, outcome.winners, outcome.decided_by)
    assert ["cards_harvested"] == [step.key for step in outcome.tie_breaks]


def test_points_on_the_field_break_a_tie() -> None:
    board = "0,0 C+20 0,1 K-10 0,2 T-10"
    table = last_card(board, {1: "T+20 T+20 T+10 T+10", 2: "K+40 K+20 K+10 K-10"})

    outcome = result(table)
    assert ((1,), "field_points") == (outcome.winners, outcome.decided_by)
    assert [10, -10] == [each.value for each in outcome.tie_breaks[-1].values]
    assert [1, 2, 3] == [RULESET.verdict(table.state).places[seat] for seat in ("1", "2", "3")]


def test_an_empty_field_is_better_than_a_negative_one() -> None:
    table = last_card("0,2 T-10", {1: "K+20 K-10", 2: "T+40 T+20"})

    assert [60, 60] == sums(table)[:2]
    assert ((1,), "field_points") == (result(table).winners, result(table).decided_by)
    assert [0, -10] == [each.value for each in result(table).tie_breaks[-1].values]


LEVEL = {1: "T+20 T+20 T+10 T+10", 2: "K+40 K+20 K+10 K-10"}
BOTH_TEN = "0,0 C+20 0,1 K-10 0,2 T+10"


def test_a_salad_breaks_the_last_tie() -> None:
    table = position(BOTH_TEN, seats=3, hands={3: "C-10"}, deck="", active=3, harvest=LEVEL)
    answer = table.when(place(3, "C-10 3,2"))
    assert SaladRequired((1, 2)) == answer.events[-1]
    tied = answer.accepted()
    assert ("running", "tied_pending_salad") == (tied.game.status, tied.state.phase)
    assert ("pending", "hands_and_deck_empty") == (result(tied).kind, result(tied).reason)
    assert {"awaiting": "salad", "contestants": [1, 2]} == result(tied).facts
    (due,) = RULESET.obligations(tied.state)
    assert ((1, 2), ("harvest-morikawa.record_salad",)) == (due.ask.candidates if due.ask else (), due.commands)
    assert [RecordSalad(1), RecordSalad(2)] == list(RULESET.attest(tied.state))

    tied.when(RecordSalad(3)).refused("not_a_contestant", seats=[1, 2])
    judged = tied.when(RecordSalad(2, "p_3"))

    assert SaladJudged((1, 2), 2, "p_3") == judged.events[0]
    end = judged.accepted()
    outcome = result(end)
    assert ("win", (2,), "salad") == (outcome.kind, outcome.winners, outcome.decided_by)
    assert ["cards_harvested", "field_points", "salad"] == [step.key for step in outcome.tie_breaks]
    assert {"2": 1, "1": 2, "3": 3} == RULESET.verdict(end.state).places
    end.when(RecordSalad(2)).refused("game_over")


def test_no_salad_is_due_before() -> None:
    position().when(RecordSalad(1)).refused("no_salad_due")


def test_a_tied_game_can_be_abandoned() -> None:
    tied = last_card(BOTH_TEN, LEVEL)

    assert "abandoned" == result(tied.when(Abandon()).accepted()).kind


def test_a_victory_can_be_shared() -> None:
    table = last_card(BOTH_TEN, LEVEL, final_tie="shared")

    outcome = result(table)
    assert ("shared_win", (1, 2), "shared") == (outcome.kind, outcome.winners, outcome.decided_by)
    assert {"1": 1, "2": 1, "3": 3} == RULESET.verdict(table.state).places


def test_the_neutral_field_counts_for_nobody() -> None:
    table = last_card("0,0 T+10 2,1 K+20", {1: "T+20", 2: "T+20"}, seats=2)

    assert ((1,), "field_points") == (result(table).winners, result(table).decided_by)


def test_a_neutral_harvest_goes_to_the_discard() -> None:
    table = position("0,1 T+20 1,1 T-10 0,3 K+10", seats=2, hands={2: "T+10", 1: "K-10"}, deck="", active=2)
    end = table.when(place(2, "T+10 2,1")).accepted()

    assert {"T+20": 1, "T-10": 1} == end.state.seats["1"].harvest
    assert {} == end.state.seats["2"].harvest
    assert table.state.discard.count("T+10") + 1 == end.state.discard.count("T+10")


def test_the_bonus_is_none_before_the_end() -> None:
    assert [0, 0, 0, 0] == sums(position())
