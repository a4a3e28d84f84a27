"""Harvest at a physical table: fields to draw, hidden hands, a claim, and what only people can attest."""

from typing import Any

import pytest

from tests.e2e.client import Client, Table, refused

OPTIONS = {"colours": ["red", "blue", "green"], "boards": [1, 2, 3]}


def command(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": f"harvest-morikawa.{name}", **fields}


def placing(seat: int, card: str, row: int, column: int, declared: str | None = None) -> dict[str, Any]:
    said = {} if declared is None else {"declared": declared}
    return command("place_card", seat=seat, card=card, square=[row, column], **said)


@pytest.fixture
def watched(admin: Client) -> Table:
    """Return an observed game of three in its first turn; nobody has told what the hands hold."""
    table = admin.open(ruleset="harvest-morikawa", mode="observed", seats=3, options=OPTIONS)
    table.done(table.scribe, command("choose_first", first=1, basis="recent_harvest"))
    return table


def state(table: Table) -> Any:
    return table.anybody.read(f"{table.path}/state")["state"]


def test_a_field_can_be_drawn_from_the_state(watched: Table) -> None:
    watched.done(watched.scribe, placing(1, "T+10", 0, 1))

    squares = state(watched)["squares"]
    assert 12 == len(squares)
    assert {"square": [0, 1], "slot": "a", "owner": 1, "card": "T+10"} == squares["0,1"]
    assert {"square": [2, 1], "slot": "c", "owner": 3, "card": None} == squares["2,1"]


def test_a_harvest_is_shared_out_and_cited(watched: Table) -> None:
    for each in (placing(1, "T+10", 0, 1), placing(2, "T+20", 0, 2), placing(3, "K-10", 2, 1)):
        watched.done(watched.scribe, each)
    entry = watched.done(watched.scribe, placing(1, "T-10", 0, 0))

    (event,) = (each for each in entry["events"] if each["type"].endswith("harvest_resolved"))
    assert [("T-10", 1), ("T+10", 1), ("T+20", 2)] == [(each["card"], each["to"]) for each in event["taken"]]
    sheet = watched.anybody.read(f"{watched.path}/score")
    (line,) = (each for each in sheet["seats"][1]["lines"] if each["unit"] == 20 and each["key"] == "harvest")
    assert (1, 20, [entry["version"]]) == (line["quantity"], line["amount"], [c["version"] for c in line["cites"]])


def test_cards_are_drawn_by_their_backs(watched: Table) -> None:
    watched.done(watched.scribe, placing(1, "T+10", 0, 1))
    asked = refused(watched.send(watched.scribe, command("draw_up", seat=1)), "outcome-needed", index=0)
    assert asked["request"]["unknown"]

    entry = watched.done(watched.scribe, command("draw_up", seat=1), outcomes=["C+20"])

    assert {"cards": ["C+20"], "late": True}.items() <= entry["events"][0].items()
    seen = watched.anybody.read(f"{watched.path}/entries/{entry['version']}")
    assert ["?"] == seen["events"][0]["cards"]


def test_a_pass_that_the_board_rules_out_names_its_ruling(watched: Table) -> None:
    for each in (placing(1, "T+10", 0, 1), placing(2, "T+20", 0, 2), placing(3, "K-10", 2, 1)):
        watched.done(watched.scribe, each)
        watched.done(watched.scribe, command("draw_up", seat=each["seat"]), outcomes=["?"])

    told = refused(watched.send(watched.scribe, command("pass", seat=1)), "illegal-command", reason="pass_impossible")

    assert "M13" == told["ruling"]["id"]


def test_an_arbiter_is_told_what_can_be_attested(watched: Table) -> None:
    path = f"{watched.path}/commands/legal"
    assert [] == watched.arbiter.read(path)["commands"]
    for each in (
        placing(1, "T+10", 0, 1),
        placing(2, "T+20", 0, 2),
        placing(3, "K-10", 2, 1),
        placing(1, "T-10", 0, 0),
    ):
        watched.done(watched.scribe, each)

    (note,) = watched.arbiter.read(path)["commands"]

    assert command("note_harvest_overlooked", squares=[[0, 0], [0, 1], [0, 2]]) == note
    assert [note] == watched.scribe.read(path)["commands"]
    entry = watched.done(watched.arbiter, note)
    assert "arbiter" == entry["by"]
    assert "T+20" == state(watched)["squares"]["0,2"]["card"]
    refused(watched.send(watched.seat(1), note), "forbidden")


def test_the_robot_asks_for_its_draws(admin: Client) -> None:
    opening: dict[str, Any] = {
        "ruleset": "harvest-morikawa",
        "mode": "observed",
        "seats": 1,
        "options": {"colours": ["red"]},
    }
    table = admin.open(**opening, outcomes=["T+10", "?", "?", "?", "K+20", "C-10"])

    squares = state(table)["squares"]
    assert ("K+20", "C-10") == (squares["0,0"]["card"], squares["0,1"]["card"])
    assert [1] == [each["seat"] for each in table.now()["to_act"]]
    needed = table.send(table.scribe, placing(1, "T+10", 3, 2))
    assert "deck" == refused(needed, "outcome-needed", index=0)["request"]["zone"]


def test_openings_are_refused_with_the_rulesets_codes(admin: Client) -> None:
    body = {"ruleset": "harvest-morikawa", "mode": "dealt", "seats": [{"name": "Ana"}, {"name": "Ben"}]}
    for options, reason in (
        ({"layout": "grid6"}, "layout_invalid"),
        ({"colours": ["red"]}, "colours_missing"),
        ({"boards": [1, 1, None]}, "assignment_invalid"),
        ({"layout": "custom"}, "option_conflict"),
    ):
        refused(admin.post("/v1/games", {**body, "options": options}), "illegal-command", reason=reason)


def test_true_figures_can_be_registered(admin: Client) -> None:
    path = "/v1/rulesets/harvest-morikawa/manifests"
    response = admin.get("/v1/rulesets/harvest-morikawa")
    assert response.status_code == 200
    assert admin.get(path).status_code == 200
    faults = refused(admin.post(path, {"ruleset": "harvest-morikawa"}), "invalid")["errors"]
    assert faults
