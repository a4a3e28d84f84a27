"""Entries: canonical bytes, the chain of hashes, and what each viewer decodes from the same bytes."""

import hashlib
import json
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest
import rfc8785
from msgspec.structs import replace

from domain.kernel.entry import (
    Codec,
    Draft,
    Private,
    Written,
    entry_hash,
    false_disclosures,
    read_private,
)
from domain.kernel.sealed import EVERYTHING, SPECTATOR, digest, show_faces
from domain.registry import RULESETS
from tests.domain.kernel.toy import RULESET, Bid, Draw, Drawn, Hidden, Roll, Rolled
from tests.laws.facts import FACTS
from tests.laws.player import play

CODEC = Codec(RULESET)


def draft(**changes: Any) -> Draft:
    plain = Draft(
        game="g_a",
        version=4,
        prev=bytes(32),
        at="2026-01-02T19:30:00.000Z",
        by="seat:1",
        command=Draw(1, 2),
        events=(Rolled(3), Drawn(1, ("apple", "pear"))),
        outcomes=("apple", "pear"),
    )
    return replace(plain, **changes)


def write(entry: Draft) -> Written:
    numbers = count(1)
    return CODEC.write(entry, lambda: next(numbers).to_bytes(16))


class TestWriting:
    def test_a_body_is_the_agreed_json(self) -> None:
        written = write(draft())
        (disclosure,) = read_private(written.private).disclosures

        assert {
            "v": 1,
            "game": "g_a",
            "version": 4,
            "prev": "0" * 64,
            "at": "2026-01-02T19:30:00.000Z",
            "by": "seat:1",
            "command": {"type": "toy.draw", "seat": 1, "n": 2},
            "events": [
                {"type": "toy.rolled", "number": 3},
                {
                    "type": "toy.drawn",
                    "seat": 1,
                    "cards": {"sealed": digest(disclosure, "g_a", 4), "back": ["?fruit", "?fruit"]},
                    "zone": "pile",
                },
            ],
        } == json.loads(written.body)

    def test_what_is_not_given_is_left_out(self) -> None:
        with_both = json.loads(write(draft(table_at="2026-01-01T00:00:00.000Z", key="ab")).body)

        assert {"table_at", "key"} == with_both.keys() - json.loads(write(draft()).body).keys()
        assert json.loads(write(draft(prev=None)).body)["prev"] is None

    def test_the_private_part_holds_disclosures_outcomes_and_request(self) -> None:
        private = json.loads(write(draft(request="cd")).private)

        assert {
            "disclosures": [
                {"event": 1, "field": "cards", "audience": "seat:1", "salt": "0" * 31 + "1", "value": ["apple", "pear"]}
            ],
            "outcomes": ["apple", "pear"],
            "request": "cd",
        } == private

    def test_the_hash_is_taken_over_tag_and_body(self) -> None:
        written = write(draft())

        assert hashlib.sha256(b"harvest-ledger/entry/1\n" + written.body).digest() == written.hash
        assert written.hash == entry_hash(written.body)

    def test_nothing_secret_is_in_the_body(self) -> None:
        body = write(draft(command=Bid(1, "gold"), events=(Hidden(1, "gold", "lead"),))).body

        assert b"gold" not in body
        assert b"lead" not in body

    def test_bytes_do_not_depend_on_the_order_of_fields(self) -> None:
        assert write(draft()).body == rfc8785.dumps(json.loads(write(draft()).body))

    @pytest.mark.parametrize("text", ["é", "\u2028", '"', "\\", "\x1f", "😀", "</script>"])
    def test_any_text_is_canonical(self, text: str) -> None:
        written = write(draft(by=text))

        assert rfc8785.dumps(json.loads(written.body)) == written.body


class TestReading:
    @pytest.mark.parametrize(
        ("viewer", "cards"),
        [
            (SPECTATOR, ("?fruit", "?fruit")),
            ("seat:1", ("apple", "pear")),
            ("seat:2", ("?fruit", "?fruit")),
            ("scribe", ("apple", "pear")),
            ("arbiter", ("apple", "pear")),
            (EVERYTHING, ("apple", "pear")),
        ],
    )
    def test_each_viewer_decodes_its_own_events(self, viewer: str, cards: tuple[str, ...]) -> None:
        written = write(draft())
        expected = (Rolled(3), Drawn(1, cards))

        assert expected == CODEC.events(written.body, written.private, viewer)
        body = CODEC.read(written.body, read_private(written.private), viewer)
        assert (expected, Draw(1, 2), 4, "0" * 64) == (body.events, body.command, body.version, body.prev)

    def test_an_entry_without_secrets_is_decoded_without_its_private_part(self) -> None:
        written = write(draft(command=Roll(1), events=(Rolled(3),), outcomes=(3,)))

        assert (Rolled(3),) == CODEC.events(written.body, b"not looked at", SPECTATOR)
        assert Roll(1) == CODEC.read(written.body, Private()).command

    def test_the_mark_of_sealing_cannot_be_forged_in_a_text(self) -> None:
        written = write(draft(by='"sealed":', command=Roll(1), events=(Rolled(3),)))

        assert '"sealed":' == CODEC.read(written.body, Private()).by

    def test_a_sealed_command_is_opened_for_its_seat(self) -> None:
        written = write(draft(command=Bid(2, "gold"), events=()))
        private = read_private(written.private)

        assert Bid(2, "gold") == CODEC.read(written.body, private, "seat:2").command
        assert Bid(2, "?coin") == CODEC.read(written.body, private, "seat:1").command

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"{}",
            b"[1]",
            b'{"v":1}',
            write(draft(events=())).body.replace(b'"toy.draw"', b'"other.draw"'),
            write(draft(events=())).body.replace(b'"seat":1', b'"seat":"1"'),
            write(draft(events=())).body[:-1] + b',"more":1}',
            write(draft(events=(Rolled(3),))).body.replace(b'"number":3', b'"number":3.5'),
        ],
    )
    def test_what_is_no_entry_is_not_read(self, body: bytes) -> None:
        with pytest.raises(msgspec.MsgspecError):
            CODEC.read(body, Private())

    def test_what_is_no_private_part_is_not_read(self) -> None:
        with pytest.raises(msgspec.MsgspecError):
            read_private(b'{"disclosures":[{}]}')


class TestDisclosures:
    def test_true_ones_are_not_named(self) -> None:
        written = write(draft(command=Bid(1, "gold"), events=(Hidden(1, "apple", "lead"), Drawn(1, ("pear",)))))

        assert [] == false_disclosures(written.body, read_private(written.private))

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("value", ["pear", "pear"]),
            ("salt", "00" * 16),
            ("event", 0),
            ("event", 7),
            ("event", -1),
            ("field", "seat"),
        ],
    )
    def test_each_false_one_is_named(self, field: str, value: Any) -> None:
        written = write(draft())
        (disclosure,) = read_private(written.private).disclosures
        false = replace(disclosure, **{field: value})

        named = false_disclosures(written.body, Private((false,)))

        assert [f"{false.event}.{false.field}"] == named

    def test_a_disclosure_of_another_entry_opens_nothing(self) -> None:
        written, later = write(draft()), CODEC.write(draft(version=5), lambda: bytes(16))

        assert ["1.cards"] == false_disclosures(later.body, read_private(written.private))


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.meta.id)
class TestRealEntries:
    def test_bodies_and_private_parts_are_canonical(self, ruleset: Any) -> None:
        for mode in ("dealt", "observed"):
            for entry in play(ruleset, 3, mode, {}, Random(2), blind=50).entries:
                assert rfc8785.dumps(json.loads(entry.body)) == entry.body
                assert rfc8785.dumps(json.loads(entry.private)) == entry.private

    def test_hashes_chain_without_the_private_parts(self, ruleset: Any) -> None:
        recorded = play(ruleset, 2, "dealt", {}, Random(2), 30)
        last = None

        for version, entry in enumerate(recorded.entries, 1):
            plain = json.loads(entry.body)
            assert (version, None if last is None else last.hex()) == (plain["version"], plain["prev"])
            assert last == entry.prev
            last = hashlib.sha256(b"harvest-ledger/entry/1\n" + entry.body).digest()
            assert last == entry.hash

    def test_every_disclosure_opens_its_digest(self, ruleset: Any) -> None:
        for entry in play(ruleset, 2, "observed", {}, Random(2), 30, blind=50).entries:
            assert [] == false_disclosures(entry.body, read_private(entry.private))

    def test_a_changed_bit_breaks_the_chain(self, ruleset: Any) -> None:
        recorded = play(ruleset, 2, "dealt", {}, Random(2), 3)

        for entry in recorded.entries:
            for at in range(0, len(entry.body), 7):
                changed = entry.body[:at] + bytes([entry.body[at] ^ 1]) + entry.body[at + 1 :]
                assert entry.hash != entry_hash(changed)

    def test_salts_are_never_used_twice(self, ruleset: Any) -> None:
        entries = play(ruleset, 2, "dealt", {}, Random(2), 40).entries
        salts = [each.salt for entry in entries for each in read_private(entry.private).disclosures]

        assert (10 if FACTS[ruleset.meta.id].hidden else 0) < len(salts) == len(set(salts))


def test_a_body_without_its_private_part_still_shows_its_public_faces() -> None:
    body = b'{"command":{"type":"x"},"events":[{"cards":{"back":["?","?"],"sealed":"' + b"0" * 64 + b'"},"type":"y"}]}'
    plain = msgspec.json.decode(body)

    show_faces(plain)

    assert [{"cards": ["?", "?"], "type": "y"}] == plain["events"]
