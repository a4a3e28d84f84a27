"""What an audit looks at beside the sheet: components, and passes that hands belie."""

from typing import Any

import pytest

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.events import CardPlaced, HandReplenished, HandRevealed, PlayerPassed
from domain.kernel.values import Event
from tests.domain.games.harvest_morikawa.tables import position

WHOLE = position("0,0 T+10", hands={1: "HV ? ?", 2: "K+40"}, harvest={3: "C-20 C+40"}, mode="observed")


def test_a_whole_deck_has_no_fault() -> None:
    assert [] == RULESET.components(WHOLE.state)


@pytest.mark.parametrize(
    ("discard", "fault"),
    [
        ("HV", "2 cards of HV, 1 in the deck"),
        ("T+40", "2 cards of T+40, 1 in the deck"),
        ("T+20", "19 cards of tomato below 40, 18 in the deck"),
        ("K-20", "18 cards of corn below 40, 17 in the deck"),
        ("XX", "a card that is not in the deck"),
    ],
)
def test_a_card_too_many_is_named(discard: str, fault: str) -> None:
    assert [fault] == RULESET.components(WHOLE.changed(discard=(discard,)).state)


def test_a_card_that_cannot_be_is_a_fault_of_the_log() -> None:
    damaged = position("0,0 T+40", hands={1: "? ?"}, mode="observed").after(placed(1, "T+40"))

    assert ["?: T+40 unseen -1 times"] == RULESET.components(damaged.state)


def passed(seat: int, size: int) -> Event:
    return PlayerPassed(9, seat, "no_legal_placement", "only_specials", size, 1)


def placed(seat: int, card: str) -> Event:
    return CardPlaced(10, seat, card, (0, 1), "a", 1, None, 0, surplus=False)


def drew(seat: int) -> Event:
    return HandReplenished(seat, 1, ("?",), 9, late=False)


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ([passed(1, 1)], [("pass_unverified", (1,))]),
        ([passed(1, 1), placed(1, "TN")], []),
        ([passed(1, 1), placed(1, "K+10")], [("pass_contradicted", (1, 2))]),
        ([passed(1, 1), placed(2, "K+10")], [("pass_unverified", (1,))]),
        ([passed(1, 1), drew(1), placed(1, "K+10")], [("pass_unverified", (1,))]),
        ([passed(1, 1), drew(2), placed(1, "K+10")], [("pass_contradicted", (1, 3))]),
        ([passed(1, 1), drew(1), placed(1, "K+10"), placed(1, "K-10")], [("pass_contradicted", (1, 4))]),
        ([passed(1, 2), HandRevealed(1, ("HV", "TN"))], []),
        ([passed(1, 2), HandRevealed(1, ("HV", "?"))], [("pass_unverified", (1,))]),
        (
            [passed(1, 1), passed(1, 1), placed(1, "K+10")],
            [("pass_contradicted", (1, 3)), ("pass_contradicted", (2, 3))],
        ),
    ],
)
def test_a_pass_is_held_against_the_cards_seen_since(events: list[Event], found: list[Any]) -> None:
    findings = RULESET.findings(list(enumerate(events, 1)), None)

    assert found == [(each.code, each.versions) for each in findings]
