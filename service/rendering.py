"""Games, entries and sheets as the plain JSON of the contract."""

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.kernel.game import Game, obligations, outcome_of
from domain.kernel.ruleset import Obligation
from domain.kernel.score import Line, Outcome, totals
from domain.kernel.sealed import EVERYTHING
from eventstore.port import StoredEntry
from service.folds import Live, private_of, readable
from service.rules import Rules

Names = Mapping[str, str | None]


def entry_json(rules: Rules, entry: StoredEntry, reader: str) -> dict[str, Any]:
    """Return an entry as one reader may read it; its outcomes only where everything is open."""
    with readable(entry):
        private = private_of(entry)
        plain = rules.codec.plain(entry.body, private, reader)
    return {
        "version": entry.version,
        "hash": entry.hash.hex(),
        "prev": plain["prev"],
        "at": plain["at"],
        "table_at": plain.get("table_at"),
        "by": plain["by"],
        "command": plain["command"],
        "events": plain["events"],
        "outcomes": list(private.outcomes) if reader == EVERYTHING else None,
    }


def to_act(rules: Rules, game: Game) -> tuple[Obligation, ...]:
    """Return what must be done next."""
    return obligations(rules.ruleset, game)


def game_json(live: Live, game: Game, names: Names, *, head: str, last_at: str) -> dict[str, Any]:
    """Return a game as it stood when the entry of this hash and time was its latest."""
    opened = live.opened
    outcome, _ = outcome_of(live.rules.ruleset, game)
    return {
        "id": live.id,
        "ruleset": opened.ruleset,
        "revision": opened.revision,
        "manifest": opened.manifest,
        "mode": opened.mode,
        "options": opened.options,
        "seats": seats_json(opened.seats, names),
        "visibility": opened.visibility,
        "opened_at": live.opened_at,
        "last_at": last_at,
        "status": game.status,
        "version": game.version,
        "head": head,
        "to_act": to_act(live.rules, game),
        "result": outcome,
    }


def state_json(rules: Rules, state: Any) -> Any:
    """Return a state without the component data it is played with, which the game's manifest tells."""
    left_out = rules.ruleset.component_fields
    if not left_out:
        return state
    return {name: value for name, value in msgspec.structs.asdict(state).items() if name not in left_out}


def seats_json(players: tuple[str, ...], names: Names) -> list[dict[str, Any]]:
    """Return the seats with who has them."""
    return [{"seat": seat, "player": player, "name": names.get(player)} for seat, player in enumerate(players, start=1)]


def sheet_json(
    rules: Rules, version: int, viewer: str, seats: int, lines: tuple[Line, ...], judged: tuple[Outcome | None, Any]
) -> dict[str, Any]:
    """Return a score sheet with labels, amounts, totals and places."""
    outcome, places = judged
    sums = totals(lines, seats)
    return {
        "version": version,
        "viewer": viewer,
        "seats": [
            {
                "seat": seat,
                "total": total,
                "place": places.get(str(seat)),
                "lines": [line_json(rules, line) for line in lines if line.seat == seat],
            }
            for seat, total in sums.items()
        ],
        "outcome": outcome,
    }


def line_json(rules: Rules, line: Line) -> dict[str, Any]:
    """Return one line of a sheet."""
    return {
        "key": line.key,
        "label": rules.ruleset.meta.label(line.key),
        "quantity": line.quantity,
        "unit": line.unit,
        "amount": line.amount,
        "detail": line.detail,
        "flags": line.flags,
        "rests_on": line.rests_on,
        "cites": line.cites,
    }


def plain(value: Any) -> Any:
    """Return a struct as plain JSON data with the names it has in JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))
