"""The service's clock: UTC times as text, to the millisecond."""

import time
from datetime import UTC, datetime

__all__ = ["now", "stamp"]


def stamp(seconds: float) -> str:
    """Return a time given in seconds since 1970 as text, like `2026-01-02T19:30:00.000Z`."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def now() -> str:
    """Return the present time as text."""
    return stamp(time.time())
