"""The query parameters of each route; a parameter that is not named here is refused."""

from marshmallow.validate import OneOf

from service.schemas.fields import QueryInt, RequestSchema, Text

__all__ = [
    "EntriesQuery",
    "EntryQuery",
    "LegalQuery",
    "ListingQuery",
    "ReplayQuery",
    "VersionQuery",
    "ViewQuery",
]

_VIEWER = "^(spectator|seat:[1-9][0-9]{0,2})$"


def _limit(most: int, usual: int) -> QueryInt:
    text = f"How many to return at most; {most} is the upper bound."
    return QueryInt(minimum=1, maximum=most, load_default=usual, metadata={"description": text})


def _viewer() -> Text:
    text = "Read as `spectator` or `seat:<n>` did while the game ran; without it, as the caller may."
    return Text(pattern=_VIEWER, load_default=None, allow_none=False, metadata={"description": text})


def _version() -> QueryInt:
    # Any number is well-formed: one that the game has not reached is not found rather than invalid.
    text = "The version to read at; without it, the latest."
    return QueryInt(load_default=None, allow_none=False, metadata={"description": text})


class ListingQuery(RequestSchema):
    """Which games to list, and how many."""

    ruleset = Text(longest=64, metadata={"description": "Only games of this ruleset."})
    mode = Text(validate=[OneOf(["dealt", "observed"])], metadata={"description": "Only games of this mode."})
    status = Text(validate=[OneOf(["open", "running", "ended"])], metadata={"description": "Only games at this stage."})
    player = Text(longest=64, metadata={"description": "Only games in which this player has a seat."})
    limit = _limit(200, 50)
    cursor = Text(longest=512, metadata={"description": "`next` of the page before."})


class VersionQuery(RequestSchema):
    """At which version."""

    version = _version()


class ViewQuery(VersionQuery):
    """At which version, and as whom."""

    viewer = _viewer()


class EntryQuery(RequestSchema):
    """As whom."""

    viewer = _viewer()


class LegalQuery(VersionQuery):
    """For which seat, at which version, and how many commands."""

    seat = QueryInt(
        minimum=1,
        load_default=None,
        allow_none=False,
        metadata={"description": "The seat. Left out, it is the only one held, or what arbiter and scribe may attest."},
    )
    limit = _limit(5000, 500)


class EntriesQuery(EntryQuery):
    """Which entries, as whom, and how long to wait for a new one."""

    after = QueryInt(minimum=0, load_default=0, metadata={"description": "Return what follows this version."})
    limit = _limit(1000, 100)
    wait = QueryInt(
        minimum=0,
        maximum=30,
        load_default=0,
        metadata={"description": "How many seconds to wait while there is nothing new."},
    )


class ReplayQuery(EntryQuery):
    """From which version to which, as whom."""

    first = QueryInt(minimum=1, load_default=1, data_key="from", metadata={"description": "The first version shown."})
    last = QueryInt(
        minimum=1,
        load_default=None,
        allow_none=False,
        data_key="to",
        metadata={"description": "The last version shown; without it, the latest."},
    )
