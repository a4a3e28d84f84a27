"""Weather cards and the Weather Catastrophe."""

from typing import Any

import pytest

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.commands import ChooseDamagedField, Draw
from domain.games.harvest_island.events import (
    CatastropheEnded,
    CatastropheStruck,
    CropsLost,
    Load,
    SeasonDeckExhausted,
    WeatherCancelled,
    WeatherRevealed,
)
from domain.games.harvest_island.state import WeatherArea
from domain.kernel.game import obligations
from tests.domain.games.harvest_island.tables import (
    H,
    M,
    P,
    begun,
    decks,
    drawing,
    growing,
    names,
    turn,
    weather,
)
from tests.domain.harness import Given

DRAW = Draw(1, "season")
NOTHING = (M, H, P)


def storm(table: Given) -> tuple[Any, ...]:
    """Let the third sun come up; return the events after it."""
    return weather(drawing(table), sun=2).when(DRAW, "sun").events[1:]


def test_a_sun_and_a_rain_cancel_each_other() -> None:
    table = weather(drawing(begun()), sun=1)

    table = table.when(DRAW, "rain").then(WeatherRevealed(1, 1, "spring", "rain", 21), WeatherCancelled())

    assert WeatherArea() == table.state.weather_area
    assert 2 == table.state.draws_owed
    assert 4 == table.state.cards.hand(1).size
    assert ("sun", "rain") == table.state.discard


def test_weather_outlasts_its_deck() -> None:
    table = decks(weather(drawing(begun()), sun=1), spring=2)

    table = table.when(DRAW, "sun").then(WeatherRevealed(1, 1, "spring", "sun", 1))
    table = table.when(DRAW, "Ta-Sp-7").accepted()

    assert WeatherArea(sun=2) == table.state.weather_area
    assert "summer" == table.state.open_season


def test_the_example_of_enrico() -> None:
    table = growing(begun(), 1, mountain="Ba-Sp-2 | F F", plain="Ma-Sp-4 | F F Ma-Sp-6 F F")

    events = storm(table)

    assert [
        CatastropheStruck(1, "sun", (Load(1, (P,), 5, 2), Load(2, NOTHING, 0, 0))),
        CropsLost(1, 1, P, 5, 2, ("Ma-Sp-6",), chosen=False),
        CatastropheEnded(1, 3),
    ] == list(events)
    after = weather(drawing(table), sun=2).when(DRAW, "sun").accepted().state
    assert ("Ma-Sp-4", ("F",) * 4) == (after.seat(1).fields[P].seed, after.seat(1).fields[P].stack)
    assert WeatherArea() == after.weather_area
    assert ("Ma-Sp-6", "sun", "sun", "sun") == after.discard
    assert 2 == after.draws_owed


@pytest.mark.parametrize(
    ("field", "stack", "due", "lost"),
    [
        (H, "Ma-Sp-4 | Ma-Sp-6 Ma-Su-6 Ma-Sp-5 Ma-Su-4 Ma-Sp-4", 2, ("Ma-Su-6", "Ma-Sp-6")),
        (P, "Ma-Sp-4 | F Ma-Sp-5 F F Ma-Sp-4 F F", 3, ("Ma-Sp-5", "Ma-Sp-4")),
        (M, "Ma-Sp-4 | Ma-Sp-5 Ma-Sp-6 F", 1, ("Ma-Sp-6",)),
        (M, "Ma-Sp-4 | Ma-Sp-5 Ma-Sp-5 F", 1, ("Ma-Sp-5",)),
    ],
)
def test_the_best_fruits_are_lost_first(field: str, stack: str, due: int, lost: tuple[str, ...]) -> None:
    table = growing(begun(), 1, **{field: stack})

    (_, crops, _) = storm(table)

    load = len(stack.split()) - 2
    assert CropsLost(1, 1, field, load, due, lost, chosen=False) == crops


def test_of_equal_fruits_the_last_planted_is_lost() -> None:
    table = growing(begun(), 1, hill="Ma-Sp-4 | Ma-Sp-6 F Ma-Sp-6")

    after = weather(drawing(table), sun=2).when(DRAW, "sun").accepted().state

    assert ("Ma-Sp-6", "F") == after.seat(1).fields[H].stack


def tied(**options: Any) -> Given:
    """Return the table after the third sun: both seats have two fields with two cards, at least one with fruits."""
    table = growing(begun(**options), 1, mountain="Ba-Sp-2 | F F", hill="Ly-Sp-4 | Ly-Sp-5 Ly-Sp-6")
    table = growing(table, 2, hill="Ma-Sp-4 | Ma-Sp-5 Ma-Sp-6", plain="Ta-Sp-5 | Ta-Sp-6 F")
    return weather(drawing(table), sun=2).when(DRAW, "sun").accepted()


def test_owners_of_level_fields_choose_in_any_order() -> None:
    table = tied()
    due = obligations(RULESET, table.game)

    assert [(1, (M, H)), (2, (H, P))] == [(each.seat, each.ask.candidates) for each in due if each.ask]
    table.when(DRAW).refused("catastrophe_pending", owed=[1, 2])
    table.when(Draw(2, "season")).refused("catastrophe_pending")
    after = table.when(ChooseDamagedField(2, P)).then(CropsLost(1, 2, P, 2, 1, ("Ta-Sp-6",), chosen=True))
    after.when(ChooseDamagedField(2, P)).refused("no_choice_owed", seat=2)
    after = after.when(ChooseDamagedField(1, H)).then(
        CropsLost(1, 1, H, 2, 1, ("Ly-Sp-6",), chosen=True), CatastropheEnded(1, 3)
    )

    assert after.state.catastrophe is None
    assert (2, 1) == (after.state.draws_owed, after.state.active_seat)
    after.when(ChooseDamagedField(1, H)).refused("no_catastrophe_pending")


def test_a_field_without_fruits_may_be_chosen() -> None:
    tied().when(ChooseDamagedField(1, M)).then(CropsLost(1, 1, M, 2, 1, (), chosen=True))


def test_the_field_must_be_one_of_the_fullest() -> None:
    tied().when(ChooseDamagedField(1, P)).refused("field_not_most_loaded", fields=[M, H])
    tied().when(ChooseDamagedField(1, "meadow")).refused("unknown_field")


def test_nobody_is_asked_where_no_fruit_can_be_lost() -> None:
    table = growing(begun(), 1, mountain="Ba-Sp-2 | F F", hill="Ly-Sp-4 | F F")

    (_, crops, ended) = storm(table)

    assert CropsLost(1, 1, M, 2, 1, (), chosen=False) == crops
    assert CatastropheEnded(1, 3) == ended


def test_choices_may_go_clockwise() -> None:
    table = turn(tied(catastrophe_order="clockwise"), 2)
    (due,) = obligations(RULESET, table.game)

    assert 2 == due.seat
    table.when(ChooseDamagedField(1, H)).refused("choice_out_of_order", next=[2])
    assert [1] == [each.seat for each in obligations(RULESET, table.when(ChooseDamagedField(2, P)).accepted().game)]
    assert [] == list(RULESET.legal(table.state, 1))


def test_small_fields_lose_nothing() -> None:
    table = growing(begun(), 1, mountain="Ba-Sp-2 | Ba-Sp-4", hill="Ly-Sp-4 | Ly-Sp-5")

    (struck, ended) = storm(table)

    assert [0, 0] == [load.due for load in struck.loads]
    assert CatastropheEnded(1, 3) == ended


def test_three_rains_strike_too_and_everybody_in_turn_order() -> None:
    table = growing(growing(begun(3, first=2), 1, mountain="Ba-Sp-2 | F Ba-Sp-3"), 3, hill="Ly-Sp-4 | Ly-Sp-5 Ly-Sp-5")
    table = weather(drawing(table), rain=2)

    events: tuple[Any, ...] = table.when(Draw(2, "season"), "rain").events

    assert [2, 3, 1] == [load.seat for load in events[1].loads]
    assert [3, 1] == [event.seat for event in events[2:4]]
    assert CatastropheEnded(1, 3) == events[4]
    assert [(H, ("Ly-Sp-5",)), (M, ("Ba-Sp-3",))] == [(event.field, event.discarded) for event in events[2:4]]


def test_a_second_catastrophe_has_the_next_number() -> None:
    table = weather(drawing(begun()), sun=2).when(DRAW, "sun").accepted()

    events: tuple[Any, ...] = weather(table, rain=2).when(DRAW, "rain").events

    assert 2 == events[1].catastrophe


def test_the_last_card_of_a_deck_strikes_after_the_deck_is_noted() -> None:
    table = decks(weather(drawing(begun()), sun=2), spring=1)

    events = table.when(DRAW, "sun").events

    assert ["WeatherRevealed", "SeasonDeckExhausted", "CatastropheStruck", "CatastropheEnded"] == names(events)
    assert SeasonDeckExhausted("spring") == events[1]
