"""Entries as canonical bytes: sealed and hashed when written, opened for a viewer when read."""

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar, Union

import msgspec

from domain.kernel.chance import Outcome
from domain.kernel.lifecycle import LIFECYCLE_COMMANDS, LIFECYCLE_EVENTS, OpenGame
from domain.kernel.ruleset import Ruleset
from domain.kernel.sealed import EVERYTHING, Disclosure, digest, read_as, seal, show_faces
from domain.kernel.values import Actor, Command, Event, Json, Value

S = TypeVar("S", bound=msgspec.Struct)

_TAG = b"harvest-ledger/entry/1\n"
_SEALED_MARK = b'"sealed":'
_canonical = msgspec.json.Encoder(order="sorted")


class Body(Value, frozen=True, kw_only=True):
    """The hashed part of an entry, as one reader may read it."""

    v: int
    game: str
    version: int
    prev: str | None
    at: str
    by: Actor
    command: Command
    events: tuple[Event, ...]
    table_at: str | None = None
    key: str | None = None


class _Events(msgspec.Struct, frozen=True):
    """Only the events of a body: all that a fold needs."""

    events: tuple[Event, ...]


class Private(Value, frozen=True, omit_defaults=True):
    """What is kept beside a body: disclosures, the outcomes of chance, the digest of the request as sent, its grant."""

    disclosures: tuple[Disclosure, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    request: str | None = None
    grant: str | None = None


class Draft(Value, frozen=True):
    """An entry before it is written: what was decided, by whom, when, and after which hash."""

    game: str
    version: int
    prev: bytes | None
    at: str
    by: Actor
    command: Command
    events: tuple[Event, ...]
    outcomes: tuple[Outcome, ...]
    table_at: str | None = None
    key: str | None = None
    request: str | None = None
    grant: str | None = None


class Written(Value, frozen=True):
    """An entry as bytes: the hashed body, the private part, and the hash that chains the next entry to it."""

    body: bytes
    private: bytes
    prev: bytes | None
    hash: bytes


_private_decoder = msgspec.json.Decoder(Private)


def entry_hash(body: bytes) -> bytes:
    """Return the hash of an entry, 32 bytes: SHA-256 over a domain tag and the body as stored."""
    return hashlib.sha256(_TAG + body).digest()


def read_private(private: bytes) -> Private:
    """Decode the part of an entry that is kept beside its body; raises `msgspec.MsgspecError`."""
    return _private_decoder.decode(private)


def false_disclosures(body: bytes, private: Private) -> list[str]:
    """Name the disclosures that do not open the digest in the body they belong to."""
    if not private.disclosures:
        return []
    plain = msgspec.json.decode(body)
    return [
        f"{each.event}.{each.field}"
        for each in private.disclosures
        if _sealed_at(plain, each).get("sealed") != digest(each, plain["game"], plain["version"])
    ]


class Codec:
    """Writes and reads the entries of one ruleset."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        command: Any = Union.__getitem__((OpenGame, *LIFECYCLE_COMMANDS, *ruleset.commands))
        event: Any = Union.__getitem__((*LIFECYCLE_EVENTS, *ruleset.events))
        self._back = ruleset.back
        self._body_type = _narrowed(Body, command=command, events=tuple[event, ...])
        self._events_type = _narrowed(_Events, events=tuple[event, ...])
        self._body_decoder = msgspec.json.Decoder(self._body_type)
        self._events_decoder = msgspec.json.Decoder(self._events_type)

    def write(self, draft: Draft, salt: Callable[[], bytes]) -> Written:
        """Seal and encode an entry; `salt` gives 16 fresh random bytes at each call."""
        where = (draft.game, draft.version)
        command, disclosures = seal(draft.command, (*where, -1), salt, self._back)
        events = []
        for index, event in enumerate(draft.events):
            public, opened = seal(event, (*where, index), salt, self._back)
            events.append(public)
            disclosures += opened
        body: dict[str, Json] = {
            "v": 1,
            "game": draft.game,
            "version": draft.version,
            "prev": None if draft.prev is None else draft.prev.hex(),
            "at": draft.at,
            "by": draft.by,
            "command": command,
            "events": events,
        }
        if draft.table_at is not None:
            body["table_at"] = draft.table_at
        if draft.key is not None:
            body["key"] = draft.key
        encoded = _canonical.encode(body)
        private = Private(tuple(disclosures), draft.outcomes, draft.request, draft.grant)
        return Written(encoded, _canonical.encode(private), draft.prev, entry_hash(encoded))

    def read(self, body: bytes, private: Private, viewer: str = EVERYTHING) -> Body:
        """Decode an entry as a viewer may read it; raises `msgspec.MsgspecError` where it is no such entry."""
        if _SEALED_MARK not in body:
            return self._body_decoder.decode(body)
        return msgspec.convert(self.plain(body, private, viewer), self._body_type)

    def events(self, body: bytes, private: bytes, viewer: str = EVERYTHING) -> tuple[Event, ...]:
        """Decode only the events of an entry, for folding."""
        if _SEALED_MARK not in body:
            return self._events_decoder.decode(body).events
        plain = self.plain(body, _private_decoder.decode(private), viewer)
        return msgspec.convert(plain, self._events_type).events

    def plain(self, body: bytes, private: Private, viewer: str = EVERYTHING) -> dict[str, Any]:
        """Decode an entry to plain JSON with its sealed fields opened or replaced by their stand-ins."""
        plain: dict[str, Any] = msgspec.json.decode(body)
        read_as(viewer, plain, private.disclosures)
        if body.count(_SEALED_MARK) > len(private.disclosures):
            show_faces(plain)
        return plain


def _narrowed(kind: type[S], **fields: Any) -> type[S]:
    """Return a struct with fields of narrower types; a generic one would be put together anew at each conversion."""
    narrowed: Any = msgspec.defstruct(kind.__name__, fields.items(), bases=(kind,), frozen=True, kw_only=True)
    return narrowed  # type: ignore[no-any-return]


def _sealed_at(plain: dict[str, Any], disclosure: Disclosure) -> dict[str, Any]:
    try:
        message = plain["command"] if disclosure.event < 0 else plain["events"][disclosure.event]
        sealed = message[disclosure.field]
    except (KeyError, IndexError):
        return {}
    return sealed if isinstance(sealed, dict) else {}
