"""Component data: the packaged edition, and what is said of data that does not add up."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.harvest_island import RULESET
from domain.games.harvest_island.manifest import Manifest, manifest_faults
from tests.domain.games.harvest_island.tables import MANIFEST, begun, opened, piled


def test_the_packaged_edition_adds_up() -> None:
    points = [(row.face, row.copies) for row in MANIFEST.faces]

    assert [] == manifest_faults(MANIFEST)
    assert 110 == sum(copies for _, copies in points)
    assert 541 == sum(int(face[-1]) * copies for face, copies in points)
    assert [("Ma-Su-6", 1)] == [(row.face, row.copies) for row in MANIFEST.faces if row.provenance != "placeholder"]
    assert not MANIFEST.settled


def changed(**parts: Any) -> Manifest:
    return replace(MANIFEST, **parts)


def said(manifest: Manifest) -> list[str]:
    return [f"{pointer}: {text}" for pointer, text in manifest_faults(manifest)]


@pytest.mark.parametrize(
    ("manifest", "faults"),
    [
        (
            changed(fruits=MANIFEST.fruits[:-1]),
            ["/fruits: There are 12 fruits; this names 11.", "/counts/22/fruit: St is the code of no fruit."],
        ),
        (
            changed(fruits=(*MANIFEST.fruits[:-1], replace(MANIFEST.fruits[0], name="strawberry"))),
            ["/fruits: Two fruits have the code Ba.", "/counts/22/fruit: St is the code of no fruit."],
        ),
        (
            changed(fruits=(*MANIFEST.fruits[:-1], replace(MANIFEST.fruits[-1], name="banana"))),
            ["/fruits: Two fruits have the name banana."],
        ),
        (
            changed(counts=(replace(MANIFEST.counts[0], cards=4), *MANIFEST.counts[1:])),
            [
                "/faces: Ba of spring: the faces have 5 copies, the deck 4 cards.",
                "/counts: The spring deck has 30 fruit cards; these are 29.",
                "/counts: There are 110 fruit cards; these are 109.",
            ],
        ),
        (
            changed(faces=(replace(MANIFEST.faces[0], face="Ba-Sp-0"), *MANIFEST.faces[1:])),
            [
                "/faces/0/face: Ba-Sp-0 is no face: write fruit, season and points from 1 to 9, as in Ba-Sp-3.",
                "/faces: Ba of spring: the faces have 3 copies, the deck 5 cards.",
            ],
        ),
        (
            changed(faces=(*MANIFEST.faces, replace(MANIFEST.faces[0], face="Ba-Xx-3", copies=0))),
            ["/faces/70/face: Ba-Xx-3 is no face: write fruit, season and points from 1 to 9, as in Ba-Sp-3."],
        ),
        (
            changed(weather=(replace(MANIFEST.weather[0], sun=2), *MANIFEST.weather[1:])),
            [
                "/weather: The spring deck has 3 suns and 2 rains, in one row.",
                "/weather: There are 25 weather cards; these are 24.",
            ],
        ),
        (
            changed(weather=(replace(MANIFEST.weather[0], sun=0, rain=0), *MANIFEST.weather)),
            ["/weather: The spring deck has 3 suns and 2 rains, in one row."],
        ),
        (
            changed(faces=(*MANIFEST.faces, replace(MANIFEST.faces[0], face="Ba-Sp-?", copies=0))),
            ["/faces/70/face: Ba-Sp-? is no face: write fruit, season and points from 1 to 9, as in Ba-Sp-3."],
        ),
        (
            changed(hand_size=replace(MANIFEST.hand_size, value=5)),
            ["/hand_size/value: The rules fix this figure at 4."],
        ),
        (
            changed(track=replace(MANIFEST.track, boxes=(3, 4, 5, 6))),
            ["/track/boxes: The boxes of the track are 3, 4, 5, 6 and 7."],
        ),
        (
            changed(fields=MANIFEST.fields[:2]),
            ["/fields: The mountain takes 3 cards, the hill 5 and the plain any number."],
        ),
        (
            changed(fields=(replace(MANIFEST.fields[0], capacity=4), *MANIFEST.fields)),
            ["/fields: The mountain takes 3 cards, the hill 5 and the plain any number."],
        ),
    ],
)
def test_every_sum_that_is_off_is_named(manifest: Manifest, faults: list[str]) -> None:
    assert faults == said(manifest)


@pytest.mark.parametrize(
    "rows", [MANIFEST.removed[1:], (replace(MANIFEST.removed[0], cards=0), *MANIFEST.removed)], ids=["less", "more"]
)
def test_the_removal_table_is_checked(rows: Any) -> None:
    (fault,) = said(changed(removed=rows))

    assert fault.startswith("/removed: Six cards each are removed")


def test_a_club_can_play_with_the_true_points() -> None:
    faces = tuple(replace(row, provenance="owner") for row in MANIFEST.faces)
    first = replace(faces[0], face="Ba-Sp-9")
    manifest = changed(edition="club", faces=(first, *faces[1:]))

    table = opened(2, manifest=manifest)

    assert [] == manifest_faults(manifest)
    assert 2 == table.state.cards.unseen["?Sp"]["Ba-Sp-9"]
    assert "Ba-Sp-2" not in table.state.cards.unseen["?Sp"]
    (line, *_) = RULESET.lines(piled(table, 1, "Ba-Sp-9").state)
    assert (9, ()) == (line.amount, line.flags)


def test_points_as_entered_are_no_placeholders() -> None:
    def flags(**options: Any) -> Any:
        (line, *_) = RULESET.lines(piled(begun(mode="observed", **options), 1, "Ba-Sp-2").state)
        return line.flags

    assert () == flags()
    assert ("placeholder",) == flags(points_check="strict")


def test_the_data_can_be_written_and_read() -> None:
    assert MANIFEST == msgspec.json.decode(msgspec.json.encode(MANIFEST), type=Manifest)
