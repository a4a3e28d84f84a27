"""Open games, find them, send commands to them."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Response, g, request

from service.api.blueprint import COMMON, IDEMPOTENCY_KEY, IF_MATCH, IF_NONE_MATCH, Blueprint
from service.api.identity import with_token
from service.api.preconditions import idempotency_key, parse_preconditions, version_tag
from service.api.problems import Problem
from service.api.replies import json_response, reading, versioned
from service.ledger import Ledger, Sent
from service.opening import Opening, open_game
from service.reading import Reader
from service.schemas import queries
from service.schemas import responses as read
from service.schemas.envelopes import Envelopes

__all__ = ["blueprint"]

_REPLAYED = {"Idempotency-Replayed": "`true` where the answer is that of an earlier request with this key."}
_WRITTEN = {"ETag": "The game's version.", "Location": "Where to read it.", **_REPLAYED}
_AT_VERSION = {"ETag": "The game's version."}
_DIGEST = {"ETag": "A digest of the answer."}


def blueprint(ledger: Ledger, reader: Reader, bodies: Envelopes) -> Blueprint:
    """Make the views over a ledger."""
    games = Blueprint("games", __name__, description="Games and commands.", common=COMMON)

    @games.route("/games", methods=["POST"])
    @with_token
    @games.takes(body=bodies.opening, example=_OPENING)
    @games.headers(IDEMPOTENCY_KEY)
    @games.answers(201, read.OpenedGame, "The game, and its tokens, which are shown this once.", headers=_WRITTEN)
    @games.refuses("forbidden", "illegal-command", "outcome-needed", "outcome-refused", "key-reused")
    def open_a_game(body: dict[str, Any]) -> Response:
        """Open a game, and start it unless told otherwise."""
        key = request.headers.get("Idempotency-Key")
        wanted = msgspec.convert(body, Opening)
        opened = open_game(ledger, g.principal, wanted, None if key is None else idempotency_key(key))
        answer = {"game": reader.game_at(g.principal, opened.game, opened.version), "tokens": opened.tokens}
        headers = _written(f"/v1/games/{opened.game}", replayed=opened.replayed)
        return json_response(answer, 201, etag=version_tag(opened.version), headers=headers)

    @games.route("/games")
    @games.takes(query=queries.ListingQuery)
    @games.headers(IF_NONE_MATCH)
    @games.answers(200, read.Games, "Games, the newest opening first.", headers={**_DIGEST, "Link": "The next page."})
    def list_games(query: dict[str, Any]) -> Response:
        """List public games and those the caller holds a grant in."""
        limit, cursor = query.pop("limit"), query.pop("cursor", None)
        page = reader.games(g.principal, limit, cursor, **query)
        return reading(page, headers=_next_page(page["next"]))

    @games.route("/games/<game_id>")
    @games.takes()
    @games.headers(IF_NONE_MATCH)
    @games.answers(200, read.Game, "The game at its latest version.", headers=_AT_VERSION)
    @games.refuses("not-found")
    def read_game(game_id: str) -> Response:
        """Tell how a game stands and who must act."""
        game = reader.game(g.principal, game_id)
        return versioned(game, version_tag(game["version"]))

    @games.route("/games/<game_id>/commands", methods=["POST"])
    @with_token
    @games.takes(body=bodies.commands, example=_COMMAND)
    @games.headers(IF_MATCH, IDEMPOTENCY_KEY)
    @games.answers(201, bodies.answer, "The entry of the command, or of each one of a batch.", headers=_WRITTEN)
    @games.refuses("forbidden", "not-found", "illegal-command", "outcome-needed", "outcome-refused", "game-closed")
    @games.refuses("version-conflict", "precondition-required", "key-reused")
    def send_commands(body: Any, game_id: str) -> Response:
        """Send a command, or a batch of which all are accepted or none."""
        stated = parse_preconditions(request.headers.get("If-Match"), request.headers.get("Idempotency-Key"))
        if stated is None:
            live, _ = ledger.visible(g.principal, game_id)
            with live.lock:
                raise _unconditional(live.game.version, live.head)
        many = isinstance(body, list)
        sent = msgspec.convert(body if many else [body], list[Sent])
        done = ledger.submit(g.principal, game_id, sent, expected=stated.version, key=stated.key, batch=many)
        answer: Any = {"entries": done.answers} if many else done.answers[0]
        headers = _written(f"/v1/games/{game_id}/entries/{done.version}", replayed=done.replayed)
        return json_response(answer, 201, etag=version_tag(done.version), headers=headers)

    @games.route("/games/<game_id>/commands/legal")
    @games.takes(query=queries.LegalQuery)
    @games.headers(IF_NONE_MATCH)
    @games.answers(200, bodies.legal, "Commands that the seat may send.", headers=_DIGEST)
    @games.refuses("forbidden", "not-found")
    def legal_commands(query: dict[str, Any], game_id: str) -> Response:
        """List complete commands that a seat may send, as far as it can know."""
        seen = reader.reading(g.principal, game_id)
        return reading(reader.legal(seen, query["seat"], query["version"], query["limit"]))

    return games


def _unconditional(version: int, head: str) -> Problem:
    """Return the refusal of a command that does not say what it relies on."""
    said = "Send If-Match with the version you saw, or an Idempotency-Key."
    return Problem("precondition-required", said, version=version, head=head)


def _written(location: str, *, replayed: bool) -> Mapping[str, str]:
    return {"Location": location, **({"Idempotency-Replayed": "true"} if replayed else {})}


def _next_page(cursor: str | None) -> Mapping[str, str]:
    if cursor is None:
        return {}
    asked = [(name, value) for name, value in request.args.items() if name != "cursor"]
    return {"Link": f'</v1/games?{urlencode([*asked, ("cursor", cursor)])}>; rel="next"'}


_OPENING = {
    "ruleset": "season-harvest",
    "mode": "dealt",
    "seats": [{"name": "Ana"}, {"name": "Ben"}],
    "options": {"years": 1},
}
_COMMAND = {"command": {"type": "season-harvest.take_home", "space": "a1"}}
