"""The generated tables say what the code says."""

import subprocess
import sys

from tests.docs.pages import ROOT


def check() -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "scripts/docs.py", "--check"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_generated_blocks_are_up_to_date() -> None:
    ran = check()

    assert ran.returncode == 0, ran.stdout + ran.stderr
