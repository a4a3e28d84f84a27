"""The measuring programs still work; what they measure is nobody's promise."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.mark.parametrize("part", ["one", "readings", "core", "morikawa"])
def test_a_quick_round_gives_figures(tmp_path: Path, part: str) -> None:
    file = tmp_path / "figures.json"
    command = [sys.executable, "-m", "scripts.bench", "--quick", part, "--json", str(file)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    figures = json.loads(file.read_bytes()) if file.exists() else []

    assert (0, "") == (ended.returncode, ended.stderr)
    assert len(figures) >= 2
    assert all(figure["value"] > 0 for figure in figures if "processor" not in figure["what"])
    assert all(figure["what"].split()[0] in ended.stdout for figure in figures)
