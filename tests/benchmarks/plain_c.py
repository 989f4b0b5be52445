"""The peer in C: the same game as one would write it, compiled where there is a compiler."""

import subprocess
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import mkdtemp

from matroidlab.types import Weights

SOURCE = Path(__file__).parent / "plain_game.c"


@cache
def program() -> Path | None:
    """The compiled program; None without a C compiler."""
    compiler = which("cc") or which("gcc") or which("clang")
    if compiler is None:
        return None
    place = Path(mkdtemp()) / "plain_game"
    subprocess.run([compiler, "-O2", "-o", str(place), str(SOURCE), "-lm"], check=True)
    return place


def seconds_an_action(
    policy: str, matroid: str, lanes: int, steps: int, rank: int, means: Weights
) -> float:
    """The processor's time, as the program tells it."""
    command = [str(program()), policy, matroid, *map(str, (lanes, steps, len(means), rank))]
    printed = subprocess.run(
        command, input=" ".join(map(str, means)), capture_output=True, text=True, check=True
    ).stdout
    return float(printed.split()[0]) * 1e-9
