"""Threads that sleep until a stream grows."""

import threading
import time
from collections.abc import Callable, Iterable


class Waiters:
    """Wake the threads that wait for a stream, and only those."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._sleeping: dict[str, set[threading.Event]] = {}

    def wait(self, stream: str, grown: Callable[[], bool], timeout: float) -> None:
        """Sleep until `grown()` holds, asked at first and after each wake, `timeout` seconds at most."""
        deadline = time.monotonic() + timeout
        bell = threading.Event()
        self._enter(stream, bell)
        try:
            # Being listed before the first look closes the gap in which a growth would go unnoticed.
            while not grown():
                if not bell.wait(max(0.0, deadline - time.monotonic())):
                    return
                bell.clear()
        finally:
            self._leave(stream, bell)

    def notify(self, streams: Iterable[str]) -> None:
        """Wake whoever waits for one of these streams; call it after the growth can be read."""
        if not self._sleeping:
            return
        with self._guard:
            for stream in streams:
                for bell in self._sleeping.get(stream, ()):
                    bell.set()

    def notify_all(self) -> None:
        """Wake everybody, so that they find the store closed."""
        with self._guard:
            streams = list(self._sleeping)
        self.notify(streams)

    def _enter(self, stream: str, bell: threading.Event) -> None:
        with self._guard:
            self._sleeping.setdefault(stream, set()).add(bell)

    def _leave(self, stream: str, bell: threading.Event) -> None:
        with self._guard:
            bells = self._sleeping[stream]
            bells.discard(bell)
            if not bells:
                del self._sleeping[stream]
