"""The card step: playing, drawing, year ends, the final phase, and the hand in which nothing fits."""

from typing import Any

import pytest

from domain.games.season_harvest.commands import DeclareCannotPlay, EndTurn, Harvest, Move, PlayCard, ShowCards
from domain.games.season_harvest.events import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardsShown,
    FinalPlayBegan,
    Growth,
    GrowthApplied,
    HandShown,
    PawnMoved,
    PileReshuffled,
    TurnEnded,
    TurnStarted,
    YearEnded,
)
from domain.games.season_harvest.legal import legal
from domain.kernel.cards import count
from domain.kernel.lifecycle import GameEnded
from tests.domain.games.season_harvest.tables import (
    basket,
    cards_of,
    holding,
    midgame,
    other_seat,
    pile,
    stuck,
    tokens,
    written,
)
from tests.domain.harness import Given

DISCARDS = ("SP",) * 9 + ("SU",) * 9 + ("FA",) * 10 + ("WI",) * 10


def year_end(**options: Any) -> Given:
    """Return the midgame with an empty pile and 38 discards."""
    return pile(midgame(**options)).changed(discards=DISCARDS)


def final(turn: int = 45) -> Given:
    """Return a last turn: seat 1 holds one Fall card, seat 2 nothing."""
    table = holding(holding(pile(midgame()), 1, "FA"), 2)
    return table.changed(phase="final", turn=turn)


def test_playing_over_the_season_before() -> None:
    table = midgame().when(PlayCard(1, "FA", "a1"), "WI").then(CardPlayed(1, "FA", "a1", "SU"), CardDrawn(1, "WI", 18))

    assert ["SU", "WI", "WI"] == cards_of(table.state, 1)
    assert "FA 0/1/0" == written(table.state, "a1")
    assert 20 == len(table.state.discards)
    assert "SU" == table.state.discards[-1]


def test_playing_on_an_empty_space() -> None:
    table = midgame().when(PlayCard(1, "WI", "c3"), "WI").then(CardPlayed(1, "WI", "c3", None), CardDrawn(1, "WI", 18))

    assert 19 == len(table.state.discards)
    assert all(space.card for space in table.state.spaces.values())


@pytest.mark.parametrize(
    ("card", "space", "code"),
    [
        ("SU", "b2", "season_does_not_follow"),
        ("SU", "a1", "season_does_not_follow"),
        ("FA", "b1", "season_does_not_follow"),
        ("SP", "a2", "card_not_in_hand"),
        ("XX", "a2", "card_not_in_hand"),
        ("SU", "d4", "unknown_space"),
    ],
)
def test_what_cannot_be_played(card: str, space: str, code: str) -> None:
    midgame().when(PlayCard(1, card, space)).refused(code)


@pytest.mark.parametrize(("card", "over"), [("SU", "SP"), ("FA", "SU"), ("WI", "FA"), ("SP", "WI")])
def test_each_season_follows_one(card: str, over: str) -> None:
    table = holding(midgame(), 1, card)
    fitting = {space for space in table.state.spaces if table.state.fits(card, space)}

    assert fitting == {space for space, lying in table.state.spaces.items() if lying.card in (None, over)}


def test_one_card_a_turn() -> None:
    table = midgame().when(PlayCard(1, "FA", "a1"), "WI").accepted()

    table.when(PlayCard(1, "WI", "c3")).refused("card_step_done")
    table.when(DeclareCannotPlay(1, "WI")).refused("card_step_done")


def test_no_turn_without_a_card() -> None:
    midgame().when(EndTurn(1)).refused("card_step_pending")
    midgame().when(Move(2, "2-1", "b3")).refused("not_active_player", seat=2, active=1)


def test_growth_follows_the_turn() -> None:
    table = midgame().when(PlayCard(1, "FA", "a1"), "WI").accepted()
    changes = [
        ("a1", "fall_fruit", "0/1/0", "0/0/1"),
        ("c1", "summer_sprout", "1/1/0", "0/2/0"),
        ("a2", "winter_wither", "0/0/1", "0/1/0"),
        ("b2", "fall_fruit", "0/1/1", "0/0/2"),
        ("a3", "summer_sprout", "1/0/0", "0/1/0"),
    ]
    grown = tuple(
        Growth(space, check, tokens(before), tokens(after))  # type: ignore[arg-type] # the names of checks
        for space, check, before, after in changes
    )

    table.when(EndTurn(1)).then(TurnEnded(21, 1), GrowthApplied(22, grown), TurnStarted(22, 2, 1))


def test_counting_the_plays() -> None:
    first = [command for command in legal(midgame().state, 1) if isinstance(command, PlayCard)]
    second = [command for command in legal(other_seat().state, 2) if isinstance(command, PlayCard)]

    assert {"SU": "b1 c2 c3", "FA": "a1 c1 a3 c3", "WI": "b2 c3"} == by_card(first)
    assert {"SP": "a2 b3 c3", "FA": "a1 c1 a3 c3"} == by_card(second)


def by_card(plays: list[PlayCard]) -> dict[str, str]:
    return {
        card: " ".join(play.space for play in plays if play.card == card)
        for card in dict.fromkeys(play.card for play in plays)
    }


def test_nothing_fits() -> None:
    table = stuck()
    table.when(PlayCard(1, "WI", "a1")).refused("season_does_not_follow")
    table.when(DeclareCannotPlay(1, "FA")).refused("card_not_in_hand")
    table = table.when(DeclareCannotPlay(1, "WI"), "FA").then(
        HandShown(1, ("SP", "WI", "WI")), CardDiscarded(1, "WI"), CardDrawn(1, "FA", 5)
    )
    table.when(PlayCard(1, "FA", "b1")).refused("card_step_done")
    holding(stuck(), 1, "WI", "SP", "WI").when(DeclareCannotPlay(1, "SP"), "FA").then(
        HandShown(1, ("SP", "WI", "WI")), CardDiscarded(1, "SP"), CardDrawn(1, "FA", 5)
    )

    assert ["FA", "SP", "WI"] == cards_of(table.state, 1)
    assert {"SP": 1, "WI": 1} == table.state.cards.hand(1).shown
    assert "WI" == table.state.discards[-1]


def test_something_fits() -> None:
    holding(stuck(), 1, "SP", "WI", "SU").when(DeclareCannotPlay(1, "WI")).refused("playable_card_exists", cards=["SU"])
    midgame().when(DeclareCannotPlay(1, "FA")).refused("playable_card_exists", cards=["FA", "SU", "WI"])


def test_a_year_ends_when_a_card_is_needed() -> None:
    table = year_end(years=2)
    table = table.when(PlayCard(1, "FA", "a1"), "SU").then(
        CardPlayed(1, "FA", "a1", "SU"), YearEnded(1), PileReshuffled(39, 2), CardDrawn(1, "SU", 38)
    )

    assert () == table.state.discards
    assert count(DISCARDS) == table.state.cards.unseen["?"]
    assert 2 == table.state.year
    table.when(EndTurn(1)).accepted().when(PlayCard(2, "SP", "c3"), "FA").accepted()


def test_a_year_ends_in_the_middle_of_a_cannot_play_step() -> None:
    table = pile(stuck(years=2)).changed(discards=DISCARDS)

    table.when(DeclareCannotPlay(1, "WI"), "WI").then(
        HandShown(1, ("SP", "WI", "WI")),
        CardDiscarded(1, "WI"),
        YearEnded(1),
        PileReshuffled(39, 2),
        CardDrawn(1, "WI", 38),
    )


def test_the_card_just_covered_is_part_of_the_reshuffle() -> None:
    none_but_covered = pile(midgame(years=2)).changed(discards=())

    none_but_covered.when(PlayCard(1, "FA", "a1"), "SU").then(
        CardPlayed(1, "FA", "a1", "SU"), YearEnded(1), PileReshuffled(1, 2), CardDrawn(1, "SU", 0)
    )
    none_but_covered.when(PlayCard(1, "FA", "a1"), "FA").outcome_refused("outcome_not_lawful", 0)


def test_the_last_year_ends_without_a_reshuffle() -> None:
    table = (
        year_end()
        .when(PlayCard(1, "FA", "a1"))
        .then(CardPlayed(1, "FA", "a1", "SU"), YearEnded(1), FinalPlayBegan(21, 1))
    )

    assert ["SU", "WI"] == cards_of(table.state, 1)
    assert "final" == table.state.phase
    assert 39 == len(table.state.discards)
    year_end().when(PlayCard(1, "FA", "a1"), "SU").outcome_refused("outcomes_left_over", 0)


def test_drawing_the_last_card_ends_nothing() -> None:
    table = (
        pile(midgame(), "SP")
        .when(PlayCard(1, "FA", "a1"), "SP")
        .then(CardPlayed(1, "FA", "a1", "SU"), CardDrawn(1, "SP", 0))
    )

    assert "play" == table.state.phase


def test_nobody_draws_in_the_final_phase() -> None:
    table = stuck().changed(phase="final")
    table = table.when(DeclareCannotPlay(1, "WI")).then(HandShown(1, ("SP", "WI", "WI")), CardDiscarded(1, "WI"))

    assert ["SP", "WI"] == cards_of(table.state, 1)


def test_the_end() -> None:
    table = final().when(PlayCard(1, "FA", "a1")).then(CardPlayed(1, "FA", "a1", "SU"))
    answer = table.when(EndTurn(1))
    turn_ended, ended = answer.events
    table = answer.accepted()

    assert TurnEnded(45, 1) == turn_ended
    assert isinstance(ended, GameEnded)
    assert ("hands_empty", "win", (1,)) == (ended.reason, ended.outcome.kind, ended.outcome.winners)
    assert [(1, 3, 1), (2, 2, 2)] == [(each.seat, each.total, each.place) for each in ended.results]
    for command in (EndTurn(1), Move(1, "1-1", "b1"), ShowCards(2, ("FA",)), PlayCard(2, "SP", "c3")):
        table.when(command).refused("game_over")


def test_a_tie_is_shared() -> None:
    table = basket(final(), 2, fruit=3).when(PlayCard(1, "FA", "a1")).accepted().when(EndTurn(1)).accepted()

    assert table.game.ended is not None
    assert ("shared_win", (1, 2)) == (table.game.ended.outcome.kind, table.game.ended.outcome.winners)
    assert [1, 1] == [each.place for each in table.game.ended.results]


def test_pawns_still_act_after_the_last_card() -> None:
    table = final().when(PlayCard(1, "FA", "a1")).accepted()
    table = table.when(Harvest(1, "1-1"), 6).accepted().when(Move(1, "1-1", "b1")).accepted()

    assert "ended" == table.when(EndTurn(1)).accepted().game.status


def test_a_turn_with_an_empty_hand_has_no_card_step() -> None:
    table = holding(holding(final(), 1), 2, "SP", "SU").changed(active_seat=2)
    table = table.when(PlayCard(2, "SP", "a2")).accepted().when(EndTurn(2)).accepted()

    assert "exempt" == table.state.card_step
    table.when(PlayCard(1, "SU", "b1")).refused("card_step_done")
    table.when(DeclareCannotPlay(1, "SU")).refused("card_step_done")
    table.when(Move(1, "1-1", "b1")).then(PawnMoved(1, "1-1", "b2", "b1", "free_move"))
    assert TurnEnded(46, 1) == table.when(EndTurn(1)).events[0]


def test_showing_cards_out_of_turn() -> None:
    table = midgame().when(ShowCards(2, ("FA",))).then(CardsShown(2, ("FA",)))

    assert 1 == table.state.active_seat
    assert {"FA": 1} == table.state.cards.hand(2).shown
    table.when(ShowCards(2, ("WI", "SP"))).refused("card_not_in_hand", cards=["WI"])
    table.when(ShowCards(2, ("SP", "SP", "SP"))).refused("card_not_in_hand", cards=["SP"])
    table.when(ShowCards(2, ("SP", "SP"))).then(CardsShown(2, ("SP", "SP")))


def test_a_shown_card_stays_known_until_it_leaves_the_hand() -> None:
    table = midgame().when(ShowCards(1, ("FA", "WI"))).accepted()
    table = table.when(PlayCard(1, "FA", "a1"), "FA").accepted()

    assert {"WI": 1} == table.state.cards.hand(1).shown
    assert ["FA", "SU", "WI"] == cards_of(table.state, 1)


def test_offering_what_can_still_be_shown() -> None:
    table = holding(midgame(), 1, "FA", "FA", "WI")
    offered = [command for command in legal(table.state, 1) if isinstance(command, ShowCards)]
    assert [ShowCards(1, ("FA", "FA")), ShowCards(1, ("WI",))] == offered
    table = table.when(ShowCards(1, ("FA", "WI"))).accepted()

    assert [ShowCards(1, ("FA", "FA"))] == [each for each in legal(table.state, 1) if isinstance(each, ShowCards)]
    assert [] == [each for each in legal(table.state, 2) if isinstance(each, ShowCards)]


def test_showing_before_the_first_turn() -> None:
    table = midgame().changed(phase="homes")

    table.when(ShowCards(2, ("FA",))).then(CardsShown(2, ("FA",)))
