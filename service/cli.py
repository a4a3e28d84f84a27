"""The program `harvest-ledger`, which an interruption ends quietly from its first moment on."""

import os
import signal
from typing import Any

from service.commands import INTERRUPTED

__all__ = ["main"]


def main(**options: Any) -> None:
    """Run the command line; `options` are click's."""
    # Importing all that a verb needs takes a second, in which there is nothing to tidy up.
    handler = signal.getsignal(signal.SIGINT)
    if handler is not signal.SIG_IGN:  # as a shell sets it for what runs in its background
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from service.commands.program import program  # noqa: PLC0415

    signal.signal(signal.SIGINT, handler)
    program(**options)
