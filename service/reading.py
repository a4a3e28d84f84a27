"""What can be read of games: themselves, their state, entries, replay, legal commands and score, for any viewer."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import jsonpatch
import msgspec

from domain.kernel.game import Game, fold, outcome_of
from domain.kernel.score import totals
from domain.kernel.sealed import EVERYTHING
from eventstore.port import StoredEntry
from service.access import Standing, reads_as
from service.catalogue import CatalogueRow
from service.faults import Forbidden, Invalid, NotFound
from service.folds import Live, UnreadableGame, readable
from service.grants import Principal
from service.ledger import Ledger
from service.rendering import entry_json, game_json, plain, seats_json, sheet_json, state_json

_PAGE = 200
_TOLD_TO = "What a seat may do is told to the seat and the scribe alone."
_encode = msgspec.json.Encoder().encode


class Reading(msgspec.Struct, frozen=True):
    """A game as somebody reads it: the viewer named in answers, and the reader whose sealed fields are open."""

    live: Live
    caller: Standing
    viewer: str
    reader: str


class Reader:
    """Answers every question about games that writes nothing."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger, self._parts = ledger, ledger.parts

    def reading(self, principal: Principal | None, game: str, viewer: str | None = None) -> Reading:
        """Return a game as a caller reads it, or as another viewer did while it ran.

        Raises `NotFound`, `Invalid` and `Forbidden`.
        """
        live, caller = self._ledger.visible(principal, game)
        ended = live.game.status == "ended"
        name = reads_as(caller, viewer, seats=len(live.opened.seats), ended=ended)
        return Reading(live, caller, name, EVERYTHING if ended and viewer is None else name)

    def game(self, principal: Principal | None, game: str) -> dict[str, Any]:
        """Return a game at its head."""
        live, _ = self._ledger.visible(principal, game)
        names = self._parts.directory.names(live.opened.seats)
        with live.lock:
            return game_json(live, live.game, names, head=live.head, last_at=live.last_at)

    def game_at(self, principal: Principal | None, game: str, version: int) -> dict[str, Any]:
        """Return a game as it stood at a version."""
        live, _ = self._ledger.visible(principal, game)
        names = self._parts.directory.names(live.opened.seats)
        (entry,) = live.entries(version - 1, 1)
        at = msgspec.json.decode(entry.body)["at"]
        return game_json(live, live.as_seen(EVERYTHING, version), names, head=entry.hash.hex(), last_at=at)

    def games(self, principal: Principal | None, limit: int, cursor: str | None, **filters: Any) -> dict[str, Any]:
        """Return a page of the games the caller may find, the newest opening first."""
        rows, following = self._parts.catalogue.listing(
            **filters,
            limit=limit,
            cursor=cursor,
            readable=principal.games if principal else (),
            sees_all=principal.is_admin if principal else False,
        )
        names = self._parts.directory.names({player for row in rows for player in row.seats})
        return {"games": [_listed(row, names) for row in rows], "next": following}

    def state(self, reading: Reading, version: int | None) -> dict[str, Any]:
        """Return the state at a version as the viewer knows it."""
        game = reading.live.as_seen(reading.reader, version)
        return {
            "game": reading.live.id,
            "ruleset": reading.live.rules.id,
            "version": game.version,
            "viewer": reading.viewer,
            "state": state_json(reading.live.rules, game.state),
        }

    def entries(self, reading: Reading, after: int, limit: int) -> dict[str, Any]:
        """Return a page of entries after a version."""
        live = reading.live
        found = live.entries(after, limit)
        with live.lock:
            version, head = live.game.version, live.head
        last = found[-1].version if found else after
        return {
            "entries": [entry_json(live.rules, entry, reading.reader) for entry in found],
            "next": last if last < version else None,
            "version": version,
            "head": head,
        }

    def entry(self, reading: Reading, version: int) -> dict[str, Any]:
        """Return one entry."""
        found = reading.live.entries(version - 1, 1) if 1 <= version <= reading.live.game.version else []
        if not found:
            raise NotFound("The game has no such version.")
        return entry_json(reading.live.rules, found[0], reading.reader)

    def wait(self, reading: Reading, after: int, seconds: float) -> int:
        """Wait until the game has more entries than `after`; return how many it has. An ended game gets no more."""
        live = reading.live
        version = self._parts.store.wait(live.id, after, 0 if live.game.status == "ended" else seconds)
        if version > live.game.version:
            # The store wakes whoever waits before the game in memory has moved on.
            live.refresh()
        return version

    def log_lines(self, reading: Reading, after: int) -> Iterator[bytes]:
        """Yield the whole log after a version as lines, with a header and an end."""
        live = reading.live
        with live.lock:
            version, head = live.game.version, live.head
        yield _encode({"header": self._header(reading, after, version)})
        sent = 0
        for entry in self._following(live, after, version):
            yield _encode(entry_json(live.rules, entry, reading.reader))
            sent, head = sent + 1, entry.hash.hex()
        yield _end(version, head, sent)

    def replay_lines(self, reading: Reading, first: int, last: int | None) -> Iterator[bytes]:
        """Yield one frame for each version: the entry, the running totals, and the state or its change as a patch.

        Raises `NotFound` before the first line where there are no such versions.
        """
        version = reading.live.game.version
        to = version if last is None else last
        if not 1 <= first <= to <= version:
            raise NotFound(f"The game has versions 1 to {version}.")
        return self._frames(reading, first, to, version)

    def legal(self, reading: Reading, seat: int | None, version: int | None, limit: int) -> dict[str, Any]:
        """Return the commands a seat may send, from its own view; raises `Forbidden` for another's seat.

        Without a seat an arbiter or the scribe is told what they may attest.
        """
        live, caller = reading.live, reading.caller
        if seat is None and len(caller.seats) != 1 and {"arbiter", "scribe"}.intersection(caller.grants):
            return self._attested(reading, version, limit)
        if not caller.seats and "scribe" not in caller.grants:
            raise Forbidden(_TOLD_TO)
        of = seat if seat is not None else (caller.seats[0] if len(caller.seats) == 1 else None)
        if of is None:
            raise Invalid(("/seat", "Say for which seat."), where="query")
        if not 1 <= of <= len(live.opened.seats):
            raise Invalid(("/seat", f"The game has seats 1 to {len(live.opened.seats)}."), where="query")
        if of not in caller.seats and "scribe" not in caller.grants:
            raise Forbidden(_TOLD_TO)
        view = "scribe" if "scribe" in caller.grants else f"seat:{of}"
        game, ruleset = live.as_seen(view, version), live.rules.ruleset
        running = game.status == "running"
        found = list(islice(ruleset.legal(game.state, of), limit + 1)) if running else []
        more = len(found) > limit or (running and ruleset.unsure(game.state, of))
        return {"version": game.version, "seat": of, "commands": found[:limit], "more": more}

    def _attested(self, reading: Reading, version: int | None, limit: int) -> dict[str, Any]:
        game = reading.live.as_seen(reading.viewer, version)
        attest = reading.live.rules.ruleset.attest
        found = list(islice(attest(game.state), limit + 1)) if game.status == "running" else []
        return {"version": game.version, "seat": None, "commands": found[:limit], "more": len(found) > limit}

    def score(self, reading: Reading, version: int | None) -> dict[str, Any]:
        """Return the score sheet at a version, every line with the events that built it."""
        live = reading.live
        game, lines = live.cited(reading.reader, version)
        judged = outcome_of(live.rules.ruleset, game)
        return sheet_json(live.rules, game.version, reading.viewer, len(live.opened.seats), lines, judged)

    def _frames(self, reading: Reading, first: int, last: int, version: int) -> Iterator[bytes]:
        live, head = reading.live, ""
        yield _encode({"header": self._header(reading, first - 1, version)})
        before: Any = None
        game = live.as_seen(reading.reader, first - 1) if first > 1 else Game(live.id)
        for entry in self._following(live, first - 1, last):
            with readable(entry, game.version):
                events = live.rules.codec.events(entry.body, entry.private, reading.reader)
                game = fold(live.rules.ruleset, live.manifest, game, events)
            state = plain(state_json(live.rules, game.state))
            sums = totals(live.rules.ruleset.lines(game.state), len(live.opened.seats))
            frame: dict[str, Any] = {
                "version": entry.version,
                "entry": entry_json(live.rules, entry, reading.reader),
                "scores": [{"seat": seat, "total": total} for seat, total in sums.items()],
            }
            if before is None:
                frame["state"] = state
            else:
                frame["patch"] = jsonpatch.make_patch(before, state).patch
            before, head = state, entry.hash.hex()
            yield _encode(frame)
        yield _end(last, head, last - first + 1)

    def _following(self, live: Live, after: int, last: int) -> Iterator[StoredEntry]:
        while after < last:
            page = live.entries(after, min(_PAGE, last - after))
            for version, entry in enumerate(page, start=after + 1):
                if entry.version != version:
                    raise UnreadableGame(live.id, version, "the entry is missing")
                yield entry
            if not page:
                raise UnreadableGame(live.id, after + 1, "the entry is missing")
            after = page[-1].version

    def _header(self, reading: Reading, after: int, version: int) -> dict[str, Any]:
        opened = reading.live.opened
        return {
            "game": reading.live.id,
            "ruleset": opened.ruleset,
            "revision": opened.revision,
            "manifest": opened.manifest,
            "viewer": reading.viewer,
            "after": after,
            "version": version,
        }


def _end(version: int, head: str, count: int) -> bytes:
    return _encode({"end": {"version": version, "head": head, "count": count}})


def _listed(row: CatalogueRow, names: dict[str, str | None]) -> dict[str, Any]:
    return {
        "id": row.game,
        "ruleset": row.ruleset,
        "revision": row.revision,
        "manifest": row.manifest,
        "mode": row.mode,
        "seats": seats_json(tuple(row.seats), names),
        "visibility": row.visibility,
        "opened_at": row.opened_at,
        "last_at": row.last_at,
        "status": row.status,
        "version": row.version,
        "head": row.head,
        "result": row.result,
    }
