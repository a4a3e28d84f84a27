"""Nothing that is secret while a game runs is in any answer, log line or number before it has ended."""

import hmac
import json
import random
from typing import Any

import pytest

from tests.e2e.client import Client, Table
from tests.e2e.server import Server

STREAMS = {"json": "application/json", "lines": "application/x-ndjson"}
LOGGED = {
    "request_id",
    "method",
    "route",
    "status",
    "ms",
    "token",
    "game",
    "version",
    "event",
    "level",
    "timestamp",
}


class Eavesdropper:
    """Keeps all that each viewer of one game was ever told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.heard: dict[str, list[bytes]] = {}
        self.viewers = {"spectator": table.anybody, "admin": table.opener, "arbiter": table.arbiter} | {
            f"seat:{seat}": table.seat(seat) for seat in table.seats
        }

    def note(self, viewer: str, response: Any) -> Any:
        headers = json.dumps(dict(response.headers)).encode()
        self.heard.setdefault(viewer, []).extend([response.content, headers])
        return response

    def everybody_reads_everything(self) -> None:
        path = self.table.path
        for viewer, client in self.viewers.items():
            for part in ("", "/state", "/score", "/replay", "/entries?limit=1000", "/commands/legal?seat=1"):
                self.note(viewer, client.get(path + part))
            self.note(viewer, client.get(f"{path}/entries", Accept=STREAMS["lines"]))
            self.note(viewer, client.post(f"{path}/audits", {}))
            self.note(viewer, client.get("/v1/games", {"limit": 5}))
            self.tries_what_is_not_allowed(viewer, client)

    def tries_what_is_not_allowed(self, viewer: str, client: Client) -> None:
        path = f"{self.table.path}/commands"
        for command in (
            {"type": "season-harvest.play_card", "seat": 1, "card": "SP", "space": "z9"},
            {"type": "season-harvest.declare_cannot_play", "seat": 1, "discard": "XX"},
            {"type": "season-harvest.show_cards", "seat": 1, "cards": ["SP"] * 9},
        ):
            response = client.post(path, {"command": command}, Idempotency_Key=f"try-{viewer}")
            assert response.status_code in (401, 403, 409)
            self.note(viewer, response)

    def plays(self, rng: random.Random, most: int) -> None:
        """Play on, and let everybody hear the answers."""
        for _ in range(most):
            moves = [each for each in self.table.moves() if not each["type"].endswith(("move", "show_cards"))]
            if not moves:
                return
            command = rng.choice(moves)
            seat = command["seat"]
            self.note(f"seat:{seat}", self.table.send(self.table.seat(seat), command))


@pytest.fixture(scope="module")
def heard(admin: Client, server: Server) -> Eavesdropper:
    """Listen to a game of three from its opening to just before its end."""
    table = admin.open(seats=3, options={"cards_per_season": 5})
    ear = Eavesdropper(table)
    rng = random.Random(11)
    for _ in range(5):
        ear.everybody_reads_everything()
        ear.plays(rng, 6)
    assert table.now()["status"] == "running"
    return ear


@pytest.fixture(scope="module")
def truth(heard: Eavesdropper, server: Server) -> dict[str, Any]:
    """End the game, and return its seed, its log opened, and what the service had logged before."""
    log, metrics = server.log, server.anybody.get("/metrics").text
    pages = "".join(server.anybody.get(path).text for path in ("/openapi.json", "/docs"))
    heard.table.done(heard.table.arbiter, {"type": "abandon"})
    entries = heard.table.anybody.read(f"{heard.table.path}/entries", {"limit": 1000})["entries"]
    seed = entries[0]["events"][0]["seed"]
    assert len(seed) == 64
    return {"seed": seed, "entries": entries, "log": log, "metrics": metrics, "pages": pages}


def test_the_seed_is_nowhere_before_the_end(heard: Eavesdropper, truth: dict[str, Any]) -> None:
    seed = truth["seed"]
    spellings = (seed.encode(), seed.upper().encode(), bytes.fromhex(seed))
    for answers in heard.heard.values():
        assert not any(spelling in answer for spelling in spellings for answer in answers)
    for text in (truth["log"], truth["metrics"], truth["pages"]):
        assert seed not in text.lower()


def test_tokens_are_in_no_answer_and_no_log(heard: Eavesdropper, truth: dict[str, Any], admin: Client) -> None:
    tokens = [*heard.table.tokens["seats"], heard.table.tokens["arbiter"], admin.token or "?"]
    for token in tokens:
        for answers in heard.heard.values():
            assert not any(token.encode() in answer for answer in answers)
        for text in (truth["log"], truth["metrics"], truth["pages"]):
            assert token not in text


def test_no_entry_showed_a_card_to_whom_it_was_not_sealed(heard: Eavesdropper, truth: dict[str, Any]) -> None:
    seen = 0
    for viewer, answers in heard.heard.items():
        for told in entries_in(answers):
            opened = truth["entries"][told["version"] - 1]
            assert told["outcomes"] is None
            for event, true in zip(told["events"], opened["events"], strict=True):
                for field in ("card", "cards"):
                    if event["type"] in SEALED and field in event:
                        mine = viewer in (f"seat:{event['seat']}", "arbiter")
                        hidden = "?" if field == "card" else ["?"] * len(true[field])
                        assert event[field] == (true[field] if mine else hidden)
                        seen += 1
    assert seen > 500


SEALED = {"season-harvest.hand_dealt", "season-harvest.home_taken", "season-harvest.card_drawn"}


def entries_in(answers: list[bytes]) -> Any:
    """Yield every entry in some answers, whichever form they have."""
    for answer in answers:
        for line in answer.splitlines():
            body = json.loads(line)
            for each in (*body.get("entries", []), *([body["entry"]] if "entry" in body else [body])):
                if "events" in each and "version" in each:
                    yield each


def test_no_state_showed_a_hand_to_whom_it_does_not_belong(heard: Eavesdropper) -> None:
    seen = 0
    for viewer, answers in heard.heard.items():
        for answer in answers:
            body = json.loads(answer.splitlines()[0])
            if "state" not in body or viewer == "arbiter":
                continue
            for seat, hand in body["state"]["cards"]["hands"].items():
                if viewer != f"seat:{seat}":
                    assert sum(hand["known"].values()) == sum(hand["shown"].values())
                    seen += 1
    assert seen > 50


def test_the_log_holds_nothing_but_who_asked_what_and_how_it_went(server: Server, heard: Eavesdropper) -> None:
    for line in server.log_lines():
        assert line.keys() <= LOGGED | {"error", "where"}, line
        if line["event"] == "request":
            assert "?" not in line["route"]
            assert heard.table.id not in line["route"]


def test_a_secret_opens_for_everybody_once_the_game_has_ended(heard: Eavesdropper, truth: dict[str, Any]) -> None:
    path = heard.table.path
    entries = [client.get(f"{path}/entries?limit=1000").content for client in heard.viewers.values()]

    assert 1 == len({*entries})
    assert "?" not in [event.get("card") for entry in truth["entries"] for event in entry["events"]]


def test_the_chance_of_a_finished_game_can_be_computed_by_anybody(truth: dict[str, Any]) -> None:
    faces = [face for face in ("FA", "SP", "SU", "WI") for _ in range(5)]
    dealt = truth["entries"][1]["outcomes"]
    for index, face in enumerate(dealt):
        assert face == faces.pop(number(truth["seed"], 2, index, len(faces)))

    assert 6 == len(dealt)


def number(seed: str, version: int, index: int, below: int) -> int:
    """Compute a pick from what is published, in the way that is published."""
    limit = 2**256 - 2**256 % below
    for attempt in range(100):
        places = version.to_bytes(8) + index.to_bytes(8) + attempt.to_bytes(4)
        drawn = int.from_bytes(hmac.digest(bytes.fromhex(seed), b"harvest-ledger/pick/1\n" + places, "sha256"))
        if drawn < limit:
            return drawn % below
    raise AssertionError
