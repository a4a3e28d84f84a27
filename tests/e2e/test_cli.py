"""The command line beside a running service, as an operator uses it: started with sample games, watched, stopped."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
import requests

from service.demo import SAMPLES
from tests.e2e.server import ROOT
from tests.launched import Launched
from tests.waiting import PATIENCE

PROGRAM = [sys.executable, "-c", "from service.cli import main; main(prog_name='harvest-ledger')"]
SHORT = '{"cards_per_season": 4}'
ENV = {name: value for name, value in os.environ.items() if not name.startswith("HARVEST_LEDGER_")}


def run(*arguments: str | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    command = [*PROGRAM, *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, env=ENV, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert code == done.returncode, done.stderr
    assert "Traceback" not in done.stderr
    return done


class Served(Launched):
    """`harvest-ledger serve` as a process."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.database = folder / "ledger.db"
        command = [*PROGRAM, "serve", "--port", "0", "--database", str(self.database), *arguments]
        super().__init__(command, ROOT, folder / "log", {})
        self.url = self.told("Harvest Ledger")

    @property
    def admin_token(self) -> str:
        return self.told("Admin token")

    def games(self, token: str | None = None) -> list[dict[str, object]]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = requests.get(f"{self.url}/v1/games?limit=200", headers=headers, timeout=PATIENCE)
        found: list[dict[str, object]] = answer.json()["games"]
        return found

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it; it must end well and leave nothing of a failure behind."""
        try:
            status = self.stop(how) if self.process.poll() is None else self.ended()
        finally:
            self.close()
        assert (0, "") == (status, "".join(re.findall("Traceback.*", self.log, re.DOTALL)))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run a service with the sample games."""
    running = Served(tmp_path_factory.mktemp("cli"), "--demo")
    yield running
    running.end()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start a service in a folder of its own, once or again."""
    with ExitStack() as undo:

        def begin(*arguments: str) -> Served:
            running = Served(tmp_path, *arguments)
            undo.callback(running.end)
            return running

        yield begin


def test_it_prints_where_it_serves_and_an_admin_token(served: Served) -> None:
    docs = requests.get(f"{served.url}/docs", timeout=PATIENCE)

    assert f"{served.url}/docs" in served.said
    assert 200 == docs.status_code
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", served.admin_token)
    assert served.admin_token not in served.log
    assert f"Sample games: {len(SAMPLES)} added" in served.log


def test_the_sample_games_are_listed(served: Served) -> None:
    ours = [game for game in served.games() if "Random" not in str(game["seats"])]

    assert len(SAMPLES) == len(ours)


def test_a_running_service_is_verified(served: Served) -> None:
    said = run("verify", "--database", served.database).stdout

    assert re.fullmatch(r"[\d,]+ entries of [\d,]+ games: nothing is wrong\.\n", said)


@pytest.mark.parametrize(
    "options",
    [("--seats", "2"), ("--seats", "2", "--mode", "observed", "--blind", "60")],
    ids=["dealt", "observed"],
)
def test_games_are_played_over_http(served: Served, options: tuple[str, ...]) -> None:
    before = len(served.games())
    where = ("--url", served.url, "--token", served.admin_token)
    said = run("simulate", "season-harvest", "--games", "2", "--options", SHORT, *options, *where).stdout

    assert re.search(r"^ *Games +2 *$", said, re.MULTILINE)
    assert before + 2 == len(served.games())
    assert {"ended"} == {game["status"] for game in served.games()[:2]}


def test_games_are_not_played_with_a_token_that_may_not_open_them(served: Served) -> None:
    failed = run("simulate", "season-harvest", "--url", served.url, "--token", "no-token-at-all", code=1)

    assert failed.stderr.startswith("Error: The service answered 401: ")
    assert 1 == failed.stderr.count("\n")


def test_a_new_token_works_at_once_and_no_more_once_revoked(served: Served) -> None:
    made = run("token", "new", "--open", "--database", served.database)
    token, name = made.stdout.strip(), made.stderr.partition(":")[0]

    assert len(SAMPLES) <= len(served.games(token))
    assert name in run("token", "list", "--database", served.database).stdout
    run("token", "revoke", name, "--database", served.database)
    refused = requests.get(f"{served.url}/v1/games", headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE)

    assert 401 == refused.status_code


def test_a_seat_of_a_sample_game_can_be_taken_over(served: Served) -> None:
    game = next(game for game in served.games() if game["status"] == "running" and game["mode"] == "dealt")
    token = run("token", "new", "--game", str(game["id"]), "--seat", "1", "--database", served.database).stdout.strip()
    url = f"{served.url}/v1/games/{game['id']}/state"
    state = requests.get(url, headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE)

    assert "seat:1" == state.json()["viewer"]


def test_a_player_is_forgotten_under_a_running_service_and_every_log_verifies(served: Served) -> None:
    game = next(game for game in served.games() if game["status"] == "ended")
    player = game["seats"][0]["player"]  # type: ignore[index]
    assert f"{player} has no name any more.\n" == run("forget", player, "--database", served.database).stdout
    named = requests.get(f"{served.url}/v1/players/{player}", timeout=30).json()
    (seat,) = (seat for seat in _game(served, game["id"])["seats"] if seat["player"] == player)

    assert {"id": player, "name": None} == named
    assert seat["name"] is None
    assert "nothing is wrong" in run("verify", "--database", served.database).stdout
    assert "There is no player p_none." in run("forget", "p_none", "--database", served.database, code=1).stderr


def _game(served: Served, game: object) -> Any:
    return requests.get(f"{served.url}/v1/games/{game}", timeout=30).json()


def test_the_catalogue_is_rebuilt_under_a_running_service(served: Served) -> None:
    before = [game["id"] for game in served.games()]
    said = run("rebuild", "--database", served.database).stdout

    assert f"holds {len(before)} games again" in said
    assert before == [game["id"] for game in served.games()]


def test_a_second_service_on_the_same_database_is_refused_in_a_sentence(served: Served) -> None:
    failed = run("serve", "--port", "0", "--database", served.database, code=1)

    assert failed.stderr.startswith("Error: ")
    assert "is in use" in failed.stderr
    assert "" == failed.stdout


def test_a_taken_port_is_refused_in_a_sentence(served: Served, tmp_path: Path) -> None:
    port = served.url.rpartition(":")[2]
    failed = run("serve", "--port", port, "--database", tmp_path / "ledger.db", code=1)

    assert f"Error: cannot listen on 127.0.0.1 port {port}: " in failed.stderr


def test_a_second_start_reuses_the_database(serve: Callable[..., Served]) -> None:
    first = serve("--demo")
    before = {game["id"]: game["head"] for game in first.games()}
    first.end()
    second = serve("--demo")

    assert before == {game["id"]: game["head"] for game in second.games()}
    assert f"Sample games: 0 added, {len(SAMPLES)} there before." in second.log
    assert "harvest-ledger token new --admin" in second.said
    assert 200 == requests.get(f"{second.url}/readyz", timeout=PATIENCE).status_code


def test_a_terminal_shows_progress(tmp_path: Path) -> None:
    parent, child = pty.openpty()
    command = [*PROGRAM, "simulate", "season-harvest", "--games", "2", "--options", SHORT]
    env = {**ENV, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=child) as process:
        os.close(child)
        shown = b""
        with suppress(OSError):  # what reading a terminal ends with that nobody writes to any more
            while select.select([parent], [], [], PATIENCE)[0] and (part := os.read(parent, 65536)):
                shown += part
        assert process.stdout is not None
        said = process.stdout.read()
    os.close(parent)

    assert 0 == process.returncode
    assert re.search(rb"Games.*\d/2", shown)
    assert b" entries" in shown
    assert b"Entries a second" in said


INTERRUPTED = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from service.cli import main
main(args=sys.argv[2:], prog_name="harvest-ledger")
"""
"""A program that is interrupted when it comes to import the module that its first argument names."""


@pytest.mark.parametrize("module", ["service.commands.program", "domain.registry", "service.serving", "granian.server"])
def test_an_interruption_before_it_serves_ends_it_without_a_word(tmp_path: Path, module: str) -> None:
    database = str(tmp_path / "ledger.db")
    command = [sys.executable, "-c", INTERRUPTED, module, "serve", "--port", "0", "--database", database]
    done = subprocess.run(command, cwd=ROOT, env=ENV, capture_output=True, text=True, timeout=120, check=False)

    assert (130, "", "") == (done.returncode, done.stdout, done.stderr)
    assert [] == list(tmp_path.iterdir())


def test_a_reader_that_leaves_ends_it_without_a_word() -> None:
    with subprocess.Popen(
        [*PROGRAM, "spec"], cwd=ROOT, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()

        assert b"" == process.stderr.read()
