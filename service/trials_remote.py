"""Trial games over HTTP, through nothing but the public interface."""

import time
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

import requests

from service.trials import Asked, Json, Outcomes, Refused, Trial

__all__ = ["RemoteDesk", "RemoteTable"]

_ATTEMPTS = 5
_SECONDS = 60
_BUSY = (429, 503)


class RemoteDesk:
    """Opens games at a service with a token that may do so."""

    def __init__(self, url: str, token: str) -> None:
        self._api = f"{url.rstrip('/')}/v1"
        self._token = token
        self._session = requests.Session()

    def open(self, trial: Trial, outcomes: Outcomes) -> "RemoteTable":
        """Open a game; raise `Asked` when the table must say what it gave, `Refused` when it cannot be."""
        seats = [{"player": seat.player} if seat.player else {"name": seat.name} for seat in trial.seats]
        wanted: Json = {"ruleset": trial.ruleset, "mode": trial.mode, "seats": seats, "options": trial.options}
        if trial.mode == "observed":
            wanted["outcomes"] = list(outcomes)
        answer = self.ask("POST", "/games", self._token, wanted | {"start": trial.start})
        return RemoteTable(self, answer["game"], answer["tokens"])

    def close(self) -> None:
        """Let go of the connections."""
        self._session.close()

    def ask(self, method: str, path: str, token: str, body: Json | None = None, **headers: str) -> Json:
        """Send one request and return what was answered; a busy service is asked again.

        Raise `Asked` when an outcome is needed and `Refused` for every other refusal.
        """
        if body is not None:
            # The same key each time, so that what was written before an answer was lost is not written twice.
            headers["Idempotency-Key"] = uuid4().hex
        headers["Authorization"] = f"Bearer {token}"
        for _ in range(_ATTEMPTS):
            response = self._request(method, path, body, headers)
            if response.status_code not in _BUSY:
                return _read(response)
            time.sleep(_wait(response))
        raise Refused(f"{self._api} is busy: it answered {response.status_code} {_ATTEMPTS} times.")

    def _request(self, method: str, path: str, body: Json | None, headers: Mapping[str, str]) -> requests.Response:
        try:
            return self._session.request(method, self._api + path, json=body, headers=headers, timeout=_SECONDS)
        except requests.ConnectionError as fault:
            raise Refused(f"{self._api} cannot be reached.") from fault
        except requests.Timeout as fault:
            raise Refused(f"{self._api} has not answered for {_SECONDS} seconds.") from fault
        except (requests.RequestException, ValueError) as fault:
            raise Refused(f"{self._api} cannot be asked: {fault}") from fault


class RemoteTable:
    """A game at a service, with the tokens of all its seats and of its scribe."""

    def __init__(self, desk: RemoteDesk, game: Json, tokens: Json) -> None:
        self._desk = desk
        self.game, self.seats = game["id"], len(game["seats"])
        scribe = tokens.get("scribe")
        self._tokens: list[str] = [scribe] * self.seats if scribe else tokens["seats"]
        self._stand(game)

    def legal(self, seat: int) -> list[Json]:
        """Return commands that a seat may send, as far as whoever sends them can know."""
        path = f"/games/{self.game}/commands/legal?seat={seat}"
        found: list[Json] = self._desk.ask("GET", path, self._token(seat))["commands"]
        return found

    def send(self, command: Json, outcomes: Outcomes) -> None:
        """Send a command with what the table gave; raise `Asked` when more has to be told."""
        body: Json = {"command": command, "outcomes": list(outcomes)}
        path = f"/games/{self.game}/commands"
        stated = {"If-Match": f'"{self.version}"'}
        self._stand(self._desk.ask("POST", path, self._token(command["seat"]), body, **stated))

    def result(self) -> Json | None:
        """Return the outcome of the game; None while it runs."""
        game = self._desk.ask("GET", f"/games/{self.game}", self._token(1))
        result: Json | None = game["result"]
        return result

    def _token(self, seat: int) -> str:
        return self._tokens[seat - 1]

    def _stand(self, answer: Json) -> None:
        self.version, self.status = answer["version"], answer["status"]
        self.to_act: Sequence[int | None] = [obligation["seat"] for obligation in answer["to_act"]]


def _read(response: requests.Response) -> Json:
    try:
        answer: Any = response.json()
    except requests.JSONDecodeError:
        answer = None
    if not isinstance(answer, dict):
        raise Refused(f"{response.url} is no ledger: it answered {response.status_code} without a JSON object.")
    if response.ok:
        return answer
    if answer.get("type") == "/problems/outcome-needed":
        request = answer["request"]
        raise Asked(request["lawful"], None, unknown=request["unknown"])
    raise Refused(_sentence(response.status_code, answer))


def _sentence(status: int, problem: Json) -> str:
    said = problem.get("detail") or problem.get("title") or "It was refused."
    faults = [f"{fault['pointer']}: {fault['detail']}" for fault in problem.get("errors", [])]
    reason = f" ({problem['reason']})" if "reason" in problem else ""
    return f"The service answered {status}: {'; '.join(faults) or said}{reason}"


def _wait(response: requests.Response) -> float:
    stated = response.headers.get("Retry-After", "1")
    return min(float(stated), 60.0) if stated.isdecimal() else 1.0
