"""Results on disk: one sealed file for each block."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import FormatError, ResultsError
from matroidlab.files import FILE, packed, read_bytes, unpacked, write_whole
from matroidlab_experiments.running.lane_blocks import MEASURED, Arrays, LaneBlock

OPTIONAL = ("exchange_violations", "stopped")
"""Arrays that are not always measured."""

ROOM = 2**16
"""Bytes that an archive may have in addition to its arrays."""


def write_block(folder: Path, block: LaneBlock, arrays: Arrays) -> str:
    """Write the results of a block with its identity, sealed; return the checksum of the file."""
    if _shapes(block, arrays) is None:
        given = {name: (array.dtype.str, array.shape) for name, array in arrays.items()}
        raise ResultsError(
            f"not the results of {block.lanes} runs of {block.table['horizon']:,} actions: {given}"
        )
    content = packed(block.identity, arrays)
    write_whole(folder / block.name, lambda file: file.write(content))
    return hashlib.sha256(content).hexdigest()


def read_block(path: Path, block: LaneBlock, *, checksum: str | None = None) -> Arrays | None:
    """Return the results of a block, or None if they are missing, damaged, or of another block.

    The checksum in the manifest and the seal of the file are compared before the archive is opened.
    Reading takes no more memory than the file, and files larger than a block can be are refused.
    """
    try:
        content = read_bytes(path, most=FILE + ROOM)
    except OSError:
        return None
    return (
        unsealed(content, block)
        if checksum in (None, hashlib.sha256(content).hexdigest())
        else None
    )


def unsealed(content: bytes, block: LaneBlock) -> Arrays | None:
    """Return the results of a block from the bytes of a file; None if they were damaged."""
    try:
        identity, stored = unpacked(content, block.name)
    except FormatError:
        return None
    return _shapes(block, stored) if identity == block.identity else None


def _shapes(block: LaneBlock, stored: Mapping[str, NDArray[np.generic]]) -> Arrays | None:
    """The arrays if their names, shapes and types are those of the block; None otherwise."""
    horizon = block.table["horizon"]
    kept = min(block.table["checkpoints"], horizon)
    if not set(MEASURED) - set(OPTIONAL) <= stored.keys() <= set(MEASURED):
        return None
    items = (block.lanes, *stored["counts"].shape[1:2])
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(MEASURED, (block.lanes, kept))
    shapes |= {
        "steps": (kept,),
        "counts": items,
        "sums": items,
        "swap_size": (),
        "stopped": (block.lanes,),
    }
    reals = ("regret", "reward", "sums")
    for name, array in stored.items():
        if array.shape != shapes[name] or array.dtype.str != ("<f8" if name in reals else "<i8"):
            return None
    is_time = np.array_equal(stored["steps"], np.arange(1, kept + 1) * horizon // kept)
    return {name: stored[name] for name in MEASURED if name in stored} if is_time else None
