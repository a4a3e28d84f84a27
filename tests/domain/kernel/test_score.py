"""Lines, what they cite, places, and what a claim says differently."""

from typing import Any

import pytest

from domain.kernel.score import (
    Citations,
    Cite,
    Claim,
    ClaimLine,
    ClaimSeat,
    Difference,
    Line,
    Outcome,
    by_key,
    compare,
    places,
    totals,
)


def line(quantity: int, key: str = "fruit", unit: int | None = 1, seat: int = 1, **more: Any) -> Line:
    return Line(seat, key, quantity, unit, **more)


def cited(*sheets: tuple[Line, ...]) -> dict[tuple[int, str, int | None], list[int]]:
    """Follow one sheet after each event (entry 1, 2, …) and return the versions each line cites."""
    citations = Citations()
    for version, sheet in enumerate(sheets, 1):
        citations.follow(sheet, Cite(version, 0))
    return {key: [cite.version for cite in found.cites] for key, found in by_key(citations.cited()).items()}


FRUIT = (1, "fruit", 1)


class TestAmounts:
    @pytest.mark.parametrize(("quantity", "unit", "amount"), [(3, 2, 6), (3, -1, -3), (3, 0, 0), (3, None, 3)])
    def test_a_line_is_worth_quantity_times_unit(self, quantity: int, unit: int | None, amount: int) -> None:
        assert amount == line(quantity, unit=unit).amount

    def test_totals_are_sums_for_every_seat(self) -> None:
        lines = [line(3), line(2, "growth", -1), line(5, seat=2, unit=None)]

        assert {1: 1, 2: 5, 3: 0} == totals(lines, 3)


class TestPlaces:
    @pytest.mark.parametrize(
        ("values", "ranks"),
        [
            ({1: 5, 2: 7, 3: 6}, {"1": 3, "2": 1, "3": 2}),
            ({1: 5, 2: 5, 3: 4}, {"1": 1, "2": 1, "3": 3}),
            ({1: 4, 2: 5, 3: 4, 4: 1}, {"1": 2, "2": 1, "3": 2, "4": 4}),
            ({1: -2}, {"1": 1}),
            ({}, {}),
        ],
    )
    def test_equal_values_share_the_better_place(self, values: dict[int, int], ranks: dict[str, int]) -> None:
        assert ranks == places(values)


class TestCitations:
    def test_a_line_cites_every_event_that_changed_it(self) -> None:
        assert {FRUIT: [2, 4]} == cited((line(0),), (line(1),), (line(1),), (line(3),))

    def test_what_came_before_zero_is_forgotten(self) -> None:
        assert {FRUIT: [3]} == cited((line(1),), (line(0),), (line(2),))

    def test_a_line_at_zero_cites_nothing(self) -> None:
        assert {FRUIT: []} == cited((line(1),), (line(0),))

    def test_a_line_that_was_gone_starts_again(self) -> None:
        assert {FRUIT: [3, 4]} == cited((line(1),), (), (line(1),), (line(2),))

    def test_quantities_below_zero_count(self) -> None:
        assert {FRUIT: [1, 2]} == cited((line(-1),), (line(-3),))

    def test_passing_zero_without_stopping_forgets_nothing(self) -> None:
        assert {FRUIT: [1, 2]} == cited((line(1),), (line(-1),))

    def test_a_line_for_each_unit_does_not_hide_the_other(self) -> None:
        up, down = line(1, "token", 10), line(1, "token", -10)

        assert {(1, "token", 10): [1], (1, "token", -10): [2]} == cited((up,), (up, down))

    def test_seats_are_kept_apart(self) -> None:
        first, second = line(1), line(1, seat=2)

        assert {FRUIT: [1], (2, "fruit", 1): [2]} == cited((first,), (first, second))

    def test_a_changed_detail_is_a_change(self) -> None:
        assert {FRUIT: [1, 3]} == cited((line(1, detail="A"),), (line(1, detail="A"),), (line(1, detail="B"),))

    def test_changed_flags_are_none(self) -> None:
        assert {FRUIT: [1]} == cited((line(1),), (line(1, flags=("unverified",)),))

    def test_a_derived_line_inherits(self) -> None:
        bonus = line(0, "bonus", None, rests_on=("fruit",))
        got = line(5, "bonus", None, rests_on=("fruit",))

        found = cited((line(1), bonus), (line(2), bonus), (line(2), got))

        assert {FRUIT: [1, 2], (1, "bonus", None): [1, 2, 3]} == found

    def test_a_derived_line_inherits_from_every_unit_of_its_own_seat_only(self) -> None:
        ten, five = line(1, "token", 10), line(1, "token", 5)
        other, bonus = line(1, "token", 10, seat=2), line(1, "bonus", None, rests_on=("token",))

        found = cited((ten,), (ten, five), (ten, five, other), (ten, five, other, bonus))

        assert [1, 2, 4] == found[1, "bonus", None]

    def test_an_event_is_cited_once_and_in_order(self) -> None:
        bonus = line(1, "bonus", None, rests_on=("fruit", "bonus"))

        assert [1, 2] == cited((line(1), bonus), (line(2), bonus))[1, "bonus", None]

    def test_lines_keep_their_order_and_everything_else(self) -> None:
        citations = Citations()
        sheet = (line(2, "b"), line(1, "a", detail={"mark": 3}, flags=("placeholder",)))
        citations.follow(sheet, Cite(1, 4))

        assert ["b", "a"] == [each.key for each in citations.cited()]
        assert line(1, "a", detail={"mark": 3}, flags=("placeholder",), cites=(Cite(1, 4),)) == citations.cited()[1]

    def test_two_events_of_one_entry_are_told_apart(self) -> None:
        citations = Citations()
        citations.follow((line(1),), Cite(3, 0))
        citations.follow((line(0),), Cite(3, 1))
        citations.follow((line(4),), Cite(3, 2))

        assert (Cite(3, 2),) == citations.cited()[0].cites

    def test_nothing_followed_is_nothing_cited(self) -> None:
        assert () == Citations().cited()


class TestCompare:
    LINES = (line(4), line(2, "growth", -1), line(1, "token", 10), line(1, "token", -10), line(3, seat=2))
    WON = Outcome("win", "hands_empty", (2,), "total")

    def differences(self, claim: Claim, outcome: Outcome | None = WON) -> list[Difference]:
        return compare(claim, self.LINES, outcome, 2)

    def test_an_empty_claim_says_nothing(self) -> None:
        assert [] == self.differences(Claim())
        assert [] == self.differences(Claim((ClaimSeat(1), ClaimSeat(2))))

    def test_a_true_claim_differs_in_nothing(self) -> None:
        lines = (ClaimLine("fruit", 4), ClaimLine("growth", -2), ClaimLine("token", 0))

        assert [] == self.differences(Claim((ClaimSeat(1, 2, lines), ClaimSeat(2, 3)), (2,), "total"))

    def test_a_total_may_be_wrong(self) -> None:
        assert [Difference(1, "total", 3, 2)] == self.differences(Claim((ClaimSeat(1, 3),)))

    def test_a_line_may_be_wrong(self) -> None:
        claim = Claim((ClaimSeat(1, lines=(ClaimLine("fruit", 4), ClaimLine("growth", 2))),))

        assert [Difference(1, "growth", 2, -2)] == self.differences(claim)

    def test_lines_of_one_key_are_summed_on_both_sides(self) -> None:
        claim = Claim((ClaimSeat(1, lines=(ClaimLine("token", 10), ClaimLine("token", -10), ClaimLine("fruit", 4))),))

        assert [] == self.differences(claim)

    def test_a_line_there_is_not_is_different(self) -> None:
        assert [Difference(2, "growth", 1, None)] == self.differences(
            Claim((ClaimSeat(2, lines=(ClaimLine("growth", 1),)),))
        )

    def test_a_seat_there_is_not_is_different(self) -> None:
        assert [Difference(3, "total", 0, None)] == self.differences(Claim((ClaimSeat(3, 0),)))

    def test_winners_are_compared_as_a_set(self) -> None:
        both = Outcome("shared_win", "hands_empty", (1, 2))

        assert [] == self.differences(Claim(winners=(2, 1)), both)
        assert [Difference(None, "winners", [1], [2])] == self.differences(Claim(winners=(1,)))
        assert [Difference(None, "winners", [], [2])] == self.differences(Claim(winners=()))

    def test_what_decided_is_compared(self) -> None:
        assert [Difference(None, "decided_by", "poverty", "total")] == self.differences(Claim(decided_by="poverty"))

    def test_a_running_game_has_no_winner_to_agree_with(self) -> None:
        found = self.differences(Claim(winners=(2,), decided_by="total"), None)

        assert [Difference(None, "winners", [2], None), Difference(None, "decided_by", "total", None)] == found
