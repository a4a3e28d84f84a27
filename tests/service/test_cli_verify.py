"""`harvest-ledger verify` on sound and on tampered databases: what is wrong, and where."""

import json
import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from domain.kernel.entry import entry_hash
from service.commands.program import program
from service.players import Player
from service.settings import Settings
from service.simulating import named
from service.trials import Trial, open_trial, play
from service.trials_local import ADMIN, open_desk

SHORT = {"cards_per_season": 4}


class Ledger:
    """A copy of the sample database, to be tampered with behind the service's back."""

    def __init__(self, folder: Path, games: dict[str, str]) -> None:
        self.path, self.games = folder / "ledger.db", games
        self.catalogue = folder / "ledger.db.catalogue"

    def sql(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        conn = sqlite3.connect(self.path, isolation_level=None)
        try:
            for guard in ("entries_insert", "entries_update", "entries_delete"):
                conn.execute(f"DROP TRIGGER IF EXISTS {guard}")
            return conn.execute(statement, values).fetchall()
        finally:
            conn.close()

    def body(self, game: str, version: int) -> bytes:
        ((found,),) = self.sql("SELECT body FROM entries WHERE stream = ? AND version = ?", game, version)
        assert isinstance(found, bytes)
        return found

    def position(self, game: str, version: int) -> int:
        ((found,),) = self.sql("SELECT position FROM entries WHERE stream = ? AND version = ?", game, version)
        assert isinstance(found, int)
        return found

    def verify(self) -> Result:
        return CliRunner().invoke(program, ["verify", "--database", str(self.path)], catch_exceptions=False)

    def faults(self) -> list[str]:
        """Return the lines of faults of a verification that finds some."""
        result = self.verify()
        assert result.exit_code == 1
        *lines, summary = result.stdout.splitlines()
        assert "faults, in" in summary
        return lines


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """Make a database with a finished, a running and an observed game, and a catalogue that knows them."""
    folder = tmp_path_factory.mktemp("sample")
    games = {}
    with open_desk(Settings(database=folder / "ledger.db")) as desk:
        for name, mode, until, blind in (
            ("ended", "dealt", None, 0),
            ("running", "dealt", 12, 0),
            ("observed", "observed", 12, 60),
        ):
            player = Player(Random(name), blind=blind)
            trial = Trial("season-harvest", mode, named(2), SHORT)  # type: ignore[arg-type]
            table = open_trial(desk, trial, player)
            play(table, player, until)
            games[name] = table.game
        assert len(desk.reader.games(ADMIN, 50, None)["games"]) == 3
    return folder, games


@pytest.fixture
def ledger(sample: tuple[Path, dict[str, str]], tmp_path: Path) -> Ledger:
    folder, games = sample
    for path in folder.iterdir():
        shutil.copy(path, tmp_path / path.name)
    return Ledger(tmp_path, games)


def only(lines: list[str]) -> str:
    (line,) = lines
    return line


def test_a_sound_database_is_said_to_be_sound(ledger: Ledger) -> None:
    ((entries,),) = ledger.sql("SELECT count(*) FROM entries")
    result = ledger.verify()

    assert 0 == result.exit_code
    assert f"{entries} entries of 3 games: nothing is wrong.\n" == result.stdout
    assert "" == result.stderr


def test_verifying_changes_no_file(ledger: Ledger) -> None:
    before = {path.name: path.read_bytes() for path in ledger.path.parent.iterdir() if not path.name.endswith("-shm")}
    ledger.verify()
    after = {path.name: path.read_bytes() for path in ledger.path.parent.iterdir() if path.name in before}

    assert before == after


def test_a_changed_byte_is_found(ledger: Ledger) -> None:
    game = ledger.games["ended"]
    body = ledger.body(game, 5).replace(b'"version":5', b'"version":6')
    ledger.sql("UPDATE entries SET body = ? WHERE stream = ? AND version = 5", body, game)

    assert f"{game}, version 5: chain: its bytes do not give its hash." == only(ledger.faults())


def test_a_changed_byte_in_an_opening_is_found(ledger: Ledger) -> None:
    game = ledger.games["running"]
    ledger.sql("UPDATE entries SET body = ? WHERE stream = ? AND version = 1", b"{" + ledger.body(game, 1), game)

    assert only(ledger.faults()).startswith(f"{game}, version 1: chain: ")


def test_a_removed_row_leaves_its_game_and_a_position_short(ledger: Ledger) -> None:
    game = ledger.games["running"]
    at = ledger.position(game, 4)
    ledger.sql("DELETE FROM entries WHERE stream = ? AND version = 4", game)
    chain, gap = ledger.faults()

    assert chain.startswith(f"{game}, version 4: chain: ")
    assert f"The whole log: positions: No entry at position {at}." == gap


def test_swapped_rows_are_found(ledger: Ledger) -> None:
    game = ledger.games["observed"]
    for old, new in ((3, 1003), (4, 3), (1003, 4)):
        ledger.sql("UPDATE entries SET version = ? WHERE stream = ? AND version = ?", new, game, old)

    assert only(ledger.faults()).startswith(f"{game}, version 3: chain: ")


def test_an_entry_at_another_position_is_found(ledger: Ledger) -> None:
    at = ledger.position(ledger.games["ended"], 7)
    ledger.sql("UPDATE entries SET position = position + 100000 WHERE position = ?", at)

    assert any("No entry at position " in line and str(at) in line for line in ledger.faults())


def test_a_rewritten_chain_is_found_by_what_the_catalogue_remembers(ledger: Ledger) -> None:
    game = ledger.games["running"]
    prev: bytes | None = None
    for version in range(1, 13):
        plain = json.loads(ledger.body(game, version))
        plain["at"], plain["prev"] = "2020-01-01T00:00:00.000Z", None if prev is None else prev.hex()
        body = json.dumps(plain, separators=(",", ":"), sort_keys=True).encode()
        digest = entry_hash(body)
        ledger.sql(
            "UPDATE entries SET body = ?, prev = ?, hash = ? WHERE stream = ? AND version = ?",
            *(body, prev, digest, game, version),
        )
        prev = digest

    assert f"{game}, version 12: chain: it is another entry than is remembered." == only(ledger.faults())


def test_a_lost_end_is_found_by_what_the_catalogue_remembers(ledger: Ledger) -> None:
    game = ledger.games["observed"]
    ((last,),) = ledger.sql("SELECT max(position) FROM entries")
    ledger.sql("DELETE FROM entries WHERE stream = ? AND version > 10", game)
    chain, end = ledger.faults()

    assert f"{game}, version 11: chain: this entry and all later ones are missing." == chain
    assert end.endswith(f"the catalogue has read up to {last}.")


def test_a_lost_game_is_found_by_what_the_catalogue_remembers(ledger: Ledger) -> None:
    game = ledger.games["observed"]
    ledger.sql("DELETE FROM entries WHERE stream = ?", game)
    lost, _ = ledger.faults()

    assert f"{game}, version 1: chain: The catalogue remembers 12 entries, the log has none." == lost


def test_what_a_service_has_seen_to_be_lost_is_remembered_after_a_listing(ledger: Ledger) -> None:
    games = ledger.games
    ledger.sql("DELETE FROM entries WHERE stream = ?", games["observed"])
    with open_desk(Settings(database=ledger.path)) as desk:
        listed = {each["id"] for each in desk.reader.games(ADMIN, 50, None)["games"]}

    assert {games["ended"], games["running"]} == listed
    assert f"{games['observed']}, version 1: chain: The catalogue remembers 12 entries, the log has none." == only(
        ledger.faults()
    )


def test_a_lost_end_goes_unnoticed_without_a_catalogue_and_that_is_said(ledger: Ledger) -> None:
    ledger.catalogue.unlink()
    ledger.sql("DELETE FROM entries WHERE stream = ? AND version > 10", ledger.games["observed"])
    result = ledger.verify()

    assert 0 == result.exit_code
    assert "There is no catalogue" in result.stderr


@pytest.mark.parametrize("content", [b"", b"not a database" * 100])
def test_a_catalogue_that_cannot_be_read_is_left_out_and_that_is_said(ledger: Ledger, content: bytes) -> None:
    ledger.catalogue.write_bytes(content)
    result = ledger.verify()

    assert 0 == result.exit_code
    assert "nothing was compared with it" in result.stderr
    assert content == ledger.catalogue.read_bytes()


def test_the_catalogue_of_another_log_is_left_out_and_that_is_said(ledger: Ledger) -> None:
    ledger.sql("UPDATE store_meta SET value = 'another' WHERE name = 'store_id'")
    result = ledger.verify()

    assert 0 == result.exit_code
    assert "that of another log" in result.stderr


def test_a_false_sealed_value_is_found(ledger: Ledger) -> None:
    game = ledger.games["running"]
    ((version, private),) = ledger.sql(
        "SELECT version, private FROM entries WHERE stream = ? AND CAST(private AS TEXT) LIKE '%salt%' LIMIT 1", game
    )
    assert isinstance(private, bytes)
    plain = json.loads(private)
    plain["disclosures"][0]["salt"] = "0" * len(plain["disclosures"][0]["salt"])
    ledger.sql(
        "UPDATE entries SET private = ? WHERE stream = ? AND version = ?",
        *(json.dumps(plain, separators=(",", ":"), sort_keys=True).encode(), game, version),
    )

    assert only(ledger.faults()).startswith(f"{game}, version {version}: chain: ")


def test_outcomes_that_the_seed_does_not_give_are_found(ledger: Ledger) -> None:
    game = ledger.games["ended"]
    rows = ledger.sql("SELECT version, private FROM entries WHERE stream = ? AND version > 2", game)
    version, plain = next(
        (version, plain)
        for version, private in rows
        if isinstance(private, bytes) and (plain := json.loads(private))["outcomes"]
    )
    plain["outcomes"] = list(reversed([*plain["outcomes"], "nonsense"]))
    ledger.sql(
        "UPDATE entries SET private = ? WHERE stream = ? AND version = ?",
        *(json.dumps(plain, separators=(",", ":"), sort_keys=True).encode(), game, version),
    )

    assert any(line.startswith(f"{game}, version {version}: chance: ") for line in ledger.faults())


def test_an_entry_under_another_key_is_found(ledger: Ledger) -> None:
    game = ledger.games["ended"]
    ledger.sql("UPDATE entries SET key = ? WHERE stream = ? AND version = 9", b"k" * 32, game)

    assert only(ledger.faults()).startswith(f"{game}, version 9: chain: ")


def test_a_ruleset_that_is_not_known_is_named(ledger: Ledger) -> None:
    game = ledger.games["running"]
    body = ledger.body(game, 1).replace(b"season-harvest", b"chess")
    ledger.sql("UPDATE entries SET body = ? WHERE stream = ? AND version = 1", body, game)

    assert f"{game}, version 1: fold: Its ruleset 'chess' is not known here." == only(ledger.faults())


def test_every_damaged_game_is_named_not_the_first_alone(ledger: Ledger) -> None:
    ledger.sql("UPDATE entries SET hash = ? WHERE version = 6", b"h" * 32)

    assert set(ledger.games.values()) == {line.split(",")[0] for line in ledger.faults()}


def test_damaged_pages_end_in_a_sentence(ledger: Ledger) -> None:
    content = bytearray(ledger.path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    ledger.path.write_bytes(content)
    result = ledger.verify()

    assert 1 == result.exit_code
    assert result.stdout + result.stderr


@pytest.mark.parametrize("content", [None, b"", b"no database at all" * 300])
def test_a_file_that_is_no_ledger_is_refused_and_left_alone(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "other.db"
    if content is not None:
        path.write_bytes(content)
    result = CliRunner().invoke(program, ["verify", "--database", str(path)], catch_exceptions=False)

    assert 1 == result.exit_code
    assert result.stderr.startswith("Error: ")
    assert str(path) in result.stderr
    assert content == (path.read_bytes() if path.exists() else None)
