"""What an audit must notice: components that are lost, and those that come from nowhere."""

import pytest
from msgspec.structs import replace

from domain.games.season_harvest import RULESET
from domain.games.season_harvest.events import Tokens
from domain.games.season_harvest.state import SeatState, Space
from domain.kernel.cards import Hand, Zone
from tests.domain.games.season_harvest.tables import basket, midgame
from tests.domain.harness import Given


def faults(table: Given) -> str:
    return "; ".join(RULESET.components(table.state))


def test_a_sound_table_has_no_faults() -> None:
    assert "" == faults(midgame())


def test_a_card_too_many() -> None:
    spaces = midgame().state.spaces

    assert "14 cards of SP" in faults(midgame().changed(spaces={**spaces, "c3": Space("SP")}))
    assert "12 cards of FA" in faults(midgame().changed(discards=midgame().state.discards[:-1]))


def test_a_pile_that_is_not_what_is_unseen() -> None:
    cards = midgame().state.cards
    short = replace(cards, zones={**cards.zones, "pile": Zone("?", 18)})
    negative = replace(cards, hands={**cards.hands, "1": Hand({"SU": 2, "FA": 1, "WI": -1})})

    assert "19 cards unseen, 18 in places" in faults(midgame().changed(cards=short))
    assert "hand 1 holds WI -1 times" in faults(midgame().changed(cards=negative))


@pytest.mark.parametrize("tokens", [Tokens(-1), Tokens(0, -1), Tokens(0, 0, -1)])
def test_tokens_below_zero(tokens: Tokens) -> None:
    spaces = midgame().state.spaces

    assert "a1 holds fewer than no tokens" in faults(midgame().changed(spaces={**spaces, "a1": Space("SU", tokens)}))


@pytest.mark.parametrize("held", [SeatState(fruit=-1, harvested=-1), SeatState(seeds=-1), SeatState(wood=-1)])
def test_baskets_below_zero(held: SeatState) -> None:
    seats = midgame().state.seats

    assert "seat 2 holds less than nothing" in faults(midgame().changed(seats={**seats, "2": held}))


def test_fruit_that_nobody_harvested() -> None:
    assert "seat 1 has 4 fruit of 3 less 0" in faults(basket(midgame(), 1, fruit=4, harvested=3))
