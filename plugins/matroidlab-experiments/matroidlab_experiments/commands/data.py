import json
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from matroidlab.cli.options import json_option
from matroidlab.cli.suggesting import SuggestingGroup
from matroidlab.errors import MatroidLabError


@click.group("data", cls=SuggestingGroup)
def command() -> None:
    """Fetch data sets that cannot come with the package, and show where they are."""


@command.command("fetch")
@click.argument("name", metavar="[ml-1m]", default="ml-1m", type=click.Choice(["ml-1m"]))
@click.option("--accept-licence", is_flag=True, help="Say that you have read the licence and accept it.")
@click.option(
    "--to",
    "directory",
    default=None,
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder to put it in; a cache directory by default.",
)
@click.pass_context
def fetch(ctx: click.Context, name: str, accept_licence: bool, directory: Path | None) -> None:  # noqa: ARG001
    """Download MovieLens 1M from GroupLens into the cache directory, and check it.

    Exit status 2 if the licence was not accepted.
    """
    fetching = _plugin("fetching")
    if not accept_licence:
        click.echo(f"{fetching.LICENCE}\n\nIf you agree: matroidlab data fetch --accept-licence")
        ctx.exit(2)
    try:
        place = fetching.fetch(directory)
    except MatroidLabError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"MovieLens 1M is in {place}")


@command.command("where")
@json_option
def where(as_json: bool) -> None:
    """Show where MovieLens 1M is looked for, and whether it is there."""
    rows = _plugin("places").looked_for()
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        click.echo(f"{row['source']}: {row['state']} {row['directory']}".rstrip())


def _plugin(module: str) -> Any:
    try:
        return import_module(f"matroidlab_movielens.{module}")
    except ModuleNotFoundError as error:
        advice = "it is a plugin of its own: pip install 'matroidlab-movielens[data]'"
        raise click.ClickException(f"matroidlab-movielens is not installed; {advice}") from error
