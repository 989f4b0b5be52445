"""What `run` and `reproduce` share: options, and a run that can be watched and interrupted."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from matroidlab.cli.interruption import end
from matroidlab.cli.progress import progress
from matroidlab.cli.working import Command, place_options, this_command
from matroidlab.errors import MatroidLabError, message_of, visible
from matroidlab.work import Listener, executor
from matroidlab_experiments.configuration.building import Workshop
from matroidlab_experiments.result_files.results import Results
from matroidlab_experiments.running.running import Task, run_experiments


@dataclass(frozen=True)
class Plan:
    """How experiments are to be run, as the options say."""

    executor_spec: str
    modules: tuple[str, ...]
    workshop: Workshop
    anew: bool = False


def run_options(command: Command) -> Command:
    """Add ``--executor``, ``--out`` and ``--anew``."""
    anew = click.option(
        "--anew", is_flag=True, help="Run everything again, even what is finished; earlier results are put aside."
    )
    return place_options(anew(command))


def watched_runs(tasks: Sequence[Task], plan: Plan, *, title: str, place: Path) -> list[Results]:
    """Run experiments with progress on standard error; if interrupted say how to go on, on a fault what it is."""
    try:
        with progress(title) as tell:
            return run_experiments(
                tasks,
                run=executor(plan.executor_spec),
                modules=plan.modules,
                listener=Listener(lambda text: click.echo(visible(text), err=True), tell),
                anew=plan.anew,
                workshop=plan.workshop,
            )
    except KeyboardInterrupt as interrupt:
        end(interrupt, f"Finished blocks are kept in {place}; to go on: {this_command()}")
    except (MatroidLabError, ImportError, ValueError, TypeError) as error:
        raise click.ClickException(message_of(error)) from error
