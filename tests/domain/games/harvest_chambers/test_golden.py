"""Golden games come out the same, and show what they are said to show."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.harvest_chambers import RULESET
from domain.games.harvest_chambers.meta import META
from domain.kernel.score import Outcome
from tests.domain.games.harvest_chambers.golden_games import GAMES, PRINTED, PROFILES
from tests.domain.golden import Setting, commands_of, replay

FOLDER = Path(__file__).parents[3] / "golden" / "harvest-chambers"


def text(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def setting(name: str) -> Setting:
    return msgspec.json.decode(text(name).splitlines()[1].removeprefix("game "), type=Setting)


def outcome(name: str) -> Outcome:
    (line,) = (line for line in text(name).splitlines() if line.startswith("result "))
    return msgspec.json.decode(line.removeprefix("result "), type=Outcome)


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_to_its_text(name: str) -> None:
    assert text(name).splitlines() == replay(RULESET, text(name)).splitlines()


def test_the_folder_holds_these_files_and_stays_small() -> None:
    files = {path.stem: path.stat().st_size for path in FOLDER.iterdir()}

    assert set(GAMES) == set(files)
    assert sum(files.values()) < 600_000


def test_every_end_is_shown_for_every_number_of_seats() -> None:
    ends = {(outcome(name).reason, setting(name).seats) for name in GAMES}

    assert {("five_rounds", n) for n in (2, 3, 4)} <= ends
    assert {("abandoned", n) for n in (2, 3, 4)} <= ends
    assert ("conceded", 2) in ends
    assert set(META.end_reasons) == {reason for reason, _ in ends}


def test_every_profile_of_the_town_is_shown_for_every_number_of_seats() -> None:
    shown = {(setting(name).options.get("town_slots"), setting(name).seats) for name in GAMES if "rounds" in name}

    assert {(profile, n) for profile in PROFILES for n in (2, 3, 4)} == shown


@pytest.mark.parametrize("card", PRINTED)
def test_every_printed_building_is_built(card: str) -> None:
    name = f"built_{PRINTED[card]}"
    built: list[Any] = [each.card for _, each, _ in commands_of(RULESET, text(name)) if hasattr(each, "card")]

    assert card in built
    assert f" building.{card} " in text(name)


def test_a_changed_game_is_noticed() -> None:
    whole = text("conceded_2")
    changed = whole.replace("place_farmer seat=1", "place_farmer seat=2", 1)

    assert changed != whole
    with pytest.raises(Exception, match="not_your_turn"):
        replay(RULESET, changed)
