"""What a card harvests (Harvest Check; Special Cards)."""

from typing import Any

import pytest

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.commands import NoteHarvestOverlooked, Pass
from domain.games.harvest_morikawa.events import HarvestOverlooked, HarvestResolved, PlayEnded, Taken, TornadoResolved
from tests.domain.games.harvest_morikawa.tables import area, named, place, position, run
from tests.domain.harness import Given


def resolved(table: Given, text: str) -> Any:
    """Return what a placing harvested, or null."""
    answer = table.when(place(table.state.active_seat, text))
    answer.accepted()
    found = [event for event in answer.events if isinstance(event, HarvestResolved | TornadoResolved)]
    return found[0] if found else None


def after(table: Given, text: str) -> Given:
    return table.when(place(table.state.active_seat, text)).accepted()


def test_a_row_across_two_fields() -> None:
    table = position("0,0 T+40 0,1 T-20 2,0 C+10 1,3 K+10", hands={2: "T+10", 3: "K-10"}, deck="", active=2)

    assert resolved(table, "T+10 0,2") == HarvestResolved(
        (0, 2),
        "vegetable",
        "tomato",
        (run("row", "0,0", "0,1", "0,2"),),
        (Taken("T+40", (0, 0), 1), Taken("T-20", (0, 1), 1), Taken("T+10", (0, 2), 2)),
        None,
        late=False,
    )
    end = after(table, "T+10 0,2")
    assert (["T+40", "T-20"], ["T+10"]) == (area(end, 1), area(end, 2))
    assert {"2,0": "C+10", "1,3": "K+10"} == named(end)


@pytest.mark.parametrize(
    ("board", "seat", "text", "axis", "areas"),
    [
        ("0,0 C+20 1,0 C-10 3,0 K+10", 3, "C+10 2,0", "column", [["C+20", "C-10"], [], ["C+10"], []]),
        (
            "0,0 C+10 2,2 C-20 0,2 T+10 2,0 K+10",
            1,
            "C+20 1,1",
            "down_right",
            [["C+10", "C+20"], [], [], ["C-20"]],
        ),
        (
            "0,2 K+20 2,0 K-10 0,0 T+10 3,3 C+10",
            1,
            "K+10 1,1",
            "down_left",
            [["K+10"], ["K+20"], ["K-10"], []],
        ),
    ],
)
def test_a_line_on_each_axis(board: str, seat: int, text: str, axis: str, areas: list[list[str]]) -> None:
    table = position(board, hands={seat: text.split(maxsplit=1)[0], seat % 4 + 1: "T-20"}, deck="", active=seat)

    assert [axis] == [line.axis for line in resolved(table, text).lines]
    assert areas == [area(after(table, text), each) for each in (1, 2, 3, 4)]


def test_a_line_is_told_from_its_first_square_to_its_last() -> None:
    table = position("0,2 K+20 2,0 K-10 0,0 T+10", hands={1: "K+10", 2: "T-20"}, deck="")

    assert (run("down_left", "0,2", "1,1", "2,0"),) == resolved(table, "K+10 1,1").lines


def test_two_lines_share_a_card_that_is_taken_once() -> None:
    table = position("1,0 K-10 0,1 K-10 1,2 K+20 2,1 K+20", hands={1: "K+10", 2: "T-20"}, deck="")
    event = resolved(table, "K+10 1,1")

    assert (run("row", "1,0", "1,1", "1,2"), run("column", "0,1", "1,1", "2,1")) == event.lines
    assert 5 == len(event.taken)
    end = after(table, "K+10 1,1")
    assert (["K+10", "K-10", "K-10"], ["K+20"], ["K+20"]) == (area(end, 1), area(end, 2), area(end, 3))


def test_a_line_of_four_is_taken_whole() -> None:
    table = position("0,0 T+10 0,1 T+20 0,3 T-10", hands={1: "T-20", 2: "K+10"}, deck="")

    assert 4 == len(resolved(table, "T-20 0,2").taken)


def test_an_interrupted_line_is_none() -> None:
    table = position("0,0 T+10 0,1 T+20 0,2 C+10", hands={1: "T-10", 2: "K+10"}, deck="")

    assert resolved(table, "T-10 0,3") is None


def test_a_gap_between_boards_ends_a_line() -> None:
    table = position("0,0 T+10 1,0 T+10", seats=3, hands={3: "T+20", 1: "K+10"}, deck="", active=3)

    assert resolved(table, "T+20 2,1") is None


# -- special cards

THREE = "0,1 C+40 0,2 C-10 0,0 T+10"


def test_a_harvest_card_stands_for_a_vegetable() -> None:
    table = position(THREE, hands={2: "HV", 3: "K+10"}, deck="", active=2)

    event = resolved(table, "HV 0,3 cabbage")
    end = after(table, "HV 0,3 cabbage")

    assert ("harvest_card", "HV") == (event.by, event.special_discarded)
    assert (["C+40"], ["C-10"]) == (area(end, 1), area(end, 2))
    assert {"0,0": "T+10"} == named(end)
    assert 1 == end.state.discard.count("HV")


def test_a_special_card_must_trigger_what_it_is_declared() -> None:
    table = position(THREE, hands={2: "HV"}, active=2)

    table.when(place(2, "HV 0,3")).refused("declaration_required")
    table.when(place(2, "HV 0,3 tomato")).refused("special_must_trigger")
    table.when(place(2, "HV 1,3 cabbage")).refused("special_must_trigger")


def test_a_tornado_sweeps_all_away() -> None:
    table = position(THREE, hands={2: "TN", 3: "K+10"}, deck="", active=2)

    event = resolved(table, "TN 0,3 cabbage")
    end = after(table, "TN 0,3 cabbage")

    assert [("C+40", None), ("C-10", None), ("TN", None)] == [(each.card, each.to) for each in event.discarded]
    assert [[], [], [], []] == [area(end, seat) for seat in (1, 2, 3, 4)]
    assert () == end.state.field(2)
    later = end.changed(active_seat=2)
    assert {(0, 2), (0, 3), (1, 2), (1, 3)} == {tuple(each) for each in _open_to(later, 2)}


def _open_to(table: Given, seat: int) -> list[Any]:
    from domain.games.harvest_morikawa.field import accessible  # noqa: PLC0415

    return [table.state.squares[name].square for name in accessible(table.state, seat)]


@pytest.mark.parametrize(
    ("declared", "gains", "stays"),
    [
        ("tomato", {1: ["T+10", "T+20"]}, {"2,2", "3,2", "0,0"}),
        ("cabbage", {4: ["C+20", "C-20"]}, {"1,0", "1,1", "0,0"}),
    ],
)
def test_only_the_declared_vegetable_counts(declared: str, gains: dict[int, list[str]], stays: set[str]) -> None:
    board = "1,0 T+10 1,1 T+20 0,0 T-10 2,2 C+20 3,2 C-20"
    table = position(board, hands={2: "HV", 3: "K+10"}, deck="", active=2)

    end = after(table, f"HV 1,2 {declared}")

    assert gains == {seat: area(end, seat) for seat in (1, 2, 3, 4) if area(end, seat)}
    assert stays == named(end).keys()


def test_what_a_tornado_sweeps_is_told_by_square() -> None:
    table = position("0,0 T+40 2,0 T+10", hands={1: "TN", 2: "K+10"}, deck="")

    assert ["T+40", "TN", "T+10"] == [each.card for each in resolved(table, "TN 1,0 tomato").discarded]


def test_a_tornado_in_the_own_empty_field() -> None:
    table = position("0,0 T+40 1,0 T+10 0,2 C+10", hands={3: "TN", 4: "K+10"}, deck="", active=3)

    assert ["T+40", "T+10", "TN"] == [each.card for each in resolved(table, "TN 2,0 tomato").discarded]
    end = after(table, "TN 2,0 tomato")

    assert {"0,2": "C+10"} == named(end)
    assert {"T+40", "T+10", "TN"} <= set(end.state.discard)


# -- a harvest that a table overlooked

LINE = "0,0 T+40 0,1 T-20 2,0 C+10 1,3 K+10"


def overlooked(**options: Any) -> Given:
    table = position(LINE, hands={2: "T+10", 3: "K-10", 4: "C-10"}, deck="", active=2, mode="observed", **options)
    return after(table, "T+10 0,2")


def test_an_overlooked_harvest_is_put_back() -> None:
    squares = ((0, 0), (0, 1), (0, 2))
    table = overlooked()

    back = table.when(NoteHarvestOverlooked(squares)).then(HarvestOverlooked(squares))

    assert ([], []) == (area(back, 1), area(back, 2))
    assert {"0,0": "T+40", "0,1": "T-20", "0,2": "T+10", "2,0": "C+10", "1,3": "K+10"} == named(back)
    back.when(NoteHarvestOverlooked(squares)).refused("not_a_harvest_just_made")


def test_an_audit_tells_what_was_overlooked() -> None:
    answer = overlooked().when(NoteHarvestOverlooked(((0, 0), (0, 1), (0, 2))))

    (found,) = RULESET.findings([(5, event) for event in answer.events], None)

    assert ("harvest_overlooked", "warn", (5,)) == (found.code, found.status, found.versions)


def test_the_next_check_takes_it_up_late() -> None:
    back = overlooked().when(NoteHarvestOverlooked(((0, 0), (0, 1), (0, 2)))).accepted()

    event = resolved(back, "K-10 2,1")

    assert event.late
    assert ["T+40", "T-20", "T+10"] == [each.card for each in event.taken]


def test_late_lines_are_told_by_axis_too() -> None:
    table = position("1,0 K-10 0,1 K-10 1,2 K+20 2,1 K+20", hands={1: "K+10", 2: "T-20"}, deck="", mode="observed")
    cross = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))
    back = after(table, "K+10 1,1").when(NoteHarvestOverlooked(cross)).accepted()

    event = resolved(back, "T-20 0,2")

    assert (True, (0, 2)) == (event.late, event.trigger)
    assert (run("row", "1,0", "1,1", "1,2"), run("column", "0,1", "1,1", "2,1")) == event.lines
    assert cross == tuple(each.square for each in event.taken)


def test_it_may_be_overlooked_again() -> None:
    squares = ((0, 0), (0, 1), (0, 2))
    back = overlooked().when(NoteHarvestOverlooked(squares)).accepted()

    again = after(back, "K-10 2,1").when(NoteHarvestOverlooked(squares)).then(HarvestOverlooked(squares))

    assert {"0,0", "0,1", "0,2", "2,0", "2,1", "1,3"} == named(again).keys()
    assert ["T+40", "T-20", "T+10"] == [each.card for each in resolved(again, "C-10 2,2").taken]


def test_the_stricter_reading_waits_for_a_card_in_the_line() -> None:
    table = overlooked(late_harvest="through_placed")
    back = table.when(NoteHarvestOverlooked(((0, 0), (0, 1), (0, 2)))).accepted()

    assert resolved(back, "K-10 2,1") is None


def test_a_neutral_harvest_is_put_back_from_the_discard() -> None:
    table = position(
        "0,1 T+20 1,1 T-10 0,3 K+10", seats=2, hands={2: "T+10", 1: "K-10"}, deck="", active=2, mode="observed"
    )
    end = after(table, "T+10 2,1")
    before = end.state.discard.count("T+10")

    back = end.when(NoteHarvestOverlooked(((0, 1), (1, 1), (2, 1)))).accepted()

    assert before - 1 == back.state.discard.count("T+10")
    assert "T+10" == named(back)["2,1"]


def test_only_the_harvest_just_made_can_have_been_overlooked() -> None:
    table = overlooked()

    table.when(NoteHarvestOverlooked(((0, 0),))).refused("not_a_harvest_just_made")
    table.when(NoteHarvestOverlooked(())).refused("not_a_harvest_just_made")
    position(LINE, mode="observed").when(NoteHarvestOverlooked(())).refused("not_a_harvest_just_made")
    later = after(table, "K-10 2,1")
    later.when(NoteHarvestOverlooked(((0, 0), (0, 1), (0, 2)))).refused("not_a_harvest_just_made")
    dealt = position(LINE, hands={2: "T+10", 3: "K-10"}, deck="", active=2)
    after(dealt, "T+10 0,2").when(NoteHarvestOverlooked(((0, 0),))).refused("dealt_harvests_itself")


def test_a_pass_and_the_end_of_play_settle_it() -> None:
    squares = ((0, 0), (0, 1), (0, 2))
    table = position(LINE, hands={2: "T+10", 4: "C-10"}, deck="", active=2, mode="observed")
    harvested = after(table, "T+10 0,2")
    assert squares == tuple(each.square for each in harvested.state.last_harvest)

    passed = harvested.when(Pass(3)).accepted()

    passed.when(NoteHarvestOverlooked(squares)).refused("not_a_harvest_just_made")
    over = harvested.after(PlayEnded("hands_and_deck_empty"))
    over.when(NoteHarvestOverlooked(squares)).refused("not_a_harvest_just_made")


def test_a_special_card_is_never_put_back() -> None:
    table = position(THREE, hands={2: "HV", 3: "K+10"}, deck="", active=2, mode="observed")

    after(table, "HV 0,3 cabbage").when(NoteHarvestOverlooked(((0, 1), (0, 2)))).refused("not_a_harvest_just_made")
