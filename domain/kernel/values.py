"""The shapes every game shares: frozen values, commands and events, and the words for seats and cards."""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

Seat: TypeAlias = int
"""A place at the table, counted from 1 in turn order."""

Card: TypeAlias = str
"""A face code of the manifest, or a stand-in that begins with `?`."""

Mode: TypeAlias = Literal["dealt", "observed"]
"""Where chance comes from: the service's seed, or a scribe at a physical table."""

Actor: TypeAlias = str
"""Who sent a command: `seat:<n>`, `scribe`, `arbiter`, `admin` or `system`."""

Multiset: TypeAlias = dict[str, int]
"""How many of each face; faces with none of them may be listed with zero."""


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    """An immutable piece of state or data."""


class Command(Value, frozen=True, tag_field="type"):
    """What somebody asks for; refused as a whole or recorded as given."""


class Event(Value, frozen=True, tag_field="type"):
    """What happened; a fact that is never judged again."""


def tag_of(kind: type[Struct]) -> str:
    """Return the tag by which a command or event class is named in JSON."""
    return str(kind.__struct_config__.tag)


Json: TypeAlias = Any
"""Plain JSON data: text, integers, booleans, null, lists and maps."""
