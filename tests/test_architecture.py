"""Hold each package to what it may import; what layers can say is in pyproject.toml's import contracts."""

from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "eventstore", "service")
PURE = {
    "__future__",
    "abc",
    "collections",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "hmac",
    "itertools",
    "math",
    "operator",
    "types",
    "typing",
}
DOMAIN = PURE | {"msgspec"}
PACKAGED_DATA = {"importlib"}
STORAGE = PURE | {
    "base64",
    "binascii",
    "contextlib",
    "fcntl",
    "os",
    "pathlib",
    "queue",
    "secrets",
    "sqlite3",
    "threading",
    "time",
}


@cache
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, include_external_packages=True, cache_dir=None)


def external(package: str) -> dict[str, set[str]]:
    """Return for each module of a package the foreign packages it imports."""
    graph = imports()
    modules = {package} | graph.find_descendants(package)
    return {
        module: {name for name in graph.find_modules_directly_imported_by(module) if name.split(".")[0] not in PACKAGES}
        for module in modules
    }


def offences(package: str, allowed: set[str]) -> dict[str, set[str]]:
    found = {module: names - allowed for module, names in external(package).items()}
    return {module: names for module, names in sorted(found.items()) if names}


def test_the_graph_holds_every_module() -> None:
    files = [path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    names = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in files}

    assert set() == names - imports().modules
    assert any("msgspec" in names for names in external("domain").values())


def test_domain_is_pure() -> None:
    found = offences("domain", DOMAIN)

    assert {} == {
        module: names
        for module, names in found.items()
        if not (module.startswith("domain.games.") and names <= PACKAGED_DATA)
    }


def test_domain_reads_packaged_data_and_nothing_else_through_importlib() -> None:
    graph = imports()
    lines = [
        str(detail["line_contents"])
        for module in external("domain")
        for detail in graph.get_import_details(importer=module, imported="importlib")
    ]

    assert [] == [line for line in lines if "resources" not in line]


def test_eventstore_stores_and_nothing_else() -> None:
    assert {} == offences("eventstore", STORAGE)
