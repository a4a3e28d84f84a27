"""Turn nested validation messages into the flat list of faults that a refusal carries."""

from collections.abc import Iterator, Mapping
from typing import Any, TypedDict

from marshmallow.exceptions import SCHEMA

__all__ = ["Fault", "faults"]

Fault = TypedDict("Fault", {"in": str, "pointer": str, "detail": str})


def faults(messages: Any, place: str = "body") -> list[Fault]:
    """Return every fault of one place's messages, sorted by pointer."""
    return _sorted(_walk(messages, place, ()))


def _walk(messages: Any, place: str, path: tuple[Any, ...]) -> Iterator[Fault]:
    if isinstance(messages, Mapping):
        for key, part in messages.items():
            yield from _walk(part, place, path if key == SCHEMA else (*path, key))
    elif isinstance(messages, list | tuple):
        for part in messages:
            yield from _walk(part, place, path)
    else:
        yield {"in": place, "pointer": _pointer(path), "detail": str(messages)}


def _pointer(path: tuple[Any, ...]) -> str:
    return "".join("/" + _printable(str(part)).replace("~", "~0").replace("/", "~1") for part in path)


def _printable(name: str) -> str:
    # A field's name may hold half a surrogate pair, which no response can be encoded with.
    return name.encode("utf-8", "replace").decode("utf-8")


def _sorted(found: Iterator[Fault]) -> list[Fault]:
    unique = {(fault["in"], fault["pointer"], fault["detail"]): fault for fault in found}
    return sorted(unique.values(), key=_order)


def _order(fault: Fault) -> tuple[str, list[tuple[int, int, str]], str]:
    # Numbers compare as numbers, so that item 2 stands before item 10.
    parts = fault["pointer"].split("/")[1:]
    keys = [(0, int(part), "") if part.isdecimal() and part.isascii() else (1, 0, part) for part in parts]
    return fault["in"], keys, fault["detail"]
