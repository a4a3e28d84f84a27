"""Audits: whether a log is intact, folds, would be decided alike today, and whether a claim agrees with it.

An audit reads the stored bytes, never what is in memory, and stores nothing.
"""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from domain.kernel.chance import OutcomeNeeded, OutcomeRefused, Recorded, Seeded, commitment
from domain.kernel.entry import Body, entry_hash, false_disclosures
from domain.kernel.game import Decision, Game, decide, decide_opening, fold, judge, outcome_of
from domain.kernel.lifecycle import GameEnded, OpenGame, StartGame
from domain.kernel.rejection import Rejected
from domain.kernel.score import Citations, Claim, Line, compare, totals
from domain.kernel.values import Event
from eventstore.port import StoredEntry
from service.folds import UNREADABLE, Known, UnreadableGame, private_of
from service.rules import Rules

Status = Literal["pass", "fail", "warn", "skipped"]
_BREAKS_THE_RECORD = ("chain", "fold", "components", "chance")


class Check(msgspec.Struct):
    """One check of an audit, in a sentence, with the versions it found fault with."""

    id: str
    status: Status
    detail: str
    versions: list[int] = []


class Examined(msgspec.Struct, frozen=True):
    """What an audit found: its checks, how far the log is sound, the game and its lines as the ledger knows them.

    `started_at` is when play began: what the table stated, else when it was written.
    """

    checks: list[Check]
    first_bad: int | None
    game: Game
    lines: tuple[Line, ...]
    events: list[tuple[int, Event]]
    start: StartGame | None
    started_at: str


class Examination:
    """Walks the stored entries of one game once, checking everything that can be checked on the way."""

    def __init__(self, rules: Rules, entries: list[StoredEntry], known: Iterable[Known]) -> None:
        self._rules, self._entries, self._known = rules, entries, known
        self._manifest: Any = None
        self._events: list[tuple[int, Event]] = []
        self._start: StartGame | None = None
        self._started_at = ""
        self._bad: dict[str, list[int]] = {name: [] for name in ("fold", "recheck", "chance", "components", "result")}
        self._why: dict[str, str] = {}
        self._citations = Citations()
        self._game = Game(entries[0].stream if entries else "")

    def run(self) -> Examined:
        """Return all checks but the claim's."""
        chain, first_bad = self._chain()
        if chain.status == "fail":
            return self._examined([chain, *_skipped("The chain is broken.")], first_bad)
        for entry in self._entries:
            if not self._step(entry):
                fold_check = Check("fold", "fail", self._why["fold"], self._bad["fold"])
                rest = _skipped("The log cannot be folded.")[1:]
                return self._examined([chain, fold_check, *rest], entry.version)
        checks = [chain, Check("fold", "pass", f"{len(self._entries)} entries fold."), *self._findings()]
        broken = [version for name in ("chance", "components") for version in self._bad[name]]
        return self._examined(checks, min(broken, default=None))

    def _examined(self, checks: list[Check], first_bad: int | None) -> Examined:
        lines = self._citations.cited()
        return Examined(checks, first_bad, self._game, lines, self._events, self._start, self._started_at)

    # -- the chain

    def _chain(self) -> tuple[Check, int | None]:
        prev: bytes | None = None
        for version, entry in enumerate(self._entries, start=1):
            fault = _chain_fault(entry, version, prev)
            if fault is not None:
                return Check("chain", "fail", f"Version {version}: {fault}", [version]), version
            prev = entry.hash
        for known in self._known:
            try:
                known.check(self._game.id, self._entries)
            except UnreadableGame as fault:
                return Check("chain", "fail", f"{str(fault).capitalize()}.", [fault.version]), fault.version
        return Check("chain", "pass", f"{len(self._entries)} hashes chain from the first entry to the last."), None

    # -- entry by entry

    def _step(self, entry: StoredEntry) -> bool:
        """Check one entry and fold it; false where it cannot be folded."""
        try:
            private = private_of(entry)
            body = self._rules.codec.read(entry.body, private)
            if entry.version == 1:
                self._manifest = self._rules.manifest(body.events[0].manifest)  # type: ignore[attr-defined]
            self._recheck(entry.version, body, Recorded(private.outcomes, self._seeded(entry.version)))
            self._fold(entry.version, body.events)
        except UNREADABLE as fault:
            self._fault("fold", entry.version, f"Version {entry.version} cannot be folded: {fault}")
            return False
        if isinstance(body.command, StartGame):
            self._start, self._started_at = body.command, body.table_at or body.at
        return True

    def _seeded(self, version: int) -> Seeded | None:
        opened = self._game.opened
        return None if opened is None or opened.seed is None else Seeded(bytes.fromhex(opened.seed), version)

    def _recheck(self, version: int, body: Body, source: Recorded) -> None:
        try:
            decision = self._decide(body, source)
        except Rejected as rejected:
            self._fault("recheck", version, f"Version {version} would be refused today: {rejected.code}.")
            return
        except (OutcomeNeeded, OutcomeRefused) as fault:
            self._fault("recheck", version, f"Version {version}: its recorded outcomes do not fit: {fault}.")
            self._fault("chance", version, f"Version {version} holds outcomes that are not lawful.")
            return
        if decision.events != body.events:
            self._fault("recheck", version, f"Version {version} would have other events today.")
        if source.differs:
            self._fault("chance", version, f"The seed gives other outcomes for version {version}.")

    def _decide(self, body: Body, source: Recorded) -> Decision:
        if isinstance(body.command, OpenGame):
            seed = getattr(body.events[0], "seed", None)
            raw = None if seed is None else bytes.fromhex(seed)
            return decide_opening(self._rules.ruleset, self._manifest, body.game, body.command, raw)
        return decide(self._rules.ruleset, self._game, body.command, source)

    def _fold(self, version: int, events: tuple[Event, ...]) -> None:
        ruleset = self._rules.ruleset
        self._game = fold(ruleset, self._manifest, self._game, events, self._citations)
        self._events += ((version, event) for event in events)
        if ruleset.components(self._game.state):
            self._fault("components", version, f"After version {version} components are not conserved.")

    def _fault(self, check: str, version: int, why: str) -> None:
        self._bad[check].append(version)
        self._why.setdefault(check, why)

    # -- what they come to

    def _findings(self) -> list[Check]:
        return [
            self._recheck_check(),
            self._chance_check(),
            self._result_check(),
            self._citations_check(),
            self._components_check(),
        ]

    def _recheck_check(self) -> Check:
        opened = self._game.opened
        revised = opened is not None and opened.revision != self._rules.ruleset.meta.revision
        if self._bad["recheck"]:
            return Check("recheck", "warn" if revised else "fail", self._why["recheck"], self._bad["recheck"])
        return Check("recheck", "pass", "The rules give the same events for every recorded command.")

    def _chance_check(self) -> Check:
        opened, ended = self._game.opened, self._game.ended
        if self._bad["chance"] and (ended is not None or opened is None or opened.mode == "observed"):
            return Check("chance", "fail", self._why["chance"], self._bad["chance"])
        if opened is None or opened.mode == "observed":
            return Check("chance", "skipped", "The outcomes came from the table; each of them was lawful.")
        if ended is None:
            return Check("chance", "skipped", "The seed opens when the game has ended.")
        seed = bytes.fromhex(opened.seed or "")
        if commitment(self._game.id, seed) != opened.commitment:
            self._fault("chance", 1, "The seed is not the one committed to.")
            return Check("chance", "fail", self._why["chance"], [1])
        return Check("chance", "pass", "The seed is the one committed to and gives every recorded outcome.")

    def _result_check(self) -> Check:
        ended, header = self._game.ended, self._game.header
        if ended is None or header is None:
            return Check("result", "skipped", "The game has not ended.")
        outcome, ranks = judge(self._rules.ruleset, header, self._game.state, ended.reason, ended.seat)
        sums = totals(self._rules.ruleset.lines(self._game.state), len(header.seats))
        recorded = {each.seat: (each.total, each.place) for each in ended.results}
        computed = {seat: (total, ranks.get(str(seat))) for seat, total in sums.items()}
        if (outcome, computed) != (ended.outcome, recorded):
            at = [version for version, event in self._events if isinstance(event, GameEnded)]
            return Check("result", "fail", "The recorded result is not the one computed from the log.", at)
        return Check("result", "pass", "The recorded result is the one computed from the log.")

    def _citations_check(self) -> Check:
        known, lines = set(_indexed(self._events)), self._citations.cited()
        dead = sorted(
            {cite.version for line in lines for cite in line.cites if (cite.version, cite.event) not in known}
        )
        bare = [line.key for line in lines if line.quantity and not line.cites]
        if dead or bare:
            return Check(
                "citations", "fail", f"Lines without live citations: {', '.join(bare) or 'see versions'}.", dead
            )
        return Check("citations", "pass", "Every line cites the events that built it.")

    def _components_check(self) -> Check:
        if self._bad["components"]:
            return Check("components", "fail", self._why["components"], self._bad["components"])
        return Check("components", "pass", "Components are conserved at every version.")


def claim_check(
    claim: Claim | None, lines: tuple[Line, ...], game: Game, rules: Rules, seats: int
) -> tuple[Check, list[Any]]:
    """Compare a claim with the computed sheet."""
    if claim is None:
        return Check("claim", "skipped", "Nothing was claimed."), []
    outcome, _ = outcome_of(rules.ruleset, game)
    differences = compare(claim, lines, outcome, seats)
    if differences:
        return Check("claim", "fail", f"The claim differs from the log in {len(differences)} places."), differences
    return Check("claim", "pass", "All that was claimed agrees with the log."), []


def verdict_of(checks: list[Check]) -> Literal["confirmed", "disputed", "damaged"]:
    """Return what the checks come to."""
    failed = {check.id for check in checks if check.status == "fail"}
    if failed.intersection(_BREAKS_THE_RECORD):
        return "damaged"
    return "disputed" if failed else "confirmed"


def _chain_fault(entry: StoredEntry, version: int, prev: bytes | None) -> str | None:
    if entry.version != version:
        return "the entry is missing."
    if entry.prev != prev or entry_hash(entry.body) != entry.hash:
        return "it does not follow on the entry before it." if entry.prev != prev else "its bytes do not give its hash."
    try:
        plain = msgspec.json.decode(entry.body)
        stated = (plain["game"], plain["version"], plain["prev"])
        private = private_of(entry)
        false = false_disclosures(entry.body, private)
    except UNREADABLE as fault:
        return f"it cannot be read: {fault}."
    if stated != (entry.stream, version, None if prev is None else prev.hex()):
        return "it says it belongs elsewhere."
    if false:
        return f"a sealed value does not open its digest ({', '.join(false)})."
    same_key = plain.get("key") == (None if entry.key is None else entry.key.hex())
    return None if same_key else "it is kept under another idempotency key than it says."


def _skipped(why: str) -> list[Check]:
    return [Check(name, "skipped", why) for name in ("fold", "recheck", "chance", "result", "citations", "components")]


def _indexed(events: list[tuple[int, Event]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for version, _ in events:
        index = found[-1][1] + 1 if found and found[-1][0] == version else 0
        found.append((version, index))
    return found
