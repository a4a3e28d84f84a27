"""`harvest-ledger spec`."""

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from service.settings import Settings

__all__ = ["spec"]


@click.command()
def spec() -> None:
    """Print the OpenAPI document of the interface, as JSON."""
    from service.wsgi import open_service  # noqa: PLC0415 - Flask takes a second that other verbs do not need

    # The environment is left out: the published document is the same wherever it is made.
    with TemporaryDirectory() as folder:
        service = open_service(Settings(database=Path(folder) / "ledger.db", log_level="critical"))
        try:
            document = service.app.test_client().get("/openapi.json").get_data(as_text=True)
        finally:
            service.close()
    click.echo(document.rstrip("\n"))
