"""A small API behind the real shell: counters that can be read, raised, followed and exported."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from flask import Flask, Response, abort, g, request

from eventstore import Unavailable
from service.api.blueprint import IF_MATCH, IF_NONE_MATCH, Blueprint
from service.api.identity import with_token
from service.api.replies import NDJSON, json_response, reading, versioned
from service.api.streams import EVENT_STREAM, Ended, Follow, Streams
from service.api.watch import journal
from service.app import TRANSLATIONS, create_shell
from service.grants import ADMIN_GRANT, Principal
from service.observability import make_log, make_registry
from service.schemas.fields import Int, QueryInt, RequestSchema, Text
from service.settings import Settings
from service.wsgi import Service

TOKEN = "toy-token-0123456789"
SECRET = "the-secret-of-the-toy"


class RaiseSchema(RequestSchema):
    """How far to raise the counter."""

    by = Int(required=True, minimum=1, maximum=9)
    why = Text(longest=20)


class PageSchema(RequestSchema):
    limit = QueryInt(minimum=1, maximum=100)


class Toy:
    """Count in memory; ends at a number if told to."""

    def __init__(self, end: int | None = None) -> None:
        self.values: list[int] = []
        self.end = end
        self.changed = threading.Condition()

    def raise_by(self, by: int) -> int:
        with self.changed:
            self.values.append(by)
            self.changed.notify_all()
            return len(self.values)

    def poll(self, after: int, timeout: float) -> list[tuple[int, bytes]]:
        with self.changed:
            self.changed.wait_for(lambda: len(self.values) > after, timeout)
            fresh = self.values[after:]
        return [(after + i, msgspec.json.encode({"by": by})) for i, by in enumerate(fresh, 1)]

    def ended(self) -> Ended | None:
        if self.end is None or len(self.values) < self.end:
            return None
        return Ended(self.end, b'{"version":%d,"head":null}' % self.end)


def blueprint(toy: Toy, streams: Streams) -> Blueprint:
    toys = Blueprint("toys", __name__, description="Counters.")
    name = {"in": "path", "name": "game_id", "description": "Any name."}

    @toys.route("/toys/<game_id>", parameters=[name])
    @toys.takes(query=PageSchema)
    @toys.headers(IF_NONE_MATCH)
    @toys.answers(200, {"type": "object"}, "The counter.", headers={"ETag": "Digest of the bytes."})
    @toys.answers(304, None, "You have it.")
    def read_toy(game_id: str, query: dict[str, Any]) -> Response:
        """Read a counter."""
        caller = g.principal
        return reading({"name": game_id, "caller": caller and caller.token_id, "query": query})

    @toys.route("/toys/<game_id>", methods=["POST"], parameters=[name])
    @with_token
    @toys.takes(query=PageSchema, body=RaiseSchema, example={"by": 1})
    @toys.headers(IF_MATCH)
    @toys.answers(201, {"type": "object"}, "Raised.")
    @toys.refuses("illegal-command", "game-closed", "version-conflict", "not-found")
    def raise_toy(game_id: str, query: dict[str, Any], body: dict[str, Any]) -> Response:
        """Raise a counter."""
        version = toy.raise_by(body["by"])
        return json_response({"by": body["by"]}, 201, etag=f'"{version}"', headers={"Location": "/v1/toys/x"})

    @toys.route("/toys/<game_id>/version", parameters=[name])
    @toys.answers(200, {"type": "object"})
    def read_version(game_id: str) -> Response:
        """Read the version."""
        return versioned({"version": 7}, '"7"')

    @toys.route("/toys/<game_id>/events", parameters=[name])
    @toys.answers(200, {"type": "string"}, content_type=EVENT_STREAM)
    @toys.answers(204)
    def follow_toy(game_id: str) -> Response:
        """Follow a counter."""
        after = int(request.headers.get("Last-Event-ID", "0"))
        return streams.events(Follow(after, toy.poll, toy.ended))

    @toys.route("/toys/<game_id>/lines", parameters=[name])
    @toys.answers(200, {"type": "string"}, content_type=NDJSON)
    def export_toy(game_id: str) -> Response:
        """Export lines, slowly if the name is so; what is broken breaks when the counter is raised."""
        return streams.ndjson(_lines(game_id, toy))

    @toys.route("/toys/<game_id>/wait", parameters=[name])
    @toys.answers(200, {"type": "object"})
    def wait_for_toy(game_id: str) -> Response:
        """Wait for a change."""
        seen = len(toy.values)
        streams.wait(lambda timeout: bool(toy.poll(seen, timeout)), 30)
        return json_response({"seen": len(toy.values)})

    @toys.route("/errors/<kind>")
    @toys.answers(200, {"type": "object"})
    def fail(kind: str) -> Response:
        """Fail as asked."""
        if kind == "store":
            raise Unavailable(SECRET)
        if kind.isdecimal():
            abort(int(kind))
        raise KeyError(SECRET)

    return toys


def _lines(name: str, toy: Toy) -> Iterator[bytes]:
    for number in range(3):
        if name == "slow":
            time.sleep(0.05)
        if name == "broken" and number == 2:
            # What was sent arrives for sure only before the connection is cut.
            while not toy.poll(0, 1):
                pass
            raise KeyError(SECRET)
        yield b'{"line":%d}' % number


def authenticate(token: str) -> Principal | None:
    return Principal("t_toy", (ADMIN_GRANT,)) if token == TOKEN else None


def make(
    settings: Settings | None = None, *, log_to: BinaryIO | None = None, toy: Toy | None = None
) -> tuple[Flask, Streams]:
    """Return the toy behind the shell, and its streams."""
    settings = settings or Settings()
    log = make_log(settings.log_level, "json", log_to)
    noted = journal(log)
    streams = Streams(settings.max_streams, report=noted.report, heartbeat=settings.heartbeat_seconds)
    app = create_shell(
        settings,
        [blueprint(toy or Toy(), streams)],
        authenticate=authenticate,
        writable=lambda: True,
        journal=noted,
        registry=make_registry(lambda: streams.open),
        translations=TRANSLATIONS,
    )
    return app, streams


def open_toy(settings: Settings) -> Service:
    """Open the toy as if it were the service; leaves a mark when it is closed in order."""
    app, streams = make(settings, toy=Toy(end=3))

    def close() -> None:
        Path(os.environ["HARVEST_LEDGER_DATABASE"]).with_name("mark").write_text("closed", encoding="utf-8")

    return Service(app, "new-admin-token", streams.stop, close)
