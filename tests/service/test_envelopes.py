import msgspec
import pytest

from domain.kernel.lifecycle import GameEnded, GameOpened, GameStarted
from domain.kernel.score import Outcome
from service import envelopes
from service.envelopes import Ended, Opened, Started, Unreadable

AT = "2026-01-02T19:30:00.000Z"
OPENED = GameOpened(
    ruleset="season-harvest",
    revision=3,
    manifest="sha256:" + "0" * 64,
    mode="observed",
    seats=("p_ana", "p_bo"),
    options={"years": 1, "series": "tuesdays"},
    visibility="unlisted",
    reveal="at_end",
    commitment=None,
    seed=None,
)
ENDED = GameEnded(
    reason="years_over", seat=None, outcome=Outcome(kind="win", reason="most_fruit", winners=(2,)), results=()
)


def entry(*events: object, table_at: str | None = None) -> bytes:
    body = {"at": AT, "events": events, "v": 1} | ({} if table_at is None else {"table_at": table_at})
    return msgspec.json.encode(body, order="sorted")


def test_what_the_kernel_records_is_read() -> None:
    body = entry(OPENED, GameStarted(), ENDED)

    opened, started, ended = envelopes.happened(body)
    assert envelopes.is_lifecycle(body)
    assert envelopes.written_at(body) == AT
    assert opened == Opened(
        at=AT,
        ruleset="season-harvest",
        revision=3,
        manifest="sha256:" + "0" * 64,
        mode="observed",
        visibility="unlisted",
        seats=("p_ana", "p_bo"),
        series="tuesdays",
    )
    assert started == Started(AT)
    assert isinstance(ended, Ended)
    assert msgspec.convert(ended.outcome, Outcome) == ENDED.outcome


@pytest.mark.parametrize("event", [OPENED, GameStarted(), ENDED])
def test_each_kernel_event_alone_is_noticed(event: object) -> None:
    assert envelopes.is_lifecycle(entry(event))
    assert len(envelopes.happened(entry(event))) == 1


def test_the_table_dates_play_but_not_the_opening() -> None:
    earlier = "2019-05-05T12:00:00.000Z"
    opened, started, ended = envelopes.happened(entry(OPENED, GameStarted(), ENDED, table_at=earlier))

    assert (opened.at, started.at, ended.at) == (AT, earlier, earlier)


def test_a_move_is_passed_over_unread() -> None:
    move = entry({"type": "season-harvest.card_played", "outcome": 7, "seats": "all"})

    assert not envelopes.is_lifecycle(move)
    assert envelopes.happened(move) == ()


@pytest.mark.parametrize("body", [b"", b"\xff", b"[]", b'{"at":1,"events":[]}', b'{"at":"x","events":[{}]}'])
def test_other_bytes_are_unreadable(body: bytes) -> None:
    with pytest.raises(Unreadable):
        envelopes.happened(body)


def test_bytes_without_a_time_are_unreadable() -> None:
    with pytest.raises(Unreadable):
        envelopes.written_at(b'{"events":[]}')
