"""The try-it page in a real browser."""

import os
import re
import subprocess
from pathlib import Path
from urllib.parse import urljoin

import pytest

from tests.e2e.client import Client
from tests.e2e.server import Server
from tests.waiting import PATIENCE

BROWSER = os.environ.get("HARVEST_BROWSER", "")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--no-first-run",
    "--enable-logging=stderr",
    "--virtual-time-budget=20000",
    "--window-size=1200,2400",
)


@pytest.fixture(scope="module")
def page(server: Server, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Open the page in a browser; return its document once it has settled, and what was said on the console."""
    if not BROWSER:
        pytest.skip("HARVEST_BROWSER names no browser; scripts/_browser finds one")
    folder = tmp_path_factory.mktemp("browser")
    command = [BROWSER, *FLAGS, f"--user-data-dir={folder}", "--dump-dom"]
    tried = subprocess.run([*command, "about:blank"], capture_output=True, text=True, timeout=PATIENCE, check=False)
    if tried.returncode or "<html>" not in tried.stdout:
        pytest.skip(f"{BROWSER} shows no page here: {tried.stderr[-500:]}")
    ran = subprocess.run(
        [*command, f"{server.url}/docs"], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    return ran.stdout, "\n".join(line for line in ran.stderr.splitlines() if ":CONSOLE" in line)


def test_the_page_shows_every_operation(page: tuple[str, str], anybody: Client) -> None:
    document, _ = page
    operations = [
        described["operationId"]
        for path in anybody.read("/openapi.json")["paths"].values()
        for method, described in path.items()
        if method in ("get", "post")
    ]

    assert 15 < len(operations)
    assert len(operations) == len(re.findall(r'class="opblock opblock-(?:get|post)', document))
    assert "Harvest Ledger" in document


def test_the_console_is_silent(page: tuple[str, str]) -> None:
    assert "" == page[1]


def test_the_page_needs_nothing_from_elsewhere(anybody: Client) -> None:
    response = anybody.get("/docs")
    policy = response.headers["Content-Security-Policy"]
    loaded = re.findall(r'(?:src|href)="([^"]+)"', response.text)

    assert "text/html" in response.headers["Content-Type"]
    assert loaded
    ours = [urljoin(response.url, each) for each in loaded if not each.startswith("data:")]
    assert all(each.startswith(anybody.url) for each in ours)
    assert [200] * len(ours) == [anybody.get(each.removeprefix(anybody.url)).status_code for each in ours]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>\s*\S", response.text), "no script stands in the page itself"


def test_a_browser_is_named_where_the_tests_are_run_by_their_script() -> None:
    script = Path(__file__).parents[2] / "scripts" / "test"

    assert "HARVEST_BROWSER" in script.read_text(encoding="utf-8")
