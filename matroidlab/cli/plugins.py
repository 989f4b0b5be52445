import json

import click

from matroidlab.cli.options import json_option, manager_of, plugin_option
from matroidlab.registry import Offer, offers

COLUMNS = ("name", "kind", "distribution", "version", "state")


@click.command("plugins")
@plugin_option
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """List what is installed: families, reward models, policies, problems.

    Exit status 1 if a plugin is broken.
    """
    rows = [_row(offer) for offer in offers(manager_of(ctx))]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
    else:
        _print_table(rows)
    ctx.exit(1 if any(row["state"] != "ok" for row in rows) else 0)


def _row(offer: Offer) -> dict[str, str]:
    name, kind = (offer.record.name, offer.record.kind) if offer.record else (offer.plugin.name, "plugin")
    state = "ok" if offer.error is None else f"broken: {offer.error}"
    return dict(zip(COLUMNS, (name, kind, offer.plugin.distribution, offer.plugin.version, state), strict=True))


def _print_table(rows: list[dict[str, str]]) -> None:
    from rich import box  # noqa: PLC0415 - only for people
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=box.SIMPLE_HEAD)
    for column in COLUMNS:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(row[column] for column in COLUMNS), style=None if row["state"] == "ok" else "red")
    Console().print(table)
