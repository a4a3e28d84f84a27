"""The ledger's one write path: open a game, submit commands to it.

What follows from a command is decided on the game as folded so far, sealed, hashed and appended at the version it was
decided on; the store alone says who came first.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from domain.kernel.chance import Outcome, OutcomeNeeded, OutcomeRefused
from domain.kernel.entry import Draft, Written
from domain.kernel.game import Decision, Game, check_steady, decide, source_for
from domain.kernel.lifecycle import StartGame
from domain.kernel.rejection import Rejected
from domain.kernel.sealed import EVERYTHING
from domain.kernel.values import Actor, Command
from eventstore import port
from service import ids
from service.access import Standing, acts_as, standing
from service.catalogue import Catalogue, CatalogueRow, CatalogueUnavailable
from service.directory import Directory
from service.faults import (
    BadOutcome,
    Forbidden,
    Invalid,
    KeyReused,
    LedgerError,
    NeedsOutcome,
    NotFound,
    Unauthenticated,
    Unavailable,
    VersionConflict,
)
from service.folds import Folds, Known, Live, UnreadableGame, private_of, readable
from service.grants import Grant, Principal
from service.past import PastGames
from service.rendering import entry_json, to_act
from service.rules import Rules

SALT_BYTES = 16


class Sent(msgspec.Struct, frozen=True):
    """One command as a client sent it, with what the table gave."""

    command: dict[str, Any]
    outcomes: tuple[Outcome, ...] = ()
    fill_unknown: bool = False
    table_at: str | None = None


class Submitted(msgspec.Struct, frozen=True):
    """What a submission wrote: one answer per entry, the last version, and whether it was written before."""

    answers: tuple[dict[str, Any], ...]
    version: int
    replayed: bool


class Decided(msgspec.Struct, frozen=True):
    """A command that was decided, with what its entry needs beside the decision."""

    command: Command
    actor: Actor
    decision: Decision
    table_at: str | None


class Parts(msgspec.Struct, frozen=True):
    """What the ledger works with: the store, the projections, the rulesets, a clock and random bytes."""

    store: port.EventStore
    directory: Directory
    catalogue: Catalogue
    rules: dict[str, Rules]
    clock: Callable[[], str]
    entropy: ids.Entropy


class Ledger:
    """Submit commands; every other part of the application only reads."""

    def __init__(self, parts: Parts, cached_games: int = 1000) -> None:
        self.parts = parts
        self.folds = Folds(parts.store, parts.rules, self._known, cached_games)
        self.past = PastGames(self.folds, parts.catalogue)

    def visible(self, principal: Principal | None, game: str) -> tuple[Live, Standing]:
        """Return a game and what the caller is in it.

        Raises `NotFound` for what the caller may not see, and `UnreadableGame` for a damaged log.
        """
        try:
            live = self.folds.find(game)
        except UnreadableGame as fault:
            # Who may not see a game shall not learn either that it is damaged.
            remembered = self.remembered(game)
            visibility = "private" if remembered is None else remembered.visibility
            if not standing(principal, game).may_see(visibility):
                raise NotFound("There is no such game.") from fault
            raise
        caller = standing(principal, game, live.opener)
        if not caller.may_see(live.opened.visibility):
            raise NotFound("There is no such game.")
        return live, caller

    def remembered(self, game: str) -> CatalogueRow | None:
        """Return what the catalogue knows of a game; None too where it cannot be asked, as it may be deleted."""
        try:
            return self.parts.catalogue.remembered(game)
        except CatalogueUnavailable:
            return None

    def _known(self, game: str) -> Known | None:
        row = self.remembered(game)
        return None if row is None else Known(row.version, row.head)

    def submit(
        self,
        principal: Principal | None,
        game: str,
        sent: Sequence[Sent],
        *,
        expected: int | None,
        key: str | None,
        batch: bool = False,
    ) -> Submitted:
        """Decide commands one after the other and append them all, or none; in a batch, refusals tell which it was.

        `expected` is the version the caller relies on; with a key alone the commands are judged at the head, again if
        it moves. A repeated key answers as it did the first time. Raises what `service.faults` names.
        """
        live, caller = self.visible(principal, game)
        if principal is None:
            raise Unauthenticated("A command needs a token of this game.")
        commands = _read(live, caller, sent, batch=batch)
        acting = _acting(live, caller, commands, batch=batch)
        asked = [msgspec.structs.replace(each, command=command) for each, command in zip(sent, commands, strict=True)]
        request = ids.fingerprint(asked if batch else asked[0])
        digest = None if key is None else ids.key_digest(acting[0][1].id, key)
        commands = [self._resolved(principal, live, *each) for each in zip(commands, sent, strict=True)]
        with live.lock:
            while True:
                try:
                    self._check_version(live, expected)
                    decided = _decide_all(live, commands, [actor for actor, _ in acting], sent, batch=batch)
                except LedgerError:
                    # What is sent again may well be refused by now. A new key costs no look-up: the store knows it.
                    if digest is None or (found := self.parts.store.find(game, bytes.fromhex(digest))) is None:
                        raise
                    return self._again(live, caller, found, request)
                at = self.parts.clock()
                written = self.write(live.rules, live.head_hash, decided, at, key=digest, request=request)
                appended = self.append(game, live.game.version, written, digest)
                if isinstance(appended, port.Conflict):
                    self._catch_up(live, appended.head)
                elif appended.replayed:
                    live.refresh()
                    return self._again(live, caller, appended, request)
                else:
                    games = [each.decision.game for each in decided]
                    live.take_over(games, [each.hash for each in written], at)
                    return _answer(live, caller, stored(game, appended.first, written), games, replayed=False)

    def _check_version(self, live: Live, expected: int | None) -> None:
        if expected is not None and expected != live.game.version:
            live.refresh()
            if expected != live.game.version:
                raise VersionConflict(live.id, expected, live.game.version, live.head)

    def _catch_up(self, live: Live, head: int) -> None:
        """Fold what others have appended; raises `UnreadableGame` where the log has become shorter than it was."""
        if head < live.game.version:
            raise UnreadableGame(live.id, head + 1, "its entries are gone")
        live.refresh()

    def write(
        self,
        rules: Rules,
        prev: bytes | None,
        decided: Sequence[Decided],
        at: str,
        *,
        key: str | None,
        request: str,
        grant: str | None = None,
    ) -> list[Written]:
        """Seal and encode what was decided as entries that chain onto a hash."""
        written: list[Written] = []
        for index, each in enumerate(decided):
            draft = Draft(
                game=each.decision.game.id,
                version=each.decision.game.version,
                prev=prev,
                at=at,
                by=each.actor,
                command=each.command,
                events=each.decision.events,
                outcomes=each.decision.outcomes,
                table_at=each.table_at,
                key=key if index == 0 else None,
                request=request if index == 0 else None,
                grant=grant if index == 0 else None,
            )
            written.append(rules.codec.write(draft, lambda: self.parts.entropy(SALT_BYTES)))
            prev = written[-1].hash
        return written

    def append(
        self, game: str, version: int, written: Sequence[Written], key: str | None
    ) -> port.Appended | port.Conflict:
        """Append entries at a version; raises `Unavailable`, and `UnreadableGame` where the log does not lead there."""
        entries = new_entries(written, key)
        try:
            return self.parts.store.append(game, version, entries)
        except port.OutcomeUnknown as fault:
            # What is in memory may now be behind the log.
            self.folds.forget(game)
            raise Unavailable(
                "Whether this was written is not known; send it again with its Idempotency-Key."
            ) from fault
        except port.Refused as fault:
            raise UnreadableGame(game, version, "its last entry is not the one that was folded") from fault
        except port.Unavailable as fault:
            raise Unavailable("The log cannot be written just now; nothing of this request was kept.") from fault

    def _resolved(self, principal: Principal, live: Live, command: Command, sent: Sent) -> Command:
        """Return a command with what it needs to know of other games, which no client can tell."""
        if not isinstance(command, StartGame) or live.game.header is None:
            return command
        at = sent.table_at or self.parts.clock()
        return StartGame(self.past.resolve(live.rules, live.game.header, at, principal))

    def _again(self, live: Live, caller: Standing, found: port.Appended, request: str) -> Submitted:
        entries = live.entries(found.first - 1, found.last - found.first + 1)
        with readable(entries[0]):
            first = private_of(entries[0])
        if first.request != request:
            raise KeyReused("This key was used for another request; take a new one.")
        games = [live.as_seen(EVERYTHING, entry.version) for entry in entries]
        return _answer(live, caller, entries, games, replayed=True)


def new_entries(written: Sequence[Written], key: str | None) -> list[port.NewEntry]:
    """Return entries for the store; a batch's key stands on its first."""
    stored = None if key is None else bytes.fromhex(key)
    return [
        port.NewEntry(each.body, each.private, each.prev, each.hash, stored if index == 0 else None)
        for index, each in enumerate(written)
    ]


def stored(game: str, first: int, written: Sequence[Written]) -> list[port.StoredEntry]:
    """Return entries just written as the store would give them back."""
    return [
        port.StoredEntry(game, version, 0, each.body, each.private, each.prev, each.hash, None)
        for version, each in enumerate(written, start=first)
    ]


def judge(rules: Rules, game: Game, command: Command, sent: Sent) -> Decision:
    """Decide one command; says refusals in the ledger's words."""
    opened = game.opened
    if sent.outcomes and opened is not None and opened.mode == "dealt":
        raise BadOutcome("outcomes_left_over", None, 0)
    try:
        return decide(rules.ruleset, game, command, source_for(game, sent.outcomes, fill_unknown=sent.fill_unknown))
    except Rejected as rejected:
        raise rules.illegal(rejected, game.version) from rejected
    except OutcomeNeeded as needed:
        raise NeedsOutcome(needed.request, needed.index) from needed
    except OutcomeRefused as refused:
        raise BadOutcome(refused.reason, refused.request, refused.index) from refused


def _answer(
    live: Live, caller: Standing, entries: Sequence[port.StoredEntry], games: Sequence[Game], *, replayed: bool
) -> Submitted:
    """Answer with each entry, and the game after it, as if it had come alone.

    What is open is what was so once the last of them was written.
    """
    reader = EVERYTHING if games[-1].status == "ended" else caller.viewer
    answers = []
    for entry, game in zip(entries, games, strict=True):
        answer = entry_json(live.rules, entry, reader)
        answers.append(answer | {"head": entry.hash.hex(), "status": game.status, "to_act": to_act(live.rules, game)})
    return Submitted(tuple(answers), entries[-1].version, replayed)


def _read(live: Live, caller: Standing, sent: Sequence[Sent], *, batch: bool) -> list[Command]:
    """Read the commands, each with the caller's seat where it was left out."""
    commands, faults = [], []
    for index, each in enumerate(sent):
        pointer = f"/{index}" if batch else ""
        plain = each.command
        if "seat" not in plain and len(caller.seats) == 1 and live.rules.has_seat(plain):
            plain = {**plain, "seat": caller.seats[0]}
        try:
            commands.append(live.rules.command(plain))
        except Invalid as fault:
            faults += [(pointer + where, text) for where, text in fault.errors]
    if faults:
        raise Invalid(*faults)
    return commands


def _acting(live: Live, caller: Standing, commands: Sequence[Command], *, batch: bool) -> list[tuple[Actor, Grant]]:
    """Return as whom each command is sent, and under which grant."""
    acting = []
    for index, command in enumerate(commands):
        try:
            acting.append(acts_as(caller, live.opened.mode, command))
        except Forbidden as fault:
            fault.command_index = index if batch else None
            raise
    return acting


def _check_steady(live: Live, decided: Sequence[Decided], command: Command) -> None:
    asked = [each.command for each in decided if each.decision.outcomes]
    try:
        check_steady(live.rules.ruleset, asked, command)
    except Rejected as rejected:
        raise live.rules.illegal(rejected, live.game.version) from rejected


def _decide_all(
    live: Live, commands: Sequence[Command], actors: Sequence[Actor], sent: Sequence[Sent], *, batch: bool
) -> list[Decided]:
    game = live.game
    decided: list[Decided] = []
    for index, (command, actor, each) in enumerate(zip(commands, actors, sent, strict=True)):
        try:
            if live.opened.mode == "dealt":
                _check_steady(live, decided, command)
            decision = judge(live.rules, game, command, each)
        except LedgerError as fault:
            fault.command_index = index if batch else None
            raise
        decided.append(Decided(command, actor, decision, each.table_at))
        game = decision.game
    return decided
