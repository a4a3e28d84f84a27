"""The commands and events around every game: opening, starting, conceding, abandoning, ending."""

from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.score import Outcome
from domain.kernel.sealed import sealed_to_nobody
from domain.kernel.values import Command, Event, Json, Mode, Seat, Value

Visibility = Literal["public", "unlisted", "private"]
Code = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]


class OpenGame(Command, frozen=True, tag="open_game"):
    """Open a game of a ruleset on a manifest (by digest) for players named by their directory ids."""

    ruleset: str
    mode: Mode
    seats: tuple[str, ...]
    options: dict[str, Json]
    manifest: str
    visibility: Visibility


class StartGame(Command, frozen=True, tag="start_game"):
    """Set the table up; `resolved` is what the application found in other games, never sent by a client."""

    resolved: Json = None


class Concede(Command, frozen=True, tag="concede"):
    """Give the game up: with two seats the other one wins, alone it is lost."""

    seat: Seat


class Abandon(Command, frozen=True, tag="abandon"):
    """Stop the game without a result, for a reason given as a code."""

    reason: Code = "unspecified"


class GameOpened(Event, frozen=True, tag="game_opened"):
    """A game exists: what it is played by, with what, by whom, and the commitment to the seed of its chance."""

    ruleset: str
    revision: int
    manifest: str
    mode: Mode
    seats: tuple[str, ...]
    options: dict[str, Json]
    visibility: Visibility
    reveal: Literal["at_end"]
    commitment: str | None
    seed: Annotated[str | None, sealed_to_nobody]


class GameStarted(Event, frozen=True, tag="game_started"):
    """The set-up has begun."""


class SeatResult(Value, frozen=True):
    """One seat's total and place as they stood when the game ended."""

    seat: Seat
    total: int
    place: int | None


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The game is over: why, who conceded if somebody did, and the result as claimed at that time."""

    reason: str
    seat: Seat | None
    outcome: Outcome
    results: tuple[SeatResult, ...]


LIFECYCLE_COMMANDS = (StartGame, Concede, Abandon)
LIFECYCLE_EVENTS = (GameOpened, GameStarted, GameEnded)
END_REASONS = {
    "conceded": "A seat gave the game up.",
    "abandoned": "An arbiter, the scribe or an administrator stopped the game without a result.",
}
