"""Writes the marked blocks of the documentation from the code: `<!-- begin: name -->` ... `<!-- end -->`.

A block's name is a function below, with a ruleset's id behind a colon where it is about one. Blocks of a name that is
not known here, such as measurements, are left as they are.
"""

import difflib
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from domain.kernel.lifecycle import LIFECYCLE_COMMANDS, LIFECYCLE_EVENTS, OpenGame  # noqa: E402
from domain.kernel.rejection import KERNEL_REFUSALS, Refusal, Ruling  # noqa: E402
from domain.kernel.ruleset import Ruleset  # noqa: E402
from domain.kernel.sealed import NOBODY, sealed_fields  # noqa: E402
from domain.kernel.values import tag_of  # noqa: E402
from domain.registry import find  # noqa: E402

_BLOCK = re.compile(r"(<!-- begin: ([a-z-]+(?::[a-z-]+)?) -->\n).*?(<!-- end -->)", re.DOTALL)
Lines = Iterable[str]


def documents() -> list[Path]:
    """Return the documents that may hold blocks."""
    return [ROOT / "README.md", *sorted((ROOT / "openapi" / "guide").glob("*.md"))]


def rewritten(text: str) -> str:
    """Return a document with its known blocks written anew."""

    def block(found: re.Match[str]) -> str:
        name, _, subject = found[2].partition(":")
        if name not in BLOCKS:
            return found[0]
        lines = BLOCKS[name](subject)
        return found[1] + "\n" + "\n".join(lines) + "\n\n" + found[3]

    return _BLOCK.sub(block, text)


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    yield f"| {' | '.join(heads)} |"
    yield f"|{'|'.join('---' for _ in heads)}|"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


# -- a ruleset's own


def ruleset_of(subject: str) -> Ruleset[Any]:
    """Return the ruleset a block is about."""
    ruleset = find(subject)
    if ruleset is None:
        raise SystemExit(f"There is no ruleset {subject!r} to document.")
    return ruleset


def facts(subject: str) -> Lines:
    """Say what is known of a game without its rules."""
    meta = ruleset_of(subject).meta
    yield from table(
        ("Fact", "Value"),
        [
            ("Ruleset", f"`{meta.id}`, revision {meta.revision}"),
            ("Game", f"{meta.title}, by {meta.designer} ({meta.publisher}, {meta.year})"),
            ("Rulebook", meta.rulebook),
            ("Seats", f"{meta.min_seats} to {meta.max_seats}"),
            ("Modes", ", ".join(f"`{mode}`" for mode in meta.modes)),
            ("Stage", meta.stage),
        ],
    )


def options(subject: str) -> Lines:
    """List the options with values, defaults and rulings."""
    ruleset = ruleset_of(subject)
    rows = []
    for field in inspect.type_info(ruleset.options).fields:  # type: ignore[attr-defined]
        name = field.encode_name
        cited = [ruling.id for ruling in ruleset.meta.rulings if ruling.option == name]
        rows.append((f"[`{name}`](#{name})", shape(field.type), default_of(field), rulings_linked(cited)))
    return table(("Option", "Values", "Default", "Rulings"), rows)


def commands(subject: str) -> Lines:
    """List the commands with what each is for and its fields."""
    kinds = ruleset_of(subject).commands if subject else (OpenGame, *LIFECYCLE_COMMANDS)
    return table(("Command", "What it asks for", "Fields"), [_message(kind) for kind in kinds])


def events(subject: str) -> Lines:
    """List the events with what each says and its fields."""
    kinds = ruleset_of(subject).events if subject else LIFECYCLE_EVENTS
    return table(("Event", "What it says", "Fields"), [_message(kind) for kind in kinds])


def _message(kind: type[msgspec.Struct]) -> tuple[str, str, str]:
    seals = dict(sealed_fields(kind))
    described = []
    for field in inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        text = f"`{field.encode_name}`: {shape(field.type)}"
        if not field.required:
            text += f" (default {default_of(field)})"
        if field.encode_name in seals:
            to = seals[field.encode_name]
            text += ", *sealed to nobody*" if to == NOBODY else f", *sealed to `{to}`*"
        described.append(text)
    return f"`{tag_of(kind)}`", (kind.__doc__ or "").replace("\n", " ").strip(), "; ".join(described) or "none"


def codes(subject: str) -> Lines:
    """List the rejection codes: a ruleset's, or the kernel's."""
    page = f"{subject}.md" if subject else ""
    refusals = ruleset_of(subject).refusals if subject else KERNEL_REFUSALS
    return table(("Code", "Meaning", "Ruling"), _refusals(refusals, page))


def _refusals(refusals: Any, page: str) -> Iterator[tuple[str, ...]]:
    for code, refusal in sorted(refusals.items()):
        found: Refusal = refusal
        yield f"`{code}`", found.text, rulings_linked([found.ruling] if found.ruling else [], page)


def reasons(subject: str) -> Lines:
    """List the reasons for which a game ends."""
    return table(
        ("Reason", "Meaning"), [(f"`{code}`", text) for code, text in ruleset_of(subject).meta.end_reasons.items()]
    )


def lines(subject: str) -> Lines:
    """List the keys of the score sheet."""
    return table(("Key", "Label"), [(f"`{key}`", text) for key, text in ruleset_of(subject).meta.lines.items()])


def rulings(subject: str) -> Lines:
    """Write the rulings out, each under its own heading."""
    ruleset = ruleset_of(subject)
    for ruling in ruleset.meta.rulings:
        cited = sorted(code for code, refusal in ruleset.refusals.items() if refusal.ruling == ruling.id)
        yield from _ruling(ruling, cited)


def _ruling(ruling: Ruling, cited: list[str]) -> Iterator[str]:
    yield from (f"### {ruling.id}", "", f"**{ruling.question}** {ruling.text}", "", f"- Why: {ruling.reason}")
    yield f"- Rulebook: {ruling.heading}"
    if ruling.option:
        yield f"- Option: [`{ruling.option}`](#{ruling.option})"
    if cited:
        yield f"- Codes: {', '.join(f'`{code}`' for code in cited)}"
    yield ""


def components(subject: str) -> Lines:
    """List the packaged components and where each figure comes from."""
    manifest = json.loads(ruleset_of(subject).default_manifest())
    rows = []
    for key, value in manifest.items():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                shown = {name: text for name, text in part.items() if name != "provenance"}
                figure = ", ".join(f"{k} {_figure(v)}" for k, v in shown.items())
                rows.append((f"`{key}`", figure, part["provenance"]))
    return table(("Part", "Figure", "Provenance"), rows)


def _figure(value: Any) -> str:
    return f"`{json.dumps(value, ensure_ascii=False)}`" if isinstance(value, dict | list) else str(value)


# -- of the service


def problems(_: str) -> Lines:
    """List the kinds of refusal with their extra members."""
    from service.api.problem_docs import _MEMBERS  # noqa: PLC0415
    from service.api.problems import KINDS  # noqa: PLC0415

    rows = []
    for kind in KINDS.values():
        members = ", ".join(f"`{name}`" for name in _MEMBERS.get(kind.slug, {}))
        rows.append((str(kind.status), f"`{kind.type}`", f"{kind.title}. {kind.meaning}", members or "none"))
    return table(("Status", "Type", "Meaning", "Extra members"), rows)


def settings(_: str) -> Lines:
    """List the settings of the service."""
    from service.settings import describe  # noqa: PLC0415

    rows = [(f"`{doc.variable}`", f"`{doc.default}`" if doc.default else "not set", doc.meaning) for doc in describe()]
    return table(("Variable", "Default", "Meaning"), rows)


def verbs(_: str) -> Lines:
    """List the verbs of the command line with their parameters."""
    from service.commands.program import program  # noqa: PLC0415

    return table(("Verb", "What it does", "Parameters"), _verbs(program, ""))


def _verbs(group: Any, prefix: str) -> Iterator[tuple[str, ...]]:
    for name, verb in sorted(group.commands.items()):
        if hasattr(verb, "commands"):
            yield from _verbs(verb, f"{prefix}{name} ")
            continue
        text = (verb.help or "").split("\n\n")[0].replace("\n", " ").strip()
        parameters = [_parameter(each) for each in verb.params]
        yield f"`{prefix}{name}`", text, "; ".join(parameters) or "none"


def _parameter(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"`{parameter.make_metavar(_context(parameter))}`"
    text, said = f"`{'`, `'.join(parameter.opts)}`", parameter.help or ""
    # What stands for a setting is explained among the settings.
    return text if not said or "[env: " in said else f"{text}: {said.removesuffix('.')}"


def _context(parameter: Any) -> Any:
    import click  # noqa: PLC0415

    return click.Context(click.Command(parameter.name))


def routes(_: str) -> Lines:
    """List the routes that the published description holds."""
    published = ROOT / "openapi" / "openapi.json"
    if not published.exists():
        raise SystemExit("openapi/openapi.json is missing: run ./scripts/spec first.")
    spec = json.loads(published.read_text(encoding="utf-8"))
    methods = ("get", "post", "put", "patch", "delete")
    rows = [
        (f"`{method.upper()} {path}`", operation.get("summary") or operation.get("description", ""))
        for path, item in sorted(spec["paths"].items())
        for method, operation in item.items()
        if method in methods
    ]
    return table(("Route", "What it does"), rows)


# -- types in words


def shape(kind: inspect.Type) -> str:  # noqa: PLR0911 - one answer for each kind of type
    """Say what values a type has."""
    match kind:
        case inspect.Metadata():
            return shape(kind.type)
        case inspect.LiteralType():
            return " or ".join(f"`{value}`" for value in kind.values)
        case inspect.UnionType():
            return " or ".join(sorted((shape(each) for each in kind.types), key="null".__eq__))
        case inspect.VarTupleType(item_type=inspect.UnionType() as item):
            return f"list of ({shape(item)})"
        case inspect.VarTupleType() | inspect.ListType():
            return f"list of {shape(kind.item_type)}"
        case inspect.TupleType():
            return f"[{', '.join(shape(each) for each in kind.item_types)}]"
        case inspect.DictType():
            return f"map of {shape(kind.value_type)}"
        case inspect.StructType():
            return "{" + ", ".join(f"`{field.encode_name}`" for field in kind.fields) + "}"
        case _:
            return _WORDS.get(type(kind), "JSON")


_WORDS: dict[type[inspect.Type], str] = {
    inspect.BoolType: "true or false",
    inspect.IntType: "integer",
    inspect.NoneType: "null",
    inspect.StrType: "text",
}


def default_of(field: inspect.Field) -> str:
    """Return a field's default as JSON."""
    default = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return f"`{msgspec.json.encode(default).decode()}`"


def rulings_linked(ids: Iterable[str], page: str = "") -> str:
    """Return links to rulings."""
    return ", ".join(f"[{ruling}]({page}#{ruling.lower()})" for ruling in ids) or "none"


BLOCKS: dict[str, Callable[[str], Lines]] = {
    each.__name__: each
    for each in (
        facts,
        options,
        commands,
        events,
        codes,
        reasons,
        lines,
        rulings,
        components,
        problems,
        settings,
        verbs,
        routes,
    )
}


def main(arguments: list[str]) -> int:
    """Write the blocks, or compare them; return the exit status."""
    if arguments not in ([], ["--check"]):
        print("usage: ./scripts/docs [--check]", file=sys.stderr)
        return 2
    stale = False
    for path in documents():
        before = path.read_text(encoding="utf-8")
        after = rewritten(before)
        if not arguments:
            path.write_text(after, encoding="utf-8")
        elif before != after:
            stale = True
            name = path.relative_to(ROOT).as_posix()
            sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), after.splitlines(True), name, name))
    if stale:
        print("The documentation is out of date: run ./scripts/docs and commit it.", file=sys.stderr)
    return int(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
