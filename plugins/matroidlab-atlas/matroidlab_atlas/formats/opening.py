"""Files of matroids as lines of text, plain or compressed by gzip, bzip2 or xz."""

import bz2
import gzip
import lzma
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path, PurePath
from typing import IO, Any, TextIO

from matroidlab.errors import FormatError
from matroidlab.files import write_whole
from matroidlab.named_files import opened

LONGEST = 1 << 26
"""The longest line that is read, in characters; the bases of 22 elements fit as JSON."""

OPENERS: dict[str, Callable[..., IO[Any]]] = {
    ".gz": gzip.open,
    ".bz2": bz2.open,
    ".xz": lzma.open,
}


def without_compression(path: str) -> str:
    """Return a file name without the ending of its compression.

    >>> without_compression("allr3n10.revlex.xz")
    'allr3n10.revlex'
    """
    return str(PurePath(path).with_suffix("")) if PurePath(path).suffix in OPENERS else path


def text_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file; - is standard input. A line is cut after `LONGEST` characters."""
    if str(path) == "-":
        yield from _bounded(sys.stdin, "standard input")
        return
    with opened(path) as raw:
        unpacked = OPENERS[path.suffix](raw) if path.suffix in OPENERS else raw
        with TextIOWrapper(unpacked, encoding="utf-8") as file:
            yield from _bounded(file, str(path))


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines to a file, whole or not at all, compressed if its name says so."""

    def write(file: IO[bytes]) -> None:
        if path.suffix not in OPENERS:
            file.writelines(f"{line}\n".encode() for line in lines)
            return
        with OPENERS[path.suffix](file, mode="wb") as packed:
            packed.writelines(f"{line}\n".encode() for line in lines)

    write_whole(path, write)


def _bounded(file: TextIO | IO[Any], name: str) -> Iterator[str]:
    """The lines, each cut at `LONGEST`: a file without line ends must not fill the memory."""
    number = 1
    try:
        while line := file.readline(LONGEST + 1):
            yield line
            number += 1
    except UnicodeDecodeError as error:
        raise FormatError(
            f"{name}, line {number} or later: expected text in UTF-8: {error}"
        ) from error
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
        raise FormatError(f"{name}, line {number} or later: damaged: {error}") from error
