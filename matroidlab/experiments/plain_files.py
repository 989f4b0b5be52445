"""Files of plain data from anybody: read within limits, without waiting for a pipe and without following a link."""

import json
import os
import stat
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from matroidlab.experiments.limits import DEPTH, TEXT


def read_bytes(path: Path, *, most: int) -> bytes:
    """Return the content of a regular file of at most ``most`` bytes; of anything else, an OSError says what it is."""
    # Not waiting: opening a pipe would, until somebody writes to it.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if path.is_symlink():
        raise OSError(f"{path} is a link, not a file")
    with os.fdopen(os.open(path, flags), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError(f"{path} is not a regular file")
        if found.st_size > most:
            raise OSError(f"{path} has {found.st_size:,} bytes; at most {most:,}")
        return file.read(most + 1)


def toml_table(text: str) -> dict[str, Any]:
    """Return the table that a TOML text describes, or raise a ValueError."""
    if len(text) > TEXT:
        raise ValueError(f"more than {TEXT:,} characters")
    table: dict[str, Any] = _parsed(tomllib.loads, text)
    return table


def json_value(text: str) -> Any:
    """Return what a JSON text describes, or raise a ValueError."""
    return _parsed(json.loads, text)


def _parsed(parse: Callable[[str], Any], text: str) -> Any:
    try:
        return parse(text)
    except RecursionError:
        raise ValueError(f"nested deeper than {DEPTH} tables and lists") from None
