import json

import click

from matroidlab.cli.options import json_option, plugin_option
from matroidlab.cli.tables import print_table
from matroidlab_atlas.catalogue import Entry, catalogue


@click.command("catalogue")
@plugin_option
@json_option
def command(*, as_json: bool) -> None:
    """List the named matroids of the literature.

    The family `named` has them, with the name or title as its only parameter.

    \b
    Examples:
      matroidlab catalogue
      matroidlab catalogue --json
    """  # noqa: D301 - \b makes click keep the line breaks
    if as_json:
        click.echo(
            json.dumps(
                [_as_data(entry) for entry in catalogue.values()], indent=2, ensure_ascii=False
            )
        )
        return
    print_table(
        [_row(entry) for entry in catalogue.values()], title=f"{len(catalogue)} named matroids"
    )
    click.echo("More about one of them: matroidlab show fano")


def _row(entry: Entry) -> dict[str, object]:
    source = ", ".join(filter(None, (entry.source.author, entry.source.place)))
    return {**_facts(entry), "title": entry.title, "source": source}


def _as_data(entry: Entry) -> dict[str, object]:
    return {
        **_facts(entry),
        "title": entry.title,
        "published": entry.published,
        "description": entry.description,
        "source": str(entry.source),
        "link": entry.source.link,
    }


def _facts(entry: Entry) -> dict[str, object]:
    return {"name": entry.name, "size": entry.size, "rank": entry.rank, "bases": entry.bases}
