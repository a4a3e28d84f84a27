"""Writes the golden games anew from the commands they hold, or compares them with what the rules say today."""

import argparse
import difflib
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from domain.games.harvest_chambers import RULESET as HARVEST_CHAMBERS  # noqa: E402 - found only from the root
from domain.games.harvest_island import RULESET as HARVEST_ISLAND  # noqa: E402 - the same
from domain.games.season_harvest import RULESET as SEASON_HARVEST  # noqa: E402 - the same
from tests.domain.games.harvest_chambers import golden_games as harvest_chambers  # noqa: E402 - the same
from tests.domain.games.harvest_island import golden_games as harvest_island  # noqa: E402 - the same
from tests.domain.games.season_harvest import golden_games as season_harvest  # noqa: E402 - the same
from tests.domain.golden import replay  # noqa: E402 - the same

FOLDER = ROOT / "tests" / "golden"
CATALOGUE = (
    (SEASON_HARVEST, season_harvest.GAMES, season_harvest.TABLES),
    (HARVEST_ISLAND, harvest_island.GAMES, harvest_island.TABLES),
    (HARVEST_CHAMBERS, harvest_chambers.GAMES, harvest_chambers.TABLES),
)


def texts(*, anew: bool) -> Iterator[tuple[Path, Callable[[], str]]]:
    """Yield every golden file with the function that writes its text."""
    for ruleset, games, tables in CATALOGUE:
        folder = FOLDER / ruleset.meta.id
        for name, played in games.items():
            path = folder / f"{name}.txt"
            text = path.read_text(encoding="utf-8") if path.exists() and not anew else None
            yield path, played if text is None else partial(replay, ruleset, text)
        for name, made in tables.items():
            yield folder / f"{name}.txt", made


def main() -> int:
    """Write or compare every file; return how many differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; show what differs and fail")
    parser.add_argument("--anew", action="store_true", help="play every game anew instead of replaying its commands")
    wanted = parser.parse_args()
    files = list(texts(anew=wanted.anew))
    differing = 0
    for number, (path, text) in enumerate(files, 1):
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        after = text()
        same = before == after
        differing += not same
        name = path.relative_to(FOLDER).as_posix()
        print(f"[{number}/{len(files)}] {name}: {'same' if same else 'differs' if wanted.check else 'written'}")
        if wanted.check and not same:
            lines = difflib.unified_diff(before.splitlines(), after.splitlines(), name, "now", lineterm="", n=1)
            print("\n".join(list(lines)[:40]))
        elif not same:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(after, encoding="utf-8")
    return differing if wanted.check else 0


if __name__ == "__main__":
    sys.exit(min(main(), 1))
