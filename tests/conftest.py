"""The same surroundings for every test, whatever machine, terminal or order it is run in."""

import importlib
import os
import pkgutil

import pytest

from service.settings import PREFIX

FROM_OUTSIDE = ("FORCE_COLOR", "NO_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS", "LINES")


def pytest_configure() -> None:
    for name in [*os.environ]:
        if name in FROM_OUTSIDE or name.startswith(PREFIX):
            del os.environ[name]
    # The services that tests start are on this machine, and no proxy leads to them.
    os.environ["NO_PROXY"] = os.environ["no_proxy"] = "*"


def pytest_collection_finish(session: pytest.Session) -> None:
    """Load all that is tested before the first test.

    Hypothesis takes constants from the modules that are loaded: so they are the same ones whatever has run before.
    """
    for package in ("domain", "eventstore", "service"):
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            importlib.import_module(module.name)
