"""Golden games: each replays to the same text, and together they show every end for every number of seats."""

import re
from pathlib import Path

import msgspec
import pytest

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.meta import META
from domain.kernel.score import Outcome
from tests.domain.games.harvest_island.golden_games import GAMES, OPTIONS, TABLES
from tests.domain.golden import Setting, commands_of, replay

FOLDER = Path(__file__).parents[3] / "golden" / "harvest-island"
ONLY_FOR_TWO = {"conceded"}
"""With more than two seats nobody can concede for the others."""


def text(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def setting(name: str) -> Setting:
    return msgspec.json.decode(text(name).splitlines()[1].removeprefix("game "), type=Setting)


def outcome(name: str) -> Outcome:
    (line,) = re.findall(r"^result (.*)$", text(name), re.MULTILINE)
    return msgspec.json.decode(line, type=Outcome)


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_to_its_text(name: str) -> None:
    assert text(name).splitlines() == replay(RULESET, text(name)).splitlines()


def test_the_folder_holds_these_files_and_stays_small() -> None:
    files = {path.stem: path.stat().st_size for path in FOLDER.iterdir()}

    assert set(GAMES) | set(TABLES) == set(files)
    assert sum(files.values()) < 800_000


def test_every_end_is_shown_for_every_number_of_seats() -> None:
    ends = {(outcome(name).reason, setting(name).seats) for name in GAMES}
    wanted = {
        (reason, seats) for reason in META.end_reasons for seats in OPTIONS if seats == 2 or reason not in ONLY_FOR_TWO
    }

    assert set() == wanted - ends
    assert set(OPTIONS) == set(range(META.min_seats, META.max_seats + 1))


def test_winter_is_emptied_on_every_seat() -> None:
    shown = {name for name in GAMES if re.fullmatch(r"winter_\d_seat_\d", name)}

    assert {f"winter_{seats}_seat_{seat}" for seats in OPTIONS for seat in range(1, seats + 1)} == shown
    assert {"winter_exhausted"} == {outcome(name).reason for name in shown}


def test_a_table_is_recorded_with_backs() -> None:
    given = [outcome for _, _, outcomes in commands_of(RULESET, text("watched")) for outcome in outcomes]

    assert {"?", "?Sp", "?Su", "?Au", "?Wi", "sun", "rain"} <= set(given)


def test_a_changed_game_is_noticed() -> None:
    whole = text("first_turns")
    version, drawn = re.findall(r"^(\d+) draw seat=\d source=season <- (\S+)$", whole, re.MULTILINE)[0]
    other = "Ma-Sp-5" if drawn != "Ma-Sp-5" else "Ma-Sp-4"

    changed = whole.replace(f"source=season <- {drawn}", f"source=season <- {other}", 1)

    assert int(version) > 3
    assert changed != replay(RULESET, changed)
