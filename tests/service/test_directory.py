import hashlib
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from eventstore.port import Appended, NewEntry
from eventstore.sqlite import SqliteStore
from eventstore.sqlite_schema import connect_writer
from service.directory import Directory, DirectoryUnavailable
from service.grants import ADMIN_GRANT, Grant, Principal
from tests.waiting import PATIENCE

GAME = "g_" + "a" * 26
OTHER = "g_" + "b" * 26


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def directory(path: Path) -> Iterator[Directory]:
    opened = Directory(path)
    yield opened
    opened.close()


def seats(*numbers: int) -> tuple[Grant, ...]:
    return tuple(Grant.to_seat(GAME, number) for number in numbers)


def everything_in(path: Path) -> bytes:
    with sqlite3.connect(path) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    conn.close()
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


# -- tokens


def test_a_token_answers_with_its_grants_in_order(directory: Directory) -> None:
    grants = (*seats(2, 1), Grant.to_scribe(OTHER))
    issued = directory.issue(grants, "two seats")

    assert directory.authenticate(issued.token) == Principal(issued.token_id, grants)


@pytest.mark.parametrize("token", ["", "x", "é", "\udce9", "a" * 100_000, "' OR 1=1 --", "\x00"])
def test_an_unknown_token_is_nobody(directory: Directory, token: str) -> None:
    directory.issue(seats(1))

    assert directory.authenticate(token) is None


def test_neither_hash_nor_id_serve_as_a_token(directory: Directory) -> None:
    issued = directory.issue(seats(1))

    assert directory.authenticate(issued.token_id) is None
    assert directory.authenticate(hashlib.sha256(issued.token.encode()).hexdigest()) is None
    assert directory.authenticate(issued.token + "=") is None


def test_only_the_hash_of_a_token_is_stored(directory: Directory, path: Path) -> None:
    issued = directory.issue(seats(1))

    held = everything_in(path)
    assert issued.token.encode() not in held
    assert hashlib.sha256(issued.token.encode()).digest() in held


def test_tokens_of_the_same_grant_differ(directory: Directory) -> None:
    first, second = directory.issue_many([(seats(1), ""), (seats(1), "")])

    assert first.token != second.token
    assert first.token_id != second.token_id
    assert [directory.authenticate(each.token) for each in (first, second)] == [
        Principal(first.token_id, seats(1)),
        Principal(second.token_id, seats(1)),
    ]


def test_an_opening_gets_all_of_its_tokens_or_none(directory: Directory) -> None:
    unusable: tuple[Grant, ...] = (Grant("\ud800", "seat"),)

    with pytest.raises(UnicodeEncodeError):
        directory.issue_many([(seats(1), ""), (unusable, "")])

    assert directory.tokens() == ()
    assert directory.authenticate(directory.issue(seats(1)).token) is not None


def test_the_list_of_tokens_holds_nothing_usable(path: Path) -> None:
    directory = Directory(path, clock=lambda: 1767382200.0)
    first = directory.issue(seats(1), "Ana")
    second = directory.issue((Grant.to_arbiter(GAME),))
    directory.revoke(second.token_id)

    listed = directory.tokens()
    assert [(each.id, each.label, each.grants) for each in listed] == [
        (first.token_id, "Ana", seats(1)),
        (second.token_id, "", (Grant.to_arbiter(GAME),)),
    ]
    assert [(each.created_at, each.revoked_at) for each in listed] == [
        ("2026-01-02T19:30:00.000Z", None),
        ("2026-01-02T19:30:00.000Z", "2026-01-02T19:30:00.000Z"),
    ]
    assert first.token not in repr(listed)
    directory.close()


def test_a_revoked_token_is_nobody(directory: Directory) -> None:
    kept, gone = directory.issue(seats(1)), directory.issue(seats(1))

    assert directory.revoke(gone.token_id) is True

    assert directory.authenticate(gone.token) is None
    assert directory.authenticate(kept.token) is not None
    assert directory.revoke(gone.token_id) is False
    assert directory.revoke("t_unknown") is False


def test_a_revocation_by_another_process_holds_at_once(directory: Directory, path: Path) -> None:
    issued = directory.issue(seats(1))
    assert directory.authenticate(issued.token) is not None

    other = Directory(path)
    other.revoke(issued.token_id)
    other.close()

    assert directory.authenticate(issued.token) is None


def test_tokens_survive_a_restart(path: Path) -> None:
    first = Directory(path)
    issued = first.issue(seats(1))
    first.close()

    again = Directory(path)
    assert again.authenticate(issued.token) == Principal(issued.token_id, seats(1))
    again.close()


# -- the admin token


def test_the_first_start_makes_an_admin_token_and_later_ones_do_not(directory: Directory) -> None:
    token = directory.ensure_admin(None)

    assert token is not None
    principal = directory.authenticate(token)
    assert principal is not None
    assert principal.grants == (ADMIN_GRANT,)
    assert directory.ensure_admin(None) is None


def test_a_given_admin_token_is_taken_and_told_once(directory: Directory) -> None:
    assert directory.ensure_admin("a-token-from-the-environment") == "a-token-from-the-environment"
    assert directory.ensure_admin("a-token-from-the-environment") is None
    assert directory.ensure_admin(None) is None
    assert len(directory.tokens()) == 1


def test_a_given_admin_token_that_is_not_known_yet_is_added_later(directory: Directory) -> None:
    made = directory.ensure_admin(None)
    given = directory.ensure_admin("a-token-from-the-environment")

    assert given == "a-token-from-the-environment"
    for token in (made, given):
        assert token is not None
        principal = directory.authenticate(token)
        assert principal is not None
        assert principal.is_admin


def test_a_revoked_admin_token_is_not_revived_by_a_restart(directory: Directory) -> None:
    directory.ensure_admin("a-token-from-the-environment")
    directory.revoke(directory.tokens()[0].id)

    assert directory.ensure_admin("a-token-from-the-environment") is None
    assert directory.ensure_admin(None) is None
    assert directory.authenticate("a-token-from-the-environment") is None


def test_tokens_of_seats_do_not_count_as_admin(directory: Directory) -> None:
    directory.issue((Grant(f"{GAME}/admin", "seat", GAME, 1),), "admin")

    assert directory.ensure_admin(None) is not None


def test_processes_that_start_together_make_one_admin_token(path: Path) -> None:
    Directory(path).close()
    starts = [Directory(path) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda each: each.ensure_admin(None), starts))

    assert len([token for token in made if token]) == 1
    assert len(starts[0].tokens()) == 1
    for each in starts:
        each.close()


# -- principals


def test_a_principal_tells_what_it_may_do() -> None:
    opener = Grant("a_1", "games:open")
    both = Principal("t_1", (ADMIN_GRANT, *seats(1, 2), Grant.to_arbiter(OTHER), opener))

    assert both.is_admin
    assert both.may_open
    assert both.opening_grant() == opener
    assert both.for_game(GAME) == seats(1, 2)
    assert both.for_game("g_unknown") == ()
    assert both.games == {GAME, OTHER}


def test_an_admin_opens_games_and_a_seat_does_not() -> None:
    admin, seat = Principal("t_1", (ADMIN_GRANT,)), Principal("t_2", seats(1))

    assert admin.opening_grant() == ADMIN_GRANT
    assert (seat.is_admin, seat.may_open, seat.opening_grant()) == (False, False, None)


def test_grants_of_a_game_have_the_same_id_each_time_and_others_never() -> None:
    entropy = iter([b"1" * 16, b"2" * 16, b"3" * 16, b"4" * 16])
    unique = [make(lambda _: next(entropy)) for make in (Grant.to_admin, Grant.to_open_games) * 2]

    assert Grant.to_seat(GAME, 1).id == f"{GAME}/seat:1"
    assert Grant.to_scribe(GAME).id == f"{GAME}/scribe"
    assert Grant.to_arbiter(GAME).id == f"{GAME}/arbiter"
    assert len({grant.id for grant in unique}) == 4
    assert all(grant.game is None for grant in unique)


# -- players


def test_players_are_found_by_id(directory: Directory) -> None:
    directory.add_players([("p_1", "Ana"), ("p_2", "Bo 🍒")])

    found = directory.player("p_2")
    assert found is not None
    assert found.name == "Bo 🍒"
    assert directory.player("p_3") is None
    assert directory.names(["p_2", "p_1", "p_2", "p_3"]) == {"p_2": "Bo 🍒", "p_1": "Ana", "p_3": None}
    assert directory.names([]) == {}


def test_names_of_more_people_than_a_statement_has_variables(directory: Directory) -> None:
    people = [(f"p_{number}", f"name {number}") for number in range(40_000)]
    directory.add_players(people)

    assert directory.names(player for player, _ in people) == dict(people)


def test_a_forgotten_player_has_no_name_in_table_or_file(directory: Directory, path: Path) -> None:
    directory.add_players([("p_1", "Anastasia Remarkable"), ("p_2", "Bo")])
    assert b"Anastasia" in everything_in(path)

    assert directory.forget("p_1") is True

    found = directory.player("p_1")
    assert found is not None
    assert found.name is None
    assert directory.names(["p_1", "p_2"]) == {"p_1": None, "p_2": "Bo"}
    assert b"Anastasia" not in everything_in(path)
    assert directory.forget("p_3") is False


def test_adding_a_player_again_revives_no_forgotten_name(directory: Directory) -> None:
    directory.add_players([("p_1", "Ana")])
    directory.forget("p_1")
    directory.add_players([("p_1", "Ana"), ("p_2", "Bo")])

    assert directory.names(["p_1", "p_2"]) == {"p_1": None, "p_2": "Bo"}


# -- manifests


def test_a_manifest_is_new_once(directory: Directory) -> None:
    assert directory.put_manifest("r", "d1", b"\x00{}") is True
    assert directory.put_manifest("r", "d1", b"other") is False
    assert directory.put_manifest("r", "d2", b"2") is True
    assert directory.put_manifest("s", "d2", b"2") is True

    assert directory.manifest("d1") == b"\x00{}"
    assert directory.manifest("d3") is None
    assert [digest for digest, _ in directory.manifests("r")] == ["d1", "d2"]
    assert [digest for digest, _ in directory.manifests("s")] == ["d2"]
    assert directory.manifests("t") == []


# -- the file


def test_the_directory_shares_the_file_of_the_log(path: Path) -> None:
    """Few writes, so that on the slowest disk nobody waits longer for the others than a writer has patience."""
    store = SqliteStore(path)
    directory = Directory(path)
    together = threading.Barrier(5)

    def append() -> int:
        version, prev = 0, None
        together.wait()
        for _ in range(20):
            digest = hashlib.sha256(str(version).encode()).digest()
            store.append(GAME, version, [NewEntry(b"{}", b"{}", prev, digest)])
            version, prev = version + 1, digest
        return version

    def issue(first: int) -> bool:
        together.wait()
        known = []
        for number in range(first, first + 5):
            issued = directory.issue(seats(number))
            known.append(directory.authenticate(issued.token) == Principal(issued.token_id, seats(number)))
        return all(known)

    with ThreadPoolExecutor(5) as pool:
        log = pool.submit(append)
        answers = list(pool.map(issue, (1, 6, 11, 16)))

    assert all(answers)
    assert len(directory.tokens()) == 20
    assert store.head(GAME).version == log.result() == 20
    directory.close()
    store.close()


class Turn:
    """A lock that tells when somebody asks for it."""

    def __init__(self) -> None:
        self.lock, self.asked = threading.Lock(), threading.Semaphore(0)

    def __enter__(self) -> None:
        self.asked.release()
        self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        self.lock.release()


def test_the_log_and_the_directory_write_by_turns(path: Path) -> None:
    """Left to SQLite, whoever finds the file busy looks again now and then, and may never find it free."""
    turn = Turn()

    def impatient(database: Path) -> sqlite3.Connection:
        connection = connect_writer(database)
        connection.execute("PRAGMA busy_timeout = 0")
        return connection

    with (
        closing(SqliteStore(path, connect=impatient, turn=turn)) as store,
        closing(Directory(path, turn=turn)) as directory,
        ThreadPoolExecutor(1) as pool,
    ):
        with directory._writing():
            assert turn.asked.acquire(timeout=PATIENCE)
            appending = pool.submit(store.append, GAME, 0, [NewEntry(b"{}", b"{}", None, bytes(32))])
            assert turn.asked.acquire(timeout=PATIENCE)
        answer = appending.result()

    assert Appended(GAME, 1, 1, replayed=False) == answer


def test_connections_leave_checkpoints_to_the_log(directory: Directory) -> None:
    with directory._connection() as conn:
        values = [
            conn.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "wal_autocheckpoint", "busy_timeout")
        ]

    assert values == ["wal", 2, 0, 10_000]


def test_the_file_is_for_its_owner_only(directory: Directory, path: Path) -> None:
    assert path.stat().st_mode & 0o777 == 0o600


def test_migrations_run_once(path: Path) -> None:
    for _ in range(2):
        Directory(path).close()

    with sqlite3.connect(path) as conn:
        applied = conn.execute("SELECT migration_set, name FROM _sqlite_migrations").fetchall()
        strict = conn.execute(
            "SELECT sum(strict) FROM pragma_table_list WHERE name IN ('players', 'tokens', 'manifests')"
        ).fetchone()
    conn.close()
    assert applied == [("directory", "tables")]
    assert strict == (3,)


def test_a_full_disk_is_said_and_passes(directory: Directory) -> None:
    kept = directory.issue(seats(1))
    with directory._connection() as conn:
        pages = conn.execute("PRAGMA page_count").fetchone()[0]
        conn.execute(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(DirectoryUnavailable, match="full"):
        directory.put_manifest("r", "d", b"x" * 100_000)

    assert directory.manifests("r") == []
    assert directory.authenticate(kept.token) is not None
    assert directory.put_manifest("r", "d", b"x" * 100_000) is True


def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.write_bytes(b"precious" * 1000)

    with pytest.raises(DirectoryUnavailable):
        Directory(path)

    assert path.read_bytes() == b"precious" * 1000


def test_a_folder_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DirectoryUnavailable, match="unable to create"):
        Directory(tmp_path / "none" / "ledger.db")
