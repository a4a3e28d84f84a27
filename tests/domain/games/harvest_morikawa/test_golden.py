"""What the golden games show: every end for every number of seats, and more."""

import re

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.meta import META
from tests.domain.golden import replay
from tests.domain.golden_files import GOLDEN

FILES = GOLDEN["harvest-morikawa"]


def test_every_end_is_shown_for_every_number_of_seats() -> None:
    ends = FILES.ends()
    several = [(reason, seats) for reason in ("hands_and_deck_empty", "all_passed") for seats in range(2, 7)]
    alone = [(reason, 1) for reason in META.end_reasons if reason.startswith("solo")]
    stopped = [("abandoned", seats) for seats in range(1, 7)] + [("conceded", 1), ("conceded", 2)]

    assert set() == {*several, *alone, *stopped} - ends
    assert {reason for reason, _ in (*several, *alone, *stopped)} == META.end_reasons.keys()


def test_both_ways_out_of_the_last_tie_are_shown() -> None:
    assert ("win", "salad") == (FILES.outcome("salad").kind, FILES.outcome("salad").decided_by)
    assert ("shared_win", "shared") == (FILES.outcome("shared").kind, FILES.outcome("shared").decided_by)


def test_the_game_in_detail_shows_both_special_cards() -> None:
    assert re.search(r"^    tornado_resolved ", FILES.text("in_detail"), re.MULTILINE)
    assert '"by":"harvest_card"' in FILES.text("in_detail")


def test_a_changed_game_is_noticed() -> None:
    whole = FILES.text("in_detail")
    for right, wrong in (("place 1", "place 3"), ("legal 2,2", "legal 2,3"), ("totals 0,0", "totals 0,10")):
        assert right in whole
        assert whole.replace(right, wrong) != replay(RULESET, whole)
