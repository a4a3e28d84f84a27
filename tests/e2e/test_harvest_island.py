"""Harvest Island over HTTP: a club's own points, a table recorded by what is asked, what each seat reads."""

import json
import random
from typing import Any

import pytest

from domain.games.harvest_island.manifest import default_manifest
from tests.e2e.client import Client, Table, opening, refused

PATH = "/v1/rulesets/harvest-island/manifests"
ISLAND: Any = {"ruleset": "harvest-island", "options": {}}


def club(points: int) -> dict[str, Any]:
    """Return the packaged data with the club's own points on the bananas of Spring."""
    data: dict[str, Any] = json.loads(default_manifest())
    others = [row for row in data["faces"] if not row["face"].startswith("Ba-Sp-")]
    bananas = {"face": f"Ba-Sp-{points}", "copies": 5, "provenance": "owner"}
    return {**data, "edition": f"club-{points}", "faces": [bananas, *others]}


def test_a_club_registers_its_points_and_plays_with_them(admin: Client) -> None:
    registered = admin.post(PATH, club(9))
    table = admin.open(**ISLAND, manifest=registered.json()["manifest"])

    assert 201 == registered.status_code
    unseen = table.anybody.read(f"{table.path}/state")["state"]["cards"]["unseen"]["?Sp"]
    assert 9 not in [face for face in unseen if face.startswith("Ba-Sp-") and face != "Ba-Sp-9"]
    assert registered.json()["manifest"] == table.now()["manifest"]


def test_every_sum_that_is_off_is_told(admin: Client) -> None:
    data = club(8)
    data["weather"][0]["sun"] = 4
    data["counts"][0]["cards"] = 4

    errors = refused(admin.post(PATH, data), "invalid")["errors"]

    said = {each["detail"] for each in errors}
    assert {
        "Ba of spring: the faces have 5 copies, the deck 4 cards.",
        "The spring deck has 30 fruit cards; these are 29.",
        "There are 110 fruit cards; these are 109.",
        "The spring deck has 3 suns and 2 rains, in one row.",
        "There are 25 weather cards; these are 26.",
    } == said


def test_points_are_read_from_the_cards_of_a_table(admin: Client) -> None:
    assert "as_entered" == admin.open(mode="observed", outcomes=FIRST, **ISLAND).now()["options"]["points_check"]
    assert "strict" == admin.open(**ISLAND).now()["options"]["points_check"]
    loose = opening(**{**ISLAND, "options": {"points_check": "as_entered"}})
    refused(admin.post("/v1/games", loose), "illegal-command", reason="option_value_invalid")


FIRST = ["Ba-Sp-3", "Ma-Sp-4", "Ly-Sp-4", "Wm-Sp-5", "Ta-Sp-?"]


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_sit_down(admin: Client, seats: int) -> None:
    refused(
        admin.post("/v1/games", opening(seats=seats, **ISLAND)), "illegal-command", reason="player_count_out_of_range"
    )


def test_a_client_that_knows_no_rule_can_record_a_table(admin: Client) -> None:
    rng = random.Random(2)
    table = admin.open(mode="observed", seats=3, outcomes=FIRST, **ISLAND)
    for _ in range(60):
        command = rng.choice(list(table.moves()))
        if command["type"].endswith("choose_first"):
            command["seat"] = None
        outcomes: list[Any] = []
        while (response := table.send(table.scribe, command, outcomes=outcomes)).status_code == 409:
            request = refused(response, "outcome-needed", index=len(outcomes))["request"]
            backs = [each for each in request["lawful"] if str(each).startswith("?")]
            outcomes.append(backs[0] if backs else rng.choice(request["lawful"]))
        assert 201 == response.status_code, response.text

    hands = table.anybody.read(f"{table.path}/state")["state"]["cards"]["hands"]
    assert all(hand["known"] == hand["shown"] for hand in hands.values())
    assert "confirmed" == table.anybody.post(f"{table.path}/audits", {}).json()["verdict"]


def test_a_seat_reads_its_own_hand_and_the_backs_of_others(admin: Client) -> None:
    table = admin.open(**ISLAND)

    own = table.seat(1).read(f"{table.path}/entries/2")["events"]
    public = table.anybody.read(f"{table.path}/entries/2")["events"]

    mine, other = (event["cards"] for event in own if event["type"] == "harvest-island.hand_dealt")
    assert all(card.startswith(tuple("BTWLM")) and "-Sp-" in card for card in mine)
    assert ["?Sp"] * 4 == other
    assert [["?Sp"] * 4] * 2 == [each["cards"] for each in public if each["type"] == "harvest-island.hand_dealt"]


def test_a_count_of_the_deck_is_found_by_the_audit(admin: Client) -> None:
    table: Table = admin.open(mode="observed", outcomes=FIRST, **ISLAND)
    sent: list[tuple[dict[str, Any], list[str]]] = [
        ({"type": "choose_first", "first": 1}, []),
        ({"type": "release", "seat": 1, "card": "Ba-Sp-4"}, []),
        ({"type": "release", "seat": 1, "card": "Ba-Sp-?"}, []),
        ({"type": "draw", "seat": 1, "source": "season", "deck_left": 20}, ["?Sp"]),
    ]
    for command, outcomes in sent:
        command["type"] = f"harvest-island.{command['type']}"
        assert 201 == table.send(table.scribe, command, outcomes=outcomes).status_code

    checks = table.anybody.post(f"{table.path}/audits", {}).json()["checks"]

    (found,) = (check for check in checks if check["id"] == "harvest-island.deck_count_differs")
    assert ("warn", [6]) == (found["status"], found["versions"])
