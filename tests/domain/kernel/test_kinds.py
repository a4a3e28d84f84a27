"""Cards counted by kind, cards that everybody has seen, and outcomes of which a table sees only the back."""

from dataclasses import replace as with_fields

import pytest

from domain.kernel.cards import Cards, Hand, Zone, is_kind, may_be, open_kind
from domain.kernel.chance import Outcome, Request, Scribed, Seeded
from domain.kernel.game import decide_opening
from domain.kernel.lifecycle import OpenGame
from domain.kernel.ruleset import Ruleset
from domain.kernel.table import Table
from tests.domain.kernel.toy import RULESET, State, header, initial


def cards(hand: Hand, **unseen: int) -> Cards:
    faces = {f"{name}-?": n for name, n in unseen.items()}
    return Cards({"?fruit": faces}, {"pile": Zone("?fruit", sum(unseen.values()))}, {"1": hand})


class TestKinds:
    def test_the_last_part_is_left_open(self) -> None:
        assert "Ba-Sp-?" == open_kind("Ba-Sp-3") == open_kind("Ba-Sp-?")
        assert is_kind("Ba-Sp-?")
        assert not is_kind("Ba-Sp-3")
        assert not is_kind("?Sp")

    @pytest.mark.parametrize(
        ("one", "other", "same"),
        [
            ("a-3", "a-3", True),
            ("a-3", "a-4", False),
            ("a-?", "a-4", True),
            ("a-4", "a-?", True),
            ("a-?", "b-?", False),
            ("a-?", "b-4", False),
        ],
    )
    def test_what_can_be_the_same_card(self, one: str, other: str, same: bool) -> None:
        assert same == may_be(one, other)

    def test_faces_are_counted_by_their_kind(self) -> None:
        held = cards(Hand(), a=3, b=1)

        assert ("a-?", "a-?", "c-5") == (held.kind("a-3"), held.kind("a-?"), held.kind("c-5"))
        assert ("?fruit", "?") == (held.back("a-3"), held.back("c-5"))
        assert (3, 0) == (held.unlearned("a-7"), held.unlearned("c-7"))
        drawn = held.draw("pile", "a-3", 1)
        assert {"a-?": 2, "b-?": 1} == drawn.unseen["?fruit"]
        assert {"a-3": 1} == drawn.hand(1).known
        assert [] == drawn.take("pile", "a-?").take("pile", "b-9").faults()

    def test_an_unknown_card_can_be_any_face_of_an_unseen_kind(self) -> None:
        held = cards(Hand(), a=1, b=1).draw("pile", "?fruit", 1)

        assert held.could_hold(1, "a-8")
        assert not held.could_hold(1, "c-8")
        played = held.play(1, "a-8")
        assert {"a-?": 0, "b-?": 1} == played.unseen["?fruit"]
        assert [] == played.faults()
        assert not held.play(1, "a-8").could_hold(1, "a-8")


class TestKnownAs:
    @pytest.mark.parametrize(
        ("hand", "named", "taken"),
        [
            (Hand({"a-3": 1}), "a-3", "a-3"),
            (Hand({"a-3": 1}), "a-4", None),
            (Hand({"a-?": 1}), "a-4", "a-?"),
            (Hand({"a-3": 1, "a-4": 1}), "a-?", "a-3"),
            (Hand({"a-?": 1, "a-4": 1}, {"a-?": 1}), "a-4", "a-?"),  # what everybody knows decides first
            (Hand({"a-?": 1, "a-4": 1}, {"a-4": 1}), "a-4", "a-4"),
            (Hand(unknown={"?fruit": 1}), "a-4", None),
        ],
    )
    def test_which_known_card_is_meant(self, hand: Hand, named: str, taken: str | None) -> None:
        assert taken == hand.known_as(named)

    def test_the_one_that_is_meant_is_played(self) -> None:
        played = cards(Hand({"a-?": 1, "a-4": 1}, {"a-?": 1})).play(1, "a-4")

        assert Hand({"a-4": 1}) == played.hand(1)


class TestReceiving:
    def test_a_card_taken_openly_is_known_to_all(self) -> None:
        held = cards(Hand({"a-3": 1}), a=1).receive(1, "a-3").receive(1, "F")

        assert Hand({"a-3": 2, "F": 1}, {"a-3": 1, "F": 1}) == held.hand(1)
        assert {"a-?": 1} == held.unseen["?fruit"]
        assert Hand({"a-3": 1, "F": 1}, {"F": 1}) == held.play(1, "a-3").hand(1)


class Listening:
    """Answers with given outcomes and keeps what was asked."""

    def __init__(self, *outcomes: Outcome) -> None:
        self.asked: list[Request] = []
        self._scribed = Scribed(outcomes)

    def pick(self, request: Request) -> Outcome:
        self.asked.append(request)
        return self._scribed.pick(request)

    def close(self) -> None:
        self._scribed.close()


def table(ruleset: Ruleset[State], *outcomes: Outcome) -> tuple[Table[State], Listening]:
    source = Listening(*outcomes)
    return Table(ruleset, header(), initial(header()), source), source


class TestBacks:
    def test_a_back_is_an_outcome_where_others_lie_open(self) -> None:
        recorder, source = table(RULESET, "?fruit")

        assert ("?fruit",) == recorder.draw("pile", to=1)
        (asked,) = source.asked
        assert (("apple", "pear", "storm", "?fruit"), (3, 2, 2, 0), False) == (asked.lawful, asked.ways, asked.unknown)
        assert ["?fruit", "?fruit", "storm", "?fruit"] == [asked.unseen(each) for each in asked.lawful]
        assert ("apple", "pear") == asked.indistinct("pear") == asked.indistinct("?fruit")
        assert ("storm",) == asked.indistinct("storm")

    @pytest.mark.parametrize("answer", ["?", "?fruit"])
    def test_one_back_for_all_may_be_a_question_mark(self, answer: str) -> None:
        recorder, source = table(RULESET, answer)

        assert ("?fruit",) == recorder.draw("pile", to=1, only=lambda face: face != "storm")
        (asked,) = source.asked
        assert (("apple", "pear", "?fruit"), (3, 2, 0), True) == (asked.lawful, asked.ways, asked.unknown)
        assert "?" == asked.unseen("pear") == asked.unseen("?fruit")
        assert ("apple", "pear") == asked.indistinct("apple") == asked.indistinct("?")
        assert 'One of apple, pear, or "?fruit" or "?" if you did not see it.' in asked.prompt

    @pytest.mark.parametrize("openly", [True, False])
    def test_what_lies_open_has_no_back(self, openly: bool) -> None:
        recorder, source = table(RULESET, "apple")

        recorder.draw("pile", to=1 if openly else None, openly=openly)

        (asked,) = source.asked
        assert (("apple", "pear", "storm"), {}) == (asked.lawful, asked.alike)
        assert ("pear",) == asked.indistinct("pear")

    def test_a_seed_never_gives_a_back(self) -> None:
        asked = Request("draw", "pile", 1, ("apple", "storm", "?fruit"), (1, 1, 0), unknown=False)

        assert {"apple", "storm"} == {Seeded(bytes(32), version).pick(asked) for version in range(50)}

    def test_a_kind_is_asked_for_by_its_readings(self) -> None:
        ruleset = with_fields(RULESET, readings=lambda kind: (kind, f"{kind}-1") if kind == "pear" else (kind,))
        recorder, source = table(ruleset, "pear-1")

        recorder.draw("pile")

        assert ("apple", "pear", "pear-1", "storm") == source.asked[0].lawful
        assert (3, 2, 2, 2) == source.asked[0].ways


def test_options_may_depend_on_the_mode() -> None:
    seen: list[object] = []

    def settle(options: object, mode: object) -> object:
        seen.append(mode)
        return options

    command = OpenGame(RULESET.meta.id, "observed", ("p_1", "p_2"), {}, "sha256:toy", "public")
    decide_opening(with_fields(RULESET, settle=settle), header().manifest, "g_toy", command, None)

    assert ["observed"] == seen
