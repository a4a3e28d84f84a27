"""Golden games of every ruleset: each replays to the same text, down to the score sheet."""

import pytest

from domain.registry import RULESETS
from tests.domain.golden import replay
from tests.domain.golden_files import GOLDEN, Golden

GAMES = [pytest.param(files, name, id=f"{of}-{name}") for of, files in GOLDEN.items() for name in files.games]
TABLES = [pytest.param(files, name, id=f"{of}-{name}") for of, files in GOLDEN.items() for name in files.tables]
MOST = 800_000
"""How many bytes a folder may hold: people read these files."""


def test_every_ruleset_has_golden_games() -> None:
    assert {ruleset.meta.id for ruleset in RULESETS} == set(GOLDEN)


@pytest.mark.parametrize(("files", "name"), GAMES)
def test_a_golden_game_replays_to_its_text(files: Golden, name: str) -> None:
    assert files.text(name).splitlines() == replay(files.ruleset, files.text(name)).splitlines()


@pytest.mark.parametrize(("files", "name"), TABLES)
def test_a_golden_table_comes_out_the_same(files: Golden, name: str) -> None:
    assert files.text(name).splitlines() == files.tables[name]().splitlines()


@pytest.mark.parametrize("files", GOLDEN.values(), ids=GOLDEN)
def test_a_folder_holds_these_files_and_stays_small(files: Golden) -> None:
    found = {path.stem: path.stat().st_size for path in files.folder.iterdir()}

    assert files.games.keys() | files.tables.keys() | files.by_hand == found.keys()
    assert sum(found.values()) < MOST
