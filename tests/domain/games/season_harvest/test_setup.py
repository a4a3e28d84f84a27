"""Opening, dealing, homes, the first seat, and the fastest fruit there can be."""

from typing import Any

import msgspec
import pytest

from domain.games.season_harvest import RULESET
from domain.games.season_harvest.commands import ChooseFirst, EndTurn, Harvest, Move, PlayCard, TakeHome
from domain.games.season_harvest.events import (
    CardDrawn,
    CardPlayed,
    Cell,
    DeckShuffled,
    FirstSeatSet,
    FruitHarvested,
    GridLaid,
    GridRevealed,
    Growth,
    GrowthApplied,
    HandDealt,
    HomeTaken,
    PawnMoved,
    Tokens,
    TurnEnded,
    TurnStarted,
)
from domain.games.season_harvest.state import SPACES
from domain.kernel.game import decide_opening
from domain.kernel.lifecycle import GameStarted, StartGame
from domain.kernel.rejection import Rejected
from tests.domain.games.season_harvest.tables import (
    MANIFEST,
    RUNNING_DECK,
    begun,
    by_seat,
    cards_of,
    command_to_open,
    dealt,
    opened,
    written,
)

DECK = RUNNING_DECK
REVEALED = tuple(Cell(space, DECK[at]) for at, space in enumerate(SPACES) if space not in ("a1", "c3"))


@pytest.mark.parametrize(
    ("seats", "hands", "left"),
    [
        (2, [("SU", "WI"), ("FA", "SP")], 39),
        (3, [("SU", "SP"), ("FA", "SU"), ("WI", "FA")], 37),
        (4, [("SU", "SU"), ("FA", "FA"), ("WI", "WI"), ("SP", "SP")], 35),
    ],
)
def test_dealing(seats: int, hands: list[tuple[str, ...]], left: int) -> None:
    table = (
        opened(seats)
        .when(StartGame(), *by_seat(DECK, seats))
        .then(
            GameStarted(),
            DeckShuffled("initial", 52),
            GridLaid(SPACES),
            *(HandDealt(seat, cards) for seat, cards in enumerate(hands, 1)),
        )
    )

    assert left == table.state.cards.left("pile")
    assert 9 == table.state.cards.left("grid")


def test_taking_homes() -> None:
    table = dealt().when(TakeHome(1, "a1"), "SP").then(HomeTaken(1, "a1", "SP", "1-1"))
    table.when(TakeHome(2, "a1")).refused("home_space_taken")
    table.when(TakeHome(2, "b1")).refused("not_a_home_space")
    table.when(TakeHome(1, "c1")).refused("home_already_taken")
    table.when(ChooseFirst(1)).refused("homes_incomplete", seats=[2])
    table = table.when(TakeHome(2, "c3"), "SP").then(HomeTaken(2, "c3", "SP", "2-1"))

    assert ["SP", "SU", "WI"] == cards_of(table.state, 1)
    assert ["FA", "SP", "SP"] == cards_of(table.state, 2)
    assert {"1-1": "a1", "2-1": "c3"} == {pawn.id: pawn.space for pawn in table.state.pawns.values()}


def test_homes_in_any_order_and_any_corner() -> None:
    table = dealt(3).when(TakeHome(3, "a3"), "FA").accepted().when(TakeHome(1, "c3"), "SP").accepted()
    table = table.when(TakeHome(2, "c1"), "FA").accepted()

    assert ["c3", "c1", "a3"] == [table.state.seat(seat).home for seat in (1, 2, 3)]


def test_starting() -> None:
    table = dealt().when(TakeHome(1, "a1"), "SP").accepted().when(TakeHome(2, "c3"), "SP").accepted()
    table = table.when(ChooseFirst(1), *DECK[1:8]).then(
        GridRevealed(REVEALED),
        FirstSeatSet(1, "declared"),
        GrowthApplied(1, (Growth("b2", "spring_seed", Tokens(), Tokens(1)),)),
        TurnStarted(1, 1, 1),
    )

    assert "-- 0/0/0" == written(table.state, "a1")
    assert "-- 0/0/0" == written(table.state, "c3")
    assert 0 == table.state.cards.left("grid")


def test_another_seat_may_go_first() -> None:
    table = dealt(3).when(TakeHome(1, "a1"), "SP").accepted().when(TakeHome(2, "c1"), "FA").accepted()
    table = table.when(TakeHome(3, "c3"), "SP").accepted().when(ChooseFirst(3), *DECK[1:2], *DECK[3:8]).accepted()
    turns = []
    for _ in range(4):
        seat = table.state.active_seat
        turns.append(seat)
        card = cards_of(table.state, seat)[0]
        space = next(space for space in SPACES if table.state.fits(card, space))
        drawn = max(table.state.cards.unseen["?"], key=table.state.cards.unseen["?"].__getitem__)
        table = table.when(PlayCard(seat, card, space), drawn).accepted().when(EndTurn(seat)).accepted()

    assert [3, 1, 2, 3] == turns


@pytest.mark.parametrize(
    ("seats", "options", "code"),
    [
        (0, {}, "bad_player_count"),
        (5, {}, "bad_player_count"),
        (1, {}, "bad_player_count"),
        (9, {"homes": "corners_then_edges"}, "bad_player_count"),
        (1, {"homes": "corners_then_edges"}, "bad_player_count"),
        (2, {"years": 0}, "bad_years"),
        (2, {"years": 10}, "bad_years"),
        (2, {"variants": ["cooperative_a", "cooperative_c"]}, "coop_variant_conflict"),
        (4, {"cards_per_season": 5}, "deck_too_small"),
        (3, {"cards_per_season": 4}, "deck_too_small"),
        (2, {"cards_per_season": 3}, "bad_option"),
        (2, {"cards_per_season": 27}, "bad_option"),
        (2, {"pawn_limit": 0}, "bad_option"),
        (2, {"pawn_limit": 100}, "bad_option"),
        (2, {"variants": ["lumber", "lumber"]}, "bad_option"),
        (2, {"coop_scope": "series"}, "bad_option"),
    ],
)
def test_bad_openings(seats: int, options: dict[str, Any], code: str) -> None:
    with pytest.raises(Rejected) as refusal:
        opened(seats, **options)

    assert code == refusal.value.code


def test_a_bad_option_is_named_with_what_it_can_be() -> None:
    with pytest.raises(Rejected) as refusal:
        opened(2, pawn_limit=0)

    assert {"option": "pawn_limit", "allowed": "1 to 99, or null"} == refusal.value.values


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {"variants": ["cooperative_a"]}),
        (1, {"variants": ["cooperative_b"]}),
        (1, {"variants": ["cooperative_c"]}),
        (2, {"cards_per_season": 4}),
        (3, {"cards_per_season": 6}),
        (3, {"cards_per_season": 5}),
        (4, {"cards_per_season": 6}),
        (4, {"cards_per_season": 26}),
        (8, {"homes": "corners_then_edges"}),
        (2, {"years": 9}),
        (2, {"pawn_limit": 1}),
        (2, {"pawn_limit": 99}),
        (2, {"series": "s" * 64, "coop_scope": "series"}),
        (2, {"mode": "observed", "variants": ["cooperative_a"], "coop_target": 0}),
        (2, {"mode": "observed", "variants": ["cooperative_c"], "coop_target": 999_999}),
        (2, {"mode": "observed", "variants": ["cooperative_b"], "coop_target": "999999/2"}),
    ],
)
def test_good_openings(seats: int, options: dict[str, Any]) -> None:
    assert "open" == opened(seats, **options).game.status


@pytest.mark.parametrize(
    "options",
    [
        {"series": "s" * 65},
        {"series": ""},
        {"series": "frühling"},
        {"coop_target": "5"},
        {"coop_target": "5/0"},
        {"coop_target": "1000000/2"},
        {"variants": ["harvest"]},
        {"tempo": "fast"},
    ],
)
def test_options_that_do_not_exist(options: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        opened(2, **options)


def test_a_player_has_one_seat() -> None:
    command = command_to_open(2)
    twice = type(command)("season-harvest", "dealt", ("p1", "p1"), {}, "sha256:poker", "public")

    with pytest.raises(Rejected, match="duplicate_player"):
        decide_opening(RULESET, MANIFEST, "g_table", twice, None)


def test_the_fastest_fruit() -> None:
    table = begun()
    table = table.when(Move(1, "1-1", "b1")).then(PawnMoved(1, "1-1", "a1", "b1", "free_move"))
    table = table.when(PlayCard(1, "SU", "b2"), "SU").then(CardPlayed(1, "SU", "b2", "SP"), CardDrawn(1, "SU", 38))
    table = table.when(EndTurn(1)).then(
        TurnEnded(1, 1),
        GrowthApplied(2, (Growth("b2", "summer_sprout", Tokens(1), Tokens(0, 1)),)),
        TurnStarted(2, 2, 1),
    )
    table = table.when(PlayCard(2, "FA", "b2"), "FA").then(CardPlayed(2, "FA", "b2", "SU"), CardDrawn(2, "FA", 37))
    table = table.when(EndTurn(2)).then(
        TurnEnded(2, 2),
        GrowthApplied(3, (Growth("b2", "fall_fruit", Tokens(0, 1), Tokens(0, 0, 1)),)),
        TurnStarted(3, 1, 1),
    )
    table = table.when(Move(1, "1-1", "b2")).then(PawnMoved(1, "1-1", "b1", "b2", "free_move"))
    table = table.when(Harvest(1, "1-1"), 5).then(FruitHarvested(1, "1-1", "b2", 5, converted=True))
    table = table.when(PlayCard(1, "WI", "b2"), "WI").then(CardPlayed(1, "WI", "b2", "FA"), CardDrawn(1, "WI", 36))
    table = table.when(EndTurn(1)).then(TurnEnded(3, 1), GrowthApplied(4, ()), TurnStarted(4, 2, 1))

    assert 1 == table.state.seat(1).fruit
    assert ["SP", "SU", "WI"] == cards_of(table.state, 1)
    assert "WI 0/1/0" == written(table.state, "b2")
    assert ("SP", "SU", "FA") == table.state.discards
