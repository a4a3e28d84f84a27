"""Audits of a record, and of score sheets that somebody entered."""

import copy
from typing import Any

import pytest

from tests.e2e.client import Client, Table, refused

REPORT = {"verdict", "version", "first_bad", "checks", "score", "differences"}
CHECKS = ["chain", "fold", "recheck", "chance", "result", "citations", "components", "claim"]


def audited(table: Table, body: Any = None, client: Client | None = None, **query: Any) -> Any:
    caller = client or table.anybody
    response = caller.call("POST", f"{table.path}/audits", json={} if body is None else body, params=query)
    assert response.status_code == 200, response.text
    report = response.json()
    assert REPORT == report.keys()
    for check in report["checks"]:
        assert {"id", "status", "detail", "versions"} == check.keys()
        assert check["status"] in ("pass", "fail", "warn", "skipped")
        assert check["detail"]
    ids = [check["id"] for check in report["checks"]]
    assert len(ids) == len({*ids})
    assert {*CHECKS} <= {*ids}
    assert all(each in CHECKS or each.startswith("season-harvest.") for each in ids)
    return report


def statuses(report: Any) -> dict[str, str]:
    return {check["id"]: check["status"] for check in report["checks"]}


def claim_of(sheet: Any) -> dict[str, Any]:
    """Return a sheet as somebody would enter it."""
    return {
        "seats": [
            {
                "seat": seat["seat"],
                "total": seat["total"],
                "lines": [{"key": line["key"], "amount": line["amount"]} for line in seat["lines"]],
            }
            for seat in sheet["seats"]
        ],
        "winners": sheet["outcome"]["winners"],
        "decided_by": sheet["outcome"]["decided_by"],
    }


@pytest.fixture
def sheet(finished: Table) -> Any:
    return finished.anybody.read(f"{finished.path}/score")


def test_a_finished_game_is_confirmed_by_every_check(finished: Table, sheet: Any) -> None:
    report = audited(finished)

    assert ("confirmed", None, []) == (report["verdict"], report["first_bad"], report["differences"])
    assert {**dict.fromkeys(CHECKS, "pass"), "claim": "skipped"} == statuses(report)
    assert sheet == report["score"]
    assert finished.now()["version"] == report["version"]


def test_an_observed_game_is_confirmed(admin: Client) -> None:
    table = admin.open(mode="observed").settle()
    table.done(table.scribe, {"type": "concede", "seat": 1})
    report = audited(table)

    assert ("confirmed", "skipped") == (report["verdict"], statuses(report)["chance"])


def test_a_running_game_is_audited_without_telling_its_secrets(table: Table) -> None:
    report = audited(table)

    assert "confirmed" == report["verdict"]
    assert ("skipped", "skipped") == (statuses(report)["chance"], statuses(report)["result"])
    assert "spectator" == report["score"]["viewer"]
    assert "seat:1" == audited(table, client=table.seat(1))["score"]["viewer"]


def test_an_audit_stores_nothing_and_needs_neither_token_nor_precondition(finished: Table) -> None:
    before = finished.anybody.get(finished.path).content
    assert audited(finished) == audited(finished)

    assert before == finished.anybody.get(finished.path).content


def test_a_true_claim_is_confirmed(finished: Table, sheet: Any) -> None:
    report = audited(finished, {"claim": claim_of(sheet)})

    assert ("confirmed", "pass", []) == (report["verdict"], statuses(report)["claim"], report["differences"])


def test_only_what_is_given_is_compared(finished: Table, sheet: Any) -> None:
    total = sheet["seats"][0]["total"]
    claims: list[dict[str, Any]] = [
        {"seats": []},
        {"seats": [{"seat": 1, "total": total}]},
        {"seats": [{"seat": 1}]},
        {"seats": [], "winners": sheet["outcome"]["winners"]},
        {"seats": [], "decided_by": sheet["outcome"]["decided_by"]},
        {"seats": [], "winners": None, "decided_by": None},
    ]
    for claim in claims:
        assert "confirmed" == audited(finished, {"claim": claim})["verdict"]
    assert "skipped" == statuses(audited(finished, {"claim": None}))["claim"]


def test_every_difference_is_told_exactly(finished: Table, sheet: Any) -> None:
    claim = claim_of(sheet)
    wrong = copy.deepcopy(claim)
    line = next(line for line in wrong["seats"][1]["lines"] if line["key"] == "harvest")
    line["amount"] += 2
    wrong["seats"][1]["total"] += 3
    wrong["winners"] = [1] if claim["winners"] != [1] else [2]
    wrong["decided_by"] = "luck"
    report = audited(finished, {"claim": wrong})
    total = claim["seats"][1]["total"]

    assert ("disputed", "fail", None) == (report["verdict"], statuses(report)["claim"], report["first_bad"])
    assert [
        {"seat": 2, "key": "total", "claimed": total + 3, "computed": total},
        {"seat": 2, "key": "harvest", "claimed": line["amount"], "computed": line["amount"] - 2},
        {"seat": None, "key": "winners", "claimed": wrong["winners"], "computed": claim["winners"]},
        {"seat": None, "key": "decided_by", "claimed": "luck", "computed": claim["decided_by"]},
    ] == report["differences"]


def test_several_lines_of_one_key_are_summed(finished: Table, sheet: Any) -> None:
    claim = claim_of(sheet)
    line = next(line for line in claim["seats"][0]["lines"] if line["key"] == "harvest")
    claim["seats"][0]["lines"] += [{"key": "harvest", "amount": -1}, {"key": "harvest", "amount": 1}]

    assert "confirmed" == audited(finished, {"claim": claim})["verdict"]
    claim["seats"][0]["lines"].append({"key": "harvest", "amount": 1})
    (difference,) = audited(finished, {"claim": claim})["differences"]
    assert (line["amount"] + 1, line["amount"]) == (difference["claimed"], difference["computed"])


def test_a_key_that_no_line_has_is_a_difference(finished: Table) -> None:
    claim = {"seats": [{"seat": 1, "lines": [{"key": "bribes", "amount": 4}]}]}

    assert [{"seat": 1, "key": "bribes", "claimed": 4, "computed": None}] == audited(finished, {"claim": claim})[
        "differences"
    ]


def test_a_seat_that_is_not_there_is_a_difference(finished: Table) -> None:
    report = audited(finished, {"claim": {"seats": [{"seat": 7, "total": 1}]}})

    assert [{"seat": 7, "key": "total", "claimed": 1, "computed": None}] == report["differences"]


def test_winners_of_a_running_game_are_nobody_yet(table: Table) -> None:
    report = audited(table, {"claim": {"seats": [], "winners": [1]}})

    assert ("disputed", None) == (report["verdict"], report["differences"][0]["computed"])


def test_an_audit_of_an_earlier_version(finished: Table) -> None:
    report = audited(finished, version=5)

    assert ("confirmed", 5, 5) == (report["verdict"], report["version"], report["score"]["version"])
    assert "skipped" == statuses(report)["result"]
    last = finished.now()["version"]
    assert audited(finished) == audited(finished, version=last)
    for version in ("0", "-1", str(last + 1), "999999999999999"):
        response = finished.anybody.call("POST", f"{finished.path}/audits", json={}, params={"version": version})
        refused(response, "not-found")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"claims": {}}, "/claims"),
        ({"claim": []}, "/claim"),
        ({"claim": {"seats": [{"total": 1}]}}, "/claim/seats/0/seat"),
        ({"claim": {"seats": [{"seat": "1"}]}}, "/claim/seats/0/seat"),
        ({"claim": {"seats": [{"seat": 1, "total": 1.5}]}}, "/claim/seats/0/total"),
        ({"claim": {"seats": [{"seat": 1, "lines": [{"key": "harvest"}]}]}}, "/claim/seats/0/lines/0/amount"),
        ({"claim": {"winners": 1}}, "/claim/winners"),
    ],
)
def test_claims_of_the_wrong_shape_are_invalid(finished: Table, body: Any, pointer: str) -> None:
    errors = refused(finished.anybody.post(f"{finished.path}/audits", body), "invalid")["errors"]

    assert pointer in [error["pointer"] for error in errors]


def test_a_count_of_the_table_that_differs_is_a_finding(observed: Table) -> None:
    counted = {"space": "b2", "seeds": 9, "trees": 0, "fruitys": 0}
    observed.done(observed.scribe, {"type": "season-harvest.check_board", "spaces": [counted]})
    report = audited(observed)
    (finding,) = [check for check in report["checks"] if check["id"] == "season-harvest.board_mismatch"]

    assert ("warn", [6], "confirmed") == (finding["status"], finding["versions"], report["verdict"])
