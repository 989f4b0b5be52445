import json
from itertools import groupby
from typing import Any

import click

from matroidlab.cli.options import json_option, manager_of, plugin_option
from matroidlab.cli.paragraphs import say, styled
from matroidlab.errors import visible
from matroidlab.parameters import Record
from matroidlab.registry import Offer, offers

KINDS = {
    "family": "Families of matroids",
    "reward model": "Reward models",
    "policy": "Policies",
    "problem": "Problems",
    "question": "Questions",
}
"""The titles of the kinds of records."""

OWN = "matroidlab"


@click.command("plugins")
@plugin_option
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """List the installed families, reward models, policies, problems and questions.

    Each is shown with its parameters (optional ones in brackets) and a description. Exit status 1
    if a plugin is broken.

    \b
    Examples:
      matroidlab plugins
      matroidlab plugins -p my_module --json
    """  # noqa: D301 - \b makes click keep the line breaks
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
    plugin = offer.plugin
    record = offer.record
    source = {"distribution": plugin.distribution, "version": plugin.version}
    if record is None:
        return {
            "name": plugin.name,
            "kind": "plugin",
            **source,
            "state": "broken",
            "error": str(offer.error),
        }
    details = {"description": _description(record), "parameters": _parameters(record)}
    return {"name": record.name, "kind": record.kind, **source, "state": "ok", **details}


def _description(record: Record[object]) -> str:
    # Backquotes of docstrings are markup for pages, not for terminals.
    return visible(record.summary.replace("`", ""))


def _parameters(record: Record[object]) -> list[dict[str, Any]]:
    try:
        required = record.required
    except ValueError:  # a `build` written in C has no signature to read
        required = tuple(record.types)
    return [{"name": str(name), "required": name in required} for name in record.types]


def _print(found: list[Offer]) -> None:
    kinds = list(KINDS)
    rows = [_row(offer) for offer in found if offer.record]
    rows.sort(key=lambda row: kinds.index(row["kind"]))
    for kind, group in groupby(rows, key=lambda row: str(row["kind"])):
        click.echo(styled(KINDS[kind], bold=True))
        for row in group:
            _print_row(row)
        click.echo()


def _print_row(row: dict[str, Any]) -> None:
    names = [one["name"] if one["required"] else f"[{one['name']}]" for one in row["parameters"]]
    call = f"{row['name']}: {', '.join(names)}" if names else row["name"]
    if row["distribution"] != OWN:
        source = f"{row['distribution']} {row['version']}".strip() or "not installed"
        call += f"  ({source})"
    say(call, indent="  ", highlighted=row["name"])
    if row["description"]:
        say(row["description"], indent="      ")
