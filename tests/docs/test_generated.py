"""The generated tables say what the code says."""

import importlib.util
import re
import subprocess
import sys
from types import ModuleType

import pytest

from tests.docs.pages import ROOT, pages, read
from tests.waiting import PATIENCE


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("documentation_generator", ROOT / "scripts" / "docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_blocks_are_up_to_date() -> None:
    command = [sys.executable, "scripts/docs.py", "--check"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)

    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_a_stale_block_is_written_anew(generator: ModuleType) -> None:
    before = "A\n\n<!-- begin: codes -->\n\nstale\n\n<!-- end -->\n\nB\n"
    after = generator.rewritten(before)

    assert "stale" not in after
    assert "| `game_over` |" in after
    assert after.startswith("A\n\n<!-- begin: codes -->\n")
    assert after.endswith("\n<!-- end -->\n\nB\n")
    assert after == generator.rewritten(after)


def test_blocks_of_other_names_are_left_alone(generator: ModuleType) -> None:
    before = "<!-- begin: bench -->\nmeasured\n<!-- end -->\n"

    assert before == generator.rewritten(before)


def test_only_measurements_are_written_by_others(generator: ModuleType) -> None:
    text = "".join(read(page) for page in pages())
    begun = re.findall(r"<!-- begin: (.*?) -->", text)

    assert {"bench"} == {name.partition(":")[0] for name in begun} - set(generator.BLOCKS)
    assert len(begun) == text.count("<!-- end -->")
