"""Setup, and who goes first."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.commands import ChooseFirst
from domain.games.harvest_island.events import (
    FirstPlayerChosen,
    HandDealt,
    SeasonDecksPrepared,
    SpringDeckReshuffled,
    StorageStocked,
    SupplyStocked,
    TurnBegun,
)
from domain.games.harvest_island.faces import is_fruit
from domain.games.harvest_island.state import FIELDS, Field
from domain.kernel.game import decide_opening, obligations
from domain.kernel.lifecycle import GameStarted, StartGame
from domain.kernel.rejection import Rejected
from tests.domain.games.harvest_island.tables import (
    HANDS,
    MANIFEST,
    STORAGE,
    SUPPLY,
    begun,
    command_to_open,
    opened,
    watched,
)

LEFT = {
    2: {"spring": 22, "summer": 32, "autumn": 26, "winter": 24},
    3: {"spring": 18, "summer": 38, "autumn": 26, "winter": 24},
    4: {"spring": 14, "summer": 38, "autumn": 32, "winter": 24},
}
REMOVED = {
    2: {"spring": 0, "summer": 6, "autumn": 6, "winter": 6},
    3: {"spring": 0, "summer": 0, "autumn": 6, "winter": 6},
    4: {"spring": 0, "summer": 0, "autumn": 0, "winter": 6},
}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_decks_of_each_number_of_seats(seats: int) -> None:
    state = begun(seats).state
    zones = state.cards.zones
    in_hands = sum(hand.size for hand in state.cards.hands.values())
    removed = sum(REMOVED[seats].values())

    assert LEFT[seats] == {season: zones[season].count for season in LEFT[seats]}
    assert REMOVED[seats] == {season: zones[f"removed_{season}"].count for season in REMOVED[seats]}
    assert 135 == sum(LEFT[seats].values()) + 5 + in_hands + removed
    assert 4 * seats == in_hands
    assert ({"sun": 3, "rain": 2}) == {kind: state.cards.unseen["?Sp"][kind] for kind in ("sun", "rain")}
    assert all(is_fruit(card) and card[3:5] == "Sp" for card in (*state.supply, *state.storage))
    assert [] == RULESET.components(state)


def test_the_set_up_of_two() -> None:
    outcomes = (*SUPPLY, *STORAGE, *HANDS[0], *HANDS[1])

    table = (
        opened(2)
        .when(StartGame(), *outcomes)
        .then(
            GameStarted(),
            SeasonDecksPrepared({"spring": 35, "summer": 32, "autumn": 26, "winter": 24}, REMOVED[2]),
            SupplyStocked(SUPPLY),
            StorageStocked(STORAGE),
            HandDealt(1, HANDS[0]),
            HandDealt(2, HANDS[1]),
            SpringDeckReshuffled(22),
        )
    )

    assert 12 == table.state.fertilizer_area
    assert {None} == set(table.state.track.values()) == set(table.state.token_holder.values())
    assert 12 == len(table.state.track)
    assert all(own.fields == {name: Field() for name in FIELDS} for own in table.state.seats.values())
    assert "setup" == table.state.phase


@pytest.mark.parametrize(
    ("known", "place"), [((), "the Supply Area"), (SUPPLY, "the Storage Area"), ((*SUPPLY, *STORAGE), "seat 1")]
)
def test_the_set_up_asks_for_fruits_of_spring_alone(known: tuple[str, ...], place: str) -> None:
    asked = opened(2, points_check="strict").when(StartGame(), *known).needs(len(known))
    faces = {str(face) for face in asked.lawful} - asked.alike.keys()

    assert ("draw", "spring") == (asked.kind, asked.zone)
    assert f"Which card was drawn from spring for {place}?" in asked.prompt
    assert all(is_fruit(face) and face[3:5] == "Sp" for face in faces)
    assert 30 - len(known) == sum(asked.ways)
    assert asked.unknown == (asked.seat is not None) == bool(asked.alike)


def test_the_set_up_takes_no_other_card() -> None:
    opened(2).when(StartGame(), "sun").outcome_refused("outcome_not_lawful", 0)
    opened(2).when(StartGame(), "Ba-Su-3").outcome_refused("outcome_not_lawful", 0)


def test_hands_may_stay_unknown() -> None:
    asked = opened(2).when(StartGame(), *SUPPLY, *STORAGE).needs(5)
    hands = watched(2).state.cards.hands

    assert (1, True, {"?Sp"}) == (asked.seat, asked.unknown, set(asked.alike))
    assert 'or "?Sp" or "?" if you did not see it' in asked.prompt
    assert [{"?Sp": 4}, {"?Sp": 4}] == [hand.unknown for hand in hands.values()]


@pytest.mark.parametrize(
    ("seats", "code"),
    [(1, "player_count_out_of_range"), (5, "player_count_out_of_range"), (0, "player_count_out_of_range")],
)
def test_two_to_four_play(seats: int, code: str) -> None:
    with pytest.raises(Rejected) as refused:
        opened(seats)

    assert code == refused.value.code
    assert {"seats": seats, "fewest": 2, "most": 4} == refused.value.values


def test_openings_are_refused_by_their_first_fault() -> None:
    twice = replace(command_to_open(2), seats=("p1", "p1"))
    short = replace(MANIFEST, counts=MANIFEST.counts[1:])
    unread = {"points_check": "as_entered"}

    assert "duplicate_player" == _refusal(twice, manifest=short, options=unread)
    assert "manifest_inconsistent" == _refusal(command_to_open(2), manifest=short, options=unread)
    assert "option_value_invalid" == _refusal(command_to_open(2), options=unread)


def _refusal(command: Any, *, manifest: Any = MANIFEST, options: dict[str, Any]) -> str:
    with pytest.raises(Rejected) as refused:
        decide_opening(RULESET, manifest, "g_table", replace(command, options=options), None)
    return refused.value.code


def test_points_are_checked_by_mode() -> None:
    assert "strict" == opened(2).state.options.points_check
    assert "as_entered" == opened(2, mode="observed").state.options.points_check
    assert "strict" == opened(2, mode="observed", points_check="strict").state.options.points_check


def test_somebody_says_who_goes_first() -> None:
    table = opened(3).when(StartGame(), *SUPPLY, *STORAGE, *HANDS[0], *HANDS[1], *HANDS[3]).accepted()

    (due,) = obligations(RULESET, table.game)
    assert (None, ("seat", "arbiter"), ("harvest-island.choose_first",)) == (due.seat, due.by, due.commands)
    table.when(ChooseFirst(2, "grapes")).then(FirstPlayerChosen(2, "grapes"), TurnBegun(1, 1, 2))
    table.when(ChooseFirst(3)).then(FirstPlayerChosen(3, "declared"), TurnBegun(1, 1, 3))
    table.when(ChooseFirst(1, "organiser", seat=2)).then(FirstPlayerChosen(1, "organiser"), TurnBegun(1, 1, 1))


@pytest.mark.parametrize("basis", ["lot", "random"])
def test_the_lot_may_decide(basis: Any) -> None:
    table = opened(2).when(StartGame(), *SUPPLY, *STORAGE, *HANDS[0], *HANDS[1]).accepted()

    asked = table.when(ChooseFirst(basis=basis)).needs()

    assert ("lot", (1, 2)) == (asked.kind, asked.lawful)
    table.when(ChooseFirst(basis=basis), 2).then(FirstPlayerChosen(2, "random"), TurnBegun(1, 1, 2))
    table.when(ChooseFirst(1, basis)).refused("first_drawn_by_lot", first=1)


def test_the_first_player_must_exist() -> None:
    table = opened(2).when(StartGame(), *SUPPLY, *STORAGE, *HANDS[0], *HANDS[1]).accepted()

    for first in (None, 0, 3):
        table.when(ChooseFirst(first)).refused("first_player_unknown", first=first)
