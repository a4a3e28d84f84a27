import hashlib
import re
from collections.abc import Callable

import pytest

from service import ids

ID = re.compile(r"[gpta]_[a-z2-7]{26}")


def counted() -> ids.Entropy:
    numbers = iter(range(256))
    return lambda size: bytes([next(numbers)]) * size


@pytest.mark.parametrize(
    ("make", "prefix"),
    [
        (ids.new_game_id, "g_"),
        (ids.new_token_id, "t_"),
        (ids.new_grant_id, "a_"),
    ],
)
def test_an_id_is_its_prefix_and_26_characters(make: Callable[[ids.Entropy], str], prefix: str) -> None:
    entropy = counted()
    first, second = make(entropy), make(entropy)

    assert first == prefix + "a" * 26
    assert ID.fullmatch(second)
    assert first != second


def test_only_what_has_the_shape_of_an_id_is_taken_for_one() -> None:
    assert ids.is_game_id(ids.new_game_id(counted()))
    for text in ("g_1", "g_" + "A" * 26, "p_" + "a" * 26, "g_" + "a" * 26 + "\n", ""):
        assert not ids.is_game_id(text)


def test_a_token_is_256_bits_of_url_safe_text() -> None:
    assert ids.new_token(lambda size: b"\xff" * size) == "_" * 42 + "8"
    assert len(ids.new_token(counted())) == 43


def test_a_token_is_stored_as_its_plain_sha_256() -> None:
    assert ids.token_digest("abc") == hashlib.sha256(b"abc").digest()
    assert len(ids.token_digest("\udce9 no text of ours")) == 32


def test_the_game_of_a_key_is_always_the_same_and_no_other_keys() -> None:
    first = ids.game_id_for("admin", "k1")

    assert ID.fullmatch(first)
    assert first == ids.game_id_for("admin", "k1")
    assert len({first, ids.game_id_for("admin", "k2"), ids.game_id_for("a_1", "k1")}) == 3


def test_grant_and_key_cannot_run_into_each_other() -> None:
    assert ids.game_id_for("ab", "c") != ids.game_id_for("a", "bc")
    assert ids.key_digest("ab", "c") != ids.key_digest("a", "bc")
    assert ids.key_digest('a","b', "c") != ids.key_digest("a", 'b","c')


def test_ids_derived_from_the_same_words_differ_by_their_purpose() -> None:
    derived = {ids.game_id_for("x", "y")[2:], ids.player_id_for("x", 1)[2:], ids.key_digest("x", "y")[:26]}

    assert len(derived) == 3


def test_each_seat_of_each_game_has_a_player_id_of_its_own() -> None:
    players = {ids.player_id_for(game, seat) for game in ("g_a", "g_b") for seat in (1, 2, 11)}

    assert len(players) == 6
    assert all(ID.fullmatch(player) for player in players)


def test_a_key_is_remembered_as_64_hex_digits() -> None:
    assert re.fullmatch(r"[0-9a-f]{64}", ids.key_digest("g_1/seat:1", "k"))


def test_a_fingerprint_knows_values_and_not_the_order_of_fields() -> None:
    assert ids.fingerprint({"a": 1, "b": [2]}) == ids.fingerprint({"b": [2], "a": 1})
    assert ids.fingerprint({"a": 1}) == hashlib.sha256(b'{"a":1}').hexdigest()
    different: tuple[object, ...] = ({"a": 1}, {"a": "1"}, {"a": None}, {}, [], None)
    assert len({ids.fingerprint(each) for each in different}) == 6
