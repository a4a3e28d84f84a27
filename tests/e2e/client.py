"""A client that knows the HTTP contract and nothing else: callers, people at a table, the shape of a refusal."""

import json
import random
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

import requests

from tests.waiting import PATIENCE

SHORT = {"cards_per_season": 4}
"""Options of a two-seat game that is over after some forty entries."""

_EXTRA: dict[str, set[str]] = {
    "malformed": set(),
    "unauthenticated": set(),
    "forbidden": set(),
    "not-found": set(),
    "illegal-command": {"reason", "ruling", "values", "version"},
    "outcome-needed": {"request", "index"},
    "outcome-refused": {"reason", "request", "index"},
    "game-closed": {"reason"},
    "version-conflict": {"version", "head", "missed"},
    "precondition-required": {"version", "head"},
    "too-large": set(),
    "unsupported-media-type": set(),
    "rate-limited": set(),
    "invalid": {"errors"},
    "key-reused": set(),
    "unavailable": set(),
}
_MAY_ADD = {"game-closed": {"version"}}
_STATUS = {
    "malformed": 400,
    "unauthenticated": 401,
    "forbidden": 403,
    "not-found": 404,
    "version-conflict": 412,
    "too-large": 413,
    "unsupported-media-type": 415,
    "invalid": 422,
    "key-reused": 422,
    "precondition-required": 428,
    "rate-limited": 429,
    "unavailable": 503,
}

_local = threading.local()


def _session() -> requests.Session:
    if not hasattr(_local, "session"):
        _local.session = requests.Session()
        _local.session.trust_env = False
    session: requests.Session = _local.session
    return session


@dataclass(frozen=True)
class Client:
    """One caller of a service: an address and, perhaps, a token."""

    url: str
    token: str | None = None

    def holding(self, token: str | None) -> Self:
        """Return a caller with another token, or with none."""
        return replace(self, token=token)

    def call(
        self, method: str, path: str, *, headers: Mapping[str, Any] | None = None, **sent: Any
    ) -> requests.Response:
        """Send a request as this caller."""
        own = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        return _session().request(method, self.url + path, headers={**own, **(headers or {})}, timeout=PATIENCE, **sent)

    def get(self, path: str, params: Mapping[str, Any] | None = None, **headers: Any) -> requests.Response:
        """Read; keywords are headers with `_` for `-`."""
        return self.call("GET", path, params=params, headers=_named(headers))

    def post(self, path: str, body: Any, **headers: Any) -> requests.Response:
        """Write JSON; keywords are headers with `_` for `-`."""
        return self.call("POST", path, json=body, headers=_named(headers))

    def read(self, path: str, params: Mapping[str, Any] | None = None, **headers: Any) -> Any:
        """Read JSON that must be there."""
        response = self.get(path, params, **headers)
        assert response.status_code == 200, response.text
        return response.json()

    def open(self, *, seats: int = 2, mode: str = "dealt", options: Any = None, **body: Any) -> "Table":
        """Open a game, started unless told otherwise."""
        answer = self.post("/v1/games", opening(seats=seats, mode=mode, options=options, **body))
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json())


def _named(headers: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def opening(*, seats: int = 2, mode: str = "dealt", options: Any = None, **body: Any) -> dict[str, Any]:
    """Return the body of an opening; an observed one fills what is unknown."""
    filled = {"fill_unknown": True} if mode == "observed" else {}
    named = [{"name": f"Player {seat}"} for seat in range(1, seats + 1)]
    return {
        "ruleset": "season-harvest",
        "mode": mode,
        "seats": named,
        "options": SHORT if options is None else options,
        **filled,
        **body,
    }


@dataclass
class Table:
    """A game as the people at its table hold it: its address and everybody's token."""

    opener: Client
    answer: dict[str, Any]
    acts: bool = field(init=False)

    def __post_init__(self) -> None:
        self.acts = "scribe" not in self.answer["tokens"]

    @property
    def id(self) -> str:
        """The game's id."""
        return str(self.answer["game"]["id"])

    @property
    def path(self) -> str:
        """The game's path."""
        return f"/v1/games/{self.id}"

    @property
    def tokens(self) -> dict[str, Any]:
        """The tokens as they were given."""
        tokens: dict[str, Any] = self.answer["tokens"]
        return tokens

    @property
    def seats(self) -> range:
        """All seats in order."""
        return range(1, len(self.tokens["seats"]) + 1)

    def seat(self, number: int) -> Client:
        """Return the holder of a seat."""
        return self.opener.holding(self.tokens["seats"][number - 1])

    @property
    def arbiter(self) -> Client:
        """The arbiter."""
        return self.opener.holding(self.tokens["arbiter"])

    @property
    def scribe(self) -> Client:
        """The scribe of an observed game."""
        return self.opener.holding(self.tokens["scribe"])

    @property
    def anybody(self) -> Client:
        """Somebody without a token."""
        return self.opener.holding(None)

    def actor(self, seat: int) -> Client:
        """Return who sends commands for a seat."""
        return self.seat(seat) if self.acts else self.scribe

    def now(self) -> Any:
        """Return the game as it stands."""
        return self.opener.read(self.path)

    def send(self, caller: Client, command: Any, **beside: Any) -> requests.Response:
        """Send a command at the head."""
        etag = caller.get(self.path).headers["ETag"]
        return caller.post(f"{self.path}/commands", {"command": command, **beside}, If_Match=etag)

    def done(self, caller: Client, command: Any, **beside: Any) -> Any:
        """Send a command that must be accepted."""
        response = self.send(caller, command, **beside)
        assert response.status_code == 201, response.text
        return response.json()

    def settle(self) -> "Table":
        """Take homes and choose who goes first, so that the first turn begins."""
        for seat, space in zip(self.seats, ("a1", "c3", "a3", "c1"), strict=False):
            self.done(self.actor(seat), _take_home(seat, space), **self._beside())
        first = {"type": "season-harvest.choose_first", "first": 1}
        self.done(self.arbiter if self.acts else self.scribe, first, **self._revealed())
        return self

    def _beside(self) -> dict[str, Any]:
        return {} if self.acts else {"fill_unknown": True}

    def _revealed(self) -> dict[str, Any]:
        """Return the cards that lie open once the grid is turned up, in an observed game."""
        faces = ["SP", "SU", "FA", "WI"] * 2
        return {} if self.acts else {"outcomes": faces[: 9 - len(self.seats)]}

    def moves(self, limit: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield every command that those who must act may send now, each seat's own."""
        for seat in dict.fromkeys(each["seat"] or 1 for each in self.now()["to_act"]):
            params = {"seat": seat} if limit is None else {"seat": seat, "limit": limit}
            yield from self.actor(seat).read(f"{self.path}/commands/legal", params)["commands"]

    def play(self, seed: int = 0, most: int = 1000) -> "Table":
        """Send random legal commands of a dealt game until it has ended, or so many."""
        rng = random.Random(seed)
        for _ in range(most):
            found = list(self.moves())
            if not found:
                break
            kinds = sorted({each["type"] for each in found})
            kind = rng.choice([each for each in kinds if not each.endswith("move")] or kinds)
            command = rng.choice([each for each in found if each["type"] == kind])
            self.done(self.seat(command["seat"]), command)
        return self


def _take_home(seat: int, space: str) -> dict[str, Any]:
    return {"type": "season-harvest.take_home", "seat": seat, "space": space}


def refused(response: requests.Response, kind: str, **members: Any) -> Any:
    """Expect a refusal of this kind, in the one shape that all refusals have, and return its body."""
    body = problem(response, _STATUS.get(kind, 409), f"/problems/{kind}")
    extra = body.keys() - {"type", "title", "status", "detail", "command_index"}
    assert _EXTRA[kind] <= extra <= _EXTRA[kind] | _MAY_ADD.get(kind, set()), body
    for error in body.get("errors", []):
        assert {"in", "pointer", "detail"} == error.keys()
        assert error["in"] in ("body", "query", "header", "path")
        assert error["pointer"] == "" or error["pointer"].startswith("/")
        assert error["detail"]
    if kind in ("rate-limited", "unavailable"):
        assert int(response.headers["Retry-After"]) >= 1
    if kind == "unauthenticated":
        assert response.headers["WWW-Authenticate"].startswith("Bearer")
    assert members == {name: body.get(name) for name in members}, body
    return body


def problem(response: requests.Response, status: int, type: str = "about:blank") -> Any:
    """Expect a problem document with this status and type, and return it."""
    assert response.status_code == status, response.text[:1000]
    assert response.headers["Content-Type"] == "application/problem+json"
    body = response.json()
    assert (type, status) == (body["type"], body["status"])
    assert all(isinstance(body.get(name, ""), str) and body.get(name, "-") for name in ("title", "detail"))
    return body


def lines(response: requests.Response) -> list[Any]:
    """Return the lines of an NDJSON answer."""
    assert response.status_code == 200, response.text
    assert response.headers["Content-Type"] == "application/x-ndjson"
    assert response.content.endswith(b"\n")
    return [json.loads(line) for line in response.content.splitlines()]


def whole(response: requests.Response) -> tuple[Any, list[Any], Any]:
    """Return header, lines and end of an NDJSON answer that was not cut."""
    header, *found, end = lines(response)
    assert ["header"] == list(header)
    assert ["end"] == list(end)
    assert end["end"]["count"] == len(found)
    return header["header"], found, end["end"]
