"""`harvest-ledger serve`."""

from contextlib import ExitStack
from dataclasses import replace

import click

from service.commands.options import ENVIRONMENT_ONLY, read_settings, settings_options
from service.commands.terminal import Failed, progress
from service.demo import SAMPLES, add_samples
from service.settings import Settings, describe
from service.trials_local import open_desk

__all__ = ["serve"]

_EPILOG = "\b\nAlso read from the environment:\n" + "\n".join(
    f"  {doc.variable}\n      {doc.meaning}" for doc in describe() if doc.name in ENVIRONMENT_ONLY
)


@click.command(epilog=_EPILOG)
@settings_options()
@click.option("--demo", is_flag=True, help="Add sample games first, finished and running ones, unless they are there.")
def serve(*, demo: bool, **flags: str | None) -> None:
    """Serve a ledger over HTTP until Ctrl-C.

    Prints the address, that of the page to try the interface on and, on the first start, an administrator's token.
    `--port 0` takes any free port. An option wins over its variable of the environment.
    """
    # Here, as they take a second that no other verb needs, and so that Ctrl-C meanwhile is Ctrl-C.
    from service.serving import CannotServe, any_port  # noqa: PLC0415
    from service.serving import serve as serve_until_stopped  # noqa: PLC0415

    any_will_do = set(flags["port"] or "") == {"0"}
    settings = read_settings({**flags, "port": None} if any_will_do else flags)
    try:
        with ExitStack() as undo:
            if any_will_do:
                settings = replace(settings, port=undo.enter_context(any_port(settings.host)))
            if demo:
                _add_samples(settings)
            serve_until_stopped(settings)
    except CannotServe as fault:
        raise Failed(str(fault)) from fault


def _add_samples(settings: Settings) -> None:
    with open_desk(settings) as desk, progress("Sample games", len(SAMPLES)) as tell:
        opened = add_samples(desk, tell)
    click.echo(f"Sample games: {opened} added, {len(SAMPLES) - opened} there before.", err=True)
