"""Openings and the set-up (Game Preparation), and who goes first."""

from typing import Any

import msgspec
import pytest

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.commands import ChooseFirst
from domain.games.harvest_morikawa.events import (
    CardsRemovedUnseen,
    FieldsArranged,
    HandDealt,
    RobotDrew,
    StartSeatChosen,
    TurnBegan,
)
from domain.games.harvest_morikawa.layout import PRESETS, board_by_board, reading_order
from domain.kernel.chance import Outcome as Chance
from domain.kernel.lifecycle import StartGame
from domain.kernel.rejection import Rejected
from domain.kernel.ruleset import Ask
from domain.kernel.values import Mode
from tests.domain.games.harvest_morikawa.tables import ANY, dealt, opened, seated

TWELVE = [list(square) for square in reading_order(PRESETS["v3"])]


@pytest.mark.parametrize(
    ("seats", "options", "code"),
    [
        (0, {}, "player_count_invalid"),
        (7, {}, "player_count_invalid"),
        (4, {"layout": "custom"}, "option_conflict"),
        (4, {"origins": [[0, 0], [0, 2], [2, 0], [2, 2]]}, "option_conflict"),
        (4, {"layout": "grid6"}, "layout_invalid"),
        (3, {"layout": "custom", "origins": [[0, 0], [0, 1], [2, 0]]}, "layout_invalid"),
        (2, {"colours": ["red", "grey"]}, "colour_unknown"),
        (2, {"colours": ["red", "red"]}, "colour_taken"),
        (2, {"colours": ["red"]}, "colours_missing"),
        (3, {"boards": [1, 2, None]}, "assignment_invalid"),
        (3, {"boards": [1, 2, 2]}, "assignment_invalid"),
        (2, {"boards": [1, 2]}, "assignment_invalid"),
        (1, {"boards": [1, 1, None]}, "assignment_invalid"),
        (2, {"boards": [1, 2, None], "neutral_slot": "c"}, "option_conflict"),
        (3, {"neutral_slot": "a"}, "option_conflict"),
        (2, {"solo_deck_out": "immediate"}, "option_conflict"),
        (2, {"robot_order": "board_by_board"}, "option_conflict"),
        (1, {"neutral_slot": "a"}, "option_conflict"),
        (1, {"robot_order": [[0, 0]]}, "option_conflict"),
        (1, {"robot_order": [*TWELVE, [0, 0]]}, "option_conflict"),
        (1, {"robot_order": [*TWELVE[:-1], [9, 9]]}, "option_conflict"),
    ],
)
def test_openings_that_are_refused(seats: int, options: dict[str, Any], code: str) -> None:
    with pytest.raises(Rejected) as refused:
        opened(seats, **options)

    assert code == refused.value.code


def test_each_seat_has_a_player_of_its_own() -> None:
    from domain.games.harvest_morikawa.opening import check_opening  # noqa: PLC0415

    header = opened(2).game.header
    assert header is not None
    with pytest.raises(Rejected) as refused:
        check_opening(msgspec.structs.replace(header, seats=("p_1", "p_1")))

    assert "duplicate_player" == refused.value.code


def test_faults_are_found_in_their_order() -> None:
    everything: dict[str, Any] = {"layout": "grid6", "colours": ["grey"], "boards": [1]}
    for drop, code in (("", "layout_invalid"), ("layout", "colour_unknown"), ("colours", "assignment_invalid")):
        everything.pop(drop, None)
        with pytest.raises(Rejected) as refused:
            opened(4, **everything)
        assert code == refused.value.code


def test_a_custom_layout() -> None:
    origins = [[0, 0], [0, 2], [0, 4]]
    events = seated(3, layout="custom", origins=origins).when(StartGame(), *ANY[3].split()).events
    (arranged,) = (event for event in events if isinstance(event, FieldsArranged))

    assert origins == [list(board.origin) for board in arranged.boards]


def test_colours_and_boards_by_lot() -> None:
    table = opened(4, mode="observed")

    request = table.when(StartGame()).needs()
    assert ("lot", "the colour of seat 1") == (request.kind, request.zone)
    lots: list[Chance] = ["red", "blue", "green", "pink", 3, 1, 4]
    assert ("blue", "green", "orange", "pink", "purple") == table.when(StartGame(), "red").needs(1).lawful
    assert (2, 4) == table.when(StartGame(), *lots[:6]).needs(6).lawful
    (arranged,) = (
        event for event in table.when(StartGame(), *lots, fill_unknown=True).events if isinstance(event, FieldsArranged)
    )
    assert [("a", 3, "green"), ("b", 1, "red"), ("c", 4, "pink"), ("d", 2, "blue")] == [
        (board.slot, board.owner, board.colour) for board in arranged.boards
    ]


@pytest.mark.parametrize(
    ("slot", "lots", "owners"),
    [("random", [2, 0], [2, None, 1]), ("c", [2], [2, 1, None]), ("a", [1], [None, 1, 2]), ("b", [1], [1, None, 2])],
)
def test_where_the_neutral_board_lies(slot: str, lots: list[int], owners: list[int | None]) -> None:
    table = opened(2, mode="observed", colours=["red", "blue"], neutral_slot=slot)
    events = table.when(StartGame(), *lots, fill_unknown=True).events
    (arranged,) = (event for event in events if isinstance(event, FieldsArranged))

    assert owners == [board.owner for board in arranged.boards]


def test_two_players_put_twenty_cards_away() -> None:
    events = seated(2).when(StartGame(), *ANY[2].split()).events

    assert [
        HandDealt(1, ("T+10", "T+20", "C+10", "C-10"), 56),
        HandDealt(2, ("K+10", "K-10", "C+20", "K+20"), 52),
        CardsRemovedUnseen(20, 32),
    ] == list(events[-3:])
    state = dealt(2, ANY[2]).state
    assert (32, 20) == (state.deck, state.cards.left("box"))


@pytest.mark.parametrize(("seats", "deck"), [(3, 48), (4, 44)])
def test_the_deck_after_dealing(seats: int, deck: int) -> None:
    assert deck == dealt(seats, ANY[seats]).state.deck


def test_alone_the_robot_begins() -> None:
    events = seated(1).when(StartGame(), "T+10", "T+20", "C+10", "C-10", "T+10", "C-20").events

    assert isinstance(events[1], FieldsArranged)
    assert [None, None, 1] == [board.owner for board in events[1].boards]
    assert 12 == len(events[1].robot_order or ())
    assert HandDealt(1, ("T+10", "T+20", "C+10", "C-10"), 49) == events[2]
    assert (StartSeatChosen(None, "solo"), TurnBegan(1, None)) == events[3:5]
    assert RobotDrew(("T+10", "C-20"), 47) == events[5]
    assert TurnBegan(2, 1) == events[-1]
    state = dealt(1, "T+10 T+20 C+10 C-10 T+10 C-20").state
    assert ("T+10", "C-20") == (state.squares["0,0"].card, state.squares["0,1"].card)
    assert ("T+40", "C+40", "K+40", "HV", "TN", "TN", "TN") == state.box


@pytest.mark.parametrize(("option", "order"), [("reading_order", reading_order), ("board_by_board", board_by_board)])
def test_the_order_in_which_the_robot_fills_the_squares(option: str, order: Any) -> None:
    table = dealt(1, "T+10 T+20 C+10 C-10 T+10 C-20", robot_order=option)

    assert order(PRESETS["v3"]) == table.state.robot_order


def test_who_goes_first() -> None:
    table = dealt(3, ANY[3])

    table.when(ChooseFirst(2, "recent_harvest")).then(StartSeatChosen(2, "recent_harvest"), TurnBegan(1, 2))
    table.when(ChooseFirst(basis="lot"), 1).then(StartSeatChosen(1, "lot"), TurnBegan(1, 1))
    table.when(ChooseFirst(1)).then(StartSeatChosen(1, "declared"), TurnBegan(1, 1))
    table.when(ChooseFirst(basis="random"), 3).then(StartSeatChosen(3, "random"), TurnBegan(1, 3))


@pytest.mark.parametrize(("mode", "by"), [("dealt", ("seat", "arbiter")), ("observed", ("scribe", "arbiter"))])
def test_anybody_may_say_who_goes_first(mode: Mode, by: tuple[str, ...]) -> None:
    table = dealt(3, ANY[3], mode=mode)

    (due,) = RULESET.obligations(table.state)

    assert (None, by, ("harvest-morikawa.choose_first",)) == (due.seat, due.by, due.commands)
    assert Ask("seat", candidates=(1, 2, 3)) == due.ask
    assert [ChooseFirst(first, seat=2) for first in (1, 2, 3)] == list(RULESET.legal(table.state, 2))


def test_refusals_of_who_goes_first_in_their_order() -> None:
    table = dealt(3, ANY[3])

    table.when(ChooseFirst(9, "random")).refused("first_drawn_by_lot")
    table.when(ChooseFirst(9)).refused("unknown_seat")
    table.when(ChooseFirst()).refused("unknown_seat")
    table.when(ChooseFirst(1, seat=9)).refused("unknown_seat")
    begun = table.when(ChooseFirst(1)).accepted()
    begun.when(ChooseFirst(9)).refused("start_already_chosen")
    dealt(1, "T+10 T+20 C+10 C-10 T+10 C-20").when(ChooseFirst(9)).refused("solo_robot_starts")
