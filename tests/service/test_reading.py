"""Readings of a long game: every version for every viewer, whatever was read before."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import jsonpatch
import msgspec
import pytest

from domain.kernel.game import Game, fold
from domain.kernel.score import Citations, Cite, Line
from domain.kernel.sealed import EVERYTHING
from domain.registry import RULESETS
from eventstore import NewEntry, StoredEntry
from eventstore.memory import MemoryStore
from service import faults
from service.grants import Grant, Principal
from service.reading import Reading
from service.rendering import plain
from tests.laws.player import GAME, RecordedGame, opened, play
from tests.service.local import ADMINISTRATOR, Desk

VIEWERS = ("spectator", "seat:1", "seat:2", "arbiter")


def append(desk: Desk, recorded: RecordedGame, after: int, last: int) -> None:
    entries = [NewEntry(each.body, each.private, each.prev, each.hash) for each in recorded.entries[after:last]]
    desk.store.append(GAME, after, entries)


@pytest.fixture(scope="module")
def recorded() -> RecordedGame:
    """Return a game that is longer than two waypoints."""
    (season,) = [ruleset for ruleset in RULESETS if ruleset.meta.id == "season-harvest"]
    game = play(season, 2, "dealt", {}, Random(4))
    assert len(game.entries) > 140
    return game


@pytest.fixture
def desk(tmp_path: Path, recorded: RecordedGame) -> Iterator[Desk]:
    made = Desk(tmp_path, MemoryStore())
    made.directory.put_manifest("season-harvest", opened(recorded).manifest, recorded.ruleset.default_manifest())
    yield made
    made.close()


def holder(viewer: str) -> Principal | None:
    if viewer == "spectator":
        return None
    grant = Grant.to_arbiter(GAME) if viewer == "arbiter" else Grant.to_seat(GAME, int(viewer[5:]))
    return Principal("t_1", (grant,))


def running(desk: Desk, recorded: RecordedGame, viewer: str, last: int | None = None) -> tuple[Reading, int]:
    """Return a reading of the game after so many entries, or just before its end."""
    last = len(recorded.entries) - 1 if last is None else last
    append(desk, recorded, 0, last)
    return desk.reader.reading(holder(viewer), GAME), last


def lines(found: Iterator[bytes]) -> list[Any]:
    return [msgspec.json.decode(line) for line in found]


# -- every version


@pytest.mark.parametrize("viewer", VIEWERS)
def test_any_version_in_any_order_is_the_fold_from_the_beginning(
    desk: Desk, recorded: RecordedGame, viewer: str
) -> None:
    reading, last = running(desk, recorded, viewer)
    folds = recorded.folds(viewer)
    versions = list(range(1, last + 1))
    Random(1).shuffle(versions)

    for version in versions:
        found = desk.reader.state(reading, version)
        assert (version, viewer) == (found["version"], found["viewer"])
        assert found["state"] == folds[version].state


def test_after_the_end_callers_read_the_truth_and_named_viewers_their_own_fold(
    desk: Desk, recorded: RecordedGame
) -> None:
    append(desk, recorded, 0, len(recorded.entries))
    truth, seat = recorded.folds(EVERYTHING), recorded.folds("seat:2")
    for version in (1, 63, 64, 65, 128, len(recorded.entries)):
        for viewer, folds in ((None, truth), ("seat:2", seat)):
            reading = desk.reader.reading(None, GAME, viewer)
            assert desk.reader.state(reading, version)["state"] == folds[version].state


def test_views_follow_a_log_that_grows(desk: Desk, recorded: RecordedGame) -> None:
    folds = {viewer: recorded.folds(viewer) for viewer in VIEWERS}
    append(desk, recorded, 0, 5)
    readings = {viewer: desk.reader.reading(holder(viewer), GAME) for viewer in VIEWERS}
    for last in (6, 64, 65, 66, 128, 140):
        append(desk, recorded, desk.store.head(GAME).version, last)
        desk.ledger.folds.find(GAME).refresh()
        for viewer in Random(last).sample(VIEWERS, 3):
            assert desk.reader.state(readings[viewer], None)["state"] == folds[viewer][last].state
            assert desk.reader.state(readings[viewer], last - 1)["state"] == folds[viewer][last - 1].state


@pytest.mark.parametrize("version", [0, -1, 999])
def test_a_version_that_is_not_there_is_not_found(desk: Desk, recorded: RecordedGame, version: int) -> None:
    reading, _ = running(desk, recorded, "seat:1")
    for ask in (desk.reader.state, desk.reader.score, desk.reader.entry):
        with pytest.raises(faults.NotFound):
            ask(reading, version)
    with pytest.raises(faults.NotFound):
        desk.reader.legal(reading, 1, version, 10)


# -- scores


def sheets(recorded: RecordedGame, viewer: str) -> list[tuple[Line, ...]]:
    """Return a viewer's lines at every version, followed from the beginning."""
    citations, game = Citations(), Game(GAME)
    found: list[tuple[Line, ...]] = [()]
    for version in range(1, len(recorded.entries) + 1):
        for index, event in enumerate(recorded.events(version, viewer)):
            game = fold(recorded.ruleset, recorded.manifest, game, (event,))
            citations.follow(recorded.ruleset.lines(game.state), Cite(version, index))
        found.append(citations.cited())
    return found


@pytest.mark.parametrize("viewer", VIEWERS)
def test_lines_at_any_version_in_any_order_cite_what_they_do_from_the_beginning(
    desk: Desk, recorded: RecordedGame, viewer: str
) -> None:
    reading, last = running(desk, recorded, viewer)
    folds, expected = recorded.folds(viewer), sheets(recorded, viewer)
    versions = list(range(1, last + 1))
    Random(viewer).shuffle(versions)

    for version in versions:
        game, lines = reading.live.cited(viewer, version)
        assert (version, folds[version].state, expected[version]) == (game.version, game.state, lines)


def test_lines_follow_a_log_that_grows_and_read_only_what_has_come(
    desk: Desk, recorded: RecordedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, begun = running(desk, recorded, "spectator", 3)
    expected, read = sheets(recorded, "spectator"), desk.store.read
    numbers: list[int] = []

    def counted(stream: str, after: int = 0, limit: int | None = None) -> list[StoredEntry]:
        entries = read(stream, after, limit)
        numbers.append(len(entries))
        return entries

    assert expected[begun] == reading.live.cited("spectator")[1]
    for last in (64, 70, 129, 130):
        append(desk, recorded, begun, last)
        desk.ledger.folds.find(GAME).refresh()
        reading.live.as_seen("spectator")
        monkeypatch.setattr(desk.store, "read", counted)
        assert expected[last] == reading.live.cited("spectator")[1]
        assert last - begun == sum(numbers)
        assert expected[last - 1] == reading.live.cited("spectator", last - 1)[1]
        monkeypatch.undo()
        numbers.clear()
        begun = last


@pytest.mark.parametrize("viewer", ["spectator", "seat:1"])
def test_a_sheet_is_the_same_whichever_way_it_is_reached(desk: Desk, recorded: RecordedGame, viewer: str) -> None:
    reading, last = running(desk, recorded, viewer)
    for version in (1, 2, 40, 64, 100, last):
        sheet = desk.reader.score(reading, version)
        sums = {seat["seat"]: seat["total"] for seat in sheet["seats"]}
        lines = recorded.ruleset.lines(recorded.folds(viewer)[version].state)
        assert sums == {seat: sum(line.amount for line in lines if line.seat == seat) for seat in (1, 2)}


def test_what_a_line_cites_changed_it(desk: Desk, recorded: RecordedGame) -> None:
    reading, last = running(desk, recorded, "spectator")
    cited = 0
    for seat in desk.reader.score(reading, last)["seats"]:
        for line in seat["lines"]:
            for cite in line["cites"]:
                event = recorded.events(cite.version)[cite.event]
                assert event.seat == seat["seat"]
                cited += 1
    assert cited > 0


def test_commands_need_not_wait_for_a_sheet(
    desk: Desk, recorded: RecordedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, last = running(desk, recorded, "spectator")
    reading.live.as_seen("spectator")
    asked, answer, read = threading.Event(), threading.Event(), desk.store.read

    def slow(stream: str, after: int = 0, limit: int | None = None) -> list[StoredEntry]:
        asked.set()
        answer.wait()
        return read(stream, after, limit)

    monkeypatch.setattr(desk.store, "read", slow)
    with ThreadPoolExecutor(1) as pool:
        sheet = pool.submit(reading.live.cited, "spectator")
        asked.wait()
        free = reading.live.lock.acquire(blocking=False)
        answer.set()

    assert free
    reading.live.lock.release()
    assert sheets(recorded, "spectator")[last] == sheet.result()[1]


# -- streams of lines


@pytest.mark.parametrize("viewer", VIEWERS)
def test_frames_rebuild_every_state(desk: Desk, recorded: RecordedGame, viewer: str) -> None:
    reading, last = running(desk, recorded, viewer)
    header, *frames, end = lines(desk.reader.replay_lines(reading, 1, None))
    folds, state = recorded.folds(viewer), None
    for version, frame in enumerate(frames, start=1):
        state = frame["state"] if version == 1 else jsonpatch.apply_patch(state, frame["patch"])
        assert state == plain(folds[version].state)

    assert (viewer, last, last) == (header["header"]["viewer"], end["end"]["version"], end["end"]["count"])


@pytest.mark.parametrize(("first", "last"), [(1, 1), (2, 3), (63, 66), (100, 141)])
def test_frames_from_the_middle_begin_with_its_state(desk: Desk, recorded: RecordedGame, first: int, last: int) -> None:
    reading, _ = running(desk, recorded, "seat:1")
    _, *frames, end = lines(desk.reader.replay_lines(reading, first, last))

    assert list(range(first, last + 1)) == [frame["version"] for frame in frames]
    assert frames[0]["state"] == plain(recorded.folds("seat:1")[first].state)
    assert recorded.entries[last - 1].hash.hex() == end["end"]["head"]


def test_a_log_as_lines_stops_at_the_version_it_began_with(desk: Desk, recorded: RecordedGame) -> None:
    append(desk, recorded, 0, 50)
    reading = desk.reader.reading(None, GAME)
    found, none = desk.reader.log_lines(reading, 40), desk.reader.log_lines(reading, 50)
    first = msgspec.json.decode(next(found))
    next(none)
    append(desk, recorded, 50, 60)
    desk.ledger.folds.find(GAME).refresh()
    *entries, end = lines(found)

    assert len(entries) == end["end"]["count"]
    assert [entry["version"] for entry in entries] == list(range(41, end["end"]["version"] + 1))
    assert 50 == first["header"]["version"] == end["end"]["version"]
    assert recorded.entries[49].hash.hex() == end["end"]["head"]
    assert {**end["end"], "count": 0} == msgspec.json.decode(next(none))["end"]


# -- pages


def test_pages_lead_to_the_head(desk: Desk, recorded: RecordedGame) -> None:
    reading, last = running(desk, recorded, "seat:1")
    after: int | None = 0
    seen: list[int] = []
    while after is not None:
        page = desk.reader.entries(reading, after, 33)
        seen += [entry["version"] for entry in page["entries"]]
        after = page["next"]

    assert list(range(1, last + 1)) == seen


@pytest.mark.parametrize("viewer", VIEWERS)
def test_entries_are_read_as_the_viewer_reads_them(desk: Desk, recorded: RecordedGame, viewer: str) -> None:
    reading, last = running(desk, recorded, viewer)
    for entry in desk.reader.entries(reading, 0, 1000)["entries"]:
        assert entry["events"] == recorded.plain(entry["version"], viewer)["events"]
        assert entry["outcomes"] is None
    assert desk.reader.entry(reading, last) == desk.reader.entries(reading, last - 1, 1)["entries"][0]


def test_the_game_at_a_version_is_the_game_as_it_was(desk: Desk, recorded: RecordedGame) -> None:
    append(desk, recorded, 0, 30)
    before = desk.reader.game(ADMINISTRATOR, GAME)
    append(desk, recorded, 30, len(recorded.entries))
    desk.ledger.folds.find(GAME).refresh()

    assert before == desk.reader.game_at(ADMINISTRATOR, GAME, 30)
    assert desk.reader.game(ADMINISTRATOR, GAME) == desk.reader.game_at(ADMINISTRATOR, GAME, len(recorded.entries))


# -- waiting


def test_waiting_ends_at_once_where_there_is_news_or_an_end(desk: Desk, recorded: RecordedGame) -> None:
    append(desk, recorded, 0, 30)
    reading = desk.reader.reading(None, GAME)
    assert 30 == desk.reader.wait(reading, 29, 3600)
    append(desk, recorded, 30, len(recorded.entries))
    desk.ledger.folds.find(GAME).refresh()

    assert len(recorded.entries) == desk.reader.wait(reading, len(recorded.entries), 3600)


def test_waiting_brings_the_game_in_memory_up_to_what_was_waited_for(desk: Desk, recorded: RecordedGame) -> None:
    append(desk, recorded, 0, 30)
    reading = desk.reader.reading(None, GAME)
    append(desk, recorded, 30, 31)

    assert 31 == desk.reader.wait(reading, 30, 3600)
    assert 31 == desk.reader.entries(reading, 30, 10)["version"]
