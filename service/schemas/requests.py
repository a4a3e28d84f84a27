"""What clients send, as far as it is the same for every ruleset."""

from typing import Any

from marshmallow import fields
from marshmallow.validate import OneOf

from domain.kernel.score import Claim
from service.schemas.derive import Role, derive
from service.schemas.fields import AnyOf, Bool, Int, ListOf, MapOf, RequestSchema, Text, Timestamp, choice
from service.schemas.union import EitherSchema

__all__ = ["AuditRequest", "Beside", "OpenRequest", "SeatEntry", "SeatOfName", "SeatOfPlayer", "StartGame"]

_LONGEST_NAME = 100
_ONE_LINE = "^[^\\u0000-\\u001f\\u007f]*[^\\u0000-\\u0020\\u007f][^\\u0000-\\u001f\\u007f]*$"


def _outcomes() -> fields.Field[Any]:
    text = "What the table gave, in the order in which the rules ask: a card's face, a number, or `?`."
    return ListOf(
        AnyOf([Text(longest=64), Int()]),
        longest=1000,
        load_default=list,
        metadata={"description": text, "default": []},
    )


def _fill_unknown() -> fields.Field[Any]:
    return Bool(
        load_default=False,
        metadata={"description": "Take every missing outcome that may be unknown as `?`."},
    )


class Beside(RequestSchema):
    """What goes beside a command of an observed game."""

    outcomes = _outcomes()
    fill_unknown = _fill_unknown()
    table_at = Timestamp(
        load_default=None,
        allow_none=True,
        metadata={"description": "When it happened at the table, if that was not now."},
    )


class SeatOfName(RequestSchema):
    """A seat for somebody new to the directory."""

    name = Text(
        required=True,
        longest=_LONGEST_NAME,
        pattern=_ONE_LINE,
        metadata={"description": "One line that is not blank."},
    )


class SeatOfPlayer(RequestSchema):
    """A seat for a player of the directory."""

    player = Text(required=True, pattern="^p_[0-9a-z]{1,62}$", metadata={"description": "The player's id."})


class SeatEntry(EitherSchema):
    """Who takes a seat: a new name, or a player known by id."""

    variants = {"name": SeatOfName, "player": SeatOfPlayer}


class OpenRequest(Beside):
    """What every opening holds beside its ruleset; `options` are the ruleset's own."""

    mode = choice(["dealt", "observed"], required=True, metadata={"description": "Where chance comes from."})
    seats = ListOf(
        fields.Nested(SeatEntry),
        required=True,
        longest=100,
        metadata={"description": "Who plays, in turn order."},
    )
    options = MapOf(fields.Raw(allow_none=True), load_default=dict)
    manifest = Text(
        pattern="^sha256:[0-9a-f]{64}$",
        load_default=None,
        allow_none=True,
        metadata={"description": "A registered edition's figures; null means the packaged ones."},
    )
    visibility = choice(
        ["public", "unlisted", "private"],
        load_default="public",
        metadata={"description": "Who finds the game and who may read it."},
    )
    start = Bool(load_default=True, metadata={"description": "Start the game in the same request."})


class StartGame(RequestSchema):
    """Set the table up and begin."""

    type = Text(required=True, validate=[OneOf(["start_game"])])


class AuditRequest(RequestSchema):
    """What to compare with the record, if anything."""

    claim = fields.Nested(
        derive(Claim, Role("", sent=True)),
        load_default=None,
        allow_none=True,
        metadata={"description": "A score sheet somebody entered; only what is given is compared."},
    )
