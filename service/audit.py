"""Audit reports: an examination of the stored log, a ruleset's findings, and a claim compared line by line."""

from typing import Any

from domain.kernel.game import outcome_of
from domain.kernel.score import Claim
from domain.kernel.sealed import EVERYTHING
from domain.kernel.values import Json
from service.examination import Check, Examination, Examined, claim_check, verdict_of
from service.faults import Illegal, NotFound
from service.folds import Known, UnreadableGame, legible
from service.grants import Principal
from service.ledger import Ledger
from service.reading import Reader
from service.rendering import sheet_json
from service.rules import Rules


class Auditor:
    """Audits games; also those whose log can no longer be folded."""

    def __init__(self, ledger: Ledger, reader: Reader) -> None:
        self._ledger, self._reader = ledger, reader

    def audit(self, principal: Principal | None, game: str, claim: Claim | None, version: int | None) -> dict[str, Any]:
        """Return the report on a game up to a version; raises `NotFound`."""
        rules, known, folds = self._seen(principal, game)
        # A log that does not fold is examined to its end, whichever version is asked for.
        entries, whole = legible(self._ledger.parts.store, game, version if folds else None)
        last = max(len(entries), *(each.version for each in known))
        if version is not None and not 1 <= version <= last:
            raise NotFound(f"The game has versions 1 to {last}.")
        if folds and version is not None and len(entries) == version:
            known = [each for each in known if each.version <= version]
        if not whole:
            known.append(Known(len(entries) + 1, ""))
        examined = Examination(rules, entries, known).run()
        checks, score = list(examined.checks), None
        differences: list[Any] = []
        sound = verdict_of(checks) != "damaged"
        if sound:
            reading = self._reader.reading(principal, game)
            shown, lines = examined.game, examined.lines
            if reading.reader != EVERYTHING:
                shown, lines = reading.live.cited(reading.reader, len(entries))
            seats = len(reading.live.opened.seats)
            claimed, differences = claim_check(claim, lines, shown, rules, seats)
            checks += [claimed, *self._findings(rules, examined)]
            score = sheet_json(rules, shown.version, reading.viewer, seats, lines, outcome_of(rules.ruleset, shown))
        else:
            checks.append(Check("claim", "skipped", "The record is damaged; there is nothing to compare with."))
        return {
            "verdict": verdict_of(checks),
            "version": entries[-1].version if entries else 0,
            "first_bad": examined.first_bad,
            "checks": checks,
            "score": score,
            "differences": differences,
        }

    def _seen(self, principal: Principal | None, game: str) -> tuple[Rules, list[Known], bool]:
        """Return the rules of a game the caller may see, what is known of it, and whether it folds.

        The catalogue knows of it, and the fold in memory.
        """
        remembered = self._ledger.remembered(game)
        known = [] if remembered is None else [Known(remembered.version, remembered.head)]
        try:
            live, _ = self._ledger.visible(principal, game)
        except UnreadableGame as fault:
            if remembered is None:
                raise NotFound("There is no such game.") from fault
            if remembered.ruleset not in self._ledger.parts.rules:
                raise
            return self._ledger.parts.rules[remembered.ruleset], known, False
        with live.lock:
            known.append(Known(live.game.version, live.head))
        return live.rules, known, True

    def _findings(self, rules: Rules, examined: Examined) -> list[Check]:
        found = rules.ruleset.findings(examined.events, self._resolved_today(rules, examined))
        prefix = rules.id
        return [Check(f"{prefix}.{each.code}", each.status, each.detail, list(each.versions)) for each in found]

    def _resolved_today(self, rules: Rules, examined: Examined) -> Json:
        """Return what the start would find in public games today; as recorded where it found one that is not public.

        Only public games are asked, so that a report says the same to everybody. Where the one that would count now
        cannot be read, nothing is known against what was recorded.
        """
        start, header = examined.start, examined.game.header
        if start is None or header is None:
            return None
        if start.resolved is not None and not self._ledger.past.is_public(start.resolved["game"]):
            return start.resolved
        try:
            return self._ledger.past.resolve(rules, header, examined.started_at, None)
        except Illegal:
            return start.resolved
