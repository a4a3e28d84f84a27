"""The codes that the rules reject with are those that are declared, in the kernel and in every ruleset."""

import ast
from pathlib import Path
from typing import Any

import pytest

import domain
from domain.kernel.rejection import KERNEL_REFUSALS
from domain.kernel.ruleset import Ruleset
from domain.registry import RULESETS

PACKAGE = Path(str(domain.__file__)).parent
CODE_AT = {"reject_if": 1, "Rejected": 0, "check_seats": 3, "_check_most": 2}
"""The functions that reject, and where among their arguments the code stands."""


def codes_in(folder: Path) -> set[str]:
    """Collect the codes that the modules of a folder reject with."""
    found = set()
    for path in folder.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in CODE_AT:
                found |= texts(call.args[CODE_AT[call.func.id]])
    return found


def texts(code: ast.expr) -> set[str]:
    """Return the codes an argument may be; what is compared to choose among them is none."""
    match code:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp():
            return texts(code.body) | texts(code.orelse)
        case ast.Name():
            return set()  # handed on from a caller, where it is counted
        case _:
            raise AssertionError(f"a code is computed: {ast.dump(code)}")


def folder_of(ruleset: Ruleset[Any]) -> Path:
    return PACKAGE / "games" / ruleset.meta.id.replace("-", "_")


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.meta.id)
def test_a_ruleset_declares_what_it_rejects_with(ruleset: Ruleset[Any]) -> None:
    assert set(ruleset.refusals) == codes_in(folder_of(ruleset)) - set(KERNEL_REFUSALS)


def test_the_kernel_declares_what_it_rejects_with() -> None:
    of_games = set().union(*(codes_in(folder_of(ruleset)) for ruleset in RULESETS))
    of_kernel = codes_in(PACKAGE / "kernel")

    assert of_kernel <= set(KERNEL_REFUSALS)
    assert set(KERNEL_REFUSALS) <= of_kernel | of_games


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.meta.id)
def test_codes_are_words_and_texts_are_sentences(ruleset: Ruleset[Any]) -> None:
    rulings = {ruling.id for ruling in ruleset.meta.rulings}
    for code, refusal in (KERNEL_REFUSALS | dict(ruleset.refusals)).items():
        assert code.replace("_", "a").isalpha()
        assert code == code.lower()
        assert refusal.text.endswith(".")
        assert refusal.ruling is None or refusal.ruling in rulings
