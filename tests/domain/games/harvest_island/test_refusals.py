"""Every code is reached, and of several faults the first in the rules' order is the reason."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.harvest_island.commands import (
    ChooseDamagedField,
    ChooseFirst,
    Draw,
    Fertilize,
    ForgoDraw,
    Harvest,
    Plant,
    Release,
    Sow,
)
from domain.games.harvest_island.rulings import REFUSALS
from domain.kernel.lifecycle import Abandon, StartGame
from domain.kernel.rejection import Rejected
from domain.kernel.values import Command
from tests.domain.games.harvest_island.tables import (
    HANDS,
    MANIFEST,
    STORAGE,
    SUPPLY,
    M,
    P,
    begun,
    drawing,
    growing,
    holding,
    opened,
    watched,
    weather,
    winter,
)
from tests.domain.harness import Given

Make = Callable[[], Given]


def dealt(**options: Any) -> Given:
    return opened(2, **options).when(StartGame(), *SUPPLY, *STORAGE, *HANDS[0], *HANDS[1]).accepted()


def sown(stack: str = "") -> Given:
    return growing(holding(begun(), 1, "Ba-Sp-3 Ma-Sp-5 Ly-Sp-4 F"), 1, mountain=f"Ba-Sp-2 | {stack}")


def stormy(**options: Any) -> Given:
    table = growing(begun(**options), 1, mountain="Ba-Sp-2 | F F", hill="Ly-Sp-4 | Ly-Sp-5 Ly-Sp-6")
    table = growing(table, 2, hill="Ma-Sp-4 | Ma-Sp-5 Ma-Sp-6", plain="Ta-Sp-5 | Ta-Sp-6 F")
    return weather(drawing(table), sun=2).when(Draw(1, "season"), "sun").accepted()


def unseen(kind: str, n: int) -> Given:
    table = watched()
    cards = table.state.cards
    faces = {**cards.unseen, "?Sp": {**cards.unseen["?Sp"], kind: n}}
    return table.changed(cards=replace(cards, unseen=faces))


def replaced() -> Given:
    table = drawing(begun(weather_replacement="season_deck"), released=2)
    return table.when(Draw(1, "season"), "rain").accepted()


CASES: list[tuple[str, Make, Command]] = [
    ("first_player_unknown", dealt, ChooseFirst(3)),
    ("first_drawn_by_lot", dealt, ChooseFirst(1, "lot")),
    ("not_a_seat", begun, Release(3, "Ba-Sp-2")),
    ("catastrophe_pending", stormy, Draw(1, "season")),
    ("not_your_turn", begun, Release(2, "Ta-Sp-5")),
    ("no_plays_left", lambda: drawing(begun()), Release(1, "Ba-Sp-2")),
    ("card_not_in_hand", begun, Release(1, "Ba-Sp-3")),
    ("no_compatible_hand_slot", watched, Release(1, "Ba-Su-3")),
    ("unknown_card_class", watched, Release(1, "St-Sp-6")),
    ("card_copies_exhausted", lambda: unseen("Ta-Sp-?", 0), Release(1, "Ta-Sp-5")),
    ("not_a_fruit_card", sown, Sow(1, "F", P)),
    ("unknown_field", begun, Sow(1, "Ba-Sp-2", "meadow")),
    ("field_already_sown", sown, Sow(1, "Ma-Sp-5", M)),
    ("field_not_sown", begun, Plant(1, "Ba-Sp-2", M)),
    ("seed_mismatch", sown, Plant(1, "Ma-Sp-5", M)),
    ("field_full", lambda: sown("F F F"), Plant(1, "Ba-Sp-3", M)),
    ("second_play_impossible", lambda: holding(begun(), 1, "Ba-Sp-3 F F F"), Release(1, "Ba-Sp-3")),
    ("no_fertilizer_in_hand", begun, Fertilize(1, M)),
    ("fertilizer_not_releasable", sown, Release(1, "F")),
    ("two_plays_required", begun, Draw(1, "season")),
    ("count_not_in_mode", lambda: drawing(begun()), Draw(1, "season", deck_left=21)),
    ("observed_card_unexpected", lambda: drawing(begun()), Draw(1, "season", "Ba-Sp-2")),
    ("season_decks_exhausted", lambda: winter(drawing(begun()), 0), Draw(1, "season")),
    ("season_deck_not_open", lambda: drawing(begun()), Draw(1, "season", season="winter")),
    ("supply_empty", lambda: drawing(begun(), supply=()), Draw(1, "supply", "Ba-Sp-3")),
    ("card_choice_required", lambda: drawing(begun()), Draw(1, "supply")),
    ("card_not_in_supply", lambda: drawing(begun()), Draw(1, "supply", "Ly-Sp-4")),
    ("replacement_from_deck_required", replaced, Draw(1, "supply", "Ba-Sp-3")),
    ("fertilizer_not_earned", lambda: drawing(begun(), released=1), Draw(1, "fertilizer")),
    (
        "fertilizer_already_taken",
        lambda: drawing(begun(), released=2, fertilizer_taken=True),
        Draw(1, "fertilizer"),
    ),
    ("fertilizer_area_empty", lambda: drawing(begun(), released=2, fertilizer_area=0), Draw(1, "fertilizer")),
    ("draw_source_available", lambda: drawing(begun()), ForgoDraw(1)),
    ("cultivation_begun", lambda: sown().when(Release(1, "Ma-Sp-5")).accepted(), Harvest(1, (M,))),
    ("no_field_chosen", begun, Harvest(1, ())),
    ("duplicate_field", sown, Harvest(1, (M, M))),
    ("no_catastrophe_pending", begun, ChooseDamagedField(2, M)),
    ("no_choice_owed", lambda: stormy().when(ChooseDamagedField(2, P)).accepted(), ChooseDamagedField(2, P)),
    ("choice_out_of_order", lambda: stormy(catastrophe_order="clockwise"), ChooseDamagedField(2, P)),
    ("field_not_most_loaded", stormy, ChooseDamagedField(1, P)),
]
AT_THE_OPENING = {"player_count_out_of_range", "manifest_inconsistent", "option_value_invalid"}


@pytest.mark.parametrize(("code", "make", "command"), CASES, ids=[code for code, _, _ in CASES])
def test_a_code_is_reached(code: str, make: Make, command: Command) -> None:
    make().when(command).refused(code)


def test_every_code_has_its_case() -> None:
    assert set(REFUSALS) == {code for code, _, _ in CASES} | AT_THE_OPENING


@pytest.mark.parametrize(
    "command", [ChooseFirst(1), Release(9, "Ba-Sp-2"), Draw(1, "season"), ChooseDamagedField(1, M)]
)
def test_a_game_has_stages(command: Command) -> None:
    opened(2).when(command).refused("game_not_started")
    stage = "already_started" if isinstance(command, ChooseFirst) else "game_not_started"
    if stage == "game_not_started":
        dealt().when(command).refused(stage)
    else:
        begun().when(command).refused(stage)
    begun().when(Abandon()).accepted().when(command).refused("game_over")


ORDER: list[tuple[str, Make, list[Command]]] = [
    ("not_a_seat", stormy, [Release(3, "Xx"), ChooseDamagedField(0, "meadow")]),
    ("catastrophe_pending", stormy, [Release(2, "Xx"), Draw(1, "supply"), ForgoDraw(2), Harvest(1, ())]),
    ("not_your_turn", begun, [Release(2, "Xx"), Draw(2, "fertilizer"), ForgoDraw(2), Harvest(2, ())]),
    (
        "no_plays_left",
        lambda: drawing(begun()),
        [Sow(1, "Xx", "meadow"), Plant(1, "Xx", "meadow"), Fertilize(1, "meadow"), Release(1, "Xx")],
    ),
    ("card_not_in_hand", begun, [Sow(1, "F", "meadow"), Plant(1, "F", "meadow"), Release(1, "F")]),
    ("unknown_card_class", watched, [Sow(1, "St-Sp-6", "meadow"), Plant(1, "Xx", "meadow")]),
    ("no_compatible_hand_slot", lambda: unseen("Ta-Sp-?", 0), [Sow(1, "Ba-Su-3", "meadow")]),
    ("card_copies_exhausted", lambda: unseen("Ta-Sp-?", 0), [Sow(1, "Ta-Sp-5", "meadow")]),
    ("not_a_fruit_card", sown, [Sow(1, "F", "meadow"), Plant(1, "F", "meadow")]),
    ("unknown_field", sown, [Sow(1, "Ma-Sp-5", "meadow"), Plant(1, "Ma-Sp-5", "meadow"), Fertilize(1, "meadow")]),
    ("field_not_sown", sown, [Plant(1, "Ma-Sp-5", P), Fertilize(1, P)]),
    ("seed_mismatch", lambda: sown("F F F"), [Plant(1, "Ma-Sp-5", M)]),
    (
        "field_full",
        lambda: growing(holding(begun(), 1, "Ba-Sp-3 F F F"), 1, mountain="Ba-Sp-2 | F F F"),
        [Plant(1, "Ba-Sp-3", M), Fertilize(1, M)],
    ),
    ("no_fertilizer_in_hand", begun, [Fertilize(1, "meadow")]),
    (
        "two_plays_required",
        lambda: winter(begun().changed(supply=()), 0),
        [Draw(1, "season", "Xx", "autumn", 4), Draw(1, "supply"), Draw(1, "fertilizer", season="spring"), ForgoDraw(1)],
    ),
    ("count_not_in_mode", lambda: winter(drawing(begun()), 0), [Draw(1, "season", "Xx", "autumn", 4)]),
    (
        "observed_card_unexpected",
        lambda: winter(drawing(begun()), 0),
        [Draw(1, "season", "Xx"), Draw(1, "fertilizer", "Xx")],
    ),
    ("season_decks_exhausted", lambda: winter(drawing(begun()), 0), [Draw(1, "season", season="autumn")]),
    ("season_deck_not_open", lambda: drawing(begun(), supply=()), [Draw(1, "supply", season="spring")]),
    (
        "season_deck_not_open",
        lambda: drawing(begun(), released=2, fertilizer_area=0),
        [Draw(1, "fertilizer", season="spring")],
    ),
    ("supply_empty", lambda: replaced().changed(supply=()), [Draw(1, "supply")]),
    ("card_not_in_supply", replaced, [Draw(1, "supply", "Xx")]),
    (
        "fertilizer_not_earned",
        lambda: drawing(begun(), released=1, fertilizer_taken=True, fertilizer_area=0),
        [Draw(1, "fertilizer")],
    ),
    (
        "fertilizer_already_taken",
        lambda: replaced().changed(fertilizer_taken=True, fertilizer_area=0),
        [Draw(1, "fertilizer")],
    ),
    ("fertilizer_area_empty", lambda: replaced().changed(fertilizer_area=0), [Draw(1, "fertilizer")]),
    ("cultivation_begun", lambda: sown().when(Release(1, "Ma-Sp-5")).accepted(), [Harvest(1, ())]),
    ("unknown_field", begun, [Harvest(1, ("meadow", "meadow")), Harvest(1, (M, "meadow"))]),
    ("duplicate_field", begun, [Harvest(1, (M, M))]),
    ("no_catastrophe_pending", begun, [ChooseDamagedField(2, "meadow")]),
    (
        "no_choice_owed",
        lambda: stormy(catastrophe_order="clockwise").when(ChooseDamagedField(1, M)).accepted(),
        [ChooseDamagedField(1, "meadow")],
    ),
    ("choice_out_of_order", lambda: stormy(catastrophe_order="clockwise"), [ChooseDamagedField(2, "meadow")]),
]


@pytest.mark.parametrize(("code", "make", "commands"), ORDER, ids=[f"{n}-{row[0]}" for n, row in enumerate(ORDER)])
def test_the_first_fault_is_the_reason(code: str, make: Make, commands: list[Command]) -> None:
    for command in commands:
        make().when(command).refused(code)


def test_a_refusal_says_what_to_do() -> None:
    for code, refusal in REFUSALS.items():
        assert refusal.text[0] in "`ABCDEFGHIJKLMNOPQRSTUVWXYZ", code
        assert refusal.text.endswith("."), code


def test_a_manifest_that_is_short_of_a_fruit_opens_nothing() -> None:
    faces = (replace(MANIFEST.faces[0], copies=1), *MANIFEST.faces[1:])

    with pytest.raises(Rejected, match="manifest_inconsistent") as refused:
        opened(2, manifest=replace(MANIFEST, faces=faces))

    assert [
        {"pointer": "/faces", "detail": "Ba of spring: the faces have 4 copies, the deck 5 cards."}
    ] == refused.value.values["faults"]
