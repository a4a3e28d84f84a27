import hashlib
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from eventstore.memory import MemoryStore
from eventstore.port import EventReader, EventStore, NewEntry
from eventstore.sqlite import SqliteStore
from service import projection
from service.catalogue import Catalogue, CatalogueRow, CatalogueUnavailable, InvalidCursor
from service.directory import Directory

WON = {"kind": "win", "reason": "years_over", "winners": [1]}
MOVE: dict[str, Any] = {"type": "season-harvest.card_played", "seat": 1, "card": "WI"}

NOW = "2030-01-01T00:00:00.000Z"


def opened(*players: str, **changed: Any) -> dict[str, Any]:
    return {
        "type": "game_opened",
        "ruleset": "season-harvest",
        "revision": 1,
        "manifest": "sha256:" + "0" * 64,
        "mode": "dealt",
        "seats": players or ("p_ana", "p_bo"),
        "options": {"years": 1, "series": None},
        "visibility": "public",
        "commitment": "0" * 64,
        "seed": {"sealed": "1" * 64, "back": "?"},
    } | changed


STARTED = {"type": "game_started"}
ENDED: dict[str, Any] = {"type": "game_ended", "reason": "years_over", "seat": None, "outcome": WON}


class Book:
    """Write games into a store as entries with the envelope that real ones have."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.clock = 0

    def write(self, game: str, *events: dict[str, Any], table_at: str | None = None) -> str:
        head = self.store.head(game)
        self.clock += 1
        entry = {
            "at": f"2026-01-02T19:{self.clock // 60:02}:{self.clock % 60:02}.000Z",
            "by": "system",
            "command": {"type": "something"},
            "events": events,
            "game": game,
            "prev": head.hash and head.hash.hex(),
            "v": 1,
            "version": head.version + 1,
        }
        if table_at is not None:
            entry["table_at"] = table_at
        self.raw(game, msgspec.json.encode(entry, order="sorted"))
        return str(entry["at"])

    def raw(self, game: str, body: bytes) -> None:
        head = self.store.head(game)
        digest = hashlib.sha256((head.hash or b"") + body).digest()
        self.store.append(game, head.version, [NewEntry(body, b"{}", head.hash, digest)])

    def whole_game(self, game: str, *players: str, table_at: str | None = None, **changed: Any) -> None:
        self.write(game, opened(*players, **changed))
        self.write(game, STARTED)
        self.write(game, MOVE, ENDED, table_at=table_at)


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventStore]:
    made: EventStore = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "ledger.db")
    yield made
    made.close()


@pytest.fixture
def book(store: EventStore) -> Book:
    return Book(store)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db.catalogue"


@pytest.fixture
def catalogue(path: Path, store: EventStore) -> Iterator[Catalogue]:
    made = Catalogue(path, store)
    yield made
    made.close()


def names(catalogue: Catalogue, **asked: Any) -> list[str]:
    return [row.game for row in catalogue.listing(**asked)[0]]


def whole_listing(path: Path, store: EventReader) -> list[CatalogueRow]:
    catalogue = Catalogue(path, store)
    rows, following = catalogue.listing(limit=1000, sees_all=True)
    catalogue.close()
    assert following is None
    return rows


# -- rows


def test_an_empty_ledger_lists_nothing(catalogue: Catalogue) -> None:
    assert catalogue.listing() == ([], None)


def test_a_game_is_listed_through_its_life(catalogue: Catalogue, book: Book) -> None:
    opened_at = book.write("g_1", opened(options={"series": "tuesdays"}))
    expected = CatalogueRow(
        game="g_1",
        ruleset="season-harvest",
        revision=1,
        manifest="sha256:" + "0" * 64,
        mode="dealt",
        visibility="public",
        seats=("p_ana", "p_bo"),
        series="tuesdays",
        opened_at=opened_at,
        opened_position=1,
        started_at=None,
        ended_at=None,
        ended_position=None,
        last_at=opened_at,
        status="open",
        version=1,
        head=(book.store.head("g_1").hash or b"").hex(),
        result=None,
    )
    assert catalogue.listing() == ([expected], None)

    started_at = book.write("g_1", STARTED)
    (row,), _ = catalogue.listing()
    assert (row.status, row.started_at, row.last_at, row.version) == ("running", started_at, started_at, 2)

    moved_at = book.write("g_1", MOVE)
    (row,), _ = catalogue.listing()
    assert (row.status, row.started_at, row.last_at, row.version) == ("running", started_at, moved_at, 3)

    ended_at = book.write("g_1", MOVE, ENDED)
    (row,), _ = catalogue.listing()
    assert (row.status, row.ended_at, row.ended_position, row.version) == ("ended", ended_at, 4, 4)
    assert row.result == WON
    assert row.head == (book.store.head("g_1").hash or b"").hex()
    assert (row.opened_at, row.last_at) == (opened_at, ended_at)


def test_a_game_opened_started_and_ended_in_one_entry_is_ended(catalogue: Catalogue, book: Book) -> None:
    book.write("g_1", opened(), STARTED, ENDED)

    (row,), _ = catalogue.listing()
    assert (row.status, row.version) == ("ended", 1)


def test_play_is_dated_by_the_table_and_entries_by_the_clock(catalogue: Catalogue, book: Book) -> None:
    book.whole_game("g_1", table_at="2019-05-05T12:00:00.000Z")

    (row,), _ = catalogue.listing()
    assert row.ended_at == "2019-05-05T12:00:00.000Z"
    assert row.last_at == "2026-01-02T19:00:03.000Z"


def test_a_text_that_looks_like_an_event_is_none(catalogue: Catalogue, book: Book) -> None:
    book.write("g_1", opened())
    book.write("g_1", MOVE | {"card": '{"type":"game_ended"}'})
    book.write("g_1", MOVE | {"nested": {"type": "game_ended"}})
    book.write("g_1", {"type": "season-harvest.game_ended"}, {"type": "game_paused", "outcome": 5})

    (row,), _ = catalogue.listing()
    assert (row.status, row.version) == ("open", 4)


def test_no_name_ever_reaches_the_catalogue(path: Path, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "ledger.db")
    directory = Directory(tmp_path / "ledger.db")
    directory.add_players([("p_ana", "Anastasia Remarkable")])
    Book(store).whole_game("g_1", "p_ana")
    catalogue = Catalogue(path, store)
    (row,), _ = catalogue.listing()

    held = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.name.startswith(path.name))
    assert b"Anastasia" not in held
    assert b"p_ana" in held
    assert row.seats == ("p_ana",)
    for each in (catalogue, directory, store):
        each.close()


# -- who sees what


def test_only_public_games_are_listed_for_a_stranger(catalogue: Catalogue, book: Book) -> None:
    for visibility in ("public", "unlisted", "private"):
        book.write(f"g_{visibility}", opened(visibility=visibility))

    assert names(catalogue) == ["g_public"]
    assert names(catalogue, readable={"g_private"}) == ["g_private", "g_public"]
    assert names(catalogue, readable=["g_unlisted", "g_unknown"]) == ["g_unlisted", "g_public"]
    assert names(catalogue, sees_all=True) == ["g_private", "g_unlisted", "g_public"]


def test_a_hidden_game_shortens_no_page(catalogue: Catalogue, book: Book) -> None:
    for number in range(6):
        book.write(f"g_{number}", opened(visibility="private" if number % 2 else "public"))

    rows, following = catalogue.listing(limit=3)
    assert [row.game for row in rows] == ["g_4", "g_2", "g_0"]
    assert following is None


# -- filters and pages


def test_each_filter_alone_and_all_together(catalogue: Catalogue, book: Book) -> None:
    book.whole_game("g_1", "p_ana", "p_bo")
    book.write("g_2", opened("p_cy", "p_ana", mode="observed"))
    book.write("g_3", opened("p_bo", ruleset="harvest-island"))
    book.write("g_3", STARTED)

    assert names(catalogue, ruleset="season-harvest") == ["g_2", "g_1"]
    assert names(catalogue, mode="observed") == ["g_2"]
    assert names(catalogue, status="running") == ["g_3"]
    assert names(catalogue, status="ended") == ["g_1"]
    assert names(catalogue, player="p_ana") == ["g_2", "g_1"]
    assert names(catalogue, player="p_") == []
    assert names(catalogue, player="p_bo", ruleset="season-harvest", status="ended", mode="dealt") == ["g_1"]
    assert names(catalogue, player="p_cy", status="ended") == []


def test_a_person_on_two_seats_is_listed_once(catalogue: Catalogue, book: Book) -> None:
    book.write("g_1", opened("p_ana", "p_ana"))

    assert names(catalogue, player="p_ana") == ["g_1"]


def test_pages_are_stable_while_games_are_opened(catalogue: Catalogue, book: Book) -> None:
    for number in range(7):
        book.write(f"g_{number}", opened())

    seen: list[str] = []
    cursor: str | None = None
    for turn in range(3):
        rows, cursor = catalogue.listing(limit=3, cursor=cursor)
        seen += [row.game for row in rows]
        book.write(f"g_late{turn}", opened())
        book.write("g_0", MOVE)

    assert seen == [f"g_{number}" for number in range(6, -1, -1)]
    assert cursor is None
    assert names(catalogue, limit=2) == ["g_late2", "g_late1"]


def test_a_full_last_page_has_no_cursor(catalogue: Catalogue, book: Book) -> None:
    for number in range(4):
        book.write(f"g_{number}", opened())

    first, cursor = catalogue.listing(limit=2)
    second, end = catalogue.listing(limit=2, cursor=cursor)
    assert [row.game for row in first + second] == ["g_3", "g_2", "g_1", "g_0"]
    assert end is None


def test_a_cursor_holds_after_a_rebuild(catalogue: Catalogue, book: Book) -> None:
    for number in range(4):
        book.write(f"g_{number}", opened())
    _, cursor = catalogue.listing(limit=1)

    catalogue.rebuild()

    assert names(catalogue, cursor=cursor) == ["g_2", "g_1", "g_0"]


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "3",
        "b3BlbmVkOg",
        "b3BlbmVkOjE=",
        "b3BlbmVkOi0x",
        "b3BlbmVkOjAx",
        "b3BlbmVkOjk5OTk5OTk5OTk5OTk5OTk5OTk5",
        "é",
        "\udce9",
        "a" * 10_000,
    ],
)
def test_a_cursor_that_no_listing_gave_is_refused(catalogue: Catalogue, book: Book, cursor: str) -> None:
    book.write("g_1", opened())

    with pytest.raises(InvalidCursor):
        catalogue.listing(cursor=cursor)


# -- finding the most recent game


def test_games_come_by_their_end_of_play_and_not_by_their_opening(catalogue: Catalogue, book: Book) -> None:
    book.whole_game("g_1")
    book.whole_game("g_2", table_at="2019-05-05T12:00:00.000Z")
    book.write("g_3", opened())
    book.whole_game("g_4")
    book.write("g_3", ENDED)
    book.write("g_5", opened())

    assert [row.game for row in catalogue.ended("season-harvest", NOW)] == ["g_3", "g_4", "g_1", "g_2"]
    assert list(catalogue.ended("harvest-island", NOW)) == []


def test_games_that_ended_at_the_same_time_come_by_the_order_of_the_log(catalogue: Catalogue, book: Book) -> None:
    for number in (2, 1, 3):
        book.whole_game(f"g_{number}", table_at="2019-05-05T12:00:00.000Z")

    assert [row.game for row in catalogue.ended("season-harvest", NOW)] == ["g_3", "g_1", "g_2"]


def test_games_of_the_same_people_whatever_their_seats(catalogue: Catalogue, book: Book) -> None:
    book.whole_game("g_1", "p_ana", "p_bo")
    book.whole_game("g_2", "p_bo", "p_ana")
    book.whole_game("g_3", "p_ana", "p_bo", "p_cy")
    book.whole_game("g_4", "p_ana")

    found = catalogue.ended("season-harvest", NOW, players=frozenset({"p_ana", "p_bo"}))
    assert [row.game for row in found] == ["g_2", "g_1"]


def test_games_of_a_series(catalogue: Catalogue, book: Book) -> None:
    book.whole_game("g_1", options={"series": "tuesdays"})
    book.whole_game("g_2", options={"series": "fridays"})
    book.whole_game("g_3", options={})
    book.whole_game("g_4", options={"series": ["tuesdays"]})

    found = catalogue.ended("season-harvest", NOW, series="tuesdays")
    assert [(row.game, row.series) for row in found] == [("g_1", "tuesdays")]


def test_games_that_ended_later_do_not_count(catalogue: Catalogue, book: Book) -> None:
    for year in (2017, 2018, 2019):
        book.whole_game(f"g_{year}", table_at=f"{year}-05-05T12:00:00.000Z")

    found = catalogue.ended("season-harvest", "2018-05-05T12:00:00.000Z")
    assert [row.game for row in found] == ["g_2018", "g_2017"]


def test_more_games_than_one_batch_come_once_each(catalogue: Catalogue, book: Book) -> None:
    for number in range(120):
        same = "2019-05-05T12:00:00.000Z" if number % 2 else None
        book.whole_game(f"g_{number:03}", table_at=same)

    found = [row.game for row in catalogue.ended("season-harvest", NOW)]
    even, odd = ([f"g_{number:03}" for number in range(119 - part, -1, -2)] for part in (1, 0))
    assert found == even + odd


# -- keeping up and starting anew


def test_catching_up_goes_on_to_the_end_of_the_feed(catalogue: Catalogue, book: Book) -> None:
    head = None
    body = b'{"at":"2026-01-02T19:30:00.000Z","events":[]}'
    for _ in range(3):
        batch = []
        for _ in range(3000):
            digest = hashlib.sha256((head or b"") + body).digest()
            batch.append(NewEntry(body, b"{}", head, digest))
            head = digest
        book.store.append("g_long", book.store.head("g_long").version, batch)
    book.write("g_last", opened())

    steps: list[int] = []
    assert catalogue.catch_up(steps.append) == 9001
    assert steps == sorted(set(steps))
    assert (len(steps) > 1, steps[-1]) == (True, 9001)
    assert catalogue.catch_up(steps.append) == 0
    assert names(catalogue) == ["g_last"]


def test_a_deleted_file_gives_the_same_listing(path: Path, book: Book) -> None:
    book.whole_game("g_1")
    book.write("g_2", opened("p_cy", visibility="private"))
    before = whole_listing(path, book.store)

    projection.delete_file(path)

    assert not path.exists()
    assert len(before) == 2
    assert whole_listing(path, book.store) == before


def test_a_listing_is_the_same_whether_folded_step_by_step_or_at_once(path: Path, book: Book) -> None:
    catalogue = Catalogue(path, book.store)
    for number in range(3):
        book.write(f"g_{number}", opened())
        catalogue.catch_up()
    for event in (STARTED, MOVE, ENDED):
        book.write("g_1", event)
        catalogue.catch_up()
    stepwise, _ = catalogue.listing()

    assert catalogue.rebuild() == 6
    assert catalogue.listing() == (stepwise, None)
    catalogue.close()
    assert whole_listing(path, book.store) == stepwise


def test_a_file_that_was_deleted_under_a_running_service_does_no_harm(
    catalogue: Catalogue, book: Book, path: Path
) -> None:
    book.whole_game("g_1")
    catalogue.catch_up()
    projection.delete_file(path)
    book.write("g_2", opened())

    assert names(catalogue) == ["g_2", "g_1"]


@pytest.mark.parametrize("damage", ["garbage", "cut", "zeroes", "empty"])
def test_a_damaged_file_is_rebuilt_at_the_next_start(path: Path, book: Book, damage: str) -> None:
    for number in range(200):
        book.write(f"g_{number}", opened())
    before = whole_listing(path, book.store)
    held = path.read_bytes()
    path.write_bytes(
        {
            "garbage": b"no database at all" * 1000,
            "cut": held[: len(held) // 2],
            "zeroes": held[:4096] + bytes(len(held) - 4096),
            "empty": b"",
        }[damage]
    )

    assert whole_listing(path, book.store) == before


def test_an_index_that_disagrees_with_its_table_is_noticed_at_the_next_start(path: Path, book: Book) -> None:
    for number in range(3):
        book.write(f"g_{number}", opened())
    before = whole_listing(path, book.store)
    where = "type = 'index' AND tbl_name = 'games' AND sql LIKE '%ended_at%'"
    with sqlite3.connect(path) as conn:
        lost = conn.execute(f"SELECT * FROM sqlite_schema WHERE {where}").fetchall()
        conn.execute("PRAGMA writable_schema = ON")
        conn.execute(f"DELETE FROM sqlite_schema WHERE {where}")
    conn.close()
    with sqlite3.connect(path) as conn:
        conn.execute("PRAGMA writable_schema = ON")
        conn.execute("DELETE FROM games WHERE game = 'g_1'")
        conn.executemany("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", lost)
    conn.close()

    assert len(lost) == 2
    assert whole_listing(path, book.store) == before


def test_a_file_damaged_while_in_use_is_rebuilt(catalogue: Catalogue, book: Book) -> None:
    book.whole_game("g_1")
    before = catalogue.listing()
    catalogue._conn.execute("DROP TABLE players")

    assert catalogue.listing(player="p_ana") == before


def test_an_index_that_lost_its_place_is_rebuilt(catalogue: Catalogue, book: Book) -> None:
    book.whole_game("g_1")
    before = catalogue.listing()
    catalogue._conn.execute("DELETE FROM mark")

    assert catalogue.listing() == before


def test_an_index_of_another_schema_is_rebuilt(path: Path, book: Book) -> None:
    book.whole_game("g_1")
    before = whole_listing(path, book.store)
    with sqlite3.connect(path) as conn:
        conn.execute("PRAGMA user_version = 99")
        conn.execute("ALTER TABLE games DROP COLUMN head")
    conn.close()

    assert whole_listing(path, book.store) == before


def test_an_index_of_another_store_is_rebuilt(path: Path, book: Book) -> None:
    book.whole_game("g_1")
    whole_listing(path, book.store)
    other = Book(MemoryStore())
    other.write("g_other", opened())

    assert [row.game for row in whole_listing(path, other.store)] == ["g_other"]


def test_an_index_ahead_of_a_restored_log_is_rebuilt(path: Path, tmp_path: Path) -> None:
    """A backup has the same identity; after it, the log went on in another way up to the same length."""
    live, backup = tmp_path / "live.db", tmp_path / "backup.db"
    store = SqliteStore(live)
    Book(store).write("g_1", opened())
    with sqlite3.connect(live) as source, sqlite3.connect(backup) as copy:
        source.backup(copy)
    source.close()
    copy.close()
    Book(store).write("g_lost", opened())
    assert len(whole_listing(path, store)) == 2
    store.close()

    restored = SqliteStore(backup)
    Book(restored).write("g_2", opened())
    assert [row.game for row in whole_listing(path, restored)] == ["g_2", "g_1"]
    catalogue = Catalogue(path, restored)
    kept = [row and row.version for row in map(catalogue.remembered, ("g_1", "g_2", "g_lost"))]
    catalogue.rebuild()
    assert kept == [1, 1, 1]
    assert catalogue.remembered("g_lost") is None
    catalogue.close()
    restored.close()


def test_the_longest_a_game_has_been_is_remembered_when_its_log_loses_its_end(path: Path) -> None:
    store = MemoryStore()
    book = Book(store)
    for game in ("g_1", "g_2"):
        book.whole_game(game)
    catalogue = Catalogue(path, store)
    catalogue.catch_up()
    head = store.head("g_2").hash
    del store._streams["g_2"][-1], store._log[-1]
    rows = {row.game: row.version for row in catalogue.listing()[0]}
    lost, whole = catalogue.remembered("g_2"), catalogue.remembered("g_1")
    catalogue.close()

    assert rows == {"g_1": 3, "g_2": 2}
    assert lost is not None
    assert head is not None
    assert (lost.version, lost.head) == (3, head.hex())
    assert whole is not None
    assert whole.version == 3


def test_a_database_of_somebody_else_is_never_deleted(path: Path, book: Book) -> None:
    with sqlite3.connect(path) as conn:
        conn.execute("CREATE TABLE precious (value)")
    conn.close()
    before = path.read_bytes()

    with pytest.raises(CatalogueUnavailable, match="left alone"):
        Catalogue(path, book.store)

    assert path.read_bytes() == before


def test_an_unreadable_entry_hides_its_own_game_only(catalogue: Catalogue, book: Book) -> None:
    book.write("g_1", opened())
    book.raw("g_bad", b'{"events":[{"type":"game_opened","seats":"\xff')
    book.raw("g_odd", b'{"at":"2026-01-02T19:30:00.000Z","events":[{"type":"game_opened","seats":7}]}')
    book.raw("g_1", b"\xff\xff")
    book.write("g_2", opened())

    rows, _ = catalogue.listing()
    assert [(row.game, row.version) for row in rows] == [("g_2", 1), ("g_1", 2)]
    assert rows[1].last_at == rows[1].opened_at


def test_a_full_disk_is_said_and_passes(catalogue: Catalogue, book: Book) -> None:
    catalogue.catch_up()
    pages = catalogue._conn.execute("PRAGMA page_count").fetchone()[0]
    catalogue._conn.execute(f"PRAGMA max_page_count = {pages}")
    for number in range(300):
        book.write(f"g_{number}", opened())

    with pytest.raises(CatalogueUnavailable, match="full"):
        catalogue.listing()

    catalogue._conn.execute("PRAGMA max_page_count = 100000")
    assert len(names(catalogue, limit=1000)) == 300


def test_a_closed_catalogue_says_so(path: Path, book: Book) -> None:
    catalogue = Catalogue(path, book.store)
    catalogue.close()

    with pytest.raises(CatalogueUnavailable):
        catalogue.listing()


def test_a_folder_that_does_not_exist_is_refused(tmp_path: Path, book: Book) -> None:
    with pytest.raises(CatalogueUnavailable):
        Catalogue(tmp_path / "none" / "index", book.store)


def test_the_file_is_for_its_owner_only(catalogue: Catalogue, path: Path) -> None:
    assert path.stat().st_mode & 0o777 == 0o600


def test_listings_from_many_threads_while_games_are_opened(catalogue: Catalogue, book: Book) -> None:
    def page(_: int) -> bool:
        found = names(catalogue, limit=1000)
        return found == sorted(found, reverse=True)

    with ThreadPoolExecutor(8) as pool:
        answers = [pool.submit(page, turn) for turn in range(100)]
        for number in range(100):
            book.write(f"g_{number:03}", opened())

    assert all(answer.result() for answer in answers)
    assert len(names(catalogue, limit=1000)) == 100


def test_two_processes_on_one_index_fold_each_entry_once(path: Path, book: Book) -> None:
    first, second = Catalogue(path, book.store), Catalogue(path, book.store)
    for number in range(20):
        book.write(f"g_{number}", opened())

    with ThreadPoolExecutor(2) as pool:
        folded = sum(pool.map(lambda each: each.catch_up(), (first, second)))

    assert folded == 20
    assert first.listing() == second.listing()
    for each in (first, second):
        each.close()
