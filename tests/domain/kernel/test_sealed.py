"""Sealed fields: who reads what, what stands in for the rest, and what a digest commits to."""

import hashlib
from typing import Any

import pytest

from domain.kernel.lifecycle import GameOpened, OpenGame
from domain.kernel.sealed import (
    EVERYTHING,
    NOBODY,
    SPECTATOR,
    Disclosure,
    digest,
    may_read,
    read_as,
    seal,
    sealed_fields,
    stand_in,
)
from domain.kernel.values import Json
from tests.domain.kernel.toy import BACKS, Bid, Drawn, Hidden, Rolled

SALT = bytes(range(16))
SEALED = "6d8e8d7a"


def back(card: str) -> str:
    return BACKS[card]


class TestAudience:
    @pytest.mark.parametrize(
        ("viewer", "audience", "reads"),
        [
            (SPECTATOR, "seat:1", False),
            (SPECTATOR, NOBODY, False),
            ("seat:1", "seat:1", True),
            ("seat:1", "seat:2", False),
            ("seat:1", "seat:11", False),
            ("seat:11", "seat:1", False),
            ("seat:1", NOBODY, False),
            ("scribe", "seat:1", True),
            ("scribe", NOBODY, False),
            ("arbiter", "seat:2", True),
            ("arbiter", NOBODY, False),
            (EVERYTHING, "seat:1", True),
            (EVERYTHING, NOBODY, True),
            ("admin", "seat:1", False),
            ("", "seat:1", False),
            (NOBODY, NOBODY, False),
        ],
    )
    def test_matrix(self, viewer: str, audience: str, reads: bool) -> None:
        assert reads == may_read(viewer, audience)


class TestFields:
    def test_they_are_found_by_their_declaration(self) -> None:
        assert (("cards", "seat"),) == sealed_fields(Drawn)
        assert (("bid", "seat"), ("mark", NOBODY)) == sealed_fields(Hidden)
        assert (("seed", NOBODY),) == sealed_fields(GameOpened)
        assert () == sealed_fields(Rolled) == sealed_fields(OpenGame)


class TestStandIn:
    @pytest.mark.parametrize(
        ("value", "shown"),
        [
            ("apple", "?fruit"),
            ("?fruit", "?fruit"),
            ("storm", "storm"),
            (["apple", "pear"], ["?fruit", "?fruit"]),
            ([], []),
            (["?fruit", "storm", "gold"], ["?fruit", "storm", "?coin"]),
            ([["apple"], ["gold"]], [["?fruit"], ["?coin"]]),
        ],
    )
    def test_it_has_the_shape_of_the_value(self, value: Json, shown: Json) -> None:
        assert shown == stand_in(value, back)


class TestSealing:
    def test_a_message_without_sealed_fields_is_left_as_it_is(self) -> None:
        event = Rolled(4)

        assert (event, []) == seal(event, ("g_a", 3, 0), lambda: SALT, back)

    def test_a_sealed_field_becomes_digest_and_stand_in(self) -> None:
        public, disclosures = seal(Drawn(2, ("apple", "pear")), ("g_a", 3, 5), lambda: SALT, back)

        disclosure = Disclosure(5, "cards", "seat:2", SALT.hex(), ("apple", "pear"))
        assert [disclosure] == disclosures
        assert {
            "type": "toy.drawn",
            "seat": 2,
            "cards": {"sealed": digest(disclosure, "g_a", 3), "back": ["?fruit", "?fruit"]},
            "zone": "pile",
        } == public

    def test_what_nobody_may_read_shows_nothing_of_its_kind(self) -> None:
        public, disclosures = seal(Hidden(1, "apple", "gold"), ("g_a", 3, 0), lambda: SALT, back)

        assert "?" == public["mark"]["back"]
        assert [("bid", "seat:1"), ("mark", NOBODY)] == [(each.field, each.audience) for each in disclosures]

    def test_a_field_that_holds_nothing_says_so(self) -> None:
        public, disclosures = seal(Hidden(1, None, "gold"), ("g_a", 3, 0), lambda: SALT, back)

        assert public["bid"] is None
        assert ["mark"] == [each.field for each in disclosures]

    def test_unknown_cards_are_sealed_like_known_ones(self) -> None:
        known, unknown = (seal(Drawn(2, (card,)), ("g_a", 3, 0), lambda: SALT, back)[0] for card in ("apple", "?fruit"))

        assert known["cards"]["back"] == unknown["cards"]["back"]
        assert known["cards"].keys() == unknown["cards"].keys()

    def test_each_field_gets_a_salt_of_its_own(self) -> None:
        salts = iter([b"a" * 16, b"b" * 16])

        _, disclosures = seal(Hidden(1, "apple", "gold"), ("g_a", 3, 0), lambda: next(salts), back)

        assert [(b"a" * 16).hex(), (b"b" * 16).hex()] == [each.salt for each in disclosures]

    def test_commands_are_sealed_too(self) -> None:
        public, (disclosure,) = seal(Bid(1, "gold"), ("g_a", 3, -1), lambda: SALT, back)

        assert "?coin" == public["bid"]["back"]
        assert -1 == disclosure.event


class TestDigest:
    OPENED = Disclosure(2, "cards", "seat:2", "000102030405060708090a0b0c0d0e0f", ["WI", "?"])

    def test_it_is_taken_over_canonical_json(self) -> None:
        text = '["000102030405060708090a0b0c0d0e0f","g_a",3,2,"cards",["WI","?"]]'

        assert hashlib.sha256(text.encode()).hexdigest() == digest(self.OPENED, "g_a", 3)

    def test_vector(self) -> None:
        assert "98bcd35c4e290522ee0d459993f3be21f4d79ea3443a9b27282a687572d153cf" == digest(self.OPENED, "g_a", 3)

    @pytest.mark.parametrize(
        "other",
        [
            (Disclosure(1, "cards", "seat:2", OPENED.salt, ["WI", "?"]), "g_a", 3),
            (Disclosure(2, "card", "seat:2", OPENED.salt, ["WI", "?"]), "g_a", 3),
            (Disclosure(2, "cards", "seat:2", "ff" * 16, ["WI", "?"]), "g_a", 3),
            (Disclosure(2, "cards", "seat:2", OPENED.salt, ["WI", "WI"]), "g_a", 3),
            (OPENED, "g_b", 3),
            (OPENED, "g_a", 4),
        ],
    )
    def test_it_binds_value_and_place(self, other: tuple[Disclosure, str, int]) -> None:
        assert digest(self.OPENED, "g_a", 3) != digest(*other)


class TestReading:
    @pytest.fixture
    def body(self) -> dict[str, Any]:
        return {
            "command": {"seat": 1, "bid": {"sealed": SEALED, "back": "?coin"}},
            "events": [{"number": 3}, {"seat": 2, "cards": {"sealed": SEALED, "back": ["?fruit"]}}],
        }

    DISCLOSURES = (
        Disclosure(-1, "bid", "seat:1", "", "gold"),
        Disclosure(1, "cards", "seat:2", "", ["apple"]),
    )

    @pytest.mark.parametrize(
        ("viewer", "bid", "cards"),
        [
            (SPECTATOR, "?coin", ["?fruit"]),
            ("seat:1", "gold", ["?fruit"]),
            ("seat:2", "?coin", ["apple"]),
            ("scribe", "gold", ["apple"]),
            (EVERYTHING, "gold", ["apple"]),
        ],
    )
    def test_each_viewer_reads_its_own(self, body: dict[str, Any], viewer: str, bid: Json, cards: Json) -> None:
        read_as(viewer, body, self.DISCLOSURES)

        assert {
            "command": {"seat": 1, "bid": bid},
            "events": [{"number": 3}, {"seat": 2, "cards": cards}],
        } == body
