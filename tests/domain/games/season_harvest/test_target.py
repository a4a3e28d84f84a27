"""The cooperative target: which game is the most recent one, what it gives, and what an audit says of it later."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.games.season_harvest.audit import findings
from domain.games.season_harvest.commands import BasketCount
from domain.games.season_harvest.events import BoardChecked, BoardDifference, CoopTargetFixed
from domain.games.season_harvest.state import Options, SeatState
from domain.games.season_harvest.target import fixed, resolve
from domain.kernel.lifecycle import GameOpened, StartGame
from domain.kernel.rejection import Rejected
from domain.kernel.ruleset import Header, Past
from tests.domain.games.season_harvest.tables import RUNNING_DECK, by_seat, midgame, opened

ANA, BEN, CLO = "p_ana", "p_ben", "p_clo"


def header(*players: str, **options: Any) -> Header:
    table = opened(2, **options).game.header
    assert table is not None
    return Header(table.game, table.ruleset, table.revision, table.mode, players, table.options, table.manifest)


class Played(NamedTuple):
    """A finished game as a listing tells of it: who played, in which series, and how it came out."""

    players: frozenset[str]
    series: str | None
    past: Past


def past(game: str, fruit: dict[str, int], *, series: str | None = None, **options: Any) -> Played:
    """Return a finished game in which these players ended with this fruit."""
    seats = {str(seat): SeatState(fruit=n, harvested=n) for seat, n in enumerate(fruit.values(), 1)}
    state = midgame(**options).changed(seats=seats).state
    return Played(frozenset(fruit), series, Past(game, 100, state))


def looked_up(wanted: Header, *games: Played) -> Any:
    """Resolve a target among finished games, the latest first."""

    def finished(*, players: frozenset[str] | None = None, series: str | None = None) -> Iterator[Past]:
        for game in games:
            if players in (None, game.players) and series in (None, game.series):
                yield game.past

    return resolve(wanted, finished)


FIRST = past("g_1", {ANA: 12, BEN: 10, CLO: 9}, series="spring")
SECOND = past("g_2", {ANA: 20, BEN: 13}, series="spring", variants=["cooperative_a"])


@pytest.mark.parametrize(("letter", "value"), [("a", Fraction(31)), ("b", Fraction(31, 3)), ("c", Fraction(9))])
def test_what_the_variants_measure(letter: str, value: Fraction) -> None:
    found = looked_up(header(ANA, BEN, series="spring", variants=[f"cooperative_{letter}"]), FIRST)

    assert {"game": "g_1", "version": 100, "num": value.numerator, "den": value.denominator} == found


def test_a_series_is_followed_whatever_is_played_and_by_whom() -> None:
    second = header(ANA, BEN, series="spring", variants=["cooperative_a"])
    fourth = header(ANA, BEN, CLO, series="spring", variants=["cooperative_b"])

    assert 31 == looked_up(second, FIRST)["num"]
    found = looked_up(fourth, SECOND, FIRST)
    assert ("g_2", 33, 2) == (found["game"], found["num"], found["den"])


def test_the_same_players_in_any_order() -> None:
    games = [
        past("g_9", {ANA: 5, BEN: 5, CLO: 5}),
        past("g_8", {BEN: 4, ANA: 3}),
        past("g_7", {ANA: 9, BEN: 9}),
    ]
    wanted = header(ANA, BEN, variants=["cooperative_a"])

    assert ("g_8", 7) == tuple(looked_up(wanted, *games)[name] for name in ("game", "num"))
    assert looked_up(header(CLO, variants=["cooperative_a"]), *games) is None


def test_the_scope_can_be_named() -> None:
    games = [past("g_3", {CLO: 40, ANA: 2}), SECOND, FIRST]
    a = ["cooperative_a"]

    assert "g_3" == looked_up(header(ANA, BEN, variants=a, coop_scope="ledger"), *games)["game"]
    assert "g_3" == looked_up(header(ANA, BEN, variants=a, coop_scope="ledger", series="spring"), *games)["game"]
    assert "g_2" == looked_up(header(ANA, CLO, variants=a, series="spring"), *games)["game"]
    same = looked_up(header(ANA, CLO, variants=a, series="spring", coop_scope="same_players"), *games)
    assert "g_3" == same["game"]
    assert looked_up(header(ANA, BEN, variants=a, series="autumn"), *games) is None


def test_nothing_is_looked_for_without_a_cooperative_variant() -> None:
    assert looked_up(header(ANA, BEN, CLO, variants=["poverty"], coop_scope="ledger"), FIRST) is None


def test_fruit_counts_even_where_seeds_cost_points_and_wood_never_does() -> None:
    seats = {"1": SeatState(fruit=12, seeds=4, wood=3), "2": SeatState(fruit=10)}
    state = midgame(variants=["unsowed", "lumber"]).changed(seats=seats).state
    game = Played(frozenset((ANA, BEN)), None, Past("g_1", 100, state))

    assert 22 == looked_up(header(ANA, BEN, variants=["cooperative_a"]), game)["num"]


def test_a_game_that_cannot_be_read_is_not_skipped() -> None:
    damaged = SECOND._replace(past=Past("g_2", 100, None))
    wanted = header(ANA, BEN, series="spring", variants=["cooperative_a"])

    with pytest.raises(Rejected, match="coop_target_unresolved"):
        looked_up(wanted, damaged, FIRST)
    assert 33 == looked_up(wanted, SECOND, FIRST._replace(past=Past("g_1", 100, None)))["num"]
    declared = header(ANA, BEN, mode="observed", series="spring", variants=["cooperative_a"], coop_target=18)
    assert looked_up(declared, damaged, FIRST) is None


@pytest.mark.parametrize(("letter", "constant"), [("a", 20), ("b", 10), ("c", 7)])
def test_the_fallback(letter: str, constant: int) -> None:
    options = Options(variants=(f"cooperative_{letter}",))  # type: ignore[arg-type] # one of the three
    zero = {"game": "g_0", "version": 5, "num": 0, "den": 1}
    none, nought = fixed(options, None), fixed(options, zero)
    assert none is not None
    assert nought is not None

    assert (constant, 1, True, "none", None) == taken(none)
    assert (constant, 1, True, "record", "g_0") == taken(nought)


def taken(event: CoopTargetFixed) -> tuple[int, int, bool, str, str | None]:
    return event.target_num, event.target_den, event.defaulted, event.source, event.source_game


def test_the_target_of_an_earlier_game() -> None:
    event = fixed(Options(variants=("cooperative_b",)), {"game": "g_1", "version": 100, "num": 31, "den": 3})
    assert event is not None

    assert (31, 3, False, "record", "g_1") == taken(event)
    assert (31, 3, 100) == (event.raw_num, event.raw_den, event.source_version)
    assert fixed(Options(variants=("lumber",)), None) is None


def test_a_declared_target_stands_before_what_was_found() -> None:
    found = {"game": "g_1", "version": 100, "num": 31, "den": 3}
    event = fixed(Options(variants=("cooperative_b",), coop_target="33/2"), found)
    whole = fixed(Options(variants=("cooperative_a",), coop_target=0), found)
    assert event is not None
    assert whole is not None

    assert (33, 2, False, "declared", None) == taken(event)
    assert (20, 1, True, "declared", None) == taken(whole)


@pytest.mark.parametrize(
    ("options", "mode"),
    [
        ({"coop_target": 5}, "observed"),
        ({"coop_target": 5, "variants": ["cooperative_a"]}, "dealt"),
        ({"coop_target": "5/2", "variants": ["cooperative_a"]}, "observed"),
        ({"coop_target": -1, "variants": ["cooperative_a"]}, "observed"),
        ({"coop_target": 1_000_000, "variants": ["cooperative_a"]}, "observed"),
    ],
)
def test_targets_that_cannot_be_declared(options: dict[str, Any], mode: Any) -> None:
    with pytest.raises(Rejected, match="bad_option"):
        opened(2, mode=mode, **options)


def test_the_target_is_the_first_thing_fixed_at_the_start() -> None:
    table = opened(2, variants=["cooperative_c"])
    found = {"game": "g_1", "version": 100, "num": 9, "den": 1}
    answer = table.when(StartGame(found), *by_seat(RUNNING_DECK, 2))

    assert fixed(Options(variants=("cooperative_c",)), found) == answer.events[1]
    assert answer.accepted().state.coop_target == answer.events[1]


def codes(event: CoopTargetFixed | None, resolved: Any) -> list[str]:
    assert event is not None
    return [finding.code for finding in findings([(2, event)], resolved)]


def test_what_an_audit_finds_later() -> None:
    options = Options(variants=("cooperative_a",))
    found = {"game": "g_1", "version": 100, "num": 31, "den": 1}
    event = fixed(options, found)

    assert [] == codes(event, found)
    assert ["target_source_changed"] == codes(event, {**found, "num": 30})
    assert ["target_not_latest"] == codes(event, {**found, "game": "g_0"})
    assert ["target_not_latest"] == codes(event, None)
    assert [] == codes(fixed(options, None), None)
    assert ["target_not_latest"] == codes(fixed(options, None), found)
    declared = fixed(Options(variants=("cooperative_a",), coop_target=18), None)
    assert [] == codes(declared, None)
    assert ["target_declared"] == codes(declared, found)


def test_an_audit_repeats_what_a_count_found() -> None:
    right = (7, BoardChecked(3, ()))
    wrong = (9, BoardChecked(4, (BoardDifference("a1", "seeds", 1, 2),)))

    assert [("board_mismatch", "warn", (9,))] == [
        (each.code, each.status, each.versions) for each in findings([right, wrong], None)
    ]
    assert 0 == BasketCount(1, 2, 3).wood


@pytest.mark.parametrize(
    ("variants", "measure", "expected"),
    [
        (("cooperative_a", "unsowed"), "basket", ["unsowed_without_effect"]),
        (("cooperative_a", "unsowed"), "score", []),
        (("cooperative_a",), "basket", []),
    ],
)
def test_seeds_that_a_target_does_not_count_are_found(variants: Any, measure: Any, expected: list[str]) -> None:
    options = Options(variants=variants, coop_measure=measure)
    opened = GameOpened(
        ruleset="season-harvest",
        revision=1,
        manifest="sha256:0",
        mode="observed",
        seats=("p_1", "p_2"),
        options=msgspec.to_builtins(options),
        visibility="public",
        reveal="at_end",
        commitment=None,
        seed=None,
    )
    fixed_target = fixed(options, None)

    assert fixed_target is not None
    assert expected == [each.code for each in findings([(1, opened), (2, fixed_target)], None)]
