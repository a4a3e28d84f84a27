"""`harvest-ledger rebuild`."""

from contextlib import closing

import click

from service.catalogue import Catalogue
from service.commands.options import existing_log, read_settings, settings_options
from service.commands.terminal import progress

__all__ = ["rebuild"]


@click.command()
@settings_options("database", "catalogue")
def rebuild(**flags: str | None) -> None:
    """Make the catalogue anew from the log, and take what the log holds for the truth.

    The catalogue is the index behind listings, and remembers how long each game was. After a backup has been put back,
    this makes it forget what came later. A service may be running.
    """
    settings = read_settings(flags)
    with existing_log(settings.database) as store, closing(Catalogue(settings.catalogue_path, store)) as catalogue:
        with progress("Entries", store.status().entries) as tell:
            entries = catalogue.rebuild(tell)
        games = store.status().streams
    click.echo(f"{settings.catalogue_path} holds {games:,} games again, from {entries:,} entries.")
