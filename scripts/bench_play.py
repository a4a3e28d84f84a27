"""Scripted games of Season Harvest over HTTP: what a pair of plain clients would send, and how long each answer took.

A seat moves its pawn out and back, plays the first card that fits and ends its turn. What that takes is followed from
the answers, as cheaply as can be.
"""

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scripts.bench_server import ADMIN, Wire

Json = Any

SPACES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
FOLLOWS = {"SP": "WI", "SU": "SP", "FA": "SU", "WI": "FA"}
HOMES = {1: ("a1", "a2"), 2: ("c3", "c2")}
"""Where each seat's pawn lives, and where it walks to and back."""


@dataclass
class ScriptedGame:
    """One dealt game of two seats that a single connection plays."""

    wire: Wire
    id: str
    tokens: list[str]
    version: int = 2
    ended: bool = False
    board: dict[str, str] = field(default_factory=dict)
    hands: dict[int, list[str]] = field(default_factory=lambda: {1: [], 2: []})
    waits: list[float] = field(default_factory=list)
    _next: tuple[int, Json] = field(init=False)

    def send(self, seat: int, command: Json) -> list[Json]:
        """Send a command of a seat and note how long the answer took; return its events."""
        before = time.perf_counter()
        answer = self.post(seat, {"command": command}, key=f"{self.id}-{self.version}")
        self.waits.append(time.perf_counter() - before)
        self._follow(answer["events"])
        events: list[Json] = answer["events"]
        return events

    def post(self, seat: int, body: Json, key: str) -> Json:
        """Post a command or a batch at the version that was seen last."""
        path = f"/v1/games/{self.id}/commands"
        headers = {"If_Match": f'"{self.version}"', "Idempotency_Key": key}
        answer = self.wire.ask("POST", path, self.tokens[seat - 1], body, **headers)
        self.version = answer["entries"][-1]["version"] if isinstance(body, list) else answer["version"]
        return answer

    def play(self, seconds: float = float("inf"), commands: int | None = None) -> None:
        """Play on until the game ends, so many seconds are over or so many commands were sent."""
        until = time.perf_counter() + seconds
        for _ in itertools.count() if commands is None else range(commands):
            if self.ended or time.perf_counter() >= until:
                return
            self.step()

    def step(self) -> None:
        """Send the next command."""
        seat, command = self._next
        events = self.send(seat, command)
        if events[-1]["type"] == "game_ended":
            self.ended = True
        else:
            self._next = next(self._turns)

    def __post_init__(self) -> None:
        """Take the homes, learn the hands and turn the grid up."""
        for seat, (home, _) in HOMES.items():
            self.send(seat, {"type": "season-harvest.take_home", "space": home})
            known = self.wire.ask("GET", f"/v1/games/{self.id}/state", self.tokens[seat - 1])["state"]["cards"]
            self.hands[seat] = [card for card, n in known["hands"][str(seat)]["known"].items() for _ in range(n)]
        self.send(1, {"type": "season-harvest.choose_first", "first": 1})
        self.waits.clear()
        self._turns = self._all_turns()
        self._next = next(self._turns)

    def lengthen(self, entries: int) -> None:
        """Let a seat show a card so many times, in one batch: the quickest way to a long log."""
        show = {"command": {"type": "season-harvest.show_cards", "cards": self.hands[1][:1]}}
        self.post(1, [show] * entries, key=f"{self.id}-{self.version}")

    def renew(self) -> None:
        """Go on with a new game in place of this one; the waits stay."""
        waits = self.waits
        fresh = open_game(self.wire)
        vars(self).update(vars(fresh))
        self.waits = waits

    def _all_turns(self) -> Iterator[tuple[int, Json]]:
        for seat in itertools.cycle((1, 2)):
            home, walk = HOMES[seat]
            yield seat, {"type": "season-harvest.move", "pawn": f"{seat}-1", "to": walk}
            yield seat, {"type": "season-harvest.move", "pawn": f"{seat}-1", "to": home}
            if self.hands[seat]:
                yield seat, self._card(seat)
            yield seat, {"type": "season-harvest.end_turn"}

    def _card(self, seat: int) -> Json:
        for card in self.hands[seat]:
            for space in SPACES:
                if self.board.get(space, FOLLOWS[card]) == FOLLOWS[card]:
                    return {"type": "season-harvest.play_card", "card": card, "space": space}
        return {"type": "season-harvest.declare_cannot_play", "discard": self.hands[seat][0]}

    def _follow(self, events: list[Json]) -> None:
        for event in events:
            match event["type"]:
                case "season-harvest.grid_revealed":
                    self.board = {cell["space"]: cell["card"] for cell in event["cells"]}
                case "season-harvest.card_played":
                    self.board[event["space"]] = event["card"]
                    self.hands[event["seat"]].remove(event["card"])
                case "season-harvest.card_discarded":
                    self.hands[event["seat"]].remove(event["card"])
                case "season-harvest.card_drawn":
                    self.hands[event["seat"]].append(event["card"])
                case _:
                    pass


def open_game(wire: Wire) -> ScriptedGame:
    """Open the longest dealt game there is and bring it to its first turn."""
    body = {
        "ruleset": "season-harvest",
        "mode": "dealt",
        "seats": [{"name": "Ana"}, {"name": "Ben"}],
        "options": {"years": 9, "cards_per_season": 26},
    }
    opened = wire.ask("POST", "/v1/games", ADMIN, body)
    return ScriptedGame(wire, opened["game"]["id"], opened["tokens"]["seats"])
