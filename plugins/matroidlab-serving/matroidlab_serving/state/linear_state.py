"""A segment with linear models as plain data and arrays, and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import as_count
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.linear_segment import LinearSegment
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.state.state_part import StatePart, check_numbers, refuse

OBSERVED = "observed"
COUNTS = "counts"
LINEAR_COLUMNS: Mapping[str, type[np.generic]] = {
    OBSERVED: np.int64,
    COUNTS: np.int64,
    "gram": np.float64,
    "inverse": np.float64,
    "moments": np.float64,
    "theta": np.float64,
    "log_det": np.float64,
    "bin_counts": np.int64,
    "bin_sums": np.float64,
    "bin_features": np.float64,
}
"""For each item that was observed: its number, and the arrays of its linear model. The inverse and
the estimates are written too: computed again, they would differ in the last digits."""


def linear_state(segment: LinearSegment) -> StatePart:
    """Return the state of a segment; its size grows with the items that were observed."""
    segment.refresh()
    arrays = segment.policy.beliefs.arrays
    observed = np.flatnonzero(arrays[COUNTS][0])
    rows: dict[str, NDArray[Any]] = {OBSERVED: observed.astype(np.int64)}
    for name, kind in LINEAR_COLUMNS.items():
        if name != OBSERVED:
            rows[name] = arrays[name][0, observed].astype(kind)
    plain = {
        "clock": int(segment.policy.clock[0]),
        "generator": segment.rng.bit_generator.state,
        "version": segment.version,
    }
    return StatePart(plain, rows)


def linear_segment_of(
    index: int, part: StatePart, catalogue: ItemCatalogue, settings: Settings
) -> LinearSegment:
    """Return the segment that a checked state describes."""
    made = LinearSegment(index, catalogue, settings)
    arrays = made.policy.beliefs.arrays
    observed = part.arrays[OBSERVED]
    for name in LINEAR_COLUMNS:
        if name != OBSERVED:
            arrays[name][0, observed] = part.arrays[name]
    made.policy.clock[0] = part.plain["clock"]
    made.rng.bit_generator.state = part.plain["generator"]
    return made


def check_linear_state(part: StatePart, catalogue: ItemCatalogue, settings: Settings) -> None:
    """Refuse a state that cannot be that of a segment with linear models."""
    shapes = LinearSegment(0, catalogue, settings).policy.beliefs.arrays
    observed = part.arrays[OBSERVED]
    refuse(observed.ndim != 1, "the observed items are not a column")
    for name, kind in LINEAR_COLUMNS.items():
        array = part.arrays[name]
        own = () if name == OBSERVED else shapes[name].shape[2:]
        is_column = array.shape == (len(observed), *own) and array.dtype == kind
        refuse(not is_column, f"{name} is not a column of {np.dtype(kind)}")
        refuse(not np.isfinite(array).all(), f"{name} has numbers that are not finite")
    check_numbers(observed, len(catalogue.keys))
    refuse(bool((np.diff(observed) <= 0).any()), "the items are not in order")
    counts = part.arrays[COUNTS]
    refuse(bool((counts < 1).any()), "an item was observed less than once")
    product = part.arrays["inverse"] @ part.arrays["gram"]
    eye = np.eye(product.shape[-1])
    refuse(not np.allclose(product, eye, atol=1e-4), "an inverse is not that of its matrix")
    solved = part.arrays["inverse"] @ part.arrays["moments"][:, :, None]
    is_solved = np.allclose(solved[:, :, 0], part.arrays["theta"], atol=1e-4)
    refuse(not is_solved, "estimates do not follow from the observations")
    as_count(part.plain["clock"], name="clock")
    as_count(part.plain["version"], name="version")
    np.random.default_rng(0).bit_generator.state = part.plain["generator"]
