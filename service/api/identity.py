"""Who sent a request: the bearer token's principal, and the refusals around it."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from flask import g

from service.api.problems import unauthenticated
from service.grants import Principal

__all__ = ["Authenticate", "principal_of", "with_token"]

View = TypeVar("View", bound=Callable[..., Any])

Authenticate = Callable[[str], Principal | None]
"""Look a token up: its principal, or None when it is unknown or revoked."""

_BEARER = re.compile(r"bearer +([A-Za-z0-9._~+/-]+=*)", re.IGNORECASE)


def principal_of(header: str | None, authenticate: Authenticate) -> Principal | None:
    """Return who sent a request with this Authorization; None for one without.

    Raise a 401 `Problem` for any other scheme and for an unknown or revoked token, whatever is asked for.
    """
    if header is None:
        return None
    sent = _BEARER.fullmatch(header.strip(" \t"))
    if sent is None:
        raise unauthenticated("Send the token as: Authorization: Bearer <token>.")
    principal = authenticate(sent[1])
    if principal is None:
        raise unauthenticated("This token is unknown or was revoked. Use another; public games need none.")
    return principal


def with_token(view: View) -> View:
    """Refuse a write without a token before anything of it is read."""

    @wraps(view)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if g.principal is None:
            raise unauthenticated("This needs a token. Send it as: Authorization: Bearer <token>.")
        return view(*args, **kwargs)

    return wrapper  # type: ignore[return-value]
