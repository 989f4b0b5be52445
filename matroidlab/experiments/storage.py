"""Results on disk: a file a block, written whole or not at all, and known again by its checksum."""

import hashlib
import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

import numpy as np

from matroidlab.errors import ResultsError
from matroidlab.experiments.blocks import MEASURED, Arrays, Block


def write_block(folder: Path, block: Block, arrays: Arrays) -> None:
    """Write the results of a block, with its identity and a checksum of both."""
    sealed = dict(arrays) | {"identity": np.array(block.identity)}
    sealed["checksum"] = np.array(checksum(sealed))
    write_whole(folder / block.name, lambda file: np.savez(file, allow_pickle=False, **sealed))


def read_block(folder: Path, block: Block) -> Arrays | None:
    """Return the results of a block, or None if they are missing, damaged, or those of another block."""
    try:
        with (folder / block.name).open("rb") as file, np.load(file, allow_pickle=False) as stored:
            sealed = {name: stored[name] for name in stored.files}
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
        return None
    given = str(sealed.pop("checksum", ""))
    if given != checksum(sealed) or str(sealed.get("identity")) != block.identity:
        return None
    return {name: sealed[name] for name in MEASURED if name in sealed}


def checksum(arrays: Arrays) -> str:
    """Return a hash of the names, types, shapes and values of arrays."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.asarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def file_checksum(path: Path) -> str:
    """Return the SHA-256 of a file, as ``sha256sum`` prints it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file so that it is there with all its contents, or not at all."""
    with _or_results_error(path):
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
def _or_results_error(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ResultsError(
            f"cannot write {path}: {error.strerror or error}; name another directory by --out"
        ) from error
