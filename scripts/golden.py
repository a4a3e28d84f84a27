"""Writes the golden games anew from the commands they hold, or compares them with what the rules say today."""

import argparse
import difflib
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.domain.golden import replay  # noqa: E402 - found only from the root
from tests.domain.golden_files import GOLDEN  # noqa: E402 - the same
from tests.domain.golden_files import ROOT as FOLDER  # noqa: E402 - the same


def texts(*, anew: bool) -> Iterator[tuple[Path, Callable[[], str]]]:
    """Yield every golden file with the function that writes its text."""
    for files in GOLDEN.values():
        for name, played in files.games.items():
            text = files.text(name) if files.path(name).exists() and not anew else None
            yield files.path(name), played if text is None else partial(replay, files.ruleset, text)
        for name, made in files.tables.items():
            yield files.path(name), made


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
