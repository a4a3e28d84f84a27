"""Open everything that a running service holds, and close it again.

For a WSGI server of one's own: `granian --interface wsgi --workers 1 --blocking-threads 64 --factory
service.wsgi:make_app`. One worker only, since the log has one writing process.
"""

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import util
from threading import Lock

from flask import Flask

from service.api.streams import Streams
from service.api.watch import journal
from service.app import create_app
from service.catalogue import Catalogue
from service.directory import Directory
from service.engine import open_store
from service.observability import make_log
from service.settings import Settings

__all__ = ["Service", "close_at_exit", "make_app", "open_service"]


@dataclass(frozen=True)
class Service:
    """Hold a running service: its app, and how to end its streams and let go of its files.

    `admin_token` is set only when this start made it; it is kept nowhere else.
    """

    app: Flask
    admin_token: str | None
    stop_streams: Callable[[], None]
    close: Callable[[], None]


def open_service(settings: Settings) -> Service:
    """Open the log, the directory and the catalogue, and put the app together.

    Raise a `StoreError` or `DirectoryUnavailable` when a file cannot be used; nothing is left open then.
    """
    with ExitStack() as undo:
        turn = Lock()
        store = open_store(settings.database, turn)
        undo.callback(store.close)
        directory = Directory(settings.database, turn=turn)
        undo.callback(directory.close)
        log = make_log(settings.log_level, settings.log_format)
        catalogue = Catalogue(settings.catalogue_path, store, log)
        undo.callback(catalogue.close)
        token = directory.ensure_admin(settings.admin_token)
        noted = journal(log)
        streams = Streams(settings.max_streams, report=noted.report, heartbeat=settings.heartbeat_seconds)
        undo.callback(streams.stop)
        app = create_app(settings, store, directory, catalogue, journal=noted, streams=streams)
        shown = None if token == settings.admin_token else token
        return Service(app, shown, streams.stop, undo.pop_all().close)


def make_app() -> Flask:
    """Return the app as the environment configures it; a new admin token goes to standard error, once."""
    service = open_service(Settings.from_env(os.environ))
    close_at_exit(service)
    if service.admin_token is not None:
        sys.stderr.write(f"Admin token (shown this once): {service.admin_token}\n")
    return service.app


def close_at_exit(service: Service) -> None:
    """Close the service when this process ends in order, also when it was started by multiprocessing."""
    # Forked workers leave without running what atexit holds; this runs in both.
    util.Finalize(None, service.close, exitpriority=10)
