"""Options of the command line that are settings; a value given there wins over the environment's."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from eventstore import EventReader, StoreError
from service.commands.terminal import Failed
from service.engine import open_store_for_reading
from service.settings import PREFIX, SettingDoc, Settings, SettingsError, describe

__all__ = ["ENVIRONMENT_ONLY", "existing_log", "read_settings", "settings_options"]

Verb = TypeVar("Verb", bound=Callable[..., Any])

ENVIRONMENT_ONLY = ("admin_token",)
"""Settings without an option: whoever can list processes can read what stands on a command line."""


def settings_options(*names: str) -> Callable[[Verb], Verb]:
    """Give a verb the options of these settings, or of all."""
    docs = [doc for doc in describe() if doc.name in (names or _all())]

    def decorate(verb: Verb) -> Verb:
        for doc in reversed(docs):
            verb = click.option(_flag(doc.name), metavar=_metavar(doc), help=_help(doc))(verb)
        return verb

    return decorate


def read_settings(flags: Mapping[str, str | None]) -> Settings:
    """Return the settings of the environment, with those replaced that were given as options.

    Raise `SettingsError`, which names an option where the fault is an option's.
    """
    given = {PREFIX + name.upper(): value for name, value in flags.items() if value is not None}
    try:
        return Settings.from_env({**os.environ, **given})
    except SettingsError as faulty:
        faults = faulty.faults
        for name in sorted(flags, key=len, reverse=True):
            if flags[name] is not None:
                faults = tuple(fault.replace(PREFIX + name.upper(), _flag(name)) for fault in faults)
        raise SettingsError(faults) from faulty


@contextmanager
def existing_log(database: Path) -> Iterator[EventReader]:
    """Open a log for reading, also while a service writes it; refuse a file that is none."""
    if not database.is_file():
        raise Failed(f"There is no ledger {database}; `harvest-ledger serve` makes one.")
    try:
        reader = open_store_for_reading(database)
    except StoreError as fault:
        raise Failed(f"{database} cannot be read as a ledger: {fault}.") from fault
    try:
        yield reader
    finally:
        reader.close()


def _all() -> tuple[str, ...]:
    return tuple(doc.name for doc in describe() if doc.name not in ENVIRONMENT_ONLY)


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")


def _metavar(doc: SettingDoc) -> str:
    if doc.name in {"database", "catalogue"}:
        return "PATH"
    return "NUMBER" if (doc.default or "").isdecimal() else "TEXT"


def _help(doc: SettingDoc) -> str:
    default = f"; default: {doc.default}" if doc.default else ""
    return f"{doc.meaning} [env: {doc.variable}{default}]"
