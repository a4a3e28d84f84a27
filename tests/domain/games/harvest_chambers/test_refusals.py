"""Every rejection code is met by a test, and only codes that are declared are used."""

import ast
from pathlib import Path

from domain.games import harvest_chambers
from domain.games.harvest_chambers.rulings import REFUSALS

RULES = Path(str(harvest_chambers.__file__)).parent
TESTS = Path(__file__).parent


def texts_in(folder: Path) -> set[str]:
    """Return every text that stands in the code of a folder."""
    return {
        node.value
        for path in folder.glob("*.py")
        if path.name not in ("rulings.py", Path(__file__).name)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_code_is_expected_by_a_test() -> None:
    assert set() == set(REFUSALS) - texts_in(TESTS)
