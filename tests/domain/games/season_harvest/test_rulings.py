"""What the rulebook leaves open, as ruled: homes beyond four, the lot, open hands, sealed cards, giving up."""

from typing import Any

import pytest

from domain.games.season_harvest import RULESET
from domain.games.season_harvest.commands import (
    ChooseFirst,
    DeclareCannotPlay,
    EndTurn,
    PlayCard,
    TakeHome,
)
from domain.games.season_harvest.events import (
    CardDrawn,
    CardPlayed,
    CardsShown,
    FirstSeatSet,
    HandDealt,
    HomeTaken,
    TurnStarted,
)
from domain.games.season_harvest.legal import obligations
from domain.games.season_harvest.meta import META
from domain.games.season_harvest.rulings import REFUSALS
from domain.games.season_harvest.state import CORNERS, EDGES, Options
from domain.kernel.entry import Codec, Draft, Private, read_private
from domain.kernel.game import Game
from domain.kernel.lifecycle import Abandon, Concede, GameEnded, StartGame
from domain.kernel.ruleset import Ask, Obligation
from domain.kernel.values import Event
from tests.domain.games.season_harvest.tables import cards_of, dealt, midgame, opened, stuck
from tests.domain.harness import Given


def settle(table: Given, homes: tuple[str, ...]) -> Given:
    for seat, space in enumerate(homes, 1):
        lawful = table.when(TakeHome(seat, space)).needs().lawful
        table = table.when(TakeHome(seat, space), lawful[0]).accepted()
    return table


@pytest.mark.parametrize("seats", [5, 6, 7, 8])
def test_five_to_eight_seats_take_edges_after_the_corners(seats: int) -> None:
    table = dealt(seats, homes="corners_then_edges")
    table.when(TakeHome(1, "b1")).refused("not_a_home_space")
    table = settle(table, CORNERS)
    table.when(TakeHome(5, "a1")).refused("home_space_taken")
    table.when(TakeHome(5, "b2")).refused("not_a_home_space")
    table = settle_rest(table, seats)

    left = 9 - seats
    revealed = table.when(ChooseFirst(seats)).needs()
    assert (left, None) == (table.state.cards.left("grid"), revealed.seat)
    assert 52 - 9 - 2 * seats == table.state.cards.left("pile")
    assert {3} == {hand.size for hand in table.state.cards.hands.values()}


def settle_rest(table: Given, seats: int) -> Given:
    for seat, space in enumerate(EDGES[: seats - 4], 5):
        assert space in table.state.free_homes()
        lawful = table.when(TakeHome(seat, space)).needs().lawful
        table = table.when(TakeHome(seat, space), lawful[0]).accepted()
    return table


def test_four_seats_at_such_a_table_still_take_corners() -> None:
    table = settle(dealt(4, homes="corners_then_edges"), ("c3", "a1", "c1"))

    table.when(TakeHome(4, "b1")).refused("not_a_home_space")
    assert ("a3",) == table.state.free_homes()


def test_edges_are_no_homes_where_only_corners_are() -> None:
    table = settle(dealt(3), ("a1", "c1", "c3"))

    assert ("a3",) == table.state.free_homes()


def test_the_lot_names_the_first_seat() -> None:
    table = settle(dealt(3), ("a1", "c1", "c3"))
    request = table.when(ChooseFirst(basis="lot"), *grid(table)).needs(6)
    assert (1, 2, 3) == request.lawful
    events = table.when(ChooseFirst(basis="lot"), *grid(table), 2).events

    assert FirstSeatSet(2, "lot") in events
    assert TurnStarted(1, 2, 1) == events[-1]


def grid(table: Given) -> list[str]:
    """Return lawful cards for what is left of the grid: the commonest unseen ones."""
    unseen = dict(table.state.cards.unseen["?"])
    cards = []
    for _ in range(table.state.cards.left("grid")):
        card = max(unseen, key=unseen.__getitem__)
        unseen[card] -= 1
        cards.append(card)
    return cards


def test_a_random_first_seat_needs_no_command() -> None:
    table = settle(dealt(2, first_seat="random"), ("a1",))
    answer = table.when(TakeHome(2, "c3"), "SP", *grid(table)[:7], 2)

    assert FirstSeatSet(2, "lot") in answer.events
    assert (TurnStarted(1, 2, 1), 2) == (answer.events[-1], answer.accepted().state.active_seat)


def test_whoever_sits_there_may_name_the_first_seat() -> None:
    table = settle(dealt(2), ("a1", "c3"))

    table.when(ChooseFirst(2, seat=1), *grid(table)).accepted()
    table.when(ChooseFirst(3), *grid(table)).refused("unknown_seat", seat=3)
    table.when(ChooseFirst()).refused("unknown_seat")


def test_open_hands_are_shown_as_they_come() -> None:
    table = opened(2, hands="open")
    table = table.when(StartGame(), "SU", "WI", "FA", "FA").accepted()
    assert {"FA": 2} == table.state.cards.hand(2).shown
    answer = table.when(TakeHome(2, "a1"), "FA")
    assert (HomeTaken(2, "a1", "FA", "2-1"), CardsShown(2, ("FA", "FA", "FA"))) == answer.events
    table = answer.accepted().when(TakeHome(1, "c3"), "SP").accepted()
    table = table.when(ChooseFirst(1), *grid(table)).accepted()
    space = next(space for space in table.state.spaces if table.state.fits("SP", space))
    table.when(PlayCard(1, "SP", space), "WI").then(
        CardPlayed(1, "SP", space, table.state.spaces[space].card),
        CardDrawn(1, "WI", 38),
        CardsShown(1, ("WI", "WI")),
    )


def test_open_hands_are_seen_by_the_scribe() -> None:
    table = opened(2, mode="observed", hands="open")

    assert not table.when(StartGame()).needs().unknown
    table.when(StartGame(), "?").outcome_refused("outcome_not_lawful", 0)


@pytest.mark.parametrize("per_season", [4, 5, 13, 26])
def test_the_deck_has_as_many_of_each_season_as_agreed(per_season: int) -> None:
    table = opened(2, cards_per_season=per_season)

    assert dict.fromkeys(("SP", "SU", "FA", "WI"), per_season) == table.state.cards.unseen["?"]
    table = table.when(StartGame(), "SP", "SP", "SP", "SP").accepted()
    assert 4 * per_season - 13 == table.state.cards.left("pile")


def salted(n: int = 0) -> Any:
    counter = iter(range(n, n + 1000))
    return lambda: next(counter).to_bytes(16)


def read(table: Given, events: tuple[Event, ...], command: Any, viewer: str) -> tuple[Event, ...]:
    """Write an entry and read its events as a viewer."""
    codec = Codec(RULESET)
    at = "2026-01-01T00:00:00.000Z"
    draft = Draft("g_table", table.game.version + 1, b"\0" * 32, at, "seat:1", command, events, ())
    written = codec.write(draft, salted())
    private = read_private(written.private)
    assert Private() != private
    assert events == codec.read(written.body, private).events
    return codec.events(written.body, written.private, viewer)


@pytest.mark.parametrize("viewer", ["seat:1", "scribe", "arbiter", "everything"])
def test_a_drawn_card_is_read_by_its_owner(viewer: str) -> None:
    command = PlayCard(1, "FA", "a1")
    answer = midgame().when(command, "WI")

    assert answer.events == read(answer.given, answer.events, command, viewer)


@pytest.mark.parametrize("viewer", ["seat:2", "spectator"])
def test_nobody_else_reads_a_drawn_card(viewer: str) -> None:
    command = PlayCard(1, "FA", "a1")
    answer = midgame().when(command, "WI")
    hidden = (CardPlayed(1, "FA", "a1", "SU"), CardDrawn(1, "?", 18))

    assert hidden == read(answer.given, answer.events, command, viewer)


def test_hands_and_home_cards_are_dealt_in_secret() -> None:
    answer = opened(2).when(StartGame(), "SU", "WI", "FA", "SP")
    seen = read(answer.given, answer.events, StartGame(), "seat:2")
    assert (HandDealt(1, ("?", "?")), HandDealt(2, ("FA", "SP"))) == seen[-2:]
    home = answer.accepted().when(TakeHome(1, "a1"), "SP")

    assert (HomeTaken(1, "a1", "?", "1-1"),) == read(home.given, home.events, TakeHome(1, "a1"), "seat:2")
    assert (HomeTaken(1, "a1", "SP", "1-1"),) == read(home.given, home.events, TakeHome(1, "a1"), "seat:1")


def test_a_shown_hand_is_read_by_everybody() -> None:
    command = DeclareCannotPlay(1, "WI")
    answer = stuck().when(command, "FA")

    assert answer.events[:2] == read(answer.given, answer.events, command, "spectator")[:2]


def test_a_fold_of_what_a_viewer_reads_knows_as_much_as_the_viewer() -> None:
    start = opened(2)
    answer = start.when(StartGame(), "SU", "WI", "FA", "SP")
    mine = start.after(*read(start, answer.events, StartGame(), "seat:1"))

    assert ["SU", "WI"] == cards_of(mine.state, 1)
    assert ["?", "?"] == cards_of(mine.state, 2)
    assert [] == RULESET.components(mine.state)


def ended(game: Game) -> GameEnded:
    assert game.ended is not None
    return game.ended


def test_of_two_seats_the_other_one_wins_by_concession() -> None:
    end = ended(midgame().when(Concede(2)).accepted().game)

    assert ("conceded", 2, "conceded", (1,)) == (end.reason, end.seat, end.outcome.kind, end.outcome.winners)
    assert [(1, 1), (2, 2)] == [(each.seat, each.place) for each in end.results]


def test_alone_a_concession_is_a_loss() -> None:
    table = dealt(1, variants=["cooperative_a"])
    end = ended(table.when(Concede(1)).accepted().game)

    assert ("conceded", ()) == (end.outcome.kind, end.outcome.winners)


def test_an_abandoned_game_has_no_result() -> None:
    for table in (opened(), dealt(), midgame()):
        end = ended(table.when(Abandon("storm")).accepted().game)
        assert ("abandoned", "abandoned", ()) == (end.reason, end.outcome.kind, end.outcome.winners)
        assert {None} == {each.place for each in end.results}


def test_who_must_act() -> None:
    table = dealt(2)
    assert [1, 2] == [each.seat for each in obligations(table.state)]
    table = settle(table, ("a1",))
    (only,) = obligations(table.state)
    assert (2, ("season-harvest.take_home",)) == (only.seat, only.commands)
    assert only.ask is not None
    assert ("c1", "a3", "c3") == only.ask.candidates
    table = settle_second(table)
    (only,) = obligations(table.state)
    assert (("season-harvest.choose_first",), Ask("seat", candidates=(1, 2))) == (only.commands, only.ask)
    assert (Obligation(1, ("seat",), ("season-harvest.play_card",)),) == obligations(midgame().state)
    assert "season-harvest.declare_cannot_play" in obligations(stuck().state)[0].commands
    played = midgame().when(PlayCard(1, "FA", "a1"), "WI").accepted()
    assert (Obligation(1, ("seat",), ("season-harvest.end_turn",)),) == obligations(played.state)
    assert ("scribe",) == obligations(midgame(mode="observed").state)[0].by


def settle_second(table: Given) -> Given:
    return table.when(TakeHome(2, "c3"), "SP").accepted()


def test_the_year_of_a_turn_is_told() -> None:
    table = midgame(years=3).changed(year=2, discards=())
    table = table.when(PlayCard(1, "FA", "a1"), "WI").accepted()

    assert TurnStarted(22, 2, 2) == table.when(EndTurn(1)).events[-1]


def test_every_option_has_a_ruling_or_a_rule_behind_it() -> None:
    named = {ruling.option for ruling in META.rulings if ruling.option}

    assert named <= set(Options.__struct_fields__)
    assert {"homes", "pawn_limit", "new_pawn_acts", "cards_per_season", "hands", "coop_scope"} <= named
    assert {refusal.ruling for refusal in REFUSALS.values() if refusal.ruling} <= {each.id for each in META.rulings}
