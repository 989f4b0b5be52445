"""The outstanding lists of a service, as they are read from a state."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.state.state_part import StatePart, check_numbers, refuse

OUTSTANDING: Mapping[str, type[np.generic]] = {
    "numbers": np.int64,
    "of_segment": np.int64,
    "shown": np.float64,
    "lengths": np.int64,
    "items": np.int64,
}
"""The columns of the outstanding lists."""


def check_outstanding(engine: Engine, part: StatePart) -> None:
    """Refuse outstanding lists that cannot be."""
    arrays = part.arrays
    for name, kind in OUTSTANDING.items():
        is_column = arrays[name].ndim == 1 and arrays[name].dtype == kind
        refuse(not is_column, f"{name} is not a column of {np.dtype(kind)}")
    lengths = arrays["lengths"]
    is_whole = lengths.min(initial=1) >= 1 and lengths.sum() == len(arrays["items"])
    refuse(not is_whole, "lengths of lists do not add up")
    check_numbers(arrays["items"], len(engine.catalogue.keys))
    check_numbers(arrays["of_segment"], len(engine.settings.segments))
    check_numbers(arrays["numbers"], engine.counters.lists)
    refuse(bool((np.diff(arrays["numbers"]) <= 0).any()), "numbers of lists are not in order")
    times = np.append(arrays["shown"], engine.clock)
    is_ordered = np.isfinite(times).all() and (np.diff(times) >= 0).all()
    refuse(not is_ordered, "times are not in order")


def as_pooled(engine: Engine, given: Any, count: int) -> list[bool] | None:
    """Return which items of a list every segment could have been shown, if that matters."""
    if engine.settings.promise == "each":
        return None
    is_row = isinstance(given, list) and {bool}.issuperset(map(type, given))
    refuse(not is_row or len(given) != count, "a list does not say what every segment could see")
    return list(given)


def features_of(engine: Engine, part: StatePart, count: int) -> Sequence[tuple[float, ...] | None]:
    """Return the features of the visitors of all outstanding lists."""
    settings = engine.settings.features
    if settings is None:
        return [None] * count
    rows = part.arrays["features"]
    refuse(rows.shape != (count, settings.count), "the features of visitors have a wrong shape")
    refuse(not np.isfinite(rows).all(), "a feature of a visitor is not finite")
    return list(map(tuple, rows.tolist()))
