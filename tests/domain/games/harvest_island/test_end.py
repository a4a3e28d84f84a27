"""End of the Game, and the score."""

import pytest

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.commands import ChooseDamagedField, Draw, Harvest
from domain.games.harvest_island.events import (
    CatastropheEnded,
    CatastropheStruck,
    DrawLapsed,
    FinalRoundAnnounced,
    Load,
    SeasonDeckExhausted,
    TurnBegun,
    TurnEnded,
    WeatherRevealed,
)
from domain.games.harvest_island.state import FIELDS
from domain.kernel.game import outcome_of
from domain.kernel.lifecycle import GameEnded
from domain.kernel.score import totals
from tests.domain.games.harvest_island.tables import (
    begun,
    drawing,
    growing,
    marked,
    names,
    piled,
    turn,
    weather,
    winter,
)
from tests.domain.harness import Given

DRAW = "Gr-Wi-4"


def test_the_round_is_completed_when_winter_runs_out() -> None:
    table = winter(drawing(turn(begun(3, first=2), 3, 8, 3), owed=1), 1)

    events = table.when(Draw(3, "season"), DRAW).events
    assert [SeasonDeckExhausted("winter"), FinalRoundAnnounced(3, 1), TurnEnded(8, 3), TurnBegun(9, 3, 1)] == list(
        events[1:]
    )

    last = growing(table.when(Draw(3, "season"), DRAW).accepted(), 1, mountain="Ba-Sp-2")
    events = last.when(Harvest(1, ("mountain",))).events
    assert [TurnEnded(9, 1)] == list(events[1:2])
    assert isinstance(events[2], GameEnded)
    assert "winter_exhausted" == events[2].reason


@pytest.mark.parametrize(("seat", "follow"), [(2, [3, 1]), (3, [1]), (1, [])])
def test_who_still_plays_after_winter(seat: int, follow: list[int]) -> None:
    table = winter(drawing(turn(begun(3, first=2), seat, 8, 3), owed=1), 1)
    table = table.when(Draw(seat, "season"), DRAW).accepted()

    seats = []
    while table.game.status == "running":
        active = table.state.active_seat
        seats.append(active)
        table = growing(table, active, hill="Ba-Sp-2").when(Harvest(active, ("hill",))).accepted()

    assert follow == seats
    assert table.state.last_player == table.state.active_seat


def test_rounds_are_counted_from_the_first_player() -> None:
    table = growing(growing(begun(2, first=2), 1, hill="Ba-Sp-2"), 2, hill="Ba-Sp-2")

    events = table.when(Harvest(2, ("hill",))).events
    assert TurnBegun(2, 1, 1) == events[-1]
    table = table.when(Harvest(2, ("hill",))).accepted()
    assert TurnBegun(3, 2, 2) == table.when(Harvest(1, ("hill",))).events[-1]


@pytest.mark.parametrize("supply", [(), ("Ma-Sp-4",)])
def test_the_last_card_of_winter_may_be_the_third_sun(supply: tuple[str, ...]) -> None:
    table = weather(winter(drawing(begun(2), owed=1, supply=supply), 1), sun=2)

    events = table.when(Draw(1, "season"), "sun").events

    loads = tuple(Load(seat, FIELDS, 0, 0) for seat in (1, 2))
    assert [
        WeatherRevealed(1, 1, "winter", "sun", 0),
        SeasonDeckExhausted("winter"),
        FinalRoundAnnounced(1, 2),
        CatastropheStruck(1, "sun", loads),
        CatastropheEnded(1, 3),
    ] == list(events[:5])
    assert ([] if supply else [DrawLapsed(1, 1, 1, by_choice=False)]) == list(events[5:6])
    if supply:
        table = table.when(Draw(1, "season"), "sun").accepted()
        assert "TurnEnded" in names(table.when(Draw(1, "supply", "Ma-Sp-4")).events)


def test_a_draw_that_cannot_be_made_up_lapses_after_the_choice() -> None:
    table = growing(begun(2), 2, mountain="Ba-Sp-2 | F F", hill="Ly-Sp-4 | Ly-Sp-5 Ly-Sp-6")
    table = weather(winter(drawing(table, owed=1, supply=()), 1), sun=2)

    struck = table.when(Draw(1, "season"), "sun")
    chosen = struck.accepted().when(ChooseDamagedField(2, "hill")).events

    assert ["FinalRoundAnnounced", "CatastropheStruck"] == names(struck.events)[2:]
    assert ["CropsLost", "CatastropheEnded", "DrawLapsed", "TurnEnded", "TurnBegun"] == names(chosen)


def played_out() -> Given:
    table = piled(begun(), 1, "Ba-Sp-3 Ba-Sp-4 Ba-Sp-4 Ma-Su-6 Ma-Su-6 Ma-Sp-6 Ma-Su-5 St-Wi-7 St-Wi-7 St-Wi-6")
    pomelos = "Po-Au-7 Po-Au-7 Po-Au-6 Po-Au-6 Po-Au-6 Wa-Su-6 Wa-Su-6 Ba-Au-4 Ba-Au-4 Ba-Au-2"
    table = piled(table, 2, pomelos)
    table = growing(table, 1, mountain="Gr-Au-4 | Gr-Au-3 Gr-Au-5", hill="Pp-Au-5 | Pp-Au-4 F F", plain="Ba-Sp-2")
    table = growing(table, 2, plain="Pp-Wi-5 | Pp-Wi-4 Pp-Wi-4 F F F")
    return marked(table, mango=(4, 1), strawberry=(3, 1), pomelo=(5, 2), banana=(5, 2))


def test_the_sheets_of_two_who_share_the_victory() -> None:
    table = played_out()
    lines = RULESET.lines(table.state)
    verdict = RULESET.verdict(table.state)

    def amount(seat: int, key: str) -> int:
        return sum(line.amount for line in lines if (line.seat, line.key) == (seat, key))

    assert (54, 16, 10) == tuple(amount(1, key) for key in ("harvested_fruit", "animal_token", "field_remainder"))
    assert (54, 16, 10) == tuple(amount(2, key) for key in ("harvested_fruit", "animal_token", "field_remainder"))
    assert {1: 80, 2: 80} == totals(lines, 2)
    assert ("shared_win", (1, 2), None, ()) == (
        verdict.outcome.kind,
        verdict.outcome.winners,
        verdict.outcome.decided_by,
        verdict.outcome.tie_breaks,
    )
    assert {"1": 1, "2": 1} == verdict.places


def test_a_line_for_each_number_of_points() -> None:
    table = played_out()
    lines = RULESET.lines(table.state)
    fruits = [(line.unit, line.quantity) for line in lines if line.seat == 1 and line.key == "harvested_fruit"]

    assert [(7, 2), (6, 4), (5, 1), (4, 2), (3, 1)] == fruits
    (tokens,) = (line for line in lines if line.seat == 2 and line.key == "animal_token")
    assert {"marks": {"banana": 5, "pomelo": 5}} == tokens.detail
    (left,) = (line for line in lines if line.seat == 1 and line.key == "field_remainder")
    assert {"mountain": 2, "hill": 3, "plain": 0} == left.detail
    assert {("placeholder",)} == {line.flags for line in lines if line.key == "harvested_fruit"}


def test_the_highest_total_wins() -> None:
    table = piled(begun(3), 2, "Ba-Sp-2")

    verdict = RULESET.verdict(table.state)

    assert ("win", (2,), "total") == (verdict.outcome.kind, verdict.outcome.winners, verdict.outcome.decided_by)
    assert {"1": 2, "2": 1, "3": 2} == verdict.places
    assert (None, {}) == outcome_of(RULESET, table.game)
