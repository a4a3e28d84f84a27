"""Run the service under granian until it is told to stop.

The parent listens to signals and announces; its one worker holds every file. The two share a pair of pipes: over
one the worker says how its start went, over the other it learns that the parent stops, or has died.
"""

import http.client
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from granian.constants import Interfaces
from granian.server import MPServer

from eventstore import StoreError
from service.directory import DirectoryUnavailable
from service.settings import Settings
from service.wsgi import Service, close_at_exit, open_service

__all__ = ["CannotServe", "any_port", "serve"]

_PATIENCE = 10  # seconds that requests may take to finish when the service stops
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104  # compared, not bound


class CannotServe(Exception):
    """Tell in one sentence why the service did not start, or did not stay up."""


class _Started(NamedTuple):
    admin_token: str | None


class _Failed(NamedTuple):
    why: str


class _Pipes(NamedTuple):
    """Connect parent and worker; each names the end that it reads or writes."""

    parent_told: Connection
    worker_tells: Connection
    worker_told: Connection
    parent_tells: Connection


class _Server(MPServer):
    """Granian's own server, with announcements, and with streams ended before it waits for requests."""

    def __init__(self, settings: Settings, pipes: _Pipes) -> None:
        super().__init__(
            "service",
            address=settings.host,
            port=settings.port,
            interface=Interfaces.WSGI,
            workers=1,
            blocking_threads=settings.blocking_threads,
            log_enabled=False,
            workers_kill_timeout=_PATIENCE,
        )
        self.failure: str | None = None
        self._settings = settings
        self._pipes = pipes
        self._announcing = threading.Thread(target=self._announce, daemon=True)

    def startup(self, spawn_target: Any, target_loader: Any) -> None:
        super().startup(spawn_target, target_loader)  # type: ignore[no-untyped-call]
        # The worker has its copies by now; ours are closed so that its death is seen here.
        self._pipes.worker_tells.close()
        self._pipes.worker_told.close()
        self._announcing.start()

    def shutdown(self, exit_code: int = 0) -> None:
        with suppress(OSError):  # the worker may be gone
            self._pipes.parent_tells.send("stop")
        super().shutdown(exit_code)  # type: ignore[no-untyped-call]

    def signal_handler_reload(self, *args: Any, **kwargs: Any) -> None:
        # A second worker could not open the log; a lost terminal means to stop.
        self.signal_handler_interrupt(*args, **kwargs)  # type: ignore[no-untyped-call]

    def join(self) -> None:
        """Wait for the last word of the worker."""
        self._announcing.join(timeout=5)

    def _announce(self) -> None:
        try:
            told = self._pipes.parent_told.recv()
        except EOFError:
            self.failure = "the worker ended before it had started"
            return
        if isinstance(told, _Failed):
            self.failure = told.why
        elif _answers(self._settings.host, self._settings.port):
            _print_where(self._settings, told.admin_token)


def serve(settings: Settings, open_parts: Callable[[Settings], Service] = open_service) -> None:
    """Serve until SIGINT, SIGTERM or SIGHUP, then finish what runs and close every file.

    Print the addresses, and an admin token that this start has made, once requests are answered. Raise
    `CannotServe` when the port or the database cannot be used, or when the worker ends by itself.
    """
    _check_port(settings)
    pipes = _Pipes(*Pipe(duplex=False), *Pipe(duplex=False))
    server = _Server(settings, pipes)
    try:
        server.serve(target_loader=partial(_load, settings, pipes, open_parts), wrap_loader=False)
    except SystemExit as ended:
        server.join()
        raise CannotServe(server.failure or "the worker ended unexpectedly; its log says why") from ended
    except KeyboardInterrupt:
        return  # before granian had begun to listen to signals


# -- in the worker


def _load(settings: Settings, pipes: _Pipes, open_parts: Callable[[Settings], Service]) -> Any:
    """Open the service in the worker, tell the parent how it went, and watch for the parent's end."""
    # A terminal sends Ctrl-C to a whole group, and a granian worker that is signalled by it and by its parent at
    # once may hang. Only the parent shall hear it.
    os.setpgrp()
    # Until granian has handlers of its own, the parent's inherited one would swallow its signal to stop.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    pipes.parent_told.close()
    pipes.parent_tells.close()
    if settings.processors == "one":
        _stay_on_one_processor()
    try:
        service = open_parts(settings)
    except (StoreError, DirectoryUnavailable, OSError) as error:
        pipes.worker_tells.send(_Failed(f"{settings.database} cannot be used: {error}"))
        raise SystemExit(1) from None
    close_at_exit(service)
    threading.Thread(target=_heed, args=(pipes.worker_told, service.stop_streams), daemon=True).start()
    pipes.worker_tells.send(_Started(service.admin_token))
    return service.app


def _stay_on_one_processor() -> None:
    """Keep this process, with all threads it will start, on one of the processors it may use.

    One thread at a time runs Python, and passing its lock between processors costs more than a second one brings: 16
    games at once got 730 commands a second answered on one processor and 500 on two.
    """
    if hasattr(os, "sched_setaffinity"):
        allowed = sorted(os.sched_getaffinity(0))
        with suppress(OSError):
            os.sched_setaffinity(0, {allowed[os.getpid() % len(allowed)]})


def _heed(parent: Connection, stop_streams: Any) -> None:
    try:
        while True:
            parent.recv()
            stop_streams()
    except EOFError:
        # Killed outright. A worker left behind would keep the port and the log's lock, so it goes as suddenly.
        os._exit(1)


# -- in the parent


@contextmanager
def any_port(host: str) -> Iterator[int]:
    """Find a free port, and keep it for `serve` alone to listen at for the length of a `with` block.

    Raise `CannotServe` when the host is none of this machine.
    """
    with _bound(host, 0) as kept:
        yield kept.getsockname()[1]


def _check_port(settings: Settings) -> None:
    """Refuse a port that is taken; granian would share it with another granian without a word."""
    _bound(settings.host, settings.port).close()


def _bound(host: str, port: int) -> socket.socket:
    """Bind a port as nobody else may; 0 is any, and that one granian may share."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with ExitStack() as undo:
            bound = undo.enter_context(socket.socket(family, socket.SOCK_STREAM))
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if port == 0:
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            bound.bind(address)
            if port:
                bound.listen()
            undo.pop_all()
            return bound
    except OSError as error:
        where = f"{host} port {port}" if port else host
        raise CannotServe(f"cannot listen on {where}: {error.strerror}") from error


def _answers(host: str, port: int) -> bool:
    for _ in range(600):
        connection = http.client.HTTPConnection(_ANYWHERE.get(host, host), port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == http.HTTPStatus.OK
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    return False


def _print_where(settings: Settings, admin_token: str | None) -> None:
    host = _ANYWHERE.get(settings.host, settings.host)
    host = f"[{host}]" if ":" in host else host
    base = settings.base_url or f"http://{host}:{settings.port}"
    lines = [f"Harvest Ledger  {base}", f"Try it          {base}/docs"]
    if admin_token is not None:
        lines.append(f"Admin token     {admin_token}  (shown this once)")
    elif settings.admin_token is not None:
        lines.append("Admin token     the one that was set")
    else:
        lines.append("Admin token     as an earlier start printed it; `harvest-ledger token new --admin` makes another")
    lines.append("Ctrl-C stops the service.")
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
