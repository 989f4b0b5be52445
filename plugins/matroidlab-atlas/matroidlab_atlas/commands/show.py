import json
from pathlib import Path
from shutil import get_terminal_size
from sys import stdout

import click

from matroidlab.cli.options import json_option, plugin_option
from matroidlab.cli.parameters import Member, Unanswered, bar, members, numbered, parameter_options
from matroidlab.errors import TooLargeError
from matroidlab_atlas.structure import Portrait, portrait


@click.command("show")
@parameter_options
@click.option(
    "--picture",
    type=click.Path(path_type=Path),
    help="Draw it, as SVG or PNG: a graph if it is graphic, points and lines in rank 2 and 3, a well-known solid in "
    "rank 4, else the lattice of flats.",
)
@click.option(
    "--as",
    "kind",
    type=click.Choice(["graph", "points", "solid", "lattice"]),
    help="What to draw; by default, the first that fits.",
)
@plugin_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    family: str,
    texts: tuple[str, ...],
    file: Path | None,
    picture: Path | None,
    kind: str | None,
    as_json: bool,
) -> None:
    """Show a member of FAMILY on one screen: counts, polynomials, what it is and what it is not, with the reasons.

    Without parameters, all examples of the family. At most 22 elements.
    """
    found = members(ctx, family, texts, file)
    if picture is not None:
        _refuse_picture(picture, found)
    portraits = [_portrait(name, member) for name, member in numbered(found)]
    if as_json:
        click.echo(json.dumps([shown.as_data() for shown in portraits], indent=2, ensure_ascii=False))
    else:
        click.echo("\n\n".join(map(_text, portraits)))
    if picture is not None:
        _draw(picture, found[0], kind)


def _text(shown: Portrait) -> str:
    """The portrait wrapped to the terminal, or with one line for each fact where a program reads it."""
    return shown.wrapped(get_terminal_size().columns) if stdout.isatty() else str(shown)


def _portrait(name: str, member: Member) -> Portrait:
    try:
        with bar(f"Sets of {name}") as tell:
            return portrait(member.matroid, progress=tell)
    except TooLargeError as error:
        raise Unanswered(f"{name}: {error}") from error


def _refuse_picture(picture: Path, found: list[Member]) -> None:
    """Say what stands in the way of a picture before any long work."""
    from matroidlab_atlas.pictures.picture_files import refuse_picture  # noqa: PLC0415 - loads what only pictures need

    if len(found) > 1:
        raise click.UsageError(f"--picture draws one matroid, and there are {len(found)}: choose one by --param")
    try:
        refuse_picture(picture)
    except (ValueError, ImportError) as error:
        raise Unanswered(f"--picture: {error}") from error


def _draw(picture: Path, member: Member, kind: str | None) -> None:
    from matroidlab_atlas.pictures.matroid_picture import save_matroid_picture  # noqa: PLC0415 - loads what only pictures need

    try:
        drawn = save_matroid_picture(member.matroid, picture, kind)
    except ValueError as error:
        raise Unanswered(f"--picture: {error}") from error
    click.echo(f"Its {drawn}: {picture}", err=True)
