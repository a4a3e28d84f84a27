"""A2 - Draw 2 cards, A3 - Check the Storage Area."""

from typing import Any

import pytest

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.commands import Draw, ForgoDraw, Release, Sow
from domain.games.harvest_island.events import (
    DrawLapsed,
    FertilizerTaken,
    SeasonCardDrawn,
    SeasonDeckExhausted,
    SupplyCardTaken,
    SupplyReplaced,
    TurnBegun,
    TurnEnded,
    WeatherRevealed,
)
from domain.kernel.game import obligations
from tests.domain.games.harvest_island.tables import M, begun, cards_of, decks, drawing, holding, names, winter
from tests.domain.harness import Given


def test_two_releases_earn_one_fertilizer() -> None:
    table = begun()
    for card in ("Ba-Sp-2", "Ba-Sp-4"):
        table = table.when(Release(1, card)).accepted()

    first = table.when(Draw(1, "fertilizer")).then(FertilizerTaken(1, 1, 11))
    first.when(Draw(1, "fertilizer")).refused("fertilizer_already_taken")
    after = first.when(Draw(1, "season"), "Ta-Sp-6").accepted()
    assert 4 == after.state.cards.hand(1).size
    assert {"F": 1} == after.state.cards.hand(1).shown

    other = table.when(Draw(1, "season"), "Ta-Sp-6").accepted().when(Draw(1, "fertilizer")).accepted()
    assert cards_of(after.state, 1) == cards_of(other.state, 1)


def test_a_turn_begins_afresh() -> None:
    table = drawing(begun(), owed=1, released=2, fertilizer_taken=True)

    state = table.when(Draw(1, "supply", "Ma-Sp-4")).accepted().state

    assert ("choose_action", 0, 0, 0) == (state.phase, state.plays_made, state.released, state.draws_owed)
    assert not state.fertilizer_taken
    lapsed = winter(drawing(begun(), released=2, supply=(), replacing_weather=True), 0).when(ForgoDraw(1)).accepted()
    assert not lapsed.state.replacing_weather


def test_an_empty_fertilizing_area() -> None:
    drawing(begun(), released=2, fertilizer_area=0).when(Draw(1, "fertilizer")).refused("fertilizer_area_empty")


def test_a_full_storage_replaces_the_supply_after_the_draws() -> None:
    table = holding(begun(), 1, "Ba-Sp-2 Wm-Sp-4 Ma-Sp-5 Ly-Sp-4")
    table = table.when(Sow(1, "Ba-Sp-2", M)).accepted().when(Release(1, "Wm-Sp-4")).accepted()

    table.when(Draw(1, "supply", "Ly-Sp-4")).refused("card_not_in_supply")
    table = table.when(Draw(1, "supply", "Ma-Sp-4")).then(SupplyCardTaken(1, 1, "Ma-Sp-4"))
    table = table.when(Draw(1, "season"), "Ta-Sp-7").then(
        SeasonCardDrawn(1, 1, "spring", 21, "Ta-Sp-7"),
        SupplyReplaced(("Ba-Sp-3",), ("Ly-Sp-4", "Wm-Sp-5", "Ta-Sp-6", "Wm-Sp-4")),
        TurnEnded(1, 1),
        TurnBegun(2, 1, 2),
    )

    assert (4, 0) == (len(table.state.supply), len(table.state.storage))
    assert ("Ba-Sp-3",) == table.state.discard


def test_an_empty_supply_is_replaced_all_the_same() -> None:
    table = drawing(begun(), owed=1, supply=(), storage=("Ly-Sp-4",) * 4)

    events = table.when(Draw(1, "season"), "Ta-Sp-7").events

    assert SupplyReplaced((), ("Ly-Sp-4",) * 4) == events[1]


def test_three_cards_stay_in_storage() -> None:
    events = drawing(begun(), owed=1).when(Draw(1, "season"), "Ta-Sp-7").events

    assert ["SeasonCardDrawn", "TurnEnded", "TurnBegun"] == names(events)


def test_a_supply_of_one_card() -> None:
    table = drawing(begun(), supply=("Ma-Sp-4",))

    table.when(Draw(1, "supply")).refused("card_choice_required", cards=["Ma-Sp-4"])
    table = table.when(Draw(1, "supply", "Ma-Sp-4")).accepted()
    table.when(Draw(1, "supply", "Ma-Sp-4")).refused("supply_empty")
    table.when(Draw(1, "season"), "Ta-Sp-7").accepted()


def test_the_next_deck_opens_when_one_is_used_up() -> None:
    table = decks(drawing(begun()), spring=1)

    table.when(Draw(1, "season", season="summer")).refused("season_deck_not_open", season="summer", open="spring")
    table = table.when(Draw(1, "season", season="spring"), "Ta-Sp-7").then(
        SeasonCardDrawn(1, 1, "spring", 0, "Ta-Sp-7"), SeasonDeckExhausted("spring")
    )
    events = table.when(Draw(1, "season"), "Ba-Su-3").events

    assert SeasonCardDrawn(1, 1, "summer", 31, "Ba-Su-3") == events[0]


def test_a_last_card_may_be_weather() -> None:
    table = decks(drawing(begun()), spring=1)

    table = table.when(Draw(1, "season"), "rain").then(
        WeatherRevealed(1, 1, "spring", "rain", 0), SeasonDeckExhausted("spring")
    )

    assert 2 == table.state.draws_owed
    assert "summer" == table.state.open_season


def sources(table: Given) -> tuple[Any, ...]:
    """Return where the active seat may draw from, by what must be done and by what is legal."""
    (due,) = obligations(RULESET, table.game)
    assert due.ask is not None
    listed = {command.source for command in RULESET.legal(table.state, 1) if isinstance(command, Draw)}
    assert listed == set(due.ask.candidates)
    return due.ask.candidates


@pytest.mark.parametrize("option", ["any_source", "season_deck"])
def test_where_a_replacement_comes_from(option: str) -> None:
    table = drawing(begun(weather_replacement=option), released=2).when(Draw(1, "season"), "rain").accepted()
    by_supply, by_fertilizer = Draw(1, "supply", "Ma-Sp-4"), Draw(1, "fertilizer")

    if option == "any_source":
        for other in (by_supply, by_fertilizer):
            assert not table.when(other).accepted().state.replacing_weather
        return
    table.when(by_supply).refused("replacement_from_deck_required", season="spring")
    table.when(by_fertilizer).refused("replacement_from_deck_required", season="spring")
    after = table.when(Draw(1, "season"), "Ta-Sp-7").accepted()
    after.when(by_supply).accepted()
    assert ("season",) == sources(table)
    assert ("season", "supply", "fertilizer") == sources(after)
    winter(table, 0).when(by_supply).accepted()


def test_draws_lapse_where_there_is_nothing_to_draw() -> None:
    table = winter(drawing(begun(first=2), supply=("Ma-Sp-4",), final_round=True), 0)

    table.when(Draw(2, "season")).refused("season_decks_exhausted")
    events = table.when(Draw(2, "supply", "Ma-Sp-4")).events

    assert [
        SupplyCardTaken(1, 2, "Ma-Sp-4"),
        DrawLapsed(1, 2, 1, by_choice=False),
        TurnEnded(1, 2),
        TurnBegun(2, 1, 1),
    ] == list(events)


def test_draws_lapse_right_after_the_second_play() -> None:
    table = winter(begun(first=1).changed(supply=(), final_round=True), 0)

    events = table.when(Sow(1, "Ba-Sp-2", M)).accepted().when(Release(1, "Ba-Sp-4")).events

    assert DrawLapsed(1, 1, 2, by_choice=False) == events[1]
    assert "SupplyReplaced" == names(events)[2]


@pytest.mark.parametrize(("area", "lapsed"), [(1, False), (0, True)])
def test_an_earned_fertilizer_keeps_a_turn_open(area: int, *, lapsed: bool) -> None:
    table = winter(begun().changed(supply=(), final_round=True, fertilizer_area=area), 0)

    after = table.when(Release(1, "Ba-Sp-2")).accepted().when(Release(1, "Ba-Sp-4"))

    assert lapsed == ("DrawLapsed" in names(after.events))
    assert lapsed == ("TurnEnded" in names(after.events))


def test_a_fertilizer_need_not_be_taken() -> None:
    table = winter(drawing(begun(), released=2, supply=(), final_round=True), 0)
    (due,) = obligations(RULESET, table.game)

    assert ("harvest-island.draw", "harvest-island.forgo_draw") == due.commands
    assert due.ask is not None
    assert ("fertilizer",) == due.ask.candidates
    forgone = table.when(ForgoDraw(1)).events
    assert DrawLapsed(1, 1, 2, by_choice=True) == forgone[0]
    assert ["DrawLapsed", "TurnEnded", "TurnBegun"] == names(forgone)
    assert [Draw(1, "fertilizer"), ForgoDraw(1)] == list(RULESET.legal(table.state, 1))
    taken = table.when(Draw(1, "fertilizer")).events
    assert [FertilizerTaken(1, 1, 11), DrawLapsed(1, 1, 1, by_choice=False)] == list(taken[:2])
    drawing(begun(), supply=()).when(ForgoDraw(1)).refused("draw_source_available", season="spring")
    table.changed(supply=("Ma-Sp-4",)).when(ForgoDraw(1)).refused("draw_source_available")


def test_what_must_be_drawn_is_public() -> None:
    (due,) = obligations(RULESET, drawing(begun(), released=2).game)

    assert due.ask is not None
    assert ("season", "supply", "fertilizer") == due.ask.candidates
    assert {"draws": 2, "season": "spring", "supply": ["Ba-Sp-3", "Ma-Sp-4"]} == due.ask.limits
