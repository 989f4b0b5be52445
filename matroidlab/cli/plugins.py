import json
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from matroidlab.cli.options import json_option, manager_of, plugin_option
from matroidlab.errors import visible
from matroidlab.hookspecs import Record
from matroidlab.registry import Offer, offers

if TYPE_CHECKING:
    from rich.console import Console

KINDS = {
    "family": "Families of matroids",
    "reward model": "Reward models",
    "policy": "Policies",
    "problem": "Problems",
    "question": "Questions",
}
"""What there is several of, as a title."""

OWN = "matroidlab"


@click.command("plugins")
@plugin_option
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """List what is installed: families, reward models, policies, problems, questions.

    Each with its parameters, those that may be left out in brackets, and what it is. Exit status 1 if a plugin is
    broken.
    """
    found = offers(manager_of(ctx))
    broken = [offer.error for offer in found if offer.error]
    if as_json:
        click.echo(json.dumps([_row(offer) for offer in found], indent=2))
    else:
        _print(found)
        for error in broken:
            click.echo(error)
    ctx.exit(1 if broken else 0)


def _row(offer: Offer) -> dict[str, Any]:
    plugin, record = offer.plugin, offer.record
    source = {"distribution": plugin.distribution, "version": plugin.version}
    if record is None:
        return {"name": plugin.name, "kind": "plugin", **source, "state": "broken", "error": str(offer.error)}
    told = {"description": _description(record), "parameters": _parameters(record)}
    return {"name": record.name, "kind": record.kind, **source, "state": "ok", **told}


def _description(record: Record[object]) -> str:
    """What it is, in a line; the backquotes of a docstring are for pages, not for terminals."""
    return visible(record.summary.replace("`", ""))


def _parameters(record: Record[object]) -> list[dict[str, Any]]:
    try:
        required = record.required
    except ValueError:  # somebody's `build` is written in C, and has no signature to read
        required = tuple(record.types)
    return [{"name": str(name), "required": name in required} for name in record.types]


def _print(found: list[Offer]) -> None:
    from rich.console import Console  # noqa: PLC0415 - only for people

    console = Console(highlight=False, markup=False)
    rows = sorted((_row(offer) for offer in found if offer.record), key=lambda row: list(KINDS).index(row["kind"]))
    for kind, group in groupby(rows, key=lambda row: str(row["kind"])):
        console.print(KINDS[kind], style="bold")
        for row in group:
            _print_row(console, row)
        console.print()


def _print_row(console: "Console", row: dict[str, Any]) -> None:
    from rich.padding import Padding  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    given = ", ".join(one["name"] if one["required"] else f"[{one['name']}]" for one in row["parameters"])
    call = Text.assemble((row["name"], "cyan"), visible(f": {given}" if given else ""))
    if row["distribution"] != OWN:
        source = " ".join(part for part in (row["distribution"], row["version"]) if part) or "not installed"
        call.append(f"  ({visible(source)})", style="dim")
    console.print(Padding(call, (0, 0, 0, 2), expand=False))
    if row["description"]:
        console.print(Padding(Text(row["description"]), (0, 0, 0, 6), expand=False))
