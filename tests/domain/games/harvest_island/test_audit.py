"""What an audit finds in Harvest Island."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.audit import findings
from domain.games.harvest_island.commands import Draw
from domain.games.harvest_island.events import (
    SeasonDeckExhausted,
    SeasonDecksPrepared,
    WeatherRevealed,
)
from domain.games.harvest_island.state import WeatherArea
from tests.domain.games.harvest_island.tables import begun, decks, drawing, growing, marked, watched

WHOLE = SeasonDecksPrepared({}, {"spring": 0, "summer": 0, "autumn": 6, "winter": 6})


def test_a_deck_that_was_counted_differently() -> None:
    events = drawing(watched()).when(Draw(1, "season", deck_left=7), "?Sp").events

    (finding,) = findings([(12, event) for event in events], None)

    assert ("deck_count_differs", "warn", (12,)) == (finding.code, finding.status, finding.versions)
    assert "counted 7 cards in the spring deck, 21 recorded" in finding.detail


def test_a_whole_deck_without_all_its_weather() -> None:
    log: list[tuple[int, Any]] = [(2, WHOLE)]
    log += [(n, WeatherRevealed(n, 1, "spring", "sun", 20 - n)) for n in (5, 6, 7)]
    log += [(30, SeasonDeckExhausted("spring")), (90, SeasonDeckExhausted("autumn"))]

    (finding,) = findings(log, None)

    assert ("weather_count_short", "fail", (5, 6, 7, 30)) == (finding.code, finding.status, finding.versions)
    assert "after 3 of its 5 weather cards" in finding.detail


def test_a_deck_with_all_its_weather_is_no_finding() -> None:
    log: list[tuple[int, Any]] = [(2, WHOLE)]
    log += [(n, WeatherRevealed(n, 1, "spring", "sun", 20 - n)) for n in range(5)]

    assert [] == findings([*log, (30, SeasonDeckExhausted("spring"))], None)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"supply": ("Ba-Sp-3",)}, "10 of Ma, 11 in the box"),
        ({"discard": ("sun",)}, "13 of sun, 12 in the box"),
        ({"fertilizer_area": 11}, "11 of F, 12 in the box"),
        ({"supply": ("Ba-Sp-3", "Ma-Sp-4") * 3}, "the Supply Area holds 6 cards"),
        ({"storage": ("Ba-Sp-3",) * 6}, "the Storage Area holds 6 cards"),
        ({"weather_area": WeatherArea(4, 0)}, "the Weather Area holds 4 suns and 0 rains"),
        ({"weather_area": WeatherArea(0, -1)}, "the Weather Area holds 0 suns and -1 rains"),
    ],
)
def test_components_that_are_not_conserved(changes: dict[str, Any], fault: str) -> None:
    state = replace(begun().state, **changes)

    assert fault in RULESET.components(state)


def test_a_seed_is_a_card_like_others() -> None:
    assert "12 of Ma, 11 in the box" in RULESET.components(growing(begun(), 1, mountain="Ma-Sp-4").state)


def test_unseen_cards_lie_somewhere() -> None:
    (fault,) = RULESET.components(decks(begun(), spring=21).state)

    assert fault.startswith("?Sp: 22 cards unseen, 21 in places")


def test_fields_hold_no_more_than_they_can() -> None:
    table = growing(begun(), 2, mountain="Ba-Sp-2 | F F F F", hill="Ba-Sp-2 | F F F F F F")

    faults = RULESET.components(table.state)

    assert {"mountain of seat 2 holds too much", "hill of seat 2 holds too much"} <= set(faults)


def test_a_token_has_a_mark() -> None:
    table = marked(begun(), banana=(4, 1)).changed(token_holder=begun().state.token_holder)

    assert ["the harvest token of banana and its animal token do not agree"] == RULESET.components(table.state)
    assert [] == RULESET.components(begun().state)
