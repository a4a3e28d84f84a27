"""Hold the tree to its layout: what stands at the top, how long a module may be, what scripts are."""

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOP = {
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "domain",
    "eventstore",
    "openapi",
    "pyproject.toml",
    "scripts",
    "service",
    "tests",
}
MODULE_LINES = 400


@cache
def files() -> list[Path]:
    """List what belongs to the project: committed, or about to be."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("the layout is that of a git checkout")
    command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip(f"git does not list this checkout: {listed.stderr.strip()}")
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).exists()]


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_nothing_else_stands_at_the_top() -> None:
    top = {path.relative_to(ROOT).parts[0] for path in files()}

    assert set() == {name for name in top - TOP if not name.startswith(".")}


def test_modules_are_short() -> None:
    modules = [path for path in files() if path.suffix == ".py" and relative(path).split("/")[0] != "tests"]
    lengths = {relative(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules}

    assert {} == {name: lines for name, lines in lengths.items() if lines > MODULE_LINES}


def test_every_test_file_will_be_collected() -> None:
    tests = [path for path in files() if relative(path).startswith("tests/") and path.suffix == ".py"]
    strays = [
        relative(path)
        for path in tests
        if re.search(r"^(async )?def test_|^class Test", path.read_text(encoding="utf-8"), re.MULTILINE)
        and not path.name.startswith("test_")
    ]

    assert [] == strays


def test_scripts_can_be_run() -> None:
    scripts = [path for path in files() if relative(path).startswith(("scripts/", ".ci/")) and not path.suffix]
    programs = [path for path in scripts if path.read_text(encoding="utf-8").startswith("#!")]

    assert {"serve", "test", "check", "run"} <= {path.name for path in programs}
    assert [] == [relative(path) for path in programs if not path.stat().st_mode & 0o100]


def test_each_ignored_rule_states_its_reason() -> None:
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if re.match(r'^    "[A-Z]+\d*",', line)]

    assert len(rules) > 10
    assert [] == [line for line in rules if not re.search(r"# \S.{10,}", line)]


def test_the_lock_file_names_no_registry() -> None:
    lock = (ROOT / "openapi" / "package-lock.json").read_text(encoding="utf-8")
    packages = json.loads(lock)["packages"]

    assert all("integrity" in package for name, package in packages.items() if name)
    assert "://" not in lock
