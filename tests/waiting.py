"""How tests wait: for a condition, and for as long as a slow and busy machine may need."""

import time
from collections.abc import Callable

PATIENCE = 300
"""Seconds after which something hangs; what works takes a small part of it anywhere."""


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, "it never came true"
        time.sleep(0.02)
