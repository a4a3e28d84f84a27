"""Observed games: unknown hands, outcomes in order, counts of the table."""

from msgspec.structs import replace

from domain.games.season_harvest.commands import (
    BasketCount,
    CheckBoard,
    ChooseFirst,
    DeclareCannotPlay,
    EndTurn,
    Harvest,
    PlayCard,
    ShowCards,
    SpaceCount,
    TakeHome,
)
from domain.games.season_harvest.events import (
    BoardChecked,
    BoardDifference,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardsShown,
    FruitHarvested,
    HandDealt,
    HandShown,
    HomeTaken,
    PileReshuffled,
    YearEnded,
)
from domain.games.season_harvest.legal import legal, unsure
from domain.kernel.cards import Hand, plus
from domain.kernel.chance import Request
from domain.kernel.lifecycle import StartGame
from tests.domain.games.season_harvest.tables import basket, cards_of, midgame, opened, pile, stuck
from tests.domain.harness import Given

SEASONS = ("FA", "SP", "SU", "WI")


def unknown_hand(table: Given, seat: int = 1) -> Given:
    """Let nobody have seen a seat's hand."""
    cards, hand = table.state.cards, table.state.cards.hand(seat)
    unseen = cards.unseen["?"]
    for card, n in hand.known.items():
        unseen = plus(unseen, card, n)
    hands = {**cards.hands, str(seat): Hand(unknown={"?": hand.size})}
    unseen = dict.fromkeys(table.state.follows, 0) | unseen
    return table.changed(cards=replace(cards, unseen={"?": unseen}, hands=hands))


def watched() -> Given:
    """Return an observed two-seat game at its first turn, no hand seen."""
    table = opened(2, mode="observed").when(StartGame(), fill_unknown=True).accepted()
    table = table.when(TakeHome(1, "a1"), fill_unknown=True).accepted().when(TakeHome(2, "c3"), "?").accepted()
    return table.when(ChooseFirst(1), "SU", "FA", "WI", "SP", "SU", "FA", "WI").accepted()


def test_a_table_whose_hands_nobody_sees() -> None:
    table = opened(2, mode="observed")
    answer = table.when(StartGame(), "?", "SP", "?", "?")
    assert (HandDealt(1, ("?", "SP")), HandDealt(2, ("?", "?"))) == answer.events[-2:]
    table = answer.accepted().when(TakeHome(1, "a1"), "?").then(HomeTaken(1, "a1", "?", "1-1"))

    assert ["?", "?", "SP"] == cards_of(table.state, 1)
    assert 12 == table.state.cards.unseen["?"]["SP"]
    assert [] == watched().ruleset.components(watched().state)


def test_what_is_asked_for() -> None:
    table = opened(2, mode="observed")
    asked = table.when(StartGame(), "SP").needs(1)
    assert Request("draw", "pile", 1, SEASONS, (13, 12, 13, 13), unknown=True) == asked
    assert 'One of FA, SP, SU, WI, or "?" if you did not see it.' in asked.prompt
    table = table.when(StartGame(), fill_unknown=True).accepted()
    assert ("grid", 2, True) == zone(table.when(TakeHome(2, "c3")).needs())
    table = table.when(TakeHome(1, "a1"), "?").accepted().when(TakeHome(2, "c3"), "?").accepted()
    assert ("grid", None, False) == zone(table.when(ChooseFirst(1), "SU", "FA", "WI").needs(3))
    assert ("the first seat", None, False) == zone(
        table.when(ChooseFirst(basis="lot"), *SEASONS, *SEASONS[:3]).needs(7)
    )
    assert (1, 2, 3, 4, 5, 6) == midgame(mode="observed").when(Harvest(1, "1-1")).needs().lawful


def zone(request: Request) -> tuple[str, int | None, bool]:
    return request.zone, request.seat, request.unknown


def test_the_revealed_grid_must_be_seen() -> None:
    table = opened(2, mode="observed").when(StartGame(), fill_unknown=True).accepted()
    table = table.when(TakeHome(1, "a1"), "?").accepted().when(TakeHome(2, "c3"), "?").accepted()

    table.when(ChooseFirst(1), "?").outcome_refused("outcome_not_lawful", 0)
    table.when(ChooseFirst(1), fill_unknown=True).needs(0)
    table.when(ChooseFirst(1), *("SP",) * 7, "SP").outcome_refused("outcomes_left_over", 7)


def test_more_copies_than_there_are_cannot_be_revealed() -> None:
    table = opened(2, mode="observed", cards_per_season=4).when(StartGame(), "SP", "SP", "?", "?").accepted()
    table = table.when(TakeHome(1, "a1"), "SP").accepted().when(TakeHome(2, "c3"), "?").accepted()

    table.when(ChooseFirst(1), "SP", "SP").outcome_refused("outcome_not_lawful", 1)


def test_outcomes_are_judged() -> None:
    table = midgame(mode="observed")
    table.when(Harvest(1, "1-1"), 0).outcome_refused("outcome_not_lawful", 0)
    table.when(Harvest(1, "1-1"), 7).outcome_refused("outcome_not_lawful", 0)
    table.when(Harvest(1, "1-1"), "4").outcome_refused("outcome_not_lawful", 0)
    table.when(Harvest(1, "1-1"), "?").outcome_refused("outcome_not_lawful", 0)
    table.when(Harvest(1, "1-1"), True).outcome_refused("outcome_not_lawful", 0)
    table.when(Harvest(1, "1-1"), 3, 3).outcome_refused("outcomes_left_over", 1)
    table.when(PlayCard(1, "FA", "a1"), "XX").outcome_refused("outcome_not_lawful", 0)
    table.when(PlayCard(1, "FA", "a1"), "WI", "WI").outcome_refused("outcomes_left_over", 1)
    table.when(EndTurn(1), 3).refused("card_step_pending")
    table.when(Harvest(1, "1-1"), 3).then(FruitHarvested(1, "1-1", "b2", 3, converted=False))


def test_a_draw_is_asked_for_only_when_it_is_due() -> None:
    table = midgame(mode="observed")
    assert ("pile", 1, True) == zone(table.when(PlayCard(1, "FA", "a1")).needs())
    ending = pile(midgame(mode="observed"))

    ending.when(PlayCard(1, "FA", "a1"), "SU").outcome_refused("outcomes_left_over", 0)
    table.changed(phase="final").when(PlayCard(1, "FA", "a1"), "?").outcome_refused("outcomes_left_over", 0)


def test_a_reshuffle_is_known_to_be_due() -> None:
    table = pile(midgame(mode="observed", years=2)).changed(discards=("FA", "FA"))
    request = table.when(PlayCard(1, "FA", "a1")).needs()

    assert ("FA", "SU") == request.lawful
    assert (2, 1) == request.ways
    table.when(PlayCard(1, "FA", "a1"), "?").then(
        CardPlayed(1, "FA", "a1", "SU"), YearEnded(1), PileReshuffled(3, 2), CardDrawn(1, "?", 2)
    )


def test_an_unknown_card_is_played() -> None:
    table = unknown_hand(midgame(mode="observed"))
    table = table.when(PlayCard(1, "FA", "a1"), "?").then(CardPlayed(1, "FA", "a1", "SU"), CardDrawn(1, "?", 18))

    assert ["?", "?", "?"] == cards_of(table.state, 1)
    assert 6 == table.state.cards.unseen["?"]["FA"]
    assert [] == table.ruleset.components(table.state)


def test_a_known_copy_is_played_before_an_unknown_one() -> None:
    table = watched().when(PlayCard(1, "SU", "b2"), "FA").accepted().when(EndTurn(1)).accepted()
    table = table.when(PlayCard(2, "WI", "c1"), "?").accepted().when(EndTurn(2)).accepted()
    assert ["?", "?", "FA"] == cards_of(table.state, 1)
    unseen = table.state.cards.unseen["?"]["FA"]
    table = table.when(PlayCard(1, "FA", "b1"), "?").accepted()

    assert ["?", "?", "?"] == cards_of(table.state, 1)
    assert unseen == table.state.cards.unseen["?"]["FA"]


def test_a_known_hand_holds_nothing_else() -> None:
    midgame(mode="observed").when(PlayCard(1, "SP", "a2")).refused("card_not_in_hand")
    unknown_hand(midgame(mode="observed")).when(PlayCard(1, "XX", "c3")).refused("card_not_in_hand")
    table = unknown_hand(midgame(mode="observed"))
    four = ("SP", "SP", "SP", "SP")
    table.when(ShowCards(1, four)).refused("card_not_in_hand", cards=list(four))
    table.when(ShowCards(1, ("XX",))).refused("card_not_in_hand")


def test_a_card_all_copies_of_which_lie_elsewhere() -> None:
    table = pile(unknown_hand(midgame(mode="observed")), "FA", "FA", "WI", "WI", "WI")
    table.when(PlayCard(1, "SU", "b1")).refused("season_overdrawn", card="SU")
    table.when(ShowCards(1, ("SU",))).refused("season_overdrawn", card="SU")
    table.when(ShowCards(1, ("FA", "FA", "FA"))).refused("season_overdrawn", card="FA", copies=3, unseen=2)
    table.when(PlayCard(1, "SU", "b2")).refused("season_does_not_follow")

    jammed = pile(unknown_hand(stuck(mode="observed")), "SP", "FA", "WI", "WI")
    jammed.when(DeclareCannotPlay(1, "SP", ("SP", "SP", "WI"))).refused("season_overdrawn", card="SP")


def test_showing_teaches_the_hand() -> None:
    table = unknown_hand(midgame(mode="observed")).when(ShowCards(1, ("FA", "SU"))).then(CardsShown(1, ("FA", "SU")))

    assert ["?", "FA", "SU"] == cards_of(table.state, 1)
    assert {"FA": 1, "SU": 1} == table.state.cards.hand(1).shown
    table.when(ShowCards(1, ("SP", "WI"))).refused("card_not_in_hand")
    twice = unknown_hand(midgame(mode="observed")).when(ShowCards(1, ("SU", "SU"))).accepted()
    twice.when(ShowCards(1, ("SU", "WI", "WI"))).refused("card_not_in_hand")
    again = table.when(ShowCards(1, ("FA",))).accepted()
    assert ["?", "FA", "SU"] == cards_of(again.state, 1)
    assert [] == again.ruleset.components(again.state)


def test_a_whole_hand_is_shown_when_nothing_fits() -> None:
    table = unknown_hand(stuck(mode="observed"))
    table.when(DeclareCannotPlay(1, "WI")).refused("shown_hand_mismatch", cards=3)
    table.when(DeclareCannotPlay(1, "WI", ("SP", "WI"))).refused("shown_hand_mismatch")
    table.when(DeclareCannotPlay(1, "WI", ("SP", "SP", "WI", "WI"))).refused("shown_hand_mismatch")
    table.when(DeclareCannotPlay(1, "WI", ("SP", "XX", "WI"))).refused("shown_hand_mismatch")
    table.when(DeclareCannotPlay(1, "WI", ("SP", "?", "WI"))).refused("shown_hand_mismatch")
    taught = table.when(ShowCards(1, ("SP",))).accepted()
    taught.when(DeclareCannotPlay(1, "WI", ("WI", "WI", "WI"))).refused("shown_hand_mismatch")
    learned = pile(taught, "WI", "WI", "FA").when(DeclareCannotPlay(1, "WI", ("SP", "WI", "WI")), "?")
    assert HandShown(1, ("SP", "WI", "WI")) == learned.events[0]
    pile(table, *("SU",) * 9, "SP", "WI").when(DeclareCannotPlay(1, "WI", ("SP", "WI", "SU"))).refused(
        "playable_card_exists"
    )
    table = table.when(DeclareCannotPlay(1, "WI", ("SP", "WI", "WI")), "?").then(
        HandShown(1, ("SP", "WI", "WI")), CardDiscarded(1, "WI"), CardDrawn(1, "?", 5)
    )

    assert ["?", "SP", "WI"] == cards_of(table.state, 1)


def test_a_known_hand_may_be_stated_too() -> None:
    table = stuck(mode="observed")

    table.when(DeclareCannotPlay(1, "WI", ("WI", "SP", "WI")), "FA").then(
        HandShown(1, ("SP", "WI", "WI")), CardDiscarded(1, "WI"), CardDrawn(1, "FA", 5)
    )


def test_what_a_scribe_who_sees_no_hand_may_try() -> None:
    table = unknown_hand(midgame(mode="observed"))
    plays = [command for command in legal(table.state, 1) if isinstance(command, PlayCard)]
    assert {"SP", "SU", "FA", "WI"} == {play.card for play in plays}
    assert unsure(table.state, 1)
    assert not unsure(table.state, 2)
    assert not unsure(unknown_hand(table, 2).state, 2)
    assert not unsure(table.when(PlayCard(1, "FA", "a1"), "?").accepted().state, 1)
    assert not unsure(midgame(mode="observed").state, 1)

    jammed = unknown_hand(stuck(mode="observed"))
    taught = pile(jammed.when(ShowCards(1, ("SP",))).accepted(), "WI", "WI", "WI", "WI")
    for table in (jammed, taught):
        declared = [command for command in legal(table.state, 1) if isinstance(command, DeclareCannotPlay)]
        assert declared
        for command in declared:
            table.when(command, fill_unknown=True).accepted()


def test_counting_the_table() -> None:
    table = midgame(mode="observed")
    right = CheckBoard((SpaceCount("b2", 0, 1, 1),), (BasketCount(1, 3, 1), BasketCount(2, 2, 0)))
    wrong = CheckBoard((SpaceCount("b2", 0, 1, 1), SpaceCount("c2", 1, 1, 0)), (BasketCount(2, 1, 0, 1),))
    table.when(right).then(BoardChecked(21, ()))
    after = table.when(wrong).then(
        BoardChecked(
            21,
            (
                BoardDifference("c2", "seeds", 1, 2),
                BoardDifference("c2", "trees", 1, 0),
                BoardDifference("seat:2", "fruit", 1, 2),
                BoardDifference("seat:2", "wood", 1, 0),
            ),
        )
    )

    assert table.state == after.state
    table.when(CheckBoard((), (BasketCount(3, 0, 0),))).refused("unknown_seat", seat=3)
    basket(table, 2, fruit=1).when(CheckBoard((), (BasketCount(2, 1, 0),), seat=2)).then(BoardChecked(21, ()))
