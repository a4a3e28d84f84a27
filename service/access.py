"""What a caller is in a game: which seats it holds, what it may see, and as whom it reads and acts."""

import re

import msgspec

from domain.kernel.game import may_act
from domain.kernel.lifecycle import StartGame
from domain.kernel.sealed import SPECTATOR
from domain.kernel.values import Actor, Command, Mode, Seat
from service.faults import Forbidden, Invalid
from service.grants import Grant, Principal

_VIEWER = re.compile(r"spectator|seat:([1-9][0-9]{0,3})")


class Standing(msgspec.Struct, frozen=True):
    """A caller's place in one game; `grants` are those it holds there, by actor."""

    grants: dict[Actor, Grant]
    is_admin: bool = False
    knows_games: bool = False

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats the caller holds."""
        return tuple(sorted(grant.seat for grant in self.grants.values() if grant.seat is not None))

    @property
    def oversees(self) -> bool:
        """Tell whether the caller is scribe or arbiter, who read what any seat may read."""
        return "scribe" in self.grants or "arbiter" in self.grants

    @property
    def viewer(self) -> str:
        """Return as whom the caller reads when it does not say."""
        for actor in ("scribe", "arbiter"):
            if actor in self.grants:
                return actor
        return f"seat:{self.seats[0]}" if self.seats else SPECTATOR

    def may_see(self, visibility: str) -> bool:
        """Tell whether the caller may know of a game of this visibility at all."""
        return visibility != "private" or self.is_admin or self.knows_games


def standing(principal: Principal | None, game: str, opener: str | None = None) -> Standing:
    """Return what a caller is in a game that was opened under the `opener` grant."""
    if principal is None:
        return Standing({})
    grants: dict[Actor, Grant] = {}
    for grant in principal.for_game(game):
        grants[f"seat:{grant.seat}" if grant.scope == "seat" else grant.scope] = grant
    for grant in principal.grants:
        if grant.scope == "admin":
            grants["admin"] = grant
        if grant.id == opener and grant.scope == "games:open":
            grants["opener"] = grant
    return Standing(grants, principal.is_admin, bool(grants))


def reads_as(caller: Standing, asked: str | None, *, seats: int, ended: bool) -> str:
    """Return the viewer a reading is for.

    Raises `Invalid` for a seat the game does not have and `Forbidden` for a view that is not the caller's.
    """
    if asked is None:
        return caller.viewer
    match = _VIEWER.fullmatch(asked)
    if match is None or (match[1] and int(match[1]) > seats):
        raise Invalid(("/viewer", f"Read as spectator, or as a seat from seat:1 to seat:{seats}."), where="query")
    if asked == SPECTATOR or ended or caller.oversees or (match[1] and int(match[1]) in caller.seats):
        return asked
    raise Forbidden("Until the game has ended, another seat's view is open only to its scribe and arbiter.")


def acts_as(caller: Standing, mode: Mode, command: Command) -> tuple[Actor, Grant]:
    """Return as whom a caller sends a command, and under which grant; raises `Forbidden`."""
    seat = getattr(command, "seat", None)
    for actor in (f"seat:{seat}", "scribe", "arbiter", "admin"):
        if actor in caller.grants and may_act(mode, actor, command):
            return actor, caller.grants[actor]
    if isinstance(command, StartGame) and "opener" in caller.grants:
        return "system", caller.grants["opener"]
    raise Forbidden(_advice(mode, command))


def _advice(mode: Mode, command: Command) -> str:
    if not hasattr(command, "seat"):
        return "Only the arbiter, the scribe or an administrator may send this command."
    if mode == "observed":
        return "In an observed game the scribe acts for every seat; a seat's token only reads."
    return "A command is sent with the token of the seat that acts."
