"""Options of commands that do long work, and the command line that resumes it."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def place_options(command: Command) -> Command:
    """Add ``--executor`` and ``--out``."""
    where = click.option(
        "--executor",
        "executor_spec",
        default="local",
        show_default=True,
        metavar="NAME",
        help="serial, local (all cores), local:N (N processes), dask (a temporary cluster on this "
        "machine) or dask:ADDRESS.",
    )
    out = click.option(
        "--out",
        default="results",
        show_default=True,
        type=click.Path(path_type=Path, file_okay=False),
        help="The directory of the results, in which the next run finds finished work.",
    )
    return where(out(command))


def this_command() -> str:
    """Return the command that resumes this run: without --fresh, which would restart it."""
    program = click.get_current_context().find_root().info_name or "matroidlab"
    return f"{program} {shlex.join(word for word in sys.argv[1:] if word != '--fresh')}"
