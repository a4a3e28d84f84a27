"""The recorder: what may come of each pick, and what is still pending."""

from dataclasses import replace as with_fields
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.cards import Cards, Hand, Zone
from domain.kernel.chance import Outcome, OutcomeNeeded, OutcomeRefused, Request, Scribed
from domain.kernel.table import Table
from tests.domain.kernel.toy import RULESET, Drawn, Played, Rolled, Shown, State, TurnedUp, header, initial


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

    @property
    def lawful(self) -> list[dict[Outcome, int]]:
        return [dict(zip(request.lawful, request.ways, strict=True)) for request in self.asked]


def table(*outcomes: Outcome, state: State | None = None, ruleset: Any = RULESET) -> tuple[Table[State], Listening]:
    source = Listening(*outcomes)
    return Table(ruleset, header(), initial(header()) if state is None else state, source), source


def with_hand(hand: Hand, unseen: dict[str, int], pile: int) -> State:
    held = Cards({"?fruit": unseen}, {"pile": Zone("?fruit", pile)}, {"1": hand, "2": Hand()})
    return replace(initial(header()), cards=held)


class TestRecording:
    def test_an_event_is_evolved_at_once(self) -> None:
        recorder, _ = table()

        recorder.record(Rolled(4))

        assert ((4,), [Rolled(4)]) == (recorder.state.rolled, recorder.events)

    def test_the_end_is_noted(self) -> None:
        recorder, _ = table()
        assert recorder.end_reason is None

        recorder.end("stopped")

        assert "stopped" == recorder.end_reason


class TestDrawing:
    def test_picks_not_yet_recorded_are_not_drawn_again(self) -> None:
        recorder, source = table("apple", "apple", "pear")

        assert ("apple", "apple", "pear") == recorder.draw("pile", 3)
        assert [
            {"apple": 3, "pear": 2, "storm": 2},
            {"apple": 2, "pear": 2, "storm": 2},
            {"apple": 1, "pear": 2, "storm": 2},
        ] == source.lawful

    def test_recorded_picks_are_no_longer_pending(self) -> None:
        recorder, source = table("apple", "apple", "pear")
        recorder.record(TurnedUp(recorder.draw("pile", 2)))

        recorder.draw("pile")

        assert {"apple": 1, "pear": 2, "storm": 2} == source.lawful[-1]

    def test_picks_may_be_recorded_one_after_the_other(self) -> None:
        recorder, source = table("apple", "pear", "pear", "apple")
        first, second = recorder.draw("pile", 2)
        recorder.record(TurnedUp((first,)))
        recorder.draw("pile")
        assert {"apple": 2, "pear": 1, "storm": 2} == source.lawful[-1]
        recorder.record(TurnedUp((second,)))

        recorder.draw("pile")

        assert {"apple": 2, "storm": 2} == source.lawful[-1]

    def test_an_event_that_moves_no_card_settles_nothing(self) -> None:
        recorder, source = table("apple", "pear")
        recorder.draw("pile")
        recorder.record(Rolled(1))

        recorder.draw("pile")

        assert {"apple": 2, "pear": 2, "storm": 2} == source.lawful[-1]

    def test_picks_of_other_zones_stay_pending(self) -> None:
        recorder, source = table("apple", "gold", "lead", "pear")
        (apple,), (gold,) = recorder.draw("pile"), recorder.draw("purse")
        recorder.record(TurnedUp((apple,)))
        recorder.draw("purse")
        assert {"lead": 1} == source.lawful[-1]
        recorder.record(TurnedUp((gold,), "purse"))

        recorder.draw("pile")

        assert {"apple": 2, "pear": 2, "storm": 2} == source.lawful[-1]

    def test_only_some_faces_can_be_asked_for(self) -> None:
        recorder, source = table("pear")

        recorder.draw("pile", only=lambda face: face == "pear")

        assert [{"pear": 2}] == source.lawful

    def test_every_outcome_is_kept(self) -> None:
        recorder, _ = table("apple", "?", 3)

        recorder.draw("pile")
        recorder.draw("pile", to=1, only=lambda face: face != "storm")
        recorder.roll(6)

        assert ["apple", "?", 3] == recorder.outcomes


class TestUnknownCards:
    def test_a_card_to_a_hand_may_be_unknown_where_all_show_the_same_back(self) -> None:
        recorder, source = table("?")

        assert ("?coin",) == recorder.draw("purse", to=1)
        assert source.asked[0].unknown

    def test_weather_among_fruit_must_be_told(self) -> None:
        recorder, source = table("apple", "?")

        recorder.draw("pile", to=1)
        assert not source.asked[0].unknown
        with pytest.raises(OutcomeRefused):
            recorder.draw("pile", to=1)

    def test_fruit_alone_may_be_unknown(self) -> None:
        recorder, source = table("?")

        assert ("?fruit",) == recorder.draw("pile", to=1, only=lambda face: face != "storm")
        assert (1, True) == (source.asked[0].seat, source.asked[0].unknown)

    def test_a_card_turned_up_must_be_told(self) -> None:
        recorder, source = table("gold", "lead")

        recorder.draw("purse")
        recorder.draw("purse", to=1, openly=True)

        assert [False, False] == [request.unknown for request in source.asked]

    def test_unknown_picks_not_yet_recorded_hide_their_fruit(self) -> None:
        recorder, source = table("?", "?", "storm", state=with_hand(Hand(), {"apple": 2, "storm": 1}, 3))
        fruit = recorder.draw("pile", 2, to=1, only=lambda face: face != "storm")

        recorder.draw("pile")

        assert {"storm": 1} == source.lawful[-1]
        recorder.record(Drawn(1, fruit))
        assert [] == recorder.state.cards.faults()

    def test_unknown_cards_recorded_keep_the_cards_sound(self) -> None:
        recorder, _ = table("?", "?")

        recorder.record(Drawn(1, recorder.draw("purse", 2, to=1), "purse"))

        assert {"?coin": 2} == recorder.state.cards.hand(1).unknown
        assert [] == recorder.state.cards.faults()


class TestRolling:
    def test_a_roll_is_one_of_the_sides(self) -> None:
        recorder, source = table(6)

        assert 6 == recorder.roll(6, "the harvest die")
        assert Request("roll", "the harvest die", None, (1, 2, 3, 4, 5, 6), (1,) * 6, unknown=False) == source.asked[0]

    def test_a_lot_falls_on_a_candidate(self) -> None:
        recorder, source = table(3)

        assert 3 == recorder.lot("the first seat", [3, 1])
        assert ("lot", "the first seat", (1, 3), (1, 1)) == (
            source.asked[0].kind,
            source.asked[0].zone,
            source.asked[0].lawful,
            source.asked[0].ways,
        )

    def test_a_lot_falls_on_nothing_else(self) -> None:
        recorder, _ = table(2)

        with pytest.raises(OutcomeRefused):
            recorder.lot("the first seat", [3, 1])


class TestRevealing:
    def test_known_cards_are_not_asked_for(self) -> None:
        state = with_hand(Hand({"apple": 2, "pear": 1}), {"apple": 1, "pear": 1, "storm": 2}, 4)
        recorder, source = table(state=state)

        assert ("apple", "apple", "pear") == recorder.reveal(1, 3)
        assert ("apple",) == recorder.reveal(1, 1)
        assert [] == source.asked

    def test_unknown_cards_are_asked_for_among_what_a_hand_may_hold(self) -> None:
        state = with_hand(Hand({"apple": 1}, {}, {"?fruit": 2}), {"apple": 1, "pear": 2, "storm": 2}, 3)
        recorder, source = table("apple", "pear", state=state)

        assert ("apple", "apple", "pear") == recorder.reveal(1, 3)
        assert [{"apple": 1, "pear": 2}, {"pear": 2}] == source.lawful
        assert ("reveal", 1, False) == (source.asked[0].kind, source.asked[0].seat, source.asked[0].unknown)
        recorder.record(Shown(1, ("apple", "apple", "pear")))
        assert [] == recorder.state.cards.faults()

    def test_revealing_changes_nothing_by_itself(self) -> None:
        state = with_hand(Hand(unknown={"?fruit": 1}), {"apple": 1, "pear": 1}, 1)
        recorder, _ = table("pear", state=state)

        recorder.reveal(1, 1)

        assert state == recorder.state
        assert [] == recorder.events

    def test_a_card_shown_before_need_not_be_told_again(self) -> None:
        state = with_hand(Hand(unknown={"?fruit": 2}), {"apple": 2, "pear": 1}, 1)
        recorder, source = table("apple", "pear", state=state)
        recorder.record(Shown(1, recorder.reveal(1, 1)))

        assert ("apple", "pear") == recorder.reveal(1, 2)
        assert 2 == len(source.asked)


def test_a_missing_outcome_leaves_nothing_behind() -> None:
    recorder, _ = table("apple")

    with pytest.raises(OutcomeNeeded) as needed:
        recorder.draw("pile", 2)

    assert 1 == needed.value.index
    assert [] == recorder.events


def test_a_card_played_from_the_hand_settles_no_pick() -> None:
    state = with_hand(Hand({"pear": 1}), {"apple": 3}, 3)
    recorder, source = table("apple", "apple", state=state)
    recorder.draw("pile")
    recorder.record(Played(1, "pear"))

    recorder.draw("pile")

    assert {"apple": 2} == source.lawful[-1]


def test_hands_that_may_hold_everything_hide_everything() -> None:
    everything = with_fields(RULESET, hand_may_hold=lambda _: True)
    state = with_hand(Hand(unknown={"?fruit": 2}), {"apple": 1, "storm": 2}, 1)
    recorder, source = table("storm", state=state, ruleset=everything)

    recorder.draw("pile")

    assert [{"apple": 1, "storm": 2}] == source.lawful


def test_what_uncertain_data_does_not_list_can_be_told_but_never_comes_by_itself() -> None:
    uncertain = with_fields(RULESET, beyond=lambda _, __: ("plum",))
    recorder, source = table("plum", ruleset=uncertain)

    assert ("plum",) == recorder.draw("pile")
    assert [{"apple": 3, "pear": 2, "plum": 0, "storm": 2}] == source.lawful

    state = with_hand(Hand({}, {}, {"?fruit": 1}), {"apple": 1, "storm": 2}, 2)
    recorder, source = table("plum", state=state, ruleset=uncertain)
    assert ("plum",) == recorder.reveal(1, 1)
    assert [{"apple": 1, "plum": 0}] == source.lawful
