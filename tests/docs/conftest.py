"""A live service for the sessions of the documentation."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ADMIN = "documentation-tests-admin-token"


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Start the service as a process of its own; yield the variables that the sessions ask for."""
    folder = tmp_path_factory.mktemp("service")
    port = _free_port()
    database = folder / "ledger.db"
    program = Path(sys.executable).with_name("harvest-ledger")
    env = {name: value for name, value in os.environ.items() if not name.startswith("HARVEST_LEDGER_")}
    with (folder / "log.txt").open("w+", encoding="utf-8") as log:
        process = subprocess.Popen(
            [program, "serve", "--port", str(port), "--database", database],
            cwd=folder,
            env={**env, "HARVEST_LEDGER_ADMIN_TOKEN": ADMIN},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            base = f"http://127.0.0.1:{port}"
            _wait(f"{base}/readyz", process, Path(log.name))
            yield {"BASE": base, "ADMIN": ADMIN, "DATABASE": str(database)}
        finally:
            process.send_signal(signal.SIGINT)
            ended = process.wait(timeout=30)
    assert ended == 0, "Ctrl-C stops the service cleanly"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for _ in range(300):
        assert process.poll() is None, log.read_text(encoding="utf-8")
        try:
            with opener.open(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise AssertionError(f"{url} did not answer: {log.read_text(encoding='utf-8')}")
