"""The sample games of `serve --demo`: what they show, and that they are added once."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.lifecycle import END_REASONS
from domain.registry import RULESETS
from service import ids
from service.demo import SAMPLES, Sample, add_samples
from service.grants import ADMIN_GRANT
from service.settings import Settings
from service.trials_local import ADMIN, LocalDesk, open_desk


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalDesk]:
    """Return a ledger to which the samples were added."""
    with open_desk(Settings(database=tmp_path_factory.mktemp("demo") / "ledger.db")) as opened:
        assert len(SAMPLES) == add_samples(opened, lambda _: None)
        yield opened


def game_id(sample: Sample) -> str:
    return ids.game_id_for(ADMIN_GRANT.id, f"sample/{sample.name}")


def listed(desk: LocalDesk) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = desk.reader.games(ADMIN, 200, None)["games"]
    return games


def test_they_show_both_modes_every_number_of_seats_and_every_stage(desk: LocalDesk) -> None:
    games = listed(desk)

    assert len(SAMPLES) == len(games)
    assert {"dealt", "observed"} == {game["mode"] for game in games}
    assert {ruleset.meta.id for ruleset in RULESETS} == {game["ruleset"] for game in games}
    assert {1, 2, 3, 4} == {len(game["seats"]) for game in games}
    assert {"open", "running", "ended"} == {game["status"] for game in games}
    assert {"abandoned", "conceded"} < {game["result"]["kind"] for game in games if game["result"]}


def test_they_stop_where_they_were_meant_to(desk: LocalDesk) -> None:
    check_where_they_stop(desk)


def check_where_they_stop(desk: LocalDesk) -> None:
    for sample in SAMPLES:
        game = desk.reader.game(ADMIN, game_id(sample))
        if sample.until is None:
            assert "ended" == game["status"]
            assert game["result"].reason not in END_REASONS
        elif sample.ending != "rules":
            assert ("ended", sample.until + 1) == (game["status"], game["version"])
        else:
            assert sample.until == game["version"]
            assert game["status"] != "ended"


def test_each_game_of_the_series_measures_itself_by_the_one_before(desk: LocalDesk) -> None:
    rounds = [game_id(sample) for sample in SAMPLES if sample.options.get("series")]
    sources = []
    for game in rounds:
        entry = desk.reader.entry(desk.reader.reading(ADMIN, game), 2)
        sources.append((entry["command"]["resolved"] or {"game": None})["game"])

    assert [None, *rounds[:-1]] == sources


def test_people_who_play_twice_are_the_same_players(desk: LocalDesk) -> None:
    by_name: dict[str, set[str]] = {}
    for game in listed(desk):
        for seat in game["seats"]:
            by_name.setdefault(seat["name"], set()).add(seat["player"])

    assert 6 == len(by_name)
    assert {1} == {len(players) for players in by_name.values()}


def test_an_observed_sample_holds_cards_nobody_saw(desk: LocalDesk) -> None:
    sample = next(each for each in SAMPLES if each.blind and each.until is None)
    reading = desk.reader.reading(ADMIN, game_id(sample))
    outcomes = Counter(
        outcome for entry in desk.reader.entries(reading, 0, 1000)["entries"] for outcome in entry["outcomes"]
    )

    assert outcomes["?"] > 5


def test_a_second_time_adds_nothing(desk: LocalDesk) -> None:
    before = {game["id"]: game["head"] for game in listed(desk)}
    tokens = len(desk.ledger.parts.directory.tokens())
    told: list[int] = []

    assert 0 == add_samples(desk, told.append)
    assert before == {game["id"]: game["head"] for game in listed(desk)}
    assert tokens == len(desk.ledger.parts.directory.tokens())
    assert len(SAMPLES) == told[-1]


def test_an_interrupted_start_stops_soon_and_the_next_one_plays_on(tmp_path: Path) -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    with open_desk(Settings(database=tmp_path / "ledger.db")) as desk:
        with pytest.raises(KeyboardInterrupt):
            add_samples(desk, interrupt)
        left = {game["id"]: game for game in listed(desk)}
        opened = add_samples(desk, lambda _: None)
        kept = {
            game: desk.reader.entry(desk.reader.reading(ADMIN, game), stood["version"])["hash"]
            for game, stood in left.items()
        }
        check_where_they_stop(desk)

    ended = sum(game["status"] == "ended" for game in left.values())
    assert ended < sum(sample.until is None or sample.ending != "rules" for sample in SAMPLES)
    assert len(SAMPLES) == len(left) + opened
    assert {game: stood["head"] for game, stood in left.items()} == kept
