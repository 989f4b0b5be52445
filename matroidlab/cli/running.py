"""What `run` and `reproduce` share: options, and a run that can be watched and interrupted."""

import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from matroidlab.cli.interruption import end
from matroidlab.cli.progress import progress
from matroidlab.errors import MatroidLabError, told, visible
from matroidlab.experiments.building import Workshop
from matroidlab.experiments.executors import executor
from matroidlab.experiments.results import Results
from matroidlab.experiments.running import Listener, Task, run_experiments

Command = TypeVar("Command", bound=Callable[..., Any])


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


def place_options(command: Command) -> Command:
    """Add ``--executor`` and ``--out``."""
    where = click.option(
        "--executor",
        "executor_spec",
        default="local",
        show_default=True,
        metavar="NAME",
        help="serial, local (all cores), local:N (N processes), dask (a new cluster on this machine) or dask:ADDRESS.",
    )
    out = click.option(
        "--out",
        default="results",
        show_default=True,
        type=click.Path(path_type=Path, file_okay=False),
        help="Where results are kept, and found by the next run.",
    )
    return where(out(command))


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
        raise click.ClickException(told(error)) from error


def this_command() -> str:
    """What goes on with the rest: without --anew, by which it would begin once more."""
    program = click.get_current_context().find_root().info_name or "matroidlab"
    return f"{program} {shlex.join(word for word in sys.argv[1:] if word != '--anew')}"
