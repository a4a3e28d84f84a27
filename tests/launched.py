"""A service as a process of its own: how tests start it, hear what it says, and get rid of it."""

import os
import re
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.waiting import PATIENCE


class Launched:
    """A program that serves; `said` is what it printed until it was ready, or all of it if it never was."""

    def __init__(self, command: Sequence[str], cwd: Path, log: Path, settings: dict[str, Any], **options: Any) -> None:
        """Start a command with settings of the service; what it writes to standard error is added to a file."""
        self._log = log
        env = os.environ | {f"HARVEST_LEDGER_{name.upper()}": str(value) for name, value in settings.items()}
        with log.open("ab") as errors:
            self.process = subprocess.Popen(
                command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=errors, text=True, **options
            )
        self.said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if "Ctrl-C" in line:
                break

    @property
    def log(self) -> str:
        """What it, and those before it with the same file, wrote to standard error."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def told(self, label: str) -> str:
        """Return what it printed behind a label."""
        found = re.search(rf"^{label} +(\S+)", self.said, re.MULTILINE)
        assert found is not None, self.said + self.log
        return found[1]

    def ended(self) -> int:
        """Wait for the end and return the exit status."""
        return self.process.wait(timeout=PATIENCE)

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Ask it to stop and return the exit status."""
        self.process.send_signal(how)
        return self.ended()

    def close(self) -> None:
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
