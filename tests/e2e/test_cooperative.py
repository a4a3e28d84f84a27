"""The cooperative target: what "the most recent game" is, found over HTTP when a game starts."""

from typing import Any

from tests.e2e.client import Client, Table, opening


def cooperative(client: Client, seats: Any = None, **body: Any) -> Table:
    """Open a cooperative game for two, of named players or of some that exist."""
    options = {"cards_per_season": 4, "variants": ["cooperative_a"], **body.pop("options", {})}
    wanted = opening(options=options, **body)
    answer = client.post("/v1/games", wanted if seats is None else wanted | {"seats": seats})
    assert answer.status_code == 201, answer.text
    return Table(client, answer.json())


def players(table: Table) -> list[dict[str, str]]:
    return [{"player": seat["player"]} for seat in table.now()["seats"]]


def target(table: Table) -> Any:
    """Return the target as it was frozen at the start."""
    events = table.opener.read(f"{table.path}/entries/2")["events"]
    (fixed,) = [event for event in events if event["type"] == "season-harvest.coop_target_fixed"]
    return fixed


def source(table: Table) -> str | None:
    found: str | None = target(table)["source_game"]
    return found


def baskets(table: Table) -> int:
    seats = table.anybody.read(f"{table.path}/state")["state"]["seats"]
    return sum(basket["fruit"] for basket in seats.values())


def ended(table: Table) -> Table:
    table.done(table.seat(1), {"type": "concede"})
    return table


def test_without_an_earlier_game_the_default_is_the_target(admin: Client) -> None:
    fixed = target(cooperative(admin))

    assert ("none", None, True, 20, 1) == tuple(
        fixed[name] for name in ("source", "source_game", "defaulted", "target_num", "target_den")
    )


def test_the_target_is_what_the_same_players_gathered_last(admin: Client) -> None:
    first = cooperative(admin).play(seed=4)
    second = cooperative(admin, players(first))
    last = first.now()
    gathered = baskets(first)
    fixed = target(second)

    assert ("ended", first.id, last["version"]) == (last["status"], fixed["source_game"], fixed["source_version"])
    assert (gathered, not gathered) == (fixed["raw_num"], fixed["defaulted"])
    assert (gathered or 20) == fixed["target_num"]
    assert source(cooperative(admin)) is None, "these are other players"


def test_a_series_is_followed_whoever_plays(admin: Client) -> None:
    options = {"series": "a series of its own"}
    first = ended(cooperative(admin, options=options))
    running = cooperative(admin, options=options)
    other = ended(cooperative(admin, options={"series": "another"}))

    assert first.id == source(cooperative(admin, options=options))
    ended(running)
    assert running.id == source(cooperative(admin, options=options)), "the most recent one"
    assert source(cooperative(admin, options={"series": "a third"})) is None
    assert other.id != first.id


def test_an_abandoned_game_does_not_count(admin: Client) -> None:
    first = cooperative(admin, options={"series": "abandoned"})
    first.done(first.arbiter, {"type": "abandon"})

    assert source(cooperative(admin, options={"series": "abandoned"})) is None


def test_the_target_is_frozen_at_the_start(admin: Client) -> None:
    options = {"series": "frozen"}
    first = ended(cooperative(admin, options=options))
    second = cooperative(admin, options=options)
    waiting = cooperative(admin, options=options, start=False)
    third = ended(cooperative(admin, options=options))
    waiting.done(admin, {"type": "start_game"})

    assert (first.id, third.id) == (source(second), source(waiting))
    ended(second)
    assert "confirmed" == second.anybody.post(f"{second.path}/audits", {}).json()["verdict"]


def test_a_game_that_its_opener_may_not_see_does_not_count(admin: Client, opener: Client) -> None:
    options = {"series": "hidden"}
    seen = ended(cooperative(admin, options=options))
    hidden = ended(cooperative(admin, options=options, visibility="private"))
    unlisted = cooperative(admin, options=options, visibility="unlisted")
    theirs = cooperative(opener, options=options)

    assert hidden.id == source(unlisted)
    assert seen.id == source(theirs)
    log = theirs.anybody.get(f"{theirs.path}/entries").text
    assert hidden.id not in log
    audit = theirs.anybody.post(f"{theirs.path}/audits", {}).text
    assert hidden.id not in audit


def test_games_of_ones_own_count_whoever_else_may_see_them(opener: Client) -> None:
    for visibility in ("private", "unlisted"):
        wanted: Any = {"options": {"series": f"our {visibility} evenings"}, "visibility": visibility}
        assert ended(cooperative(opener, **wanted)).id == source(cooperative(opener, **wanted))


def test_unlisted_games_of_others_do_not_count(admin: Client, opener: Client) -> None:
    options = {"series": "unlisted"}
    ended(cooperative(admin, options=options, visibility="unlisted"))

    assert source(cooperative(opener, options=options)) is None


def test_a_client_cannot_say_what_was_found(admin: Client) -> None:
    waiting = cooperative(admin, start=False)
    response = waiting.send(
        admin, {"type": "start_game", "resolved": {"game": "g_x", "version": 1, "num": 1, "den": 1}}
    )

    assert 422 == response.status_code


def test_a_declared_target_stands_in_an_observed_game(admin: Client) -> None:
    table = cooperative(admin, mode="observed", options={"coop_target": 12})

    assert ("declared", 12) == (target(table)["source"], target(table)["target_num"])
