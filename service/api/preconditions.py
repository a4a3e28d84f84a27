"""Conditional and repeatable requests: If-Match, If-None-Match and Idempotency-Key as pure functions."""

import re
from typing import NamedTuple

from service.api.problems import Problem

__all__ = [
    "Preconditions",
    "idempotency_key",
    "matches",
    "parse_if_match",
    "parse_preconditions",
    "version_tag",
]

# A version has no leading zeros, so that equal versions are equal tags.
_TAG = re.compile(r'"(0|[1-9][0-9]{0,15})"')
_KEY = re.compile(r"[!-~]{1,255}")
_ETAG = re.compile(r'(?:W/)?("[^"\x00-\x20\x7f]*")')


class Preconditions(NamedTuple):
    """Hold what a command relies on: the version its sender saw, a key to repeat it by, or both."""

    version: int | None
    key: str | None


def version_tag(version: int) -> str:
    """Return the strong ETag of a game's version."""
    return f'"{version}"'


def parse_preconditions(if_match: str | None, key: str | None) -> Preconditions | None:
    """Read both headers of a command; None when neither was sent. Raise a malformed `Problem` otherwise."""
    if if_match is None and key is None:
        return None
    return Preconditions(
        None if if_match is None else parse_if_match(if_match), None if key is None else idempotency_key(key)
    )


def parse_if_match(header: str) -> int:
    """Return the version that an If-Match header states; it must be exactly one strong tag."""
    found = _TAG.fullmatch(header.strip(" \t"))
    if found is None:
        raise Problem(
            "malformed",
            'If-Match must be exactly one version in double quotes, such as "57": no list, no * and no W/.',
        )
    return int(found[1])


def idempotency_key(header: str) -> str:
    """Return the key that an Idempotency-Key header states, without surrounding quotes."""
    key = header.strip(" \t")
    if len(key) >= 2 and key[0] == key[-1] == '"':
        key = key[1:-1]
    if not _KEY.fullmatch(key):
        raise Problem("malformed", "Idempotency-Key must be 1 to 255 visible ASCII characters, no spaces.")
    return key


def matches(if_none_match: str | None, etag: str) -> bool:
    """Tell whether an If-None-Match header names this tag, compared weakly, or is `*`."""
    if if_none_match is None:
        return False
    if if_none_match.strip() == "*":
        return True
    return etag.removeprefix("W/") in _ETAG.findall(if_none_match)
