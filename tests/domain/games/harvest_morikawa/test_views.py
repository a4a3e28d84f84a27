"""What each viewer reads of a game, and what the state lets a client draw (hidden information)."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.harvest_morikawa import RULESET
from domain.games.harvest_morikawa.events import HandReplenished
from domain.kernel.sealed import SPECTATOR
from tests.domain.games.harvest_morikawa.tables import position
from tests.laws.player import RecordedGame, play


@pytest.fixture(scope="module")
def game() -> RecordedGame:
    return play(RULESET, 3, "dealt", {}, Random(4), 12)


def test_a_drawn_card_is_read_by_its_holder_alone(game: RecordedGame) -> None:
    seen = 0
    for version in range(2, len(game.entries) + 1):
        for viewer in (SPECTATOR, "seat:1", "seat:2", "seat:3"):
            for event in game.events(version, viewer):
                if isinstance(event, HandReplenished):
                    seen += 1
                    hidden = event.cards == ("?",) * event.count
                    assert hidden == (viewer != f"seat:{event.seat}")
    assert seen


def test_nobody_reads_what_lies_in_the_deck(game: RecordedGame) -> None:
    plain = msgspec.to_builtins(game.folds(SPECTATOR)[-1].state)

    assert {"deck", "box"} == plain["cards"]["zones"].keys()
    assert {"back", "count"} == plain["cards"]["zones"]["deck"].keys()


def test_the_state_can_be_drawn_without_the_rules() -> None:
    plain = msgspec.to_builtins(position("0,1 T+20", seats=3).state)

    assert {"square": [0, 1], "slot": "a", "owner": 1, "card": "T+20"} == {
        **plain["squares"]["0,1"],
        "square": list(plain["squares"]["0,1"]["square"]),
    }
    assert 12 == len(plain["squares"])
    assert "red" == plain["seats"]["1"]["colour"]


def drawn(state: dict[str, Any]) -> list[str]:
    """Draw a field from a state as it comes over the wire: two columns for a square, its owner's seat and its card."""
    places = {tuple(place["square"]): place for place in state["squares"].values()}
    rows, columns = zip(*places, strict=True)
    picture = []
    for row in range(min(rows), max(rows) + 1):
        cells = [places.get((row, column)) for column in range(min(columns), max(columns) + 1)]
        words = ["" if cell is None else f"{cell['owner'] or '-'} {cell['card'] or '.'}" for cell in cells]
        picture.append("".join(word.ljust(7) for word in words).rstrip())
    return picture


def test_a_client_draws_a_field_of_which_it_knows_no_rule() -> None:
    origins = [[-1, 4], [1, 3], [0, 6]]
    table = position("-1,4 T+20 1,4 HV 1,7 C-10", seats=2, layout="custom", origins=origins)

    assert drawn(msgspec.json.decode(msgspec.json.encode(table.state))) == [
        "       1 T+20 1 .",
        "       1 .    1 .    - .    - .",
        "2 .    2 HV          - .    - C-10",
        "2 .    2 .",
    ]


def test_a_harvest_area_is_no_secret() -> None:
    table = position(harvest={2: "T+20"})

    assert {"T+20": 1} == table.state.seats["2"].harvest


def test_a_twenty_card_box_is_never_known() -> None:
    two = play(RULESET, 2, "dealt", {}, Random(6))

    assert 20 == two.game.state.cards.left("box")
    assert sum(two.game.state.cards.unseen["?"].values()) == 20 + two.game.state.deck
