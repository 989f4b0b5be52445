"""The example service as a real process on a free port."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[2] / "example"
START = FOLDER / "start.py"
STRANGE_TITLES = Path(__file__).with_name("strange_titles.py")


class Running(NamedTuple):
    """A server that answers at an address; ``line`` is what it has printed."""

    address: str
    line: str
    process: subprocess.Popen[str]


@contextmanager
def running(*options: str, program: Path = START) -> Iterator[Running]:
    """Start the example, and stop it as Ctrl-C does; it must end without an error."""
    command = [sys.executable, "-W", "error", str(program), "--port", "0", *options]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stdout.readline()
        try:
            assert line.startswith("http://127.0.0.1:"), process.stderr.read()
            yield Running(line.split()[0], line, process)
        finally:
            process.send_signal(signal.SIGINT)
            errors = process.stderr.read()
            assert (process.wait(), errors) == (0, "")
