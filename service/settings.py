"""What an operator may set, read from the environment once and never changed afterwards."""

# ruff: noqa: RUF009  (`_setting` is dataclasses.field with our metadata, and as harmless in a class body)

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

__all__ = ["PREFIX", "SettingDoc", "Settings", "SettingsError", "describe"]

PREFIX = "HARVEST_LEDGER_"

_TOKEN = re.compile(r"[A-Za-z0-9._~+/-]+=*")  # what RFC 6750 lets a bearer token consist of
_RATE = re.compile(r"[1-9][0-9]{0,8}/(second|minute|hour|day)")
_LEVELS = ("debug", "info", "warning", "error", "critical")
_FORMATS = ("console", "json")


class SettingsError(ValueError):
    """Report every fault of the environment at once; `faults` lists them, a sentence each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        self.faults = faults
        super().__init__("\n".join(("The settings cannot be used:", *(f"  {fault}" for fault in faults))))


@dataclass(frozen=True, slots=True)
class SettingDoc:
    """Describe one setting for help texts and documentation; a default of None means it is not set."""

    name: str
    variable: str
    default: str | None
    meaning: str


def _text(raw: str) -> str:
    if not raw or raw != raw.strip() or not raw.isprintable():
        raise ValueError("must be printable text without surrounding spaces")
    return raw


def _file(raw: str) -> Path:
    if not raw.strip() or raw == ":memory:" or raw.startswith("file:"):
        raise ValueError("must be the path of a file; a ledger kept in memory would be lost")
    return Path(raw)


def _whole(low: int, high: int) -> Callable[[str], int]:
    def parse(raw: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", raw) or not low <= int(raw) <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return int(raw)

    return parse


def _one_of(*allowed: str) -> Callable[[str], str]:
    def parse(raw: str) -> str:
        if raw.lower() not in allowed:
            raise ValueError(f"must be one of {', '.join(allowed)}")
        return raw.lower()

    return parse


def _admin_token(raw: str) -> str:
    if len(raw) < 16 or not _TOKEN.fullmatch(raw):
        raise ValueError("must have at least 16 characters, only letters, digits and . _ ~ + / - =")
    return raw


def _rate_limit(raw: str) -> str:
    parts = [part.strip() for part in raw.split(";")] if raw.strip() else []
    if not all(_RATE.fullmatch(part) for part in parts):
        raise ValueError("must look like '600/minute;20/second' (or hour, day), or be empty for no limit")
    return ";".join(parts)


def _url(raw: str) -> str:
    url = _split(raw)
    if url is None or url.query or url.fragment:
        raise ValueError("must be an http or https address without query and fragment")
    return raw.rstrip("/")


def _origins(raw: str) -> tuple[str, ...]:
    origins = tuple(part.strip() for part in raw.split(",") if part.strip())
    if origins == ("*",):
        return origins
    for origin in origins:
        url = _split(origin)
        if url is None or url.path or url.query or url.fragment:
            raise ValueError(f"must be '*' alone, or origins like https://a.example,https://b.example: see {origin!r}")
    return origins


def _split(raw: str) -> Any:
    """Split an http(s) address that names a host and no user; None for anything else."""
    try:
        url = urlsplit(raw)
        usable = url.scheme in {"http", "https"} and url.hostname and url.port != 0 and "@" not in url.netloc
    except ValueError:
        return None
    return url if usable and raw.isprintable() and " " not in raw else None


def _setting(default: str | None, parse: Callable[[str], Any], meaning: str, *, secret: bool = False) -> Any:
    metadata = {"default": default, "parse": parse, "meaning": meaning, "secret": secret}
    value = None if default is None else parse(default)
    return field(default=value, repr=not secret, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Hold the checked settings of one service; `Settings()` has every default."""

    host: str = _setting("127.0.0.1", _text, "Address to listen on.")
    port: int = _setting("8000", _whole(1, 65535), "TCP port to listen on.")
    database: Path = _setting("ledger.db", _file, "SQLite file with the log, the players and the tokens.")
    catalogue: Path | None = _setting(
        None,
        _file,
        "File of the rebuildable listing index; when not set, the database's name with `.catalogue` added.",
    )
    admin_token: str | None = _setting(
        None,
        _admin_token,
        "Token that shall have the admin grant; when not set, the first start makes one and prints it.",
        secret=True,
    )
    base_url: str | None = _setting(
        None, _url, "Public address that links begin with, when a proxy stands before the service."
    )
    cors_origins: tuple[str, ...] = _setting(
        "*",
        _origins,
        "Web origins whose pages may call the service, with commas between; `*` for any, empty for none.",
    )
    rate_limit: str = _setting(
        "60000/minute;2000/second",
        _rate_limit,
        "Requests allowed per token, semicolons between; empty for no limit.",
    )
    body_limit: int = _setting(
        "262144",
        _whole(1024, 64 * 1024 * 1024),
        "Largest request body, in bytes; larger ones are refused with 413.",
    )
    blocking_threads: int = _setting(
        "64",
        _whole(2, 1024),
        "Requests served at the same time; each open stream and long-poll occupies one.",
    )
    max_streams: int = _setting(
        "32",
        _whole(1, 1023),
        "Streams and long-polls open at the same time; must be below the number of threads.",
    )
    processors: str = _setting(
        "one",
        _one_of("one", "all"),
        "Processors to run on: `one` answers more commands, as only one thread at a time runs Python;"
        " `all` leaves the choice to the system.",
    )
    heartbeat_seconds: int = _setting("15", _whole(1, 300), "Seconds between the comments of an idle event stream.")
    max_cached_games: int = _setting("512", _whole(1, 1_000_000), "Games whose folded state is kept in memory.")
    log_level: str = _setting("info", _one_of(*_LEVELS), f"Least severe messages to log: {', '.join(_LEVELS)}.")
    log_format: str = _setting(
        "console", _one_of(*_FORMATS), "Shape of a log line: console for people, json for machines."
    )

    @property
    def catalogue_path(self) -> Path:
        """Return the file of the listing index, whether set or derived from the database's name."""
        return self.catalogue or self.database.with_name(self.database.name + ".catalogue")

    @classmethod
    def from_env(cls, env: Mapping[str, str]) -> "Settings":
        """Read the settings from `HARVEST_LEDGER_*` variables.

        Raise SettingsError with all faults: unusable values, values that contradict each other, and variables
        with the prefix that name no setting (a misspelt limit would otherwise be no limit).
        """
        values: dict[str, Any] = {}
        faults = _unknown(env)
        given = [item for item in fields(cls) if PREFIX + item.name.upper() in env]
        for item in given:
            raw = env[variable := PREFIX + item.name.upper()]
            try:
                values[item.name] = item.metadata["parse"](raw)
            except ValueError as fault:
                shown = "" if item.metadata["secret"] else f", not {raw!r}"
                faults.append(f"{variable} {fault}{shown}")
        settings = cls(**values)
        faults += _contradictions(settings, {item.name for item in given} - set(values))
        if faults:
            raise SettingsError(tuple(faults))
        return settings


def describe() -> tuple[SettingDoc, ...]:
    """List every setting with its variable, default and meaning, in the order of the class."""
    return tuple(
        SettingDoc(item.name, PREFIX + item.name.upper(), item.metadata["default"], item.metadata["meaning"])
        for item in fields(Settings)
    )


def _unknown(env: Mapping[str, str]) -> list[str]:
    known = [doc.name.upper() for doc in describe()]
    faults = []
    for name in sorted(variable.removeprefix(PREFIX) for variable in env if variable.startswith(PREFIX)):
        if name not in known:
            near = "".join(f"; {PREFIX}{one} is" for one in get_close_matches(name, known, 1))
            faults.append(f"{PREFIX}{name} is not a setting{near}")
    return faults


def _contradictions(settings: Settings, unusable: set[str]) -> list[str]:
    """Compare the values with each other, except where one of them was refused already."""
    faults = []
    streams, threads = settings.max_streams, settings.blocking_threads
    if streams >= threads and not unusable & {"max_streams", "blocking_threads"}:
        faults.append(
            f"{PREFIX}MAX_STREAMS ({streams}) must be below {PREFIX}BLOCKING_THREADS ({threads}),"
            " or streams could occupy every thread"
        )
    if settings.catalogue_path == settings.database and not unusable & {"catalogue", "database"}:
        faults.append(f"{PREFIX}CATALOGUE must be another file than {PREFIX}DATABASE, as it may be deleted")
    return faults
