"""A service in a file: JSON and arrays, written at once or not at all."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import StateError
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.packing import packed, unpacked
from matroidlab_serving.state.segment_state import COLUMNS
from matroidlab_serving.state.service_state import engine_of, state_parts
from matroidlab_serving.state.state_part import StatePart


def save_engine(engine: Engine, path: str | os.PathLike[str]) -> None:
    """Write a state to a file, at once or not at all."""
    parts, indexes = state_parts(engine), sorted(engine.segments)
    own = [parts[f"segment/{index}"] for index in indexes]
    columns = {name: np.array([part.arrays[name] for part in own]) for name in COLUMNS}
    service, catalogue = parts["service"], parts["catalogue"]
    plain = {
        "service": service.plain,
        "catalogue": catalogue.plain,
        "segments": [[index, part.plain] for index, part in zip(indexes, own, strict=True)],
    }
    _write(Path(path), packed(plain, {**columns, **service.arrays, **catalogue.arrays}))


def load_engine(path: str | os.PathLike[str]) -> Engine:
    """The engine that was saved, or a `StateError`."""
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        raise StateError(
            f"{path!s:.200} cannot be read: {getattr(error, 'strerror', error)}"
        ) from None
    plain, arrays = unpacked(content, str(path))
    try:
        segments = dict(_split(plain["segments"], arrays))
        return engine_of(
            StatePart(plain["service"], arrays), StatePart(plain["catalogue"], arrays), segments
        )
    except StateError as error:
        raise StateError(f"{path} cannot be read: {error}") from None
    except (TypeError, KeyError, ValueError, IndexError) as error:
        raise StateError(f"{path} cannot be read: {type(error).__name__}: {error}") from None


def _split(plain: list[Any], arrays: Mapping[str, NDArray[Any]]) -> Iterator[tuple[int, StatePart]]:
    for row, (index, told) in enumerate(plain):
        yield index, StatePart(told, {name: arrays[name][row] for name in COLUMNS})


def _write(path: Path, content: bytes) -> None:
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
