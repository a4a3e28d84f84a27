"""Measure the speed of a real service and print it beside the targets; nothing is judged.

Rates and waits over HTTP are medians of several rounds, and shared with this load generator and whatever else the
machine does. What counts processor time says so: that is the steadier figure.
"""

import os
import platform
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import click
import msgspec
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from scripts import bench_core, bench_service, bench_store
from scripts.bench_server import Server

AT_ONCE = 16


@dataclass(frozen=True)
class Figure:
    """One measured figure: what it is, its value and unit, and the target as a text where there is one."""

    what: str
    value: float
    unit: str
    target: str = ""


@dataclass(frozen=True)
class Size:
    """How much is measured: a few seconds for a first impression, or enough for figures to keep."""

    rounds: int
    seconds: float
    entries: int
    commands: int
    readings: int
    games: int


QUICK = Size(rounds=1, seconds=2, entries=1_500, commands=80, readings=50, games=2)
FULL = Size(rounds=5, seconds=5, entries=10_000, commands=400, readings=300, games=20)


def many_games(size: Size) -> Iterator[Figure]:
    """Measure sixteen games at once."""
    with Server() as server:
        rounds = bench_service.played_at_once(server, AT_ONCE, size.seconds, size.rounds)
    yield Figure("durable commands, 16 games at once", median(each.per_second for each in rounds), "/s", ">= 700")
    yield Figure("  half wait at most", 1e3 * median(each.wait(50) for each in rounds), "ms")
    yield Figure("  99 of 100 wait at most", 1e3 * median(each.wait(99) for each in rounds), "ms", "< 60")
    yield Figure("  processor time of the service, each", 1e3 * median(each.cpu_each for each in rounds), "ms")


def one_game(size: Size) -> Iterator[Figure]:
    """Measure one game alone."""
    with Server() as server:
        rounds = bench_service.played_at_once(server, 1, size.seconds, size.rounds)
    yield Figure("durable commands, one game alone", median(each.per_second for each in rounds), "/s")
    yield Figure("  half wait at most", 1e3 * median(each.wait(50) for each in rounds), "ms", "< 4")
    yield Figure("  99 of 100 wait at most", 1e3 * median(each.wait(99) for each in rounds), "ms")
    yield Figure("  processor time of the service, each", 1e3 * median(each.cpu_each for each in rounds), "ms")


def long_game(size: Size) -> Iterator[Figure]:
    """Measure a very long game beside new ones."""
    with Server() as server:
        found = bench_service.flatness(server, size.entries, size.commands)
    yield Figure("a command of a new game, median wait", 1e3 * found.early.wait(50), "ms")
    yield Figure(f"  and at entry {found.entries:,}", 1e3 * found.late.wait(50), "ms")
    yield Figure("  ratio", found.ratio, "", "< 1.3")
    if found.early.cpu:
        yield Figure("  ratio by processor time", found.late.cpu_each / found.early.cpu_each, "")


def readings(size: Size) -> Iterator[Figure]:
    """Measure readings of a game of two hundred entries, and random games."""
    with Server() as server:
        for path, waits in bench_service.readings(server, size.readings).items():
            yield Figure(f"GET /v1/games/{{id}}{path}, half wait at most", 1e3 * median(waits), "ms")
            yield Figure("  99 of 100 wait at most", 1e3 * bench_service.percentile(waits, 99), "ms")
        for name, ruleset, seats in (("Season Harvest", "season-harvest", 2), ("Harvest Island", "harvest-island", 4)):
            seconds, commands = bench_service.random_games(server, size.games, ruleset, seats)
            yield Figure(f"random games of {name} over HTTP, seats: {seats}", size.games / seconds, "/s")
            yield Figure("  their commands, with a look at what is legal before each", commands / seconds, "/s")


def core(size: Size) -> Iterator[Figure]:
    """Measure folding and audits on one core."""
    games = bench_core.recorded_games(size.games)
    rates = bench_core.folded_per_second(games, size.rounds)
    yield Figure("events folded from stored bytes, one core", median(rates), "/s", ">= 100,000")
    island = bench_core.recorded_games(size.games, 4, "harvest-island")
    rates = bench_core.folded_per_second(island, size.rounds, "harvest-island")
    yield Figure("  the same of Harvest Island, four seats", median(rates), "/s", ">= 80,000")
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        rates = bench_core.audited_per_second(games, Path(folder), size.rounds)
    yield Figure("full audits of finished two-player games, one core", median(rates), "/s", ">= 40")


def chambers(size: Size) -> Iterator[Figure]:
    """Measure Harvest (Chambers) for four: folding on one core, and random games over HTTP."""
    games = bench_core.recorded_games(size.games, 4, "harvest-chambers")
    rates = bench_core.folded_per_second(games, size.rounds, "harvest-chambers")
    yield Figure("events of Harvest (Chambers) for four folded, one core", median(rates), "/s", ">= 60,000")
    with Server() as server:
        seconds, commands = bench_service.random_games(server, size.games, "harvest-chambers", 4)
    yield Figure("random games of Harvest (Chambers) for four over HTTP", size.games / seconds, "/s")
    yield Figure("  their commands, with a look at what is legal before each", commands / seconds, "/s")


def store(size: Size) -> Iterator[Figure]:
    """Measure durable appends beside bare SQLite."""
    rounds = [bench_store.measure(size.seconds / 2) for _ in range(size.rounds)]
    for rows in zip(*rounds, strict=True):
        target = f">= {rows[0].target:,}" if rows[0].target else ""
        yield Figure(f"store: {rows[0].name}", median(each.per_second for each in rows), "/s", target)


PARTS: dict[str, Callable[[Size], Iterator[Figure]]] = {
    "many": many_games,
    "one": one_game,
    "long": long_game,
    "readings": readings,
    "core": core,
    "chambers": chambers,
    "store": store,
}


def table(figures: list[Figure]) -> Table:
    """Show figures as a table for a terminal."""
    shown = Table(title=f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    shown.add_column("what")
    for column in ("measured", "target"):
        shown.add_column(column, justify="right", no_wrap=True)
    for each in figures:
        digits = 0 if each.value >= 100 else 1 if each.value >= 10 else 2
        shown.add_row(each.what, f"{each.value:,.{digits}f} {each.unit}".rstrip(), each.target)
    return shown


@click.command(help=__doc__)
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)))
@click.option("--quick", is_flag=True, help="Measure for seconds instead of minutes.")
@click.option("--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures here too.")
def main(parts: tuple[str, ...], *, quick: bool, file: Path | None) -> None:
    """Measure all parts, or those that are named."""
    size = QUICK if quick else FULL
    figures: list[Figure] = []
    console = Console()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        for name in parts or PARTS:
            part = PARTS[name]
            task = progress.add_task((part.__doc__ or name).splitlines()[0])
            figures += part(size)
            progress.remove_task(task)
    console.print(table(figures))
    if file is not None:
        file.write_bytes(msgspec.json.format(msgspec.json.encode([asdict(each) for each in figures])))


if __name__ == "__main__":
    main()
