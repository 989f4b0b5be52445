"""Files that are written whole or not at all, sealed against damage, and read within limits."""

import hashlib
import io
import json
import math
import os
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, BinaryIO

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from matroidlab.errors import FormatError, ResultsError, described
from matroidlab.named_files import json_value

FILE = 2**30
"""The most bytes of one file of results."""

CREATE = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)

SEAL = 64
"""The length of a seal: the SHA-256 of everything before it, in hexadecimal digits."""

PLAIN = "plain"
"""The member of a sealed archive that holds its plain data, as JSON."""

ARRAYS = ("int64", "float64", "uint8")
"""The types of arrays in a sealed archive."""


def write_whole(path: Path, write: Callable[[BinaryIO], object], *, mode: int = 0o666) -> None:
    """Write a file that is there with all its contents, also after a power cut, or not at all."""
    with or_results_error(path):
        if path.exists() and not path.is_file():  # renaming would put a file for /dev/null
            raise FileExistsError("it is there already, and is not a file")
        # A new directory is lost with the power unless the directory that lists it is synced too.
        made = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".unfinished-{os.getpid()}-{token_hex(6)}")
        try:
            # Not `tempfile`, whose files only their owner may read: results are to be shared.
            with os.fdopen(os.open(temporary, CREATE, mode), "wb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        for folder in (path.parent, *(one.parent for one in made)):
            _sync_directory(folder)


def write_text(path: Path, text: str) -> None:
    """Write a text file whole, or not at all."""
    write_whole(path, lambda file: file.write(text.encode()))


def _sync_directory(folder: Path) -> None:
    # Renaming is durable only once the directory is on disk. Windows cannot open directories.
    if os.name == "nt":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def or_results_error(path: Path) -> Iterator[None]:
    """Raise a `ResultsError` that names the file, and the way out, if it cannot be written."""
    try:
        yield
    except OSError as error:
        where = f"cannot write {path}: {error.strerror or error}"
        raise ResultsError(f"{where}; name another directory by --out") from error


def read_bytes(path: Path, *, most: int) -> bytes:
    """Return the content of a regular file of at most ``most`` bytes; else raise an OSError."""
    if path.is_symlink():
        raise OSError(f"{path} is a link, not a file")
    # Without O_NONBLOCK, opening a pipe would wait until another process writes to it.
    extra = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | extra)) as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError(f"{path} is not a regular file")
        if found.st_size > most:
            raise OSError(f"{path} has {found.st_size:,} bytes; at most {most:,}")
        return file.read(most + 1)


def _seal(content: bytes | memoryview) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


def _check_seal(content: bytes | memoryview, seal: bytes, where: str) -> None:
    if seal != _seal(content):
        raise FormatError(f"{where} cannot be read: its checksum does not match, so it is damaged")


def sealed_lines(lines: Iterable[str]) -> str:
    """Return lines of JSON with the checksum of all of them as the last line."""
    text = "".join(f"{line}\n" for line in lines)
    return f"{text}{_seal(text.encode()).decode()}\n"


def unsealed_lines(content: bytes, where: str) -> list[Any]:
    """Return the values of `sealed_lines`, or raise a `FormatError` if a bit has changed."""
    text = content[: -SEAL - 1]
    _check_seal(text, content[-SEAL - 1 :].removesuffix(b"\n"), where)
    try:
        return [json_value(line) for line in text.decode().splitlines()]
    except ValueError as error:
        raise FormatError(f"{where} cannot be read: not lines of JSON: {error}") from error


def packed(plain: object, arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return plain data and arrays as a sealed npz file, neither compressed nor pickled.

    >>> unpacked(packed({"a": 1}, {"b": np.arange(2)}), "an example")
    ({'a': 1}, {'b': array([0, 1])})
    """
    text = json.dumps(plain, ensure_ascii=True, allow_nan=False).encode()
    file = io.BytesIO()
    rows = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    # Objects would be pickled. `savez` can refuse them itself only since numpy 2.1.
    for name, row in rows.items():
        if row.dtype.hasobject:
            raise ValueError(f"{name} must be an array of numbers, got objects")
    contents: dict[str, Any] = {PLAIN: np.frombuffer(text, dtype=np.uint8), **rows}
    np.savez(file, **contents)
    return sealed(file.getvalue())


def sealed(archive: bytes) -> bytes:
    """Return a zip archive with its seal as the comment, so that any program can open it."""
    content = archive[:-2] + SEAL.to_bytes(2, "little")
    return content + _seal(content)


def unpacked(content: bytes, where: str) -> tuple[Any, dict[str, NDArray[Any]]]:
    """Return the data that `packed` was given, or raise a `FormatError` that names the fault.

    The seal shows that nothing was damaged, not who made it, so memory is allocated only for
    bytes that are there.
    """
    _check_seal(memoryview(content)[:-SEAL], content[-SEAL:], where)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            found = dict(_members(archive, len(content)))
        return json_value(found.pop(PLAIN).tobytes().decode()), found
    except Exception as error:
        # zipfile and numpy raise many kinds of errors for bytes that they did not write.
        raise FormatError(f"{where} cannot be read: {described(error)}") from error


def _members(archive: zipfile.ZipFile, most: int) -> Iterator[tuple[str, NDArray[Any]]]:
    infos = archive.infolist()
    names = [info.filename.removesuffix(".npy") for info in infos]
    if len(set(names)) < len(names) or sum(info.file_size for info in infos) > most:
        raise FormatError("a member is there twice, or larger than the file")
    for name, info in zip(names, infos, strict=True):
        if info.compress_type != zipfile.ZIP_STORED:
            raise FormatError(f"{info.filename!r:.80} is compressed")
        yield name, _array(archive.read(info), name)


def _array(content: bytes, name: str) -> NDArray[Any]:
    file = io.BytesIO(content)
    version = npy.read_magic(file)
    if version != (1, 0):
        raise FormatError(f"{name!r:.80} has the npy version {version}; expected 1.0")
    shape, fortran, dtype = npy.read_array_header_1_0(file)
    if dtype.name not in ARRAYS or fortran or not dtype.isnative:
        raise FormatError(f"{name!r:.80} is an array of {dtype}; expected {', '.join(ARRAYS)}")
    rest = memoryview(content)[file.tell() :]
    if any(length < 0 for length in shape) or math.prod(shape) * dtype.itemsize != len(rest):
        raise FormatError(f"{name!r:.80} claims the shape {shape}, but has {len(rest):,} bytes")
    return np.frombuffer(rest, dtype=dtype).reshape(shape)
