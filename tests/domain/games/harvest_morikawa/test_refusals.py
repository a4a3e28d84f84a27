"""Every code a command can be refused with is reached, and stands in the documentation."""

import pytest

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.commands import (
    ChooseFirst,
    DrawUp,
    NoteHarvestOverlooked,
    Pass,
    RecordSalad,
    RevealHands,
)
from domain.games.harvest_morikawa.opening import check_opening
from domain.games.harvest_morikawa.precedents import RULINGS
from domain.games.harvest_morikawa.rulings import REFUSALS
from domain.kernel.lifecycle import StartGame
from domain.kernel.rejection import KERNEL_REFUSALS
from domain.kernel.values import Command
from tests.domain.games.harvest_morikawa.tables import ANY, NO_LINE, dealt, opened, place, position
from tests.domain.games.harvest_morikawa.test_setup import test_openings_that_are_refused as of_openings
from tests.domain.harness import Given

ALONE = position("2,1 T+10", seats=1, hands={1: "C+10"})
CHOOSING = dealt(3, ANY[3])

REACHED: list[tuple[str, Given, Command]] = [
    ("already_started", CHOOSING, StartGame()),
    ("start_already_chosen", position(), ChooseFirst(1)),
    ("first_drawn_by_lot", CHOOSING, ChooseFirst(1, "random")),
    ("solo_robot_starts", ALONE, ChooseFirst(1)),
    ("unknown_seat", CHOOSING, ChooseFirst(4)),
    ("game_not_started", opened(), ChooseFirst(1)),
    ("game_not_running", CHOOSING, Pass(1)),
    ("not_your_turn", position(), Pass(2)),
    ("card_not_in_hand", position(hands={1: "T+10"}), place(1, "K+10 0,0")),
    ("face_exhausted", position(hands={1: "?", 2: "HV"}, mode="observed"), place(1, "HV 0,0")),
    ("hand_empty", position(mode="observed"), place(1, "K+10 0,0")),
    ("no_such_square", position(hands={1: "T+10"}), place(1, "T+10 7,7")),
    ("square_occupied", position(NO_LINE, hands={1: "T+10"}), place(1, "T+10 0,0")),
    ("own_field_empty", position(hands={1: "T+10"}), place(1, "T+10 0,2")),
    ("target_field_empty", position("0,0 T+10", hands={1: "T+10"}), place(1, "T+10 0,2")),
    ("declaration_required", position(NO_LINE, hands={1: "TN"}), place(1, "TN 0,1")),
    ("declaration_unknown", position(NO_LINE, hands={1: "TN"}), place(1, "TN 0,1 beet")),
    ("declaration_not_allowed", position(NO_LINE, hands={1: "T+10"}), place(1, "T+10 0,1 tomato")),
    ("special_must_trigger", position(NO_LINE, hands={1: "TN"}), place(1, "TN 0,1 tomato")),
    ("solo_no_pass", ALONE, Pass(1)),
    ("draw_debt_outstanding", position(auto_draw=False), Pass(1)),
    ("play_available", position(hands={1: "T+10 T+10 T+20 K+10"}), Pass(1)),
    ("pass_impossible", position(hands={1: "? ? ? T+10"}, mode="observed"), Pass(1)),
    ("draw_is_automatic", position(), DrawUp(1)),
    ("hand_full", position(hands={1: "T+10 T+10 T+20 K+10"}, auto_draw=False), DrawUp(1)),
    ("deck_empty", position(deck="", auto_draw=False), DrawUp(1)),
    ("game_not_ended", position(), RevealHands()),
    ("no_salad_due", position(), RecordSalad(1)),
    ("not_a_contestant", position().changed(phase="tied_pending_salad", salad=(1, 2)), RecordSalad(3)),
    ("dealt_harvests_itself", position(), NoteHarvestOverlooked(())),
    ("not_a_harvest_just_made", position(mode="observed"), NoteHarvestOverlooked(((0, 0),))),
]


@pytest.mark.parametrize(("code", "table", "command"), REACHED, ids=[case[0] for case in REACHED])
def test_a_code_is_reached_and_nothing_changes(code: str, table: Given, command: Command) -> None:
    table.when(command).refused(code)


def test_every_code_is_reached() -> None:
    (openings,) = (mark.args[1] for mark in of_openings.pytestmark)
    reached = {code for code, _, _ in REACHED} | {code for _, _, code in openings} | {"duplicate_player"}

    assert set(REFUSALS) <= reached
    assert reached <= set(REFUSALS) | set(KERNEL_REFUSALS)


def test_rulings_are_numbered_in_order() -> None:
    assert [f"M{n}" for n in range(1, 42)] == [ruling.id for ruling in RULINGS]


def test_the_set_up_is_checked_by_the_ruleset() -> None:
    assert check_opening is RULESET.check_opening
