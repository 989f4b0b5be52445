import json
import re
from pathlib import Path
from shutil import get_terminal_size
from sys import stdout

import click

from matroidlab.cli.options import json_option, plugin_option
from matroidlab.cli.paragraphs import styled
from matroidlab.cli.parameters import (
    FamilyMember,
    Unanswered,
    bar,
    members,
    numbered,
    parameter_options,
)
from matroidlab.errors import TooLargeError
from matroidlab_atlas.structure import Portrait, portrait

ANSWER = re.compile(r"^(?P<name>  \S.*?  +)(?P<word>yes|no)(?=:|$)", re.MULTILINE)
"""The beginning of a line with the answer to a question."""


@click.command("show")
@parameter_options
@click.option(
    "--picture",
    type=click.Path(path_type=Path),
    help="Draw the matroid, as SVG or PNG: a graph if it is graphic, points and lines in rank 2 "
    "and 3, a well-known solid in rank 4, otherwise the lattice of flats.",
)
@click.option(
    "--as",
    "kind",
    type=click.Choice(["graph", "points", "solid", "lattice"]),
    help="The kind of picture; by default, the first that fits.",
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
    """Show a matroid on one screen: counts, polynomials, and its properties with the reasons.

    FAMILY may be the name of a matroid of the catalogue. Without parameters, all examples of a
    family are shown. A matroid may have at most 22 elements.

    \b
    Examples:
      matroidlab show fano --picture fano.svg
      matroidlab show "M(K4)"
      matroidlab show uniform --param size=5 --param rank=2
    """  # noqa: D301 - \b makes click keep the line breaks
    found = members(ctx, family, texts, file)
    if picture is not None:
        _refuse_picture(picture, found)
    portraits = [_portrait(name, member) for name, member in numbered(found)]
    if as_json:
        click.echo(
            json.dumps([shown.as_data() for shown in portraits], indent=2, ensure_ascii=False)
        )
    else:
        click.echo("\n\n".join(map(_text, portraits)))
    if picture is not None:
        _draw(picture, found[0], kind)


def _text(shown: Portrait) -> str:
    """The portrait, wrapped on a terminal; elsewhere one line for each fact, for programs."""
    if not stdout.isatty():
        return str(shown)
    return ANSWER.sub(_coloured, shown.wrapped(get_terminal_size().columns))


def _coloured(line: re.Match[str]) -> str:
    return line["name"] + styled(line["word"], fg="green" if line["word"] == "yes" else "red")


def _portrait(name: str, member: FamilyMember) -> Portrait:
    try:
        with bar(f"Sets of {name}") as report:
            return portrait(member.matroid, progress=report)
    except TooLargeError as error:
        raise Unanswered(f"{name}: {error}") from error


def _refuse_picture(picture: Path, found: list[FamilyMember]) -> None:
    """Refuse a picture that cannot be drawn before any long work."""
    from matroidlab_atlas.pictures.picture_files import refuse_picture  # noqa: PLC0415

    if len(found) > 1:
        raise click.UsageError(
            f"--picture draws one matroid, and there are {len(found)}: choose one by --param"
        )
    try:
        refuse_picture(picture)
    except (ValueError, ImportError) as error:
        raise Unanswered(f"--picture: {error}") from error


def _draw(picture: Path, member: FamilyMember, kind: str | None) -> None:
    from matroidlab_atlas.pictures.matroid_picture import save_matroid_picture  # noqa: PLC0415

    try:
        drawn = save_matroid_picture(member.matroid, picture, kind)
    except ValueError as error:
        raise Unanswered(f"--picture: {error}") from error
    click.echo(f"Drawn as {drawn}: {picture}", err=True)
