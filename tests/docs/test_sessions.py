"""The sessions of the README and the guide do what they say, against a live service."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.docs.pages import GUIDE, README, SESSIONS, Block, blocks, named, pages
from tests.docs.sessions import differences, run, steps
from tests.waiting import PATIENCE

needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="the sessions are written with curl")


@pytest.mark.e2e
@needs_curl
@pytest.mark.parametrize("page", SESSIONS, ids=named)
def test_a_session_answers_as_shown(page: Path, service: dict[str, str], tmp_path: Path) -> None:
    printed = run(page, tmp_path, service)

    expected = steps(page)
    assert len(expected) == len(printed)
    for step, output in zip(expected, printed, strict=True):
        if step.answer is not None:
            assert [] == differences(step.answer, output), step.block.text


def verify(page: Path, service: dict[str, str], game: str, database: Path) -> subprocess.CompletedProcess[str]:
    """Run the guide's verification program on a game and a copy of the database."""
    program = next(block.text for block in blocks(page) if "hmac" in block.text)
    env = {**os.environ, **service, "GAME": game, "DATABASE": str(database)}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=PATIENCE, check=False)


@pytest.fixture(scope="module")
def finished(service: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """Play the game of the guide's page on replays to its end; return its id."""
    folder = tmp_path_factory.mktemp("finished")
    run(GUIDE / "replay-and-audit.md", folder, service)
    opening = json.loads((folder / "opening.json").read_text(encoding="utf-8"))
    return str(opening["game"]["id"])


@pytest.mark.e2e
@needs_curl
@pytest.mark.parametrize(
    "changed",
    [
        "body = CAST(replace(CAST(body AS TEXT), 'take_home', 'take_hime') AS BLOB)",
        """private = CAST(replace(CAST(private AS TEXT), '"salt":"', '"salt":"0') AS BLOB)""",
        "hash = zeroblob(32)",
    ],
    ids=["body", "private", "hash"],
)
def test_the_verification_program_sees_tampering(
    changed: str, service: dict[str, str], finished: str, tmp_path: Path
) -> None:
    page = GUIDE / "replay-and-audit.md"
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(service["DATABASE"])) as ledger, closing(sqlite3.connect(copy)) as file:
        ledger.backup(file)

    sound = verify(page, service, finished, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as file:
        for (trigger,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {trigger}")
        assert file.execute(f"UPDATE entries SET {changed} WHERE stream = ? AND version = 3", (finished,)).rowcount == 1
    tampered = verify(page, service, finished, copy)

    assert sound.returncode == 0, sound.stderr
    assert tampered.returncode == 1
    assert "AssertionError" in tampered.stderr


def test_every_page_with_a_session_is_run() -> None:
    with_sessions = {page for page in pages() if steps(page)}

    assert set(SESSIONS) == with_sessions


def test_every_fenced_block_is_of_a_known_kind() -> None:
    known = {"", "text", "bash session", "python session", "json answer", "text answer"}

    assert set() == {block.info for page in pages() for block in blocks(page)} - known


def test_the_readme_leads_with_the_two_commands() -> None:
    assert Block("", "./scripts/serve\n./scripts/test\n") == blocks(README)[0]


def answer(shown: object) -> Block:
    return Block("json answer", json.dumps(shown))


@pytest.mark.parametrize(
    ("shown", "came"),
    [
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": "…"}, {"a": {"b": 2}}),
        ([1, "…"], [1, None]),
        (None, None),
    ],
)
def test_an_answer_that_fits(shown: object, came: object) -> None:
    assert [] == differences(answer(shown), json.dumps(came))


@pytest.mark.parametrize(
    ("shown", "came"),
    [
        ({"a": 1}, {"b": 1}),
        ({"a": 1}, {"a": 2}),
        ({"a": 1}, {"a": True}),
        ([1], [1, 2]),
        ({"a": []}, {"a": None}),
        ("one", "two"),
    ],
)
def test_an_answer_that_does_not_fit(shown: object, came: object) -> None:
    assert differences(answer(shown), json.dumps(came))


def test_text_is_compared_as_it_is() -> None:
    assert [] == differences(Block("text answer", "confirmed\n"), "confirmed")
    assert differences(Block("text answer", "confirmed\n"), "damaged")
