"""Folded games in memory: each game as the ledger and as its viewers know it, kept at the head and at waypoints.

All of it can be dropped at any moment; the log is folded again on demand.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock, RLock
from typing import Any, TypeAlias

import msgspec

from domain.kernel.entry import Private, read_private
from domain.kernel.game import Game, fold
from domain.kernel.lifecycle import GameOpened
from domain.kernel.score import Citations, Line
from domain.kernel.sealed import EVERYTHING
from eventstore.port import Corrupt, EventReader, EventStore, StoredEntry
from service.faults import NotFound
from service.rules import Rules, UnknownManifest

_WAYPOINT = 64
"""A fold is kept at every so many versions, so that reading an old version costs a bounded fold."""


Read: TypeAlias = Callable[[int, int], Sequence[StoredEntry]]
"""Gives the entries after a version, as many as are wanted."""


class UnreadableGame(Exception):
    """Report a game whose log cannot be folded: its id, the first version that cannot be read, and why."""

    def __init__(self, game: str, version: int, why: str) -> None:
        super().__init__(f"version {version}: {why}")
        self.game, self.version = game, version


UNREADABLE = (msgspec.MsgspecError, KeyError, IndexError, TypeError, AttributeError, ValueError, UnknownManifest)
"""What decoding and folding raise where an entry is not as it was written."""


class Known(msgspec.Struct, frozen=True):
    """How far a log has come as somebody remembers it: its version, and the hash of the entry there (64 hex digits)."""

    version: int
    head: str

    def check(self, game: str, entries: Sequence[StoredEntry]) -> None:
        """Raise `UnreadableGame` where a log from its first entry on is not what is remembered of it."""
        if len(entries) < self.version:
            raise UnreadableGame(game, len(entries) + 1, "this entry and all later ones are missing")
        if entries[self.version - 1].hash.hex() != self.head:
            raise UnreadableGame(game, self.version, "it is another entry than is remembered")


@contextmanager
def readable(entry: StoredEntry, after: int | None = None) -> Iterator[None]:
    """Read or fold an entry, the one that follows a version if one is given; raises `UnreadableGame` otherwise."""
    if after is not None and entry.version != after + 1:
        raise UnreadableGame(entry.stream, after + 1, "the entry is missing")
    try:
        yield
    except UNREADABLE as fault:
        raise UnreadableGame(entry.stream, entry.version, str(fault)) from fault


class Track:
    """One viewer's fold of a game, at its latest version and at waypoints behind it.

    What the lines of the score rest on is followed as far as somebody has asked for them, and kept likewise.
    """

    def __init__(self, rules: Rules, manifest: Any, game: str, viewer: str) -> None:
        self._rules, self._manifest, self._viewer = rules, manifest, viewer
        self._waypoints: list[Game] = [Game(game)]
        self.head = self._waypoints[0]
        self._citing = Lock()
        self._citations = [Citations()]
        self._followed = self.head, self._citations[0]

    def follow(self, entries: Sequence[StoredEntry]) -> None:
        """Fold the entries that come next."""
        for entry in entries:
            self.advance(self._step(self.head, entry))

    def advance(self, game: Game) -> None:
        """Take over a fold that is one entry further."""
        self.head = game
        if game.version % _WAYPOINT == 0:
            self._waypoints.append(game)

    def at(self, version: int, read: Read) -> Game:
        """Return the fold at a version not above the head."""
        head = self.head
        if version == head.version:
            return head
        game = self._waypoints[min(version // _WAYPOINT, len(self._waypoints) - 1)]
        for entry in read(game.version, version - game.version):
            game = self._step(game, entry)
        return _arrived(game, version)

    def cited(self, version: int, read: Read) -> tuple[Game, tuple[Line, ...]]:
        """Return the fold at a version not above the head, and its lines with the events that built them.

        It may take long at first, so no game's lock need be held: a fold that moves on meanwhile does not disturb it.
        """
        with self._citing:
            game, citations = self._followed
            if version < game.version:
                behind = version // _WAYPOINT
                game, citations = self.at(behind * _WAYPOINT, read), self._citations[behind]
            citations = citations.copy()
            for entry in read(game.version, version - game.version):
                game = self._step(game, entry, citations)
                if game.version == len(self._citations) * _WAYPOINT:
                    self._citations.append(citations.copy())
            if version > self._followed[0].version:
                self._followed = _arrived(game, version), citations
            return _arrived(game, version), citations.cited()

    def _step(self, game: Game, entry: StoredEntry, citations: Citations | None = None) -> Game:
        with readable(entry, game.version):
            events = self._rules.codec.events(entry.body, entry.private, self._viewer)
            return fold(self._rules.ruleset, self._manifest, game, events, citations)


def _arrived(game: Game, version: int) -> Game:
    if game.version < version:
        raise UnreadableGame(game.id, game.version + 1, "the entry is missing")
    return game


class Live:
    """A game in memory: who may write to it, its folds, and what its first and last entries say of it.

    `lock` is held while a command is decided and appended, and while a fold catches up.
    """

    def __init__(self, rules: Rules, entries: Sequence[StoredEntry], store: EventStore) -> None:
        with readable(entries[0], 0):
            first = msgspec.json.decode(entries[0].body)
            self.manifest = rules.manifest(first["events"][0]["manifest"])
            self.opened_at: str = first["at"]
            self.opener: str | None = read_private(entries[0].private).grant
        self.lock = RLock()
        self.rules, self.id, self._store = rules, entries[0].stream, store
        self.truth = Track(rules, self.manifest, self.id, EVERYTHING)
        self._views: OrderedDict[str, Track] = OrderedDict()
        self.head_hash = b""
        self.last_at = self.opened_at
        self.follow(entries)

    @property
    def game(self) -> Game:
        """Return the game as the ledger knows it, at its head."""
        return self.truth.head

    @property
    def opened(self) -> GameOpened:
        """Return the opening event."""
        opened = self.game.opened
        if opened is None:
            raise UnreadableGame(self.id, 1, "the first entry opens no game")
        return opened

    @property
    def head(self) -> str:
        """Return the hash of the latest entry, 64 hex digits."""
        return self.head_hash.hex()

    def follow(self, entries: Sequence[StoredEntry]) -> None:
        """Fold the entries that come next."""
        for entry in entries:
            self.truth.follow((entry,))
            self.head_hash = entry.hash
        if entries:
            self.last_at = msgspec.json.decode(entries[-1].body)["at"]

    def take_over(self, games: Sequence[Game], hashes: Sequence[bytes], at: str) -> None:
        """Go on from games that were decided here, one for each entry appended, with their hashes and time."""
        for game in games:
            self.truth.advance(game)
        self.head_hash, self.last_at = hashes[-1], at

    def refresh(self) -> None:
        """Fold what others have appended."""
        with self.lock:
            self.follow(self._store.read(self.id, self.game.version))

    def as_seen(self, reader: str, version: int | None = None) -> Game:
        """Return the game as a reader knows it at a version (the head without one); raises `NotFound`."""
        with self.lock:
            track = self._track(reader)
            return track.at(_version(track, version), self.entries)

    def cited(self, reader: str, version: int | None = None) -> tuple[Game, tuple[Line, ...]]:
        """Return the same game with its score lines and the events that built them; raises `NotFound`."""
        with self.lock:
            track = self._track(reader)
            at = _version(track, version)
        return track.cited(at, self.entries)

    def entries(self, after: int, limit: int | None) -> list[StoredEntry]:
        """Return stored entries after a version."""
        return self._store.read(self.id, after, limit)

    def _track(self, reader: str) -> Track:
        if reader == EVERYTHING:
            return self.truth
        track = self._views.get(reader)
        if track is None:
            track = self._views[reader] = Track(self.rules, self.manifest, self.id, reader)
        if track.head.version < self.game.version:
            track.follow(self._store.read(self.id, track.head.version, self.game.version - track.head.version))
        return track


def _version(track: Track, version: int | None) -> int:
    head = track.head.version
    if version is not None and not 1 <= version <= head:
        raise NotFound(f"The game has versions 1 to {head}.")
    return head if version is None else version


class Folds:
    """The games in memory, the most recently used ones; safe for many threads."""

    def __init__(
        self, store: EventStore, rules: dict[str, Rules], remembered: Callable[[str], Known | None], capacity: int
    ) -> None:
        """Take also what tells how far a game had come by another memory than the log's."""
        self._store, self._rules, self._remembered, self._capacity = store, rules, remembered, capacity
        self._games: OrderedDict[str, Live] = OrderedDict()
        self._lock = Lock()

    def find(self, game: str) -> Live:
        """Return a game; raises `NotFound` and `UnreadableGame`."""
        with self._lock:
            live = self._games.get(game)
            if live is not None:
                self._games.move_to_end(game)
                return live
        live = self._load(game)
        with self._lock:
            # Two threads may have folded it at once; all must write through the same lock.
            live = self._games.setdefault(game, live)
            self._games.move_to_end(game)
            while len(self._games) > self._capacity:
                self._games.popitem(last=False)
        return live

    def opener(self, game: str) -> str | None:
        """Return the grant a game was opened under, without folding it; null where its log does not tell."""
        entries, _ = legible(self._store, game, 1)
        try:
            return private_of(entries[0]).grant
        except UNREADABLE:
            return None

    def forget(self, game: str) -> None:
        """Drop a game from memory."""
        with self._lock:
            self._games.pop(game, None)

    def _load(self, game: str) -> Live:
        # Asked first: what is remembered was in the log before.
        known = self._remembered(game)
        entries, whole = legible(self._store, game)
        if not whole:
            raise UnreadableGame(game, len(entries) + 1, "the file does not give its row")
        if known is not None:
            known.check(game, entries)
        if not entries:
            raise NotFound("There is no such game.")
        rules = self._rules_of(entries[0])
        try:
            return Live(rules, entries, self._store)
        except UnknownManifest as fault:
            raise UnreadableGame(game, 1, f"the components it is played with are not registered: {fault}") from fault

    def _rules_of(self, entry: StoredEntry) -> Rules:
        try:
            return self._rules[msgspec.json.decode(entry.body)["events"][0]["ruleset"]]
        except (msgspec.MsgspecError, KeyError, IndexError, TypeError) as fault:
            raise UnreadableGame(entry.stream, entry.version, f"its opening cannot be read: {fault}") from fault


def legible(store: EventReader, game: str, limit: int | None = None) -> tuple[list[StoredEntry], bool]:
    """Return the first entries of a game, and whether they are all; in a damaged file, those before the damage."""
    try:
        return store.read(game, 0, limit), True
    except Corrupt:
        entries: list[StoredEntry] = []
        with suppress(Corrupt):
            while page := store.read(game, len(entries), 1):
                entries += page
        return entries, False


def private_of(entry: StoredEntry) -> Private:
    """Return the private part of a stored entry."""
    return read_private(entry.private)
