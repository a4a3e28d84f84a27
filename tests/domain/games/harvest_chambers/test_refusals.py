"""Every rejection code is met by a test, and only codes that are declared are used."""

import ast
from pathlib import Path

from domain.games import harvest_chambers
from domain.games.harvest_chambers.rulings import REFUSALS
from domain.kernel.rejection import KERNEL_REFUSALS

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


def raised() -> set[str]:
    """Return the codes that the rules raise."""
    codes = set()
    for path in RULES.glob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                place = {"reject_if": 1, "Rejected": 0, "_check_most": 2}.get(call.func.id)
                if place is not None:
                    codes |= {each.value for each in ast.walk(call.args[place]) if isinstance(each, ast.Constant)}
    return {code for code in codes if isinstance(code, str)}


def test_what_is_raised_is_declared_and_the_other_way_round() -> None:
    assert set(REFUSALS) == raised() - set(KERNEL_REFUSALS)


def test_every_code_is_expected_by_a_test() -> None:
    assert set() == set(REFUSALS) - texts_in(TESTS)
