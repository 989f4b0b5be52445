import json
from pathlib import Path

import click

from matroidlab.cli.options import json_option, modules_of, plugin_option
from matroidlab.cli.running import Plan, run_options, watched_runs
from matroidlab.cli.tables import print_table
from matroidlab.errors import ConfigurationError
from matroidlab.experiments.building import Workshop
from matroidlab.experiments.results import Results
from matroidlab.experiments.running import Task
from matroidlab.experiments.summary import summary_rows
from matroidlab.experiments.sweeps import short_names


@click.command("run")
@click.argument("file", type=click.Path(path_type=Path))
@run_options
@plugin_option
@json_option
@click.pass_context
def command(ctx: click.Context, *, file: Path, executor_spec: str, out: Path, anew: bool, as_json: bool) -> None:
    """Run the experiment that FILE, a TOML file, describes.

    A second run finds what is finished and does only the rest. Results of another configuration are put aside, and
    never deleted.
    """
    modules = modules_of(ctx)
    workshop = Workshop.with_plugins(modules)
    try:
        experiment = workshop.read(file)
    except ConfigurationError as error:
        raise click.ClickException(str(error)) from error
    folder = out / experiment.name
    plan = Plan(executor_spec, modules, workshop, anew=anew)
    task = Task(experiment, folder, source=str(file))
    results = watched_runs([task], plan, title=experiment.title or experiment.name, place=folder)[0]
    rows = summary_rows(results)
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    _print(rows, results)
    click.echo(f"Results: {folder}", err=True)


def _print(rows: list[dict[str, object]], results: Results) -> None:
    """Print what differs between rows; how long and how often all were played is said above."""
    experiment = results.experiment
    told = [key for key in ("steps", "runs") if len({row[key] for row in rows}) == 1]
    hidden = (*told, "reward", "reward_standard_error")
    shown = [{key: row[key] for key in row if key not in hidden} for row in rows]
    names = {"counted_m": "counted m", "exchange_violations": "exchange violations", "steps": "actions"}
    facts = ", ".join(f"{rows[0][key]:,} {names.get(key, key)}" for key in told)
    title = f"{experiment.title or experiment.name} ({facts})" if facts else experiment.title or experiment.name
    print_table(shown, title=title, headings={**names, **short_names(experiment.sweep)})
