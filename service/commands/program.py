"""The command line, `harvest-ledger`: a verb for each module beside this one."""

import click

from service.commands.forget import forget
from service.commands.rebuild import rebuild
from service.commands.serve import serve
from service.commands.simulate import simulate
from service.commands.spec import spec
from service.commands.terminal import Verbs
from service.commands.token import token
from service.commands.verify import verify

__all__ = ["program"]

_EPILOG = (
    "`harvest-ledger VERB --help` says more about each. Exit codes: 0 done, 1 failed or found faulty, 2 misused,"
    " 130 interrupted."
)


@click.group(
    cls=Verbs,
    commands=[serve, verify, simulate, token, rebuild, forget, spec],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog=_EPILOG,
)
@click.version_option(package_name="harvest-ledger", prog_name="harvest-ledger")
def program() -> None:
    """Keep tabletop games as append-only logs: serve them, verify them, fill them with trial games."""
