"""Runs the session blocks of a page in one shell and holds their output against the answers shown."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tests.docs.pages import Block, blocks
from tests.waiting import PATIENCE

_MARK = "@@ session block @@"
ANYTHING = "…"


class Step(NamedTuple):
    """A session block and the answer shown below it, if there is one."""

    block: Block
    answer: Block | None


def steps(path: Path) -> list[Step]:
    """Return a page's session blocks, each with its answer."""
    found: list[Step] = []
    for block in blocks(path):
        if block.info in ("bash session", "python session"):
            found.append(Step(block, None))
        elif block.info in ("json answer", "text answer"):
            assert found, "an answer stands below the block that gives it"
            assert found[-1].answer is None, "a block has one answer"
            found[-1] = Step(found[-1].block, block)
    return found


def run(path: Path, folder: Path, variables: dict[str, str]) -> list[str]:
    """Run a page's session in a folder; return what each block printed."""
    bash = shutil.which("bash")
    assert bash is not None, "the sessions are written for bash"
    script = "set -euo pipefail\n" + "".join(f"echo '{_MARK}'\n{_as_shell(step.block)}" for step in steps(path))
    # The sessions say python3; the one that runs the tests is known to be recent enough.
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        [bash, "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": programs, **variables},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 0, f"{ran.stdout[-2000:]}\n{ran.stderr[-4000:]}"
    return [part.strip() for part in ran.stdout.split(f"{_MARK}\n")[1:]]


def _as_shell(block: Block) -> str:
    if block.info == "python session":
        return f"python3 - <<'END_OF_PROGRAM'\n{block.text}END_OF_PROGRAM\n"
    return block.text


def differences(answer: Block, printed: str) -> list[str]:
    """Say in what an answer as shown is not what was printed; a JSON object may show a part of its members."""
    if answer.info == "text answer":
        return [] if answer.text.strip() == printed else [f"{answer.text.strip()!r} is shown, {printed!r} came"]
    return list(_unlike(json.loads(answer.text), json.loads(printed), ""))


def _unlike(shown: Any, came: Any, where: str) -> list[str]:
    if shown == ANYTHING:
        return []
    if isinstance(shown, dict) and isinstance(came, dict):
        missing = [f"{where}/{name} is shown and did not come" for name in shown.keys() - came.keys()]
        return missing + [
            each
            for name in sorted(shown.keys() & came.keys())
            for each in _unlike(shown[name], came[name], f"{where}/{name}")
        ]
    if isinstance(shown, list) and isinstance(came, list) and len(shown) == len(came):
        return [
            each
            for index, (one, other) in enumerate(zip(shown, came, strict=True))
            for each in _unlike(one, other, f"{where}/{index}")
        ]
    same = type(shown) is type(came) and shown == came
    return [] if same else [f"{where or '/'}: {json.dumps(shown)} is shown, {json.dumps(came)} came"]
