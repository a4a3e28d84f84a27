"""What the fault tests start."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.running import Starter, starter


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starter]:
    with starter(tmp_path) as begin:
        yield begin
