"""What every event store does. A test file for an engine inherits this class and gives it a store."""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

import pytest

from eventstore import (
    Appended,
    Conflict,
    EventStore,
    Head,
    InvalidCursor,
    NewEntry,
    Refused,
    StoredEntry,
    Unavailable,
)
from tests.eventstore.entries import append, chain, entry_after

T = TypeVar("T")


def together(*calls: Callable[[], T]) -> list[T]:
    """Run calls in threads that start at the same moment; return their results in order."""
    gate = threading.Barrier(len(calls))
    results: dict[int, T] = {}

    def run(index: int, call: Callable[[], T]) -> None:
        gate.wait()
        results[index] = call()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [results[index] for index in range(len(calls))]


def everything(store: EventStore, page: int) -> Iterator[StoredEntry]:
    cursor = None
    while (found := store.feed(cursor, page)).entries:
        yield from found.entries
        cursor = found.cursor


class EventStoreContract:
    """Run against the fixtures `store` and `other_store`, two empty stores of one engine."""

    def test_an_unknown_stream_is_empty(self, store: EventStore) -> None:
        assert Head(0, None) == store.head("g")
        assert [] == store.read("g")
        assert store.find("g", b"k") is None

    def test_append_numbers_entries_from_one(self, store: EventStore) -> None:
        assert Appended("g", 1, 1, replayed=False) == append(store, "g", "a")
        assert Appended("g", 2, 2, replayed=False) == append(store, "g", "b")
        assert Appended("h", 1, 1, replayed=False) == append(store, "h", "a")

    def test_an_entry_is_read_as_it_was_written(self, store: EventStore) -> None:
        first = NewEntry(b"\x00body\xff", b"", None, b"hash", b"key")
        second = NewEntry(b"", b"\x00private\xff", b"hash", b"hash 2")
        store.append("g/ü", 0, [first])
        store.append("g/ü", 1, [second])

        assert [
            StoredEntry("g/ü", 1, 1, b"\x00body\xff", b"", None, b"hash", b"key"),
            StoredEntry("g/ü", 2, 2, b"", b"\x00private\xff", b"hash", b"hash 2", None),
        ] == store.read("g/ü")
        assert Head(2, b"hash 2") == store.head("g/ü")

    def test_read_starts_after_a_version_and_stops_at_a_limit(self, store: EventStore) -> None:
        append(store, "g", "a", "b", "c", "d")
        append(store, "h", "a")

        assert [1, 2, 3, 4] == [entry.version for entry in store.read("g")]
        assert [3, 4] == [entry.version for entry in store.read("g", after=2)]
        assert [2, 3] == [entry.version for entry in store.read("g", after=1, limit=2)]
        assert [] == store.read("g", after=4)
        assert [] == store.read("g", after=0, limit=0)

    @pytest.mark.parametrize("expected", [0, 1, 3, 99])
    def test_another_version_than_expected_conflicts(self, store: EventStore, expected: int) -> None:
        append(store, "g", "a", "b")
        before = store.read("g")

        assert Conflict("g", 2) == store.append("g", expected, chain(before[-1].hash, "c"))
        assert before == store.read("g")

    def test_an_unknown_stream_has_no_version_to_expect(self, store: EventStore) -> None:
        assert Conflict("g", 0) == store.append("g", 1, chain(None, "a"))
        assert [] == store.read("g")

    def test_a_batch_is_stored_in_order(self, store: EventStore) -> None:
        append(store, "g", "a")

        assert Appended("g", 2, 4, replayed=False) == append(store, "g", "b", "c", "d")
        assert [b"private a", b"private b", b"private c", b"private d"] == [entry.private for entry in store.read("g")]
        assert Appended("g", 5, 5, replayed=False) == append(store, "g", "e")

    def test_a_conflicting_batch_leaves_nothing(self, store: EventStore) -> None:
        append(store, "g", "a")

        assert Conflict("g", 1) == store.append("g", 0, chain(None, "x", "y", key=b"k"))
        assert Head(1, store.read("g")[0].hash) == store.head("g")
        assert store.find("g", b"k") is None
        assert 1 == store.status().entries

    def test_entries_that_do_not_chain_are_refused(self, store: EventStore) -> None:
        append(store, "g", "a")
        head = store.head("g")
        stranger = entry_after(b"of another history", "b", key=b"k")
        broken = [entry_after(head.hash, "b", key=b"k"), entry_after(b"of another history", "c")]

        with pytest.raises(Refused):
            store.append("g", 1, [stranger])
        with pytest.raises(Refused):
            store.append("g", 1, broken)
        with pytest.raises(Refused):
            store.append("new", 0, [stranger])

        assert head == store.head("g")
        assert Head(0, None) == store.head("new")
        assert Appended("g", 2, 2, replayed=False) == append(store, "g", "b", key=b"k")

    def test_a_call_that_can_never_succeed_is_an_error(self, store: EventStore) -> None:
        first, second = chain(None, "a", "b")
        keyed = NewEntry(second.body, second.private, second.prev, second.hash, b"k")

        with pytest.raises(ValueError, match="at least one entry"):
            store.append("g", 0, [])
        with pytest.raises(ValueError, match="name of a stream"):
            store.append("", 0, [first])
        with pytest.raises(ValueError, match="negative"):
            store.append("g", -1, [first])
        with pytest.raises(ValueError, match="only the first entry"):
            store.append("g", 0, [first, keyed])
        assert [] == store.read("g")

    def test_a_known_key_answers_with_its_first_append(self, store: EventStore) -> None:
        entries = chain(None, "a", key=b"k")
        store.append("g", 0, entries)
        append(store, "g", "b")

        assert Appended("g", 1, 1, replayed=True) == store.append("g", 0, entries)
        assert 2 == store.head("g").version

    def test_a_known_key_is_looked_at_before_the_version_and_the_content(self, store: EventStore) -> None:
        store.append("g", 0, chain(None, "a", key=b"k"))
        head = store.head("g")

        assert Appended("g", 1, 1, replayed=True) == store.append("g", 1, chain(head.hash, "b", key=b"k"))
        assert Appended("g", 1, 1, replayed=True) == store.append("g", 7, chain(b"odd", "b", "c", key=b"k"))
        assert head == store.head("g")

    def test_the_key_of_a_batch_stands_for_all_of_it(self, store: EventStore) -> None:
        append(store, "g", "a")
        append(store, "g", "b", "c", "d", key=b"k")
        append(store, "g", "e")

        assert Appended("g", 2, 4, replayed=True) == append(store, "g", "x", key=b"k")
        assert Appended("g", 2, 4, replayed=True) == append(store, "g", "x", "y", key=b"k")
        assert Appended("g", 2, 4, replayed=True) == store.find("g", b"k")
        assert 5 == store.head("g").version

    def test_a_key_belongs_to_its_stream(self, store: EventStore) -> None:
        append(store, "g", "a", "b", key=b"k")

        assert store.find("h", b"k") is None
        assert Appended("h", 1, 1, replayed=False) == append(store, "h", "a", key=b"k")
        assert Appended("h", 1, 1, replayed=True) == store.find("h", b"k")
        assert Appended("g", 1, 2, replayed=True) == store.find("g", b"k")

    def test_of_two_writers_with_one_expectation_one_wins(self, store: EventStore) -> None:
        for version in range(20):
            prev = store.head("g").hash
            outcomes = together(
                partial(store.append, "g", version, chain(prev, "left")),
                partial(store.append, "g", version, chain(prev, "right")),
            )
            winner = b"private left" if isinstance(outcomes[0], Appended) else b"private right"

            assert sorted(map(repr, outcomes)) == sorted(
                map(repr, [Appended("g", version + 1, version + 1, replayed=False), Conflict("g", version + 1)])
            )
            assert winner == store.read("g", after=version)[0].private

    def test_the_same_key_at_once_is_written_once(self, store: EventStore) -> None:
        for turn in range(10):
            prev = store.head("g").hash
            entries = chain(prev, "a", "b", key=b"%d" % turn)
            outcomes = together(*[partial(store.append, "g", 2 * turn, entries)] * 4)
            first, last = 2 * turn + 1, 2 * turn + 2

            assert [Appended("g", first, last, replayed=False)] + [
                Appended("g", first, last, replayed=True)
            ] * 3 == sorted(outcomes, key=lambda outcome: isinstance(outcome, Appended) and outcome.replayed)
            assert last == store.head("g").version

    def test_many_writers_of_one_stream_leave_one_chain(self, store: EventStore) -> None:
        def write(name: int) -> int:
            conflicts = 0
            for turn in range(10):
                while isinstance(append(store, "g", f"{name}.{turn}"), Conflict):
                    conflicts += 1
            return conflicts

        together(*[partial(write, name) for name in range(8)])
        entries = store.read("g")

        assert list(range(1, 81)) == [entry.version for entry in entries]
        assert [None, *[entry.hash for entry in entries[:-1]]] == [entry.prev for entry in entries]
        assert 80 == len({entry.private for entry in entries})

    def test_the_feed_has_every_entry_in_the_order_of_positions(self, store: EventStore) -> None:
        append(store, "g", "a")
        append(store, "h", "a", "b")
        append(store, "g", "b")

        expected = [("g", 1, 1), ("h", 1, 2), ("h", 2, 3), ("g", 2, 4)]
        for page in (1, 2, 3, 100):
            found = list(everything(store, page))
            assert expected == [(entry.stream, entry.version, entry.position) for entry in found]
        assert store.read("g") == [entry for entry in found if entry.stream == "g"]

    def test_a_cursor_goes_on_where_its_page_ended(self, store: EventStore) -> None:
        empty = store.feed(None, 10)
        append(store, "g", "a")
        first = store.feed(empty.cursor, 10)
        nothing = store.feed(first.cursor, 10)
        append(store, "g", "b")

        assert [] == empty.entries
        assert [1] == [entry.version for entry in first.entries]
        assert ([], first.cursor) == (nothing.entries, nothing.cursor)
        assert [2] == [entry.version for entry in store.feed(nothing.cursor, 10).entries]
        assert [2] == [entry.version for entry in store.feed(first.cursor, 10).entries]

    def test_a_reader_of_the_feed_misses_nothing_while_writers_write(self, store: EventStore) -> None:
        writing = threading.Event()

        def write(stream: str) -> list[StoredEntry]:
            for turn in range(30):
                append(store, stream, *["x"] * (1 + turn % 3))
            return []

        def follow() -> list[StoredEntry]:
            cursor, seen = None, list[StoredEntry]()
            while True:
                ended = writing.is_set()
                page = store.feed(cursor, 7)
                seen += page.entries
                cursor = page.cursor
                if ended and not page.entries:
                    return seen

        def write_all() -> list[StoredEntry]:
            together(*[partial(write, name) for name in "abcdef"])
            writing.set()
            return []

        seen = together(follow, write_all)[0]
        versions = defaultdict(list)
        for entry in seen:
            versions[entry.stream].append(entry.version)

        assert list(range(1, 6 * 60 + 1)) == [entry.position for entry in seen]
        assert {name: list(range(1, 61)) for name in "abcdef"} == versions

    @pytest.mark.parametrize("text", ["", "1", "0", "nonsense", "é", "a.b.c", "LTE", "=", "\x00"])
    def test_what_is_no_cursor_is_refused(self, store: EventStore, text: str) -> None:
        with pytest.raises(InvalidCursor):
            store.feed(text, 10)

    def test_a_cursor_of_another_store_is_refused(self, store: EventStore, other_store: EventStore) -> None:
        append(store, "g", "a")
        append(other_store, "g", "a")

        with pytest.raises(InvalidCursor):
            other_store.feed(store.feed(None, 1).cursor, 1)

    def test_an_altered_cursor_is_refused(self, store: EventStore) -> None:
        append(store, "g", "a")
        cursor = store.feed(None, 1).cursor

        for altered in (cursor + "A", cursor[:-1], " " + cursor, cursor + "=", cursor[::-1]):
            with pytest.raises(InvalidCursor):
                store.feed(altered, 1)

    def test_streams_are_listed_once_each_in_order(self, store: EventStore) -> None:
        assert [] == list(store.streams())
        for name in ("b", "a", "c"):
            append(store, name, "x", "y")
        append(store, "a", "z")

        assert ["a", "b", "c"] == list(store.streams())

    def test_more_streams_than_a_page_are_listed(self, store: EventStore) -> None:
        names = sorted(f"g{number}" for number in range(1003))

        def write(part: Iterable[str]) -> list[Appended | Conflict]:
            return [append(store, name, "x") for name in part]

        together(*[partial(write, names[i::8]) for i in range(8)])

        assert names == list(store.streams())

    def test_wait_returns_at_once_what_is_there(self, store: EventStore) -> None:
        append(store, "g", "a", "b")

        assert 2 == store.wait("g", after=0, timeout=60)
        assert 2 == store.wait("g", after=1, timeout=60)
        assert 2 == store.wait("g", after=2, timeout=0)

    def test_wait_ends_when_time_is_over(self, store: EventStore) -> None:
        assert 0 == store.wait("g", after=0, timeout=0.01)

    def test_wait_ends_when_its_stream_grows(self, store: EventStore) -> None:
        append(store, "g", "a")
        heads: list[int] = []

        def follow() -> None:
            while len(heads) < 3:
                heads.append(store.wait("g", after=heads[-1] if heads else 0, timeout=60))

        def write() -> None:
            append(store, "h", "a")
            while len(heads) < 3:
                append(store, "g", "x")

        together(follow, write)

        assert 1 <= heads[0] < heads[1] < heads[2]

    def test_many_can_wait_at_once(self, store: EventStore) -> None:
        waits = [partial(store.wait, f"g{n % 5}", after=0, timeout=60) for n in range(48)]

        def write() -> int:
            return sum(isinstance(append(store, f"g{n}", "x"), Appended) for n in range(5))

        assert [5, *[1] * 48] == together(write, *waits)

    def test_a_writer_is_not_seen_before_its_wait_ends(self, store: EventStore) -> None:
        """The head that `wait` returns can be read, whoever wrote it."""

        def follow() -> list[bool]:
            readable, head = [], 0
            while head < 50:
                head = store.wait("g", after=head, timeout=60)
                readable.append(head <= len(store.read("g")))
            return readable

        def write() -> list[bool]:
            return [isinstance(append(store, "g", "x"), Appended) for _ in range(50)]

        assert {True} == {flag for flags in together(follow, write) for flag in flags}

    def test_status_counts_what_is_stored(self, store: EventStore) -> None:
        empty = store.status()
        append(store, "g", "a")
        append(store, "h", "a", "b", key=b"k")
        append(store, "h", "a", key=b"k")
        store.append("h", 0, chain(None, "x"))
        status = store.status()

        assert (0, 0, 0) == (empty.entries, empty.streams, empty.position)
        assert (3, 2, 3) == (status.entries, status.streams, status.position)
        assert (True, None) == (status.writable, status.last_error)
        assert (empty.engine, empty.store_id, empty.epoch) == (status.engine, status.store_id, status.epoch)

    def test_stores_have_names_of_their_own(self, store: EventStore, other_store: EventStore) -> None:
        assert store.status().store_id != other_store.status().store_id

    def test_a_closed_store_does_nothing_more(self, store: EventStore) -> None:
        append(store, "g", "a")
        head = store.head("g")
        store.close()
        store.close()

        calls: list[Callable[[], object]] = [
            lambda: store.append("g", 1, chain(head.hash, "b")),
            lambda: store.find("g", b"k"),
            lambda: store.read("g"),
            lambda: store.head("g"),
            lambda: store.feed(None, 1),
            lambda: list(store.streams()),
            lambda: store.wait("g", after=1, timeout=60),
        ]
        for call in calls:
            with pytest.raises(Unavailable):
                call()
        assert not store.status().writable
        assert not store.probe()

    def test_a_probe_leaves_no_trace(self, store: EventStore) -> None:
        append(store, "g", "a")
        before = store.status(), store.feed(None, 10)

        assert store.probe()
        assert before == (store.status(), store.feed(None, 10))

    def test_closing_wakes_whoever_waits(self, store: EventStore) -> None:
        ready = threading.Barrier(5)

        def wait() -> str:
            ready.wait()
            try:
                return f"head {store.wait('g', after=0, timeout=60)}"
            except Unavailable:
                return "closed"

        def close() -> str:
            ready.wait()
            store.close()
            return "closed"

        assert ["closed"] * 5 == together(close, *[wait] * 4)

    def test_closing_answers_every_append(self, store: EventStore) -> None:
        """What was answered before the close is stored; what comes later is refused, and nobody hangs."""
        started = threading.Semaphore(0)

        def write(stream: str) -> int:
            head, prev = 0, None
            while True:
                (entry,) = chain(prev, "x")
                try:
                    store.append(stream, head, [entry])
                except Unavailable:
                    return head
                head, prev = head + 1, entry.hash
                started.release()

        def close() -> int:
            for _ in range(40):
                started.acquire()
            store.close()
            return store.status().entries

        stored, *heads = together(close, *[partial(write, name) for name in "abcdefgh"])

        assert stored == sum(heads)
