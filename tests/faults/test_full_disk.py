"""A service whose disk is full, or whose files may grow no more: it refuses, loses nothing, and recovers by itself."""

import itertools
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests

from tests.faults.running import Running, starter
from tests.faults.tables import Table

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


class Tight:
    """A running service, and how to take its space away and give it back."""

    def __init__(self, service: Running, squeeze: Callable[[], None], release: Callable[[], None]) -> None:
        self.service, self.squeeze, self.release = service, squeeze, release


@contextmanager
def small_disk(folder: Path) -> Iterator[Tight]:
    """Run on a file system of eight megabytes; its log of requests lies there too."""
    disk = folder / "disk"
    disk.mkdir()
    command = [shutil.which("mount") or "false", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(disk)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"no file system can be mounted here: {made.stderr.strip()}")
    ballast = disk / "ballast"

    def squeeze() -> None:
        with ballast.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                return

    try:
        with starter(disk) as start:
            yield Tight(start(), squeeze, ballast.unlink)
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


@contextmanager
def limited_files(folder: Path) -> Iterator[Tight]:
    """Forbid the files of a running service to grow beyond the size of its write-ahead log."""
    with starter(folder) as start:
        service = start()

        def squeeze() -> None:
            service.limit_files(service.database.with_name("ledger.db-wal").stat().st_size)

        yield Tight(service, squeeze, lambda: service.limit_files(-1))


@pytest.fixture(params=[small_disk, limited_files])
def tight(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tight]:
    with request.param(tmp_path) as service:
        yield service


def until_refused(tight: Tight, table: Table) -> requests.Response:
    """Send commands until one is refused for want of space."""
    while not table.over:
        response = table.advance(tight.service.admin)
        if response.status_code != 201:
            return response
    raise AssertionError("the space did not run out")


def refusal(response: requests.Response) -> tuple[int, str, str, bool]:
    return (
        response.status_code,
        response.headers["Content-Type"],
        response.json()["type"],
        int(response.headers["Retry-After"]) > 0,
    )


def test_a_full_disk_is_refused_loudly_loses_nothing_and_is_recovered_from(tight: Tight) -> None:
    admin = tight.service.admin
    tables = [Table(number) for number in range(3)]
    for table, _ in itertools.product(tables, range(4)):
        assert 201 == table.advance(admin).status_code
    tight.squeeze()
    refused = [until_refused(tight, table) for table in tables]
    opening = admin.post("/v1/games", {**Table(9)._next()[1]})
    readings = [table.scribe(admin).get(table.path + what) for table in tables for what in ("", "/state", "/entries")]

    loudly = (503, "application/problem+json", "/problems/unavailable", True)
    assert [loudly] * 4 == [refusal(each) for each in (*refused, opening)]
    assert [200] * 9 == [each.status_code for each in readings]
    assert (200, 503) == (admin.get("/healthz").status_code, admin.get("/readyz").status_code)
    for table in tables:
        table.check(admin)

    tight.release()
    # A balancer that sends nothing to a service that is not ready must see it become so.
    assert 200 == admin.get("/readyz").status_code
    for table in tables:
        table.settle(admin)
        while not table.over:
            assert 201 == table.advance(admin).status_code
        table.check(admin)
        assert "confirmed" == admin.post(f"{table.path}/audits", {}).json()["verdict"]
    assert 201 == admin.post("/v1/games", Table(9)._next()[1]).status_code
    assert len(tables) < len(admin.read("/v1/games")["games"])
    assert 200 == admin.get("/readyz").status_code
