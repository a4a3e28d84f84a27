"""Measure what needs no network: folding recorded entries and auditing finished games, on one core.

Rates count processor time, so that whatever else the machine does changes them little.
"""

import os
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import msgspec

from domain.kernel.entry import Draft, Written
from domain.kernel.game import Decision, Game, decide, decide_opening, fold, source_for
from domain.kernel.lifecycle import OpenGame, StartGame
from domain.kernel.values import Command
from domain.registry import RULESETS
from eventstore.sqlite import SqliteStore
from service import clock
from service.audit import Auditor
from service.catalogue import Catalogue
from service.directory import Directory
from service.ledger import Ledger, Parts, new_entries
from service.players import Player, next_command
from service.reading import Reader
from service.rules import Rules, all_rules


@dataclass(frozen=True)
class Recorded:
    """A finished game as bytes, with the number of its events."""

    id: str
    entries: list[Written]
    events: int


class _Recorder:
    """Plays one dealt game at random and writes its entries."""

    def __init__(self, rules: Rules, number: int, rng: Random) -> None:
        self.rules, self.rng = rules, rng
        self.game = Game(f"g_{number:026d}")
        self.entries: list[Written] = []
        self.events = 0

    def play(self, seats: int) -> Recorded:
        rules = self.rules
        players = tuple(f"p_{self.game.id[2:]}_{seat}" for seat in range(1, seats + 1))
        opening = OpenGame(rules.id, "dealt", players, {}, rules.default_manifest, "public")
        manifest = rules.manifest(rules.default_manifest)
        seed = self.rng.randbytes(32)
        self._record(opening, decide_opening(rules.ruleset, manifest, self.game.id, opening, seed), "admin")
        self._send(StartGame(), "admin")
        player = Player(self.rng)
        while self.game.status == "running":
            views = dict.fromkeys(range(1, seats + 1), self.game.state)
            command = next_command(rules.ruleset, views, player)
            self._send(command, f"seat:{getattr(command, 'seat', None) or 1}")
        return Recorded(self.game.id, self.entries, self.events)

    def _send(self, command: Command, by: str) -> None:
        self._record(command, decide(self.rules.ruleset, self.game, command, source_for(self.game)), by)

    def _record(self, command: Command, decision: Decision, by: str) -> None:
        draft = Draft(
            game=self.game.id,
            version=decision.game.version,
            prev=self.entries[-1].hash if self.entries else None,
            at=clock.now(),
            by=by,
            command=command,
            events=decision.events,
            outcomes=decision.outcomes,
        )
        self.entries.append(self.rules.codec.write(draft, lambda: self.rng.randbytes(16)))
        self.events += len(decision.events)
        self.game = decision.game


def recorded_games(count: int, seats: int = 2, ruleset: str = "season-harvest") -> list[Recorded]:
    """Play so many random dealt games to their ends, the same ones each time."""
    rules = _rules(ruleset)
    return [_Recorder(rules, number, Random(number)).play(seats) for number in range(count)]


def _rules(ruleset: str) -> Rules:
    return all_rules(RULESETS, lambda _: None)[ruleset]


def folded_per_second(games: list[Recorded], rounds: int, ruleset: str = "season-harvest") -> list[float]:
    """Return events folded per second, from stored bytes to the state, for each round."""
    rules = _rules(ruleset)
    manifest = rules.manifest(rules.default_manifest)
    rates = []
    for _ in range(rounds):
        before = time.process_time()
        for recorded in games:
            game = Game(recorded.id)
            for entry in recorded.entries:
                game = fold(rules.ruleset, manifest, game, rules.codec.events(entry.body, entry.private))
        rates.append(sum(each.events for each in games) / (time.process_time() - before))
    return rates


def legal_in_seconds(rounds: int, ruleset: str, seats: int) -> list[float]:
    """Return how long a seat's legal commands take to list, where a random game of so many seats has the most."""
    rules = all_rules(RULESETS, lambda _: None)[ruleset]
    manifest = rules.manifest(rules.default_manifest)
    (recorded,) = recorded_games(1, seats, ruleset)
    game, most, state, seat = Game(recorded.id), 0, None, 1
    for entry in recorded.entries:
        game = fold(rules.ruleset, manifest, game, rules.codec.events(entry.body, entry.private))
        for each in range(1, seats + 1) if game.status == "running" else ():
            listed = sum(1 for _ in rules.ruleset.legal(game.state, each))
            if listed > most:
                most, state, seat = listed, game.state, each
    waits = []
    for _ in range(50 * rounds):
        before = time.process_time()
        for _ in rules.ruleset.legal(state, seat):
            pass
        waits.append(time.process_time() - before)
    return waits


def audited_per_second(games: list[Recorded], folder: Path, rounds: int) -> list[float]:
    """Return full audits per second of these games, as stored in a new database, for each round."""
    with closing(SqliteStore(folder / "audits.db")) as store, closing(Directory(folder / "audits.db")) as directory:
        for each in games:
            store.append(each.id, 0, new_entries(each.entries, None))
        with closing(Catalogue(folder / "audits.db.catalogue", store)) as catalogue:
            catalogue.catch_up()
            rules = all_rules(RULESETS, directory.manifest)
            ledger = Ledger(Parts(store, directory, catalogue, rules, clock.now, os.urandom))
            auditor = Auditor(ledger, Reader(ledger))
            rates = []
            for _ in range(rounds):
                before = time.process_time()
                for each in games:
                    report = auditor.audit(None, each.id, None, None)
                    if report["verdict"] != "confirmed":
                        raise SystemExit(f"{each.id}: {msgspec.json.encode(report['checks']).decode()}")
                rates.append(len(games) / (time.process_time() - before))
    return rates
