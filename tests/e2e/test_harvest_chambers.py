"""Harvest (Chambers) over HTTP: a box typed in, a game driven by what is asked for, and what an audit says."""

from random import Random
from typing import Any

import pytest

from tests.e2e.client import Client, Table, lines, refused

MANIFESTS = "/v1/rulesets/harvest-chambers/manifests"


def opened(admin: Client, **body: Any) -> Table:
    """Open a game for two."""
    return admin.open(ruleset="harvest-chambers", options=body.pop("options", {}), **body)


@pytest.fixture(scope="module")
def owned(admin: Client) -> dict[str, Any]:
    """Return component data as an owner of the box would send it: every row read off the box."""
    packaged = admin.read(MANIFESTS)["manifests"][0]["manifest"]
    manifest: dict[str, Any] = admin.read(f"{MANIFESTS}/{packaged}")
    for name in ("crops", "initiative", "action_cards", "buildings", "characters"):
        for row in manifest[name]:
            row["provenance"] = "owner"
    manifest["wil"]["provenance"] = "owner"
    manifest["buildings"][6] |= {
        "name": "Scarecrow",
        "stars": 3,
        "when_built": [{"gain": {"snap_pea": 2}}, {"plow": 1}],
    }
    return manifest


def play(table: Table, number: int) -> None:
    """Play to the end with whatever is legal."""
    rng, to_act = Random(number), table.now()["to_act"]
    while to_act:
        due = to_act[0]
        caller = table.actor(due["seat"])
        legal = caller.read(f"{table.path}/commands/legal", {"seat": due["seat"]})["commands"]
        assert due["ask"]["kind"]
        assert {each["type"] for each in legal} & set(due["commands"])
        to_act = table.done(caller, rng.choice(legal))["to_act"]


def test_a_box_is_typed_in_and_played_with(admin: Client, owned: dict[str, Any]) -> None:
    registered = admin.post(MANIFESTS, owned)
    assert 201 == registered.status_code, registered.text
    assert [] == registered.json()["warnings"]
    table = opened(admin, manifest=registered.json()["manifest"])

    play(table, 1)

    report = table.anybody.post(f"{table.path}/audits", {}).json()
    assert "confirmed" == report["verdict"]
    found = [line for seat in report["score"]["seats"] for line in seat["lines"]]
    assert found
    assert [] == [line["key"] for line in found if line["flags"]]
    assert all(line["label"] for line in found)


def test_every_fault_of_a_box_is_told(admin: Client, owned: dict[str, Any]) -> None:
    wrong = {**owned, "buildings": [dict(row) for row in owned["buildings"]], "initiative": owned["initiative"][1:]}
    wrong["buildings"][12] |= {"when_built": [{"gain": {"watter": 1}}]}

    told = refused(admin.post(MANIFESTS, wrong), "invalid")

    assert {"/initiative", "/buildings/12/when_built/0/gain/watter"} == {each["pointer"] for each in told["errors"]}


def test_a_doubtful_figure_is_told_and_accepted(admin: Client, owned: dict[str, Any]) -> None:
    crops = [{**row, "stars": 1} for row in owned["crops"]]

    registered = admin.post(MANIFESTS, {**owned, "crops": crops})

    assert 201 == registered.status_code
    doubtful = [each["pointer"] for each in registered.json()["warnings"]]
    assert [f"/crops/{index}/stars" for index in (1, 2, 3, 4)] == doubtful


def test_component_data_stands_in_no_state(admin: Client) -> None:
    table = opened(admin)

    assert "manifest" not in table.anybody.read(f"{table.path}/state")["state"]
    assert "manifest" not in lines(table.anybody.get(f"{table.path}/replay"))[1]["state"]


def test_placeholders_show_in_the_sheet(admin: Client) -> None:
    table = opened(admin)

    play(table, 2)

    score = table.anybody.read(f"{table.path}/score")
    found = [line for seat in score["seats"] for line in seat["lines"] if line["key"].startswith("field.")]
    found += [line for seat in score["seats"] for line in seat["lines"] if line["key"].startswith("harvested.")]
    assert all("placeholder" in line["flags"] for line in found)


def test_a_recount_and_a_declared_effect_show_in_the_audit(admin: Client) -> None:
    boards = ["K1", "K2", "K3", "K4"]
    table = opened(admin, mode="observed", outcomes=boards)
    scribe = table.scribe
    keep = {"type": "harvest-chambers.choose_character", "seat": 1, "board": "K2", "side": "wil"}
    table.done(scribe, keep)
    outcomes = ["B01", "B02", "B03", "B04", "B05", "B06", 1, 2, "A01", "A02", 5, 9, 14]
    table.done(scribe, {**keep, "seat": 2, "board": "K4"}, outcomes=outcomes)
    effect = {
        "type": "harvest-chambers.declare_effect",
        "seat": 1,
        "cause": "unknown-card",
        "gained": {"seed.rockali": 1},
    }
    table.done(scribe, effect)
    table.done(scribe, {"type": "harvest-chambers.assert_state", "seat": 1, "holdings": {"water": 9}})

    report = table.anybody.post(f"{table.path}/audits", {}).json()

    found = {check["id"] for check in report["checks"] if check["id"].startswith("harvest-chambers.")}
    assert {"harvest-chambers.effect_unverified", "harvest-chambers.discrepancy"} == found
    sheet = report["score"]["seats"][0]["lines"]
    assert ["placeholder", "unverified"] == next(line for line in sheet if line["key"] == "seeds.rockali")["flags"]
