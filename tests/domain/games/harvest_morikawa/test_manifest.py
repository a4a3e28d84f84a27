"""Component data: the deck that the rulebook lists, and what is wrong with another."""

import msgspec
import pytest

from domain.games.harvest_morikawa.faces import FACES
from domain.games.harvest_morikawa.manifest import Manifest, default_manifest, manifest_faults
from tests.domain.games.harvest_morikawa.tables import MANIFEST


def test_the_packaged_data_is_sound() -> None:
    assert [] == manifest_faults(MANIFEST)
    assert set(FACES) == {row.face for row in MANIFEST.deck}
    assert 60 == sum(row.copies for row in MANIFEST.deck)
    assert 12 == sum(row.provenance == "placeholder" for row in MANIFEST.deck)


def changed(**rows: int) -> Manifest:
    """Return the data with other numbers of copies; `T_20` stands for T+20."""
    plain = msgspec.json.decode(default_manifest())
    for row in plain["deck"]:
        row["copies"] = rows.get(row["face"].replace("+", "_"), row["copies"])
    return msgspec.convert(plain, Manifest)


@pytest.mark.parametrize(
    ("rows", "faults"),
    [
        ({"T_20": 5}, ["/deck"]),
        ({"T_20": 5, "T_10": 7}, []),
        ({"T_40": 2, "T_10": 7}, ["/deck/0/copies"]),
        ({"T_40": 2}, ["/deck/0/copies", "/deck"]),
        ({"HV": 2}, ["/deck"]),
        ({"TN": 2}, ["/deck"]),
        ({"K_10": 8, "C_10": 7}, ["/deck", "/deck"]),
    ],
)
def test_counts_that_are_not_the_rulebooks(rows: dict[str, int], faults: list[str]) -> None:
    assert faults == [pointer for pointer, _ in manifest_faults(changed(**rows))]


def test_faces_colours_and_figures_that_cannot_be() -> None:
    plain = msgspec.json.decode(default_manifest())
    plain["deck"][1]["face"] = "T+30"
    plain["deck"][2]["face"] = "T+40"
    plain["colours"]["names"][0] = "red"
    plain["hand"]["value"] = 3
    plain["removed_for_two"]["value"] = 19
    faults = [pointer for pointer, _ in manifest_faults(msgspec.convert(plain, Manifest))]

    assert ["/deck/1/face", "/deck/2/face", "/colours/names", "/hand/value", "/removed_for_two/value"] == faults


def test_a_missing_forty() -> None:
    plain = msgspec.json.decode(default_manifest())
    plain["deck"] = [row for row in plain["deck"] if row["face"] != "T+40"]

    assert ("/deck", "T+40 is missing.") in manifest_faults(msgspec.convert(plain, Manifest))
