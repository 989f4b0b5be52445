import json
from pathlib import Path
from typing import Any

import click

from matroidlab.cli.interruption import end
from matroidlab.cli.options import json_option, manager_of, modules_of, plugin_option
from matroidlab.cli.parameters import Unanswered, parameter
from matroidlab.cli.progress import progress
from matroidlab.cli.tables import print_table
from matroidlab.cli.working import place_options, this_command
from matroidlab.errors import (
    ConfigurationError,
    MatroidLabError,
    UnknownNameError,
    described,
    message_of,
    visible,
)
from matroidlab.registry import questions
from matroidlab.work import Listener, executor
from matroidlab_atlas.census.blocks import Asked
from matroidlab_atlas.census.judging import in_words
from matroidlab_atlas.census.running import Census, run_census
from matroidlab_atlas.census.tables import counts_text, rows_by_size, write_tables

HEADINGS = {"confirmed": "yes, confirmed", "no_by_rank": "no, by rank"}
SHOWN = 40
"""The number of excluded minors that are printed; all are in the files."""


@click.command("census")
@click.argument("question")
@click.option(
    "--size",
    required=True,
    type=click.IntRange(min=0),
    help="Ask about all matroids on up to SIZE elements.",
)
@click.option("--rank", type=click.IntRange(min=0), help="Ask only about matroids of this rank.")
@click.option(
    "--param",
    "texts",
    metavar="KEY=VALUE",
    multiple=True,
    help="A parameter of the question, with a value as in TOML; text needs no quotes. May be "
    "repeated.",
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
    size: int,
    rank: int | None,
    texts: tuple[str, ...],
    executor_spec: str,
    out: Path,
    fresh: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Ask QUESTION of all matroids on up to SIZE elements, one of each isomorphism class.

    Every "no" has a verified witness, and a sample of the "yes" answers is confirmed by brute
    force. All counts, witnesses and excluded minors are kept in files, and a second run uses the
    results of the first. `matroidlab plugins` lists the questions.

    \b
    Examples:
      matroidlab census base-orderable --size 7
      matroidlab census minor-free --param minor=k4 --size 8 --rank 3 --csv
    """  # noqa: D301 - \b makes click keep the line breaks
    asked = _asked(ctx, question, texts)
    census = _watched(asked, out / "census" / asked.folder, size, rank, executor_spec, fresh=fresh)
    found = write_tables(census)
    if as_json:
        click.echo(json.dumps(found, indent=2))
    elif as_csv:
        click.echo(counts_text(census.counts()), nl=False)
    else:
        _print(census, found)
        click.echo(f"All counts and witnesses: {census.folder}", err=True)


def _asked(ctx: click.Context, question: str, texts: tuple[str, ...]) -> Asked:
    try:
        record = questions(manager_of(ctx))[question]
    except UnknownNameError as error:
        raise click.UsageError(str(error)) from error
    asked = Asked(question, dict(parameter(text, record) for text in texts), modules_of(ctx))
    try:
        asked.judge()
    except (ConfigurationError, ValueError, TypeError, LookupError) as error:
        raise click.UsageError(f"{question}: {message_of(error)}") from error
    return asked


def _watched(
    asked: Asked, folder: Path, size: int, rank: int | None, spec: str, *, fresh: bool
) -> Census:
    try:
        with progress(f"{asked.question} on up to {size} elements") as report:
            listener = Listener(lambda text: click.echo(visible(text), err=True), report)
            return run_census(
                asked,
                folder,
                size=size,
                rank=rank,
                run=executor(spec),
                listener=listener,
                fresh=fresh,
            )
    except KeyboardInterrupt as interrupt:
        end(interrupt, f"Finished blocks are kept in {folder}; to go on: {this_command()}")
    except (MatroidLabError, ImportError) as error:
        raise Unanswered(message_of(error)) from error
    except Exception as error:
        notes = "\n  ".join(["", *getattr(error, "__notes__", ())])
        raise Unanswered(f"{asked.question}: {described(error)}{notes}") from error


def _print(census: Census, found: Any) -> None:
    print_table(rows_by_size(census.counts()), title=_title(census.asked), headings=HEADINGS)
    if found["excluded_minors"] is None:
        return
    minors = found["excluded_minors"]
    question = census.asked.judge().question
    click.echo(f"Excluded minors: {len(minors)}")
    for minor in minors[:SHOWN]:
        name = minor["name"] or f"bases {minor['bases']}"
        words = in_words(question, minor["witness"])
        click.echo(visible(f"  {minor['size']} elements, rank {minor['rank']}, {name}: {words}"))
    if len(minors) > SHOWN:
        click.echo(f"  and {len(minors) - SHOWN} more")


def _title(asked: Asked) -> str:
    parameters = ", ".join(f"{name} = {value}" for name, value in asked.parameters.items())
    return f"{asked.question}, {parameters}" if parameters else asked.question
