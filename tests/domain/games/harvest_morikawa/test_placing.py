"""Where cards may go (Placement Rules), and every refusal of a placing in its order."""

import pytest

from domain.games.harvest_morikawa.commands import Pass, PlaceCard
from domain.games.harvest_morikawa.events import CardPlaced, HandReplenished, TurnBegan
from tests.domain.games.harvest_morikawa.tables import named, place, position


def test_with_an_empty_field_the_card_goes_there() -> None:
    table = position(hands={1: "T+10"})

    table.when(place(1, "T+10 0,2")).refused("own_field_empty", square=[0, 2])


def test_with_an_empty_field_special_cards_go_there_too() -> None:
    table = position("0,2 T+10 0,3 T+20 2,0 C+10", seats=4, hands={1: "TN HV"})

    table.when(place(1, "TN 1,1 tomato")).refused("special_must_trigger")
    table.when(place(1, "TN 0,1 tomato"), "K+20", "K+10", "K-10").accepted()
    elsewhere = position("0,2 T+10 1,2 T+20 2,0 C+10", hands={1: "TN HV", 3: "K+10"}, deck="")
    elsewhere.when(place(1, "TN 2,2 tomato")).refused("own_field_empty")
    elsewhere.when(Pass(1)).accepted()


def test_a_placing_draws_up_and_gives_the_turn_on() -> None:
    table = position(hands={1: "T+10 T+20 C+10 K+10", 2: "K-10", 3: "K-10 K-20", 4: "C-10 C-20 C+20 C+20"})
    left = table.state.deck

    table.when(place(1, "T+10 0,0"), "K+20").then(
        CardPlaced(20, 1, "T+10", (0, 0), "a", 1, None, 3, surplus=False),
        HandReplenished(1, 1, ("K+20",), left - 1, late=False),
        TurnBegan(21, 2),
    )


def test_the_fields_one_may_place_on() -> None:
    table = position("0,0 T+10 0,2 C+10 2,0 K+10", hands={1: "T-10 C-10 K-10 T+20"})

    for square in ("0,1", "1,3", "3,0"):
        table.when(place(1, f"T-10 {square}"), "C+20").accepted()
    table.when(place(1, "T-10 2,2")).refused("target_field_empty", owner=4)


def test_a_house_rule_opens_empty_fields() -> None:
    table = position("0,0 T+10", hands={1: "T-10"}, deck="", allow_empty_opponent_field=True)

    table.when(place(1, "T-10 2,2")).accepted()


def test_the_refusals_of_a_placing_in_their_order() -> None:
    table = position("0,0 T+10", hands={1: "C+10 HV", 2: "C+10"})

    table.when(place(5, "K+10 0,0")).refused("unknown_seat")
    table.when(place(2, "K+10 0,0")).refused("not_your_turn", active=1)
    table.when(place(1, "K+10 9,9")).refused("card_not_in_hand", card="K+10")
    table.when(place(1, "XX 0,1")).refused("card_not_in_hand")
    table.when(place(1, "C+10 4,0")).refused("no_such_square", square=[4, 0])
    table.when(place(1, "C+10 0,0 corn")).refused("square_occupied", card="T+10")
    table.when(place(1, "C+10 0,2 corn")).refused("target_field_empty")
    table.when(place(1, "C+10 0,1 beet")).refused("declaration_unknown", declared="beet")
    table.when(place(1, "C+10 0,1 corn")).refused("declaration_not_allowed", declared="corn")
    table.when(place(1, "HV 0,1")).refused("declaration_required")
    table.when(place(1, "HV 0,1 beet")).refused("declaration_unknown", declared="beet")
    table.when(place(1, "HV 0,1 corn")).refused("special_must_trigger", declared="corn")


def test_nothing_is_placed_outside_the_turns() -> None:
    table = position(hands={1: "C+10"}).changed(phase="choosing", active_seat=None)

    table.when(place(1, "C+10 0,0")).refused("game_not_running", phase="choosing")


def test_a_layout_with_a_hole() -> None:
    table = position("0,0 T+10 1,0 T+10", seats=3, hands={1: "T+20"}, deck="")

    table.when(place(1, "T+20 2,0")).refused("no_such_square")
    assert len(named(table.when(place(1, "T+20 0,1")).accepted())) == 3


@pytest.mark.parametrize("neutral", [2, 0])
def test_two_players_reach_the_neutral_field_from_a_field_with_a_card(neutral: int) -> None:
    owners = [1, 2]
    owners.insert(neutral, None)  # type: ignore[arg-type] # nobody's
    square = "2,1" if neutral == 2 else "0,0"
    mine = "0,0" if neutral == 2 else "0,2"
    bare = position(seats=2, hands={1: "T+10 C+10", 2: "K+10"}, deck="", boards=owners)
    planted = position(f"{mine} T+10", seats=2, hands={1: "T+10 C+10", 2: "K+10"}, deck="", boards=owners)
    other = "0,2" if neutral == 2 else "2,1"

    bare.when(place(1, f"T+10 {square}")).refused("own_field_empty")
    planted.when(place(1, f"T+10 {square}")).accepted()
    planted.when(place(1, f"T+10 {other}")).refused("target_field_empty")


def test_a_square_is_a_row_and_a_column() -> None:
    assert PlaceCard(1, "T+10", (0, 2)) == place(1, "T+10 0,2")
