import json
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from matroidlab.cli.options import SuggestingGroup, json_option
from matroidlab.errors import MatroidLabError, how_to_install


@click.group("data", cls=SuggestingGroup)
def command() -> None:
    """Download data sets that may not be distributed with the package.

    \b
    Examples:
      matroidlab data where
      matroidlab data fetch --accept-licence
    """  # noqa: D301 - \b makes click keep the line breaks


@command.command("fetch")
@click.argument("name", metavar="[ml-1m]", default="ml-1m", type=click.Choice(["ml-1m"]))
@click.option(
    "--accept-licence", is_flag=True, help="Confirm that you have read the licence and accept it."
)
@click.option(
    "--to",
    "directory",
    default=None,
    type=click.Path(path_type=Path, file_okay=False),
    help="The target folder; by default a cache directory.",
)
@click.pass_context
def fetch(
    ctx: click.Context,
    name: str,  # noqa: ARG001 - there is one data set
    accept_licence: bool,
    directory: Path | None,
) -> None:
    """Download MovieLens 1M from GroupLens, and check it.

    The exit status is 2 if the licence was not accepted.

    \b
    Examples:
      matroidlab data fetch
      matroidlab data fetch --accept-licence --to ml-1m
    """  # noqa: D301 - \b makes click keep the line breaks
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
    """Show the places where MovieLens 1M is searched for, and whether it is there.

    \b
    Examples:
      matroidlab data where
      matroidlab data where --json
    """  # noqa: D301 - \b makes click keep the line breaks
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
        advice = (
            f"it is a plugin of its own: {how_to_install('matroidlab-movielens', extra='data')}"
        )
        raise click.ClickException(f"matroidlab-movielens is not installed; {advice}") from error
