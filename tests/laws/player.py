"""Random games, recorded as the ledger records them: what every law is about."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from domain.kernel.chance import Source
from domain.kernel.entry import Codec, Draft, Written, read_private
from domain.kernel.game import Decision, Game, decide, decide_opening, fold, header_of, source_for
from domain.kernel.lifecycle import Abandon, Concede, GameOpened, OpenGame, StartGame
from domain.kernel.ruleset import Header, Ruleset
from domain.kernel.sealed import EVERYTHING, SPECTATOR
from domain.kernel.values import Actor, Command, Json, Mode
from service.players import Player, Tabletop, next_command
from tests.laws.facts import FACTS

GAME = "g_a2b3c4d5e6f7"
LONGEST = 6_000
AT = "2026-01-02T19:30:00.000Z"

Ending = Literal["rules", "abandon", "concede"]
SourceOf = Callable[[Game], Source]


@dataclass(frozen=True)
class Plan:
    """What one random game is made from."""

    mode: Mode
    seats: int
    options: dict[str, Json]
    seed: int = 0
    blind: int = 0
    max_commands: int | None = None
    ending: Ending = "rules"

    @property
    def ends(self) -> bool:
        """Whether such a game surely comes to an end."""
        return self.max_commands is None or self.ending != "rules"


def plans(
    ruleset: Ruleset[Any], modes: Sequence[Mode] = ("dealt", "observed"), *, longest: int | None = None
) -> SearchStrategy[Plan]:
    """Return plans of games; they shrink to short ones."""
    return st.sampled_from(modes).flatmap(
        lambda mode: (
            FACTS[ruleset.meta.id]
            .openings(mode)
            .flatmap(
                lambda opening: st.builds(
                    Plan,
                    st.just(mode),
                    st.just(opening[0]),
                    st.just(opening[1]),
                    seed=st.integers(0, 2**32),
                    blind=st.sampled_from([0, 30, 100]) if mode == "observed" else st.just(0),
                    max_commands=st.integers(0, longest) if longest else st.none() | st.integers(0, 80),
                    ending=st.sampled_from(["rules", "rules", "abandon", "concede"]),
                )
            )
        )
    )


@dataclass
class RecordedGame:
    """A game with everything that is known of it; `views` holds the newest fold of each viewer that was followed."""

    ruleset: Ruleset[Any]
    manifest: Any
    game: Game
    codec: Codec
    rng: Random
    entries: list[Written] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    views: dict[str, Game] = field(default_factory=dict)

    @property
    def header(self) -> Header:
        """What was fixed when the game opened."""
        assert self.game.header is not None
        return self.game.header

    @property
    def seats(self) -> range:
        """All seats in order."""
        return range(1, len(self.header.seats) + 1)

    @property
    def viewers(self) -> tuple[str, ...]:
        """Everybody who may read the game while it runs."""
        return (SPECTATOR, "scribe", "arbiter", *(f"seat:{seat}" for seat in self.seats))

    def opens(self, command: OpenGame, seed: bytes | None) -> None:
        """Record the opening."""
        self._record(command, decide_opening(self.ruleset, self.manifest, self.game.id, command, seed), "admin")

    def send(self, command: Command, source: Source) -> Decision:
        """Decide a command and record it."""
        decision = decide(self.ruleset, self.game, command, source)
        self._record(command, decision, actor(self.header.mode, command))
        return decision

    def events(self, version: int, viewer: str = EVERYTHING) -> tuple[Any, ...]:
        """Return the events of an entry as a viewer of the running game reads them."""
        entry = self.entries[version - 1]
        return self.codec.events(entry.body, entry.private, viewer)

    def plain(self, version: int, viewer: str = EVERYTHING) -> dict[str, Any]:
        """Return the body of an entry as a viewer of the running game reads it."""
        entry = self.entries[version - 1]
        return self.codec.plain(entry.body, read_private(entry.private), viewer)

    def folds(self, viewer: str = EVERYTHING) -> list[Game]:
        """Return a viewer's fold at every version, the empty one first."""
        games = [Game(self.game.id)]
        for version in range(1, len(self.entries) + 1):
            games.append(fold(self.ruleset, self.manifest, games[-1], self.events(version, viewer)))
        return games

    def _record(self, command: Command, decision: Decision, by: Actor) -> None:
        draft = Draft(
            game=self.game.id,
            version=len(self.entries) + 1,
            prev=self.entries[-1].hash if self.entries else None,
            at=AT,
            by=by,
            command=command,
            events=decision.events,
            outcomes=decision.outcomes,
        )
        self.entries.append(self.codec.write(draft, lambda: self.rng.randbytes(16)))
        self.commands.append(command)
        self.decisions.append(decision)
        self.game = decision.game
        for viewer, game in self.views.items():
            self.views[viewer] = fold(self.ruleset, self.manifest, game, self.events(draft.version, viewer))


def actor(mode: Mode, command: Command) -> Actor:
    """Return who sends a command at such a table."""
    seat = getattr(command, "seat", None)
    if seat is None:
        return "arbiter"
    return f"seat:{seat}" if mode == "dealt" else "scribe"


def begin(
    ruleset: Ruleset[Any],
    seats: int,
    mode: Mode,
    options: dict[str, Json],
    rng: Random,
    follow: Iterable[str] = (),
) -> RecordedGame:
    """Open a game, version 1, and follow it as some viewers read it."""
    data = ruleset.default_manifest()
    manifest = msgspec.json.decode(data, type=ruleset.manifest)
    recorded = RecordedGame(ruleset, manifest, Game(GAME), Codec(ruleset), rng)
    recorded.views = {viewer: Game(GAME) for viewer in follow}
    command = OpenGame(
        ruleset=ruleset.meta.id,
        mode=mode,
        seats=tuple(f"p_{seat}" for seat in range(1, seats + 1)),
        options=options,
        manifest=hashlib.sha256(data).hexdigest(),
        visibility="public",
    )
    recorded.opens(command, rng.randbytes(32) if mode == "dealt" else None)
    return recorded


def starting(recorded: RecordedGame) -> StartGame:
    """Return the command that sets a game up which has nothing to look back on."""
    return StartGame(recorded.ruleset.resolve(recorded.header, lambda **_: ()))


def play(
    ruleset: Ruleset[Any],
    seats: int,
    mode: Mode,
    options: dict[str, Json],
    rng: Random,
    max_commands: int | None = None,
    *,
    blind: int = 0,
    source_of: SourceOf | None = None,
    asides: bool = False,
) -> RecordedGame:
    """Play a random game to its end, or until so many commands have followed the start.

    With `asides`, seats now and then also do what may be done out of turn.
    """
    follow = [f"seat:{seat}" for seat in range(1, seats + 1)] if mode == "dealt" else []
    recorded = begin(ruleset, seats, mode, options, rng, follow)
    player = Player(rng, blind=blind)
    chance = source_of or (source_for if mode == "dealt" else lambda _: Tabletop(player))
    recorded.send(starting(recorded), chance(recorded.game))
    while recorded.game.status == "running" and len(recorded.commands) - 2 != max_commands:
        assert len(recorded.commands) < LONGEST, "a random game does not come to its end"
        views = {seat: recorded.views.get(f"seat:{seat}", recorded.game).state for seat in recorded.seats}
        command = _aside(recorded, views) if asides and rng.randrange(16) == 0 else None
        recorded.send(command or next_command(ruleset, views, player), chance(recorded.game))
    return recorded


def _aside(recorded: RecordedGame, views: Mapping[int, Any]) -> Command | None:
    seat = recorded.rng.choice(recorded.seats)
    return FACTS[recorded.ruleset.meta.id].aside(views[seat], seat, recorded.rng)


def play_plan(ruleset: Ruleset[Any], plan: Plan) -> RecordedGame:
    """Play a random game as planned."""
    rng = Random(plan.seed)
    recorded = play(ruleset, plan.seats, plan.mode, plan.options, rng, plan.max_commands, blind=plan.blind, asides=True)
    if recorded.game.status == "running" and plan.ending != "rules":
        two = plan.seats <= 2 and plan.ending == "concede"
        recorded.send(Concede(rng.choice(recorded.seats)) if two else Abandon(), source_for(recorded.game))
    return recorded


def opened(recorded: RecordedGame) -> GameOpened:
    """Return the opening event of a recorded game."""
    (event,) = recorded.decisions[0].events
    assert isinstance(event, GameOpened)
    return event


def fresh(recorded: RecordedGame) -> Game:
    """Return a recorded game as it stood when it had been opened, folded anew."""
    event = opened(recorded)
    header = header_of(recorded.ruleset, recorded.manifest, recorded.game.id, event)
    assert header == recorded.header
    return fold(recorded.ruleset, recorded.manifest, Game(recorded.game.id), (event,))
