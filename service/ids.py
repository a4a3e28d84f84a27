"""Opaque identifiers and secrets of the service.

Chance is handed in as a callable that returns so many random bytes, so a test can foresee every id.
"""

import re
from base64 import b32encode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256

import msgspec

__all__ = [
    "Entropy",
    "fingerprint",
    "game_id_for",
    "is_game_id",
    "key_digest",
    "new_game_id",
    "new_grant_id",
    "new_token",
    "new_token_id",
    "player_id_for",
    "token_digest",
]

Entropy = Callable[[int], bytes]

# Every derived id has a tag of its own, so that no two derivations can ever meet in one value.
_OPENING = b"harvest-ledger/opening/1\n"
_PLAYER = b"harvest-ledger/player/1\n"
_KEY = b"harvest-ledger/key/1\n"
_GAME = re.compile("g_[a-z2-7]{26}")


def new_game_id(entropy: Entropy) -> str:
    """Make the id of a game: `g_` and 26 characters of base32."""
    return _id("g_", entropy(16))


def is_game_id(text: str) -> bool:
    """Tell whether a text could be the id of a game."""
    return _GAME.fullmatch(text) is not None


def new_token_id(entropy: Entropy) -> str:
    """Make the public name of a token (not its secret): `t_` and 26 characters of base32."""
    return _id("t_", entropy(16))


def new_grant_id(entropy: Entropy) -> str:
    """Make the id of a grant that belongs to one token only: `a_` and 26 characters of base32."""
    return _id("a_", entropy(16))


def new_token(entropy: Entropy) -> str:
    """Make the secret of a token: 256 random bits as 43 characters of URL-safe base64."""
    return urlsafe_b64encode(entropy(32)).rstrip(b"=").decode()


def token_digest(token: str) -> bytes:
    """Return the SHA-256 under which a token is stored; any text a header may carry is accepted."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


def game_id_for(grant_id: str, key: str) -> str:
    """Return the one game id that belongs to an idempotent opening under this grant."""
    return _id("g_", _derived(_OPENING, grant_id, key)[:16])


def player_id_for(game_id: str, seat: int) -> str:
    """Return the id of the player whom an opening newly names at a seat.

    It follows from the game's id, so a repeated opening names the same player again instead of a second one.
    """
    return _id("p_", _derived(_PLAYER, game_id, seat)[:16])


def key_digest(grant_id: str, key: str) -> str:
    """Return the 64 hex digits by which an entry remembers its grant and idempotency key."""
    return _derived(_KEY, grant_id, key).hex()


def fingerprint(request: object) -> str:
    """Return the SHA-256 hex digest of a request's canonical JSON: equal for equal requests only."""
    return sha256(msgspec.json.encode(request, order="sorted")).hexdigest()


def _id(prefix: str, raw: bytes) -> str:
    return prefix + b32encode(raw).rstrip(b"=").decode().lower()


def _derived(tag: bytes, *parts: str | int) -> bytes:
    return sha256(tag + msgspec.json.encode(parts)).digest()
