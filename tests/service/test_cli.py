"""The command line, verb by verb, in this process; `tests/e2e/test_cli.py` runs it beside a service."""

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from service.catalogue import Catalogue
from service.commands.options import ENVIRONMENT_ONLY
from service.commands.program import program
from service.directory import Directory
from service.engine import open_store, open_store_for_reading
from service.grants import Grant
from service.settings import Settings, describe
from service.simulating import named
from service.trials import Trial
from service.trials_local import ADMIN, open_desk

SHORT = '{"cards_per_season": 4}'


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for doc in describe():
        monkeypatch.delenv(doc.variable, raising=False)
    monkeypatch.chdir(tmp_path)


def run(*arguments: str | Path, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(program, [str(each) for each in arguments], env=env, catch_exceptions=False)


def done(*arguments: str | Path) -> str:
    """Run a verb that succeeds; return what it printed."""
    result = run(*arguments)
    assert (0, "") == (result.exit_code, result.stderr)
    return result.stdout


def failed(code: int, *arguments: str | Path, env: dict[str, str] | None = None) -> str:
    """Run a verb that fails; return its one sentence."""
    result = run(*arguments, env=env)
    assert (code, "") == (result.exit_code, result.stdout)
    (sentence,) = re.findall(r"^Error: (.+)$", result.stderr, re.MULTILINE)
    assert isinstance(sentence, str)
    return sentence


def verbs(group: click.Group) -> list[tuple[list[str], click.Command]]:
    found: list[tuple[list[str], click.Command]] = []
    for name, verb in group.commands.items():
        if isinstance(verb, click.Group):
            found += [([name, *path], inner) for path, inner in verbs(verb)]
        else:
            found.append(([name], verb))
    return found


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Return a database with an observed game of three seats and a dealt game of two, both just begun."""
    path = tmp_path / "ledger.db"
    with open_desk(Settings(database=path)) as desk:
        for mode, seats in (("dealt", 2), ("observed", 3)):
            desk.open(Trial("season-harvest", mode, named(seats), start=False), ())  # type: ignore[arg-type]
    return path


def games_of(path: Path) -> dict[str, str]:
    with open_desk(Settings(database=path)) as desk:
        listed = desk.reader.games(ADMIN, 50, None)["games"]
    return {game["mode"]: game["id"] for game in listed}


# -- help


@pytest.mark.parametrize(
    ("path", "verb"), verbs(program), ids=lambda value: "-".join(value) if isinstance(value, list) else ""
)
def test_every_verb_explains_itself_and_each_of_its_options(path: list[str], verb: click.Command) -> None:
    text = done(*path, "--help")

    assert "Usage: " in text
    assert verb.help
    for parameter in verb.params:
        if isinstance(parameter, click.Option):
            assert parameter.help
            assert parameter.opts[0] in text


def test_help_of_serve_names_every_setting() -> None:
    text = " ".join(done("serve", "--help").split())

    assert [] == [doc.variable for doc in describe() if doc.variable not in text]


def test_no_option_takes_a_secret() -> None:
    options = {option for parameter in program.commands["serve"].params for option in parameter.opts}

    assert {"admin_token"} == set(ENVIRONMENT_ONLY)
    assert "--admin-token" not in options
    assert {"--host", "--port", "--database", "--demo"} < options


def test_version() -> None:
    assert re.fullmatch(r"harvest-ledger, version \d+\.\d+\.\d+\n", done("--version"))


def test_an_unknown_verb_is_misuse() -> None:
    assert "No such command 'srve'" in failed(2, "srve")


# -- settings


def test_a_faulty_option_is_named_as_an_option() -> None:
    sentence = failed(2, "serve", "--max-streams", "64", "--log-level", "loud")

    assert "--log-level must be one of" in sentence
    assert "--max-streams (64) must be below HARVEST_LEDGER_BLOCKING_THREADS" in sentence


def test_a_faulty_variable_is_named_as_a_variable() -> None:
    assert "HARVEST_LEDGER_BODY_LIMIT must be" in failed(2, "verify", env={"HARVEST_LEDGER_BODY_LIMIT": "much"})


def test_an_option_wins_over_the_environment(ledger: Path) -> None:
    result = run("verify", "--database", ledger, env={"HARVEST_LEDGER_DATABASE": "elsewhere.db"})

    assert 0 == result.exit_code


def test_the_environment_is_used_without_an_option(ledger: Path) -> None:
    result = run("verify", env={"HARVEST_LEDGER_DATABASE": str(ledger)})

    assert 0 == result.exit_code


# -- files


@pytest.mark.parametrize(
    "verb",
    [
        ("verify",),
        ("rebuild",),
        ("token", "new", "--admin"),
        ("token", "list"),
        ("token", "revoke", "t_none"),
        ("forget", "p_none"),
    ],
    ids=" ".join,
)
def test_no_verb_but_serve_and_simulate_makes_a_ledger(verb: tuple[str, ...], tmp_path: Path) -> None:
    assert "There is no ledger nowhere.db" in failed(1, *verb, "--database", "nowhere.db")
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("verb", [("verify",), ("rebuild",), ("token", "list")], ids=" ".join)
def test_a_database_of_something_else_is_left_alone(verb: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as conn:
        conn.execute("CREATE TABLE notes (text)")
    conn.close()
    before = path.read_bytes()

    assert f"{path} cannot be read as a ledger" in failed(1, *verb, "--database", path)
    assert before == path.read_bytes()
    assert [path] == list(tmp_path.iterdir())


def test_a_database_in_use_is_refused(ledger: Path) -> None:
    store = open_store(ledger)
    try:
        for verb in (("serve", "--demo", "--port", "0"), ("simulate", "season-harvest")):
            assert f"{ledger} is in use" in failed(1, *verb, "--database", ledger)
    finally:
        store.close()


@pytest.mark.parametrize("verb", [("serve", "--demo", "--port", "0"), ("simulate", "season-harvest")], ids=" ".join)
def test_a_folder_that_is_missing_is_named(verb: tuple[str, ...], tmp_path: Path) -> None:
    assert str(tmp_path / "missing") in failed(1, *verb, "--database", tmp_path / "missing" / "ledger.db")


def test_a_host_that_is_not_here_cannot_be_served(tmp_path: Path) -> None:
    sentence = failed(1, "serve", "--host", "203.0.113.7", "--port", "0", "--database", tmp_path / "ledger.db")

    assert "cannot listen on 203.0.113.7" in sentence


# -- tokens


def new_token(ledger: Path, *grants: str) -> tuple[str, str]:
    """Make a token; return its id and its text."""
    result = run("token", "new", "--database", ledger, *grants)
    assert 0 == result.exit_code, result.stderr
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}\n", result.stdout)
    return result.stderr.partition(":")[0], result.stdout.strip()


def held(ledger: Path, token: str) -> tuple[Grant, ...] | None:
    directory = Directory(ledger)
    try:
        principal = directory.authenticate(token)
        return None if principal is None else principal.grants
    finally:
        directory.close()


def test_a_token_holds_what_was_asked_for(ledger: Path) -> None:
    game = games_of(ledger)["observed"]
    parts = ("--game", game, "--seat", "3", "--seat", "1", "--seat", "3", "--scribe", "--arbiter")
    _, token = new_token(ledger, "--admin", "--open", *parts)
    admin, opens, *of_game = held(ledger, token) or ()

    assert ("admin", "games:open") == (admin.scope, opens.scope)
    assert of_game == [Grant.to_seat(game, 3), Grant.to_seat(game, 1), Grant.to_scribe(game), Grant.to_arbiter(game)]


def test_two_admin_tokens_share_no_grant(ledger: Path) -> None:
    tokens = [new_token(ledger, "--admin")[1] for _ in range(2)]
    (first,), (second,) = (held(ledger, token) or () for token in tokens)

    assert first.id != second.id


def test_a_revoked_token_is_good_for_nothing(ledger: Path) -> None:
    name, token = new_token(ledger, "--open")

    assert f"{name} is revoked.\n" == done("token", "revoke", name, "--database", ledger)
    assert held(ledger, token) is None
    assert f"No token {name} is in use" in failed(1, "token", "revoke", name, "--database", ledger)


def test_tokens_are_listed_by_id_without_their_texts(ledger: Path) -> None:
    game = games_of(ledger)["dealt"]
    name, token = new_token(ledger, "--game", game, "--arbiter", "--label", "the [bold] judge")
    revoked, _ = new_token(ledger, "--admin")
    done("token", "revoke", revoked, "--database", ledger)
    listed = done("token", "list", "--database", ledger)
    (line,) = [line for line in listed.splitlines() if name in line]

    assert token not in listed
    assert f"{game}/arbiter" in line
    assert "the [bold] judge" in line
    assert revoked not in listed
    assert revoked in done("token", "list", "--all", "--database", ledger)
    assert revoked not in done("token", "list", "--all", "--game", game, "--database", ledger)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "Say what the token may do"),
        (("--label", "mine"), "Say what the token may do"),
        (("--seat", "1"), "belong together"),
        (("--scribe",), "belong together"),
        (("--game", "g_none"), "belong together"),
        (("--seat", "0", "--game", "g_none"), "is not in the range"),
    ],
)
def test_a_token_for_nothing_is_misuse(ledger: Path, options: tuple[str, ...], said: str) -> None:
    assert said in failed(2, "token", "new", "--database", ledger, *options)


def test_a_token_for_a_part_that_is_not_there_is_refused(ledger: Path) -> None:
    dealt = games_of(ledger)["dealt"]
    for parts, said in (
        (("--game", "g_none", "--arbiter"), "There is no game g_none."),
        (("--game", dealt, "--seat", "3"), f"Game {dealt} has seats 1 to 2, not 3."),
        (("--game", dealt, "--scribe"), f"Game {dealt} is dealt; only an observed game has a scribe."),
    ):
        assert said == failed(1, "token", "new", "--database", ledger, *parts)


# -- rebuild


def test_rebuild_makes_a_lost_catalogue_again(ledger: Path) -> None:
    catalogue = ledger.with_name("ledger.db.catalogue")
    catalogue.unlink(missing_ok=True)

    assert f"{catalogue} holds 2 games again, from 2 entries.\n" == done("rebuild", "--database", ledger)
    reader = open_store_for_reading(ledger)
    index = Catalogue(catalogue, reader)
    try:
        assert {1} == {row.version for row in map(index.remembered, reader.streams()) if row is not None}
    finally:
        index.close()
        reader.close()


def test_rebuild_leaves_alone_what_is_no_catalogue(ledger: Path, tmp_path: Path) -> None:
    other = tmp_path / "notes.db"
    with sqlite3.connect(other) as conn:
        conn.execute("CREATE TABLE notes (text)")
    conn.close()
    before = other.read_bytes()

    assert f"the catalogue {other} cannot be used" in failed(1, "rebuild", "--database", ledger, "--catalogue", other)
    assert before == other.read_bytes()


# -- spec


def test_spec_prints_the_document_and_nothing_else() -> None:
    text = done("spec")
    document: dict[str, Any] = json.loads(text)

    assert "3.1.0" == document["openapi"]
    assert "/v1/games/{game_id}/commands" in document["paths"]
    assert text.endswith("}\n")
    assert "\n  " in text
    assert text == run("spec", env={"HARVEST_LEDGER_BASE_URL": "https://games.example"}).stdout


# -- simulate


def row(text: str, label: str) -> str:
    (found,) = re.findall(rf"^ *{label}  +(.*?) *$", text, re.MULTILINE)
    assert isinstance(found, str)
    return found


@pytest.mark.parametrize(
    "options",
    [
        ("--seats", "2", "--options", SHORT),
        ("--seats", "1", "--options", '{"cards_per_season": 4, "variants": ["cooperative_a"]}'),
        ("--seats", "2", "--mode", "observed", "--blind", "60", "--options", SHORT),
    ],
    ids=["dealt", "alone", "observed"],
)
def test_simulated_games_are_played_to_their_end(tmp_path: Path, options: tuple[str, ...]) -> None:
    text = done("simulate", "season-harvest", "--games", "2", *options)

    assert "2" == row(text, "Games")
    assert int(row(text, "Entries")) > 10
    assert 2 == sum(int(part.split()[1]) for part in row(text, "Results").split(", "))
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("mode", ["dealt", "observed"])
def test_a_simulated_arbiter_attests_what_is_due(mode: str) -> None:
    options = ("--mode", mode, "--blind", "60") if mode == "observed" else ()
    text = done("simulate", "harvest-morikawa", "--games", "12", "--seed", "7", *options)

    assert "win 12" == row(text, "Results")


def test_the_same_seed_plays_the_same_games() -> None:
    arguments = ("simulate", "season-harvest", "--games", "2", "--options", SHORT, "--seed")
    first, again, other = (done(*arguments, seed) for seed in ("5", "5", "6"))

    assert [row(first, label) for label in ("Entries", "Results", "Won by")] == [
        row(again, label) for label in ("Entries", "Results", "Won by")
    ]
    assert row(first, "Entries") != row(other, "Entries")


def test_games_can_be_played_into_a_database_and_are_sound_there(tmp_path: Path) -> None:
    path = tmp_path / "trials.db"
    for _ in range(2):
        done("simulate", "season-harvest", "--games", "1", "--options", SHORT, "--seed", "5", "--database", path)

    assert "2 games: nothing is wrong." in done("verify", "--database", path)


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("chess",), 2, "'chess'"),
        (("season-harvest", "--options", "[1]"), 2, "no JSON object"),
        (("season-harvest", "--options", "{"), 2, "no JSON object"),
        (("season-harvest", "--games", "0"), 2, "--games"),
        (("season-harvest", "--url", "http://127.0.0.1:1", "--database", "x.db"), 2, "exclude each other"),
        (("season-harvest", "--url", "127.0.0.1:1", "--token", "t"), 2, "--url takes an address"),
        (("season-harvest", "--url", "http://127.0.0.1:1"), 2, "needs a --token"),
        (("season-harvest", "--url", "http://127.0.0.1:1", "--token", "t"), 1, "cannot be reached"),
        (("season-harvest", "--seats", "7"), 1, "bad_player_count"),
        (("season-harvest", "--options", '{"years": "two"}'), 1, "years"),
        (("season-harvest", "--options", '{"yaers": 2}'), 1, "yaers"),
    ],
)
def test_games_that_cannot_be_played_end_in_a_sentence(options: tuple[str, ...], code: int, said: str) -> None:
    assert said in failed(code, "simulate", *options)


def test_progress_is_shown_to_whoever_watches() -> None:
    arguments = ("simulate", "season-harvest", "--games", "1", "--options", SHORT)
    result = run(*arguments, env={"FORCE_COLOR": "1", "TERM": "xterm"})

    assert "Games" in result.stderr
    assert "entries" in result.stderr
