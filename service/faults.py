"""What the ledger refuses, in its own words; the API says how each is answered.

LedgerError
 +-- Unauthenticated      a write, or a private game, without a token
 +-- Forbidden            the token does not cover this
 +-- NotFound             there is no such game, entry or version for this caller
 +-- Invalid              well-formed, but against the schema of this ruleset or game
 +-- Illegal              the rules refuse the command here and now
 |    +-- Closed          the game takes no such command at this stage
 +-- NeedsOutcome         chance was asked and nobody has told what the table gave
 +-- BadOutcome           an outcome that cannot be, or that nobody asked for
 +-- VersionConflict      the game is not at the version the caller relied on
 +-- KeyReused            an idempotency key with another request
 +-- Unavailable          not now; nothing was written that an answer has not named
"""

from typing import Any

from domain.kernel.chance import Request


class LedgerError(Exception):
    """Refuse what was asked of the ledger."""

    command_index: int | None = None


class Unauthenticated(LedgerError):
    """Tell that a token is needed."""


class Forbidden(LedgerError):
    """Tell that the token does not cover this."""


class NotFound(LedgerError):
    """Tell that there is nothing of this name for this caller."""


class Unavailable(LedgerError):
    """Tell that this cannot be done now, and may be asked again."""


class KeyReused(LedgerError):
    """Tell that the idempotency key belongs to another request."""


class Invalid(LedgerError):
    """Tell what is wrong with a request: pairs of a JSON pointer into the body and a sentence."""

    def __init__(self, *errors: tuple[str, str], where: str = "body") -> None:
        super().__init__(errors)
        self.errors, self.where = errors, where


class Illegal(LedgerError):
    """Tell that the rules refuse a command: code, sentence, ruling, values and the version judged at."""

    def __init__(
        self, reason: str, text: str, ruling: dict[str, Any] | None, values: dict[str, Any], version: int
    ) -> None:
        super().__init__(text)
        self.reason, self.text, self.ruling, self.values, self.version = reason, text, ruling, values, version


class Closed(Illegal):
    """Tell that the game has ended or not started."""


class NeedsOutcome(LedgerError):
    """Tell which outcome is asked for, by its request and its index among those sent."""

    def __init__(self, request: Request, index: int) -> None:
        super().__init__(request.prompt)
        self.request, self.index = request, index


class BadOutcome(LedgerError):
    """Tell which outcome does not fit what was asked."""

    def __init__(self, reason: str, request: Request | None, index: int) -> None:
        super().__init__(reason)
        self.reason, self.request, self.index = reason, request, index


class VersionConflict(LedgerError):
    """Tell which version was stated, the game's own, and the hash of its latest entry."""

    def __init__(self, game: str, stated: int, version: int, head: str) -> None:
        super().__init__(f"the game is at version {version}")
        self.game, self.stated, self.version, self.head = game, stated, version, head
