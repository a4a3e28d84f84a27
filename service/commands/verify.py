"""`harvest-ledger verify`."""

import click

from domain.registry import RULESETS
from service.commands.options import existing_log, read_settings, settings_options
from service.commands.terminal import progress
from service.rules import all_rules
from service.settings import Settings
from service.verifying import Fault, Memory, Verification, recall, registered_manifest
from service.verifying import verify as walk

__all__ = ["verify"]


@click.command()
@settings_options("database", "catalogue")
@click.pass_context
def verify(ctx: click.Context, /, **flags: str | None) -> None:
    """Check every game of a database, and say what is wrong and where.

    Nothing is written, and a service may be running. Checked are the hashes and how they chain, positions without an
    entry, sealed values, whether each game folds and would be decided alike, the chance of ended dealt games, results,
    and the latest entries against what the catalogue remembers. Exit code 1 when anything is wrong.
    """
    memory, found = _walk(read_settings(flags))
    if memory.note:
        click.echo(memory.note, err=True)
    for fault in found.faults:
        click.echo(_line(fault))
    click.echo(_summary(found))
    ctx.exit(0 if found.sound else 1)


def _walk(settings: Settings) -> tuple[Memory, Verification]:
    rules = all_rules(RULESETS, registered_manifest(settings.database))
    with existing_log(settings.database) as store:
        memory = recall(settings.catalogue_path, store.status())
        status = store.status()
        with progress("Entries", status.entries) as tell:
            return memory, walk(store, rules, memory, status, tell)


def _line(fault: Fault) -> str:
    where = fault.game or "The whole log"
    version = "" if fault.version is None else f", version {fault.version}"
    return f"{'warning: ' if fault.warning else ''}{where}{version}: {fault.check}: {fault.detail}"


def _summary(found: Verification) -> str:
    faults = sum(not fault.warning for fault in found.faults)
    games = len({fault.game for fault in found.faults if fault.game and not fault.warning})
    verdict = "nothing is wrong" if found.sound else f"{faults} faults, in {games} games"
    return f"{found.entries:,} entries of {found.games:,} games: {verdict}."
