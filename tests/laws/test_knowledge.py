"""Laws 4 and 6: components are conserved, and all who read a game agree on what is public and on what can be true."""

from typing import Any

import msgspec
from hypothesis.strategies import DataObject

from domain.kernel.cards import Cards, count
from domain.kernel.ruleset import Ruleset
from domain.kernel.sealed import SPECTATOR
from domain.kernel.values import Json
from tests.laws.law import law
from tests.laws.player import plans, play_plan


def public(state: Any) -> Json:
    """Return a state without what is known of cards: of these only how many there are, and which have been shown."""
    cards: Cards = state.cards
    plain = msgspec.to_builtins(state)
    hands = {seat: {"size": hand.size, "shown": hand.shown} for seat, hand in cards.hands.items()}
    return {**plain, "cards": {"zones": plain["cards"]["zones"], "hands": hands}}


def not_learned(full: Cards, view: Cards) -> dict[str, int]:
    """Count by kind the cards in hands that the fullest reading knows and this one does not; negative: knows more."""
    known = [full.kind(face) for hand in full.hands.values() for face, n in hand.known.items() for _ in range(n)]
    missing = count(known)
    for hand in view.hands.values():
        for face, n in hand.known.items():
            missing[full.kind(face)] = missing.get(full.kind(face), 0) - n
    return missing


@law(20)
def test_components_are_conserved_in_every_fold(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset)))

    for viewer in ("everything", *recorded.viewers):
        for game in recorded.folds(viewer)[1:]:
            assert [] == game.state.cards.faults()
            assert [] == ruleset.components(game.state)


@law(20)
def test_every_fold_agrees_on_what_is_public(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset)))
    full = recorded.folds()[1:]
    expected = [public(game.state) for game in full]

    for viewer in recorded.viewers:
        folds = recorded.folds(viewer)[1:]
        assert expected == [public(game.state) for game in folds]
        assert [game.status for game in full] == [game.status for game in folds]
        assert [ruleset.lines(game.state) for game in full] == [ruleset.lines(game.state) for game in folds]
        assert [game.ended for game in full] == [game.ended for game in folds]


@law(20)
def test_what_a_viewer_believes_can_be_true(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset)))
    full = recorded.folds()[1:]

    for viewer in recorded.viewers:
        for everything, game in zip(full, recorded.folds(viewer)[1:], strict=True):
            truth, belief = everything.state.cards, game.state.cards
            missing = not_learned(truth, belief)
            assert all(
                n == truth.unseen[back][face] + missing.get(face, 0)
                for back, faces in belief.unseen.items()
                for face, n in faces.items()
            )
            for seat, hand in belief.hands.items():
                known = truth.hands[seat].known
                assert all(n <= known.get(face, 0) for face, n in hand.known.items())


@law(20)
def test_each_viewer_knows_what_it_may(ruleset: Ruleset[Any], data: DataObject) -> None:
    recorded = play_plan(ruleset, data.draw(plans(ruleset)))
    full = recorded.folds()[1:]

    for game in recorded.folds(SPECTATOR)[1:]:
        assert all(hand.known == hand.shown for hand in game.state.cards.hands.values())
    for seat in recorded.seats:
        for everything, game in zip(full, recorded.folds(f"seat:{seat}")[1:], strict=True):
            truth, belief = everything.state.cards, game.state.cards
            assert truth.hand(seat) == belief.hand(seat)
            others = [hand for other, hand in belief.hands.items() if other != str(seat)]
            assert all(hand.known == hand.shown for hand in others)
    for viewer in ("scribe", "arbiter"):
        games = recorded.folds(viewer)[1:]
        assert [each.state for each in full] == [each.state for each in games]
