"""A game around any ruleset: opening, deciding, folding, who may act, and how it came out."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from domain.kernel.chance import Outcome as ChanceOutcome
from domain.kernel.chance import Scribed, Seeded, Source, commitment
from domain.kernel.lifecycle import (
    LIFECYCLE_EVENTS,
    Abandon,
    Concede,
    GameEnded,
    GameOpened,
    GameStarted,
    OpenGame,
    SeatResult,
    StartGame,
)
from domain.kernel.rejection import Rejected, reject_if
from domain.kernel.ruleset import Header, Obligation, Ruleset
from domain.kernel.score import Citations, Cite, Outcome, places, totals
from domain.kernel.table import Table
from domain.kernel.values import Actor, Command, Event, Mode, Value, tag_of

Status = Literal["open", "running", "ended"]
_LIFECYCLE = frozenset(LIFECYCLE_EVENTS)


class Game(Value, frozen=True):
    """A game folded to a version; `state` is the ruleset's own."""

    id: str
    version: int = 0
    status: Status = "open"
    opened: GameOpened | None = None
    header: Header | None = None
    state: Any = None
    ended: GameEnded | None = None


class Decision(Value, frozen=True):
    """What follows from one command: its events, the outcomes chance gave, and the game after them."""

    events: tuple[Event, ...]
    outcomes: tuple[ChanceOutcome, ...]
    game: Game


def fold(
    ruleset: Ruleset[Any], manifest: Any, game: Game, events: Iterable[Event], citations: Citations | None = None
) -> Game:
    """Fold the events of one entry into a game; what they say is not judged again.

    Citations follow the score after each event.
    """
    evolve = ruleset.evolve
    state = game.state
    for index, event in enumerate(events):
        if type(event) not in _LIFECYCLE:
            state = evolve(state, event)
        elif isinstance(event, GameOpened):
            header = header_of(ruleset, manifest, game.id, event)
            game, state = replace(game, opened=event, header=header), ruleset.initial(header)
        elif isinstance(event, GameStarted):
            game = replace(game, status="running")
        elif isinstance(event, GameEnded):
            game = replace(game, status="ended", ended=event)
        if citations is not None:
            citations.follow(ruleset.lines(state), Cite(game.version + 1, index))
    return replace(game, version=game.version + 1, state=state)


def header_of(ruleset: Ruleset[Any], manifest: Any, game: str, opened: GameOpened) -> Header:
    """Read a header from the opening event."""
    options = msgspec.convert(opened.options, ruleset.options)
    return Header(game, opened.ruleset, opened.revision, opened.mode, opened.seats, options, manifest)


def decide_opening(ruleset: Ruleset[Any], manifest: Any, game: str, command: OpenGame, seed: bytes | None) -> Decision:
    """Open a game, or raise `Rejected` where the ruleset refuses such an opening.

    The seed (32 bytes) is committed to in public and sealed to nobody; an observed game has none.
    """
    options = ruleset.settle(msgspec.convert(command.options, ruleset.options), command.mode)
    opened = GameOpened(
        ruleset=command.ruleset,
        revision=ruleset.meta.revision,
        manifest=command.manifest,
        mode=command.mode,
        seats=command.seats,
        options=msgspec.json.decode(msgspec.json.encode(options)),
        visibility=command.visibility,
        reveal="at_end",
        commitment=None if seed is None else commitment(game, seed),
        seed=None if seed is None else seed.hex(),
    )
    ruleset.check_opening(header_of(ruleset, manifest, game, opened))
    return Decision((opened,), (), fold(ruleset, manifest, Game(game), (opened,)))


def source_for(game: Game, outcomes: Iterable[ChanceOutcome] = (), *, fill_unknown: bool = False) -> Source:
    """Return where the next entry's chance comes from: the seed of a dealt game, the scribe of an observed one."""
    if game.opened is not None and game.opened.seed is not None:
        return Seeded(bytes.fromhex(game.opened.seed), game.version + 1)
    return Scribed(tuple(outcomes), fill_unknown=fill_unknown)


def decide(ruleset: Ruleset[Any], game: Game, command: Command, source: Source) -> Decision:
    """Decide a command on a game, or raise `Rejected`, `OutcomeNeeded` or `OutcomeRefused`; the game is unchanged."""
    header = game.header
    if header is None:
        raise Rejected("game_not_started")
    table = Table(ruleset, header, game.state, source)
    events: list[Event] = []
    reject_if(game.status == "ended", "game_over")
    match command:
        case StartGame():
            reject_if(game.status != "open", "already_started")
            events.append(GameStarted())
            ruleset.setup(table, command.resolved)
        case Abandon():
            events.append(_ended(ruleset, header, game.state, "abandoned"))
        case Concede():
            reject_if(game.status == "open", "game_not_started")
            reject_if(not 1 <= command.seat <= len(header.seats), "unknown_seat", seat=command.seat)
            reject_if(len(header.seats) > 2, "concede_needs_two_seats", seats=len(header.seats))
            events.append(_ended(ruleset, header, game.state, "conceded", command.seat))
        case _:
            reject_if(game.status == "open", "game_not_started")
            _play(ruleset, table, command, source)
    source.close()
    events += table.events
    if table.end_reason is not None:
        events.append(_ended(ruleset, header, table.state, table.end_reason))
    status: Status = "ended" if isinstance(events[-1], GameEnded) else "running"
    ended = events[-1] if isinstance(events[-1], GameEnded) else None
    after = replace(game, version=game.version + 1, status=status, state=table.state, ended=ended)
    return Decision(tuple(events), tuple(table.outcomes), after)


def check_steady(ruleset: Ruleset[Any], asked: Iterable[Command], command: Command) -> None:
    """Reject a command that would follow, before anything is recorded, on commands that asked chance of a seed.

    Its very refusal could tell how chance fell to somebody who is not bound by it yet.
    """
    for before in asked:
        steady = isinstance(command, ruleset.steady_after.get(type(before), ()))
        reject_if(not steady, "outcome_not_seen", command=tag_of(type(command)), after=tag_of(type(before)))


def may_act(mode: Mode, actor: Actor, command: Command) -> bool:
    """Tell whether an actor may send a command at all; whether it is its turn is for the rules to say.

    In a dealt game a seat acts for itself; in an observed game the scribe acts for every seat. A command without a seat
    of its own (starting, abandoning, who goes first) is open to those who run the game.
    """
    if isinstance(command, Abandon):
        return actor in ("arbiter", "scribe", "admin")
    if isinstance(command, StartGame):
        return actor in ("arbiter", "scribe", "admin")
    seat = getattr(command, "seat", None)
    if seat is None:
        return actor in ("arbiter", "scribe")
    return actor == f"seat:{seat}" if mode == "dealt" else actor == "scribe"


def obligations(ruleset: Ruleset[Any], game: Game) -> tuple[Obligation, ...]:
    """Return what must be done next, as far as this reading of the game can tell."""
    return ruleset.obligations(game.state) if game.status == "running" else ()


def outcome_of(ruleset: Ruleset[Any], game: Game) -> tuple[Outcome | None, dict[str, int]]:
    """Judge a game as it stands: the outcome (null while it runs, save `pending`) and the place of each seat."""
    if game.ended is not None and game.header is not None:
        return judge(ruleset, game.header, game.state, game.ended.reason, game.ended.seat)
    if game.status == "open":
        return None, {}
    outcome = ruleset.verdict(game.state).outcome
    return (outcome, {}) if outcome.kind == "pending" else (None, {})


def judge(
    ruleset: Ruleset[Any], header: Header, state: Any, reason: str, seat: int | None
) -> tuple[Outcome, dict[str, int]]:
    """Judge a state at its end: by the rules, or by the concession or abandonment that ended it."""
    if reason == "abandoned":
        return Outcome("abandoned", reason), {}
    if reason == "conceded":
        winners = tuple(other for other in range(1, len(header.seats) + 1) if other != seat)
        won = {other: int(other in winners) for other in range(1, len(header.seats) + 1)}
        return Outcome("conceded", reason, winners), places(won) if winners else {}
    verdict = ruleset.verdict(state)
    return replace(verdict.outcome, reason=reason), verdict.places


def _play(ruleset: Ruleset[Any], table: Table[Any], command: Command, source: Source) -> None:
    try:
        ruleset.decide(table, command)
    except Rejected as rejected:
        if table.outcomes and isinstance(source, Seeded):
            raise AssertionError(f"{rejected.code} was found after chance had been asked") from rejected
        raise


def _ended(ruleset: Ruleset[Any], header: Header, state: Any, reason: str, seat: int | None = None) -> GameEnded:
    outcome, ranks = judge(ruleset, header, state, reason, seat)
    sums = totals(ruleset.lines(state), len(header.seats))
    results = tuple(SeatResult(of, total, ranks.get(str(of))) for of, total in sums.items())
    return GameEnded(reason, seat, outcome, results)
