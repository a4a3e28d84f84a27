from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from service.settings import PREFIX, Settings, SettingsError, describe


def faults(**env: str) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as refused:
        Settings.from_env({PREFIX + name: value for name, value in env.items()})
    return refused.value.faults


def read(**env: str) -> Settings:
    return Settings.from_env({PREFIX + name: value for name, value in env.items()})


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = Settings.from_env({"PATH": "/bin", "HARVEST": "x"})

    assert settings == Settings()
    assert (settings.host, settings.port, settings.database) == ("127.0.0.1", 8000, Path("ledger.db"))
    assert settings.body_limit == 256 * 1024
    assert settings.blocking_threads == 64
    assert settings.max_streams < settings.blocking_threads
    assert settings.admin_token is None


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().port = 1  # type: ignore[misc]


def test_every_variable_is_read_into_its_setting() -> None:
    env = {
        "HOST": "0.0.0.0",
        "PORT": "9001",
        "DATABASE": "/var/lib/games.db",
        "CATALOGUE": "/tmp/index",
        "ADMIN_TOKEN": "correct-horse-battery",
        "BASE_URL": "https://play.example/ledger/",
        "CORS_ORIGINS": "https://a.example, http://localhost:5173",
        "RATE_LIMIT": "600/minute; 20/second",
        "BODY_LIMIT": "2048",
        "BLOCKING_THREADS": "16",
        "MAX_STREAMS": "8",
        "PROCESSORS": "all",
        "HEARTBEAT_SECONDS": "5",
        "MAX_CACHED_GAMES": "7",
        "LOG_LEVEL": "WARNING",
        "LOG_FORMAT": "json",
    }

    assert read(**env) == Settings(
        host="0.0.0.0",
        port=9001,
        database=Path("/var/lib/games.db"),
        catalogue=Path("/tmp/index"),
        admin_token="correct-horse-battery",
        base_url="https://play.example/ledger",
        cors_origins=("https://a.example", "http://localhost:5173"),
        rate_limit="600/minute;20/second",
        body_limit=2048,
        blocking_threads=16,
        max_streams=8,
        processors="all",
        heartbeat_seconds=5,
        max_cached_games=7,
        log_level="warning",
        log_format="json",
    )
    assert {name.lower() for name in env} == {item.name for item in fields(Settings)}


def test_what_may_be_empty_is_off_when_empty() -> None:
    assert read(RATE_LIMIT="").rate_limit == ""
    assert read(CORS_ORIGINS="").cors_origins == ()
    assert read(CORS_ORIGINS="*").cors_origins == ("*",)


def test_the_index_stands_beside_the_database_unless_set() -> None:
    assert read(DATABASE="/srv/a.db").catalogue_path == Path("/srv/a.db.catalogue")
    assert read(CATALOGUE="/tmp/b").catalogue_path == Path("/tmp/b")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HOST", ""),
        ("HOST", " 127.0.0.1"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "8e3"),
        ("PORT", "٨"),
        ("PORT", "tcp://10.0.0.1:8000"),
        ("DATABASE", ""),
        ("DATABASE", ":memory:"),
        ("DATABASE", "file:x?mode=memory"),
        ("CATALOGUE", "ledger.db"),
        ("ADMIN_TOKEN", ""),
        ("ADMIN_TOKEN", "short"),
        ("ADMIN_TOKEN", "has a space in its middle"),
        ("BASE_URL", "play.example"),
        ("BASE_URL", "ftp://play.example"),
        ("BASE_URL", "https://play.example?x=1"),
        ("BASE_URL", "https://user@play.example"),
        ("BASE_URL", "https://play.example:99999"),
        ("CORS_ORIGINS", "*,https://a.example"),
        ("CORS_ORIGINS", "https://a.example/path"),
        ("CORS_ORIGINS", "a.example"),
        ("RATE_LIMIT", "600"),
        ("RATE_LIMIT", "0/second"),
        ("RATE_LIMIT", "5/fortnight"),
        ("RATE_LIMIT", "5/second;"),
        ("BODY_LIMIT", "1023"),
        ("MAX_STREAMS", "64"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
    ],
)
def test_an_unusable_value_is_one_fault_that_names_its_variable(name: str, value: str) -> None:
    (fault,) = faults(**{name: value})

    assert PREFIX + name in fault


def test_all_faults_are_reported_at_once() -> None:
    found = faults(PORT="x", LOG_LEVEL="loud", BODY_LIMT="1", MAX_STREAMS="9", BLOCKING_THREADS="9")

    assert len(found) == 4
    for part in ("PORT must be a whole number", "LOG_LEVEL", "BODY_LIMT is not a setting", "MAX_STREAMS (9)"):
        assert any(part in fault for fault in found)


def test_the_message_holds_every_fault() -> None:
    with pytest.raises(SettingsError, match=r"(?s)RATE_LIMIT.*LOG_FORMAT"):
        read(RATE_LIMIT="x", LOG_FORMAT="x")


def test_a_misspelt_variable_is_answered_with_the_right_one() -> None:
    assert faults(RATE_LIMITS="1/second") == (
        "HARVEST_LEDGER_RATE_LIMITS is not a setting; HARVEST_LEDGER_RATE_LIMIT is",
    )
    assert faults(QQQ="1") == ("HARVEST_LEDGER_QQQ is not a setting",)


def test_a_refused_value_is_not_compared_with_others() -> None:
    (fault,) = faults(BLOCKING_THREADS="many", MAX_STREAMS="500")

    assert "many" in fault


def test_the_admin_token_is_never_shown() -> None:
    assert "hush" not in faults(ADMIN_TOKEN="hush hush hush hush")[0]
    assert "correct-horse" not in repr(read(ADMIN_TOKEN="correct-horse-battery"))


def test_each_setting_is_described_and_its_default_read_back_is_the_default() -> None:
    docs = describe()
    env = {doc.variable: doc.default for doc in docs if doc.default is not None}

    assert [doc.name for doc in docs] == [item.name for item in fields(Settings)]
    assert all(doc.variable == PREFIX + doc.name.upper() for doc in docs)
    assert all(doc.meaning.endswith(".") for doc in docs)
    assert Settings.from_env(env) == Settings()
