"""Choosing farmers, setting up, choosing initiative, and the course of rounds."""

import pytest
from msgspec.structs import replace

from domain.games.harvest_chambers.commands import (
    Build,
    ChooseCharacter,
    ChooseInitiative,
    DeclineStep,
    PlaceFarmer,
    SealCharacter,
)
from domain.games.harvest_chambers.events import (
    ActionCardsBoxed,
    ActionCardsRevealed,
    ActionStackBuilt,
    BuildingDisplayFilled,
    CharacterBoardsDealt,
    CharacterChosen,
    CharacterSealed,
    FarmersReclaimed,
    FieldStackBuilt,
    InitiativeChosen,
    InitiativeDealt,
    InitiativeReturned,
    InitiativeRevealed,
    ItemsGained,
    PlacementOrderSet,
    RoundEnded,
    RoundStarted,
    StartingGoodsTaken,
)
from domain.games.harvest_chambers.legal import legal
from domain.games.harvest_chambers.opening import check_opening
from domain.kernel.lifecycle import GameEnded, StartGame
from tests.domain.games.harvest_chambers.tables import (
    ACTIONS,
    BOARDS,
    DISPLAY,
    ROW,
    dealt,
    drafting,
    layout,
    opened,
    placing,
)
from tests.domain.harness import Given

GOODS = {"water": 3, "fertilizer": 3, "snap_pea": 2}


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    with pytest.raises(Exception, match="player_count_out_of_range"):
        opened(seats)


def test_every_seat_has_a_player_of_its_own() -> None:
    header = opened(2).game.header
    assert header is not None

    with pytest.raises(Exception, match="duplicate_player"):
        check_opening(replace(header, seats=("p1", "p1")))


def test_openings_that_make_no_game() -> None:
    for options, code in (
        ({"boards": ("K1", "K2")}, "bad_option"),
        ({"characters": "fixed"}, "bad_option"),
        ({"characters": "fixed", "boards": ("K1", "K1")}, "bad_option"),
        ({"characters": "fixed", "boards": ("K1", "K0")}, "unknown_board"),
    ):
        with pytest.raises(Exception, match=code):
            opened(2, **options)


def test_boards_are_dealt_openly() -> None:
    opened(2).when(StartGame(), "K1", "K2", "K3", "K4").accepted()
    events = opened(2).when(StartGame(), "K1", "K2", "K3", "K4").events

    assert CharacterBoardsDealt({"1": ("K1", "K2"), "2": ("K3", "K4")}) == events[1]


def test_a_seat_keeps_one_of_its_boards() -> None:
    table = opened(2).when(StartGame(), "K3", "K7", "K1", "K2").accepted()

    table.when(ChooseCharacter(1, "K5", "front")).refused("board_not_dealt", dealt=["K3", "K7"])
    table.when(ChooseCharacter(1, "K7", "back")).refused("unknown_side")
    table.when(ChooseCharacter(3, "K7", "wil")).refused("unknown_seat")
    table.when(ChooseInitiative(1, 5)).refused("wrong_phase", phase="setup_characters")
    table = table.when(ChooseCharacter(1, "K7", "wil")).then(CharacterChosen(1, "K7", "wil", "K3"))
    table.when(ChooseCharacter(1, "K3", "wil")).refused("already_chosen")
    answer = table.when(ChooseCharacter(2, "K2", "wil"), *layout(2))

    assert StartingGoodsTaken(1, GOODS, {}) in answer.events
    answer.accepted().when(ChooseCharacter(1, "K3", "wil")).refused("wrong_phase", phase="draft")


def test_the_table_is_laid_out_in_order() -> None:
    table = dealt(2).when(ChooseCharacter(1, "K2", "wil")).accepted()

    table.when(ChooseCharacter(2, "K4", "wil"), *layout(2)).then(
        CharacterChosen(2, "K4", "wil", "K3"),
        ActionStackBuilt(10, 20),
        FieldStackBuilt(24),
        BuildingDisplayFilled(DISPLAY, DISPLAY, 24),
        InitiativeDealt({"1": 1, "2": 2}, 13),
        StartingGoodsTaken(1, GOODS, {}),
        StartingGoodsTaken(2, GOODS, {}),
        RoundStarted(1),
        ActionCardsRevealed(ACTIONS[:2], 8),
        InitiativeRevealed(ROW, 10, (1, 2)),
    )


@pytest.mark.parametrize(
    ("seats", "stack", "boxed", "deck", "boards"), [(2, 10, 20, 13, 7), (3, 15, 15, 12, 6), (4, 20, 10, 11, 5)]
)
def test_what_is_set_up(seats: int, stack: int, boxed: int, deck: int, boards: int) -> None:
    before, after = dealt(seats).state, drafting(seats).state

    assert boards == 9 - seats == before.cards.left("character boards") + seats
    assert (stack - seats, boxed) == (after.cards.left("action stack"), after.cards.left("action box"))
    assert (6, 24) == (len(after.display), after.cards.left("field stack"))
    assert deck - 3 == len(after.initiative_deck)


def test_farmers_are_chosen_in_secret_where_that_was_agreed() -> None:
    table = dealt(2, character_choice="sealed")
    table.when(ChooseCharacter(1, "K1", "front")).refused("choice_not_open")
    dealt(2).when(SealCharacter(1, "K1", "front")).refused("choice_not_sealed")

    table = table.when(SealCharacter(1, "K2", "wil")).then(CharacterSealed(1, "K2/wil"))
    table.when(SealCharacter(1, "K2", "wil")).refused("already_chosen")
    assert [] == list(legal(table.state, 1))
    events = table.when(SealCharacter(2, "K3", "wil"), *layout(2)).events

    assert (
        CharacterSealed(2, "K3/wil"),
        CharacterChosen(1, "K2", "wil", "K1"),
        CharacterChosen(2, "K3", "wil", "K4"),
    ) == events[:3]


def test_others_do_not_read_a_secret_choice() -> None:
    table = dealt(2, character_choice="sealed")
    other = table.after(CharacterSealed(1, "?choice"))

    assert other.state.seat(1).board is None
    assert 1 == other.state.cards.hand(1).size
    assert [] == other.state.cards.faults()
    opened_up = other.after(CharacterChosen(1, "K2", "wil", "K1"))
    assert [] == opened_up.state.cards.faults()


@pytest.mark.parametrize(("wil", "sides"), [("optional", ["front", "wil"]), ("all", ["wil"]), ("none", ["front"])])
def test_the_table_agrees_on_the_standard_farmer(wil: str, sides: list[str]) -> None:
    table = dealt(2, wil=wil)

    assert [(board, side) for board in ("K1", "K2") for side in sides] == [
        (each.board, each.side) for each in legal(table.state, 1) if isinstance(each, ChooseCharacter)
    ]
    if wil == "none":
        table.when(ChooseCharacter(1, "K1", "wil")).refused("unknown_side", sides=["front"])


def test_boards_can_be_fixed_for_a_tournament() -> None:
    table = dealt(2, characters="fixed", boards=("K8", "K9"))

    table.when(ChooseCharacter(1, "K8", "front")).then(CharacterChosen(1, "K8", "front", None))


def test_a_farmer_may_begin_with_a_building_and_with_goods_of_each_round() -> None:
    table = dealt(2, characters="fixed", boards=("K1", "K9")).when(ChooseCharacter(1, "K1", "front")).accepted()
    table = table.when(ChooseCharacter(2, "K9", "front"), *DISPLAY, 7, 3).accepted()
    assert "setup_effects" == table.state.phase
    table.when(ChooseInitiative(1, 5)).refused("wrong_phase")

    answer = table.when(Build(1, "B03", "P2"), *ACTIONS[:2], *ROW)

    assert [
        ItemsGained(1, "B03", {"fertilizer": 2}, {}),
        RoundStarted(1),
        ItemsGained(2, "K9", {"fertilizer": 1}, {}),
        ActionCardsRevealed(ACTIONS[:2], 8),
    ] == list(answer.events[1:5])
    assert 5 == len(answer.accepted().state.display)


def test_initiative_is_chosen_from_the_lowest_number_up() -> None:
    table = drafting(3, deal=(7, 3, 11))
    assert (2, 1, 3) == table.state.draft_order
    table.when(ChooseInitiative(1, 5)).refused("not_your_turn", acting=2)
    table.when(ChooseInitiative(2, 3)).refused("initiative_not_in_row", row=[5, 9, 14])

    table = table.when(ChooseInitiative(2, 9)).then(
        InitiativeChosen(2, 9, 3, (3, 5, 14)), ItemsGained(2, "init-9", {"seed.scarrot": 1}, {})
    )
    table = table.when(ChooseInitiative(1, 3)).then(
        InitiativeChosen(1, 3, 7, (5, 7, 14)), ItemsGained(1, "init-3", {"fertilizer": 1}, {})
    )
    table.when(ChooseInitiative(3, 14)).then(
        InitiativeChosen(3, 14, 11, (5, 7, 11)),
        ItemsGained(3, "init-14", {"elixir": 1}, {}),
        InitiativeReturned((5, 7, 11), 12),
        PlacementOrderSet((1, 2, 3)),
    )


def last_placement(table: Given, number: int) -> Given:
    """Return a table at which one placement of a round is left."""
    return table.changed(placed=table.state.farmers - 1, round=number)


def test_a_round_ends_and_the_next_begins() -> None:
    table = last_placement(placing(2), 1)
    table = table.changed(display=table.state.display[:5])
    cards = table.state.cards.shift("plowed", "field stack", 0)
    place = PlaceFarmer(2, "general_store", ("scarrot", "plumpkin"))

    events = table.changed(cards=cards).when(place, "B20", "A02", "A03", 1, 3, 4).events

    assert [
        FarmersReclaimed(),
        ActionCardsBoxed(ACTIONS[:2]),
        BuildingDisplayFilled(("B20",), (*DISPLAY[:5], "B20"), 23),
        RoundEnded(1),
        RoundStarted(2),
        ActionCardsRevealed(("A02", "A03"), 6),
    ] == list(events[4:10])


def test_the_game_ends_after_the_last_round() -> None:
    table = last_placement(placing(2), 5).changed(display=())

    answer = table.when(PlaceFarmer(2, "general_store", ("scarrot", "plumpkin")))

    assert [FarmersReclaimed(), ActionCardsBoxed(ACTIONS[:2]), RoundEnded(5)] == list(answer.events[4:7])
    (end,) = answer.events[7:]
    assert isinstance(end, GameEnded)
    assert "five_rounds" == end.reason
    answer.accepted().when(DeclineStep(1)).refused("game_over")


def test_boards_of_the_example_are_known() -> None:
    assert {board.id for board in drafting(2).state.manifest.characters} > set(BOARDS)
