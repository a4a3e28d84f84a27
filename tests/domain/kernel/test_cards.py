"""Cards: every verb on small hands, and a table with real shuffled decks beside all that is believed of it."""

from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from domain.kernel.cards import Cards, Hand, Zone, count, is_unknown, plus
from domain.kernel.values import Card, Multiset, Seat


def cards(unseen: Multiset, pile: int, **hands: Hand) -> Cards:
    """Return cards of one back `?`, with a pile, an empty box and the hands of seats `s1`, `s2`."""
    zones = {"pile": Zone("?", pile), "box": Zone("?", 0)}
    return Cards({"?": unseen}, zones, {seat[1:]: hand for seat, hand in hands.items()})


def any_card(_: Card) -> bool:
    return True


class TestCounting:
    def test_copies_are_counted(self) -> None:
        assert {"SP": 2, "WI": 1} == count(["SP", "WI", "SP"])
        assert {} == count([])

    def test_a_face_that_comes_to_zero_is_dropped(self) -> None:
        counts = {"SP": 1}

        assert {} == plus(counts, "SP", -1)
        assert {"SP": 1, "WI": 2} == plus(counts, "WI", 2)
        assert {"SP": 1} == counts

    def test_a_count_below_zero_stays_visible(self) -> None:
        assert {"SP": -1} == plus({}, "SP", -1)

    def test_stand_ins_begin_with_a_question_mark(self) -> None:
        assert is_unknown("?")
        assert is_unknown("?spring")
        assert not is_unknown("SP")


class TestDrawing:
    def test_a_known_card_leaves_unseen_and_the_zone(self) -> None:
        drawn = cards({"SP": 2, "WI": 1}, 3, s1=Hand()).draw("pile", "SP", 1)

        assert cards({"SP": 1, "WI": 1}, 2, s1=Hand({"SP": 1})) == drawn

    def test_an_unknown_card_stays_unseen(self) -> None:
        drawn = cards({"SP": 2, "WI": 1}, 3, s1=Hand()).draw("pile", "?", 1)

        assert cards({"SP": 2, "WI": 1}, 2, s1=Hand(unknown={"?": 1})) == drawn

    def test_the_last_copy_is_remembered_at_zero(self) -> None:
        drawn = cards({"SP": 1}, 1, s1=Hand()).draw("pile", "SP", 1)

        assert {"SP": 0} == drawn.unseen["?"]
        assert "?" == drawn.back("SP")

    def test_a_card_turned_up_leaves_their_keeping(self) -> None:
        assert cards({"SP": 1, "WI": 1}, 2) == cards({"SP": 2, "WI": 1}, 3).take("pile", "SP")


class TestPlaying:
    def test_a_known_copy_goes_first(self) -> None:
        played = cards({"SP": 1, "WI": 1}, 1, s1=Hand({"SP": 1}, unknown={"?": 1})).play(1, "SP")

        assert cards({"SP": 1, "WI": 1}, 1, s1=Hand(unknown={"?": 1})) == played

    def test_an_unknown_card_is_learned(self) -> None:
        played = cards({"SP": 1, "WI": 1}, 1, s1=Hand({"WI": 1}, unknown={"?": 1})).play(1, "SP")

        assert cards({"SP": 0, "WI": 1}, 1, s1=Hand({"WI": 1})) == played

    def test_a_shown_copy_goes_before_one_that_was_not_shown(self) -> None:
        hand = Hand({"SP": 2}, {"SP": 1})

        played = cards({"SP": 0}, 0, s1=hand).play(1, "SP")

        assert Hand({"SP": 1}) == played.hand(1)


class TestShowing:
    def test_known_cards_become_shown(self) -> None:
        shown = cards({"SP": 0}, 0, s1=Hand({"SP": 2})).show(1, ["SP"])

        assert Hand({"SP": 2}, {"SP": 1}) == shown.hand(1)

    def test_unknown_cards_are_learned(self) -> None:
        shown = cards({"SP": 2, "WI": 1}, 1, s1=Hand({"SP": 1}, unknown={"?": 2})).show(1, ["SP", "SP", "WI"])

        assert Hand({"SP": 2, "WI": 1}, {"SP": 2, "WI": 1}) == shown.hand(1)
        assert {"SP": 1, "WI": 0} == shown.unseen["?"]

    def test_copies_shown_before_are_the_same_copies(self) -> None:
        once = cards({"SP": 1}, 0, s1=Hand(unknown={"?": 1})).show(1, ["SP"])

        assert once == once.show(1, ["SP"])

    def test_more_copies_than_before_are_more_copies(self) -> None:
        once = cards({"SP": 2}, 0, s1=Hand(unknown={"?": 2})).show(1, ["SP"])

        assert Hand({"SP": 2}, {"SP": 2}) == once.show(1, ["SP", "SP"]).hand(1)


class TestMoving:
    def test_unlearned_cards_shift_between_zones(self) -> None:
        shifted = cards({"SP": 5}, 5).shift("pile", "box", 2)

        assert (3, 2) == (shifted.left("pile"), shifted.left("box"))
        assert [] == shifted.faults()

    def test_open_cards_shuffled_in_are_unseen_again(self) -> None:
        shuffled = cards({"SP": 0, "WI": 1}, 1).shuffle_in("pile", ["SP", "SP", "WI"])

        assert cards({"SP": 2, "WI": 2}, 4) == shuffled


class TestLawful:
    def test_a_draw_gives_what_is_unseen(self) -> None:
        assert {"SP": 2, "WI": 1} == cards({"WI": 1, "SP": 2, "FA": 0}, 3).lawful("pile", hands=any_card)

    def test_a_draw_can_be_limited(self) -> None:
        held = cards({"WI": 1, "SP": 2}, 3)

        assert {"WI": 1} == held.lawful("pile", only=lambda face: face == "WI", hands=any_card)

    def test_faces_that_hands_must_hide_are_not_in_the_zone(self) -> None:
        held = cards({"SP": 2, "storm": 1}, 1, s1=Hand(unknown={"?": 2}))

        assert {"storm": 1} == held.lawful("pile", hands=lambda face: face != "storm")

    def test_one_more_than_hands_hide_may_be_in_the_zone(self) -> None:
        held = cards({"SP": 2, "FA": 1, "storm": 1}, 2, s1=Hand(unknown={"?": 2}))

        assert {"FA": 1, "SP": 2, "storm": 1} == held.lawful("pile", hands=lambda face: face != "storm")

    def test_faces_come_in_canonical_order(self) -> None:
        assert ["FA", "SP", "WI"] == list(cards({"WI": 1, "FA": 1, "SP": 1}, 3).lawful("pile", hands=any_card))

    def test_backs_are_kept_apart(self) -> None:
        two = Cards(
            {"?a": {"A1": 1, "A2": 1}, "?b": {"B1": 1}},
            {"a": Zone("?a", 1), "b": Zone("?b", 1)},
            {"1": Hand(unknown={"?a": 1})},
        )

        assert {"A1": 1, "A2": 1} == two.lawful("a", hands=any_card)
        assert {"B1": 1} == two.lawful("b", hands=any_card)
        assert ("?a", "?b", "?b", "?") == (two.back("A1"), two.back("B1"), two.back("?b"), two.back("C1"))
        assert [] == two.faults()


class TestCouldHold:
    @pytest.mark.parametrize(
        ("hand", "possible"),
        [
            (Hand({"SP": 1}), True),
            (Hand({"WI": 1}), False),
            (Hand(unknown={"?": 1}), True),
            (Hand(), False),
        ],
    )
    def test_a_hand_may_hold_what_is_known_or_unseen(self, hand: Hand, possible: bool) -> None:
        assert possible == cards({"SP": 1}, 1, s1=hand).could_hold(1, "SP")

    def test_a_face_of_which_none_is_unseen_is_in_no_unknown_card(self) -> None:
        assert not cards({"SP": 0, "WI": 2}, 1, s1=Hand(unknown={"?": 1})).could_hold(1, "SP")

    def test_an_unheard_of_face_is_in_no_hand(self) -> None:
        assert not cards({"WI": 2}, 1, s1=Hand(unknown={"?": 1})).could_hold(1, "XX")


class TestFaults:
    def test_sound_cards_have_none(self) -> None:
        assert [] == cards({"SP": 2}, 1, s1=Hand({"WI": 1}, {"WI": 1}, {"?": 1})).faults()

    @pytest.mark.parametrize(
        ("faulty", "said"),
        [
            (cards({"SP": -1, "WI": 1}, 0), "SP unseen -1 times"),
            (cards({"SP": -1}, -1), "zone pile holds -1 cards"),
            (cards({"SP": 1}, 1, s1=Hand({"WI": -1})), "hand 1 holds WI -1 times"),
            (cards({"SP": 0}, 1, s1=Hand(unknown={"?": -1})), "hand 1 holds ? -1 times"),
            (cards({"SP": 1}, 1, s1=Hand({"WI": 1}, {"WI": 2})), "hand 1 shows more WI than it holds"),
            (cards({"SP": 2}, 1), "?: 2 cards unseen, 1 in places"),
        ],
    )
    def test_each_fault_is_named(self, faulty: Cards, said: str) -> None:
        assert any(said in fault for fault in faulty.faults())


def test_a_hand_counts_known_and_unknown_cards() -> None:
    assert 6 == Hand({"SP": 2, "WI": 1}, {"SP": 1}, {"?": 3}).size


VIEWERS = ("1", "2", "scribe", "nobody")
BACKS = {"?a": {"A1": 3, "A2": 2, "A3": 1}, "?b": {"B1": 2, "B2": 2}}
PILES = {"a": "?a", "b": "?b"}


class Table(RuleBasedStateMachine):
    """Two real decks and two real hands, and what each viewer believes: seats see their own cards, a scribe some."""

    @initialize(seed=st.integers(0, 10_000))
    def lay_out(self, seed: int) -> None:
        self.rng = Random(seed)
        self.piles = {pile: [f for f, n in BACKS[back].items() for _ in range(n)] for pile, back in PILES.items()}
        for pile in self.piles.values():
            self.rng.shuffle(pile)
        self.box: list[Card] = []
        self.hands: dict[Seat, list[Card]] = {1: [], 2: []}
        self.open: list[Card] = []
        zones = {pile: Zone(back, len(self.piles[pile])) for pile, back in PILES.items()}
        laid = Cards(
            {b: dict(f) for b, f in BACKS.items()}, {**zones, "box": Zone("?a", 0)}, {"1": Hand(), "2": Hand()}
        )
        self.beliefs = dict.fromkeys(VIEWERS, laid)

    def each(self, verb: str, *values: Any) -> None:
        self.beliefs = {viewer: getattr(held, verb)(*values) for viewer, held in self.beliefs.items()}

    @rule(pile=st.sampled_from(["a", "b"]), seat=st.sampled_from([1, 2]), scribe_sees=st.booleans())
    def draw(self, pile: str, seat: Seat, scribe_sees: bool) -> None:
        if not self.piles[pile]:
            return
        card = self.piles[pile].pop()
        self.hands[seat].append(card)
        for viewer, held in self.beliefs.items():
            sees = viewer == str(seat) or (viewer == "scribe" and scribe_sees)
            assert card in held.lawful(pile, hands=any_card)
            self.beliefs[viewer] = held.draw(pile, card if sees else PILES[pile], seat)

    @rule(pile=st.sampled_from(["a", "b"]))
    def turn_up(self, pile: str) -> None:
        if self.piles[pile]:
            card = self.piles[pile].pop()
            assert all(card in held.lawful(pile, hands=any_card) for held in self.beliefs.values())
            self.open.append(card)
            self.each("take", pile, card)

    @rule(seat=st.sampled_from([1, 2]), at=st.integers(0, 20))
    def play(self, seat: Seat, at: int) -> None:
        if self.hands[seat]:
            card = self.hands[seat].pop(at % len(self.hands[seat]))
            assert all(held.could_hold(seat, card) for held in self.beliefs.values())
            self.open.append(card)
            self.each("play", seat, card)

    @rule(seat=st.sampled_from([1, 2]), n=st.integers(1, 3))
    def show(self, seat: Seat, n: int) -> None:
        shown = self.rng.sample(self.hands[seat], min(n, len(self.hands[seat])))
        self.each("show", seat, tuple(shown))

    @rule(n=st.integers(0, 2))
    def set_aside(self, n: int) -> None:
        n = min(n, len(self.piles["a"]))
        self.box += [self.piles["a"].pop() for _ in range(n)]
        self.each("shift", "a", "box", n)

    @precondition(lambda self: self.open)
    @rule()
    def reshuffle(self) -> None:
        for pile, back in PILES.items():
            faces = [card for card in self.open if card in BACKS[back]]
            self.piles[pile] += faces
            self.rng.shuffle(self.piles[pile])
            self.each("shuffle_in", pile, tuple(faces))
        self.open = []

    @invariant()
    def beliefs_are_sound(self) -> None:
        for held in getattr(self, "beliefs", {}).values():
            assert [] == held.faults()

    @invariant()
    def beliefs_are_true(self) -> None:
        for held in getattr(self, "beliefs", {}).values():
            assert {**{p: len(c) for p, c in self.piles.items()}, "box": len(self.box)} == {
                name: zone.count for name, zone in held.zones.items()
            }
            hidden = [*self.box, *(card for pile in self.piles.values() for card in pile)]
            for seat, truth in self.hands.items():
                hand, real = held.hand(seat), count(truth)
                assert len(truth) == hand.size
                assert all(n <= real.get(face, 0) for face, n in hand.known.items())
                unknown = count(truth)
                for face, n in hand.known.items():
                    unknown = plus(unknown, face, -n)
                by_back = count(held.back(face) for face, n in unknown.items() for _ in range(n))
                assert by_back == {back: n for back, n in hand.unknown.items() if n}
                hidden += [face for face, n in unknown.items() for _ in range(n)]
            unseen = {face: n for faces in held.unseen.values() for face, n in faces.items() if n}
            assert count(hidden) == unseen

    @invariant()
    def seats_know_their_hands(self) -> None:
        for seat in (1, 2):
            if hasattr(self, "beliefs"):
                assert count(self.hands[seat]) == self.beliefs[str(seat)].hand(seat).known

    @invariant()
    def others_know_what_was_shown(self) -> None:
        if hasattr(self, "beliefs"):
            public = self.beliefs["nobody"]
            for seat in (1, 2):
                assert all(public.hand(seat).shown == held.hand(seat).shown for held in self.beliefs.values())
                assert public.hand(seat).known == public.hand(seat).shown


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=150, stateful_step_count=30, deadline=None)
