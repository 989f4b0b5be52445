import json

import click

from matroidlab.cli.options import json_option, manager_of, plugin_option
from matroidlab.errors import visible
from matroidlab.registry import Offer, offers

COLUMNS = ("name", "kind", "distribution", "version", "state")


@click.command("plugins")
@plugin_option
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """List what is installed: families, reward models, policies, problems, questions.

    Exit status 1 if a plugin is broken.
    """
    found = offers(manager_of(ctx))
    broken = [offer.error for offer in found if offer.error]
    if as_json:
        click.echo(json.dumps([_row(offer) for offer in found], indent=2))
    else:
        _print_table([_row(offer) for offer in found])
        for error in broken:
            click.echo(error)
    ctx.exit(1 if broken else 0)


def _row(offer: Offer) -> dict[str, str]:
    plugin, record = offer.plugin, offer.record
    name, kind = (record.name, record.kind) if record else (plugin.name, "plugin")
    state = {"state": "broken", "error": str(offer.error)} if offer.error else {"state": "ok"}
    return {"name": name, "kind": kind, "distribution": plugin.distribution, "version": plugin.version, **state}


def _print_table(rows: list[dict[str, str]]) -> None:
    from rich import box  # noqa: PLC0415 - only for people
    from rich.console import Console  # noqa: PLC0415
    from rich.markup import escape  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(*COLUMNS, box=box.SIMPLE_HEAD)
    for row in rows:
        table.add_row(
            *(escape(visible(row[column])) for column in COLUMNS), style=None if row["state"] == "ok" else "red"
        )
    Console().print(table)
