"""What the golden games show: every end for every number of seats, and more."""

import re

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.meta import META
from tests.domain.games.harvest_island.golden_games import GAMES, OPTIONS
from tests.domain.golden import commands_of, replay
from tests.domain.golden_files import GOLDEN

FILES = GOLDEN["harvest-island"]
ONLY_FOR_TWO = {"conceded"}
"""With more than two seats nobody can concede for the others."""


def test_every_end_is_shown_for_every_number_of_seats() -> None:
    ends = FILES.ends()
    wanted = {
        (reason, seats) for reason in META.end_reasons for seats in OPTIONS if seats == 2 or reason not in ONLY_FOR_TWO
    }

    assert set() == wanted - ends
    assert set(OPTIONS) == set(range(META.min_seats, META.max_seats + 1))


def test_winter_is_emptied_on_every_seat() -> None:
    shown = {name for name in GAMES if re.fullmatch(r"winter_\d_seat_\d", name)}

    assert {f"winter_{seats}_seat_{seat}" for seats in OPTIONS for seat in range(1, seats + 1)} == shown
    assert {"winter_exhausted"} == {FILES.outcome(name).reason for name in shown}


def test_a_table_is_recorded_with_backs() -> None:
    given = [outcome for _, _, outcomes in commands_of(RULESET, FILES.text("watched")) for outcome in outcomes]

    assert {"?", "?Sp", "?Su", "?Au", "?Wi", "sun", "rain"} <= set(given)


def test_a_changed_game_is_noticed() -> None:
    whole = FILES.text("first_turns")
    version, drawn = re.findall(r"^(\d+) draw seat=\d source=season <- (\S+)$", whole, re.MULTILINE)[0]
    other = "Ma-Sp-5" if drawn != "Ma-Sp-5" else "Ma-Sp-4"

    changed = whole.replace(f"source=season <- {drawn}", f"source=season <- {other}", 1)

    assert int(version) > 3
    assert changed != replay(RULESET, changed)
