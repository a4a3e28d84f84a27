"""What the routes take, on the packaged rulesets: the server and its document judge every body alike."""

import json
from typing import Any

import pytest

from domain.registry import RULESETS
from service.schemas.envelopes import envelopes
from service.schemas.errors import faults
from service.schemas.requests import AuditRequest, SeatEntry
from tests.service.schemas.checking import accepts

BODIES = envelopes(RULESETS)
OPENING = {"ruleset": "season-harvest", "mode": "dealt", "seats": [{"name": "Ana"}, {"player": "p_3fab"}]}
PLAY = {"type": "season-harvest.play_card", "seat": 1, "card": "SP", "space": "b2"}


def pointers(schema: Any, body: Any) -> list[str]:
    return [fault["pointer"] for fault in faults(schema().validate(body))]


# -- opening


@pytest.mark.parametrize(
    ("change", "fine"),
    [
        ({}, True),
        ({"options": {"years": 1, "variants": ["lumber"]}, "manifest": None, "start": True}, True),
        ({"mode": "observed", "outcomes": ["WI", 3, "?"], "fill_unknown": True}, True),
        ({"table_at": "2026-01-02T19:30:00.000Z"}, True),
        ({"manifest": "sha256:" + "0" * 64}, True),
        ({"options": {"coop_target": "41/2"}}, True),
        ({"options": {"coop_target": 20}}, True),
        ({"options": {"years": 0}}, True),
        ({"seats": []}, True),
        ({"mode": "sheet"}, False),
        ({"mode": None}, False),
        ({"seats": [{"name": "Ana", "player": "p_3fab"}]}, False),
        ({"seats": [{}]}, False),
        ({"seats": [{"name": ""}]}, False),
        ({"seats": [{"name": "  "}]}, False),
        ({"seats": [{"name": "A\nB"}]}, False),
        ({"seats": [{"name": "A" * 101}]}, False),
        ({"seats": [{"player": "g_3fab"}]}, False),
        ({"seats": {"name": "Ana"}}, False),
        ({"options": {"years": "1"}}, False),
        ({"options": {"years": True}}, False),
        ({"options": {"year": 1}}, False),
        ({"options": {"variants": ["harmony"]}}, False),
        ({"options": {"coop_target": "half"}}, False),
        ({"options": None}, False),
        ({"options": []}, False),
        ({"manifest": "0" * 64}, False),
        ({"visibility": "secret"}, False),
        ({"start": "true"}, False),
        ({"outcomes": [True]}, False),
        ({"outcomes": [1.5]}, False),
        ({"fill_unknown": 1}, False),
        ({"table_at": "yesterday"}, False),
        ({"ruleset": "chess"}, False),
        ({"ruleset": None}, False),
        ({"more": 1}, False),
    ],
)
def test_an_opening_is_judged_as_it_is_published(change: dict[str, Any], fine: bool) -> None:
    assert accepts(BODIES.opening, {**OPENING, **change}) is fine


@pytest.mark.parametrize("missing", ["ruleset", "mode", "seats"])
def test_an_opening_needs_ruleset_mode_and_seats(missing: str) -> None:
    body = {key: value for key, value in OPENING.items() if key != missing}

    assert not accepts(BODIES.opening, body)
    assert pointers(BODIES.opening, body) == [f"/{missing}"]


def test_an_opening_is_loaded_with_its_defaults() -> None:
    assert BODIES.opening().load(OPENING) == {
        **OPENING,
        "options": {},
        "manifest": None,
        "visibility": "public",
        "start": True,
        "outcomes": [],
        "fill_unknown": False,
        "table_at": None,
    }


def test_a_default_is_nobody_elses_list() -> None:
    BODIES.opening().load(OPENING)["outcomes"].append("WI")

    assert BODIES.opening().load(OPENING)["outcomes"] == []


def test_every_fault_of_an_opening_is_told() -> None:
    body = {
        **OPENING,
        "mode": "sheet",
        "seats": [{"name": "Ana"}, {}, {"name": 1}],
        "options": {"years": "1", "colour": "red", "variants": ["poverty", "harmony"]},
        "start": 1,
    }

    assert pointers(BODIES.opening, body) == [
        "/mode",
        "/options/colour",
        "/options/variants/1",
        "/options/years",
        "/seats/1",
        "/seats/2/name",
        "/start",
    ]


def test_without_a_ruleset_the_other_faults_are_still_told() -> None:
    body = {"mode": "sheet", "options": {"years": "1"}}

    assert pointers(BODIES.opening, body) == ["/mode", "/ruleset", "/seats"]


def test_a_seat_has_a_name_or_a_player() -> None:
    assert SeatEntry().load({"name": "Ana"}) == {"name": "Ana"}
    assert SeatEntry().load({"player": "p_3fab"}) == {"player": "p_3fab"}


# -- commands


@pytest.mark.parametrize(
    ("body", "fine"),
    [
        ({"command": PLAY, "outcomes": ["WI"], "table_at": "2026-01-02T19:30:00.000Z"}, True),
        ({"command": {**PLAY, "space": "no such space", "card": "no such card"}}, True),
        ({"command": {**PLAY, "seat": -1}}, True),
        ({"command": {"type": "start_game"}}, True),
        ({"command": {"type": "concede"}}, True),
        ({"command": {"type": "concede", "seat": 2}}, True),
        ({"command": {"type": "abandon"}}, True),
        ({"command": {"type": "abandon", "reason": "table_left"}}, True),
        ({"command": {"type": "season-harvest.choose_first", "first": 2, "basis": "declared"}}, True),
        ({"command": {"type": "season-harvest.show_cards", "cards": ["SP", "SP"]}}, True),
        ([{"command": PLAY}, {"command": {"type": "season-harvest.end_turn"}}], True),
        ([{"command": PLAY}] * 100, True),
        ([{"command": PLAY}] * 101, False),
        ({"command": {"type": "start_game", "resolved": {"target": 1}}}, False),
        ({"command": {"type": "start_game", "seat": 1}}, False),
        ({"command": {"type": "abandon", "reason": "Because I say so"}}, False),
        ({"command": {"type": "open_game", "ruleset": "season-harvest"}}, False),
        ({"command": {"type": "harvest-island.plant", "seat": 1}}, False),
        ({"command": {"type": "play_card", "seat": 1}}, False),
        ({"command": {**PLAY, "seat": "1"}}, False),
        ({"command": {**PLAY, "seat": None}}, False),
        ({"command": {**PLAY, "card": None}}, False),
        ({"command": {**PLAY, "outcomes": ["WI"]}}, False),
        ({"command": {"type": "season-harvest.show_cards", "cards": []}}, False),
        ({"command": PLAY, "outcomes": "WI"}, False),
        ({"command": PLAY, "outcomes": None}, False),
        (PLAY, False),
        ([PLAY], False),
    ],
)
def test_commands_are_judged_as_they_are_published(body: Any, fine: bool) -> None:
    assert accepts(BODIES.commands, body) is fine


def test_a_command_says_nothing_of_a_seat_that_was_left_out() -> None:
    sent = {"type": "season-harvest.end_turn"}

    assert BODIES.commands().load({"command": sent})["command"] == sent


def test_a_fault_in_a_batch_says_in_which_command() -> None:
    body = [{"command": PLAY}, {"command": {**PLAY, "space": 2}, "colour": "red"}, {}]

    assert pointers(BODIES.commands, body) == ["/1/colour", "/1/command/space", "/2/command"]


# -- audits and manifests


@pytest.mark.parametrize(
    ("body", "fine"),
    [
        ({}, True),
        ({"claim": None}, True),
        ({"claim": {}}, True),
        ({"claim": {"seats": [{"seat": 1, "total": 5, "lines": [{"key": "harvest", "amount": 5}]}]}}, True),
        ({"claim": {"winners": [], "decided_by": None}}, True),
        ({"claim": {"winners": [1, 2]}}, True),
        ({"claim": {"seats": [{"total": 5}]}}, False),
        ({"claim": {"seats": [{"seat": 1, "lines": [{"key": "harvest"}]}]}}, False),
        ({"claim": {"winners": ["1"]}}, False),
        ({"claim": {"notes": "x"}}, False),
        ({"claims": {}}, False),
        ([], False),
    ],
)
def test_a_claim_is_judged_as_it_is_published(body: Any, fine: bool) -> None:
    assert accepts(AuditRequest, body) is fine


def test_the_packaged_manifests_are_ones_that_could_be_registered() -> None:
    for ruleset in RULESETS:
        assert accepts(BODIES.manifest, _plain(ruleset.default_manifest()))


def test_every_fault_of_a_manifest_is_told() -> None:
    body = _plain(RULESETS[0].default_manifest())
    body["kinds"][1]["suit"] = 7
    body["die_sides"] = {"value": "six", "provenance": "rumour"}

    assert not accepts(BODIES.manifest, body)
    assert pointers(BODIES.manifest, body) == ["/die_sides/provenance", "/die_sides/value", "/kinds/1/suit"]


def _plain(manifest: bytes) -> Any:
    return json.loads(manifest)
