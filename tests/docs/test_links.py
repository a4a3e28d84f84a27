"""Links lead somewhere, and the pages speak of the project alone."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import GUIDE, README, anchors, links, named, pages, prose, read

_FOREIGN = re.compile(
    r"/(?:work|root|home|tmp|usr|Users)/|\b(?:API|DESIGN|STYLE|BRIEF)\.md\b|\b(?:TODO|FIXME|TBD|XXX)\b|\bdossier\b"
    r"|\bissue #?\d|\blater\b.*\brelease\b|localhost:\d",
    re.IGNORECASE,
)


@pytest.mark.parametrize("page", pages(), ids=named)
def test_links_resolve(page: Path) -> None:
    broken = []
    for link in links(page):
        if link.startswith("https://"):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        if not target.is_file() or (anchor and anchor not in anchors(target)):
            broken.append(link)

    assert [] == broken


def test_foreign_links_go_to_standards_only() -> None:
    hosts = {link.split("/")[2] for page in pages() for link in links(page) if "://" in link}

    assert hosts <= {"www.rfc-editor.org"}


def test_every_page_of_the_guide_can_be_reached_from_the_readme() -> None:
    reached = {(README.parent / link.partition("#")[0]).resolve() for link in links(README)}

    assert set() == set(GUIDE.glob("*.md")) - reached


def test_no_two_headings_of_a_page_share_an_anchor() -> None:
    for page in pages():
        headings = re.findall(r"^#+ .+$", prose(page), re.MULTILINE)

        assert len(headings) == len(anchors(page)), named(page)


def test_broken_links_would_be_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One\n\n## `two` or, three?\n\n[x](page.md#two-or-three) [y](none.md)\n", encoding="utf-8")

    assert ["page.md#two-or-three", "none.md"] == links(page)
    assert {"one", "two-or-three"} == anchors(page)


@pytest.mark.parametrize("page", pages(), ids=named)
def test_the_pages_speak_of_the_project_alone(page: Path) -> None:
    assert [] == [found[0] for found in _FOREIGN.finditer(read(page))]
