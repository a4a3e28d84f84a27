"""The mutable side of a ledger: players' names, tokens with their grants, registered manifests.

It shares the log's SQLite file and keeps connections of its own. Whatever people may want forgotten or taken
back lives here and never in a log.
"""

import hmac
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from secrets import token_bytes
from typing import Any

import msgspec
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from service import ids
from service.clock import stamp
from service.grants import ADMIN_GRANT, Grant, Principal
from service.transactions import create_private, immediate

__all__ = ["Directory", "DirectoryUnavailable", "IssuedToken", "Player", "TokenInfo"]


class DirectoryUnavailable(Exception):
    """Report that the database could not be used now (full, locked, damaged); nothing was changed."""


class IssuedToken(msgspec.Struct, frozen=True):
    """Carry a new token; its text is kept nowhere else."""

    token_id: str
    token: str


class TokenInfo(msgspec.Struct, frozen=True):
    """Describe a token to an administrator, without anything by which it could be used."""

    id: str
    label: str
    grants: tuple[Grant, ...]
    created_at: str
    revoked_at: str | None


class Player(msgspec.Struct, frozen=True):
    """Describe a person of the directory; a forgotten one has no name."""

    id: str
    name: str | None
    created_at: str


_Grants = msgspec.json.Decoder(tuple[Grant, ...])
_schema = Migrations("directory")


@_schema()
def tables(db: Database) -> None:
    """Create the tables of the first release."""
    db.table("players").create(
        {"id": str, "name": str, "created_at": str}, pk="id", not_null=("id", "created_at"), strict=True
    )
    db.table("tokens").create(
        {"id": str, "hash": bytes, "label": str, "grants": str, "created_at": str, "revoked_at": str},
        pk="id",
        not_null=("id", "hash", "label", "grants", "created_at"),
        strict=True,
    )
    db.table("tokens").create_index(["hash"], unique=True)
    db.table("manifests").create(
        {"ruleset": str, "digest": str, "body": bytes, "created_at": str},
        pk=("ruleset", "digest"),
        not_null=("ruleset", "digest", "body", "created_at"),
        strict=True,
    )
    db.table("manifests").create_index(["digest"])


class Directory:
    """Keep players, tokens and manifests in the ledger's database file; safe for any number of threads.

    Every method raises DirectoryUnavailable when the database cannot be used now.
    """

    def __init__(
        self,
        path: Path,
        *,
        entropy: ids.Entropy = token_bytes,
        clock: Callable[[], float] = time.time,
        turn: AbstractContextManager[object] | None = None,
    ) -> None:
        """Open the directory; `turn` is held while it writes, as by the log that is in the same file."""
        self._path = path
        self._turn = turn or nullcontext()
        self._entropy = entropy
        self._clock = clock
        # A pool and not one connection a thread: server threads come and go, and would leave theirs open.
        self._idle: deque[sqlite3.Connection] = deque()
        with self._connection() as conn:
            _migrate(conn)

    def close(self) -> None:
        """Close the connections that are not in use."""
        while self._idle:
            self._idle.pop().close()

    # -- tokens

    def authenticate(self, token: str) -> Principal | None:
        """Return who a token belongs to; None when it is unknown or revoked.

        The database is asked each time, so that a revocation by any process holds from the next request on.
        """
        digest = ids.token_digest(token)
        with self._connection() as conn:
            row = conn.execute(
                "SELECT id, hash, grants FROM tokens WHERE hash = ? AND revoked_at IS NULL", (digest,)
            ).fetchone()
        if row is None or not hmac.compare_digest(row[1], digest):
            return None
        return Principal(row[0], _Grants.decode(row[2]))

    def issue(self, grants: Sequence[Grant], label: str = "") -> IssuedToken:
        """Make a token with these grants; only its hash is stored."""
        return self.issue_many([(grants, label)])[0]

    def issue_many(self, wanted: Iterable[tuple[Sequence[Grant], str]]) -> tuple[IssuedToken, ...]:
        """Make a token for each pair of grants and label: all of them, or none on an error."""
        made = [(ids.new_token(self._entropy), grants, label) for grants, label in wanted]
        with self._writing() as conn:
            return tuple(self._insert_token(conn, *one) for one in made)

    def tokens(self) -> tuple[TokenInfo, ...]:
        """List all tokens, the oldest first, revoked ones included."""
        rows = self._rows("SELECT id, label, grants, created_at, revoked_at FROM tokens ORDER BY rowid")
        return tuple(TokenInfo(row[0], row[1], _Grants.decode(row[2]), row[3], row[4]) for row in rows)

    def revoke(self, token_id: str) -> bool:
        """Revoke a token for good; False when there is no such token or it was revoked before."""
        sql = "UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL"
        with self._writing() as conn:
            return conn.execute(sql, (self._now(), token_id)).rowcount == 1

    def ensure_admin(self, token: str | None) -> str | None:
        """Make sure that there is an admin token; return its text when it is new and has to be shown.

        A given token is added unless it was ever known: a revoked one stays revoked. Without one, a token is
        made only if no admin token ever existed.
        """
        with self._writing() as conn:
            if token is not None:
                known = _one(conn, "SELECT 1 FROM tokens WHERE hash = ?", ids.token_digest(token))
            else:
                known = _one(
                    conn,
                    "SELECT 1 FROM tokens, json_each(tokens.grants) AS held"
                    " WHERE json_extract(held.value, '$.scope') = 'admin'",
                )
            if known:
                return None
            return self._insert_token(conn, token or ids.new_token(self._entropy), (ADMIN_GRANT,), "bootstrap").token

    # -- players

    def add_players(self, names: Sequence[tuple[str, str]]) -> None:
        """Add players, given as pairs of id and name; for an id that is known, what is recorded stands."""
        now = self._now()
        with self._writing() as conn:
            conn.executemany(
                "INSERT INTO players (id, name, created_at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING",
                [(player, name, now) for player, name in names],
            )

    def player(self, player_id: str) -> Player | None:
        """Return a player; None when the directory has no such id."""
        rows = self._rows("SELECT id, name, created_at FROM players WHERE id = ?", player_id)
        return Player(*rows[0]) if rows else None

    def names(self, player_ids: Iterable[str]) -> dict[str, str | None]:
        """Return a name for each id: None for the forgotten and the unknown."""
        wanted = dict.fromkeys(player_ids)
        if wanted:
            sql = "SELECT id, name FROM players WHERE id IN (SELECT value FROM json_each(?))"
            wanted.update(self._rows(sql, msgspec.json.encode(list(wanted)).decode()))
        return wanted

    def forget(self, player_id: str) -> bool:
        """Erase a player's name; the id stays, as logs hold it. False when there is no such player."""
        with self._writing() as conn:
            return conn.execute("UPDATE players SET name = NULL WHERE id = ?", (player_id,)).rowcount == 1

    # -- manifests

    def put_manifest(self, ruleset: str, digest: str, body: bytes) -> bool:
        """Register an edition's manifest under its digest; False when it was known already."""
        sql = "INSERT OR IGNORE INTO manifests (ruleset, digest, body, created_at) VALUES (?, ?, ?, ?)"
        with self._writing() as conn:
            return conn.execute(sql, (ruleset, digest, body, self._now())).rowcount == 1

    def manifest(self, digest: str) -> bytes | None:
        """Return the registered manifest of this digest; None when there is none."""
        rows = self._rows("SELECT body FROM manifests WHERE digest = ?", digest)
        return bytes(rows[0][0]) if rows else None

    def manifests(self, ruleset: str) -> list[tuple[str, str]]:
        """List digest and time of a ruleset's registered manifests, the oldest first."""
        return self._rows("SELECT digest, created_at FROM manifests WHERE ruleset = ? ORDER BY rowid", ruleset)

    # -- the database

    def _insert_token(self, conn: sqlite3.Connection, token: str, grants: Sequence[Grant], label: str) -> IssuedToken:
        issued = IssuedToken(ids.new_token_id(self._entropy), token)
        conn.execute(
            "INSERT INTO tokens (id, hash, label, grants, created_at) VALUES (?, ?, ?, ?, ?)",
            (
                issued.token_id,
                ids.token_digest(token),
                label,
                msgspec.json.encode(grants).decode(),
                self._now(),
            ),
        )
        return issued

    def _rows(self, sql: str, *values: str) -> list[Any]:
        with self._connection() as conn:
            return conn.execute(sql, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._connection() as conn, self._turn, immediate(conn):
            yield conn

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """Lend an idle connection, or a new one; after any error it is closed and not lent again."""
        conn = None
        try:
            conn = self._borrow()
            yield conn
        except BaseException as fault:
            if conn is not None:
                conn.close()
            if isinstance(fault, sqlite3.OperationalError) or type(fault) is sqlite3.DatabaseError:
                raise DirectoryUnavailable(f"the directory's database cannot be used: {fault}") from fault
            raise
        self._idle.append(conn)

    def _borrow(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return _open(self._path)

    def _now(self) -> str:
        return stamp(self._clock())


def _open(path: Path) -> sqlite3.Connection:
    create_private(path)
    conn = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    try:
        if _one(conn, "PRAGMA journal_mode") != "wal":
            conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("PRAGMA synchronous = FULL")
        conn.execute("PRAGMA trusted_schema = OFF")
        # Checkpoints are the log writer's: older SQLite can lose data when two connections reset the WAL.
        conn.execute("PRAGMA wal_autocheckpoint = 0")
        # A forgotten name shall leave the file as well, not only the tables.
        conn.execute("PRAGMA secure_delete = ON")
    except BaseException:
        conn.close()
        raise
    return conn


def _migrate(conn: sqlite3.Connection) -> None:
    db = Database(conn, execute_plugins=False)
    if _schema.pending(db):
        with immediate(conn):
            _schema.apply(db)


def _one(conn: sqlite3.Connection, sql: str, *values: bytes) -> object:
    row = conn.execute(sql, values).fetchone()
    return None if row is None else row[0]
