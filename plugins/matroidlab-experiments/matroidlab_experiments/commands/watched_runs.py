"""Options and progress output that `run` and `reproduce` share."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from matroidlab.cli.interruption import end
from matroidlab.cli.long_work import Command, place_options, this_command
from matroidlab.cli.progress import progress
from matroidlab.errors import MatroidLabError, message_of, visible
from matroidlab.work import Listener, executor
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.result_files.results import Results
from matroidlab_experiments.running.running import Task, run_experiments


@dataclass(frozen=True)
class RunPlan:
    """How to run experiments, from the options of a command."""

    executor_spec: str
    modules: tuple[str, ...]
    builder: ExperimentBuilder
    fresh: bool = False


def run_options(command: Command) -> Command:
    """Add ``--executor``, ``--out`` and ``--fresh``."""
    fresh = click.option(
        "--fresh",
        is_flag=True,
        help=(
            "Run everything from scratch, including finished blocks; earlier results are put aside."
        ),
    )
    return place_options(fresh(command))


def watched_runs(tasks: Sequence[Task], plan: RunPlan, *, title: str, place: Path) -> list[Results]:
    """Run experiments with progress on standard error; if interrupted, say how to continue."""
    try:
        with progress(title) as show_progress:
            return run_experiments(
                tasks,
                run=executor(plan.executor_spec),
                modules=plan.modules,
                listener=Listener(lambda text: click.echo(visible(text), err=True), show_progress),
                fresh=plan.fresh,
                builder=plan.builder,
            )
    except KeyboardInterrupt as interrupt:
        end(interrupt, f"Finished blocks are kept in {place}; to go on: {this_command()}")
    except (MatroidLabError, ImportError, ValueError, TypeError) as error:
        raise click.ClickException(message_of(error)) from error
