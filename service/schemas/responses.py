"""What clients read, as far as it is the same for every ruleset."""

from typing import Any, get_args

from marshmallow import fields

from domain.kernel.lifecycle import Visibility
from domain.kernel.rejection import Ruling
from domain.kernel.ruleset import Obligation
from domain.kernel.score import Cite, Difference, Flag, Outcome
from domain.kernel.values import Mode
from service.schemas.derive import READ, derive
from service.schemas.fields import Bool, Int, ListOf, MapOf, ResponseSchema, Text, Timestamp, choice

__all__ = [
    "CHECKS",
    "AuditReport",
    "Game",
    "GameItem",
    "Games",
    "GivenTokens",
    "ManifestItem",
    "Manifests",
    "OpenedGame",
    "Player",
    "RegisteredManifest",
    "RulesetDetail",
    "RulesetItem",
    "Rulesets",
    "ScoreSheet",
    "StreamEnd",
    "StreamHeader",
    "digest_field",
    "list_field",
    "outcome_field",
    "seat_field",
    "status_field",
    "to_act_field",
    "told",
    "version_field",
    "viewer_field",
]

CHECKS = ("chain", "fold", "recheck", "chance", "result", "citations", "components", "claim")


def told(text: str) -> dict[str, Any]:
    """Return the options of a field that is always there, with a description."""
    return {"required": True, "metadata": {"description": text}}


def digest_field(text: str, **options: Any) -> Text:
    """Return a field for 64 lower-case hex digits."""
    return Text(pattern="^[0-9a-f]{64}$", **told(text), **options)


def version_field(text: str = "How many entries the game has.") -> Int:
    """Return a field for a version."""
    return Int(minimum=0, **told(text))


def seat_field() -> Int:
    """Return a field for a seat."""
    return Int(minimum=1, **told("The seat, counted from 1."))


def list_field(schema: Any, text: str) -> ListOf:
    """Return a field for an array of objects."""
    return ListOf(fields.Nested(schema), **told(text))


def status_field() -> fields.Field[Any]:
    """Return a field for a game's stage of life."""
    return choice(["open", "running", "ended"], **told("Opened, started, or over (abandoned included)."))


def to_act_field() -> ListOf:
    """Return a field for what must be done next."""
    return list_field(derive(Obligation, READ), "What must be done next, and by whom; empty after the end.")


def outcome_field(text: str) -> fields.Field[Any]:
    """Return a field for how a game came out, or null."""
    return fields.Nested(derive(Outcome, READ), allow_none=True, **told(text))


def viewer_field() -> Text:
    """Return a field for who a reading is for."""
    return Text(**told("Whom this reading is for: `spectator`, `seat:<n>`, `scribe` or `arbiter`."))


class GameSeat(ResponseSchema):
    """A seat and who has it."""

    seat = seat_field()
    player = Text(**told("The player's id in the directory."))
    name = Text(allow_none=True, **told("The player's name; null once the person has been forgotten."))


class GameItem(ResponseSchema):
    """A game as it stands in a listing."""

    id = Text(**told("The game's id."))
    ruleset = Text(**told("The ruleset it is played by."))
    revision = Int(**told("The ruleset's revision at the opening."))
    manifest = Text(pattern="^sha256:[0-9a-f]{64}$", **told("The edition's component data, by digest."))
    mode = choice(get_args(Mode), **told("Where chance comes from."))
    seats = list_field(GameSeat, "The seats, in turn order.")
    visibility = choice(get_args(Visibility), **told("Who finds the game and who may read it."))
    opened_at = Timestamp(**told("When the game was opened."))
    last_at = Timestamp(**told("When the latest entry was written."))
    status = status_field()
    version = version_field()
    head = digest_field("The hash of the latest entry.")
    result = outcome_field("How the game came out; null until it has ended.")


class Game(GameItem):
    """A game with its options and what must be done next."""

    options = MapOf(fields.Raw(allow_none=True), **told("All options, with defaults."))
    to_act = to_act_field()


class Games(ResponseSchema):
    """A page of games, the newest opening first."""

    games = list_field(GameItem, "The games.")
    next = Text(allow_none=True, **told("The cursor of the next page; null on the last one."))


class GivenTokens(ResponseSchema):
    """The tokens of a new game; they are shown here and nowhere else."""

    seats = ListOf(Text(), **told("One for each seat, in turn order."))
    arbiter = Text(**told("Judges, and reads what any seat may read."))
    scribe = Text(metadata={"description": "Records an observed game; absent from a dealt one."})


class OpenedGame(ResponseSchema):
    """A new game and its tokens."""

    game = fields.Nested(Game, required=True)
    tokens = fields.Nested(GivenTokens, required=True)


class StreamHeaderBody(ResponseSchema):
    """What a stream of lines is about."""

    game = Text(**told("The game's id."))
    ruleset = Text(**told("The ruleset."))
    revision = Int(**told("The ruleset's revision."))
    manifest = Text(**told("The component data, by digest."))
    viewer = viewer_field()
    after = version_field("The version after which the lines begin.")
    version = version_field("The game's version when the stream began.")


class StreamHeader(ResponseSchema):
    """The first line of a stream."""

    header = fields.Nested(StreamHeaderBody, required=True)


class StreamEndBody(ResponseSchema):
    """What a complete stream ends with."""

    version = version_field("The version of the last line.")
    head = digest_field("The hash of that entry.")
    count = Int(minimum=0, **told("How many lines stood between header and end."))


class StreamEnd(ResponseSchema):
    """The last line of a stream; without it the stream was cut."""

    end = fields.Nested(StreamEndBody, required=True)


class ScoreLine(ResponseSchema):
    """One line of a sheet; its amount is quantity x unit, unless unit is null."""

    key = Text(**told("What the line counts; several lines may share a key and differ in unit."))
    label = Text(**told("The key in words."))
    quantity = Int(**told("How many."))
    unit = Int(allow_none=True, **told("What each is worth."))
    amount = Int(**told("What the line adds to the total."))
    detail = MapOf(fields.Raw(allow_none=True), allow_none=True, **told("What decides the line beside it."))
    flags = ListOf(choice(get_args(Flag)), **told("What is uncertain about the figures behind it."))
    rests_on = ListOf(Text(), **told("The keys of lines this one is derived from."))
    cites = list_field(derive(Cite, READ), "The events that built the line.")


class SeatScore(ResponseSchema):
    """One seat's sheet."""

    seat = seat_field()
    total = Int(**told("The sum of the lines."))
    place = Int(minimum=1, allow_none=True, **told("The place at the end; null while the game runs."))
    lines = list_field(ScoreLine, "The lines.")


class ScoreSheet(ResponseSchema):
    """The score at a version, as a viewer may know it."""

    version = version_field("The version it was computed at.")
    viewer = viewer_field()
    seats = list_field(SeatScore, "The sheets, in turn order.")
    outcome = outcome_field("How the game came out; null while it runs, save `pending`.")


class AuditCheck(ResponseSchema):
    """One check of an audit."""

    id = Text(**told(f"One of {', '.join(CHECKS)}; or a ruleset's finding, `<ruleset>.<code>`."))
    status = choice(["pass", "fail", "warn", "skipped"], **told("How it went."))
    detail = Text(**told("The same in words."))
    versions = ListOf(Int(), **told("The entries it is about."))


class AuditReport(ResponseSchema):
    """What an audit found."""

    verdict = choice(["confirmed", "disputed", "damaged"], **told("The judgement of the whole."))
    version = version_field("The version that was audited.")
    first_bad = Int(allow_none=True, **told("The first version at which the record is wrong."))
    checks = list_field(AuditCheck, "Every check.")
    score = fields.Nested(ScoreSheet, allow_none=True, **told("The computed sheet; null for a damaged game."))
    differences = list_field(derive(Difference, READ), "Where the claim says something else.")


class Player(ResponseSchema):
    """A player of the directory."""

    id = Text(**told("The player's id."))
    name = Text(allow_none=True, **told("The name; null once the person has been forgotten."))


class RulesetItem(ResponseSchema):
    """What can be said of a ruleset without its rules."""

    id = Text(**told("The ruleset's id."))
    revision = Int(**told("The revision new games are played by."))
    title = Text(**told("The game's title."))
    designer = Text(**told("Who designed it."))
    publisher = Text(**told("Who published it."))
    year = Int(**told("When it was published."))
    rulebook = Text(**told("The text the rules were taken from."))
    min_seats = Int(minimum=1, **told("The fewest seats."))
    max_seats = Int(minimum=1, **told("The most seats, under some options."))
    modes = ListOf(choice(get_args(Mode)), **told("Where chance may come from."))
    stage = choice(["preview", "stable"], **told("Whether every end has been shown by a golden game."))


class Rulesets(ResponseSchema):
    """All rulesets."""

    rulesets = list_field(RulesetItem, "The rulesets.")


class RulesetDetail(RulesetItem):
    """A ruleset with its options, rulings, codes, and the schemas of its commands and events."""

    manifest = Text(**told("The packaged component data, by digest."))
    options = MapOf(fields.Raw(), **told("The JSON Schema of the options."))
    end_reasons = MapOf(Text(), **told("Every reason for which a game can end, in words."))
    lines = MapOf(Text(), **told("Every key of the score sheet, in words."))
    refusals = MapOf(Text(), **told("Every code with which the rules refuse, in words."))
    rulings = list_field(derive(Ruling, READ), "How open questions of the rulebook are read.")
    commands = MapOf(fields.Raw(), **told("The JSON Schema of each command, by its tag."))
    events = MapOf(fields.Raw(), **told("The JSON Schema of each event, by its tag."))


class ManifestItem(ResponseSchema):
    """One edition's component data."""

    manifest = Text(pattern="^sha256:[0-9a-f]{64}$", **told("The digest of the data, by which games name it."))
    registered_at = Timestamp(allow_none=True, **told("When it was registered; null for the packaged one."))


class Manifests(ResponseSchema):
    """The editions of a ruleset that games may be played with, the packaged one first."""

    manifests = list_field(ManifestItem, "The editions.")


class ManifestWarning(ResponseSchema):
    """A figure that is doubtful and still accepted."""

    pointer = Text(**told("Where it stands, as a JSON pointer."))
    detail = Text(**told("What is doubtful about it."))


class RegisteredManifest(ResponseSchema):
    """A registered edition."""

    manifest = Text(pattern="^sha256:[0-9a-f]{64}$", **told("The digest by which games name the edition."))
    new = Bool(**told("False where the same data was known already."))
    warnings = list_field(ManifestWarning, "Figures that are doubtful; the data is registered all the same.")
