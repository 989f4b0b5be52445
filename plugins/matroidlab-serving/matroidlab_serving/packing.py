"""Plain data and arrays as bytes, and back: an npz file that is not compressed, holds no pickle, and has a digest."""

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any
from zlib import crc32

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from matroidlab.errors import StateError

Arrays = Mapping[str, NDArray[Any]]
PLAIN, DIGEST = "plain", "digest"
ALLOWED: Mapping[str, type[np.generic]] = {
    "int64": np.int64,
    "float64": np.float64,
    "uint8": np.uint8,
}


def packed(plain: object, arrays: Arrays) -> bytes:
    """Return plain data and arrays as the bytes of an npz file.

    >>> unpacked(packed({"a": 1}, {"b": np.arange(2)}))
    ({'a': 1}, {'b': array([0, 1])})
    """
    text = json.dumps(plain, ensure_ascii=True, allow_nan=False).encode()
    told: dict[str, NDArray[Any]] = {PLAIN: np.frombuffer(text, dtype=np.uint8), **arrays}
    file = io.BytesIO()
    told[DIGEST] = np.frombuffer(_digest(told), dtype=np.uint8)
    np.savez(file, allow_pickle=False, **told)
    return file.getvalue()


def unpacked(content: bytes, where: str = "the state") -> tuple[Any, dict[str, NDArray[Any]]]:
    """Return what `packed` was given, or raise a `StateError` that says what is wrong with the bytes."""
    try:
        found = dict(_members(content))
        digest = found.pop(DIGEST, np.zeros(0, dtype=np.uint8)).tobytes()
        _check(
            PLAIN in found and digest == _digest(found),
            "its content is not what was written: the digest is another",
        )
        plain = json.loads(found.pop(PLAIN).tobytes())
    except StateError as error:
        raise StateError(f"{where} cannot be read: {error}") from None
    except Exception as error:  # noqa: BLE001 - zipfile and numpy raise whatever a stranger's bytes lead them to
        raise StateError(
            f"{where} cannot be read: it is no state of a service, or damaged: {error}"
        ) from None
    return plain, found


def _members(content: bytes) -> Iterator[tuple[str, NDArray[Any]]]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        seen: set[str] = set()
        for info in archive.infolist():
            name = info.filename.removesuffix(".npy")
            if (
                info.compress_type != zipfile.ZIP_STORED
                or info.file_size > len(content)
                or name in seen
            ):
                raise StateError(f"{info.filename!r:.80} is compressed, too large or there twice")
            seen.add(name)
            yield name, _array(archive.read(info), name)


def _array(content: bytes, name: str) -> NDArray[Any]:
    """An array of an allowed kind, whose size is that of its bytes: nothing is allocated on a stranger's word."""
    file = io.BytesIO(content)
    version = npy.read_magic(file)
    if version != (1, 0):
        raise StateError(f"{name!r:.80} has the npy version {version}; expected 1.0")
    shape, fortran, dtype = npy.read_array_header_1_0(file)
    kind = ALLOWED.get(dtype.name)
    if kind is None or fortran or not dtype.isnative:
        raise StateError(f"{name!r:.80} is an array of {dtype}; expected {', '.join(ALLOWED)}")
    rest = memoryview(content)[file.tell() :]
    count = 1
    for length in shape:
        count *= length
    if any(length < 0 for length in shape) or count * dtype.itemsize != len(rest):
        raise StateError(f"{name!r:.80} says it has shape {shape}, and has {len(rest):,} bytes")
    return np.frombuffer(rest, dtype=kind).reshape(shape)


def _check(holds: bool, why: str) -> None:
    if not holds:
        raise StateError(why)


def _digest(arrays: Arrays) -> bytes:
    hashed = blake2b(digest_size=16)
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        # Against damage, not malice, which could make another digest: a check of the bytes that is quick is enough.
        found = crc32(array.reshape(-1).view(np.uint8).data)
        hashed.update(f"{name}:{array.dtype}:{array.shape}:{found};".encode())
    return hashed.digest()
