"""One shape for every refusal, over every status there is."""

from collections.abc import Callable

import pytest
import requests

from tests.e2e.client import Client, Table, opening, problem, refused
from tests.e2e.server import Server

STREAM = "text/event-stream"
HOME = {"command": {"type": "season-harvest.take_home", "space": "a1"}}
END = {"command": {"type": "season-harvest.end_turn", "seat": 1}}


def _reuse(table: Table) -> requests.Response:
    table.opener.post("/v1/games", opening(), Idempotency_Key="shape")
    return table.opener.post("/v1/games", opening(seats=3, options={}), Idempotency_Key="shape")


PROVOKED: dict[str, Callable[[Table, Table], requests.Response]] = {
    "malformed": lambda t, o: t.seat(1).call(
        "POST", f"{t.path}/commands", data=b"{", headers={"Content-Type": "application/json"}
    ),
    "unauthenticated": lambda t, o: t.anybody.post(f"{t.path}/commands", END),
    "forbidden": lambda t, o: t.seat(2).post(f"{t.path}/commands", END, If_Match='"5"'),
    "not-found": lambda t, o: t.anybody.get("/v1/games/g_none"),
    "illegal-command": lambda t, o: t.seat(1).post(f"{t.path}/commands", END, If_Match='"5"'),
    "outcome-needed": lambda t, o: o.send(
        o.scribe, next(each for each in o.moves() if each["type"].endswith("play_card"))
    ),
    "outcome-refused": lambda t, o: t.seat(1).post(f"{t.path}/commands", {**END, "outcomes": ["SP"]}, If_Match='"5"'),
    "game-closed": lambda t, o: t.opener.open(start=False).seat(1).post("", HOME),
    "version-conflict": lambda t, o: t.seat(1).post(f"{t.path}/commands", END, If_Match='"4"'),
    "too-large": lambda t, o: t.seat(1).post(f"{t.path}/commands", {"command": "x" * 300_000}, Connection="close"),
    "unsupported-media-type": lambda t, o: t.seat(1).call(
        "POST", f"{t.path}/commands", data=b"{}", headers={"Content-Type": "text/plain"}
    ),
    "invalid": lambda t, o: t.seat(1).post(f"{t.path}/commands", {}, If_Match='"5"'),
    "key-reused": lambda t, o: _reuse(t),
    "precondition-required": lambda t, o: t.seat(1).post(f"{t.path}/commands", END),
}


def _closed(table: Table, observed: Table) -> requests.Response:
    waiting = table.opener.open(start=False)
    return waiting.seat(1).post(f"{waiting.path}/commands", HOME, If_Match='"1"')


PROVOKED["game-closed"] = _closed


@pytest.mark.parametrize("kind", PROVOKED)
def test_every_refusal_has_the_one_shape(table: Table, observed: Table, kind: str) -> None:
    body = refused(PROVOKED[kind](table, observed), kind)

    assert body["title"]
    assert body["detail"]


def test_a_rate_limit_says_when_to_come_back(start: Callable[..., Server]) -> None:
    server = start(rate_limit="3/hour")
    allowed = [server.anybody.get("/v1/rulesets").status_code for _ in range(3)]

    assert [200] * 3 == allowed
    refused(server.anybody.get("/v1/rulesets"), "rate-limited")
    assert [200] * 3 == [server.admin.get("/v1/rulesets").status_code for _ in range(3)], "each token has its own"
    refused(server.admin.post("/v1/games", {}), "rate-limited")
    assert 200 == server.anybody.get("/healthz").status_code


def test_guessing_tokens_is_limited_too(start: Callable[..., Server]) -> None:
    server = start(rate_limit="3/hour")
    for guess in "abc":
        refused(server.anybody.holding(guess * 43).get("/v1/games"), "unauthenticated")

    refused(server.anybody.holding("d" * 43).get("/v1/games"), "rate-limited")


def test_too_many_streams_are_refused_with_a_time_to_wait(start: Callable[..., Server]) -> None:
    server = start(max_streams=1)
    table = server.admin.open()
    with table.anybody.call("GET", f"{table.path}/entries", headers={"Accept": STREAM}, stream=True) as held:
        assert 200 == held.status_code
        refused(table.anybody.get(f"{table.path}/entries", Accept=STREAM), "unavailable")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/v1/games", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("DELETE", "{game}", {"GET", "HEAD", "OPTIONS"}),
        ("GET", "{game}/commands", {"POST", "OPTIONS"}),
        ("GET", "{game}/audits", {"POST", "OPTIONS"}),
        ("POST", "{game}/state", {"GET", "HEAD", "OPTIONS"}),
        ("PATCH", "/v1/rulesets", {"GET", "HEAD", "OPTIONS"}),
        ("BREW", "/v1/games", {"GET", "HEAD", "POST", "OPTIONS"}),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(table: Table, method: str, path: str, allowed: set[str]) -> None:
    response = table.opener.call(method, path.format(game=table.path))
    problem(response, 405)

    assert allowed == {name.strip() for name in response.headers["Allow"].split(",")}


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/v1",
        "/v1/",
        "/v2/games",
        "/v1/game",
        "/v1/games/",
        "/v1//games",
        "/v1/games/x/y",
        "/v1/records",
    ],
)
def test_a_path_that_leads_nowhere_is_not_found(anybody: Client, path: str) -> None:
    refused(anybody.get(path), "not-found")


def test_a_refusal_never_repeats_what_was_sent(table: Table) -> None:
    secret = "do-not-repeat-me"
    for response in (
        table.anybody.holding(secret * 4).get(table.path),
        table.seat(1).post(f"{table.path}/commands", END, Idempotency_Key=f"{secret} {secret}"),
        table.seat(1).call(
            "POST",
            f"{table.path}/commands",
            data=f'{{"{secret}": '.encode(),
            headers={"Content-Type": "application/json"},
        ),
    ):
        assert response.status_code >= 400
        assert secret not in response.text
