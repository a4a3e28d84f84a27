"""Verify a whole database without writing to it, also while a service does: every chain, every position, every game.

A log can be read for faults that it shows by itself. That its newest entries are gone shows only beside something that
remembers them: the catalogue.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import msgspec

from eventstore import EventReader, InvalidCursor, Status, StoredEntry, StoreError, cursors
from service import envelopes
from service.examination import Check, Examination
from service.folds import Known
from service.rules import Rules

__all__ = ["Fault", "Memory", "Verification", "recall", "registered_manifest", "verify"]

_LAST_POSITION = 2**63 - 1
_MOST_LISTED = 5


class Fault(msgspec.Struct, frozen=True):
    """Say what is wrong and where: in a game (none: in the whole log), from a version on if that is known.

    A `warning` is worth knowing and no damage, such as a game that later rules would have decided otherwise.
    """

    check: str
    detail: str
    game: str | None = None
    version: int | None = None
    warning: bool = False


class Remembered(msgspec.Struct, frozen=True):
    """What the catalogue knows of a game: its ruleset, its latest version and the hash of that entry."""

    ruleset: str
    version: int
    head: str


class Memory(msgspec.Struct, frozen=True):
    """What a catalogue remembers of a log: how far it had come, and every game; `note` when it cannot be asked."""

    position: int = 0
    games: Mapping[str, Remembered] = {}
    note: str | None = None


class Verification(msgspec.Struct):
    """What was found, and how much was looked at."""

    games: int = 0
    entries: int = 0
    faults: list[Fault] = []

    @property
    def sound(self) -> bool:
        """Tell whether nothing but warnings was found."""
        return all(fault.warning for fault in self.faults)


def verify(
    store: EventReader, rules: Mapping[str, Rules], memory: Memory, status: Status, progress: Callable[[int], None]
) -> Verification:
    """Walk the log up to its present end; `progress` hears of the entries so far.

    `memory` and `status` must have been asked for before, in this order: entries written since are then looked at, but
    never missed. Raise a `StoreError` when the log cannot be read at all.
    """
    found, seen = Verification(), bytearray(status.position + 1)
    for game in store.streams():
        found.games += 1
        try:
            entries = store.read(game)
        except StoreError as fault:
            found.faults.append(Fault("file", f"Its rows cannot be read: {fault}.", game))
            continue
        for entry in entries:
            if 0 < entry.position <= status.position:
                seen[entry.position] = 1
        found.entries += len(entries)
        found.faults += _examined(game, entries, rules, memory.games.get(game))
        progress(found.entries)
    found.faults += _lost_games(store, memory)
    found.faults += _gaps(seen, memory.position)
    return found


def recall(catalogue: Path, status: Status) -> Memory:
    """Read what the catalogue remembers of this log, without changing the file."""
    if not catalogue.is_file():
        return Memory(note=f"There is no catalogue {catalogue} that would remember entries lost at the end.")
    try:
        with closing(_read_only(catalogue)) as conn:
            (cursor,) = conn.execute("SELECT cursor FROM mark").fetchone()
            position = cursors.decode(cursor, status.store_id, status.epoch, _LAST_POSITION) if cursor else 0
            games = {row[0]: Remembered(*row[1:]) for row in conn.execute(_HEADS)}
    except InvalidCursor:
        return Memory(note=f"The catalogue {catalogue} is that of another log, so nothing was compared with it.")
    except (sqlite3.Error, TypeError) as fault:
        return Memory(note=f"The catalogue {catalogue} cannot be read, so nothing was compared with it: {fault}.")
    return Memory(position, games)


_HEADS = """
SELECT game, ruleset, version, head FROM lost
 UNION ALL SELECT game, ruleset, version, head FROM games WHERE game NOT IN (SELECT game FROM lost)
"""


def registered_manifest(database: Path) -> Callable[[str], bytes | None]:
    """Return a look-up of registered manifests by digest that does not write to the database."""

    def look_up(digest: str) -> bytes | None:
        try:
            with closing(_read_only(database)) as conn:
                row = conn.execute("SELECT body FROM manifests WHERE digest = ?", (digest,)).fetchone()
        except sqlite3.Error:
            return None
        return None if row is None else bytes(row[0])

    return look_up


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=5, isolation_level=None)


# -- one game


def _examined(
    game: str, entries: list[StoredEntry], rules: Mapping[str, Rules], remembered: Remembered | None
) -> Iterator[Fault]:
    if not entries:
        return  # named in the index of a damaged file; its positions are missing
    ruleset = _ruleset_of(entries[0]) or (remembered.ruleset if remembered else None)
    if ruleset is None:
        yield Fault("chain", "Its opening cannot be read, so nothing after it can.", game, 1)
        return
    if ruleset not in rules:
        yield Fault("fold", f"Its ruleset {ruleset!r} is not known here.", game, 1)
        return
    known = [] if remembered is None else [Known(remembered.version, remembered.head)]
    examined = Examination(rules[ruleset], entries, known).run()
    yield from (_fault(game, check) for check in examined.checks if check.status in {"fail", "warn"})


def _ruleset_of(first: StoredEntry) -> str | None:
    try:
        happened = envelopes.happened(first.body)
    except envelopes.Unreadable:
        return None
    return next((event.ruleset for event in happened if isinstance(event, envelopes.Opened)), None)


def _fault(game: str, check: Check) -> Fault:
    version = min(check.versions, default=None)
    more = len(check.versions) - 1
    detail = check.detail.removeprefix(f"Version {version}: ")
    if more > 0:
        detail += f" The same in {more} more."
    return Fault(check.id, detail, game, version, warning=check.status == "warn")


# -- the whole log


def _lost_games(store: EventReader, memory: Memory) -> Iterator[Fault]:
    for game, remembered in memory.games.items():
        if store.head(game).version == 0:
            yield Fault("chain", f"The catalogue remembers {remembered.version} entries, the log has none.", game, 1)


def _gaps(seen: bytearray, remembered: int) -> Iterator[Fault]:
    """Name the positions that nothing was found at, as ranges; a log's positions have no gaps."""
    ranges: list[str] = []
    start = seen.find(0, 1)
    while start >= 0:
        end = seen.find(1, start)
        last = (end if end >= 0 else len(seen)) - 1
        ranges.append(str(start) if start == last else f"{start} to {last}")
        start = seen.find(0, end) if end >= 0 else -1
    if ranges:
        more = f" and {len(ranges) - _MOST_LISTED} more gaps" if len(ranges) > _MOST_LISTED else ""
        yield Fault("positions", f"No entry at position {', '.join(ranges[:_MOST_LISTED])}{more}.")
    if remembered >= len(seen):
        last = len(seen) - 1
        yield Fault("positions", f"The log ends at position {last}; the catalogue has read up to {remembered}.")
