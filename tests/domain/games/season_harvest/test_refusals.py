"""Every code a command can be refused with, reached once; and which of two faults is named."""

from collections.abc import Callable

import pytest

from domain.games.season_harvest import RULESET
from domain.games.season_harvest.commands import (
    BasketCount,
    CheckBoard,
    ChooseFirst,
    Cut,
    DeclareCannotPlay,
    EndTurn,
    Gather,
    Grow,
    Harvest,
    Move,
    Plant,
    PlayCard,
    ShowCards,
    SpaceCount,
    TakeHome,
)
from domain.games.season_harvest.rulings import REFUSALS
from domain.games.season_harvest.target import resolve
from domain.kernel.game import check_steady, decide_opening
from domain.kernel.lifecycle import Abandon, Concede, OpenGame, StartGame
from domain.kernel.rejection import KERNEL_REFUSALS, Rejected
from domain.kernel.ruleset import Past
from domain.kernel.values import Command
from tests.domain.games.season_harvest.tables import (
    MANIFEST,
    basket,
    dealt,
    holding,
    midgame,
    opened,
    other_seat,
    stuck,
)
from tests.domain.games.season_harvest.test_observed import unknown_hand
from tests.domain.games.season_harvest.test_pawns import with_pawns
from tests.domain.harness import Given

COUNTED = CheckBoard((SpaceCount("a1", 0, 1, 0),))
HOUSED = dealt().when(TakeHome(1, "a1"), "SP").accepted()
HOMES = HOUSED.when(TakeHome(2, "c3"), "SP").accepted()
LUMBER = midgame(variants=["lumber"])
ON_B1 = midgame().when(Move(1, "1-1", "b1")).accepted()
LUMBER_ON_B1 = LUMBER.when(Move(1, "1-1", "b1")).accepted()
MOVED_TWICE = ON_B1.when(Move(1, "1-1", "c1")).accepted()
ACTED = midgame().when(Harvest(1, "1-1"), 3).accepted()
PLAYED = midgame().when(PlayCard(1, "FA", "a1"), "WI").accepted()
NEW_PAWN = basket(midgame(new_pawn_acts="next_turn"), 1, fruit=4).when(Grow(1, "1-1")).accepted()
OVER = midgame().when(Abandon()).accepted()

COMMANDS: dict[str, tuple[Given, Command]] = {
    "action_not_in_ruleset": (midgame(), Cut(1, "1-1", "tree")),
    "already_started": (opened().when(StartGame(), *("SP",) * 4).accepted(), StartGame()),
    "card_not_in_hand": (midgame(), PlayCard(1, "SP", "a2")),
    "card_step_done": (PLAYED, PlayCard(1, "WI", "c3")),
    "card_step_pending": (midgame(), EndTurn(1)),
    "concede_needs_two_seats": (dealt(3), Concede(1)),
    "count_not_in_mode": (midgame(), COUNTED),
    "first_drawn_by_lot": (HOMES, ChooseFirst(1, "lot")),
    "game_not_started": (opened(), Move(1, "1-1", "b1")),
    "game_over": (OVER, EndTurn(1)),
    "home_already_taken": (HOUSED, TakeHome(1, "c1")),
    "home_space_taken": (HOUSED, TakeHome(2, "a1")),
    "homes_incomplete": (HOUSED, ChooseFirst(1)),
    "no_fruity_here": (ON_B1, Harvest(1, "1-1")),
    "no_seed_here": (midgame(), Gather(1, "1-1")),
    "no_seed_in_basket": (other_seat(), Plant(2, "2-1")),
    "no_tree_here": (LUMBER_ON_B1, Cut(1, "1-1", "tree")),
    "not_a_home_space": (HOUSED, TakeHome(2, "b1")),
    "not_active_player": (midgame(), EndTurn(2)),
    "not_adjacent": (midgame(), Move(1, "1-1", "a1")),
    "not_enough_fruit": (midgame(), Grow(1, "1-1")),
    "not_enough_wood": (LUMBER, Grow(1, "1-1", "wood")),
    "pawn_action_spent": (ACTED, Plant(1, "1-1")),
    "pawn_ambiguous": (with_pawns(midgame(), "b2"), Move(1, "b2", "b1")),
    "pawn_limit_reached": (midgame(pawn_limit=1), Grow(1, "1-1")),
    "pawn_moves_spent": (MOVED_TWICE, Move(1, "1-1", "b1")),
    "pawn_not_owned": (midgame(), Move(1, "2-1", "b3")),
    "pawn_too_new": (NEW_PAWN, Move(1, "1-2", "b1")),
    "payment_not_in_ruleset": (midgame(), Grow(1, "1-1", "wood")),
    "playable_card_exists": (midgame(), DeclareCannotPlay(1, "FA")),
    "season_does_not_follow": (midgame(), PlayCard(1, "SU", "b2")),
    "season_overdrawn": (unknown_hand(stuck(mode="observed", cards_per_season=4)), PlayCard(1, "SU", "a1")),
    "shown_hand_mismatch": (unknown_hand(stuck(mode="observed")), DeclareCannotPlay(1, "WI")),
    "unknown_pawn": (midgame(), Move(1, "1-2", "b1")),
    "unknown_seat": (midgame(), Move(3, "1-1", "b1")),
    "unknown_space": (midgame(), Move(1, "1-1", "d2")),
}


def refused_opening(seats: tuple[str, ...] = ("p1", "p2"), **options: object) -> None:
    command = OpenGame("season-harvest", "dealt", seats, options, "sha256:poker", "public")
    decide_opening(RULESET, MANIFEST, "g_table", command, None)


def refused_target() -> None:
    header = opened(variants=["cooperative_a"]).game.header
    assert header is not None
    resolve(header, lambda **_: [Past("g_old", 9, None)])


OPENINGS: dict[str, Callable[[], None]] = {
    "bad_option": lambda: refused_opening(cards_per_season=3),
    "bad_player_count": lambda: refused_opening(("p1",)),
    "bad_years": lambda: refused_opening(years=0),
    "coop_target_unresolved": refused_target,
    "coop_variant_conflict": lambda: refused_opening(variants=["cooperative_a", "cooperative_b"]),
    "deck_too_small": lambda: refused_opening(("p1", "p2", "p3"), cards_per_season=4),
    "duplicate_player": lambda: refused_opening(("p1", "p1")),
}

DOCUMENTED = set(REFUSALS) | set(KERNEL_REFUSALS) - {"outcome_not_seen"}  # no command's own: see below


@pytest.mark.parametrize("code", COMMANDS)
def test_a_command_is_refused(code: str) -> None:
    table, command = COMMANDS[code]

    assert table.game == table.when(command).refused(code).game


@pytest.mark.parametrize("code", OPENINGS)
def test_an_opening_is_refused(code: str) -> None:
    with pytest.raises(Rejected) as refusal:
        OPENINGS[code]()

    assert code == refusal.value.code


def test_what_may_depend_on_chance_does_not_follow_it_unseen() -> None:
    drawn, asking = PlayCard(1, "SP", "a1"), ShowCards(1, ("SP",))
    check_steady(RULESET, [drawn], EndTurn(1))
    check_steady(RULESET, [], asking)
    with pytest.raises(Rejected) as refusal:
        check_steady(RULESET, [drawn], asking)

    assert "outcome_not_seen" == refusal.value.code


def test_every_documented_code_is_reached() -> None:
    assert DOCUMENTED == set(COMMANDS) | set(OPENINGS)


FIRST_OF_TWO: list[tuple[str, Given, Command]] = [
    ("game_over", OVER, Move(9, "9-9", "z9")),
    ("game_not_started", opened(), Move(9, "9-9", "z9")),
    ("game_not_started", HOUSED, Move(9, "9-9", "z9")),
    ("already_started", midgame(), TakeHome(9, "a1")),
    ("unknown_seat", HOUSED, TakeHome(9, "a1")),
    ("home_already_taken", HOUSED, TakeHome(1, "b2")),
    ("already_started", midgame(), ChooseFirst(9)),
    ("homes_incomplete", HOUSED, ChooseFirst(9)),
    ("unknown_seat", HOMES, ChooseFirst(9)),
    ("unknown_seat", midgame(), Move(9, "9-9", "z9")),
    ("not_active_player", midgame(), Move(2, "9-9", "z9")),
    ("not_active_player", PLAYED, PlayCard(2, "XX", "z9")),
    ("unknown_pawn", midgame(), Move(1, "9-9", "z9")),
    ("pawn_not_owned", midgame(), Move(1, "2-1", "z9")),
    ("pawn_too_new", NEW_PAWN, Move(1, "1-2", "z9")),
    ("unknown_space", MOVED_TWICE, Move(1, "1-1", "z9")),
    ("pawn_moves_spent", MOVED_TWICE, Move(1, "1-1", "a3")),
    ("pawn_action_spent", ACTED, Gather(1, "1-1")),
    ("pawn_action_spent", basket(ACTED, 1, seeds=0), Plant(1, "1-1")),
    ("pawn_action_spent", MOVED_TWICE, Harvest(1, "1-1")),
    ("payment_not_in_ruleset", ACTED, Grow(1, "1-1", "wood")),
    ("pawn_action_spent", ACTED, Grow(1, "1-1")),
    ("pawn_limit_reached", midgame(pawn_limit=1), Grow(1, "1-1")),
    ("action_not_in_ruleset", ACTED, Cut(1, "1-1", "tree")),
    ("unknown_space", PLAYED, PlayCard(1, "XX", "z9")),
    ("card_step_done", PLAYED, PlayCard(1, "XX", "b2")),
    ("card_not_in_hand", midgame(), PlayCard(1, "SP", "b2")),
    ("card_step_done", PLAYED, DeclareCannotPlay(1, "XX")),
    ("playable_card_exists", midgame(), DeclareCannotPlay(1, "XX")),
    ("shown_hand_mismatch", midgame(), DeclareCannotPlay(1, "XX", ("SU",))),
    ("unknown_seat", HOUSED, ShowCards(9, ("SP",))),
    ("card_not_in_hand", holding(midgame(), 2), ShowCards(2, ("SP",))),
    ("count_not_in_mode", midgame(), CheckBoard((SpaceCount("z9", 0, 0, 0),))),
    ("unknown_space", midgame(mode="observed"), CheckBoard((SpaceCount("z9", 0, 0, 0),), (BasketCount(9, 0, 0),))),
]


@pytest.mark.parametrize(("code", "table", "command"), FIRST_OF_TWO)
def test_of_two_faults_the_first_is_named(code: str, table: Given, command: Command) -> None:
    table.when(command).refused(code)


OPENED_WITH_TWO_FAULTS: list[tuple[str, dict[str, object]]] = [
    ("bad_player_count", {"seats": ("p1",) * 5, "years": 0}),
    ("duplicate_player", {"seats": ("p1", "p1"), "years": 0}),
    ("bad_years", {"years": 0, "cards_per_season": 3}),
    ("bad_option", {"cards_per_season": 3, "variants": ["cooperative_a", "cooperative_c"]}),
    (
        "deck_too_small",
        {"seats": ("p1", "p2", "p3"), "cards_per_season": 4, "variants": ["cooperative_a", "cooperative_c"]},
    ),
]


@pytest.mark.parametrize(("code", "opening"), OPENED_WITH_TWO_FAULTS)
def test_of_two_faults_of_an_opening_the_first_is_named(code: str, opening: dict[str, object]) -> None:
    with pytest.raises(Rejected, match=code):
        refused_opening(**opening)  # type: ignore[arg-type] # seats and options by name
