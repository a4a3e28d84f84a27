"""`harvest-ledger forget`."""

from contextlib import closing

import click

from service.commands.options import existing_log, read_settings, settings_options
from service.commands.terminal import Failed
from service.directory import Directory

__all__ = ["forget"]


@click.command()
@settings_options("database")
@click.argument("player", metavar="PLAYER")
def forget(*, database: str | None, player: str) -> None:
    """Erase the name of PLAYER, given by id, for good.

    The games keep the id, so every log still verifies. A service may be running; backups made before hold the name.
    """
    path = read_settings({"database": database}).database
    with existing_log(path), closing(Directory(path)) as directory:
        if not directory.forget(player):
            raise Failed(f"There is no player {player}.")
    click.echo(f"{player} has no name any more.")
