import json
from pathlib import Path
from typing import Any, NamedTuple

import click

from matroidlab.cli.interruption import end
from matroidlab.cli.long_work import place_options, this_command
from matroidlab.cli.options import json_option, manager_of, modules_of, plugin_option
from matroidlab.cli.paragraphs import say
from matroidlab.cli.parameters import Unanswered, parameter
from matroidlab.cli.progress import progress
from matroidlab.cli.tables import print_table
from matroidlab.errors import (
    ConfigurationError,
    MatroidLabError,
    UnknownNameError,
    described,
    message_of,
    visible,
)
from matroidlab.protocol import Matroid
from matroidlab.registry import questions
from matroidlab.work import Listener, executor
from matroidlab_atlas.census.asked import Asked
from matroidlab_atlas.census.judging import Surveyor, in_words
from matroidlab_atlas.census.running import Census, run_census
from matroidlab_atlas.census.tables import (
    counts_text,
    histogram_text,
    rows_by_size,
    values_by_size,
    write_tables,
)
from matroidlab_atlas.commands.census_files import (
    folder_words,
    format_of,
    read_source,
    refuse_unwritable,
    write_files,
)
from matroidlab_atlas.formats import FORMATS

HEADINGS = {
    "no_by_rank": "no, by rank",
    "by_rank": "by rank",
    "confirmed": "yes, by brute force",
}
WRITTEN = click.Path(path_type=Path, dir_okay=False)
SHOWN = 40
"""The number of excluded minors that are printed; all are in the files."""

STARS = 20
"""The number of stars and zeros that are printed of a matroid without a name."""


@click.command("census")
@click.argument("question")
@click.option(
    "--size",
    type=click.IntRange(min=0),
    help="Ask about all matroids on up to SIZE elements.",
)
@click.option("--rank", type=click.IntRange(min=0), help="Ask only about matroids of this rank.")
@click.option(
    "--from",
    "source",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Ask about the matroids of FILE, one on each line, in any format of `convert`; .gz, .bz2 "
    "and .xz are read. Lines of stars alone need --size and --rank.",
)
@click.option("--format", "read_as", type=click.Choice(list(FORMATS)), help="The format of FILE.")
@click.option("--simple", is_flag=True, help="Only matroids without loops and parallel elements.")
@click.option("--connected", is_flag=True, help="Only connected matroids.")
@click.option("--3-connected", "three", is_flag=True, help="Only 3-connected matroids.")
@click.option("--paving", is_flag=True, help="Only paving matroids.")
@click.option(
    "--param",
    "texts",
    metavar="KEY=VALUE",
    multiple=True,
    help="A parameter of the question, with a value as in TOML; text needs no quotes. May be "
    "repeated.",
)
@click.option(
    "--yes", "yes_file", metavar="FILE", type=WRITTEN, help="Write the matroids with a yes to FILE."
)
@click.option(
    "--no", "no_file", metavar="FILE", type=WRITTEN, help="Write the matroids with a no to FILE."
)
@click.option(
    "--verdicts",
    metavar="FILE",
    type=WRITTEN,
    help="Write all verdicts to FILE, for `matroidlab verify`.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Print the counts as CSV.")
@place_options
@click.option(
    "--fresh", is_flag=True, help="Start from scratch: do not use results of earlier runs."
)
@plugin_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    question: str,
    size: int | None,
    rank: int | None,
    source: Path | None,
    read_as: str | None,
    simple: bool,
    connected: bool,
    three: bool,
    paving: bool,
    texts: tuple[str, ...],
    yes_file: Path | None,
    no_file: Path | None,
    verdicts: Path | None,
    executor_spec: str,
    out: Path,
    fresh: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Ask QUESTION of all matroids on up to SIZE elements, or of those of a file.

    Of all matroids, one of each isomorphism class is generated.

    Every "no" has a verified witness, and a sample of the "yes" answers is confirmed by brute
    force. All counts, witnesses and excluded minors are kept in files, and a second run uses the
    results of the first. `matroidlab plugins` lists the questions.

    \b
    Examples:
      matroidlab census base-orderable --size 7
      matroidlab census minor-free --param minor=k4 --size 8 --rank 3 --csv
      matroidlab census binary --from mine.revlex.xz --3-connected --no not_binary.revlex
    """  # noqa: D301 - \b makes click keep the line breaks
    if size is None and source is None:
        raise click.UsageError("Missing option '--size' or '--from'.")
    flags = {"simple": simple, "connected": connected, "3-connected": three, "paving": paving}
    among = tuple(name for name, is_set in flags.items() if is_set)
    outputs = [(path, format_of(path), path is yes_file) for path in (yes_file, no_file) if path]
    asked = _asked(ctx, question, texts, among)
    if (outputs or verdicts) and isinstance(asked.judge(), Surveyor):
        raise click.UsageError(f"{question} has no yes and no: --yes, --no, --verdicts need them")
    refuse_unwritable([*(path for path, _, _ in outputs), *([verdicts] if verdicts else [])])
    folder = asked.folder if source is None else f"{asked.folder}-from-{folder_words(source)}"
    matroids = None if source is None else read_source(source, read_as, size, rank)
    work = _Work(asked, out / "census" / folder, size, rank, matroids)
    census = _watched(work, executor_spec, fresh=fresh)
    found = write_tables(census)
    write_files(census, outputs, verdicts)
    if as_json:
        click.echo(json.dumps(found, indent=2))
    elif as_csv:
        rows = found["histogram"]
        click.echo(histogram_text(rows) if rows else counts_text(census.counts()), nl=False)
    else:
        _print(census, found)
        click.echo(f"All counts and witnesses: {census.folder}", err=True)


class _Work(NamedTuple):
    asked: Asked
    folder: Path
    size: int | None
    rank: int | None
    matroids: list[Matroid] | None


def _asked(
    ctx: click.Context, question: str, texts: tuple[str, ...], among: tuple[str, ...]
) -> Asked:
    try:
        record = questions(manager_of(ctx))[question]
    except UnknownNameError as error:
        raise click.UsageError(str(error)) from error
    parameters = dict(parameter(text, record) for text in texts)
    asked = Asked(question, parameters, modules_of(ctx), among)
    try:
        asked.judge()
    except (ConfigurationError, ValueError, TypeError, LookupError) as error:
        raise click.UsageError(f"{question}: {message_of(error)}") from error
    return asked


def _watched(work: _Work, spec: str, *, fresh: bool) -> Census:
    asked = work.asked
    subject = f"up to {work.size} elements" if work.matroids is None else "the matroids of a file"
    try:
        with progress(f"{asked.question} on {subject}") as report:
            listener = Listener(lambda text: click.echo(visible(text), err=True), report)
            return run_census(
                asked,
                work.folder,
                size=work.size,
                rank=work.rank,
                matroids=work.matroids,
                run=executor(spec),
                listener=listener,
                fresh=fresh,
            )
    except KeyboardInterrupt as interrupt:
        end(interrupt, f"Finished blocks are kept in {work.folder}; to go on: {this_command()}")
    except (MatroidLabError, ImportError) as error:
        raise Unanswered(message_of(error)) from error
    except Exception as error:
        notes = "\n  ".join(["", *getattr(error, "__notes__", ())])
        raise Unanswered(f"{asked.question}: {described(error)}{notes}") from error


def _print(census: Census, found: Any) -> None:
    if not census.counts():
        click.echo("There are no such matroids.")
        return
    if found["histogram"]:
        rows = values_by_size(found["histogram"])
        print_table(rows, title=_title(census.asked), headings=HEADINGS)
        return
    print_table(rows_by_size(census.counts()), title=_title(census.asked), headings=HEADINGS)
    if found["excluded_minors"] is None:
        return
    minors = found["excluded_minors"]
    question = census.asked.question_itself()
    click.echo(f"Excluded minors: {len(minors) or 'none'}")
    for minor in minors[:SHOWN]:
        name = minor["name"] or _shortened(minor["bases"])
        words = in_words(question, minor["witness"])
        say(f"{minor['size']} elements, rank {minor['rank']}, {name}: {words}", indent="  ")
    if len(minors) > SHOWN:
        click.echo(f"  and {len(minors) - SHOWN} more")


def _shortened(bases: str) -> str:
    """The bases of a matroid without a name; of many, their number. The files have all."""
    return (
        f"bases {bases}" if len(bases) <= STARS else f"{bases.count('*')} bases, {bases[:STARS]}..."
    )


def _title(asked: Asked) -> str:
    parameters = ", ".join(f"{name} = {value}" for name, value in asked.parameters.items())
    parts = [asked.question, parameters, *asked.among]
    return ", ".join(part for part in parts if part)
