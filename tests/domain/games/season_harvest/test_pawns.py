"""Pawns: moving, planting, gathering, harvesting, growing, cutting."""

import pytest
from msgspec.structs import replace

from domain.games.season_harvest.commands import Cut, EndTurn, Gather, Grow, Harvest, Move, Plant, PlayCard
from domain.games.season_harvest.events import (
    FruitHarvested,
    PawnGrown,
    PawnMoved,
    Payment,
    SeedGathered,
    SeedPlanted,
    WoodCut,
)
from domain.games.season_harvest.state import Pawn
from tests.domain.games.season_harvest.tables import basket, begun, midgame, other_seat, written
from tests.domain.harness import Given


def lumber() -> Given:
    return midgame(variants=["lumber"])


def with_pawns(table: Given, *spaces: str) -> Given:
    """Give seat 1 more pawns, standing on these spaces since some turn before."""
    more = {f"1-{n}": Pawn(f"1-{n}", 1, space, 5) for n, space in enumerate(spaces, 2)}
    return table.changed(pawns={**table.state.pawns, **more})


def test_two_moves_are_the_free_one_and_the_action() -> None:
    table = midgame().when(Move(1, "1-1", "b1")).then(PawnMoved(1, "1-1", "b2", "b1", "free_move"))
    table = table.when(Move(1, "1-1", "c1")).then(PawnMoved(1, "1-1", "b1", "c1", "action"))

    table.when(Move(1, "1-1", "c2")).refused("pawn_moves_spent", pawn="1-1")
    table.when(Gather(1, "1-1")).refused("pawn_action_spent", pawn="1-1")


@pytest.mark.parametrize(
    ("to", "code"), [("a1", "not_adjacent"), ("b2", "not_adjacent"), ("d2", "unknown_space"), ("", "unknown_space")]
)
def test_moves_go_to_the_next_space(to: str, code: str) -> None:
    midgame().when(Move(1, "1-1", to)).refused(code)


def test_moving_onto_a_space_without_a_card_where_another_stands() -> None:
    table = midgame().when(Move(1, "1-1", "c2")).then(PawnMoved(1, "1-1", "b2", "c2", "free_move"))

    table.when(Move(1, "1-1", "c3")).then(PawnMoved(1, "1-1", "c2", "c3", "action"))


@pytest.mark.parametrize(
    ("die", "converted", "left"),
    [(1, False, "FA 0/1/1"), (3, False, "FA 0/1/1"), (4, True, "FA 0/2/0"), (6, True, "FA 0/2/0")],
)
def test_harvest(die: int, converted: bool, left: str) -> None:
    table = midgame().when(Harvest(1, "1-1"), die).then(FruitHarvested(1, "1-1", "b2", die, converted))

    assert left == written(table.state, "b2")
    assert (4, 4) == (table.state.seat(1).fruit, table.state.seat(1).harvested)


def test_the_free_move_may_follow_the_action() -> None:
    table = midgame().when(Harvest(1, "1-1"), 3).accepted()
    table = table.when(Move(1, "1-1", "a2")).then(PawnMoved(1, "1-1", "b2", "a2", "free_move"))
    table.when(Harvest(1, "1-1"), 3).refused("pawn_action_spent")

    assert "WI 0/0/1" == written(table.state, "a2")


def test_a_refused_action_spends_nothing() -> None:
    table = midgame().when(Move(1, "1-1", "b1")).accepted()
    table = table.when(Harvest(1, "1-1"), 3).refused("no_fruity_here", space="b1")

    assert (True, False) == (table.state.pawns["1-1"].free_move_used, table.state.pawns["1-1"].action_used)
    table.when(Gather(1, "1-1")).then(SeedGathered(1, "1-1", "b1"))


def test_gather() -> None:
    table = midgame().when(Move(1, "1-1", "c2")).accepted()
    table = table.when(Gather(1, "1-1")).then(SeedGathered(1, "1-1", "c2"))

    assert "SP 1/0/0" == written(table.state, "c2")
    assert 2 == table.state.seat(1).seeds
    midgame().when(Gather(1, "1-1")).refused("no_seed_here", space="b2")


def test_plant() -> None:
    table = midgame().when(Plant(1, "1-1")).then(SeedPlanted(1, "1-1", "b2"))

    assert "FA 1/1/1" == written(table.state, "b2")
    assert 0 == table.state.seat(1).seeds
    other_seat().when(Plant(2, "2-1")).refused("no_seed_in_basket")


def test_planting_where_no_card_lies() -> None:
    table = basket(other_seat(), 2, seeds=1)

    assert "-- 1/0/0" == written(table.when(Plant(2, "2-1")).then(SeedPlanted(2, "2-1", "c3")).state, "c3")


def test_a_seat_moves_its_own_pawns() -> None:
    other_seat().when(Move(2, "1-1", "b1")).refused("pawn_not_owned", owner=1)
    other_seat().when(Move(2, "2-9", "b1")).refused("unknown_pawn", pawn="2-9")


def test_grow() -> None:
    midgame().when(Grow(1, "1-1")).refused("not_enough_fruit", fruit=3, needed=4)
    table = basket(midgame(), 1, fruit=4)
    table = table.when(Grow(1, "1-1")).then(PawnGrown(1, "1-1", "1-2", "a1", Payment(fruit=4)))

    assert (0, 4, 4) == (table.state.seat(1).fruit, table.state.seat(1).paid_fruit, table.state.seat(1).harvested)
    assert "a1" == table.state.pawns["1-2"].space
    table.when(Harvest(1, "1-1"), 3).refused("pawn_action_spent")


@pytest.mark.parametrize(("pawns", "cost"), [(1, 4), (2, 6), (3, 8), (4, 10)])
def test_each_pawn_costs_more(pawns: int, cost: int) -> None:
    table = with_pawns(midgame(), *("b1",) * (pawns - 1))

    basket(table, 1, fruit=cost - 1).when(Grow(1, "1-1")).refused("not_enough_fruit", needed=cost)
    paid = PawnGrown(1, "1-1", f"1-{pawns + 1}", "a1", Payment(fruit=cost))
    basket(table, 1, fruit=cost).when(Grow(1, "1-1")).then(paid)


def test_only_own_pawns_make_the_next_one_dearer() -> None:
    crowd = {f"2-{n}": Pawn(f"2-{n}", 2, "c3", 5) for n in (2, 3)}
    table = basket(midgame(), 1, fruit=4)
    table = table.changed(pawns={**table.state.pawns, **crowd})

    table.when(Grow(1, "1-1")).then(PawnGrown(1, "1-1", "1-2", "a1", Payment(fruit=4)))


def test_the_pawn_limit() -> None:
    basket(with_pawns(midgame(), "a1", "b1", "c1", "a2"), 1, fruit=20).when(Grow(1, "1-1")).refused(
        "pawn_limit_reached", limit=5
    )
    unlimited = basket(with_pawns(midgame(pawn_limit=None), "a1", "b1", "c1", "a2"), 1, fruit=20)
    unlimited.when(Grow(1, "1-1")).then(PawnGrown(1, "1-1", "1-6", "a1", Payment(fruit=12)))
    two = basket(with_pawns(midgame(pawn_limit=2), "a1"), 1, fruit=20)
    two.when(Grow(1, "1-1")).refused("pawn_limit_reached", limit=2)


def test_a_new_pawn_moves_acts_and_grows_at_once() -> None:
    table = basket(midgame(), 1, fruit=10).when(Grow(1, "1-1")).accepted()
    table = table.when(Move(1, "1-2", "b1")).then(PawnMoved(1, "1-2", "a1", "b1", "free_move"))

    table.when(Grow(1, "1-2")).then(PawnGrown(1, "1-2", "1-3", "a1", Payment(fruit=6)))


def test_a_new_pawn_waits_where_so_agreed() -> None:
    table = basket(midgame(new_pawn_acts="next_turn"), 1, fruit=10).when(Grow(1, "1-1")).accepted()
    table.when(Move(1, "1-2", "b1")).refused("pawn_too_new", pawn="1-2")
    table = table.when(PlayCard(1, "FA", "a1"), "WI").accepted().when(EndTurn(1)).accepted()
    table = table.when(PlayCard(2, "SP", "c3"), "WI").accepted().when(EndTurn(2)).accepted()

    table.when(Move(1, "1-2", "b1")).then(PawnMoved(1, "1-2", "a1", "b1", "free_move"))


def test_first_pawns_act_on_the_first_turn_in_either_reading() -> None:
    table = begun(new_pawn_acts="next_turn")

    table.when(Move(1, "1-1", "b1")).then(PawnMoved(1, "1-1", "a1", "b1", "free_move"))


def test_two_pawns_harvest_one_fruity_while_it_lasts() -> None:
    table = with_pawns(midgame(), "b2").when(Harvest(1, "1-1"), 3).accepted()
    table = table.when(Harvest(1, "1-2"), 4).then(FruitHarvested(1, "1-2", "b2", 4, converted=True))
    assert 5 == table.state.seat(1).fruit

    gone = with_pawns(midgame(), "b2").when(Harvest(1, "1-1"), 4).accepted()
    gone.when(Harvest(1, "1-2"), 4).refused("no_fruity_here")


def test_a_new_turn_gives_every_pawn_its_move_and_action_again() -> None:
    table = midgame().when(Harvest(1, "1-1"), 3).accepted().when(Move(1, "1-1", "a2")).accepted()
    table = table.when(PlayCard(1, "FA", "a1"), "WI").accepted().when(EndTurn(1)).accepted()

    assert {(False, False)} == {(pawn.free_move_used, pawn.action_used) for pawn in table.state.pawns.values()}


def test_pawns_act_around_the_card_step_in_any_order() -> None:
    table = with_pawns(midgame(), "b1").when(Move(1, "1-1", "b1")).accepted()
    table = table.when(PlayCard(1, "FA", "a1"), "WI").accepted()
    table = table.when(Gather(1, "1-2")).then(SeedGathered(1, "1-2", "b1"))
    table = table.when(Move(1, "1-1", "a1")).then(PawnMoved(1, "1-1", "b1", "a1", "action"))

    table.when(Move(1, "1-2", "b2")).then(PawnMoved(1, "1-2", "b1", "b2", "free_move"))


def test_a_pawn_alone_on_a_space_answers_to_its_name() -> None:
    midgame().when(Move(1, "b2", "b1")).then(PawnMoved(1, "1-1", "b2", "b1", "free_move"))
    midgame().when(Move(1, "c3", "b3")).refused("unknown_pawn", pawn="c3")
    with_pawns(midgame(), "b2").when(Move(1, "b2", "b1")).refused("pawn_ambiguous", pawns=["1-1", "1-2"])


def test_another_seats_pawn_makes_no_name_ambiguous() -> None:
    table = midgame()
    visitor = replace(table.state.pawns["2-1"], space="b2")

    table = table.changed(pawns={**table.state.pawns, "2-1": visitor})
    table.when(Move(1, "b2", "b1")).then(PawnMoved(1, "1-1", "b2", "b1", "free_move"))


@pytest.mark.parametrize(("take", "left"), [("fruity", "FA 0/1/0"), ("tree", "FA 0/0/1")])
def test_cutting_wood(take: str, left: str) -> None:
    command = Cut(1, "1-1", take)  # type: ignore[arg-type] # one of the two words
    table = lumber().when(command).then(WoodCut(1, "1-1", "b2", take))  # type: ignore[arg-type] # the same

    assert left == written(table.state, "b2")
    assert (1, 3) == (table.state.seat(1).wood, table.state.seat(1).fruit)
    table.when(Gather(1, "1-1")).refused("pawn_action_spent")


def test_cutting_where_nothing_stands() -> None:
    table = lumber().when(Move(1, "1-1", "b1")).accepted()

    table.when(Cut(1, "1-1", "tree")).refused("no_tree_here", space="b1")
    table.when(Cut(1, "1-1", "fruity")).refused("no_fruity_here", space="b1")
    acted = lumber().when(Harvest(1, "1-1"), 3).accepted()
    acted.when(Cut(1, "1-1", "tree")).refused("pawn_action_spent", pawn="1-1")


def test_without_lumber_there_is_no_forestry_and_no_wood() -> None:
    midgame().when(Cut(1, "1-1", "tree")).refused("action_not_in_ruleset")
    midgame().when(Grow(1, "1-1", "wood")).refused("payment_not_in_ruleset")


def test_growing_with_lumber() -> None:
    table = basket(lumber(), 1, fruit=5, wood=2)
    table.when(Grow(1, "1-1")).refused("not_enough_fruit", fruit=5, needed=6)
    grown = table.when(Grow(1, "1-1", "wood")).then(PawnGrown(1, "1-1", "1-2", "a1", Payment(wood=2)))
    assert (5, 0) == (grown.state.seat(1).fruit, grown.state.seat(1).wood)

    mixed = basket(lumber(), 1, fruit=5, wood=1)
    mixed.when(Grow(1, "1-1")).refused("not_enough_fruit")
    mixed.when(Grow(1, "1-1", "wood")).refused("not_enough_wood", wood=1, needed=2)


@pytest.mark.parametrize("more", [(), ("b1",), ("b1", "b1"), ("b1", "b1", "b1")])
def test_with_lumber_every_pawn_costs_six(more: tuple[str, ...]) -> None:
    table = basket(with_pawns(lumber(), *more), 1, fruit=6)

    table.when(Grow(1, "1-1")).then(PawnGrown(1, "1-1", f"1-{len(more) + 2}", "a1", Payment(fruit=6)))
