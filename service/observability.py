"""The service's log and numbers, each made for one app and configured nowhere else."""

import logging
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec
import structlog
from prometheus_client import CollectorRegistry, Gauge
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

__all__ = ["log_failure", "make_log", "make_registry"]

_FRAMES = 12  # of a failure's innermost calls, enough to find it by


def make_log(level: str, form: str, stream: BinaryIO | None = None) -> Any:
    """Return a logger that writes lines to stderr, or to a stream; `form` is `json` or `console`."""
    render: Any = structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"])
    if form == "json":
        render = structlog.processors.JSONRenderer(serializer=_encode)
    return structlog.wrap_logger(
        structlog.BytesLogger(_Forgiving(stream or sys.stderr.buffer)),  # type: ignore[arg-type] # all it asks of a file
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            render,
            _as_bytes,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        cache_logger_on_first_use=True,
    )


class _Forgiving:
    """Write log lines to a stream; where that cannot be, as on a full disk, a line is lost and not the request."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, line: bytes) -> None:
        with suppress(OSError):
            self._stream.write(line)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


def make_registry(open_streams: Callable[[], float]) -> CollectorRegistry:
    """Return a registry of one app, with the numbers of its process."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    GCCollector(registry=registry)
    gauge = Gauge("open_streams", "Event streams, exports and long-polls that are open.", registry=registry)
    gauge.set_function(open_streams)
    return registry


def log_failure(log: Any, error: BaseException, **about: str) -> None:
    """Log an error nobody foresaw: its type and place, but never its text, which may hold a secret."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    log.error("failed", error=type(error).__qualname__, where=where, **about)


def _encode(event: Any, **_: Any) -> str:
    return msgspec.json.encode(event).decode()


def _as_bytes(_logger: Any, _name: str, line: Any) -> bytes:
    return str(line).encode("utf-8", "replace")
