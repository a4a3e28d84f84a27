"""A1 - Cultivation: sow, plant, fertilize, release."""

from typing import Any

import pytest

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.commands import Draw, Fertilize, Harvest, Plant, Release, Sow
from domain.games.harvest_island.events import FieldFertilized, FruitPlanted, FruitReleased, SeedSown
from domain.games.harvest_island.state import Field
from domain.kernel.game import obligations
from tests.domain.games.harvest_island.tables import H, M, P, begun, cards_of, growing, holding
from tests.domain.harness import Given


def test_sow_and_plant_on_the_same_field_in_one_turn() -> None:
    table = holding(begun(), 1, "Ba-Sp-2 Ba-Sp-3 Ma-Sp-5 Ly-Sp-4")

    table = table.when(Sow(1, "Ba-Sp-2", M)).then(SeedSown(1, 1, M, "Ba-Sp-2"))
    assert "second_play" == table.state.phase
    table = table.when(Plant(1, "Ba-Sp-3", M)).then(FruitPlanted(1, 1, M, "Ba-Sp-3"))

    assert Field("Ba-Sp-2", ("Ba-Sp-3",)) == table.state.seat(1).fields[M]
    assert ("draw", 2) == (table.state.phase, table.state.draws_owed)
    assert ["Ly-Sp-4", "Ma-Sp-5"] == cards_of(table.state, 1)
    table.when(Release(1, "Ma-Sp-5")).refused("no_plays_left")
    table.when(Draw(1, "fertilizer")).refused("fertilizer_not_earned", released=0)


def test_a_field_takes_one_seed_and_only_its_fruit() -> None:
    table = growing(holding(begun(), 1, "Ba-Sp-3 Ma-Sp-5 Ly-Sp-4 F"), 1, mountain="Ba-Sp-2")

    table.when(Sow(1, "Ma-Sp-5", M)).refused("field_already_sown", seed="Ba-Sp-2")
    table.when(Plant(1, "Ba-Sp-3", H)).refused("field_not_sown")
    table.when(Fertilize(1, H)).refused("field_not_sown")
    table.when(Plant(1, "Ma-Sp-5", M)).refused("seed_mismatch", seed="Ba-Sp-2")
    table.when(Fertilize(1, M)).then(FieldFertilized(1, 1, M))


def test_a_fruit_of_another_season_fits_its_seed() -> None:
    table = growing(holding(begun(), 1, "Ba-Su-3 Ma-Sp-5 Ly-Sp-4 F"), 1, mountain="Ba-Sp-2 | F Ba-Sp-4")

    after = table.when(Plant(1, "Ba-Su-3", M)).accepted()

    assert ("F", "Ba-Sp-4", "Ba-Su-3") == after.state.seat(1).fields[M].stack


def test_the_example_of_a_full_mountain() -> None:
    stack = "Ba-Sp-3 | Ba-Sp-3 Ba-Sp-4 F"
    full = growing(holding(begun(), 1, "Ba-Sp-4 Ma-Sp-5 Ly-Sp-4 F"), 1, mountain=stack)
    roomy = growing(full, 1, hill=stack)

    full.when(Plant(1, "Ba-Sp-4", M)).refused("field_full", load=3)
    full.when(Fertilize(1, M)).refused("field_full", load=3)
    assert not {Plant, Fertilize} & {type(command) for command in RULESET.legal(full.state, 1)}
    for command in (Plant(1, "Ba-Sp-4", H), Fertilize(1, H)):
        after = roomy.when(command).accepted()
        assert 4 == len(after.state.seat(1).fields[H].stack)


def test_the_plain_has_no_limit() -> None:
    table = growing(holding(begun(), 1, "Ba-Sp-4 Ma-Sp-5 Ly-Sp-4 F"), 1, plain="Ba-Sp-2 |" + " F" * 11)

    table = table.when(Plant(1, "Ba-Sp-4", P)).accepted()

    assert 12 == len(table.state.seat(1).fields[P].stack)


def test_a_fertilizer_is_no_fruit() -> None:
    table = growing(holding(begun(), 1, "Ba-Sp-3 Ma-Sp-5 Ly-Sp-4 F"), 1, hill="Ba-Sp-2")

    table.when(Release(1, "F")).refused("fertilizer_not_releasable")
    table.when(Sow(1, "F", M)).refused("not_a_fruit_card")
    table.when(Plant(1, "F", H)).refused("not_a_fruit_card")


def test_release_fills_the_storage() -> None:
    table = holding(begun(), 1, "Ba-Sp-3 Ma-Sp-5 Ly-Sp-4 Wm-Sp-4")

    table = table.when(Release(1, "Wm-Sp-4")).then(FruitReleased(1, 1, "Wm-Sp-4"))

    assert ("Ly-Sp-4", "Wm-Sp-5", "Ta-Sp-6", "Wm-Sp-4") == table.state.storage
    assert 1 == table.state.released


def test_a_first_play_must_leave_a_second_one() -> None:
    table = holding(begun(), 1, "Ba-Sp-3 F F F")

    table.when(Release(1, "Ba-Sp-3")).refused("second_play_impossible")
    assert {"Sow"} == {type(command).__name__ for command in RULESET.legal(table.state, 1)}
    for field in (M, H, P):
        table.when(Sow(1, "Ba-Sp-3", field)).accepted().when(Fertilize(1, field)).accepted()


def test_two_fruits_can_always_be_released() -> None:
    table = holding(begun(), 1, "Ba-Sp-3 Ma-Sp-5 F F")

    table.when(Release(1, "Ba-Sp-3")).accepted().when(Release(1, "Ma-Sp-5")).accepted()


@pytest.mark.parametrize(
    ("mountain", "hill", "plants"),
    [
        ("Ba-Sp-2 | F F", "", False),  # the fruit fills the mountain
        ("Ba-Sp-2 | F", "", True),
        ("Ba-Sp-2 | F F", "Ly-Sp-4", True),  # the other field takes a fertilizer
        ("Ba-Sp-2 | F F", "Ly-Sp-4 | F F F F F", False),
    ],
)
def test_planting_the_last_fruit_must_leave_room(mountain: str, hill: str, plants: bool) -> None:
    table = growing(holding(begun(), 1, "Ba-Sp-3 F F F"), 1, mountain=mountain, hill=hill)

    answer = table.when(Plant(1, "Ba-Sp-3", M))

    assert plants == (Plant(1, "Ba-Sp-3", M) in RULESET.legal(table.state, 1))
    if plants:
        answer.accepted()
    else:
        answer.refused("second_play_impossible")


def test_the_second_play_may_be_anything() -> None:
    table = growing(holding(begun(), 1, "Ba-Sp-3 F F F"), 1, mountain="Ba-Sp-2 | F F")
    table = table.when(Fertilize(1, M)).accepted()

    table.when(Plant(1, "Ba-Sp-3", M)).refused("field_full")
    table.when(Release(1, "Ba-Sp-3")).accepted()


@pytest.mark.parametrize(("mode", "by"), [("dealt", "seat"), ("observed", "scribe")])
def test_what_must_be_played_is_public(mode: Any, by: str) -> None:
    def due(table: Given) -> tuple[Any, ...]:
        (each,) = obligations(RULESET, table.game)
        assert each.ask is not None
        return each.by, each.ask.limits, [name.partition(".")[2] for name in each.commands]

    table = begun(mode=mode)
    plays = ["sow", "plant", "fertilize", "release"]

    assert ((by,), {"plays": 2}, [*plays, "harvest"]) == due(table)
    assert ((by,), {"plays": 1}, plays) == due(table.when(Sow(1, "Ba-Sp-2", M)).accepted())


def test_a_cultivation_is_played_out() -> None:
    table = begun().when(Sow(1, "Ba-Sp-2", M)).accepted()

    table.when(Draw(1, "season")).refused("two_plays_required", played=1)
    table.when(Harvest(1, (M,))).refused("cultivation_begun", played=1)
    table.when(Sow(2, "Ta-Sp-5", M)).refused("not_your_turn", active=1)
