"""Golden games: a finished game as a text file that can be read, replayed and compared.

A line that begins with a version is a command, the outcomes it was given after `<-`, and in brief files the answers
after `=`; every other line is an answer. `replay` takes the commands of a text and writes the whole text again.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Union

import msgspec

from domain.kernel.chance import Outcome, Scribed, Seeded, Source
from domain.kernel.entry import Codec, Draft, Written
from domain.kernel.game import Decision, Game, decide, decide_opening, fold, obligations, outcome_of
from domain.kernel.lifecycle import LIFECYCLE_COMMANDS, LIFECYCLE_EVENTS, GameOpened, OpenGame
from domain.kernel.ruleset import Ruleset
from domain.kernel.score import Citations, Cite, Line, totals
from domain.kernel.sealed import EVERYTHING, SPECTATOR
from domain.kernel.values import Command, Json, Mode, Value, tag_of

_plain = msgspec.json.Encoder(order="sorted")


class Setting(Value, frozen=True):
    """What a golden game begins with; with no seed its outcomes stand in the file."""

    ruleset: str
    mode: Mode
    seats: int
    options: dict[str, Json]
    seed: str | None
    detail: bool
    about: str


@dataclass
class Recorder:
    """Plays a golden game and writes its file."""

    ruleset: Ruleset[Any]
    setting: Setting

    def __post_init__(self) -> None:
        manifest = self.ruleset.default_manifest()
        self.manifest = msgspec.json.decode(manifest, type=self.ruleset.manifest)
        viewers = [EVERYTHING, SPECTATOR, *(f"seat:{seat}" for seat in range(1, self.setting.seats + 1))]
        self.views = {viewer: Game("g_golden") for viewer in viewers}
        self.codec, self.citations = Codec(self.ruleset), Citations()
        self.salts = (hashlib.sha256(b"salt %d" % n).digest()[:16] for n in range(1 << 20))
        self.prev: bytes | None = None
        self.scored: Any = None
        setting = _plain.encode(self.setting).decode()
        self.text = [f"# {self.setting.about}", f"game {setting}", ""]
        players = tuple(f"p_{seat}" for seat in range(1, self.setting.seats + 1))
        digest = f"sha256:{hashlib.sha256(manifest).hexdigest()}"
        opening = OpenGame(self.ruleset.meta.id, self.setting.mode, players, self.setting.options, digest, "public")
        seed = None if self.setting.seed is None else bytes.fromhex(self.setting.seed)
        self._write(opening, decide_opening(self.ruleset, self.manifest, "g_golden", opening, seed))

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.views[EVERYTHING]

    def source(self, outcomes: tuple[Outcome, ...] = ()) -> Source:
        """Return the seed's source, or these outcomes where there is no seed."""
        if self.setting.seed is None:
            return Scribed(outcomes)
        return Seeded(bytes.fromhex(self.setting.seed), self.game.version + 1)

    def enter(self, command: Command, *outcomes: Outcome) -> None:
        """Decide a command and write it with its answers."""
        self._write(command, decide(self.ruleset, self.game, command, self.source(outcomes)))

    def finish(self) -> str:
        """Return the whole text, closed with the result and every seat's sheet."""
        outcome, places = outcome_of(self.ruleset, self.game)
        self.text += ["", f"result {_plain.encode(outcome).decode()}"]
        lines = self.citations.cited()
        for seat, total in totals(lines, self.setting.seats).items():
            self.text += [_sheet_line(line) for line in lines if line.seat == seat]
            self.text.append(f"total {seat} = {total}, place {places.get(str(seat), '-')}")
        return "\n".join([*self.text, ""])

    def _write(self, command: Command, decision: Decision) -> None:
        version = self.game.version + 1
        seat = getattr(command, "seat", None)
        by = "arbiter" if seat is None else f"seat:{seat}" if self.setting.mode == "dealt" else "scribe"
        at = f"2026-01-01T{version // 3600:02}:{version // 60 % 60:02}:{version % 60:02}.000Z"
        draft = Draft("g_golden", version, self.prev, at, by, command, decision.events, decision.outcomes)
        written = self.codec.write(draft, lambda: next(self.salts))
        self.prev = written.hash
        for viewer in self.views:
            self._read(viewer, written)
        if self.game.state != decision.game.state:
            raise AssertionError(f"reading entry {version} gives another state than deciding it")
        self._cite(decision, version)
        line = f"{version} {_command_text(self.ruleset, command)}"
        if decision.outcomes:
            line += f" <- {_words(decision.outcomes)}"
        self.text += self._full(line, by, decision) if self.setting.detail else [self._brief(line)]

    def _read(self, viewer: str, written: Written) -> None:
        events = self.codec.events(written.body, written.private, viewer)
        self.views[viewer] = fold(self.ruleset, self.manifest, self.views[viewer], events)

    def _cite(self, decision: Decision, version: int) -> None:
        for index, event in enumerate(decision.events):
            if isinstance(event, GameOpened):
                self.scored = decision.game.state
            elif not isinstance(event, LIFECYCLE_EVENTS):
                self.scored = self.ruleset.evolve(self.scored, event)
            self.citations.follow(self.ruleset.lines(self.scored), Cite(version, index))

    def _brief(self, line: str) -> str:
        """Close a command's line with entry hash, digest of all views, legal commands by seat, and totals."""
        states = b"".join(_plain.encode(view.state) for view in self.views.values())
        return f"{line} = {self._hash()} {_digest(states)} {self._legal()} {self._totals()}"

    def _full(self, line: str, by: str, decision: Decision) -> Iterator[str]:
        yield line
        for event in decision.events:
            plain = msgspec.to_builtins(event)
            name = plain.pop("type").removeprefix(f"{self.ruleset.meta.id}.")
            yield f"    {name} {_plain.encode(plain).decode()}"
        duties = [f"{duty.seat or '*'} {'|'.join(duty.commands)}" for duty in obligations(self.ruleset, self.game)]
        yield f"  by {by}, totals {self._totals()}, legal {self._legal()}"
        yield f"  to act {', '.join(duties).replace(f'{self.ruleset.meta.id}.', '') or '-'}"
        views = [f"{viewer} {_digest(_plain.encode(view.state))}" for viewer, view in self.views.items()]
        yield f"  views {', '.join(views)}"
        yield f"  hash {self._hash()}"
        yield ""

    def _hash(self) -> str:
        return "" if self.prev is None else self.prev.hex()[:8]

    def _totals(self) -> str:
        return ",".join(str(n) for n in totals(self.ruleset.lines(self.game.state), self.setting.seats).values())

    def _legal(self) -> str:
        if self.game.status != "running":
            return "-"
        seats = range(1, self.setting.seats + 1)
        counts = [sum(1 for _ in self.ruleset.legal(self.views[f"seat:{n}"].state, n)) for n in seats]
        return ",".join(str(n) for n in counts)


def replay(ruleset: Ruleset[Any], text: str) -> str:
    """Decide the commands of a golden game once more, and return the text this gives."""
    lines = text.splitlines()
    recorder = Recorder(ruleset, msgspec.json.decode(lines[1].removeprefix("game "), type=Setting))
    for version, command, outcomes in commands_of(ruleset, text):
        if version > 1:
            recorder.enter(command, *outcomes)
    return recorder.finish()


def commands_of(ruleset: Ruleset[Any], text: str) -> Iterator[tuple[int, Command, tuple[Outcome, ...]]]:
    """Yield version, command and outcomes of every entry after the opening."""
    kinds: Any = Union.__getitem__((*LIFECYCLE_COMMANDS, *ruleset.commands))
    commands: tuple[type[Command], ...] = (*LIFECYCLE_COMMANDS, *ruleset.commands)
    tags = {tag_of(kind) for kind in commands}
    for line in text.splitlines():
        version, _, rest = line.split(" = ")[0].partition(" ")
        if not version.isdecimal() or version == "1":
            continue
        said, _, given = rest.partition(" <- ")
        name, *fields = said.split(" ")
        tag = name if name in tags else f"{ruleset.meta.id}.{name}"
        plain = {"type": tag} | {key: _value(value) for key, _, value in (field.partition("=") for field in fields)}
        yield int(version), msgspec.convert(plain, kinds), tuple(_value(word) for word in given.split())


def _command_text(ruleset: Ruleset[Any], command: Command) -> str:
    plain = msgspec.to_builtins(command)
    name = plain.pop("type").removeprefix(f"{ruleset.meta.id}.")
    if isinstance(command, OpenGame):
        return str(name)
    fields = [f"{key}={_word(value)}" for key, value in plain.items() if value is not None]
    return " ".join([name, *fields])


def _word(value: Json) -> str:
    return value if isinstance(value, str) else _plain.encode(value).decode()


def _words(values: tuple[Outcome, ...]) -> str:
    return " ".join(_word(value) for value in values)


def _value(word: str) -> Any:
    try:
        return msgspec.json.decode(word)
    except msgspec.DecodeError:
        return word


def _sheet_line(line: Line) -> str:
    unit = "" if line.unit is None else f" x {line.unit} = {line.amount}"
    cites = " ".join(f"{cite.version}.{cite.event}" for cite in line.cites)
    return f"line {line.seat} {line.key} {line.quantity}{unit} [{cites}]"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:8]
