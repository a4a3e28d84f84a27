"""B1 - Harvest, B2 - Scoring Points."""

import pytest

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.commands import Harvest, Sow
from domain.games.harvest_island.events import (
    AnimalTokenTaken,
    FieldHarvested,
    HarvestTokenMoved,
    TurnBegun,
    TurnEnded,
)
from tests.domain.games.harvest_island.tables import H, M, P, begun, cards_of, growing, marked, names, piled, turn


def test_the_example_of_the_bananas() -> None:
    table = growing(begun(), 1, mountain="Ba-Su-2 | Ba-Su-3 F Ba-Su-4").changed(fertilizer_area=11)
    table = piled(marked(table, banana=(3, 2)), 1, "Ma-Sp-4")
    hand = cards_of(table.state, 1)

    after = table.when(Harvest(1, (M,))).then(
        FieldHarvested(1, 1, M, "Ba-Su-2", ("Ba-Su-3", "Ba-Su-4"), 1),
        HarvestTokenMoved(1, 1, "banana", 3, 4, 4),
        AnimalTokenTaken(1, 1, "banana", 2),
        TurnEnded(1, 1),
        TurnBegun(2, 1, 2),
    )

    state = after.state
    assert (12, ("Ba-Su-2",)) == (state.fertilizer_area, state.discard)
    assert ("Ma-Sp-4", "Ba-Su-3", "Ba-Su-4") == state.seat(1).score_pile
    assert (4, 1) == (state.track["banana"], state.token_holder["banana"])
    assert hand == cards_of(state, 1)


def test_an_equal_sum_takes_nothing() -> None:
    four = marked(growing(begun(), 1, mountain="Ba-Su-2 | Ba-Su-3 F Ba-Su-4"), banana=(4, 2))
    five = marked(growing(begun(), 1, hill="Ba-Su-2 | Ba-Su-3 F F"), banana=(4, 2))

    assert ["FieldHarvested", "TurnEnded", "TurnBegun"] == names(four.when(Harvest(1, (M,))).events)
    assert [HarvestTokenMoved(1, 1, "banana", 4, 5, 5), AnimalTokenTaken(1, 1, "banana", 2)] == list(
        five.when(Harvest(1, (H,))).events[1:3]
    )


def test_two_fields_of_a_fruit_count_together_if_harvested_together() -> None:
    table = growing(begun(), 1, mountain="Ba-Sp-2 | Ba-Su-3 Ba-Su-4 Ba-Sp-3", hill="Ba-Sp-2 | F")

    events = table.when(Harvest(1, (H, M))).events
    assert [M, H] == [event.field for event in events if isinstance(event, FieldHarvested)]
    assert HarvestTokenMoved(1, 1, "banana", None, 5, 5) == events[2]

    one = table.when(Harvest(1, (M,)))
    assert HarvestTokenMoved(1, 1, "banana", None, 3, 3) == one.events[1]
    assert "HarvestTokenMoved" not in names(turn(one.accepted(), 1, 3).when(Harvest(1, (H,))).events)


def test_a_holder_raises_the_mark_and_keeps_the_token() -> None:
    table = marked(growing(begun(), 1, plain="Ba-Sp-2 | F F F"), banana=(4, 1))

    events = table.when(Harvest(1, (P,))).events

    assert ["FieldHarvested", "HarvestTokenMoved", "TurnEnded", "TurnBegun"] == names(events)
    assert HarvestTokenMoved(1, 1, "banana", 4, 6, 6) == events[1]


def test_each_fruit_is_judged_alone() -> None:
    table = growing(begun(), 1, mountain="Ma-Sp-4 | F F", hill="Ba-Sp-2 | F Ba-Su-3")
    table = marked(table, mango=(4, 2))

    events = table.when(Harvest(1, (M, H))).events

    assert [HarvestTokenMoved(1, 1, "banana", None, 3, 3), AnimalTokenTaken(1, 1, "banana", None)] == list(events[2:4])
    assert 1 == names(events).count("HarvestTokenMoved")


def test_several_tokens_come_in_the_order_of_the_fruits() -> None:
    table = growing(begun(), 1, mountain="Ma-Sp-4 | F F", hill="Ba-Sp-2 | F F", plain="Df-Su-4 | F F")

    events = table.when(Harvest(1, (M, H, P))).events

    taken = [event.fruit for event in events if isinstance(event, AnimalTokenTaken)]
    assert ["banana", "mango", "dragon_fruit"] == taken


@pytest.mark.parametrize(("stack", "to"), [("F", None), ("F Ba-Su-3", 3), ("F F", 4)])
def test_a_first_claim_needs_three(stack: str, to: int | None) -> None:
    table = growing(begun(), 1, mountain=f"Ba-Sp-2 | {stack}")

    after = table.when(Harvest(1, (M,))).accepted()

    assert to == after.state.track["banana"]


@pytest.mark.parametrize(
    ("overflow", "fertilizers", "box", "to"),
    [("cap", 4, 5, 7), ("cap", 4, 7, 7), ("exact", 4, 7, 8), ("exact", 5, 8, 10), ("exact", 4, 8, None)],
)
def test_sums_beyond_the_track(overflow: str, fertilizers: int, box: int, to: int | None) -> None:
    table = growing(begun(track_overflow=overflow), 1, plain="Ba-Sp-2 |" + " F" * fertilizers)
    table = marked(table, banana=(box, 2))

    events = table.when(Harvest(1, (P,))).events

    if to is None:
        assert "HarvestTokenMoved" not in names(events)
    else:
        moved = HarvestTokenMoved(1, 1, "banana", box, to, 2 * fertilizers)
        assert [moved, AnimalTokenTaken(1, 1, "banana", 2)] == list(events[1:3])


def test_seven_does_not_beat_seven() -> None:
    table = marked(growing(begun(), 1, plain="Ba-Sp-2 | F F F Ba-Sp-4"), banana=(7, 2))

    assert "HarvestTokenMoved" not in names(table.when(Harvest(1, (P,))).events)


def test_a_bare_seed_can_be_harvested_to_free_the_field() -> None:
    table = growing(begun(), 1, mountain="Ba-Su-2")

    events = table.when(Harvest(1, (M,))).events
    assert FieldHarvested(1, 1, M, "Ba-Su-2", (), 0) == events[0]
    assert ["FieldHarvested", "TurnEnded", "TurnBegun"] == names(events)

    next_turn = turn(table.when(Harvest(1, (M,))).accepted(), 1, 3)
    next_turn.when(Sow(1, "Ba-Sp-2", M)).accepted()


def test_what_cannot_be_harvested() -> None:
    table = growing(begun(), 1, mountain="Ba-Su-2")

    table.when(Harvest(1, (M, H))).refused("field_not_sown", fields=[H])
    table.when(Harvest(1, ())).refused("no_field_chosen")
    table.when(Harvest(1, (M, M))).refused("duplicate_field")
    table.when(Harvest(1, (M, "meadow"))).refused("unknown_field", fields=["meadow"])


def test_any_sown_fields_can_be_harvested_together() -> None:
    table = growing(begun(), 1, mountain="Ba-Su-2", plain="Ma-Sp-4 | F")

    listed = [command.fields for command in RULESET.legal(table.state, 1) if isinstance(command, Harvest)]

    assert [(M,), (P,), (M, P)] == listed


def test_a_harvest_does_not_look_at_the_storage() -> None:
    table = growing(begun(), 1, mountain="Ba-Su-2").changed(storage=("Ly-Sp-4",) * 4)

    assert "SupplyReplaced" not in names(table.when(Harvest(1, (M,))).events)
