"""The service killed in the middle of its work: what it had acknowledged is there, whole, and nothing is half done."""

import itertools
import random
import signal
import sqlite3
from contextlib import closing

import pytest

from tests.e2e.client import Client
from tests.faults.running import Running, Starter
from tests.faults.tables import Load, Table

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

TABLES = 6
MOST = 150


def audited(admin: Client, table: Table) -> None:
    report = admin.post(f"{table.path}/audits", {}).json()
    failed = [check for check in report["checks"] if check["status"] == "fail"]

    assert ([], "confirmed", table.version) == (failed, report["verdict"], report["version"])


def settled(service: Running, tables: list[Table]) -> None:
    for table in tables:
        table.check(service.admin)
        table.settle(service.admin)


def killed_while_busy(
    service: Running, tables: list[Table], fresh: "itertools.count[int]", acknowledgements: int
) -> None:
    load = Load(service.admin, tables, fresh, keep_going=True)
    load.until(acknowledgements)
    parent, *workers = service.pids
    service.kill(*random.choice([(parent,), workers, (parent, *workers)]))
    load.join()

    assert [] == load.strange


def kill_again_and_again(start: Starter, rounds: int) -> None:
    fresh = itertools.count(TABLES)
    tables = [Table(number) for number in range(TABLES)]
    counts = [random.randint(0, MOST) for _ in range(rounds)]
    for count in counts:
        service = start()
        settled(service, [table for table in tables if table.pending is not None])
        killed_while_busy(service, tables, fresh, count)
    service = start()
    settled(service, tables)
    for table in tables:
        audited(service.admin, table)

    assert sum(len(table.acknowledged) for table in tables) >= sum(counts)
    assert 0 == service.stop()
    with closing(sqlite3.connect(service.database)) as connection:
        assert [("ok",)] == connection.execute("PRAGMA integrity_check").fetchall()


def test_what_was_acknowledged_survives_kill_9(start: Starter) -> None:
    kill_again_and_again(start, 8)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_what_was_acknowledged_survives_kill_9_all_night(start: Starter) -> None:
    kill_again_and_again(start, 150)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_under_load_finishes_what_it_has_begun(start: Starter, how: signal.Signals) -> None:
    fresh = itertools.count(TABLES)
    tables = [Table(number) for number in range(TABLES)]
    service = start()
    load = Load(service.admin, tables, fresh, keep_going=True)
    load.until(MOST)
    status = service.stop(how)
    load.join()

    assert (0, []) == (status, load.strange)
    assert [] == list(service.database.parent.glob("ledger.db-*"))
    again = start()
    settled(again, tables)
    for table in tables:
        audited(again.admin, table)
