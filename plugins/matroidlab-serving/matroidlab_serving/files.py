"""A service in a file: JSON and arrays, written as a whole or not at all."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import StateError
from matroidlab.files import write_whole
from matroidlab.named_files import opened
from matroidlab.types import as_count
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.packing import packed, unpacked
from matroidlab_serving.state.average_state import OF_AVERAGE
from matroidlab_serving.state.certificate_state import OF_CERTIFICATES
from matroidlab_serving.state.linear_state import LINEAR_COLUMNS
from matroidlab_serving.state.segment_state import COLUMNS
from matroidlab_serving.state.service_state import FORMAT, engine_of, state_parts
from matroidlab_serving.state.state_part import StatePart

FURTHER = (*OF_CERTIFICATES, *OF_AVERAGE)
"""Arrays that a segment may have beside its observations, of lengths of their own."""


def save_engine(engine: Engine, path: str | os.PathLike[str]) -> None:
    """Write a state to a file, as a whole or not at all; only a saved service is ever replaced."""
    _check_replaceable(Path(path))
    parts = state_parts(engine)
    indexes = sorted(engine.segments)
    own = [parts[f"segment/{index}"] for index in indexes]
    kinds = COLUMNS if engine.settings.features is None else LINEAR_COLUMNS
    columns = {
        name: np.concatenate([part.arrays[name] for part in own]) if own else np.empty(0, kind)
        for name, kind in kinds.items()
    }
    further = [name for name in FURTHER if own and name in own[0].arrays]
    columns |= {name: np.concatenate([part.arrays[name] for part in own]) for name in further}
    service = parts["service"]
    catalogue = parts["catalogue"]
    plain = {
        "service": service.plain,
        "catalogue": catalogue.plain,
        "segments": [
            [index, part.plain, [len(part.arrays[name]) for name in ("observed", *further)]]
            for index, part in zip(indexes, own, strict=True)
        ],
    }
    content = packed(plain, {**columns, **service.arrays, **catalogue.arrays})
    Path(path).parent.resolve(strict=True)  # a mistyped folder is an error, not a new folder
    write_whole(Path(path), lambda file: file.write(content), mode=0o600)


def _check_replaceable(path: Path) -> None:
    """Refuse to replace a file that is not a saved service: the name may be mistyped."""
    if not path.exists():
        return
    try:
        # A device such as /dev/zero has no end, so it is not read.
        with np.load(path if path.is_file() else os.devnull, allow_pickle=False) as arrays:
            plain = json.loads(arrays["plain"].tobytes())
        is_ours = plain["service"]["format"] == FORMAT
    except Exception:  # noqa: BLE001 - zipfile and numpy raise many kinds of errors for other files
        is_ours = False
    if not is_ours:
        raise StateError(
            f"{path} is not a saved service, so it is not replaced: choose another name"
        )


def load_engine(path: str | os.PathLike[str]) -> Engine:
    """Return the engine that was saved, or raise a `StateError`."""
    try:
        with opened(Path(path)) as file:
            content = file.read()
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
    names = [name for name in {**COLUMNS, **LINEAR_COLUMNS} if name in arrays]
    further = [name for name in FURTHER if name in arrays]
    groups = [names, *([name] for name in further)]
    last = [0] * len(groups)
    for index, own, counts in plain:
        columns: dict[str, NDArray[Any]] = {}
        for k, (group, count) in enumerate(zip(groups, counts, strict=True)):
            first = last[k]
            last[k] = first + as_count(count, name="count")
            columns |= {name: arrays[name][first : last[k]] for name in group}
        yield index, StatePart(own, columns)
