"""The index behind listings: one row a game, folded from the store's feed, and rebuilt when lost.

It reads envelopes only (who sits where, when it began and ended, which result was recorded) and holds ids of
players, never their names. Nothing here is the truth: the file may be deleted at any time.
"""

import sqlite3
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from threading import RLock
from typing import Any, Literal, TypeVar

import msgspec
import structlog

from eventstore import port
from service import projection
from service.transactions import immediate

__all__ = ["Catalogue", "CatalogueRow", "CatalogueUnavailable", "GameStatus", "InvalidCursor", "Progress"]

GameStatus = Literal["open", "running", "ended"]
Progress = Callable[[int], None]
T = TypeVar("T")

_PAGE = 4096
_BATCH = 50

_log = structlog.get_logger(__name__)


class InvalidCursor(ValueError):
    """Report a listing cursor that no listing gave."""


class CatalogueUnavailable(Exception):
    """Report that the index cannot be used now (disk full, file locked or not ours); the log is unharmed."""


class CatalogueRow(msgspec.Struct, frozen=True):
    """Describe a game as its envelopes tell; `result` is the outcome recorded at its end.

    `started_at` and `ended_at` are times of play: what the table stated, else when the entry was written.
    `head` is the hash of the last entry, as hex digits.
    """

    game: str
    ruleset: str
    revision: int
    manifest: str
    mode: str
    visibility: str
    seats: tuple[str, ...]
    series: str | None
    opened_at: str
    opened_position: int
    started_at: str | None
    ended_at: str | None
    ended_position: int | None
    last_at: str
    status: GameStatus
    version: int
    head: str
    result: dict[str, Any] | None


_COLUMNS = CatalogueRow.__struct_fields__
_SEATS, _RESULT = _COLUMNS.index("seats"), _COLUMNS.index("result")
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM games WHERE "  # noqa: S608 (our own column names)
_VISIBLE = "(:all OR visibility = 'public' OR game IN (SELECT value FROM json_each(:readable)))"
_seats = msgspec.json.Decoder(tuple[str, ...])
_outcome = msgspec.json.Decoder(dict[str, Any])


class Catalogue:
    """Answer listings from an index that first catches up with the store; safe for any number of threads.

    Every method raises CatalogueUnavailable when the index cannot be used now, and passes on what the store
    raises. A damaged index, or one of another store or schema, is replaced without a word to the caller.
    """

    def __init__(self, path: Path, store: port.EventReader) -> None:
        self._path = path
        self._store = store
        self._lock = RLock()
        self._compared = False
        try:
            self._conn = projection.open_file(path)
        except sqlite3.Error as fault:
            raise CatalogueUnavailable(f"the catalogue {path} cannot be used: {fault}") from fault

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._conn.close()

    # -- keeping up

    def catch_up(self, progress: Progress | None = None) -> int:
        """Fold all that the store holds beyond the index; return the number of entries."""
        return self._healed(lambda: self._drain(progress))

    def rebuild(self, progress: Progress | None = None) -> int:
        """Fold the store's whole feed anew; return the number of entries.

        `progress` is called after each page with the number so far.
        """

        def work() -> int:
            projection.clear(self._conn)
            return self._drain(progress)

        return self._healed(work)

    def _healed(self, work: Callable[[], T]) -> T:
        """Do some work on the index; if it turns out unusable, replace it and do the work once more."""
        with self._lock:
            try:
                try:
                    return work()
                except port.InvalidCursor:
                    _log.warning("catalogue_of_another_store", path=str(self._path))
                    projection.clear(self._conn)
                except sqlite3.DatabaseError as fault:
                    if projection.is_passing(fault):
                        raise
                    _log.warning("catalogue_damaged", path=str(self._path), fault=str(fault))
                    self._conn.close()
                    projection.delete_file(self._path)
                    self._conn = projection.open_file(self._path)
                return work()
            except sqlite3.Error as fault:
                raise CatalogueUnavailable(f"the catalogue {self._path} cannot be used: {fault}") from fault

    def _drain(self, progress: Progress | None = None) -> int:
        if not self._compared:
            self._compare()
        done = 0
        while count := self._fold_page():
            done += count
            if progress is not None:
                progress(done)
        return done

    def _fold_page(self) -> int:
        """Fold one page and remember where it ended, in one transaction; return the number of its entries."""
        with immediate(self._conn):
            # Read under the lock: another process may have folded the same page meanwhile.
            page = self._store.feed(self._mark()[0], _PAGE)
            if page.entries:
                projection.fold(self._conn, page.entries)
                last = page.entries[-1]
                self._conn.execute(
                    "UPDATE mark SET cursor = ?, stream = ?, version = ?, hash = ?",
                    (page.cursor, last.stream, last.version, last.hash),
                )
        return len(page.entries)

    def _compare(self) -> None:
        """Start anew if the store no longer holds the entry folded last, as after restoring a backup."""
        _, stream, version, digest = self._mark()
        if stream is not None:
            found = self._store.read(stream, version - 1, 1)
            if not found or found[0].hash != digest:
                _log.warning("catalogue_of_another_history", path=str(self._path))
                projection.clear(self._conn)
        self._compared = True

    def _mark(self) -> tuple[Any, ...]:
        row: tuple[Any, ...] | None = self._conn.execute("SELECT cursor, stream, version, hash FROM mark").fetchone()
        if row is None:
            raise sqlite3.DatabaseError("the catalogue does not say how far it has come")
        return row

    # -- answering

    def listing(
        self,
        *,
        ruleset: str | None = None,
        mode: str | None = None,
        status: GameStatus | None = None,
        player: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
        readable: Collection[str] = (),
        sees_all: bool = False,
    ) -> tuple[list[CatalogueRow], str | None]:
        """Return games, the newest opening first, and the cursor of the next page if there is one.

        Listed are public games and the `readable` ones, or with `sees_all` every game. Raise InvalidCursor.
        """
        wanted = {"ruleset": ruleset, "mode": mode, "status": status}
        where = [_VISIBLE, "opened_position < :before"]
        where += [f"{column} = :{column}" for column, value in wanted.items() if value is not None]
        if player is not None:
            where.append("opened_position IN (SELECT opened_position FROM players WHERE player = :player)")
        values = {
            "all": sees_all,
            "readable": projection.to_json(list(readable)),
            "before": 2**63 - 1 if cursor is None else _position(cursor),
            "player": player,
            "limit": limit + 1,
        }
        sql = f"{_SELECT}{' AND '.join(where)} ORDER BY opened_position DESC LIMIT :limit"
        rows = self._select(sql, values | wanted)
        more = len(rows) > limit
        return rows[:limit], _cursor(rows[limit - 1].opened_position) if more else None

    def games_of(
        self,
        ruleset: str,
        status: GameStatus = "ended",
        players: frozenset[str] | None = None,
        option_series: str | None = None,
        *,
        readable: Collection[str] = (),
        sees_all: bool = False,
        ended_by: str | None = None,
    ) -> Iterator[CatalogueRow]:
        """Yield a ruleset's games that the caller may see: latest finish first (unfinished: latest opening).

        `players` asks for exactly this set of people, in any order; `option_series` for this series;
        `ended_by` for play that ended at this time or before. Rows are fetched as they are asked for.
        """
        where = [
            _VISIBLE,
            "ruleset = :ruleset",
            "status = :status",
            "(sort_at, sort_position) < (:at, :position)",
        ]
        if players is not None:
            where.append("player_set = :player_set")
        if option_series is not None:
            where.append("series = :series")
        if ended_by is not None:
            where.append("ended_at <= :ended_by")
        values = {
            "all": sees_all,
            "readable": projection.to_json(list(readable)),
            "ruleset": ruleset,
            "status": status,
            "at": "~",  # sorts after every time
            "position": 0,
            "player_set": projection.player_set(players or ()),
            "series": option_series,
            "ended_by": ended_by,
            "limit": _BATCH,
        }
        sql = f"{_SELECT}{' AND '.join(where)} ORDER BY sort_at DESC, sort_position DESC LIMIT :limit"
        while rows := self._select(sql, values):
            yield from rows
            last = rows[-1]
            values["at"] = last.ended_at or last.opened_at
            values["position"] = last.ended_position or last.opened_position

    def remembered(self, game: str) -> CatalogueRow | None:
        """Return what is known of a game without looking at the store: it may have lost what is remembered here."""

        def work() -> list[CatalogueRow]:
            return [_row(found) for found in self._conn.execute(f"{_SELECT}game = ?", (game,))]

        return next(iter(self._healed(work)), None)

    def _select(self, sql: str, values: dict[str, Any]) -> list[CatalogueRow]:
        def work() -> list[CatalogueRow]:
            self._drain()
            return [_row(found) for found in self._conn.execute(sql, values)]

        return self._healed(work)


def _row(found: tuple[Any, ...]) -> CatalogueRow:
    values = list(found)
    values[_SEATS] = _seats.decode(values[_SEATS])
    values[_RESULT] = None if values[_RESULT] is None else _outcome.decode(values[_RESULT])
    return CatalogueRow(*values)


def _cursor(position: int) -> str:
    return urlsafe_b64encode(f"opened:{position}".encode()).decode().rstrip("=")


def _position(cursor: str) -> int:
    try:
        tag, _, position = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().partition(":")
        after = int(position)
    except ValueError as fault:
        raise InvalidCursor("this is not the cursor of a listing") from fault
    # Encoding again refuses every second spelling of the same cursor.
    if tag != "opened" or not 0 < after < 2**63 or cursor != _cursor(after):
        raise InvalidCursor("this is not the cursor of a listing")
    return after
