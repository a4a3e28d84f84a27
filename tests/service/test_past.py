"""The most recent game: found without reading those out of scope, and never passed over because it cannot be read."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.folds import Folds, Live
from tests.e2e.client import SHORT, Table, opening, refused
from tests.service.local import Service


@pytest.fixture
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("past"))
    yield running
    running.close()


def together(series: str, **options: Any) -> dict[str, Any]:
    """Return the options of a short cooperative game of a series."""
    return {**SHORT, "variants": ["cooperative_a"], "series": series, **options}


def finished(service: Service, series: str) -> Table:
    table = service.admin.open(options=together(series))
    table.done(table.seat(1), {"type": "concede"})
    return table


def damaged(service: Service, table: Table) -> None:
    """Let a game be listed that can no longer be read."""
    service.admin.read("/v1/games")
    service.sql("UPDATE entries SET body = ? WHERE stream = ? AND version = 2", b"{", table.id)
    service.restart()


def source(service: Service, table: Table) -> Any:
    (event,) = [
        event
        for event in service.admin.read(f"{table.path}/entries/2")["events"]
        if event["type"] == "season-harvest.coop_target_fixed"
    ]
    return event["source_game"]


def findings(service: Service, table: Table) -> list[str]:
    report = service.admin.post(f"{table.path}/audits", {})
    assert report.status_code == 200, report.text
    return [check["id"] for check in report.json()["checks"] if check["id"].startswith("season-harvest.")]


def test_a_game_that_cannot_be_read_is_not_passed_over_for_an_older_one(service: Service) -> None:
    older, latest = finished(service, "spring"), finished(service, "spring")
    damaged(service, latest)
    options = together("spring")
    answer = refused(service.admin.post("/v1/games", opening(options=options), Idempotency_Key="k"), "illegal-command")

    assert ("coop_target_unresolved", {"game": latest.id}) == (answer["reason"], answer["values"])
    declared = service.admin.open(mode="observed", options={**options, "coop_target": 5})
    assert source(service, declared) is None
    assert source(service, service.admin.open(options=together("summer"))) is None
    assert older.id != latest.id


def test_an_audit_stands_by_what_was_found_when_a_later_game_cannot_be_read(service: Service) -> None:
    first = finished(service, "spring")
    second = service.admin.open(options=together("spring"), table_at="2999-01-02T00:00:00.000Z")
    damaged(service, finished(service, "spring"))

    assert [] == findings(service, second)
    assert first.id == source(service, second)


def test_a_game_that_ended_after_the_start_is_no_predecessor(service: Service) -> None:
    first = service.admin.open(options=together("spring"), table_at="2019-05-05T12:00:00.000Z")
    first.done(first.seat(1), {"type": "concede"}, table_at="2019-05-05T14:00:00.000Z")
    before, after = (
        service.admin.open(options=together("spring"), table_at=f"2019-05-05T{hour}:00:00.000Z") for hour in (13, 14)
    )

    assert source(service, before) is None
    assert first.id == source(service, after)


def test_a_target_stands_up_to_an_audit_at_once(service: Service) -> None:
    first = finished(service, "spring")
    second = service.admin.open(options=together("spring"))

    assert [] == findings(service, second)
    assert first.id == source(service, second)


def test_a_game_entered_later_than_it_was_played_is_found_by_an_audit(service: Service) -> None:
    table = service.admin.open(options=together("spring"), table_at="2019-05-05T12:00:00.000Z")
    assert [] == findings(service, table)
    older = service.admin.open(options=together("spring"), table_at="2018-05-05T12:00:00.000Z")
    older.done(older.seat(1), {"type": "concede"}, table_at="2018-05-05T14:00:00.000Z")

    assert ["season-harvest.target_not_latest"] == findings(service, table)


def test_a_game_is_not_its_own_predecessor(service: Service) -> None:
    at = "2019-05-05T12:00:00.000Z"
    table = service.admin.open(options=together("spring"), table_at=at)
    table.done(table.seat(1), {"type": "concede"}, table_at=at)

    assert [] == findings(service, table)


def test_games_out_of_scope_are_not_read(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = finished(service, "spring")
    others = [finished(service, f"series {number}") for number in range(3)]
    service.restart()
    read: list[str] = []
    find = Folds.find

    def noted(folds: Folds, game: str) -> Live:
        read.append(game)
        return find(folds, game)

    monkeypatch.setattr(Folds, "find", noted)
    assert wanted.id == source(service, service.admin.open(options=together("spring")))
    assert not {other.id for other in others} & set(read)
