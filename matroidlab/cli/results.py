import json
from pathlib import Path

import click

from matroidlab.cli.tables import print_table
from matroidlab.errors import MatroidLabError
from matroidlab.experiments.collecting import collected_results
from matroidlab.experiments.comparing import Difference, differences
from matroidlab.experiments.table import table_of


@click.command("results")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--csv", "as_csv", is_flag=True, help="A row for each run at each checkpoint.")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON, a list for each column.")
@click.option(
    "--parquet", type=click.Path(path_type=Path, dir_okay=False), help="Write the same to a file; needs pyarrow."
)
def command(*, folder: Path, as_csv: bool, as_json: bool, parquet: Path | None) -> None:
    """Compare the policies of the results in DIR, or print all of the results, for programs that go on with them.

    A comparison is the difference of the regret at the end, run by run, from that of the first policy at the same
    point of a sweep, with its standard error.
    """
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
            print_table([_row(row) for row in differences(one)], title=one.experiment.title or one.experiment.name)


def _plain(values: list[object]) -> list[object]:
    """JSON has no NaN: what was not counted is null."""
    return [None if value != value else value for value in values]  # noqa: PLR0124


def _row(found: Difference) -> dict[str, object]:
    is_first = found.first is None
    return {
        "at": found.at,
        "policy": found.policy,
        "regret": found.regret,
        "regret_standard_error": found.error,
        "more_than_the_first": None if is_first else found.difference,
        "more_than_the_first_standard_error": found.difference_error,
        "times": None if not found.first else f"{found.regret / found.first:.2f} x",
    }
