"""The index behind listings: one row a game, folded from the store's feed, and rebuilt when lost.

It reads envelopes only (who sits where, when it began and ended, which result was recorded) and holds ids of
players, never their names. Nothing here is the truth: the file may be deleted at any time.
"""

import sqlite3
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from pathlib import Path
from threading import RLock
from typing import Any, Literal, TypeVar

import msgspec

from eventstore import cursors, port
from service import projection
from service.observability import make_log
from service.transactions import immediate

__all__ = ["Catalogue", "CatalogueRow", "CatalogueUnavailable", "GameStatus", "InvalidCursor", "Progress"]

GameStatus = Literal["open", "running", "ended"]
Progress = Callable[[int], None]
T = TypeVar("T")

_PAGE = 4096
_BATCH = 50
_LAST_POSITION = 2**63 - 1


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
_REMEMBER = f"{_SELECT.replace('games', 'lost')} game = :game UNION ALL {_SELECT} game = :game LIMIT 1"
_VISIBLE = "(:all OR visibility = 'public' OR game IN (SELECT value FROM json_each(:readable)))"
_seats = msgspec.json.Decoder(tuple[str, ...])
_outcome = msgspec.json.Decoder(dict[str, Any])


class Catalogue:
    """Answer listings from an index that first catches up with the store; safe for any number of threads.

    Every method raises CatalogueUnavailable when the index cannot be used now, and passes on what the store
    raises. A damaged index, or one of another store or schema, is replaced without a word to the caller, but to
    the log.
    """

    def __init__(self, path: Path, store: port.EventReader, log: Any = None) -> None:
        self._path = path
        self._store = store
        self._log = log or make_log("warning", "console")
        self._lock = RLock()
        self._compared = False
        try:
            self._conn = projection.open_file(path, self._log)
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
        """Fold the store's whole feed anew, and take what it holds for the truth; return the number of entries.

        `progress` is called after each page with the number so far.
        """

        def work() -> int:
            projection.begin_anew(self._conn, None)
            return self._drain(progress)

        return self._healed(work)

    def _healed(self, work: Callable[[], T]) -> T:
        """Do some work on the index; if it turns out unusable, replace it and do the work once more."""
        with self._lock:
            try:
                try:
                    return work()
                except port.InvalidCursor:
                    self._begin_anew()
                except sqlite3.DatabaseError as fault:
                    if projection.is_passing(fault):
                        raise
                    self._log.warning("catalogue_damaged", path=str(self._path), fault=str(fault))
                    self._conn.close()
                    projection.delete_file(self._path)
                    self._conn = projection.open_file(self._path, self._log)
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
                projection.fold(self._conn, page.entries, self._log)
                last = page.entries[-1]
                self._conn.execute(
                    "UPDATE mark SET cursor = ?, stream = ?, version = ?, hash = ?",
                    (page.cursor, last.stream, last.version, last.hash),
                )
        return len(page.entries)

    def _compare(self) -> None:
        """Start anew if the store no longer holds the entry folded last: its end is gone, or it is a backup."""
        _, stream, version, digest = self._mark()
        if stream is not None and not self._holds(stream, version, digest):
            self._begin_anew()
        self._compared = True

    def _begin_anew(self) -> None:
        """Empty the index, but keep what it knows of games that the store contradicts, until `rebuild` forgets it."""
        lost = self._lost()
        self._log.warning("catalogue_begins_anew", path=str(self._path), games_lost=len(lost or ()))
        projection.begin_anew(self._conn, lost)

    def _lost(self) -> list[str] | None:
        """Return the games whose latest entry the store no longer holds; None where the index is another store's."""
        status = self._store.status()
        try:
            cursors.decode(self._mark()[0], status.store_id, status.epoch, _LAST_POSITION)
        except port.InvalidCursor:
            return None
        known = self._conn.execute("SELECT game, version, head FROM games").fetchall()
        return [game for game, version, head in known if not self._holds(game, version, bytes.fromhex(head))]

    def _holds(self, stream: str, version: int, digest: bytes) -> bool:
        found = self._store.read(stream, version - 1, 1)
        return bool(found) and (found[0].version, found[0].hash) == (version, digest)

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

    def ended(
        self,
        ruleset: str,
        by: str,
        *,
        players: frozenset[str] | None = None,
        series: str | None = None,
    ) -> Iterator[CatalogueRow]:
        """Yield a ruleset's games, whoever may see them, whose play ended by a time: the latest end first.

        `players` asks for exactly this set of people, in any order; `series` for those of this series. Rows are
        fetched as they are asked for.
        """
        where = ["ruleset = :ruleset", "ended_at <= :by", "(ended_at, ended_position) < (:at, :position)"]
        if players is not None:
            where.append("player_set = :player_set")
        if series is not None:
            where.append("series = :series")
        values = {
            "ruleset": ruleset,
            "by": by,
            "at": "~",  # sorts after every time
            "position": 0,
            "player_set": projection.player_set(players or ()),
            "series": series,
            "limit": _BATCH,
        }
        sql = f"{_SELECT}{' AND '.join(where)} ORDER BY ended_at DESC, ended_position DESC LIMIT :limit"
        while rows := self._select(sql, values):
            yield from rows
            values["at"], values["position"] = rows[-1].ended_at, rows[-1].ended_position

    def remembered(self, game: str) -> CatalogueRow | None:
        """Return what was last known of a game, whatever the store holds now; waits for no fold."""
        try:
            with closing(projection.open_to_read(self._path)) as conn:
                found = conn.execute(_REMEMBER, {"game": game}).fetchone()
        except sqlite3.Error as fault:
            raise CatalogueUnavailable(f"the catalogue {self._path} cannot be read: {fault}") from fault
        return None if found is None else _row(found)

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
