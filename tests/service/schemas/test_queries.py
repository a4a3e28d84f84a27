from typing import Any

import pytest
from marshmallow import Schema

from service.schemas.errors import faults
from service.schemas.queries import (
    EntriesQuery,
    EntryQuery,
    LegalQuery,
    ListingQuery,
    ReplayQuery,
    VersionQuery,
    ViewQuery,
)


@pytest.mark.parametrize(
    ("schema", "loaded"),
    [
        (ListingQuery, {"limit": 50}),
        (VersionQuery, {"version": None}),
        (ViewQuery, {"version": None, "viewer": None}),
        (EntryQuery, {"viewer": None}),
        (LegalQuery, {"version": None, "seat": None, "limit": 500}),
        (EntriesQuery, {"viewer": None, "after": 0, "limit": 100, "wait": 0}),
        (ReplayQuery, {"viewer": None, "first": 1, "last": None}),
    ],
)
def test_what_is_left_out_has_its_default(schema: type[Schema], loaded: dict[str, Any]) -> None:
    assert schema().load({}) == loaded


@pytest.mark.parametrize(
    ("schema", "sent", "loaded"),
    [
        (ListingQuery, {"limit": "200", "status": "ended"}, {"limit": 200, "status": "ended"}),
        (LegalQuery, {"seat": "2", "limit": "5000"}, {"version": None, "seat": 2, "limit": 5000}),
        (VersionQuery, {"version": "0"}, {"version": 0}),
        (VersionQuery, {"version": "-1"}, {"version": -1}),
        (ViewQuery, {"viewer": "seat:12"}, {"version": None, "viewer": "seat:12"}),
        (EntriesQuery, {"limit": "1000", "wait": "30"}, {"viewer": None, "after": 0, "limit": 1000, "wait": 30}),
        (ReplayQuery, {"from": "3", "to": "9"}, {"viewer": None, "first": 3, "last": 9}),
    ],
)
def test_texts_become_numbers(schema: type[Schema], sent: dict[str, str], loaded: dict[str, Any]) -> None:
    assert schema().load(sent) == loaded


@pytest.mark.parametrize(
    ("schema", "sent"),
    [
        (ListingQuery, {"limit": "0"}),
        (ListingQuery, {"limit": "201"}),
        (ListingQuery, {"limit": "ten"}),
        (ListingQuery, {"limit": ""}),
        (ListingQuery, {"mode": "sheet"}),
        (ListingQuery, {"status": "over"}),
        (LegalQuery, {"seat": "0"}),
        (LegalQuery, {"limit": "5001"}),
        (ViewQuery, {"viewer": "seat:0"}),
        (ViewQuery, {"viewer": "seat:1000"}),
        (ViewQuery, {"viewer": "scribe"}),
        (ViewQuery, {"viewer": ""}),
        (ViewQuery, {"version": "1.0"}),
        (EntriesQuery, {"after": "-1"}),
        (EntriesQuery, {"limit": "1001"}),
        (EntriesQuery, {"wait": "31"}),
        (EntriesQuery, {"wait": "-1"}),
        (ReplayQuery, {"from": "0"}),
        (ReplayQuery, {"first": "1"}),
    ],
)
def test_a_bad_parameter_is_named(schema: type[Schema], sent: dict[str, str]) -> None:
    (fault,) = faults(schema().validate(sent), "query")

    assert (fault["in"], fault["pointer"]) == ("query", f"/{next(iter(sent))}")
