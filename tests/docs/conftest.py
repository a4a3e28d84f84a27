"""A live service for the sessions of the documentation, started as they tell a reader to start it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

ADMIN = "admin-token-of-the-documentation-tests"


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Start the service as a process of its own; yield the variables that the sessions ask for."""
    folder = tmp_path_factory.mktemp("service")
    log = folder / "log"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [Path(sys.executable).with_name("harvest-ledger"), "serve", "--port", "0", "--database", "ledger.db"],
            cwd=folder,
            env={**os.environ, "HARVEST_LEDGER_ADMIN_TOKEN": ADMIN},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    assert process.stdout is not None
    with process, process.stdout as output:
        try:
            base = re.search(r"http://\S+", output.readline())
            assert base is not None, log.read_text(encoding="utf-8")
            yield {"BASE": base[0], "ADMIN": ADMIN, "DATABASE": str(folder / "ledger.db")}
        finally:
            process.send_signal(signal.SIGINT)
            ended = process.wait(timeout=PATIENCE)
    assert ended == 0, log.read_text(encoding="utf-8")
