"""What a token may do, and who a request comes from."""

from typing import Literal

import msgspec

from service import ids

__all__ = ["ADMIN_GRANT", "Grant", "Principal", "Scope"]

Scope = Literal["admin", "games:open", "seat", "scribe", "arbiter"]


class Grant(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """State one thing a token may do; `id` is what idempotency keys are scoped by."""

    id: str
    scope: Scope
    game: str | None = None
    seat: int | None = None

    @classmethod
    def to_seat(cls, game: str, seat: int) -> "Grant":
        """Return the grant of a seat; every token of that seat carries the same one."""
        return cls(f"{game}/seat:{seat}", "seat", game, seat)

    @classmethod
    def to_scribe(cls, game: str) -> "Grant":
        """Return the grant of a game's scribe."""
        return cls(f"{game}/scribe", "scribe", game)

    @classmethod
    def to_arbiter(cls, game: str) -> "Grant":
        """Return the grant of a game's arbiter."""
        return cls(f"{game}/arbiter", "arbiter", game)

    @classmethod
    def to_admin(cls, entropy: ids.Entropy) -> "Grant":
        """Return an admin grant that no other token carries."""
        return cls(ids.new_grant_id(entropy), "admin")

    @classmethod
    def to_open_games(cls, entropy: ids.Entropy) -> "Grant":
        """Return a grant to open games that no other token carries."""
        return cls(ids.new_grant_id(entropy), "games:open")


ADMIN_GRANT = Grant("admin", "admin")


class Principal(msgspec.Struct, frozen=True):
    """Name who sent a request: the public id of the token, and what it may do."""

    token_id: str
    grants: tuple[Grant, ...]

    @property
    def is_admin(self) -> bool:
        """Tell whether the token administers the ledger."""
        return any(grant.scope == "admin" for grant in self.grants)

    @property
    def may_open(self) -> bool:
        """Tell whether the token may open games."""
        return self.opening_grant() is not None

    @property
    def games(self) -> frozenset[str]:
        """Return the games in which the token holds any grant."""
        return frozenset(grant.game for grant in self.grants if grant.game is not None)

    def for_game(self, game: str) -> tuple[Grant, ...]:
        """Return the grants in this game, in the order in which they were issued."""
        return tuple(grant for grant in self.grants if grant.game == game)

    def opening_grant(self) -> Grant | None:
        """Return the grant under which the token opens games: the narrower one if it has two."""
        opening = [grant for grant in self.grants if grant.scope in {"games:open", "admin"}]
        return max(opening, key=lambda grant: grant.scope == "games:open", default=None)
