"""Whatever a reader may meet has its place in the documentation."""

import ast
import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

from domain.kernel.entry import Body
from domain.kernel.lifecycle import LIFECYCLE_COMMANDS, LIFECYCLE_EVENTS, OpenGame
from domain.kernel.rejection import KERNEL_REFUSALS
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import tag_of
from domain.registry import RULESETS
from service.api.problems import KINDS
from service.commands.program import program
from service.schemas.responses import CHECKS
from service.settings import describe
from tests.docs.pages import GUIDE, ROOT, anchors, first_cells, read

BLOCKS = ("facts", "options", "commands", "events", "codes", "reasons", "lines", "rulings", "components")
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.meta.id)


def page_of(ruleset: Ruleset[Any]) -> Path:
    return GUIDE / f"{ruleset.meta.id}.md"


@each_ruleset
def test_a_ruleset_has_its_page_with_every_table(ruleset: Ruleset[Any]) -> None:
    text = read(page_of(ruleset))

    assert [] == [name for name in BLOCKS if f"<!-- begin: {name}:{ruleset.meta.id} -->" not in text]


@each_ruleset
def test_commands_and_events_are_documented(ruleset: Ruleset[Any]) -> None:
    tags = {tag_of(kind) for kind in (*ruleset.commands, *ruleset.events)}

    assert set() == tags - first_cells(page_of(ruleset))


@each_ruleset
def test_codes_are_documented_with_the_ruleset_and_among_the_errors(ruleset: Ruleset[Any]) -> None:
    codes = set(ruleset.refusals)

    assert set() == codes - first_cells(page_of(ruleset))
    assert set() == codes - first_cells(GUIDE / "errors.md")


@each_ruleset
def test_options_have_their_heading_and_each_of_their_words_is_explained(ruleset: Ruleset[Any]) -> None:
    text = read(page_of(ruleset))
    fields = inspect.type_info(ruleset.options).fields  # type: ignore[attr-defined]

    assert [] == [field.encode_name for field in fields if f"\n### `{field.encode_name}`\n" not in text]
    words = {str(word) for field in fields for word in words_of(field.type)}
    assert len(words) > 5
    generated = re.sub(r"<!-- begin: .*?<!-- end -->", "", text, flags=re.DOTALL)
    assert set() == {word for word in words if f"`{word}`" not in generated}


def words_of(kind: inspect.Type) -> set[Any]:
    if isinstance(kind, inspect.LiteralType):
        return set(kind.values)
    if isinstance(kind, inspect.VarTupleType):
        return words_of(kind.item_type)
    if isinstance(kind, inspect.UnionType):
        return {word for each in kind.types for word in words_of(each)}
    return words_of(kind.type) if isinstance(kind, inspect.Metadata) else set()


@each_ruleset
def test_end_reasons_and_score_lines_are_documented(ruleset: Ruleset[Any]) -> None:
    assert set() == {*ruleset.meta.end_reasons, *ruleset.meta.lines} - first_cells(page_of(ruleset))


@each_ruleset
def test_findings_are_documented(ruleset: Ruleset[Any]) -> None:
    folder = ROOT / "domain" / "games" / ruleset.meta.id.replace("-", "_")
    codes = {
        call.args[0].value
        for path in folder.glob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Finding"
        if isinstance(call.args[0], ast.Constant)
    }

    assert codes, "a ruleset's findings are written as literals"
    assert set() == codes - first_cells(page_of(ruleset))


@each_ruleset
def test_rulings_are_whole_and_can_be_linked(ruleset: Ruleset[Any]) -> None:
    rulings = ruleset.meta.rulings
    ids = [ruling.id for ruling in rulings]
    options = {field.encode_name for field in msgspec.structs.fields(ruleset.options)}

    assert rulings
    assert len(set(ids)) == len(ids)
    assert {each.lower() for each in ids} <= anchors(page_of(ruleset))
    assert {refusal.ruling for refusal in ruleset.refusals.values()} - {None} <= set(ids)
    assert {ruling.option for ruling in rulings} - {None} <= options
    for ruling in rulings:
        assert ruling.question.endswith("?"), ruling.id
        assert ruling.text.endswith("."), ruling.id
        assert ruling.reason.endswith("."), ruling.id
        assert ruling.heading, ruling.id


def test_season_harvest_has_forty_eight_rulings_in_order() -> None:
    (ruleset,) = (each for each in RULESETS if each.meta.id == "season-harvest")

    assert [f"A{n}" for n in range(1, 49)] == [ruling.id for ruling in ruleset.meta.rulings]


def test_what_every_game_shares_is_documented() -> None:
    kinds = (OpenGame, *LIFECYCLE_COMMANDS, *LIFECYCLE_EVENTS)

    assert set() == {tag_of(kind) for kind in kinds} - first_cells(GUIDE / "concepts.md")
    assert set() == set(KERNEL_REFUSALS) - first_cells(GUIDE / "errors.md")


def test_every_type_of_problem_is_documented() -> None:
    text = read(GUIDE / "errors.md")

    assert [] == [kind.type for kind in KINDS.values() if f"| {kind.status} | `{kind.type}` |" not in text]


def test_every_setting_is_documented() -> None:
    assert set() == {doc.variable for doc in describe()} - first_cells(GUIDE / "running.md")


def verbs(group: Any, prefix: str = "") -> set[str]:
    found: set[str] = set()
    for name, verb in group.commands.items():
        found |= verbs(verb, f"{prefix}{name} ") if hasattr(verb, "commands") else {f"{prefix}{name}"}
    return found


def test_every_verb_of_the_command_line_is_documented_with_its_help() -> None:
    known = verbs(program)

    assert {"serve", "verify", "simulate", "rebuild", "token new", "token list", "token revoke"} <= known
    assert set() == known - first_cells(GUIDE / "running.md")
    assert "|  |" not in read(GUIDE / "running.md")


def test_every_route_is_documented_with_what_it_answers() -> None:
    spec = json.loads((ROOT / "openapi" / "openapi.json").read_text(encoding="utf-8"))
    methods = ("get", "post", "put", "patch", "delete")
    routes = {
        f"{method.upper()} {path}" for path, item in spec["paths"].items() for method in methods if method in item
    }

    assert len(routes) > 15
    assert set() == routes - first_cells(GUIDE / "routes.md")
    assert "|  |" not in read(GUIDE / "routes.md")


def test_the_members_of_a_stored_entry_are_documented() -> None:
    assert {field.encode_name for field in msgspec.structs.fields(Body)} <= first_cells(GUIDE / "replay-and-audit.md")


def test_the_checks_of_an_audit_are_documented() -> None:
    assert set(CHECKS) <= first_cells(GUIDE / "replay-and-audit.md")


def test_the_words_for_a_viewer_and_a_grant_are_documented() -> None:
    from service.grants import Scope  # noqa: PLC0415

    text = read(GUIDE / "concepts.md")

    assert [] == [scope for scope in get_args(Scope) if f"`{scope}" not in text]
