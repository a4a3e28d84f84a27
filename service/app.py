"""Assemble the service: one Flask app from parts that are handed in, no globals."""

import os
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, g, request
from flask_cors.core import get_cors_options, set_cors_headers
from prometheus_client import CollectorRegistry

from domain.registry import RULESETS
from eventstore import Corrupt, EventStore, OutcomeUnknown, Unavailable
from service import clock
from service.api import around, games, reading, rulesets
from service.api.blueprint import Blueprint
from service.api.docs import serve_docs
from service.api.identity import Authenticate, principal_of
from service.api.problems import Problem, Translations, handle_errors, unavailable
from service.api.rates import RateLimit
from service.api.refusals import LEDGER, unreadable
from service.api.spec import ServiceApi
from service.api.streams import Streams
from service.api.watch import Journal, watch
from service.audit import Auditor
from service.catalogue import Catalogue, CatalogueUnavailable
from service.directory import Directory, DirectoryUnavailable
from service.folds import UnreadableGame
from service.ledger import Ledger, Parts
from service.observability import make_registry
from service.reading import Reader
from service.rules import all_rules
from service.schemas.envelopes import envelopes
from service.schemas.plugin import Plugin
from service.settings import Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

__all__ = ["PREFIX", "create_app", "create_shell"]

PREFIX = "/v1"

_ALLOWED = ("Authorization", "If-Match", "If-None-Match", "Idempotency-Key", "Last-Event-ID")
_EXPOSED = ("ETag", "Location", "Link", "Retry-After", "Idempotency-Replayed")
TRANSLATIONS: Translations = {
    Unavailable: lambda _: unavailable("The log cannot be written now; nothing was stored. Try again shortly."),
    OutcomeUnknown: lambda _: unavailable(
        "It is not known whether this was stored. Send it again with the same Idempotency-Key, or read the game."
    ),
    Corrupt: lambda _: unavailable("The file of the log is damaged; `harvest-ledger verify` says where.", 60),
    DirectoryUnavailable: lambda _: unavailable("The directory cannot be used now. Try again shortly."),
    CatalogueUnavailable: lambda _: unavailable("The listing cannot be read now. Try again shortly."),
}
"""How the files' own errors are refused."""

_HARDENED = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    # Answers may hold what only their receiver may know; those that may be kept say so themselves.
    ("Cache-Control", "no-store"),
]


def create_app(
    settings: Settings,
    store: EventStore,
    directory: Directory,
    catalogue: Catalogue,
    *,
    journal: Journal,
    streams: Streams,
) -> Flask:
    """Return the whole service as a Flask app over parts that are open already."""
    rules = all_rules(RULESETS, directory.manifest)
    parts = Parts(store, directory, catalogue, rules, clock.now, os.urandom)
    ledger = Ledger(parts, settings.max_cached_games)
    reader = Reader(ledger)
    bodies = envelopes(RULESETS)
    return create_shell(
        settings,
        [
            games.blueprint(ledger, reader, bodies),
            reading.blueprint(reader, Auditor(ledger, reader), streams, bodies),
            rulesets.blueprint(rules, directory, bodies),
        ],
        authenticate=directory.authenticate,
        writable=store.probe,
        journal=journal,
        registry=make_registry(lambda: streams.open),
        translations={**TRANSLATIONS, **LEDGER, UnreadableGame: unreadable(journal.report)},
        spec_plugin=Plugin(),
    )


def create_shell(
    settings: Settings,
    blueprints: Iterable[Blueprint],
    *,
    authenticate: Authenticate,
    writable: Callable[[], bool],
    journal: Journal,
    registry: CollectorRegistry,
    translations: Translations,
    spec_plugin: Any = None,
) -> Flask:
    """Return an app that serves these blueprints under `/v1`, with all that surrounds them.

    `authenticate` looks tokens up, `writable` asks the store whether it can be written, `translations` say how errors
    of the inner layers are refused, `spec_plugin` is apispec's marshmallow plugin where the usual one is not enough.
    """
    app = Flask("service", static_folder="static", static_url_path="/static")
    app.config["BODY_LIMIT"] = settings.body_limit
    app.url_map.merge_slashes = False
    watch(app, journal.log, registry)
    _admit(app, authenticate, RateLimit(settings.rate_limit))
    _harden(app)
    _share(app, settings.cors_origins)
    handle_errors(app, translations, journal.report)
    api = ServiceApi(app, server=settings.base_url or "/", plugin=spec_plugin)
    for blueprint in blueprints:
        api.register_blueprint(blueprint, url_prefix=PREFIX)
    api.register_blueprint(around.blueprint(writable, registry))
    serve_docs(app, api)
    return app


def _admit(app: Flask, authenticate: Authenticate, rates: RateLimit) -> None:
    """Find out who sends a request to the API, and count it, before anything else of it is looked at."""

    @app.before_request
    def admit() -> None:
        g.principal, g.renewed = None, partial(principal_of, request.environ.get("HTTP_AUTHORIZATION"), authenticate)
        if not request.path.startswith(PREFIX + "/") or request.method == "OPTIONS":
            return
        try:
            g.principal = g.renewed()
        finally:
            # Also when the token is no good, or guessing would be free.
            caller = g.principal.token_id if g.principal else request.remote_addr or ""
            wait = rates.hit(caller)
            if wait:
                raise Problem(
                    "rate-limited",
                    f"Wait {wait} s, then go on more slowly.",
                    headers={"Retry-After": str(wait)},
                )


def _harden(app: Flask) -> None:
    """Send protective headers with every response that does not set them itself.

    Below Flask, where it costs 2 µs a request instead of 30 and where no error escapes it.
    """
    inner = app.wsgi_app

    def hardened(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            present = {name for name, _ in headers}
            return start_response(status, headers + [pair for pair in _HARDENED if pair[0] not in present], *rest)

        return inner(environ, start)

    app.wsgi_app = hardened  # type: ignore[method-assign]


def _share(app: Flask, origins: tuple[str, ...]) -> None:
    """Let pages of these origins call the service; requests that no page sent pay nothing for it."""
    if not origins:
        return
    options = get_cors_options(
        app,
        {
            "origins": list(origins),
            "send_wildcard": origins == ("*",),
            "expose_headers": _EXPOSED,
            # Without Content-Type no page could send JSON.
            "allow_headers": (*_ALLOWED, "Content-Type"),
            "methods": ["GET", "HEAD", "POST"],
            "max_age": 3600,
        },
    )

    @app.after_request
    def share(response: Response) -> Response:
        if "HTTP_ORIGIN" in request.environ:
            set_cors_headers(response, options)
        return response
