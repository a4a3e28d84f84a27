"""Audits of databases that somebody changed: the first bad version is named, and nothing is scored."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from domain.kernel.entry import entry_hash
from tests.e2e.client import Table, refused
from tests.service.local import Service

Change = Callable[[Service, str], None]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("audit"))
    yield running
    running.close()


@pytest.fixture
def table(service: Service) -> Table:
    """Return a finished game of its own."""
    return service.admin.open().play(seed=1)


def audited(service: Service, game: str, body: Any = None) -> Any:
    response = service.admin.post(f"/v1/games/{game}/audits", {} if body is None else body)
    assert response.status_code == 200, response.text
    return response.json()


def failed(report: Any) -> set[str]:
    return {check["id"] for check in report["checks"] if check["status"] == "fail"}


def update(service: Service, game: str, version: int, **columns: object) -> None:
    for name, value in columns.items():
        service.sql(f"UPDATE entries SET {name} = ? WHERE stream = ? AND version = ?", value, game, version)


def row(service: Service, game: str, version: int) -> tuple[bytes, bytes]:
    ((body, private),) = service.sql(
        "SELECT body, private FROM entries WHERE stream = ? AND version = ?", game, version
    )
    return body, private


def changed_byte(service: Service, game: str) -> None:
    body, _ = row(service, game, 4)
    update(service, game, 4, body=body.replace(b'"a', b'"b', 1))


def changed_hash(service: Service, game: str) -> None:
    update(service, game, 4, hash=bytes(32))


def no_json(service: Service, game: str) -> None:
    update(service, game, 4, body=b"{")


def removed_row(service: Service, game: str) -> None:
    service.sql("DELETE FROM entries WHERE stream = ? AND version = 4", game)


def removed_first_row(service: Service, game: str) -> None:
    service.sql("DELETE FROM entries WHERE stream = ? AND version = 1", game)


def swapped_rows(service: Service, game: str) -> None:
    service.sql("UPDATE entries SET version = 9999 WHERE stream = ? AND version = 4", game)
    service.sql("UPDATE entries SET version = 4 WHERE stream = ? AND version = 5", game)
    service.sql("UPDATE entries SET version = 5 WHERE stream = ? AND version = 9999", game)


def swapped_bodies(service: Service, game: str) -> None:
    one, other = row(service, game, 4), row(service, game, 5)
    update(service, game, 4, body=other[0])
    update(service, game, 5, body=one[0])


def other_games_row(service: Service, game: str) -> None:
    theirs = service.admin.open().play(seed=2, most=4)
    body, private = row(service, theirs.id, 4)
    update(service, game, 4, body=body, private=private, hash=entry_hash(body))


def opened_to_another_card(service: Service, game: str) -> None:
    _, private = row(service, game, 4)
    plain = json.loads(private)
    other = "SP" if plain["disclosures"][0]["value"] != "SP" else "WI"
    plain["disclosures"][0]["value"] = other
    update(service, game, 4, private=json.dumps(plain).encode())


def lost_private_part(service: Service, game: str) -> None:
    update(service, game, 4, private=b"{}")


CHANGES: list[tuple[Change, int]] = [
    (changed_byte, 4),
    (changed_hash, 4),
    (no_json, 4),
    (removed_row, 4),
    (removed_first_row, 1),
    (swapped_rows, 4),
    (swapped_bodies, 4),
    (other_games_row, 4),
    (opened_to_another_card, 4),
    (lost_private_part, 4),
]


@pytest.mark.parametrize("restarted", [False, True], ids=["live", "restarted"])
@pytest.mark.parametrize(("change", "first_bad"), CHANGES, ids=lambda value: getattr(value, "__name__", None))
def test_a_tampered_log_is_damaged_from_its_first_bad_version(
    service: Service, table: Table, change: Change, first_bad: int, restarted: bool
) -> None:
    assert "confirmed" == audited(service, table.id)["verdict"]
    service.admin.get("/v1/games")
    change(service, table.id)
    if restarted:
        service.restart()
    report = audited(service, table.id, {"claim": {"seats": [{"seat": 1, "total": 1}]}})

    assert ("damaged", first_bad, None, []) == (
        report["verdict"],
        report["first_bad"],
        report["score"],
        report["differences"],
    )
    assert failed(report) & {"chain", "fold", "chance"}
    assert ["skipped"] == [check["status"] for check in report["checks"] if check["id"] == "claim"]


def test_a_log_that_lost_its_end_is_damaged_where_it_is_known_to_have_been_longer(
    service: Service, table: Table
) -> None:
    last = table.now()["version"]
    service.admin.get("/v1/games")
    service.sql("DELETE FROM entries WHERE stream = ? AND version > ?", table.id, last - 3)
    for _ in range(2):
        report = audited(service, table.id)
        assert ("damaged", last - 2, {"chain"}) == (report["verdict"], report["first_bad"], failed(report))
        service.restart()


def forge(service: Service, game: str, first: int, change: Callable[[dict[str, Any]], None]) -> None:
    """Change an entry and mend every hash after it, as somebody would who controls the database."""
    entries = service.sql("SELECT version, body, private FROM entries WHERE stream = ? ORDER BY version", game)
    prev: bytes | None = None
    for version, body, _ in entries:
        plain = json.loads(body)
        if version == first:
            change(plain)
        plain["prev"] = None if prev is None else prev.hex()
        mended = msgspec.json.encode(plain, order="sorted")
        update(service, game, version, body=mended, prev=prev, hash=entry_hash(mended))
        prev = entry_hash(mended)


def test_a_forged_result_is_disputed(service: Service, table: Table) -> None:
    last = table.now()["version"]

    def win(entry: dict[str, Any]) -> None:
        (ended,) = [event for event in entry["events"] if event["type"] == "game_ended"]
        ended["results"][0]["total"] += 100

    forge(service, table.id, last, win)
    service.restart()
    report = audited(service, table.id)

    assert ("disputed", None, {"result", "recheck"}) == (report["verdict"], report["first_bad"], failed(report))
    assert report["score"] is not None
    assert [last] == [check["versions"] for check in report["checks"] if check["id"] == "result"][0]  # noqa: RUF015


def test_a_forged_command_does_not_give_the_recorded_events(service: Service, table: Table) -> None:
    def elsewhere(entry: dict[str, Any]) -> None:
        assert entry["command"]["type"].endswith("take_home")
        spaces = {"a1", "a3", "c1", "c3"} - {entry["command"]["space"]}
        entry["command"]["space"] = min(spaces)

    forge(service, table.id, 3, elsewhere)
    service.restart()
    report = audited(service, table.id)

    assert ("disputed", {"recheck"}) == (report["verdict"], failed(report))


def test_forged_chance_does_not_come_from_the_seed(service: Service, table: Table) -> None:
    _, private = row(service, table.id, 2)
    plain = json.loads(private)
    outcomes = plain["outcomes"]
    index = next(index for index in range(1, 4) if outcomes[index] != outcomes[0])
    outcomes[0], outcomes[index] = outcomes[index], outcomes[0]
    update(service, table.id, 2, private=json.dumps(plain).encode())
    service.restart()
    report = audited(service, table.id)

    assert ("damaged", 2) == (report["verdict"], report["first_bad"])
    assert "chance" in failed(report)


def test_a_damaged_game_is_read_as_unavailable_and_others_are_not_touched(service: Service, table: Table) -> None:
    other = service.admin.open().settle()
    no_json(service, table.id)
    service.restart()

    for path in ("", "/state", "/score", "/entries", "/replay"):
        refused(service.admin.get(table.path + path), "unavailable")
    refused(
        service.admin.post(f"{table.path}/commands", {"command": {"type": "abandon"}}, Idempotency_Key="k"),
        "unavailable",
    )
    assert 200 == service.admin.get(f"{other.path}/state").status_code
    assert table.id in [game["id"] for game in service.admin.read("/v1/games", {"limit": 200})["games"]]


def test_a_damaged_private_game_is_still_hidden_from_strangers(service: Service) -> None:
    table = service.admin.open(visibility="private").settle()
    service.admin.get("/v1/games")
    no_json(service, table.id)
    service.restart()
    stranger, absent = service.admin.holding(None), "/v1/games/g_none"
    seen, missing = (stranger.post(f"{path}/audits", {}) for path in (table.path, absent))

    assert (404, missing.content) == (seen.status_code, seen.content)
    assert "damaged" == audited(service, table.id)["verdict"]
    hidden, nowhere = (stranger.get(path) for path in (table.path, absent))
    assert (404, nowhere.content) == (hidden.status_code, hidden.content)
