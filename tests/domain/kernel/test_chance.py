"""Requests and sources of chance, against numbers computed here from the definition."""

import hashlib
import hmac
from collections import Counter
from fractions import Fraction
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.chance import (
    Outcome,
    OutcomeNeeded,
    OutcomeRefused,
    Recorded,
    Request,
    Scribed,
    Seeded,
    admits,
    commitment,
    draw_number,
)

SEED = bytes(range(32))


def draw(unknown: bool = False, **ways: int) -> Request:
    faces = tuple(sorted(ways))
    return Request("draw", "pile", 1, faces, tuple(ways[face] for face in faces), unknown)


def roll(sides: int = 6) -> Request:
    return Request("roll", "die", None, tuple(range(1, sides + 1)), (1,) * sides, unknown=False)


def digest_of(seed: bytes, version: int, index: int, attempt: int) -> int:
    counters = version.to_bytes(8, "big") + index.to_bytes(8, "big") + attempt.to_bytes(4, "big")
    return int(hmac.new(seed, b"harvest-ledger/pick/1\n" + counters, hashlib.sha256).hexdigest(), 16)


def by_definition(seed: bytes, version: int, index: int, below: int) -> int:
    """Return the number of a pick as it is defined: the first of the stream that is below a whole number of rounds."""
    whole = 2**256 // below * below
    stream = (digest_of(seed, version, index, attempt) for attempt in count())
    return next(number for number in stream if number < whole) % below


class TestDrawNumber:
    @given(st.binary(min_size=32, max_size=32), st.integers(0, 2**40), st.integers(0, 500), st.integers(1, 10_000))
    def test_it_is_the_number_that_is_defined(self, seed: bytes, version: int, index: int, below: int) -> None:
        number = draw_number(seed, version, index, below)

        assert by_definition(seed, version, index, below) == number
        assert 0 <= number < below

    def test_numbers_beyond_whole_rounds_are_passed_over(self) -> None:
        below = 2**255 + 1
        numbers = [draw_number(SEED, 1, index, below) for index in range(40)]

        assert [by_definition(SEED, 1, index, below) for index in range(40)] == numbers
        stream = [digest_of(SEED, 1, index, 0) for index in range(40)]
        assert 5 < sum(number >= below for number in stream)
        assert all(first == got for first, got in zip(stream, numbers, strict=True) if first < below)

    def test_vectors(self) -> None:
        numbers = [draw_number(SEED, version, index, 52) for version in (1, 2, 300) for index in (0, 1)]

        assert VECTORS == numbers

    @pytest.mark.parametrize("below", [6, 7, 52])
    def test_every_number_is_as_likely(self, below: int) -> None:
        drawn = Counter(draw_number(SEED, version, index, below) for version in range(60) for index in range(100))

        expected = Fraction(6000, below)
        chi = sum((drawn[number] - expected) ** 2 / expected for number in range(below))
        assert float(chi) < CHI_SQUARE_AT_ONE_PERCENT[below - 1]


VECTORS = [8, 4, 48, 4, 18, 36]
CHI_SQUARE_AT_ONE_PERCENT = {5: 15.09, 6: 16.81, 51: 77.39}


class TestSeeded:
    def test_a_pick_falls_on_the_copies_in_canonical_order(self) -> None:
        request = draw(WI=3, SP=2, FA=1)
        spread = ["FA", "SP", "SP", "WI", "WI", "WI"]

        for version in range(40):
            source = Seeded(SEED, version)
            picks = [source.pick(request) for _ in range(5)]
            assert [spread[by_definition(SEED, version, index, 6)] for index in range(5)] == picks

    def test_each_pick_has_its_own_number(self) -> None:
        source = Seeded(SEED, 9)
        rolls = [source.pick(roll()) for _ in range(30)]

        assert [1 + by_definition(SEED, 9, index, 6) for index in range(30)] == rolls
        assert 1 < len(set(rolls))

    def test_a_retry_draws_the_same(self) -> None:
        assert Seeded(SEED, 9).pick(roll(100)) == Seeded(SEED, 9).pick(roll(100))

    def test_nothing_is_left_over(self) -> None:
        Seeded(SEED, 9).close()

    def test_it_never_answers_unknown(self) -> None:
        assert {"SP"} == {Seeded(SEED, version).pick(draw(unknown=True, SP=1)) for version in range(20)}


class TestScribed:
    def test_outcomes_are_taken_in_order(self) -> None:
        source = Scribed(["SP", 4])

        assert ["SP", 4] == [source.pick(draw(SP=1, WI=1)), source.pick(roll())]
        source.close()

    def test_a_missing_outcome_is_asked_for(self) -> None:
        source = Scribed([4])
        source.pick(roll())

        with pytest.raises(OutcomeNeeded) as needed:
            source.pick(draw(SP=1))
        assert (draw(SP=1), 1) == (needed.value.request, needed.value.index)
        assert draw(SP=1).prompt == str(needed.value)

    def test_a_missing_outcome_may_be_filled_in_where_it_may_be_unknown(self) -> None:
        source = Scribed([], fill_unknown=True)

        assert "?" == source.pick(draw(unknown=True, SP=1))
        with pytest.raises(OutcomeNeeded):
            source.pick(roll())
        source.close()

    @pytest.mark.parametrize("outcome", ["XX", "?", 1, "1"])
    def test_an_unlawful_outcome_is_refused(self, outcome: Outcome) -> None:
        with pytest.raises(OutcomeRefused) as refused:
            Scribed([outcome]).pick(draw(SP=1))

        assert ("outcome_not_lawful", draw(SP=1), 0) == (
            refused.value.reason,
            refused.value.request,
            refused.value.index,
        )

    def test_outcomes_nobody_asked_for_are_refused(self) -> None:
        source = Scribed(["SP", "WI"])
        source.pick(draw(SP=1))

        with pytest.raises(OutcomeRefused) as refused:
            source.close()
        assert ("outcomes_left_over", None, 1) == (refused.value.reason, refused.value.request, refused.value.index)

    def test_recorded_outcomes_are_read_in_the_same_way(self) -> None:
        assert "?" == Recorded(("?",)).pick(draw(unknown=True, SP=1))


class TestAdmits:
    @pytest.mark.parametrize("value", [True, False, "1", "", None, 0, 7, "?"])
    def test_a_roll_admits_its_numbers_only(self, value: Any) -> None:
        assert not admits(roll(), value)
        assert all(admits(roll(), number) for number in range(1, 7))

    def test_unknown_is_admitted_only_where_asked_so(self) -> None:
        assert admits(draw(unknown=True, SP=1), "?")
        assert not admits(draw(SP=1), "?")
        assert not admits(draw(unknown=True, SP=1), "?spring")

    def test_a_face_of_which_there_is_none_is_not_lawful(self) -> None:
        assert admits(draw(SP=1), "SP")
        assert not admits(draw(SP=1), "sp")


class TestPrompt:
    def test_it_names_the_place_the_seat_and_the_choices(self) -> None:
        assert 'Which card was drawn from pile for seat 1? One of SP, WI, or "?" if you did not see it.' == (
            draw(unknown=True, SP=1, WI=2).prompt
        )

    @pytest.mark.parametrize("kind", ["draw", "roll", "lot", "reveal"])
    def test_every_kind_has_its_words(self, kind: Any) -> None:
        assert "die" in Request(kind, "die", None, (1, 2), (1, 1), unknown=False).prompt


def test_a_commitment_is_the_digest_of_game_and_seed() -> None:
    assert hashlib.sha256(b"g_abc" + SEED).hexdigest() == commitment("g_abc", SEED)
    assert commitment("g_abc", SEED) != commitment("g_abd", SEED)
