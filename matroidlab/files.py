"""Files that are written whole or not at all, sealed against damage, and read within limits."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass
import hashlib
import json
import stat
import tomllib
from collections.abc import Callable
from contextlib import contextmanager
from secrets import token_hex
from typing import Any, BinaryIO

from matroidlab.errors import ResultsError

TEXT = 8 * 2**20
"""The bytes of a configuration file: what is parsed takes many times as much memory."""

DEPTH = 64
"""How deep tables and lists may be nested."""

BITS = 64
"""The size of an integer; TOML promises no more."""

FILE = 2**30
"""The bytes of one file of results."""


def nested_faults(value: object, path: str = "", depth: int = 0) -> Iterator[str]:
    """Say where data is nested too deep, holds an integer that is too large, or something that is no plain data.

    >>> list(nested_faults({"seed": 2**70, "means": [0.5, 1]}))
    ['seed: an integer must fit in 64 bits, got one of 71 bits']
    """
    if isinstance(value, int) and value.bit_length() > BITS:
        yield f"{path}: an integer must fit in {BITS} bits, got one of {value.bit_length():,} bits"
    elif isinstance(value, dict | list | tuple) and depth == DEPTH:
        yield f"{path[:80]}...: nested deeper than {DEPTH} tables and lists"
    elif isinstance(value, dict | list | tuple):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if not isinstance(inner, str | float | None):
                yield from nested_faults(inner, f"{path}.{key}" if path else str(key), depth + 1)
    elif not isinstance(value, int):
        yield f"{path}: must be text, a number, true or false, a list or a table, got {value!r:.80}"


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


SEAL = 64
"""The length of a seal: the SHA-256 of all that stands before it, as the comment at the end of the archive."""


def sealed(archive: bytes) -> bytes:
    """Return a zip archive with a seal as its comment."""
    content = archive[:-2] + SEAL.to_bytes(2, "little")
    return content + hashlib.sha256(content).hexdigest().encode()


def is_sealed(content: bytes) -> bool:
    """Whether the seal is that of what stands before it, so that not one bit of either has changed."""
    return content[-SEAL:] == hashlib.sha256(content[:-SEAL]).hexdigest().encode()


def file_checksum(path: Path) -> str:
    """Return the SHA-256 of a file, as ``sha256sum`` prints it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file so that it is there with all its contents, or not at all."""
    with or_results_error(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        # Not by `tempfile`, whose files are for their owner alone: results and pages are to be shared.
        temporary = path.with_name(f".unfinished-{os.getpid()}-{token_hex(6)}")
        try:
            with temporary.open("xb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def write_text(path: Path, text: str) -> None:
    """Write a text so that it is there as a whole, or not at all."""
    write_whole(path, lambda file: file.write(text.encode()))


@contextmanager
def or_results_error(path: Path) -> Iterator[None]:
    """Whatever cannot be written is an error that names it, and the way out."""
    try:
        yield
    except OSError as error:
        raise ResultsError(
            f"cannot write {path}: {error.strerror or error}; name another directory by --out"
        ) from error
