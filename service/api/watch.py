"""One log line and one count for each request, and nothing in them that a log must not hold.

A line names the route and not the path, the token's id and not the token; never a query string, a body, a
header or the text of an error, since any of these may carry what its reader may not know.
"""

import secrets
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from flask import Flask, Response, g, has_request_context, request
from prometheus_client import CollectorRegistry, Counter, Histogram

from service.folds import UnreadableGame
from service.ids import is_game_id
from service.observability import log_failure

__all__ = ["REQUEST_ID", "Journal", "journal", "watch"]

REQUEST_ID = "X-Request-ID"

_PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"})
_NOWHERE = "(no route)"


class Journal(NamedTuple):
    """Say where requests are logged, and what hears of errors that nobody foresaw."""

    log: Any
    report: Callable[[Exception], None]


def journal(log: Any) -> Journal:
    """Return a journal in this log."""
    return Journal(log, _reporter(log))


def _reporter(log: Any) -> Callable[[Exception], None]:
    """Return a function that logs an error nobody foresaw, with the current request's id if there is one.

    A game that cannot be read is logged once, by its id and the first version that is wrong.
    """
    told: set[tuple[str, int]] = set()

    def report(error: Exception) -> None:
        if isinstance(error, UnreadableGame):
            if (error.game, error.version) not in told:
                told.add((error.game, error.version))
                log.error("game_unreadable", game=error.game, version=error.version)
            return
        about = {"request_id": g.request_id} if has_request_context() and "request_id" in g else {}
        log_failure(log, error, **about)

    return report


def watch(app: Flask, log: Any, registry: CollectorRegistry) -> None:
    """Give every request an id, and count and log it when it has been answered."""
    count = _counting(registry)

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()
        g.request_id = secrets.token_hex(8)

    @app.after_request
    def end(response: Response) -> Response:
        seconds = time.perf_counter() - g.began
        method = request.method
        route = request.url_rule.rule if request.url_rule is not None else _NOWHERE
        status = response.status_code
        response.headers[REQUEST_ID] = g.request_id
        count(method, route, status, seconds)
        (log.debug if route in _PROBES else log.info)(
            "request",
            request_id=g.request_id,
            method=method,
            route=route,
            status=status,
            ms=round(seconds * 1000, 3),
            **_who_and_what(),
        )
        return response


def _who_and_what() -> dict[str, str]:
    principal = g.get("principal")
    about: dict[str, str] = {} if principal is None else {"token": principal.token_id}
    game = (request.view_args or {}).get("game_id")
    if game is not None and is_game_id(game):
        # A path holds whatever its sender wrote: another's token, or what moves the cursor of who reads the log.
        about["game"] = game
    return about


def _counting(registry: CollectorRegistry) -> Callable[[str, str, int, float], None]:
    requests = Counter("http_requests", "Requests answered.", ("method", "route", "status"), registry=registry)
    durations = Histogram(
        "http_request_duration_seconds",
        "Time until an answer, or the start of a stream, was ready.",
        ("method", "route"),
        registry=registry,
    )
    # Looking labels up costs more than counting, and there are few of them.
    known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def count(method: str, route: str, status: int, seconds: float) -> None:
        method = method if method in _METHODS else "other"
        pair = known.get((method, route, status))
        if pair is None:
            pair = requests.labels(method, route, str(status)), durations.labels(method, route)
            known[method, route, status] = pair
        pair[0].inc()
        pair[1].observe(seconds)

    return count
