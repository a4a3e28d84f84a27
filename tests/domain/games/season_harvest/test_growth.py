"""The growth step: two boards over three turns, one space through the year, and the order of the checks."""

from itertools import permutations, product
from pathlib import Path

import pytest

from domain.games.season_harvest.commands import EndTurn, PlayCard
from domain.games.season_harvest.events import Growth, GrowthApplied, GrowthCheck, Tokens
from domain.games.season_harvest.growth import check_of, grown, growth
from domain.games.season_harvest.state import SPACES, Space
from domain.kernel.values import Event
from tests.domain.games.season_harvest.tables import board, holding, midgame, pile, tokens, written

GOLDEN = Path(__file__).parents[3] / "golden" / "season-harvest"
CHECKS: tuple[GrowthCheck, ...] = ("summer_sprout", "fall_fruit", "winter_wither", "spring_scatter", "spring_seed")
CARDS = (None, "SP", "SU", "FA", "WI")


def rows(name: str) -> list[list[str]]:
    """Read a golden table: cells between bars; lines that begin with # say what it is."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if line and not line.startswith("#")]


def holds(check: GrowthCheck, space: Space) -> bool:
    """State a check's condition, straight from the rulebook's list."""
    held = space.tokens
    match check:
        case "summer_sprout":
            return space.card == "SU" and held.seeds >= 1
        case "fall_fruit":
            return space.card == "FA" and held.trees >= 1
        case "winter_wither":
            return space.card == "WI" and held.fruitys >= 1
        case "spring_scatter":
            return space.card == "SP" and held.trees >= 1
        case "spring_seed":
            return space.card == "SP" and held.seeds + held.trees + held.fruitys == 0


def in_order(spaces: dict[str, Space], order: tuple[GrowthCheck, ...]) -> dict[str, Space]:
    """Go through the board check by check, each on what the one before has left."""
    for check in order:
        spaces = {
            name: Space(space.card, grown(space.tokens, check)) if holds(check, space) else space
            for name, space in spaces.items()
        }
    return spaces


def at_once(spaces: dict[str, Space]) -> dict[str, Space]:
    """Take one step as the rules do."""
    changed = {change.space: Space(spaces[change.space].card, change.after) for change in growth(spaces)}
    return {**spaces, **changed}


def test_no_order_of_the_checks_makes_a_difference() -> None:
    spaces = {f"{card} {held}": Space(card, Tokens(*held)) for card in CARDS for held in product(range(4), repeat=3)}
    for name, space in spaces.items():
        check = check_of(space)
        stepped = space if check is None else Space(space.card, grown(space.tokens, check))
        for order in permutations(CHECKS):
            assert stepped == in_order({name: space}, order)[name], (name, order)


@pytest.mark.parametrize("order", [CHECKS, CHECKS[::-1], (*CHECKS[3:], *CHECKS[:3])])
def test_a_board_at_rest(order: tuple[GrowthCheck, ...]) -> None:
    *table, last = rows("growth_at_rest.txt")
    assert list(SPACES) == [row[0] for row in table]
    now = {row[0]: Space(None if row[1] == "--" else row[1], tokens(row[2])) for row in table}
    counts = []
    for column in (3, 4, 5):
        counts.append(len(growth(now)))
        assert at_once(now) == in_order(now, order)
        now = at_once(now)
        assert {row[0]: tokens(row[column]) for row in table} == {name: space.tokens for name, space in now.items()}
        held = [space.tokens for space in now.values()]
        total = (sum(t.seeds for t in held), sum(t.trees for t in held), sum(t.fruitys for t in held))
        assert last[column] == "/".join(str(n) for n in total)

    assert [6, 4, 2] == counts
    assert () == growth(now)


@pytest.mark.parametrize("order", [CHECKS, CHECKS[::-1], (*CHECKS[1::2], *CHECKS[::2])])
def test_a_board_with_plays_between(order: tuple[GrowthCheck, ...]) -> None:
    table = rows("growth_with_plays.txt")
    assert list(SPACES) == [row[0] for row in table]
    now = board(" ".join(row[1] for row in table))
    counts = []
    for column, (card, space) in enumerate((("SU", "b1"), ("SP", "a1"), ("WI", "a2")), 2):
        now = {**now, space: Space(card, now[space].tokens)}
        counts.append(len(growth(now)))
        assert at_once(now) == in_order(now, order)
        now = at_once(now)
        assert board(" ".join(row[column] for row in table)) == now

    assert [5, 1, 2] == counts


def test_the_same_plays_at_a_table() -> None:
    lines = rows("growth_with_plays.txt")
    game = midgame().changed(spaces=board(" ".join(row[1] for row in lines)))
    game = pile(holding(holding(game, 1, "SU", "WI"), 2, "SP"), *("FA",) * 9)
    checks = []
    for column, (seat, card, space) in enumerate(((1, "SU", "b1"), (2, "SP", "a1"), (1, "WI", "a2")), 2):
        answer = game.when(PlayCard(seat, card, space), "FA").accepted().when(EndTurn(seat))
        checks.append([(grew.space, grew.check) for event in answer.events for grew in changes(event)])
        game = answer.accepted()
        assert [row[column] for row in lines] == [written(game.state, name) for name in SPACES]

    assert [
        [
            ("a1", "winter_wither"),
            ("b1", "summer_sprout"),
            ("c1", "summer_sprout"),
            ("a2", "fall_fruit"),
            ("c2", "spring_scatter"),
        ],
        [("a1", "spring_scatter")],
        [("a1", "spring_scatter"), ("a2", "winter_wither")],
    ] == checks


def changes(event: Event) -> tuple[Growth, ...]:
    return event.changes if isinstance(event, GrowthApplied) else ()


def test_one_space_through_the_year() -> None:
    held = Tokens()
    for card, wanted in rows("growth_one_space.txt"):
        space = Space(card, held)
        check = check_of(space)
        held = held if check is None else grown(held, check)
        assert tokens(wanted) == held


def test_baskets_and_pawns_are_irrelevant() -> None:
    table = midgame()
    crowded = table.changed(pawns={}, seats={})

    assert growth(table.state.spaces) == growth(crowded.state.spaces)
