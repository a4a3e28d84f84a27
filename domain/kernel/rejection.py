"""Refusals: a command that the rules do not allow here and now, and the ruling that says so."""

from collections.abc import Mapping

from domain.kernel.values import Json, Value

CLOSED = ("game_over", "game_not_started")
"""The codes that say a game takes no such command at this stage of its life."""


class Ruling(Value, frozen=True):
    """How the ledger reads a rule: the question, the answer, and the rulebook heading it stands under."""

    id: str
    question: str
    text: str
    reason: str
    heading: str
    option: str | None = None


class Refusal(Value, frozen=True):
    """What a rejection code means, in a sentence that says what to do, and the ruling it rests on."""

    text: str
    ruling: str | None = None


class Rejected(Exception):
    """A command the rules refuse; carries the stable code and the values that offended."""

    def __init__(self, code: str, **values: Json) -> None:
        super().__init__(code)
        self.code = code
        self.values: Mapping[str, Json] = values


def reject_if(condition: bool, code: str, **values: Json) -> None:  # noqa: FBT001 - reads as a sentence
    """Raise `Rejected` with this code where the condition holds."""
    if condition:
        raise Rejected(code, **values)


KERNEL_REFUSALS: dict[str, Refusal] = {
    "duplicate_player": Refusal("Each seat needs a player of its own."),
    "game_not_started": Refusal("The game has not started yet; finish what `to_act` lists first."),
    "game_over": Refusal("The game has ended; its log takes no more commands."),
    "already_started": Refusal("The game has been started already; read its state and go on from there."),
    "outcome_not_seen": Refusal(
        "In a dealt game a batch does not go on past a draw or a roll with a command that may depend on it; send the "
        "rest once you have seen the outcome."
    ),
    "unknown_seat": Refusal("There is no such seat in this game; seats are numbered from 1."),
    "concede_needs_two_seats": Refusal(
        "With more than two seats nobody can concede for the others; ask an arbiter to abandon the game, or play on."
    ),
}
