"""What the golden games show: every end for every number of seats, and more."""

from typing import Any

import pytest

from domain.games.harvest_chambers import RULESET
from domain.games.harvest_chambers.meta import META
from tests.domain.games.harvest_chambers.golden_games import GAMES, PRINTED, PROFILES
from tests.domain.golden import commands_of, replay
from tests.domain.golden_files import GOLDEN

FILES = GOLDEN["harvest-chambers"]


def test_every_end_is_shown_for_every_number_of_seats() -> None:
    ends = FILES.ends()

    assert {("five_rounds", n) for n in (2, 3, 4)} <= ends
    assert {("abandoned", n) for n in (2, 3, 4)} <= ends
    assert ("conceded", 2) in ends
    assert set(META.end_reasons) == {reason for reason, _ in ends}


def test_every_profile_of_the_town_is_shown_for_every_number_of_seats() -> None:
    shown = {
        (FILES.setting(name).options.get("town_slots"), FILES.setting(name).seats) for name in GAMES if "rounds" in name
    }

    assert {(profile, n) for profile in PROFILES for n in (2, 3, 4)} == shown


@pytest.mark.parametrize("card", PRINTED)
def test_every_printed_building_is_built(card: str) -> None:
    name = f"built_{PRINTED[card]}"
    built: list[Any] = [each.card for _, each, _ in commands_of(RULESET, FILES.text(name)) if hasattr(each, "card")]

    assert card in built
    assert f" building.{card} " in FILES.text(name)


def test_a_changed_game_is_noticed() -> None:
    whole = FILES.text("conceded_2")
    changed = whole.replace("place_farmer seat=1", "place_farmer seat=2", 1)

    assert changed != whole
    with pytest.raises(Exception, match="not_your_turn"):
        replay(RULESET, changed)
