"""What `run` and `reproduce` share: options, and a run that can be watched and interrupted."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from matroidlab.cli.interruption import end
from matroidlab.cli.progress import progress
from matroidlab.errors import MatroidLabError, told, visible
from matroidlab.experiments.configuration import Experiment
from matroidlab.experiments.executors import executor
from matroidlab.experiments.results import Results
from matroidlab.experiments.running import Listener, run_experiment

Command = TypeVar("Command", bound=Callable[..., Any])


def run_options(command: Command) -> Command:
    """Add ``--executor`` and ``--out``."""
    where = click.option(
        "--executor",
        "executor_spec",
        default="local",
        show_default=True,
        metavar="NAME",
        help="serial, local (all cores), local:N, dask (a cluster made here) or dask:ADDRESS.",
    )
    out = click.option(
        "--out",
        default="results",
        show_default=True,
        type=click.Path(path_type=Path, file_okay=False),
        help="Where results are kept, and found again.",
    )
    return where(out(command))


def watched_run(
    experiment: Experiment, folder: Path, *, executor_spec: str, modules: tuple[str, ...], source: str
) -> Results:
    """Run an experiment with progress on standard error; if interrupted say how to go on, on a fault what it is."""
    try:
        with progress(experiment.title or experiment.name) as tell:
            return run_experiment(
                experiment,
                folder,
                run=executor(executor_spec),
                modules=modules,
                listener=Listener(lambda text: click.echo(visible(text), err=True), tell),
                source=source,
            )
    except KeyboardInterrupt as interrupt:
        end(interrupt, f"Finished blocks are kept in {folder}; to go on: {_this_command()}")
    except (MatroidLabError, ImportError, ValueError, TypeError) as error:
        raise click.ClickException(told(error)) from error


def _this_command() -> str:
    program = click.get_current_context().find_root().info_name or "matroidlab"
    return f"{program} {shlex.join(sys.argv[1:])}"
