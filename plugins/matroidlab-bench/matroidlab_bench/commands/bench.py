import json
from pathlib import Path

import click

from matroidlab.cli.interruption import end
from matroidlab.cli.long_work import place_options, this_command
from matroidlab.cli.options import json_option, modules_of, plugin_option
from matroidlab.cli.tables import print_table
from matroidlab.errors import MatroidLabError, message_of, visible
from matroidlab.files import write_text
from matroidlab_bench.field_file import Field, read_field
from matroidlab_bench.field_results import ProblemResult, run_field
from matroidlab_bench.table import ABOVE, markdown, people_rows, plain_data


@click.command("bench")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@place_options
@click.option(
    "--page",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write an HTML page with pictures as well; this needs matplotlib.",
)
@click.option(
    "--markdown",
    "markdown_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the tables to a Markdown file as well.",
)
@plugin_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    *,
    file: Path | None,
    executor_spec: str,
    out: Path,
    page: Path | None,
    markdown_file: Path | None,
    as_json: bool,
) -> None:
    """Compare policies on the problems of FILE until it is decided which are better.

    Without FILE, published policies are compared on five matroids, which takes some minutes.
    A second run continues where the first stopped.

    \b
    Examples:
      matroidlab bench --page results/field.html
      matroidlab bench field.toml --executor local:2
    """  # noqa: D301 - \b makes click keep the line breaks
    try:
        field = read_field(file)
        for written in (page, markdown_file):
            if written is not None:  # now, and not after minutes of work
                written.parent.mkdir(parents=True, exist_ok=True)
        results = run_field(
            field,
            out,
            executor=executor_spec,
            plugins=modules_of(ctx),
            say=lambda line: click.echo(visible(line), err=True),
        )
        if page is not None:
            from matroidlab_bench.page import write_page  # noqa: PLC0415 - needs an extra

            click.echo(f"Page: {write_page(field, results, page)}", err=True)
        if markdown_file is not None:
            write_text(markdown_file, markdown(field, results))
    except KeyboardInterrupt as interrupt:
        end(interrupt, f"Finished runs are kept in {out}; to go on: {this_command()}")
    except (MatroidLabError, ImportError, OSError, ValueError, TypeError) as error:
        raise click.ClickException(message_of(error)) from error
    if as_json:
        click.echo(json.dumps(plain_data(results), indent=2))
    else:
        _print(field, results)


def _print(field: Field, results: list[ProblemResult]) -> None:
    for result in results:
        undecided = sum(not one.is_decided for one in result.comparisons)
        print_table(
            people_rows(result),
            title=f"{result.label} ({result.horizon:,} lists, {result.rows[0].runs} runs; "
            f"{undecided} of {len(result.comparisons)} pairs not decided, "
            f"margin {field.margin:.0%})",
            headings={ABOVE: "than above", "bad, exchange": "exchange"},
        )
        click.echo()
