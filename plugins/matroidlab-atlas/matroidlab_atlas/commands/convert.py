from pathlib import Path

import click

from matroidlab.cli.parameters import Unanswered
from matroidlab.errors import FormatError, MatroidLabError, UnknownNameError
from matroidlab_atlas.formats import FORMATS, Format, format_named, read_matroids, write_matroids
from matroidlab_atlas.formats.opening import text_lines, write_lines

NAMES = click.Choice(list(FORMATS))


@click.command(
    "convert",
    epilog="Formats: " + ", ".join(f"{one.name} ({one.ending})" for one in FORMATS.values()),
)
@click.argument("source", metavar="IN", type=click.Path(path_type=Path, allow_dash=True))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--from", "read_as", type=NAMES, help="The format of IN; by default, that of its file name."
)
@click.option(
    "--to", "write_as", type=NAMES, help="The format of OUT; by default, that of its file name."
)
@click.option(
    "--size",
    type=click.IntRange(0, 22),
    help="The size of all matroids of a file that holds only strings of bases; needs --rank.",
)
@click.option(
    "--rank",
    type=click.IntRange(0, 22),
    help="The rank of all matroids of a file that holds only strings of bases; needs --size.",
)
def command(
    *,
    source: Path,
    target: Path,
    read_as: str | None,
    write_as: str | None,
    size: int | None,
    rank: int | None,
) -> None:
    """Rewrite a file of matroids in the format of another system; - is standard input or output.

    A file has one matroid on each line; a file that ends in .gz, .bz2 or .xz is compressed.
    Everything is read and checked before OUT is written. The exit status is 2 if a line is wrong;
    the message names the line and what was expected.

    \b
    Examples:
      matroidlab convert all4.revlex all4.mrdi
      matroidlab convert graphs.graph - --to matrix
    """  # noqa: D301 - \b makes click keep the line breaks
    if (size is None) != (rank is None):
        raise click.UsageError("--size and --rank must be used together")
    if not target.parent.is_dir():
        raise click.UsageError(f"the folder {target.parent} does not exist")
    given = _format(read_as, source, "--from", size, rank)
    wanted = _format(write_as, target, "--to")
    try:
        lines = list(
            write_matroids(read_matroids(text_lines(source), given, source=str(source)), wanted)
        )
    except (FormatError, OSError) as error:
        raise Unanswered(str(error)) from error
    if str(target) == "-":
        click.echo("".join(f"{line}\n" for line in lines), nl=False)
        return
    try:
        write_lines(target, lines)
    except MatroidLabError as error:
        raise Unanswered(f"cannot write {target}: {error.__cause__ or error}") from error


def _format(
    name: str | None, path: Path, option: str, size: int | None = None, rank: int | None = None
) -> Format:
    try:
        return format_named(name, str(path), size=size, rank=rank)
    except UnknownNameError as error:
        raise click.UsageError(f"{error}; or name it by {option}") from error
