import json
from pathlib import Path

import click

from matroidlab.cli.options import json_option, modules_of, plugin_option
from matroidlab.cli.running import Plan, run_options, watched_runs
from matroidlab.cli.tables import print_table
from matroidlab.errors import ConfigurationError
from matroidlab.experiments.building import Workshop
from matroidlab.experiments.running import Task
from matroidlab.experiments.summary import summary_rows


@click.command("run")
@click.argument("file", type=click.Path(path_type=Path))
@run_options
@plugin_option
@json_option
@click.pass_context
def command(ctx: click.Context, *, file: Path, executor_spec: str, out: Path, anew: bool, as_json: bool) -> None:
    """Run the experiment that FILE, a TOML file, describes.

    A second run finds what is finished and does only the rest. Results of another configuration are put aside.
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
    shown = [{key: row[key] for key in row if key not in ("reward", "reward_standard_error")} for row in rows]
    print_table(shown, title=experiment.title or experiment.name)
    click.echo(f"Results: {folder}", err=True)
