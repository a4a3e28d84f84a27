"""Bodies that a real game gives satisfy the schemas that are published for them."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from apispec import APISpec
from marshmallow import Schema
from openapi_spec_validator import OpenAPIV31SpecValidator

from domain.kernel.entry import Codec, Draft, read_private
from domain.kernel.game import Game, decide, decide_opening, fold, obligations, outcome_of, source_for
from domain.kernel.lifecycle import LIFECYCLE_EVENTS, OpenGame, StartGame
from domain.kernel.values import Event, tag_of
from domain.registry import RULESETS
from service.schemas import responses
from service.schemas.envelopes import envelopes, type_schemas
from service.schemas.plugin import Plugin, component
from service.schemas.requests import AuditRequest
from tests.service.schemas.checking import checker

BODIES = envelopes(RULESETS)
RULESET = RULESETS[0]
MANIFEST = msgspec.json.decode(RULESET.default_manifest(), type=RULESET.manifest)
CODEC = Codec(RULESET)
HEX = "0" * 64
TIME = "2026-01-02T19:30:00.000Z"


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def moves(game: Game) -> Iterator[Any]:
    for obligation in obligations(RULESET, game):
        if obligation.seat is None:
            yield next(kind for kind in RULESET.commands if kind.__name__ == "ChooseFirst")(first=1)
        else:
            yield from RULESET.legal(game.state, obligation.seat)


@pytest.fixture(scope="module")
def played() -> list[tuple[dict[str, Any], Game]]:
    """Play a dealt game of the smallest deck; return its entries for every viewer, with the game after each."""
    options = {"cards_per_season": 4}
    command: Any = OpenGame(RULESET.meta.id, "dealt", ("p_a", "p_b"), options, f"sha256:{HEX}", "public")
    seed = bytes(range(32))
    decided = decide_opening(RULESET, MANIFEST, "g_a", command, seed)
    log = [(command, decided)]
    game, commands = decided.game, iter([StartGame()])
    for turn in range(400):
        command = next(commands, None) or _pick(game, turn)
        if command is None:
            break
        decided = decide(RULESET, game, command, source_for(game))
        log.append((command, decided))
        game = decided.game
    assert game.status == "ended"
    return [(entry, each.game) for sent, each in log for entry in _entries(sent, each)]


def _pick(game: Game, turn: int) -> Any:
    # Cards and homes first, so that the game comes to its end; now and then whatever else is allowed.
    lawful = list(moves(game))
    hurried = [each for each in lawful if type(each).__name__ in ("TakeHome", "PlayCard", "EndTurn", "ChooseFirst")]
    choices = lawful if turn % 3 == 0 else hurried or lawful
    return choices[turn * 7 % len(choices)] if choices else None


def _entries(command: Any, decided: Any) -> list[dict[str, Any]]:
    draft = Draft("g_a", decided.game.version, None, TIME, "seat:1", command, decided.events, decided.outcomes)
    written = CODEC.write(draft, lambda: bytes(16))
    entries = []
    for viewer in ("spectator", "seat:1", "seat:2", "scribe", "everything"):
        body = CODEC.plain(written.body, read_private(written.private), viewer)
        shown = {key: body[key] for key in ("version", "prev", "at", "by", "command", "events")}
        entries.append({**shown, "hash": HEX, "table_at": None, "outcomes": plain(decided.outcomes)})
    return entries


def test_every_entry_satisfies_its_schema_for_every_viewer(played: list[tuple[dict[str, Any], Game]]) -> None:
    check = checker(BODIES.entry)

    for entry, _ in played:
        check.validate(entry)
        BODIES.entry().load(entry)


def test_the_play_covers_the_schemas(played: list[tuple[dict[str, Any], Game]]) -> None:
    commands = {entry["command"]["type"] for entry, _ in played}
    events = {event["type"] for entry, _ in played for event in entry["events"]}

    assert {"open_game", "start_game", "season-harvest.play_card", "season-harvest.end_turn"} <= commands
    assert {"game_opened", "game_started", "game_ended", "season-harvest.card_drawn"} <= events


def test_every_state_satisfies_its_schema(played: list[tuple[dict[str, Any], Game]]) -> None:
    check = checker(BODIES.state)

    for _, game in played[::5]:
        reading = {"game": "g_a", "ruleset": RULESET.meta.id, "version": game.version, "viewer": "seat:1"}
        check.validate({**reading, "state": plain(game.state)})


def test_a_spectators_fold_satisfies_the_schema(played: list[tuple[dict[str, Any], Game]]) -> None:
    check = checker(BODIES.state)
    game = Game("g_a")
    for entry, _ in played[::5]:
        events = [msgspec.convert(event, _event(event["type"])) for event in entry["events"]]
        game = fold(RULESET, MANIFEST, game, events)
        reading = {"game": "g_a", "ruleset": RULESET.meta.id, "version": game.version, "viewer": "spectator"}
        check.validate({**reading, "state": plain(game.state)})


def _event(tag: str) -> Any:
    kinds: list[type[Event]] = [*LIFECYCLE_EVENTS, *RULESET.events]
    return next(kind for kind in kinds if tag_of(kind) == tag)


def test_an_answer_is_an_entry_and_where_the_game_stands(played: list[tuple[dict[str, Any], Game]]) -> None:
    check = checker(BODIES.answer)
    answers = []
    for entry, game in played[::5]:
        to_act = plain(obligations(RULESET, game))
        answers.append({**entry, "head": HEX, "status": game.status, "to_act": to_act})
        check.validate(answers[-1])

    check.validate({"entries": answers})
    assert not check.is_valid({"entries": [played[0][0]]})


def test_legal_commands_satisfy_their_schema(played: list[tuple[dict[str, Any], Game]]) -> None:
    check = checker(BODIES.legal)

    for _, game in played[::25]:
        if game.status == "running":
            commands = plain(list(RULESET.legal(game.state, 1)))
            check.validate({"version": game.version, "seat": 1, "commands": commands, "more": False})


def test_a_page_and_the_lines_of_an_export(played: list[tuple[dict[str, Any], Game]]) -> None:
    entries = [entry for entry, _ in played[::5]]
    page = {"entries": entries, "next": None, "version": len(entries), "head": HEX}
    header = {
        "game": "g_a",
        "ruleset": RULESET.meta.id,
        "revision": 1,
        "manifest": f"sha256:{HEX}",
        "viewer": "spectator",
        "after": 0,
        "version": len(entries),
    }
    end = {"version": len(entries), "head": HEX, "count": len(entries)}

    checker(BODIES.entries).validate(page)
    for line in ({"header": header}, entries[0], {"end": end}):
        checker(BODIES.log_line).validate(line)


def test_the_frames_of_a_replay(played: list[tuple[dict[str, Any], Game]]) -> None:
    entry, game = played[-1]
    check = checker(BODIES.replay_line)
    frame = {"version": game.version, "entry": entry, "scores": [{"seat": 1, "total": 3}]}

    check.validate({**frame, "state": plain(game.state)})
    check.validate({**frame, "patch": [{"op": "replace", "path": "/turn", "value": 2}]})
    assert not check.is_valid(frame)


def test_a_game_and_its_listing(played: list[tuple[dict[str, Any], Game]]) -> None:
    _, game = played[-1]
    assert game.opened is not None
    outcome, _ = outcome_of(RULESET, game)
    item = {
        "id": "g_a",
        "ruleset": RULESET.meta.id,
        "revision": 1,
        "manifest": f"sha256:{HEX}",
        "mode": "dealt",
        "seats": [{"seat": 1, "player": "p_a", "name": "Ana"}, {"seat": 2, "player": "p_b", "name": None}],
        "visibility": "public",
        "opened_at": TIME,
        "last_at": TIME,
        "status": "ended",
        "version": game.version,
        "head": HEX,
        "result": plain(outcome),
    }
    whole = {**item, "options": game.opened.options, "to_act": []}
    tokens = {"seats": ["a", "b"], "arbiter": "c"}

    assert outcome is not None
    checker(responses.Games).validate({"games": [item], "next": None})
    checker(responses.Game).validate({**whole, "result": None})
    checker(responses.OpenedGame).validate({"game": whole, "tokens": tokens})
    assert not checker(responses.Game).is_valid(item)


def test_a_score_sheet_and_an_audit() -> None:
    line = {
        "key": "harvest",
        "label": "Fruit harvested",
        "quantity": 3,
        "unit": None,
        "amount": 3,
        "detail": None,
        "flags": ["placeholder"],
        "rests_on": [],
        "cites": [{"version": 4, "event": 1}],
    }
    sheet = {
        "version": 9,
        "viewer": "spectator",
        "seats": [{"seat": 1, "total": 3, "place": None, "lines": [line]}],
        "outcome": None,
    }
    report = {
        "verdict": "disputed",
        "version": 9,
        "first_bad": None,
        "checks": [
            {"id": "season-harvest.length", "status": "warn", "detail": "Longer than it can be.", "versions": [9]}
        ],
        "score": sheet,
        "differences": [
            {"seat": None, "key": "winners", "claimed": [1], "computed": [2]},
            {"seat": 1, "key": "harvest", "claimed": 4, "computed": 3},
        ],
    }

    checker(responses.ScoreSheet).validate(sheet)
    checker(responses.AuditReport).validate(report)
    checker(responses.AuditReport).validate({**report, "score": None, "verdict": "damaged", "first_bad": 3})
    assert not checker(responses.AuditReport).is_valid({**report, "verdict": "doubtful"})


def test_a_ruleset_as_it_is_described() -> None:
    meta = plain(RULESET.meta)
    item = {key: meta[key] for key in responses.RulesetItem().fields}
    detail = {
        **item,
        **type_schemas(RULESET),
        "manifest": f"sha256:{HEX}",
        "end_reasons": meta["end_reasons"],
        "lines": meta["lines"],
        "rulings": meta["rulings"],
        "refusals": {code: refusal.text for code, refusal in RULESET.refusals.items()},
    }

    checker(responses.Rulesets).validate({"rulesets": [item]})
    checker(responses.RulesetDetail).validate(detail)


def test_the_described_commands_are_the_ones_the_server_judges_by() -> None:
    described = type_schemas(RULESET)
    check = jsonschema_rs.Draft202012Validator(described["commands"]["season-harvest.check_board"])

    assert len(described["commands"]) == len(RULESET.commands)
    assert len(described["events"]) == len(RULESET.events)
    assert check.is_valid({"type": "season-harvest.check_board", "spaces": []})
    assert not check.is_valid({"type": "season-harvest.check_board", "spaces": [{"space": "a1"}]})


def test_all_components_make_one_valid_document() -> None:
    spec = APISpec("Probe", "1", "3.1.0", plugins=[Plugin()])
    named = [each for each in vars(responses).values() if isinstance(each, type) and issubclass(each, Schema)]
    published = [each for each in named if each.__module__ == responses.__name__]
    for schema in [*published, *vars(BODIES).values(), AuditRequest]:
        content = {"application/json": {"schema": schema}}
        answer = {"200": {"description": "A body.", "content": content}}
        spec.path(path=f"/{component(schema)}", operations={"get": {"responses": answer}})

    document = json.loads(json.dumps(spec.to_dict()))
    OpenAPIV31SpecValidator(document).validate()
    assert {"Game", "Entry", "State", "Outcome", "Obligation", "Claim"} <= set(document["components"]["schemas"])
