"""The documentation as tests see it: its pages, their headings, links and code blocks."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "openapi" / "guide"
README = ROOT / "README.md"
SESSIONS = (
    README,
    GUIDE / "errors.md",
    GUIDE / "harvest-island.md",
    GUIDE / "recording-a-table.md",
    GUIDE / "replay-and-audit.md",
)
"""The pages whose blocks are run against a live service."""

_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")


class Block(NamedTuple):
    """A fenced block: what it is, and what stands in it."""

    info: str
    text: str


def pages() -> list[Path]:
    """Return every page."""
    return [README, *sorted(GUIDE.glob("*.md"))]


def read(path: Path) -> str:
    """Return a page's text."""
    return path.read_text(encoding="utf-8")


def named(path: Path) -> str:
    """Return a page's path in the project."""
    return path.relative_to(ROOT).as_posix()


def blocks(path: Path) -> list[Block]:
    """Return a page's fenced blocks in order."""
    return [Block(found[1].strip(), found[2]) for found in _FENCE.finditer(read(path))]


def prose(path: Path) -> str:
    """Return a page without its fenced blocks."""
    return _FENCE.sub("", read(path))


def anchors(path: Path) -> set[str]:
    """Return what a page's headings can be linked by."""
    headings = _HEADING.findall(prose(path))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def links(path: Path) -> list[str]:
    """Return the targets of a page's links."""
    return _LINK.findall(prose(path))


def first_cells(path: Path) -> set[str]:
    """Return what stands in code type in the first column of a page's tables."""
    return {
        found
        for line in prose(path).splitlines()
        if line.startswith("| ")
        for found in re.findall(r"`([^`]+)`", line.split(" | ")[0])
    }
