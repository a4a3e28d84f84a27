"""Join the schemas of all rulesets into the bodies of the routes.

Nothing here knows a ruleset by name: they are handed in, and one more of them is one more variant.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec
from marshmallow import Schema, fields

from domain.kernel.lifecycle import LIFECYCLE_COMMANDS, LIFECYCLE_EVENTS, Abandon, Concede, OpenGame
from domain.kernel.ruleset import Meta
from domain.kernel.values import Command, Event, tag_of
from service.schemas import responses as read
from service.schemas.derive import COMMAND, COMMAND_READ, EVENT, READ, SENT, Role, component_name, derive
from service.schemas.fields import AnyOf, Bool, Int, ListOf, ResponseSchema, Text, Timestamp, choice
from service.schemas.plugin import standalone
from service.schemas.requests import Beside, OpenRequest, StartGame
from service.schemas.union import EitherSchema, OneOfSchema, OneOrManySchema, UnionSchema, union

__all__ = ["Envelopes", "Types", "envelopes", "type_schemas"]

LONGEST_BATCH = 100


class Types(Protocol):
    """The types of a ruleset; the kernel's `Ruleset` has them."""

    @property
    def meta(self) -> Meta:
        """What can be said without the rules."""

    @property
    def commands(self) -> tuple[type[Command], ...]:
        """The commands it decides."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The events it records."""

    @property
    def state(self) -> type[msgspec.Struct]:
        """What a fold of its events comes to."""

    @property
    def component_fields(self) -> tuple[str, ...]:
        """The fields of the state that only component data fills."""

    @property
    def options(self) -> type[msgspec.Struct]:
        """What may be agreed before the start."""

    @property
    def manifest(self) -> type[msgspec.Struct]:
        """The component data of an edition."""


@dataclass(frozen=True)
class Envelopes:
    """The bodies that depend on which rulesets there are; requests first, then what is read."""

    opening: type[Schema]
    commands: type[Schema]
    manifest: type[Schema]
    answer: type[Schema]
    entry: type[Schema]
    entries: type[Schema]
    log_line: type[Schema]
    replay_line: type[Schema]
    state: type[Schema]
    legal: type[Schema]


def envelopes(rulesets: Iterable[Types]) -> Envelopes:
    """Return the bodies of a service that offers these rulesets."""
    offered = tuple(rulesets)
    recorded = _recorded(offered)
    entry, state = _entry(offered, recorded), _state(offered)
    answer = _answer(entry)
    return Envelopes(
        opening=_opening(offered),
        commands=_commands(offered),
        manifest=_manifest(offered),
        answer=answer,
        entry=entry,
        entries=_entries(entry),
        log_line=_log_line(entry),
        replay_line=_replay_line(entry, state),
        state=_reading(state),
        legal=_legal(recorded),
    )


def type_schemas(ruleset: Types) -> dict[str, Any]:
    """Return the self-contained JSON Schemas of a ruleset's options, commands and events."""
    commands, events = _sent(ruleset), {tag_of(kind): derive(kind, EVENT) for kind in ruleset.events}
    return {
        "options": standalone(derive(ruleset.options, SENT, ruleset.meta.id)),
        "commands": {tag: standalone(schema) for tag, schema in commands.items()},
        "events": {tag: standalone(schema) for tag, schema in events.items()},
    }


def _make(name: str, base: type[Schema], doc: str, body: Mapping[str, Any]) -> type[Any]:
    return type(name, (base,), {**body, "__doc__": doc, "__module__": __name__})


# -- what is sent


def _opening(rulesets: tuple[Types, ...]) -> type[Schema]:
    variants = {ruleset.meta.id: _opening_of(ruleset) for ruleset in rulesets}
    doc = "A game to open; the ruleset says which options there are."
    return _make("OpenRequest", UnionSchema, doc, {"tag": "ruleset", "variants": variants, "otherwise": OpenRequest})


def _opening_of(ruleset: Types) -> type[Schema]:
    meta = ruleset.meta
    options = fields.Nested(
        derive(ruleset.options, SENT, meta.id),
        load_default=dict,
        metadata={"description": "What is agreed before the start.", "default": {}},
    )
    body = {
        "ruleset": choice([meta.id], required=True),
        "mode": choice(meta.modes, required=True, metadata={"description": "Where chance comes from."}),
        "options": options,
    }
    return _make(f"{component_name(meta.id)}OpenRequest", OpenRequest, f"A game of {meta.title}.", body)


def _sent(ruleset: Types) -> dict[str, type[Schema]]:
    return {tag_of(kind): derive(kind, COMMAND) for kind in ruleset.commands}


def _commands(rulesets: tuple[Types, ...]) -> type[Schema]:
    variants: dict[str, type[Schema]] = {
        "start_game": StartGame,
        **{tag_of(kind): derive(kind, COMMAND) for kind in (Concede, Abandon)},
    }
    for ruleset in rulesets:
        variants |= _sent(ruleset)
    command = union("Command", variants, doc="What somebody asks for; `seat` is always who acts.")
    doc = "A command, with what the table gave where chance was asked."
    item = _make("CommandRequest", Beside, doc, {"command": fields.Nested(command, required=True)})
    batch = {"item": item, "longest": LONGEST_BATCH}
    return _make("CommandRequests", OneOrManySchema, "One command, or a batch of them: all or nothing.", batch)


def _manifest(rulesets: tuple[Types, ...]) -> type[Schema]:
    variants = {ruleset.meta.id: derive(ruleset.manifest, SENT, ruleset.meta.id) for ruleset in rulesets}
    return union("ManifestRequest", variants, tag="ruleset", doc="The component data of one edition.")


# -- what is read


def _recorded(rulesets: tuple[Types, ...]) -> type[Schema]:
    kinds: list[type[Command]] = [
        OpenGame,
        *LIFECYCLE_COMMANDS,
        *(kind for ruleset in rulesets for kind in ruleset.commands),
    ]
    variants = {tag_of(kind): derive(kind, COMMAND_READ) for kind in kinds}
    return union("RecordedCommand", variants, doc="A command as the log keeps it.")


def _entry(rulesets: tuple[Types, ...], recorded: type[Schema]) -> type[Schema]:
    kinds: list[type[Event]] = [*LIFECYCLE_EVENTS, *(kind for ruleset in rulesets for kind in ruleset.events)]
    event = union("Event", {tag_of(kind): derive(kind, EVENT) for kind in kinds}, doc="Something that happened.")
    outcomes = ListOf(
        AnyOf([Text(), Int()]),
        allow_none=True,
        **read.told("What chance gave, in order; null until the game has ended."),
    )
    body = {
        "version": Int(minimum=1, **read.told("Its place in the log, counted from 1.")),
        "hash": read.digest_field("The hash of the entry."),
        "prev": read.digest_field("The hash of the entry before; null for the first.", allow_none=True),
        "at": Timestamp(**read.told("When it was written.")),
        "table_at": Timestamp(allow_none=True, **read.told("When it happened at the table, if that was said.")),
        "by": Text(**read.told("Who sent the command: `seat:<n>`, `scribe`, `arbiter`, `admin` or `system`.")),
        "command": fields.Nested(recorded, required=True),
        "events": read.list_field(event, "What followed from it."),
        "outcomes": outcomes,
    }
    return _make("Entry", ResponseSchema, "One accepted command and what followed, as the caller may read it.", body)


def _answer(entry: type[Schema]) -> type[Schema]:
    body = {
        "head": read.digest_field("The hash of the entry, which the next one follows."),
        "status": read.status_field(),
        "to_act": read.to_act_field(),
    }
    single = _make("Accepted", entry, "An accepted command's entry, and where the game stands after it.", body)
    batch = _make(
        "AcceptedBatch",
        ResponseSchema,
        "The answers to a batch, in its order.",
        {"entries": read.list_field(single, "One for each command.")},
    )
    variants = {"version": single, "entries": batch}
    return _make("CommandAnswer", EitherSchema, "The answer to a command, or to a batch.", {"variants": variants})


def _entries(entry: type[Schema]) -> type[Schema]:
    body = {
        "entries": read.list_field(entry, "The entries, oldest first."),
        "next": Int(allow_none=True, **read.told("What to ask for as `after` next; null where nothing follows.")),
        "version": read.version_field(),
        "head": read.digest_field("The hash of the latest entry."),
    }
    return _make("EntriesPage", ResponseSchema, "A part of the log.", body)


def _log_line(entry: type[Schema]) -> type[Schema]:
    variants = {"header": read.StreamHeader, "version": entry, "end": read.StreamEnd}
    doc = "A line of an export: the header, an entry, or the end."
    return _make("LogLine", EitherSchema, doc, {"variants": variants})


def _replay_line(entry: type[Schema], state: type[Schema]) -> type[Schema]:
    total = {"seat": read.seat_field(), "total": Int(**read.told("The total at this version."))}
    common = {
        "version": read.version_field("The version shown."),
        "entry": fields.Nested(entry, required=True),
        "scores": read.list_field(_make("RunningScore", ResponseSchema, "A seat's total.", total), "The totals."),
    }
    first = {**common, "state": fields.Nested(state, required=True)}
    step = {
        "op": Text(required=True),
        "path": Text(required=True),
        "from": Text(),
        "value": fields.Raw(allow_none=True),
    }
    patch = read.list_field(
        _make("PatchStep", ResponseSchema, "One operation of a JSON Patch.", step),
        "A JSON Patch (RFC 6902) on the state of the frame before.",
    )
    variants = {
        "header": read.StreamHeader,
        "state": _make("FirstFrame", ResponseSchema, "The first frame of a replay.", first),
        "patch": _make("NextFrame", ResponseSchema, "A later frame of a replay.", {**common, "patch": patch}),
        "end": read.StreamEnd,
    }
    doc = "A line of a replay: the header, a frame, or the end."
    return _make("ReplayLine", EitherSchema, doc, {"variants": variants})


def _state(rulesets: tuple[Types, ...]) -> type[Schema]:
    states = tuple(derive(each.state, _state_role(each), each.meta.id) for each in rulesets)
    return _make("State", OneOfSchema, "The table, in the terms of the game's ruleset.", {"variants": states})


def _state_role(ruleset: Types) -> Role:
    """Return the role of a state, which no reading burdens with component data."""
    left_out = frozenset(ruleset.component_fields)
    return Role("", sent=False, within=READ, without=left_out) if left_out else READ


def _reading(state: type[Schema]) -> type[Schema]:
    body = {
        "game": Text(**read.told("The game's id.")),
        "ruleset": Text(**read.told("The ruleset, which says what the state looks like.")),
        "version": read.version_field("The version shown."),
        "viewer": read.viewer_field(),
        "state": fields.Nested(state, required=True),
    }
    return _make("StateReading", ResponseSchema, "The table at a version, as a viewer may know it.", body)


def _legal(recorded: type[Schema]) -> type[Schema]:
    body = {
        "version": read.version_field("The version at which they are legal."),
        "seat": Int(
            minimum=1, **read.told("The seat; null for what an arbiter or the scribe may attest."), allow_none=True
        ),
        "commands": read.list_field(recorded, "Complete commands, without outcomes."),
        "more": Bool(**read.told("Whether there are others, or unknown cards may allow them.")),
    }
    return _make("LegalCommands", ResponseSchema, "What a seat may do now, as far as it can know.", body)
