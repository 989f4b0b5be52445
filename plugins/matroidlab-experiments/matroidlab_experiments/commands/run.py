import json
from collections.abc import Iterable
from pathlib import Path

import click

from matroidlab.cli.options import json_option, modules_of, plugin_option
from matroidlab.cli.tables import print_table
from matroidlab.errors import ConfigurationError
from matroidlab_experiments.commands.watched_runs import RunPlan, run_options, watched_runs
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.configuration.sweeps import short_names
from matroidlab_experiments.result_files.results import Results
from matroidlab_experiments.result_files.summary import summary_rows
from matroidlab_experiments.running.running import Task


@click.command("run")
@click.argument("file", type=click.Path(path_type=Path))
@run_options
@plugin_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, *, file: Path, executor_spec: str, out: Path, fresh: bool, as_json: bool
) -> None:
    """Run the experiment that FILE, a TOML file, describes.

    A second run continues where the first stopped. Results of another configuration are put aside,
    never deleted.

    \b
    Examples:
      matroidlab run price.toml
      matroidlab run price.toml --executor local:4 --out results
    """  # noqa: D301 - \b makes click keep the line breaks
    modules = modules_of(ctx)
    builder = ExperimentBuilder.with_plugins(modules)
    try:
        experiment = builder.read(file)
    except ConfigurationError as error:
        raise click.ClickException(str(error)) from error
    folder = out / experiment.name
    plan = RunPlan(executor_spec, modules, builder, fresh=fresh)
    task = Task(experiment, folder, source=str(file))
    results = watched_runs([task], plan, title=experiment.title or experiment.name, place=folder)[0]
    if as_json:
        click.echo(json.dumps(summary_rows(results), indent=2))
        return
    _print(summary_rows(results, is_rounded=False), results)
    click.echo(f"Results: {folder}", err=True)


def _print(rows: list[dict[str, object]], results: Results) -> None:
    """Print the columns that differ between rows; the title has what they share."""
    experiment = results.experiment
    steps = {cell.steps[-1] for cell in results.cells}
    has_horizon = all(row.get("horizon") == row["steps"] for row in rows)
    hidden = {"runs", "reward", "reward_standard_error"}
    if has_horizon or len(steps) == 1:
        hidden.add("steps")
    # A column that repeats the swept swap size would say nothing new.
    hidden |= {"counted_m"} if any(_repeats_m(rows, path) for path in experiment.sweep) else set()
    shown = [{key: row[key] for key in row if key not in hidden} for row in rows]
    shown = [_marked(row, experiment.sweep) for row in shown]
    if experiment.runs == 1:  # a single run has no spread
        shown = [
            {key: None if key.endswith("_standard_error") else row[key] for key in row}
            for row in shown
        ]
    played = "a single run" if experiment.runs == 1 else f"{experiment.runs:,} runs"
    facts = f"{min(steps):,} lists, {played}" if len(steps) == 1 else played
    headings = {
        "counted_m": "m",
        "violations": "bad lists",
        "exchange_violations": "bad (exchange reading)",
        "steps": "lists",
    }
    title = f"{experiment.title or experiment.name} ({facts})"
    print_table(shown, title=title, headings={**headings, **short_names(experiment.sweep)})


def _repeats_m(rows: list[dict[str, object]], path: str) -> bool:
    """Whether the swap size by which bad lists are counted is the one that is swept over."""
    swept = [row for row in rows if row[path] is not None]
    return path.endswith("swap_size") and all(row["counted_m"] == row[path] for row in swept)


def _marked(row: dict[str, object], sweep: Iterable[str]) -> dict[str, object]:
    """The row with a dash at swept values that do not affect its policy."""
    return row | {path: "-" for path in sweep if row[path] is None}
