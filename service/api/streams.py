"""Answers that stay open: event streams and NDJSON, capped so that they never occupy every thread."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import NamedTuple, Self

from flask import Response

from service.api.problems import Problem, unavailable
from service.api.replies import NDJSON

__all__ = ["EVENT_STREAM", "Ended", "Follow", "Slot", "Streams"]

EVENT_STREAM = "text/event-stream"

_SLICE = 1.0  # seconds between looks at whether the service is stopping

Report = Callable[[Exception], None]
Poll = Callable[[int, float], Iterable[tuple[int, bytes]]]


class Ended(NamedTuple):
    """State where a finished game ended: its last version, and the data of the closing frame."""

    version: int
    data: bytes


class Follow(NamedTuple):
    """Say how to follow a game after a version.

    `poll(after, timeout)` returns the entries after a version, each with its bytes on one line, and waits
    up to `timeout` seconds for the first; `ended()` returns the end once there is one.
    """

    after: int
    poll: Poll
    ended: Callable[[], Ended | None]


class Slot:
    """Hold one place among the open streams until closed, left as a context, or forgotten."""

    def __init__(self, give_back: Callable[[], None]) -> None:
        self._give_back: Callable[[], None] | None = give_back

    def close(self) -> None:
        """Give the place back; a second call does nothing."""
        give_back, self._give_back = self._give_back, None
        if give_back is not None:
            give_back()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # A response to HEAD is dropped without ever being iterated or closed.
    __del__ = close


class _Body:
    """Iterate over a stream's bytes, and give its slot back whichever way it ends."""

    def __init__(self, slot: Slot, chunks: Iterator[bytes]) -> None:
        self._slot = slot
        self._chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._chunks)
        except BaseException:
            self._slot.close()
            raise

    def close(self) -> None:
        self._slot.close()


class Streams:
    """Open streams and long-polls, at most `limit` at once."""

    def __init__(self, limit: int, *, report: Report, heartbeat: float = 15.0) -> None:
        self._limit = limit
        self._report = report
        self._heartbeat = heartbeat
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self.open = 0

    def slot(self) -> Slot:
        """Take a place; raise a 503 `Problem` when all are taken or the service is stopping."""
        with self._lock:
            if self._stopping.is_set():
                raise unavailable("The service is stopping. Come back in a moment.", 5)
            if self.open >= self._limit:
                raise unavailable("Too many streams are open. Try again shortly, or read pages instead.", 5)
            self.open += 1
        return Slot(self._release)

    def stop(self) -> None:
        """End every open stream within about a second, and open no more."""
        self._stopping.set()

    def wait(self, look: Callable[[float], bool], seconds: float) -> None:
        """Take a place and look again and again, until `look(timeout)` is true or the seconds are over."""
        until = time.monotonic() + seconds
        with self.slot():
            while not self._stopping.is_set():
                left = until - time.monotonic()
                if left <= 0 or look(min(left, _SLICE)):
                    return

    def ndjson(self, lines: Iterable[bytes]) -> Response:
        """Answer with lines, each without its line break; an error cuts the answer short."""
        return self._response(self._reported(line + b"\n" for line in lines), NDJSON)

    def events(self, follow: Follow) -> Response:
        """Answer with a game's entries as they come; 204 when there will be none after `follow.after`."""
        ended = follow.ended()
        if ended is not None and follow.after >= ended.version:
            return Response(status=204)
        return self._response(self._reported(self._frames(follow)), EVENT_STREAM)

    def _response(self, chunks: Iterator[bytes], content_type: str) -> Response:
        headers = {"Cache-Control": "no-store", "Vary": "Authorization, Accept", "X-Accel-Buffering": "no"}
        return Response(_Body(self.slot(), chunks), headers=headers, content_type=content_type)

    def _reported(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        try:
            yield from chunks
        except Problem:
            return  # the token was revoked: who comes back is told, and nothing else says that all has come
        except Exception as error:
            self._report(error)
            raise

    def _frames(self, follow: Follow) -> Iterator[bytes]:
        yield b": open\n\n"
        after, spoken = follow.after, time.monotonic()
        while not self._stopping.is_set():
            frames = []
            for version, data in follow.poll(after, min(_SLICE, self._heartbeat)):
                frames.append(b"id: %d\nevent: entry\ndata: %b\n\n" % (version, data))
                after = version
            # Asked after the poll: what ended the game may have come since, and is then polled first.
            ended = None if frames else follow.ended()
            if ended is not None and after >= ended.version:
                yield b"event: end\ndata: %b\n\n" % ended.data
                return
            if not frames and time.monotonic() - spoken >= self._heartbeat:
                frames = [b": still here\n\n"]
            if frames:
                yield b"".join(frames)
                spoken = time.monotonic()

    def _release(self) -> None:
        with self._lock:
            self.open -= 1
