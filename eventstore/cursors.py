"""Feed cursors: opaque text that only the store that made it accepts."""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode

from eventstore.port import InvalidCursor


def encode(store_id: str, epoch: int, position: int) -> str:
    """Return the cursor that stands after a position of this store."""
    return urlsafe_b64encode(f"{store_id}.{epoch}.{position}".encode()).decode().rstrip("=")


def decode(cursor: str, store_id: str, epoch: int, last: int) -> int:
    """Return the position a cursor stands after.

    `last` is the highest position the store has: a cursor beyond it comes from a longer history than
    this one. Raises `InvalidCursor`.
    """
    try:
        text = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
        made_by, made_in, position = text.split(".")
        after = int(position)
    except (binascii.Error, ValueError) as error:
        raise InvalidCursor("this is not a feed cursor") from error
    # Encoding again refuses every second spelling of the same cursor.
    if (made_by, made_in) != (store_id, str(epoch)) or cursor != encode(store_id, epoch, after):
        raise InvalidCursor("the cursor was made by another store or in another epoch")
    if not 0 <= after <= last:
        raise InvalidCursor("the cursor stands beyond the end of this store")
    return after
