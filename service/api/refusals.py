"""How the ledger's refusals are answered."""

from collections.abc import Callable
from typing import Any

from domain.kernel.chance import Request
from service import faults
from service.api.problems import Problem, Translations, invalid, not_found, unauthenticated, unavailable
from service.catalogue import InvalidCursor
from service.folds import UnreadableGame

__all__ = ["LEDGER", "unreadable"]


def _in_batch(fault: faults.LedgerError) -> dict[str, Any]:
    return {} if fault.command_index is None else {"command_index": fault.command_index}


def _illegal(fault: faults.Illegal) -> Problem:
    return Problem(
        "illegal-command",
        fault.text,
        reason=fault.reason,
        ruling=fault.ruling,
        values=fault.values,
        version=fault.version,
        **_in_batch(fault),
    )


def _closed(fault: faults.Closed) -> Problem:
    return Problem("game-closed", fault.text, reason=fault.reason, version=fault.version, **_in_batch(fault))


def _needed(fault: faults.NeedsOutcome) -> Problem:
    asked = _request(fault.request)
    return Problem("outcome-needed", fault.request.prompt, request=asked, index=fault.index, **_in_batch(fault))


def _refused(fault: faults.BadOutcome) -> Problem:
    asked = None if fault.request is None else _request(fault.request)
    said = "The rules asked for fewer outcomes; leave out those from `index` on."
    if fault.request is not None:
        said = f"The outcome at `index` cannot be. {fault.request.prompt}"
    return Problem("outcome-refused", said, reason=fault.reason, request=asked, index=fault.index, **_in_batch(fault))


def _request(request: Request) -> dict[str, Any]:
    return {
        "kind": request.kind,
        "zone": request.zone,
        "seat": request.seat,
        "lawful": request.lawful,
        "unknown": request.unknown,
    }


def _conflict(fault: faults.VersionConflict) -> Problem:
    return Problem(
        "version-conflict",
        f"You relied on version {fault.stated}; the game is at {fault.version}. Read what you missed and decide anew.",
        version=fault.version,
        head=fault.head,
        missed=f"/v1/games/{fault.game}/entries?after={fault.stated}",
    )


def _invalid(fault: faults.Invalid) -> Problem:
    return invalid([{"in": fault.where, "pointer": pointer, "detail": text} for pointer, text in fault.errors])


LEDGER: Translations = {
    faults.Unauthenticated: lambda fault: unauthenticated(str(fault)),
    faults.Forbidden: lambda fault: Problem("forbidden", str(fault), **_in_batch(fault)),
    faults.NotFound: lambda _: not_found(),
    faults.Invalid: _invalid,
    faults.Illegal: _illegal,
    faults.Closed: _closed,
    faults.NeedsOutcome: _needed,
    faults.BadOutcome: _refused,
    faults.VersionConflict: _conflict,
    faults.KeyReused: lambda fault: Problem("key-reused", str(fault)),
    faults.Unavailable: lambda fault: unavailable(str(fault)),
    InvalidCursor: lambda _: invalid(
        [{"in": "query", "pointer": "/cursor", "detail": "Take `next` of an earlier page as it is."}]
    ),
}


def unreadable(report: Callable[[Exception], None]) -> Callable[[UnreadableGame], Problem]:
    """Return how a game is refused that cannot be read, which its operator has to hear of."""

    def refuse(fault: UnreadableGame) -> Problem:
        report(fault)
        said = f"The log of this game is damaged at version {fault.version}; an audit says what is wrong."
        return unavailable(said, 60)

    return refuse
