"""Read a JSON request body, or say exactly what keeps it from being read."""

import json
import re
from typing import Any

import msgspec
from werkzeug import Request
from werkzeug.exceptions import ClientDisconnected

from service.api.problems import Problem

__all__ = ["JSON", "decode_json", "read_json"]

JSON = "application/json"
_JSON_TYPE = re.compile(r'application/json[ \t]*(;[ \t]*charset="?utf-8"?[ \t]*)?', re.IGNORECASE)


def read_json(request: Request, limit: int) -> Any:
    """Return the body's JSON value; raise a `Problem` of status 415, 413 or 400, in this order."""
    _check_media_type(request)
    return decode_json(_read(request, limit))


def decode_json(body: bytes) -> Any:
    """Return the value of a JSON text; strict, so that no two readers can take it for different values."""
    if not body.strip():
        raise Problem("malformed", "The body is empty. Send a JSON value.")
    try:
        value = msgspec.json.decode(body)
        # The fast decoder keeps the last of equal names; this pass only looks for them.
        json.loads(body, object_pairs_hook=_refuse_repeated_names)
    except RecursionError:
        raise Problem("malformed", "The body nests too deeply.") from None
    except ValueError as error:
        raise Problem("malformed", f"The body is no valid JSON: {_said(error)}.") from None
    return value


def _check_media_type(request: Request) -> None:
    sent = request.environ.get("CONTENT_TYPE", "").strip()
    if not _JSON_TYPE.fullmatch(sent):
        raise Problem(
            "unsupported-media-type",
            "Send the body as JSON with Content-Type: application/json.",
            headers={"Accept-Post": JSON},
        )
    coding = request.environ.get("HTTP_CONTENT_ENCODING", "identity").strip().lower()
    if coding not in ("", "identity"):
        raise Problem(
            "unsupported-media-type",
            "Send the body as it is, without Content-Encoding.",
            headers={"Accept-Encoding": "identity"},
        )


def _read(request: Request, limit: int) -> bytes:
    # A chunked body states no length, so one byte more than allowed is asked for in any case.
    stated = request.content_length or 0
    if stated > limit:
        raise _too_large(limit)
    try:
        body = request.stream.read(limit + 1)
    except (OSError, ClientDisconnected):
        body = b""
    if len(body) > limit:
        raise _too_large(limit)
    if len(body) < stated:
        raise Problem("malformed", "The body ended before it was complete. Send it again.")
    return body


def _too_large(limit: int) -> Problem:
    return Problem("too-large", f"A body may have {limit} bytes. Send less at once.")


def _refuse_repeated_names(pairs: list[tuple[str, Any]]) -> None:
    if len({name for name, _ in pairs}) != len(pairs):
        raise ValueError("an object holds the same name twice")


def _said(error: ValueError) -> str:
    # Our own and msgspec's messages name a place; a decoder's may quote bytes of the body.
    return "it is not UTF-8" if isinstance(error, UnicodeError) else str(error).rstrip(".")
