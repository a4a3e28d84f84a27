"""Observed tables: unknown hands, points as read, and what each viewer sees."""

from typing import Any

import pytest

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.commands import Draw, Fertilize, Harvest, Plant, Release, Sow
from domain.games.harvest_island.events import DeckCountDiffered, SeasonCardDrawn, SeedSown
from domain.games.harvest_island.faces import is_fruit
from domain.kernel.entry import Codec, Draft, read_private
from domain.kernel.lifecycle import StartGame
from tests.domain.games.harvest_island.tables import (
    STORAGE,
    SUPPLY,
    M,
    begun,
    cards_of,
    decks,
    drawing,
    growing,
    holding,
    names,
    opened,
    watched,
    winter,
)
from tests.domain.harness import Given


def read_by(given: Given, event: Any, viewer: str) -> dict[str, Any]:
    """Return an event as a viewer of the running game reads it."""
    codec = Codec(given.ruleset)
    draft = Draft("g_table", 9, None, "2026-01-02T19:30:00.000Z", "seat:1", Draw(1, "season"), (event,), ())
    written = codec.write(draft, lambda: b"\0" * 16)
    plain = codec.plain(written.body, read_private(written.private), viewer)
    return dict(plain["events"][0])


def test_a_drawn_card_is_read_by_its_drawer_alone() -> None:
    table = drawing(decks(begun(), spring=0))
    event = table.when(Draw(1, "season"), "Ma-Su-6").events[0]

    assert isinstance(event, SeasonCardDrawn)
    assert "Ma-Su-6" == read_by(table, event, "seat:1")["card"]
    for viewer in ("seat:2", "spectator"):
        assert ("summer", "?Su") == (read_by(table, event, viewer)["season"], read_by(table, event, viewer)["card"])


def test_a_card_from_the_supply_is_seen_by_all() -> None:
    table = drawing(watched())

    after = table.when(Draw(1, "supply", "Ma-Sp-4")).accepted()

    hand = after.state.cards.hand(1)
    assert ({"Ma-Sp-4": 1}, {"Ma-Sp-4": 1}, {"?Sp": 4}) == (hand.known, hand.shown, hand.unknown)


def test_known_cards_are_played_first() -> None:
    table = holding(watched(), 1, "Ma-Su-5", unknown={"?Sp": 2, "?Su": 1})

    table.when(Sow(1, "St-Wi-6", M)).refused("no_compatible_hand_slot", card="St-Wi-6")
    known = table.when(Sow(1, "Ma-Su-5", M)).accepted().state.cards.hand(1)
    assert ({}, {"?Sp": 2, "?Su": 1}) == (known.known, known.unknown)


def test_a_slot_of_the_season_serves_any_of_its_fruits() -> None:
    table = watched()

    after = table.when(Sow(1, "Ba-Sp-9", M)).then(SeedSown(1, 1, M, "Ba-Sp-9"))

    assert {"?Sp": 3} == after.state.cards.hand(1).unknown
    assert 5 - 2 == after.state.cards.unseen["?Sp"]["Ba-Sp-?"]


@pytest.mark.parametrize("card", ["Ba-Sp-0", "St-Sp-6", "Xx-Sp-3", "sun", "?Sp", "Ba-Sp-33", "banana", ""])
def test_there_is_no_such_card(card: str) -> None:
    watched().when(Sow(1, card, M)).refused("unknown_card_class", card=card)


@pytest.mark.parametrize("card", ["Ba-Sp-9", "Ba-Sp-?"])
def test_a_strict_table_knows_all_points(card: str) -> None:
    watched(points_check="strict").when(Sow(1, card, M)).refused("unknown_card_class", card=card)
    begun().when(Sow(1, card, M)).refused("card_not_in_hand", card=card)
    holding(watched(), 1, "Ma-Sp-5").when(Sow(1, card, M)).refused("card_not_in_hand", card=card)


def test_copies_run_out_by_kind() -> None:
    table = watched()
    unseen = table.state.cards.unseen
    spent = {**unseen, "?Sp": {**unseen["?Sp"], "Ta-Sp-?": 0}}
    table = table.changed(cards=type(table.state.cards)(spent, table.state.cards.zones, table.state.cards.hands))

    table.when(Sow(1, "Ta-Sp-5", M)).refused("card_copies_exhausted")
    table.when(Sow(1, "Ba-Sp-5", M)).accepted()


def test_fertilizers_are_always_known() -> None:
    table = growing(watched(), 1, mountain="Ba-Sp-2")

    table.when(Fertilize(1, M)).refused("no_fertilizer_in_hand")
    table.when(Release(1, "F")).refused("card_not_in_hand")
    holding(table, 1, "F", unknown={"?Sp": 3}).when(Fertilize(1, M)).accepted()


def test_what_a_draw_asks_for() -> None:
    asked = drawing(watched()).when(Draw(1, "season")).needs()
    faces = [str(face) for face in asked.lawful]

    assert ("draw", "spring", 1, False) == (asked.kind, asked.zone, asked.seat, asked.unknown)
    assert {"sun", "rain", "?Sp"} == {face for face in faces if not is_fruit(face)}
    assert {"Ba-Sp-1", "Ba-Sp-9", "Ba-Sp-?"} <= set(faces)
    assert "Wi" not in "".join(faces)
    assert "?Sp" == asked.unseen("Ba-Sp-4") == asked.unseen("?Sp")
    assert "sun" == asked.unseen("sun")
    assert "Which card was drawn from spring for seat 1?" in asked.prompt


def test_a_scribe_may_see_only_the_back() -> None:
    table = drawing(watched())

    after = table.when(Draw(1, "season"), "?Sp").then(SeasonCardDrawn(1, 1, "spring", 21, "?Sp"))

    assert {"?Sp": 5} == after.state.cards.hand(1).unknown
    table.when(Draw(1, "season"), "?").outcome_refused("outcome_not_lawful", 0)
    table.when(Draw(1, "season"), "?Su").outcome_refused("outcome_not_lawful", 0)
    table.when(Draw(1, "season"), fill_unknown=True).needs()


def test_a_back_says_enough_where_no_weather_is_left() -> None:
    table = drawing(watched())
    cards = table.state.cards
    unseen = {**cards.unseen, "?Sp": {**cards.unseen["?Sp"], "sun": 0, "rain": 0, "Ba-Sp-?": 10}}
    table = table.changed(cards=type(cards)(unseen, cards.zones, cards.hands))

    for outcome in ("?Sp", "?"):
        table.when(Draw(1, "season"), outcome).then(SeasonCardDrawn(1, 1, "spring", 21, "?Sp"))
    dealt = opened(2, mode="observed").when(StartGame(), *SUPPLY, *STORAGE, *["?Sp", "?"] * 4).accepted()
    assert {"?Sp": 4} == dealt.state.cards.hand(1).unknown == dealt.state.cards.hand(2).unknown


def test_a_pile_without_fruits_gives_only_weather() -> None:
    table = drawing(watched())
    cards = table.state.cards
    unseen = {**cards.unseen, "?Sp": {**dict.fromkeys(cards.unseen["?Sp"], 0), "Ba-Sp-?": 8, "sun": 1}}
    table = decks(table.changed(cards=type(cards)(unseen, cards.zones, cards.hands)), spring=1)

    asked = table.when(Draw(1, "season")).needs()

    assert ("sun",) == asked.lawful


def test_no_deck_gives_more_weather_than_it_has() -> None:
    table = drawing(watched())
    cards = table.state.cards
    unseen = {**cards.unseen, "?Sp": {**cards.unseen["?Sp"], "sun": 0}}

    table.changed(cards=type(cards)(unseen, cards.zones, cards.hands)).when(Draw(1, "season"), "sun").outcome_refused(
        "outcome_not_lawful", 0
    )


def test_the_table_may_count_its_deck() -> None:
    table = drawing(watched())

    right = table.when(Draw(1, "season", deck_left=21), "?Sp")
    wrong = table.when(Draw(1, "season", deck_left=20), "?Sp")
    beside = table.when(Draw(1, "supply", "Ma-Sp-4", deck_left=20))

    assert 1 == len(right.events)
    assert DeckCountDiffered(1, 1, "spring", 20, 21) == wrong.events[1]
    assert DeckCountDiffered(1, 1, "spring", 20, 22) == beside.events[1]
    last = decks(table, spring=1).when(Draw(1, "season", deck_left=0), "Ba-Sp-4").events
    assert ["SeasonCardDrawn", "SeasonDeckExhausted"] == names(last)
    after = winter(table, 0).when(Draw(1, "supply", "Ma-Sp-4", deck_left=1)).events
    assert DeckCountDiffered(1, 1, "winter", 1, 0) == after[1]
    drawing(begun()).when(Draw(1, "season", deck_left=21)).refused("count_not_in_mode")


def test_points_that_nobody_read() -> None:
    dealt = opened(2, mode="observed").when(StartGame(), "Ba-Sp-?", *SUPPLY[1:], *STORAGE, fill_unknown=True)
    assert ("Ba-Sp-?", "Ma-Sp-4") == dealt.accepted().state.supply

    table = growing(watched(), 1, mountain="Ba-Sp-2 | Ba-Sp-? Ba-Sp-4")
    after = table.when(Harvest(1, (M,))).accepted()
    lines = [line for line in RULESET.lines(after.state) if line.seat == 1 and line.key == "harvested_fruit"]
    assert [(4, 1, 4, ()), (0, 1, 0, ("unverified",))] == [
        (line.unit, line.quantity, line.amount, line.flags) for line in lines
    ]


@pytest.mark.parametrize(
    ("held", "shown", "named", "played"),
    [
        ("Ba-Sp-4", "Ba-Sp-4", "Ba-Sp-?", "Ba-Sp-4"),  # it lay open in the supply
        ("Ba-Sp-4", "", "Ba-Sp-?", "Ba-Sp-?"),  # only the scribe has seen it
        ("Ba-Sp-?", "Ba-Sp-?", "Ba-Sp-4", "Ba-Sp-4"),  # read now
        ("Ba-Sp-? Ba-Sp-4", "Ba-Sp-?", "Ba-Sp-4", "Ba-Sp-4"),
    ],
)
def test_a_card_may_be_named_without_its_points(held: str, shown: str, named: str, played: str) -> None:
    table = growing(holding(watched(), 1, held, shown=shown, unknown={"?Sp": 2}), 1, mountain="Ba-Sp-2")

    after = table.when(Plant(1, named, M)).accepted()

    assert (played,) == after.state.seat(1).fields[M].stack
    assert {"?Sp": 2} == after.state.cards.hand(1).unknown
    assert len(held.split()) - 1 == sum(after.state.cards.hand(1).known.values())
    assert {} == after.state.cards.hand(1).shown


def test_a_catastrophe_loses_unread_fruits_last() -> None:
    table = growing(watched(), 1, hill="Ma-Sp-4 | Ma-Sp-? Ma-Sp-1 F Ma-Sp-?").changed(
        weather_area=type(watched().state.weather_area)(2, 0)
    )

    crops = drawing(table).when(Draw(1, "season"), "sun").events[2]

    assert ("Ma-Sp-1", "Ma-Sp-?") == crops.discarded  # type: ignore[attr-defined] # crops were lost


def test_legal_lists_kinds_and_says_that_there_is_more() -> None:
    state = watched().state
    sown = {command.card for command in RULESET.legal(state, 1) if isinstance(command, Sow)}

    assert {"Ba-Sp-?", "Ta-Sp-?", "Wm-Sp-?", "Ly-Sp-?", "Ma-Sp-?"} == sown
    assert RULESET.unsure(state, 1)
    assert not RULESET.unsure(state, 2)
    assert not RULESET.unsure(begun().state, 1)
    assert not RULESET.unsure(drawing(watched()).state, 1)
    assert RULESET.unsure(holding(watched(), 1, "Ba-Sp-?").state, 1)


def test_a_hand_keeps_what_was_taken_openly_apart() -> None:
    table = drawing(begun()).when(Draw(1, "supply", "Ba-Sp-3")).accepted()

    assert ["Ba-Sp-2", "Ba-Sp-3", "Ba-Sp-4", "Ly-Sp-5", "Ma-Sp-5"] == cards_of(table.state, 1)
    assert {"Ba-Sp-3": 1} == table.state.cards.hand(1).shown
