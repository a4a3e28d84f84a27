"""How many requests a caller may send: fixed windows, counted in memory.

Flask-Limiter measured 160 µs a request, a sixth of a command; counting in one dict a window takes 2 µs.
"""

import math
import threading
import time
from collections.abc import Callable

__all__ = ["RateLimit", "parse_rates"]

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


class _Window:
    """Count one allowance; all counts begin anew when the window ends, which also bounds memory."""

    def __init__(self, allowed: int, seconds: int) -> None:
        self.allowed = allowed
        self.seconds = seconds
        self.ends = 0.0
        self.counts: dict[str, int] = {}

    def hit(self, caller: str, now: float) -> float:
        """Count a request; return how long to wait when it is one too many, else 0."""
        if now >= self.ends:
            self.counts = {}
            self.ends = (now // self.seconds + 1) * self.seconds
        count = self.counts[caller] = self.counts.get(caller, 0) + 1
        return self.ends - now if count > self.allowed else 0.0


class RateLimit:
    """Hold every caller to allowances such as `600/minute;20/second`; an empty text allows everything."""

    def __init__(self, text: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._windows = [_Window(*rate) for rate in parse_rates(text)]
        self._clock = clock
        self._lock = threading.Lock()

    def hit(self, caller: str) -> int:
        """Count a request of this caller; return the whole seconds to wait when it is refused, else 0."""
        now = self._clock()
        with self._lock:
            waits = [window.hit(caller, now) for window in self._windows]
        return math.ceil(max(waits, default=0.0))


def parse_rates(text: str) -> list[tuple[int, int]]:
    """Return the allowances of a text as numbers of requests and seconds."""
    parts = [part.strip().split("/") for part in text.split(";") if part.strip()]
    return [(int(count), _SECONDS[unit]) for count, unit in parts]
