"""The catalogue's file: its tables, how entries are folded into them, and when it must be thrown away."""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlite_utils import Database

from eventstore import port
from service import envelopes
from service.transactions import create_private, immediate

__all__ = ["begin_anew", "delete_file", "fold", "is_passing", "open_file", "open_to_read", "player_set", "to_json"]

_APPLICATION = 0x484C4341  # marks the file as ours, so that no other database is ever deleted
_SCHEMA = 2
# These say "not now"; any other error of SQLite says that the file is not what it was when it was written.
_PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)

_GAMES: dict[str, Any] = {
    "opened_position": int,
    "game": str,
    "ruleset": str,
    "revision": int,
    "manifest": str,
    "mode": str,
    "visibility": str,
    "seats": str,
    "series": str,
    "opened_at": str,
    "started_at": str,
    "ended_at": str,
    "ended_position": int,
    "last_at": str,
    "status": str,
    "version": int,
    "head": str,
    "result": str,
    # Who sat there, whatever their seats.
    "player_set": str,
}
_OPTIONAL = {"series", "started_at", "ended_at", "ended_position", "result"}
_INSERT = f"INSERT OR IGNORE INTO games VALUES ({', '.join(f':{name}' for name in _GAMES)})"  # noqa: S608
_TOUCH = "UPDATE games SET version = ?, head = ?, last_at = coalesce(?, last_at) WHERE game = ?"
_START = "UPDATE games SET status = 'running', started_at = ? WHERE game = ?"
_END = (
    "UPDATE games SET status = 'ended', ended_at = :at, ended_position = :position, result = :result WHERE game = :game"
)
_SIT = "INSERT OR IGNORE INTO players (player, opened_position) VALUES (?, ?)"
_LOSE = "INSERT OR REPLACE INTO lost SELECT * FROM games WHERE game = ?"


# -- the file


def open_file(path: Path, log: Any) -> sqlite3.Connection:
    """Open the index, new and empty where there is none or one that cannot be used, which is logged.

    Raise sqlite3.Error when the file cannot be opened now, or holds a database that is not a catalogue.
    """
    try:
        return _opened(path)
    except sqlite3.DatabaseError as fault:
        if is_passing(fault):
            raise
        log.warning("catalogue_unusable", path=str(path), fault=str(fault))
    delete_file(path)
    return _opened(path)


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open the index for a reading that waits for no fold; raise sqlite3.Error where there is none."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=10, isolation_level=None)


def delete_file(path: Path) -> None:
    """Delete the index with the files that SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def is_passing(fault: sqlite3.Error) -> bool:
    """Tell whether an error says "not now", rather than that the file is damaged."""
    code: int | None = getattr(fault, "sqlite_errorcode", None)
    if code is None:
        return isinstance(fault, sqlite3.ProgrammingError | sqlite3.OperationalError)  # closed, or not creatable
    return code & 0xFF in _PASSING


def begin_anew(conn: sqlite3.Connection, lost: Sequence[str] | None) -> None:
    """Empty the index and let it begin at the start of the feed.

    What it knew of the games in `lost` is kept, beside what was kept before; None forgets all of that too.
    """
    with immediate(conn):
        conn.executemany(_LOSE, ((game,) for game in lost or ()))
        for table in ("games", "players", "mark", *(() if lost is not None else ("lost",))):
            conn.execute(f"DELETE FROM {table}")  # noqa: S608 (our own table names)
        conn.execute("INSERT INTO mark DEFAULT VALUES")


def _opened(path: Path) -> sqlite3.Connection:
    create_private(path)
    conn = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    try:
        _check(conn)
        conn.execute("PRAGMA journal_mode = WAL")
        # What a power cut takes from a disposable file is folded again; waiting for the disk buys nothing.
        conn.execute("PRAGMA synchronous = OFF")
        conn.execute("PRAGMA trusted_schema = OFF")
        with immediate(conn):
            _create(conn)
    except BaseException:
        conn.close()
        raise
    return conn


def _check(conn: sqlite3.Connection) -> None:
    application, schema, tables = (
        conn.execute(sql).fetchone()[0]
        for sql in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_schema")
    )
    if tables and application != _APPLICATION:
        raise sqlite3.InterfaceError("the file is a database of something else, and is left alone")
    if tables and schema != _SCHEMA:
        raise sqlite3.DatabaseError(f"the catalogue has schema {schema}, not {_SCHEMA}")
    # Without syncing, a power cut can leave an index that disagrees with its table; no query would notice.
    if (fault := conn.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
        raise sqlite3.DatabaseError(fault)


def _create(conn: sqlite3.Connection) -> None:
    db = Database(conn, execute_plugins=False)
    if db.table("games").exists():
        return
    needed = set(_GAMES) - _OPTIONAL
    games = db.table("games").create(_GAMES, pk="opened_position", not_null=needed, strict=True)
    games.create_index(["game"], unique=True)
    games.create_index(["ruleset", "ended_at", "ended_position"])
    games.create_index(["player_set", "ended_at"])
    # Games of which the log no longer holds what was once read there.
    db.table("lost").create(_GAMES, pk="game", not_null=needed, strict=True)
    players = {"player": str, "opened_position": int}
    db.table("players").create(players, pk=("player", "opened_position"), not_null=players, strict=True)
    mark = {"cursor": str, "stream": str, "version": int, "hash": bytes}
    db.table("mark").create(mark, strict=True)
    conn.execute("INSERT INTO mark DEFAULT VALUES")
    conn.execute(f"PRAGMA application_id = {_APPLICATION}")
    conn.execute(f"PRAGMA user_version = {_SCHEMA}")


# -- the fold


def fold(conn: sqlite3.Connection, entries: Iterable[port.StoredEntry], log: Any) -> None:
    """Fold entries in the order of the feed, within the caller's transaction; log those that cannot be read."""
    last: dict[str, port.StoredEntry] = {}
    for entry in entries:
        last[entry.stream] = entry
        if envelopes.is_lifecycle(entry.body):
            _fold_lifecycle(conn, entry, log)
    conn.executemany(
        _TOUCH, ((entry.version, entry.hash.hex(), _written_at(entry), game) for game, entry in last.items())
    )


def _fold_lifecycle(conn: sqlite3.Connection, entry: port.StoredEntry, log: Any) -> None:
    try:
        events = envelopes.happened(entry.body)
    except envelopes.Unreadable:
        # One damaged game must not hide all the others; whoever reads or audits that game is told.
        log.warning("entry_unreadable", game=entry.stream, version=entry.version)
        return
    for event in events:
        match event:
            case envelopes.Opened():
                _open_game(conn, entry, event)
            case envelopes.Started(at=at):
                conn.execute(_START, (at, entry.stream))
            case envelopes.Ended(at=at, outcome=outcome):
                result = None if outcome is None else to_json(outcome)
                values = {"at": at, "position": entry.position, "result": result, "game": entry.stream}
                conn.execute(_END, values)


def _open_game(conn: sqlite3.Connection, entry: port.StoredEntry, event: envelopes.Opened) -> None:
    record = dict.fromkeys(_GAMES) | msgspec.structs.asdict(event)
    record |= {
        "game": entry.stream,
        "seats": to_json(event.seats),
        "opened_at": event.at,
        "opened_position": entry.position,
        "last_at": event.at,
        "status": "open",
        "version": entry.version,
        "head": entry.hash.hex(),
        "player_set": player_set(event.seats),
    }
    conn.execute(_INSERT, record)
    conn.executemany(_SIT, [(player, entry.position) for player in event.seats])


def _written_at(entry: port.StoredEntry) -> str | None:
    try:
        return envelopes.written_at(entry.body)
    except envelopes.Unreadable:
        return None


def player_set(players: Iterable[str]) -> str:
    """Return one text for one set of people, in whatever order they sat."""
    return to_json(sorted(set(players)))


def to_json(value: Any) -> str:
    """Return a value as JSON text, as the index keeps it."""
    return msgspec.json.encode(value).decode()
