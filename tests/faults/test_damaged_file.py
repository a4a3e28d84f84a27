"""A file of which a part has turned to garbage: what lies there is refused in words, all else is as it was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.client import Client, Table
from tests.faults.running import Running, starter

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PAGE = 4096


def spoil(database: Path, game: str) -> None:
    """Overwrite the page in the middle of those that hold the entries of a game."""
    raw = bytearray(database.read_bytes())
    mark = f'"game":"{game}"'.encode()
    pages = [at // PAGE for at in range(0, len(raw), PAGE) if mark in raw[at : at + PAGE]]
    middle = pages[len(pages) // 2] * PAGE
    raw[middle : middle + PAGE] = b"\xff" * PAGE
    database.write_bytes(raw)


@pytest.fixture(scope="module", params=["listed", "never listed"])
def spoilt(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Running, list[Table]]]:
    """Spoil the second of three finished games."""
    with starter(tmp_path_factory.mktemp("spoilt")) as start:
        service = start()
        tables = [service.admin.open().settle().play(seed=seed) for seed in range(3)]
        if request.param == "listed":
            service.admin.read("/v1/games")
        assert 0 == service.stop()
        spoil(service.database, tables[1].id)
        service = start()
        yield service, [Table(service.admin, table.answer) for table in tables]


def test_the_damaged_game_is_refused_in_words(spoilt: tuple[Running, list[Table]]) -> None:
    service, (_, table, _) = spoilt
    for reading in ("", "/state", "/entries", "/score", "/replay"):
        answer = service.admin.get(table.path + reading)

        assert (503, "/problems/unavailable") == (answer.status_code, answer.json()["type"])
    told = [line for line in service.log.splitlines() if "game_unreadable" in line]

    assert 1 == len(told)
    assert f"game={table.id} version=" in told[0]


def test_an_audit_names_the_first_entry_that_cannot_be_read(spoilt: tuple[Running, list[Table]]) -> None:
    service, (_, table, _) = spoilt
    listed = listing(service.admin) == 200
    answer = service.admin.post(f"{table.path}/audits", {})

    # Without the catalogue's memory nobody can tell who may see a game that cannot be read.
    assert (200 if listed else 404) == answer.status_code
    if listed:
        report = answer.json()
        assert ("damaged", report["version"] + 1) == (report["verdict"], report["first_bad"])


def test_the_other_games_are_as_they_were(spoilt: tuple[Running, list[Table]]) -> None:
    service, (first, _, third) = spoilt
    for table in (first, third):
        assert "ended" == table.now()["status"]
        assert "confirmed" == service.admin.post(f"{table.path}/audits", {}).json()["verdict"]


def listing(admin: Client) -> int:
    return admin.get("/v1/games").status_code


def test_a_listing_answers_or_says_that_it_cannot(spoilt: tuple[Running, list[Table]]) -> None:
    service, _ = spoilt

    assert listing(service.admin) in (200, 503)


def test_new_games_can_be_opened_and_played(spoilt: tuple[Running, list[Table]]) -> None:
    service, _ = spoilt

    assert 6 == service.admin.open().settle().now()["version"] + 1
