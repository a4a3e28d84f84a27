"""Law 5 at the level of bytes: games that differ only in what a viewer may not know give that viewer equal answers."""

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from domain.kernel.ruleset import Ruleset
from domain.kernel.sealed import SPECTATOR
from domain.registry import RULESETS
from eventstore.port import Appended, NewEntry
from service.directory import Directory
from service.engine import open_store
from service.grants import Grant
from service.players import Player, Tabletop
from service.settings import Settings
from service.wsgi import open_service
from tests.laws.facts import FACTS
from tests.laws.player import GAME, Plan, RecordedGame, opened, plans, play
from tests.laws.twins import Twins, elsewhere, sent_by, twin

HIDING = [ruleset for ruleset in RULESETS if FACTS[ruleset.meta.id].hidden]
"""The rulesets in which a viewer may not know everything."""
SHORT: dict[str, dict[str, Any]] = {"season-harvest": {"years": 1}}
"""Options of games that are soon over."""
PATH = f"/v1/games/{GAME}"
ADMIN = "admin-token-of-the-twins"

# What says nothing to who lacks salt and seed; an answer's digest covers these too.
MASKED = (
    (re.compile(rb"[0-9a-f]{64}"), b"<hash>"),
    (re.compile(rb'"(W/)?[0-9a-f]{32}"'), b"<etag>"),
)


@contextmanager
def served(recorded: RecordedGame, length: int) -> Iterator[tuple[FlaskClient, Directory]]:
    """Serve a database that holds the first entries of a recorded game, in this process."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as undo:
        ledger = Settings(database=Path(folder) / "ledger.db", admin_token=ADMIN, rate_limit="", log_level="critical")
        store = open_store(ledger.database)
        entries = [NewEntry(each.body, each.private, each.prev, each.hash, None) for each in recorded.entries[:length]]
        assert isinstance(store.append(GAME, 0, entries), Appended)
        store.close()
        service = open_service(ledger)
        undo.callback(service.close)
        directory = Directory(ledger.database)
        undo.callback(directory.close)
        ruleset = recorded.ruleset
        directory.put_manifest(ruleset.meta.id, opened(recorded).manifest, ruleset.default_manifest())
        directory.add_players([(player, f"Name of {player}") for player in recorded.header.seats])
        yield service.app.test_client(), directory


def masked(raw: bytes) -> bytes:
    for pattern, word in MASKED:
        raw = pattern.sub(word, raw)
    return raw


def told(client: FlaskClient, token: str | None, asked: dict[str, Any]) -> Any:
    """Return status, headers and body of an answer as far as they may depend on the game."""
    headers = {**asked.get("headers", {}), **({} if token is None else {"Authorization": f"Bearer {token}"})}
    response = client.open(**{**asked, "headers": headers}, buffered=False)
    try:
        if response.mimetype == "text/event-stream":
            body = b"".join(next(response.iter_encoded()) for _ in range(2))
        else:
            body = response.get_data()
    finally:
        response.close()
    shown = sorted((name, masked(value.encode())) for name, value in response.headers.items() if name != "X-Request-ID")
    return response.status_code, shown, masked(body)


def readings(viewer: str, seats: int, length: int, rng: Random, *, ended: bool) -> Iterator[dict[str, Any]]:
    """Yield all that a viewer may ask about a game; after the end, as that viewer saw it while it ran."""
    query: dict[str, Any] = {"viewer": viewer} if ended else {}
    versions = sorted({1, 2, length, *rng.choices(range(1, length + 1), k=4)})
    for version in [*versions, 0, length + 1]:
        for path in ("/state", "/score"):
            yield {"path": PATH + path, "query_string": {**query, "version": version}}
        yield {"path": f"{PATH}/entries/{version}", "query_string": query}
    for accept in ("application/json", "application/x-ndjson"):
        yield {"path": f"{PATH}/entries", "query_string": {**query, "limit": 1000}, "headers": {"Accept": accept}}
    yield {"path": f"{PATH}/replay", "query_string": query}
    yield {"path": f"{PATH}/replay", "query_string": {**query, "from": versions[-2]}}
    yield {"path": PATH}
    yield {"path": "/v1/games"}
    if not ended:
        yield {"path": f"{PATH}/entries", "headers": {"Accept": "text/event-stream"}}
        yield from _while_running(viewer, seats, versions)


def _while_running(viewer: str, seats: int, versions: list[int]) -> Iterator[dict[str, Any]]:
    for other in (SPECTATOR, *(f"seat:{seat}" for seat in range(1, seats + 1))):
        yield {"path": f"{PATH}/state", "query_string": {"viewer": other}}
    for seat in range(1, seats + 1):
        for version in versions:
            yield {"path": f"{PATH}/commands/legal", "query_string": {"seat": seat, "version": version}}
    claim = {"seats": [{"seat": 1, "total": 3, "lines": [{"key": "harvest", "amount": 3}]}], "winners": [1]}
    for body in ({}, {"claim": claim}):
        for query in ({}, {"version": versions[1]}):
            yield {"path": f"{PATH}/audits", "method": "POST", "json": body, "query_string": query}


def refusals(twins: Twins, seat: int | None, rng: Random) -> Iterator[dict[str, Any]]:
    """Yield commands that are refused in both games, whatever the rules would say to their first part."""
    nonsense = {"type": f"{twins.first.ruleset.meta.id}.choose_first", "seat": seat or 1, "first": 99}
    tried = [sent_by(command, seat or 1) for command in rng.choices(twins.first.commands[1:], k=12)]
    for command in tried:
        if command is not None:
            sent = msgspec.to_builtins(command, str_keys=True)
            for batch in ([{"command": sent}, {"command": nonsense}], [{"command": sent, "outcomes": ["SP"]}]):
                for condition in ({"If-Match": f'"{twins.length}"'}, {"If-Match": '"1"'}, {}):
                    yield {"path": f"{PATH}/commands", "method": "POST", "json": batch, "headers": condition}


def compare(twins: Twins, seed: int) -> int:
    """Hold the two services against each other and return how many answers were compared."""
    seat = int(twins.viewer[5:]) if twins.viewer != SPECTATOR else None
    ended = twins.second.game.status == "ended"
    compared = 0
    with served(twins.first, twins.length) as (one, ours), served(twins.second, twins.length) as (other, theirs):
        grants = () if seat is None else (Grant.to_seat(GAME, seat),)
        tokens = [each.issue(grants).token if grants else None for each in (ours, theirs)]
        asked = list(readings(twins.viewer, len(twins.first.header.seats), twins.length, Random(seed), ended=ended))
        if not ended:
            asked += refusals(twins, seat, Random(seed))
        for each in asked:
            first, second = (told(client, token, each) for client, token in zip((one, other), tokens, strict=True))
            assert first == second, each
            assert first[0] < 500
            compared += 1
    return compared


def twins_of(ruleset: Ruleset[Any], plan: Plan, viewer: str, percent: int) -> Twins:
    rng = Random(plan.seed)
    player = Player(rng, blind=plan.blind)
    first = play(
        ruleset,
        plan.seats,
        plan.mode,
        plan.options,
        rng,
        plan.max_commands,
        blind=plan.blind,
        source_of=lambda _: Tabletop(player),
    )
    return twin(first, viewer, elsewhere(rng, percent), rng)


@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_viewer_is_told_the_same_of_both(data: DataObject) -> None:
    ruleset = data.draw(st.sampled_from(HIDING))
    plan = data.draw(plans(ruleset, longest=60))
    viewer = data.draw(st.sampled_from([SPECTATOR, *(f"seat:{seat}" for seat in range(1, plan.seats + 1))]))

    compare(twins_of(ruleset, plan, viewer, data.draw(st.sampled_from([5, 20, 50]))), plan.seed)


def first_twins(ruleset: Ruleset[Any], mode: Any, viewer: str, enough: Callable[[Twins], bool]) -> Twins:
    """Return the first twins that differ enough, whatever games the random player happens to play."""
    plans_in_turn = (Plan(mode, 3, SHORT.get(ruleset.meta.id, {}), seed, max_commands=40) for seed in range(1000))
    return next(filter(enough, (twins_of(ruleset, plan, viewer, 20) for plan in plans_in_turn)))


@pytest.mark.parametrize("ruleset", HIDING, ids=lambda ruleset: ruleset.meta.id)
@pytest.mark.parametrize("mode", ["dealt", "observed"])
@pytest.mark.parametrize("viewer", [SPECTATOR, "seat:2"])
def test_twins_that_truly_differ_are_told_apart_by_nothing(ruleset: Ruleset[Any], mode: Any, viewer: str) -> None:
    twins = first_twins(ruleset, mode, viewer, lambda pair: pair.differ > 5)

    assert compare(twins, twins.length) > 40


@pytest.mark.parametrize("ruleset", HIDING, ids=lambda ruleset: ruleset.meta.id)
def test_the_comparison_finds_what_a_viewer_may_know(ruleset: Ruleset[Any]) -> None:
    twins = first_twins(ruleset, "dealt", "seat:1", seat_two_holds_other_cards)
    wrong = Twins("seat:2", twins.first, twins.second)

    with pytest.raises(AssertionError):
        compare(wrong, 1)


def seat_two_holds_other_cards(twins: Twins) -> bool:
    pairs = zip(twins.first.decisions[1:], twins.second.decisions[1:], strict=False)
    return any(one.game.state.cards.hand(2) != other.game.state.cards.hand(2) for one, other in pairs)
