"""Component data: the packaged poker deck, and what is no season deck."""

import pytest
from msgspec import ValidationError, convert, to_builtins
from msgspec.structs import replace

from domain.games.season_harvest.manifest import Figure, Manifest, manifest_faults
from tests.domain.games.season_harvest.tables import MANIFEST


def pointers(manifest: Manifest) -> list[str]:
    return [pointer for pointer, _ in manifest_faults(manifest)]


def sides(n: int) -> Manifest:
    return replace(MANIFEST, die_sides=Figure(n, "owner"))


def test_the_packaged_deck() -> None:
    assert [] == manifest_faults(MANIFEST)
    assert {"SP": "WI", "SU": "SP", "FA": "SU", "WI": "FA"} == {kind.face: kind.follows for kind in MANIFEST.kinds}
    suits = {"Spring": "hearts", "Summer": "diamonds", "Fall": "spades", "Winter": "clubs"}
    assert suits == {kind.name: kind.suit for kind in MANIFEST.kinds}
    figures = (MANIFEST.cards_per_season.value, MANIFEST.pawns_per_seat.value, MANIFEST.die_sides.value)
    assert (13, 5, 6) == figures


@pytest.mark.parametrize(("n", "faults"), [(3, 1), (4, 0), (6, 0), (99, 0), (100, 1)])
def test_a_die_can_roll_a_four(n: int, faults: int) -> None:
    assert ["/die_sides/value"] * faults == pointers(sides(n))


def test_all_faults_are_told_at_once() -> None:
    spring, summer, fall, winter = MANIFEST.kinds
    kinds = (replace(spring, follows="SU"), replace(summer, face="XX"), fall, replace(winter, follows="WI"))

    assert ["/kinds", "/kinds/0/follows", "/kinds/3/follows", "/die_sides/value"] == pointers(
        replace(sides(1), kinds=kinds)
    )
    assert ["/kinds"] == pointers(replace(MANIFEST, kinds=(spring, spring, fall, winter)))


def test_a_deck_has_four_seasons() -> None:
    plain = to_builtins(MANIFEST)

    with pytest.raises(ValidationError):
        convert({**plain, "kinds": plain["kinds"][:3]}, Manifest)
