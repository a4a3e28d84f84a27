"""What a listing needs from an entry's bytes: when it was written, and the steps of a game's life in it.

Only these few fields are decoded. Sealed fields and everything else that a ruleset records stay unread.
"""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

__all__ = ["Ended", "Opened", "Started", "Unreadable", "happened", "is_lifecycle", "written_at"]

# Only a kernel event's tag begins like this, and inside a JSON text the quotes would be escaped.
_MARK = b'"type":"game_'


class Unreadable(ValueError):
    """Report bytes that are no entry of a game."""


class Opened(msgspec.Struct, frozen=True):
    """State how a game was opened, and when the entry was written."""

    at: str
    ruleset: str
    revision: int
    manifest: str
    mode: str
    visibility: str
    seats: tuple[str, ...]
    series: str | None


class Started(msgspec.Struct, frozen=True):
    """State when play began: the time the table stated, else when the entry was written."""

    at: str


class Ended(msgspec.Struct, frozen=True):
    """State when play ended, as Started does, and the outcome recorded then."""

    at: str
    outcome: dict[str, Any] | None


class _OpenedEvent(msgspec.Struct):
    ruleset: str
    revision: Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
    manifest: str
    mode: str
    visibility: str
    seats: tuple[str, ...]
    options: dict[str, Any]


class _EndedEvent(msgspec.Struct):
    outcome: dict[str, Any] | None = None


class _Tagged(msgspec.Struct):
    type: str


class _Time(msgspec.Struct):
    at: str


class _Envelope(msgspec.Struct):
    at: str
    events: list[msgspec.Raw]
    table_at: str | None = None


_envelope = msgspec.json.Decoder(_Envelope)
_time = msgspec.json.Decoder(_Time)
_tagged = msgspec.json.Decoder(_Tagged)
_opened = msgspec.json.Decoder(_OpenedEvent)
_ended = msgspec.json.Decoder(_EndedEvent)


def is_lifecycle(body: bytes) -> bool:
    """Tell, without decoding, whether the entry may hold an opening, a start or an end."""
    return _MARK in body


def written_at(body: bytes) -> str:
    """Return when the entry was written. Raise Unreadable."""
    try:
        return _time.decode(body).at
    except (msgspec.MsgspecError, UnicodeError) as fault:
        raise Unreadable(str(fault)) from fault


def happened(body: bytes) -> tuple[Opened | Started | Ended, ...]:
    """Return the lifecycle events of an entry, in order. Raise Unreadable."""
    try:
        return tuple(_lifecycle(_envelope.decode(body)))
    except (msgspec.MsgspecError, UnicodeError) as fault:
        raise Unreadable(str(fault)) from fault


def _lifecycle(entry: _Envelope) -> Iterator[Opened | Started | Ended]:
    played_at = entry.table_at or entry.at
    for raw in entry.events:
        match _tagged.decode(raw).type:
            case "game_opened":
                yield _opening(entry.at, _opened.decode(raw))
            case "game_started":
                yield Started(played_at)
            case "game_ended":
                yield Ended(played_at, _ended.decode(raw).outcome)
            case _:
                pass


def _opening(at: str, event: _OpenedEvent) -> Opened:
    series = event.options.get("series")
    return Opened(
        at=at,
        ruleset=event.ruleset,
        revision=event.revision,
        manifest=event.manifest,
        mode=event.mode,
        visibility=event.visibility,
        seats=event.seats,
        series=series if isinstance(series, str) else None,
    )
