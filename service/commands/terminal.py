"""What the command line shows: progress on standard error, answers on standard output, failures in one sentence."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from eventstore import StoreError
from service.catalogue import CatalogueUnavailable
from service.commands import INTERRUPTED
from service.directory import DirectoryUnavailable
from service.faults import Invalid, LedgerError
from service.folds import UnreadableGame
from service.settings import SettingsError
from service.trials import Refused

__all__ = ["Failed", "Tell", "Verbs", "console", "progress"]

_WIDE = 240  # columns where nobody watches: what is piped on shall not be wrapped


class Tell(Protocol):
    """Tell a progress bar how far things are, with a few words if there are any."""

    def __call__(self, done: int, note: str = "") -> None:
        """Move the bar."""


class Failed(click.ClickException):
    """End a verb with exit code 1 and one sentence on standard error."""


class Verbs(click.Group):
    """A group of verbs in which whatever an operator can cause ends in a sentence, never in a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a verb and put its failures into words."""
        try:
            return super().invoke(ctx)
        except SettingsError as fault:
            raise click.UsageError(" ".join(str(fault).split())) from fault
        except _FORESEEN as fault:
            raise Failed(_sentence(fault)) from fault
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            raise  # click ends quietly when nobody reads on
        except OSError as fault:
            raise Failed(f"{fault.filename or 'A file'} cannot be used: {fault.strerror or fault}.") from fault


_FORESEEN = (
    StoreError,
    DirectoryUnavailable,
    CatalogueUnavailable,
    LedgerError,
    UnreadableGame,
    Refused,
    msgspec.MsgspecError,
)


def console() -> Console:
    """Return where answers are printed; colours only where somebody watches."""
    return Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else _WIDE)


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Tell]:
    """Show a bar on standard error, if that is a terminal, while a block runs; yields the function to move it."""
    note = TextColumn("{task.fields[note]}", markup=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), note)
    shown = Console(stderr=True)
    with Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as bar:
        task = bar.add_task(what, total=total, note="")

        def tell(done: int, note: str = "") -> None:
            bar.update(task, completed=done, note=note)

        yield tell


def _sentence(fault: Exception) -> str:
    if isinstance(fault, Invalid):
        return "; ".join(f"{pointer}: {text}" for pointer, text in fault.errors)
    return str(fault)
