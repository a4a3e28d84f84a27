"""Refusals as problem details (RFC 9457): one table, one exception and one handler for every error."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from flask import Flask, Response
from werkzeug.exceptions import HTTPException

__all__ = [
    "KINDS",
    "PROBLEM_JSON",
    "Kind",
    "Problem",
    "Translations",
    "forbidden",
    "handle_errors",
    "invalid",
    "not_found",
    "unauthenticated",
    "unavailable",
]

PROBLEM_JSON = "application/problem+json"


class Kind(NamedTuple):
    """Describe one kind of refusal: its status, the last part of its type, and what it means."""

    status: int
    slug: str
    title: str
    meaning: str

    @property
    def type(self) -> str:
        """Return the relative reference that a body names as its type."""
        return f"/problems/{self.slug}" if self.slug else "about:blank"


_TABLE = (
    Kind(400, "malformed", "The request cannot be read", "Unreadable JSON, If-Match or key."),
    Kind(401, "unauthenticated", "A valid token is needed", "It is missing, unknown or revoked."),
    Kind(403, "forbidden", "This token does not allow that", "The token is good, but not for this."),
    Kind(404, "not-found", "There is nothing here for you", "It does not exist, or you may not see it."),
    Kind(
        409,
        "illegal-command",
        "The rules do not allow this command",
        "The ruleset refuses the command, here and now.",
    ),
    Kind(
        409,
        "outcome-needed",
        "The outcome of a draw, roll, lot or reveal is needed",
        "Ask the table what `request` says, add the answer to `outcomes` and send the command again.",
    ),
    Kind(
        409,
        "outcome-refused",
        "An outcome does not fit",
        "The outcome at `index` is not among the lawful ones, or was not asked for.",
    ),
    Kind(409, "game-closed", "The game takes no commands", "It has ended, or has not started."),
    Kind(412, "version-conflict", "The game has moved on", "Read what was `missed`, then decide anew."),
    Kind(413, "too-large", "The request body is too large", "Send less at once."),
    Kind(415, "unsupported-media-type", "The request body must be JSON", "Send it as application/json."),
    Kind(422, "invalid", "The request does not fit its schema", "`errors` lists every fault with its place."),
    Kind(
        422,
        "key-reused",
        "This Idempotency-Key belongs to another request",
        "Repeat the first request unchanged, or take a new key.",
    ),
    Kind(
        428,
        "precondition-required",
        "Say what the command relies on",
        "Send If-Match with the version that was seen, an Idempotency-Key, or both.",
    ),
    Kind(429, "rate-limited", "Too many requests", "Wait as long as Retry-After says."),
    Kind(
        503,
        "unavailable",
        "Not possible just now",
        "Wait as long as Retry-After says; the same Idempotency-Key may be sent again.",
    ),
)

KINDS: Mapping[str, Kind] = {kind.slug: kind for kind in _TABLE}

# What an HTTP status raised below our code means; every other status has no type of its own.
_OF_STATUS = {
    400: ("malformed", "The server could not make sense of this request. Check its form and send it again."),
    404: ("not-found", "No such path, or nothing that this caller may see. Check the path and the token."),
    413: ("too-large", "Send a smaller body."),
    415: ("unsupported-media-type", "Send JSON with Content-Type: application/json."),
    429: ("rate-limited", "Wait as long as Retry-After says, then go on more slowly."),
    503: ("unavailable", "Wait as long as Retry-After says, then send the request again."),
}

_OWN_HEADERS = frozenset({"content-type", "content-length"})


class Problem(Exception):
    """Refuse a request: raised anywhere below a view, answered as application/problem+json.

    `kind` is one of the table, or its slug; `detail` tells the caller in plain words what to do next; `members`
    are the extra fields of the body.
    """

    def __init__(
        self,
        kind: str | Kind,
        detail: str | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        self.kind = KINDS[kind] if isinstance(kind, str) else kind
        super().__init__(self.kind.type)
        self.detail = detail
        self.headers = dict(headers or {})
        self.members = members

    def response(self) -> Response:
        """Render the refusal."""
        body: dict[str, Any] = {"type": self.kind.type, "title": self.kind.title, "status": self.kind.status}
        if self.detail is not None:
            body["detail"] = self.detail
        body |= self.members
        return Response(msgspec.json.encode(body), self.kind.status, headers=self.headers, content_type=PROBLEM_JSON)


Translations = Mapping[type[Exception], Callable[[Any], Problem]]
"""How exceptions of the inner layers are refused, by their class or one of its bases."""


def not_found() -> Problem:
    """Return the one refusal for whatever does not exist or must seem not to."""
    return Problem(*_OF_STATUS[404])


def unauthenticated(detail: str) -> Problem:
    """Return the refusal of a missing or unusable token."""
    return Problem("unauthenticated", detail, headers={"WWW-Authenticate": "Bearer"})


def forbidden(detail: str) -> Problem:
    """Return the refusal of an act that the caller's token does not cover."""
    return Problem("forbidden", detail)


def invalid(errors: list[Any]) -> Problem:
    """Return the refusal of a request that does not fit its schema, with every fault."""
    count = "1 fault" if len(errors) == 1 else f"{len(errors)} faults"
    return Problem("invalid", f"Mend the {count} listed in errors and send the request again.", errors=errors)


def unavailable(detail: str, retry_after: int = 1) -> Problem:
    """Return the refusal of something that may work again after so many seconds."""
    return Problem("unavailable", detail, headers={"Retry-After": str(retry_after)})


def handle_errors(app: Flask, translations: Translations, report: Callable[[Exception], None]) -> None:
    """Answer every error of the app as a problem; `report` is told of those that nobody foresaw."""

    def handle(error: Exception) -> Response:
        problem = _problem_of(error, translations)
        if problem is None:
            report(error)
            problem = Problem(_blank(500))
        return problem.response()

    app.register_error_handler(Exception, handle)


def _problem_of(error: Exception, translations: Translations) -> Problem | None:
    if isinstance(error, Problem):
        return error
    for base in type(error).__mro__:
        if base in translations:
            return translations[base](error)
    return _of_http(error) if isinstance(error, HTTPException) else None


def _of_http(error: HTTPException) -> Problem | None:
    # Flask wraps what it did not expect into a 500 before it asks the handlers.
    if error.code is None or getattr(error, "original_exception", None) is not None:
        return None
    headers = {name: value for name, value in error.get_headers() if name.lower() not in _OWN_HEADERS}
    if error.code in (429, 503):
        headers.setdefault("Retry-After", "1")
    if error.code in _OF_STATUS:
        return Problem(*_OF_STATUS[error.code], headers=headers)
    if error.code == HTTPStatus.METHOD_NOT_ALLOWED:
        return Problem(_blank(405), f"Use one of: {headers.get('Allow', '')}.", headers=headers)
    return Problem(_blank(error.code), headers=headers)


def _blank(status: int) -> Kind:
    """Return a kind without a type of its own, titled as HTTP names the status."""
    known = {each.value: each.phrase for each in HTTPStatus}
    return Kind(status, "", known.get(status, "Error"), "")
