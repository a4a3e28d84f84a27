"""`harvest-ledger token new`, `list` and `revoke`; what they do holds from the next request on."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from secrets import token_bytes

import click
from rich import box
from rich.table import Table

from eventstore import EventReader
from service.commands.options import existing_log, read_settings, settings_options
from service.commands.terminal import Failed, Verbs, console
from service.directory import Directory, TokenInfo
from service.envelopes import Opened, Unreadable, happened
from service.grants import Grant

__all__ = ["token"]


@click.group(cls=Verbs)
def token() -> None:
    """Make, list and revoke tokens, also while a service runs."""


@token.command()
@settings_options("database")
@click.option("--admin", is_flag=True, help="Administers the ledger, and opens games.")
@click.option("--open", "opens", is_flag=True, help="Opens games.")
@click.option("--game", metavar="ID", help="The game that --seat, --scribe and --arbiter are about.")
@click.option("--seat", "seats", type=click.IntRange(min=1), multiple=True, help="Holds this seat; may be repeated.")
@click.option("--scribe", is_flag=True, help="Keeps the record of an observed game.")
@click.option("--arbiter", is_flag=True, help="Oversees the game.")
@click.option("--label", default="", help="A note for whoever lists the tokens; never shown to players.")
def new(
    *,
    database: str | None,
    admin: bool,
    opens: bool,
    game: str | None,
    seats: tuple[int, ...],
    scribe: bool,
    arbiter: bool,
    label: str,
) -> None:
    """Make a token and print it; it is shown this once.

    The token stands alone on standard output, its id and what it may do on standard error.
    """
    of_game = bool(seats or scribe or arbiter)
    if of_game != (game is not None):
        raise click.UsageError("--game and at least one of --seat, --scribe and --arbiter belong together.")
    grants = [Grant.to_admin(token_bytes)] if admin else []
    grants += [Grant.to_open_games(token_bytes)] if opens else []
    with _files(database) as (log, directory):
        if game is not None:
            _check(log, game, seats, scribe=scribe)
            grants += [Grant.to_seat(game, seat) for seat in dict.fromkeys(seats)]
            grants += [Grant.to_scribe(game)] if scribe else []
            grants += [Grant.to_arbiter(game)] if arbiter else []
        if not grants:
            raise click.UsageError("Say what the token may do: --admin, --open, or --game with a part in it.")
        issued = directory.issue(grants, label)
    click.echo(issued.token)
    click.echo(f"{issued.token_id}: {_said(grants)}. It is shown this once.", err=True)


@token.command("list")
@settings_options("database")
@click.option("--game", metavar="ID", help="Only tokens with a part in this game.")
@click.option("--all", "everything", is_flag=True, help="Revoked ones too.")
def list_tokens(*, database: str | None, game: str | None, everything: bool) -> None:
    """List tokens by id, the oldest first; their texts are not kept."""
    with _files(database) as (_, directory):
        found = [
            info
            for info in directory.tokens()
            if (everything or info.revoked_at is None) and (game is None or _concerns(info, game))
        ]
    table = Table("Id", "May", "Label", "Made", *(("Revoked",) if everything else ()), box=box.SIMPLE_HEAD)
    for info in found:
        revoked = (info.revoked_at or "",) if everything else ()
        table.add_row(info.id, _said(info.grants), info.label, info.created_at, *revoked)
    console().print(table)


@token.command()
@settings_options("database")
@click.argument("token_id", metavar="ID")
def revoke(*, database: str | None, token_id: str) -> None:
    """Revoke a token for good, by its id."""
    with _files(database) as (_, directory):
        if not directory.revoke(token_id):
            raise Failed(f"No token {token_id} is in use; `harvest-ledger token list` shows those that are.")
    click.echo(f"{token_id} is revoked.")


@contextmanager
def _files(database: str | None) -> Iterator[tuple[EventReader, Directory]]:
    path = read_settings({"database": database}).database
    with existing_log(path) as log, closing(Directory(path)) as directory:
        yield log, directory


def _check(log: EventReader, game: str, seats: tuple[int, ...], *, scribe: bool) -> None:
    """Refuse a part that nobody can have in this game."""
    opened = _opening(log, game)
    beyond = [seat for seat in seats if seat > len(opened.seats)]
    if beyond:
        raise Failed(f"Game {game} has seats 1 to {len(opened.seats)}, not {beyond[0]}.")
    if scribe and opened.mode != "observed":
        raise Failed(f"Game {game} is {opened.mode}; only an observed game has a scribe.")


def _opening(log: EventReader, game: str) -> Opened:
    try:
        events = [event for entry in log.read(game, 0, 1) for event in happened(entry.body)]
    except Unreadable as fault:
        raise Failed(f"The log of game {game} is damaged; `harvest-ledger verify` says how.") from fault
    opened = next((event for event in events if isinstance(event, Opened)), None)
    if opened is None:
        raise Failed(f"There is no game {game}.")
    return opened


def _concerns(info: TokenInfo, game: str) -> bool:
    return any(grant.game == game for grant in info.grants)


def _said(grants: list[Grant] | tuple[Grant, ...]) -> str:
    return ", ".join(grant.scope if grant.game is None else grant.id for grant in grants)
