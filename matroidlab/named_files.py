"""Files that a user names: reading them always ends, whether they are pipes or devices."""

import json
import os
import re
import stat
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from matroidlab.errors import FormatError

TEXT = 8 * 2**20
"""The most bytes of a configuration file: parsed, it takes many times as much memory."""
DEPTH = 64
"""The most levels of tables and lists."""
TOO_DEEP = f"nested deeper than {DEPTH} tables and lists"
PART = r"(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+"
DEEP_KEY = re.compile(rf"{PART}(?:\.[ \t]*+{PART}){{{DEPTH}}}")
BITS = 64
"""The most bits of an integer; TOML guarantees no more."""
LONGEST = 2**26
"""The longest line that is read, in bytes."""


def opened(path: Path) -> BinaryIO:
    """Open a file or a pipe; a pipe that no program has opened for writing is at its end.

    Other devices than ``/dev/null`` are refused by an OSError: they may have no end.
    """
    file = open(path, "rb", opener=_opened_at_once)  # noqa: SIM115 - the caller closes it
    kind = os.fstat(file.fileno()).st_mode
    is_null = path.exists() and path.samefile(os.devnull)
    if not (stat.S_ISREG(kind) or stat.S_ISFIFO(kind) or is_null):
        file.close()
        raise OSError("it is neither a file nor a pipe")
    return file


def _opened_at_once(name: str, flags: int) -> int:
    """Open a pipe without waiting for a program that writes to it; waiting for its bytes is fine.

    A file of ``/proc`` that has nothing more to say for now is at its end, too.
    """
    descriptor = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
    if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        os.set_blocking(descriptor, True)
    return descriptor


def text_of(path: Path, *, most: int) -> str:
    """Return the text of a file, of which at most one byte more than ``most`` is read."""
    with opened(path) as file:
        return (file.read(most + 1) or b"").decode()


def text_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file, with their ends; one longer than `LONGEST` is a ValueError."""
    encoding = "utf-8-sig"  # the first line may begin with a byte order mark
    with opened(path) as file:
        while line := file.readline(LONGEST + 1):
            if len(line) > LONGEST:
                raise ValueError(f"{path} has a line of more than {LONGEST:,} bytes")
            yield line.decode(encoding)
            encoding = "utf-8"


def read_toml(path: Path) -> dict[str, Any]:
    """Return the table in a TOML file that the user names, reading a limited number of bytes.

    Links and pipes are the user's choice; a device that never ends is a `FormatError`.
    """
    try:
        table = toml_table(text_of(path, most=TEXT))
    except ValueError as error:
        raise FormatError(f"{path} is not valid TOML: {error}") from error
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror or error}") from error
    for fault in nested_faults(table):
        raise FormatError(f"{path}: {fault}")
    return table


def toml_table(text: str) -> dict[str, Any]:
    """Parse a TOML text, or raise a ValueError."""
    if len(text) > TEXT:
        raise ValueError(f"more than {TEXT:,} characters")
    if DEEP_KEY.search(text):  # whose parts tomllib keeps once for each level
        raise ValueError(TOO_DEEP)
    table: dict[str, Any] = _parsed(tomllib.loads, text)
    return table


def json_value(text: str) -> Any:
    """Parse a JSON text, or raise a ValueError."""
    return _parsed(json.loads, text)


def _parsed(parse: Callable[[str], Any], text: str) -> Any:
    try:
        return parse(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None


def nested_faults(value: object, path: str = "", depth: int = 0) -> Iterator[str]:
    """Report data nested too deep, integers that are too large, and values that are not plain data.

    >>> list(nested_faults({"seed": 2**70, "means": [0.5, 1]}))
    ['seed: an integer must fit in 64 bits, got one of 71 bits']
    """
    if isinstance(value, int) and value.bit_length() > BITS:
        yield f"{path}: an integer must fit in {BITS} bits, got one of {value.bit_length():,} bits"
    elif isinstance(value, dict | list | tuple) and depth == DEPTH:
        yield f"{path[:80]}...: {TOO_DEEP}"
    elif isinstance(value, dict | list | tuple):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if not isinstance(inner, str | float | None):
                yield from nested_faults(inner, f"{path}.{key}" if path else str(key), depth + 1)
    elif not isinstance(value, int):
        yield f"{path}: must be text, a number, true or false, a list or a table, got {value!r:.80}"
