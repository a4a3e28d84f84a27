"""Golden games: each replays to the same text, and together they show every end for every number of seats."""

import re
from pathlib import Path

import msgspec
import pytest

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.meta import META
from domain.kernel.score import Outcome
from tests.domain.games.harvest_morikawa.golden_games import GAMES
from tests.domain.golden import Setting, replay

FOLDER = Path(__file__).parents[3] / "golden" / "harvest-morikawa"


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

    assert set(GAMES) == set(files)
    assert sum(files.values()) < 400_000


def test_every_end_is_shown_for_every_number_of_seats() -> None:
    ends = {(outcome(name).reason, setting(name).seats) for name in GAMES}
    several = [(reason, seats) for reason in ("hands_and_deck_empty", "all_passed") for seats in range(2, 7)]
    alone = [(reason, 1) for reason in META.end_reasons if reason.startswith("solo")]
    stopped = [("abandoned", seats) for seats in range(1, 7)] + [("conceded", 1), ("conceded", 2)]

    assert set() == {*several, *alone, *stopped} - ends
    assert {reason for reason, _ in (*several, *alone, *stopped)} == META.end_reasons.keys()


def test_both_ways_out_of_the_last_tie_are_shown() -> None:
    assert ("win", "salad") == (outcome("salad").kind, outcome("salad").decided_by)
    assert ("shared_win", "shared") == (outcome("shared").kind, outcome("shared").decided_by)


def test_the_game_in_detail_shows_both_special_cards() -> None:
    assert re.search(r"^    tornado_resolved ", text("in_detail"), re.MULTILINE)
    assert '"by":"harvest_card"' in text("in_detail")


def test_a_changed_game_is_noticed() -> None:
    whole = text("in_detail")
    for right, wrong in (("place 1", "place 3"), ("legal 2,2", "legal 2,3"), ("totals 0,0", "totals 0,10")):
        assert right in whole
        assert whole.replace(right, wrong) != replay(RULESET, whole)
