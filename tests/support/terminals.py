"""Programs on a real terminal: a pseudo terminal of a given size."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from pathlib import Path

CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
"""Control sequences: colours, and moves of the cursor."""


def on_terminal(
    *command: str | Path,
    columns: int = 80,
    term: str = "xterm",
    folder: Path | None = None,
    **environment: str,
) -> str:
    """Run a program on a terminal, and return all that it wrote there, codes and all."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    own = _environment(environment | {"TERM": term})
    process = subprocess.Popen(
        command, cwd=folder, env=own, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True
    )
    os.close(theirs)
    said = b""
    with os.fdopen(ours, "rb", buffering=0) as screen:
        try:
            while part := screen.read(4096):
                said += part
        except OSError:  # on Linux, the other end has been closed
            pass
    process.wait()
    return said.decode().replace("\r\n", "\n")


def matroidlab_on_terminal(*arguments: str | Path, **options: object) -> str:
    """Run a command of ours on a terminal."""
    command = (sys.executable, "-m", "matroidlab", *arguments)
    return on_terminal(*command, **options)  # type: ignore[arg-type]


def without_codes(text: str) -> str:
    """Return what one reads."""
    return CODES.sub("", text)


def _environment(given: Mapping[str, str]) -> dict[str, str]:
    found = {
        name: text
        for name, text in os.environ.items()
        if name not in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")
    }
    return {**found, **given}
