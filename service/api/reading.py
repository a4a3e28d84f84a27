"""Read games: state, entries, live feed, replay, score and audit, for any viewer who may."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from flask import Response, g, request

from domain.kernel.score import Claim
from service.api.blueprint import COMMON, IF_NONE_MATCH, LAST_EVENT_ID, Blueprint
from service.api.body import JSON
from service.api.problems import Problem
from service.api.replies import NDJSON, json_response, reading
from service.api.streams import EVENT_STREAM, Ended, Follow, Streams
from service.audit import Auditor
from service.reading import Reader, Reading
from service.schemas import queries
from service.schemas import responses as read
from service.schemas.envelopes import Envelopes
from service.schemas.requests import AuditRequest

__all__ = ["blueprint"]

_DIGEST = {"ETag": "A digest of the answer; sealed fields open without a new version."}
_PAGE = 200
_EVENTS = {"type": "string", "description": "Frames `id`, `event: entry`, `data`; at the end `event: end`."}


def blueprint(reader: Reader, auditor: Auditor, streams: Streams, bodies: Envelopes) -> Blueprint:
    """Make the views over a reader and an auditor."""
    games = Blueprint("reading", __name__, description="Readings of games, for any viewer.", common=COMMON)

    def seen(game_id: str, query: dict[str, Any]) -> Reading:
        return reader.reading(g.principal, game_id, query["viewer"])

    @games.route("/games/<game_id>/state")
    @games.takes(query=queries.ViewQuery)
    @games.headers(IF_NONE_MATCH)
    @games.answers(200, bodies.state, "The table as the viewer knows it.", headers=_DIGEST)
    @games.refuses("forbidden", "not-found")
    def read_state(query: dict[str, Any], game_id: str) -> Response:
        """Show the table at a version."""
        return reading(reader.state(seen(game_id, query), query["version"]))

    @games.route("/games/<game_id>/entries")
    @games.takes(query=queries.EntriesQuery)
    @games.headers(IF_NONE_MATCH, LAST_EVENT_ID)
    @games.answers(200, bodies.entries, "A page of the log.", headers=_DIGEST)
    @games.answers(200, bodies.log_line, "The whole log, a line each.", content_type=NDJSON)
    @games.answers(200, _EVENTS, "The log as it grows.", content_type=EVENT_STREAM)
    @games.answers(204, None, "The game has ended and nothing follows.")
    @games.refuses("forbidden", "not-found", "malformed")
    def read_entries(query: dict[str, Any], game_id: str) -> Response:
        """Read the log: a page (waiting for news if asked to), all of it as lines, or live as server-sent events."""
        reading_of = seen(game_id, query)
        wanted = request.accept_mimetypes.best_match([JSON, NDJSON, EVENT_STREAM], JSON)
        if wanted == NDJSON:
            return streams.ndjson(reader.log_lines(reading_of, query["after"]))
        if wanted == EVENT_STREAM:
            return streams.events(_follow(reader, game_id, query))
        return _page(reader, streams, reading_of, query)

    @games.route("/games/<game_id>/entries/<int:version>")
    @games.takes(query=queries.EntryQuery)
    @games.headers(IF_NONE_MATCH)
    @games.answers(200, bodies.entry, "The entry.", headers=_DIGEST)
    @games.refuses("forbidden", "not-found")
    def read_entry(query: dict[str, Any], game_id: str, version: int) -> Response:
        """Read one entry."""
        return reading(reader.entry(seen(game_id, query), version))

    @games.route("/games/<game_id>/replay")
    @games.takes(query=queries.ReplayQuery)
    @games.answers(200, bodies.replay_line, "A frame for each version, a line each.", content_type=NDJSON)
    @games.refuses("forbidden", "not-found")
    def replay_game(query: dict[str, Any], game_id: str) -> Response:
        """Replay a game: the first frame holds the state, every later one its change."""
        return streams.ndjson(reader.replay_lines(seen(game_id, query), query["first"], query["last"]))

    @games.route("/games/<game_id>/score")
    @games.takes(query=queries.ViewQuery)
    @games.headers(IF_NONE_MATCH)
    @games.answers(200, read.ScoreSheet, "The score sheet.", headers=_DIGEST)
    @games.refuses("forbidden", "not-found")
    def read_score(query: dict[str, Any], game_id: str) -> Response:
        """Score a game at a version; every line cites the events that built it."""
        return reading(reader.score(seen(game_id, query), query["version"]))

    @games.route("/games/<game_id>/audits", methods=["POST"])
    @games.takes(query=queries.VersionQuery, body=AuditRequest, example={})
    @games.answers(200, read.AuditReport, "The report; nothing is stored.")
    @games.refuses("not-found")
    def audit_game(query: dict[str, Any], body: dict[str, Any], game_id: str) -> Response:
        """Check the whole record of a game, and a claimed score line by line."""
        claim = None if body["claim"] is None else msgspec.convert(body["claim"], Claim)
        return json_response(auditor.audit(g.principal, game_id, claim, query["version"]))

    return games


def _page(reader: Reader, streams: Streams, reading_of: Reading, query: dict[str, Any]) -> Response:
    after, limit = query["after"], query["limit"]
    if query["wait"] and reading_of.live.game.version <= after:
        # A waiting request holds a thread as a stream does, and is counted with them.
        with streams.slot():
            reader.wait(reading_of, after, query["wait"])
        reading_of = reader.reading(g.renewed(), reading_of.live.id, query["viewer"])
    return reading(reader.entries(reading_of, after, limit))


def _follow(reader: Reader, game_id: str, query: dict[str, Any]) -> Follow:
    renewed, viewer = g.renewed, query["viewer"]

    def seen() -> Reading:
        # Asked anew each time: a token may be revoked, and when the game ends, what was sealed opens.
        return reader.reading(renewed(), game_id, viewer)

    def poll(after: int, timeout: float) -> Iterable[tuple[int, bytes]]:
        if reader.wait(seen(), after, timeout) <= after:
            return []
        page = reader.entries(seen(), after, _PAGE)
        return [(entry["version"], msgspec.json.encode(entry)) for entry in page["entries"]]

    def ended() -> Ended | None:
        live = seen().live
        if live.game.status != "ended":
            return None
        return Ended(live.game.version, msgspec.json.encode({"version": live.game.version, "head": live.head}))

    return Follow(_last_event_id(query["after"]), poll, ended)


def _last_event_id(after: int) -> int:
    header = request.headers.get("Last-Event-ID")
    if header is None:
        return after
    if not re.fullmatch("[0-9]{1,15}", header):
        raise Problem("malformed", "Last-Event-ID is the version of the last entry received: digits only.")
    return int(header)
