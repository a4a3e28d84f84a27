"""`harvest-ledger simulate`."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from secrets import randbits
from tempfile import TemporaryDirectory
from typing import Any

import click
import msgspec
from rich import box
from rich.table import Table

from domain.kernel.values import Mode
from domain.registry import RULESETS
from service.commands.options import read_settings
from service.commands.terminal import console, progress
from service.settings import PREFIX, Settings
from service.simulating import Simulation, Summary, named
from service.simulating import simulate as play_all
from service.trials import Desk, Trial
from service.trials_local import open_desk
from service.trials_remote import RemoteDesk

__all__ = ["simulate"]


class _JsonObject(click.ParamType[dict[str, Any]]):
    name = "JSON"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dict[str, Any]:
        try:
            return msgspec.json.decode(value, type=dict[str, Any])
        except msgspec.MsgspecError as fault:
            self.fail(f"{value!r} is no JSON object: {fault}", param, ctx)


_KNOWN = [ruleset.meta.id for ruleset in RULESETS]


@click.command(epilog=f"RULESET is one of: {', '.join(_KNOWN)}.")
@click.argument("ruleset", metavar="RULESET", type=click.Choice(_KNOWN))
@click.option("--seats", type=click.IntRange(1, 100), default=2, show_default=True, help="Players of each game.")
@click.option("--games", type=click.IntRange(1), default=10, show_default=True, help="Games to play.")
@click.option(
    "--mode",
    type=click.Choice(["dealt", "observed"]),
    default="dealt",
    show_default=True,
    help="Whether the service deals, or a random table is recorded.",
)
@click.option("--options", type=_JsonObject(), default="{}", help="The games' options, as '{\"years\": 2}'.")
@click.option(
    "--blind",
    type=click.IntRange(0, 100),
    default=0,
    show_default=True,
    help="How often of a hundred the scribe does not see a card that may stay unknown.",
)
@click.option(
    "--seed", type=click.IntRange(0), help="Makes choices repeatable; without --url and --database the deals as well."
)
@click.option("--url", help="Play at this service, through its public interface.")
@click.option(
    "--token",
    envvar=f"{PREFIX}ADMIN_TOKEN",
    show_envvar=True,
    help="A token that may open games there.",
)
@click.option("--database", metavar="PATH", help="Play into this database, which no service may be using.")
def simulate(
    *,
    ruleset: str,
    seats: int,
    games: int,
    mode: Mode,
    options: dict[str, Any],
    blind: int,
    seed: int | None,
    **where: str | None,
) -> None:
    """Play games of RULESET at random, every command a legal one.

    Without --url or --database they are played in this process, into a database that is thrown away.
    """
    _check(**where)
    trial = Trial(ruleset, mode, named(seats), options)
    simulation = Simulation(trial, games, randbits(64) if seed is None else seed, blind)
    with _desk(seed, **where) as desk, progress("Games", games) as tell:
        summary = play_all(desk, simulation, lambda done, entries: tell(done, f"{entries:,} entries"))
    _show(ruleset, mode, seats, summary)


def _check(*, url: str | None, token: str | None, database: str | None) -> None:
    if url is not None and database is not None:
        raise click.UsageError("--url and --database exclude each other.")
    if url is not None and not url.startswith(("http://", "https://")):
        raise click.UsageError("--url takes an address such as http://127.0.0.1:8000.")
    if url is not None and token is None:
        raise click.UsageError("--url needs a --token that may open games.")


@contextmanager
def _desk(seed: int | None, *, url: str | None, token: str | None, database: str | None) -> Iterator[Desk]:
    if url is not None and token is not None:
        with closing(RemoteDesk(url, token)) as remote:
            yield remote
    elif database is not None:
        with open_desk(read_settings({"database": database})) as local:
            yield local
    else:
        with TemporaryDirectory() as folder, _throw_away(Path(folder), seed) as local:
            yield local


@contextmanager
def _throw_away(folder: Path, seed: int | None) -> Iterator[Desk]:
    settings = Settings(database=folder / "ledger.db")
    if seed is None:
        with open_desk(settings) as desk:
            yield desk
    else:
        # Nothing of this ledger outlives the run, so that its secrets may be foreseen.
        with open_desk(settings, Random(seed).randbytes) as desk:  # noqa: S311
            yield desk


def _show(ruleset: str, mode: Mode, seats: int, summary: Summary) -> None:
    table = Table(title=f"{ruleset}, {mode}, {seats} seats", box=box.SIMPLE, show_header=False, title_justify="left")
    for label, text in summary.rows():
        table.add_row(label, text)
    console().print(table)
