import json
from pathlib import Path

import click

from matroidlab.cli.tables import print_table
from matroidlab.errors import MatroidLabError
from matroidlab_experiments.result_files.policy_differences import Difference, differences
from matroidlab_experiments.result_files.results import Results, collected_results
from matroidlab_experiments.result_files.table import table_of

MORE = "more_than_the_first"


@click.command("results")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--csv", "as_csv", is_flag=True, help="Print a row for each run at each checkpoint, as CSV."
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print these rows as JSON, a list for each column."
)
@click.option(
    "--parquet",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write these rows to a Parquet file; needs pyarrow.",
)
def command(*, folder: Path, as_csv: bool, as_json: bool, parquet: Path | None) -> None:
    """Compare the policies of the results in DIR, or print all results for other programs.

    Each policy is compared with the first one of the file, run by run: the difference of their
    final regrets at the same point of the sweep, with its standard error.

    \b
    Examples:
      matroidlab results results/price
      matroidlab results results --csv
    """  # noqa: D301 - \b makes click keep the line breaks
    if as_csv + as_json + (parquet is not None) > 1:
        raise click.UsageError("give one of --csv, --json and --parquet")
    try:
        found = collected_results(folder)
        table = table_of(found)
        if parquet is not None:
            table.write_parquet(parquet)
    except (MatroidLabError, OSError) as error:
        raise click.ClickException(str(error)) from error
    if parquet is not None:
        click.echo(f"Written to {parquet}", err=True)
    elif as_csv:
        click.echo(table.csv(), nl=False)
    elif as_json:
        columns = {name: _plain(column.tolist()) for name, column in table.columns.items()}
        click.echo(json.dumps(columns))
    else:
        for one in found:
            _print(one)


def _plain(values: list[object]) -> list[object]:
    """JSON has no NaN: values that were not counted are null."""
    return [None if value != value else value for value in values]  # noqa: PLR0124


def _print(results: Results) -> None:
    title = results.experiment.title or results.experiment.name
    swept = bool(results.experiment.sweep)
    print_table(
        [_row(row, swept=swept) for row in differences(results)],
        title=title,
        headings={MORE: "more than first policy"},
    )


def _row(found: Difference, *, swept: bool) -> dict[str, object]:
    is_first = found.first is None
    return {
        **({"at": found.at} if swept else {}),
        "policy": found.policy,
        "regret": found.regret,
        "regret_standard_error": found.error,
        MORE: None if is_first else found.difference,
        f"{MORE}_standard_error": found.difference_error,
        "ratio": "" if not found.first else f"{found.regret / found.first:.2f}",
    }
