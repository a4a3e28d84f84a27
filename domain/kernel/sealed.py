"""Sealed fields: values that only an audience may read before the game has ended.

In the hashed body of an entry a sealed field is a salted digest and a public stand-in; its *disclosure* is kept beside
the body. A viewer's reading puts the value where the viewer is of the audience, and the stand-in everywhere else.
"""

import hashlib
from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated, Any, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from domain.kernel.cards import is_unknown
from domain.kernel.values import Json, Value

NOBODY = "nobody"
SPECTATOR = "spectator"
EVERYTHING = "everything"
"""The reading of the ledger itself, and of everybody once a game has ended."""

_SEALED = "sealed"
_canonical = msgspec.json.Encoder(order="sorted")


def sealed_to(seat_field: str) -> Meta:
    """Seal a field to the seat that another field of the same event names."""
    return Meta(extra={_SEALED: seat_field})


sealed_to_nobody = Meta(extra={_SEALED: NOBODY})
"""Seal a field until the game has ended."""


class Disclosure(Value, frozen=True):
    """What opens one sealed field: event index (-1: the command), audience, salt (32 hex digits) and value."""

    event: int
    field: str
    audience: str
    salt: str
    value: Json


def may_read(viewer: str, audience: str) -> bool:
    """Tell whether a viewer of a running game may read what is sealed to an audience."""
    if viewer == EVERYTHING:
        return True
    if audience == NOBODY or viewer == SPECTATOR:
        return False
    return viewer in (audience, "scribe", "arbiter")


@cache
def sealed_fields(kind: type[Struct]) -> tuple[tuple[str, str], ...]:
    """Return the sealed fields of a command or event class, each with the field that names its seat, or `nobody`."""
    found = []
    for field in msgspec.structs.fields(kind):
        seal = _seal_of(field.type)
        if seal is not None:
            found.append((field.encode_name, seal))
    return tuple(found)


def seal(
    message: Struct, where: tuple[str, int, int], salt: Callable[[], bytes], back: Callable[[str], str]
) -> tuple[Json, list[Disclosure]]:
    """Return a command or event as its public JSON, and the disclosures of what was sealed in it.

    `where` is (game, version, event index); a field that holds null says so to everybody.
    """
    fields = sealed_fields(type(message))
    if not fields:
        return message, []
    public, disclosures = msgspec.to_builtins(message), []
    for field, seat_field in fields:
        value = public[field]
        if value is None:
            continue
        audience = NOBODY if seat_field == NOBODY else f"seat:{public[seat_field]}"
        disclosure = Disclosure(where[2], field, audience, salt().hex(), value)
        disclosures.append(disclosure)
        shown = "?" if audience == NOBODY else stand_in(value, back)
        public[field] = {"sealed": digest(disclosure, where[0], where[1]), "back": shown}
    return public, disclosures


def digest(disclosure: Disclosure, game: str, version: int) -> str:
    """Return the digest by which a body commits to a sealed value, 64 hex digits."""
    opened = [disclosure.salt, game, version, disclosure.event, disclosure.field, disclosure.value]
    return hashlib.sha256(_canonical.encode(opened)).hexdigest()


def stand_in(value: Json, back: Callable[[str], str]) -> Json:
    """Return what everybody else reads: the back of each card, in the same shape."""
    if isinstance(value, str):
        return value if is_unknown(value) else back(value)
    return [stand_in(card, back) for card in value]


def read_as(viewer: str, body: dict[str, Any], disclosures: Iterable[Disclosure]) -> None:
    """Open in place the sealed fields of a decoded body that a viewer may read; disclosed others show their faces."""
    events = body["events"]
    for each in disclosures:
        message = body["command"] if each.event < 0 else events[each.event]
        sealed = message[each.field]
        message[each.field] = each.value if may_read(viewer, each.audience) else sealed["back"]


def show_faces(body: dict[str, Any]) -> None:
    """Replace in place what is still sealed, for want of a disclosure, by its public face."""
    for message in (body["command"], *body["events"]):
        for field, value in message.items():
            if isinstance(value, dict) and "sealed" in value:
                message[field] = value["back"]


def _seal_of(kind: Any) -> str | None:
    if get_origin(kind) is Annotated:
        for meta in get_args(kind)[1:]:
            if isinstance(meta, Meta) and meta.extra and _SEALED in meta.extra:
                return str(meta.extra[_SEALED])
    return None
