"""The one write path: what it appends, and what it does when somebody else was there first."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import pytest

from domain.kernel.entry import entry_hash, read_private
from eventstore import Appended, Conflict, NewEntry, OutcomeUnknown, Unavailable
from eventstore.memory import MemoryStore
from service import faults, projection
from service.audit import Auditor
from service.folds import UnreadableGame
from service.grants import Grant, Principal
from service.ledger import Sent, Submitted
from service.opening import Opened, Opening, Seating, open_game
from tests.service.local import ADMINISTRATOR, Desk

OPENING = Opening("season-harvest", "dealt", (Seating("Ana"), Seating("Ben")))


def home(space: str) -> Sent:
    return Sent({"type": "season-harvest.take_home", "space": space})


def holder(game: str, seat: int) -> Principal:
    return Principal(f"t_{seat}", (Grant.to_seat(game, seat),))


def opened(desk: Desk, key: str | None = None, opening: Opening = OPENING) -> Opened:
    return open_game(desk.ledger, ADMINISTRATOR, opening, key)


class Faulty(MemoryStore):
    """A store that fails at its next append as a real one may: before it wrote, or after."""

    def __init__(self) -> None:
        super().__init__()
        self.next: str | None = None

    def append(self, stream: str, expected_version: int, entries: Sequence[NewEntry]) -> Appended | Conflict:
        fault, self.next = self.next, None
        if fault == "before":
            raise Unavailable("disk full")
        answer = super().append(stream, expected_version, entries)
        if fault == "after":
            raise OutcomeUnknown("the answer was lost")
        return answer


@pytest.fixture
def store() -> Faulty:
    return Faulty()


@pytest.fixture
def desk(tmp_path: Path, store: Faulty) -> Iterator[Desk]:
    made = Desk(tmp_path, store)
    yield made
    made.close()


def submitted(
    desk: Desk, game: str, *sent: Sent, seat: int = 1, expected: int | None = None, key: str | None = None
) -> Submitted:
    return desk.ledger.submit(holder(game, seat), game, sent, expected=expected, key=key)


# -- what is written


def test_what_is_stored_chains_from_the_first_entry(desk: Desk) -> None:
    game = opened(desk).game
    submitted(desk, game, home("a1"), expected=2)
    entries = desk.store.read(game)

    assert [1, 2, 3] == [entry.version for entry in entries]
    assert [None, *(entry.hash for entry in entries[:-1])] == [entry.prev for entry in entries]
    assert [entry_hash(entry.body) for entry in entries] == [entry.hash for entry in entries]


def test_the_same_chance_and_clock_give_the_same_bytes(tmp_path: Path) -> None:
    logs = []
    for name in ("one", "other"):
        folder = tmp_path / name
        folder.mkdir()
        drawn = count()

        def entropy(n: int, drawn: Iterator[int] = drawn) -> bytes:
            return hashlib.shake_256(next(drawn).to_bytes(4)).digest(n)

        desk = Desk(folder, MemoryStore(), entropy=entropy, now=lambda: "2026-01-02T19:30:00.000Z")
        game = opened(desk).game
        submitted(desk, game, home("a1"), expected=2)
        logs.append([(entry.body, entry.private) for entry in desk.store.read(game)])
        desk.close()

    assert logs[0] == logs[1]


def test_keys_and_tokens_are_not_in_the_log_as_they_were_sent(desk: Desk) -> None:
    one = opened(desk, "my-secret-key")
    submitted(desk, one.game, home("a1"), key="another-secret-key")
    log = b"".join(entry.body + entry.private for entry in desk.store.read(one.game))

    for secret in (b"secret-key", *(token.encode() for token in one.tokens["seats"]), b"Ana"):
        assert secret not in log


def test_the_grant_that_opened_is_kept_beside_the_first_entry_alone(desk: Desk) -> None:
    game = opened(desk).game
    grants = [read_private(entry.private).grant for entry in desk.store.read(game)]

    assert [ADMINISTRATOR.grants[0].id, None] == grants


# -- others were first


def test_a_ledger_that_is_behind_judges_at_the_head_when_it_has_a_key(desk: Desk) -> None:
    game = opened(desk).game
    desk.ledger.folds.find(game)
    desk.another().submit(holder(game, 2), game, [home("c3")], expected=2, key=None)

    with pytest.raises(faults.Illegal) as refused:
        submitted(desk, game, home("c3"), key="late")
    assert ("home_space_taken", 3) == (refused.value.reason, refused.value.version)


def test_a_ledger_that_is_behind_writes_at_the_head_when_it_has_a_key(desk: Desk) -> None:
    game = opened(desk).game
    desk.ledger.folds.find(game)
    desk.another().submit(holder(game, 2), game, [home("c3")], expected=2, key=None)

    assert 4 == submitted(desk, game, home("a1"), key="late").version


def test_a_ledger_that_is_behind_is_told_so_when_it_states_a_version(desk: Desk) -> None:
    game = opened(desk).game
    desk.ledger.folds.find(game)
    desk.another().submit(holder(game, 2), game, [home("c3")], expected=2, key=None)

    with pytest.raises(faults.VersionConflict) as conflict:
        submitted(desk, game, home("a1"), expected=2)
    assert (2, 3, desk.store.read(game)[-1].hash.hex()) == (
        conflict.value.stated,
        conflict.value.version,
        conflict.value.head,
    )
    assert 4 == submitted(desk, game, home("a1"), expected=3).version


def test_a_key_that_another_ledger_used_is_known(desk: Desk) -> None:
    game = opened(desk).game
    desk.ledger.folds.find(game)
    first = desk.another().submit(holder(game, 1), game, [home("a1")], expected=None, key="same")
    again = submitted(desk, game, home("a1"), key="same")

    assert (first.answers, True) == (again.answers, again.replayed)
    with pytest.raises(faults.KeyReused):
        submitted(desk, game, home("c3"), key="same")


# -- the store fails


def test_what_the_store_cannot_write_leaves_no_trace(desk: Desk, store: Faulty) -> None:
    game = opened(desk).game
    store.next = "before"
    with pytest.raises(faults.Unavailable):
        submitted(desk, game, home("a1"), key="k")

    assert 2 == desk.reader.game(ADMINISTRATOR, game)["version"]
    done = submitted(desk, game, home("a1"), key="k")
    assert (3, False) == (done.version, done.replayed)


def test_what_the_store_wrote_without_saying_so_is_found_again_by_its_key(desk: Desk, store: Faulty) -> None:
    game = opened(desk).game
    store.next = "after"
    with pytest.raises(faults.Unavailable):
        submitted(desk, game, home("a1"), key="k")

    assert 3 == desk.reader.game(ADMINISTRATOR, game)["version"], "what is read is what is stored"
    done = submitted(desk, game, home("a1"), key="k")
    assert (3, True) == (done.version, done.replayed)
    assert 3 == desk.store.head(game).version


@pytest.mark.parametrize("fault", ["before", "after"])
def test_an_opening_that_failed_is_repeated_by_its_key(desk: Desk, store: Faulty, fault: str) -> None:
    store.next = fault
    with pytest.raises(faults.Unavailable):
        opened(desk, "k")
    again = opened(desk, "k")

    assert (2, fault == "after") == (again.version, again.replayed)
    assert [again.game] == list(desk.store.streams())
    assert 2 == len(again.tokens["seats"])


def test_a_log_that_lost_its_end_is_not_written_on(desk: Desk, store: Faulty) -> None:
    game = opened(desk).game
    submitted(desk, game, home("a1"), expected=2)
    del store._streams[game][-1]

    with pytest.raises(UnreadableGame) as lost:
        submitted(desk, game, home("c3"), seat=2, expected=3)
    assert 3 == lost.value.version
    assert 2 == desk.store.head(game).version


def shorten(store: Faulty, game: str, entries: int) -> None:
    """Take a game's latest entries away, as if the file had been changed while no service ran."""
    del store._streams[game][-entries:]
    kept = [entry for stream in store._streams.values() for entry in stream]
    store._log = [entry._replace(position=at) for at, entry in enumerate(sorted(kept, key=lambda e: e.position), 1)]
    store._keys.clear()


@pytest.mark.parametrize("lost", [1, 3], ids=["its end", "all of it"])
@pytest.mark.parametrize("listed", [False, True], ids=["at once", "after a listing"])
def test_a_log_that_was_shortened_before_the_start_is_not_written_on(
    tmp_path: Path, store: Faulty, lost: int, *, listed: bool
) -> None:
    before = Desk(tmp_path, store)
    game, other = opened(before, "k").game, opened(before).game
    submitted(before, game, home("a1"), expected=2)
    before.catalogue.catch_up()
    before.catalogue.close()
    before.directory.close()
    shorten(store, game, lost)
    desk = Desk(tmp_path, store)
    if listed:
        desk.reader.games(ADMINISTRATOR, 50, None)
    with pytest.raises(UnreadableGame) as read:
        desk.reader.game(ADMINISTRATOR, game)
    with pytest.raises(UnreadableGame):
        submitted(desk, game, home("c3"), expected=3 - lost)
    if lost == 3:
        with pytest.raises(UnreadableGame):
            opened(desk, "k")
    report = Auditor(desk.ledger, desk.reader).audit(ADMINISTRATOR, game, None, None)
    early = Auditor(desk.ledger, desk.reader).audit(ADMINISTRATOR, game, None, 1)

    assert (game, 4 - lost) == (read.value.game, read.value.version)
    assert [("damaged", 4 - lost, None)] * 2 == [(e["verdict"], e["first_bad"], e["score"]) for e in (report, early)]
    assert 3 - lost == store.head(game).version
    assert 3 == submitted(desk, other, home("a1"), expected=2).version
    desk.close()


def test_an_operator_may_take_a_restored_log_for_the_truth(tmp_path: Path, store: Faulty) -> None:
    before = Desk(tmp_path, store)
    game = opened(before).game
    submitted(before, game, home("a1"), expected=2)
    before.catalogue.catch_up()
    before.catalogue.close()
    before.directory.close()
    shorten(store, game, 1)
    desk = Desk(tmp_path, store)
    with pytest.raises(UnreadableGame):
        desk.reader.game(ADMINISTRATOR, game)
    desk.catalogue.rebuild()

    assert 3 == submitted(desk, game, home("c3"), expected=2).version
    desk.close()


def test_a_catalogue_that_cannot_be_asked_stops_no_game(desk: Desk) -> None:
    game = opened(desk).game
    projection.delete_file(desk.catalogue._path)
    desk.ledger.folds.forget(game)

    assert 3 == submitted(desk, game, home("a1"), expected=2).version


# -- what is in memory


def test_games_that_leave_memory_are_folded_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path, MemoryStore(), cached=2)
    games = [opened(desk).game for _ in range(6)]
    for game in games:
        submitted(desk, game, home("a1"), expected=2)
    for game in games:
        submitted(desk, game, home("c3"), seat=2, expected=3)

    assert [4] * 6 == [desk.reader.game(ADMINISTRATOR, game)["version"] for game in games]
    desk.close()


def test_two_threads_that_load_a_game_at_once_write_through_one_lock(desk: Desk) -> None:
    game = opened(desk).game
    desk.ledger.folds.forget(game)
    one, other = desk.ledger.folds.find(game), desk.ledger.folds.find(game)

    assert one is other


# -- batches


def test_a_batch_is_one_append(desk: Desk, store: Faulty) -> None:
    game = opened(desk).game
    both = Principal("t_both", (Grant.to_seat(game, 1), Grant.to_seat(game, 2)))
    named = [Sent({**home(space).command, "seat": seat}) for seat, space in ((1, "a1"), (2, "c3"))]
    store.next = "before"
    with pytest.raises(faults.Unavailable):
        desk.ledger.submit(both, game, named, expected=2, key=None, batch=True)
    assert 2 == desk.store.head(game).version
    done = desk.ledger.submit(both, game, named, expected=2, key="k", batch=True)
    again = desk.ledger.submit(both, game, named, expected=None, key="k", batch=True)

    assert (4, 2) == (done.version, len(done.answers))
    assert (done.answers, True) == (again.answers, again.replayed)


def test_a_refused_batch_says_which_and_changes_nothing(desk: Desk) -> None:
    game = opened(desk).game
    with pytest.raises(faults.Illegal) as refused:
        desk.ledger.submit(holder(game, 1), game, [home("a1"), home("c3")], expected=2, key=None, batch=True)

    assert (1, 3) == (refused.value.command_index, refused.value.version)
    assert 2 == desk.store.head(game).version == desk.reader.game(ADMINISTRATOR, game)["version"]


def test_a_batch_cannot_ask_what_it_would_draw(desk: Desk) -> None:
    game = opened(desk).game
    both = Principal("t_both", (Grant.to_seat(game, 1), Grant.to_seat(game, 2)))
    named = [Sent({**home(space).command, "seat": seat}) for seat, space in ((1, "a1"), (2, "c3"))]
    first = Sent({"type": "season-harvest.choose_first", "first": 1, "seat": 1})
    desk.ledger.submit(both, game, [*named, first], expected=2, key=None, batch=True)
    state = desk.reader.state(desk.reader.reading(both, game), None)["state"]
    hand = state.cards.hand(1).known
    card, space = next((card, space) for card in hand for space in state.spaces if state.fits(card, space))
    play = Sent({"type": "season-harvest.play_card", "seat": 1, "card": card, "space": space})
    reasons = set()
    for face in state.follows:
        show = Sent({"type": "season-harvest.show_cards", "seat": 1, "cards": [face] * (hand.get(face, 0) + 1)})
        with pytest.raises(faults.Illegal) as refused:
            desk.ledger.submit(both, game, [play, show], expected=5, key=None, batch=True)
        reasons.add((refused.value.reason, refused.value.command_index))
    end = Sent({"type": "season-harvest.end_turn", "seat": 1})

    assert {("outcome_not_seen", 1)} == reasons
    assert 7 == desk.ledger.submit(both, game, [play, end], expected=5, key=None, batch=True).version


# -- who may


def test_who_has_no_token_writes_nothing(desk: Desk) -> None:
    game = opened(desk).game
    named = Sent({**home("a1").command, "seat": 1})
    with pytest.raises(faults.Unauthenticated):
        desk.ledger.submit(None, game, [named], expected=2, key=None)
    with pytest.raises(faults.Unauthenticated):
        open_game(desk.ledger, None, OPENING, None)


def test_who_holds_no_grant_writes_nothing(desk: Desk) -> None:
    game, nobody = opened(desk).game, Principal("t_x", ())
    named = Sent({**home("a1").command, "seat": 1})
    with pytest.raises(faults.Forbidden):
        desk.ledger.submit(nobody, game, [named], expected=2, key=None)
    with pytest.raises(faults.Forbidden):
        open_game(desk.ledger, nobody, OPENING, None)


def test_a_game_that_is_not_there_is_not_found(desk: Desk) -> None:
    with pytest.raises(faults.NotFound):
        submitted(desk, "g_none", home("a1"), key="k")
