import json
from pathlib import Path

import click

from matroidlab.cli.options import json_option, modules_of, plugin_option
from matroidlab.cli.running import run_options, watched_run
from matroidlab.cli.tables import print_table
from matroidlab.errors import ConfigurationError
from matroidlab.experiments.configuration import read_experiment
from matroidlab.experiments.summary import summary_rows


@click.command("run")
@click.argument("file", type=click.Path(path_type=Path))
@run_options
@plugin_option
@json_option
@click.pass_context
def command(ctx: click.Context, *, file: Path, executor_spec: str, out: Path, as_json: bool) -> None:
    """Run the experiment that FILE, a TOML file, describes.

    A second run finds what is finished and does only the rest.
    """
    try:
        experiment = read_experiment(file)
    except ConfigurationError as error:
        raise click.ClickException(str(error)) from error
    folder = out / experiment.name
    modules = modules_of(ctx)
    results = watched_run(experiment, folder, executor_spec=executor_spec, modules=modules, source=str(file))
    rows = summary_rows(results)
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    shown = [{key: row[key] for key in row if not key.startswith("reward")} for row in rows]
    print_table(shown, title=experiment.title or experiment.name)
    click.echo(f"Results: {folder}", err=True)
