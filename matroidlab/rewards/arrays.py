"""Records whose fields are read-only arrays, compared and hashed by value."""

from dataclasses import fields
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.errors import InvalidRewardsError
from matroidlab.types import Weights


class ArrayRecord:
    """Equality and hash by value and a repr in one line, for dataclasses with neither."""

    def __repr__(self) -> str:
        means: Weights = cast("Any", self).means
        span = f", means {means.min():.3g} to {means.max():.3g}" if len(means) else ""
        found = [f"{len(means)} {'item' if len(means) == 1 else 'items'}{span}"]
        for part in fields(cast("Any", self)):
            value = getattr(self, part.name)
            if not isinstance(value, np.ndarray):
                found.append(f"{part.name}={value!r}")
        return f"{type(self).__name__}({', '.join(found)})"

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, part.name) for part in fields(cast("Any", self)))

    def _key(self) -> tuple[object, ...]:
        return (
            type(self),
            *((value.shape, value.tobytes()) for value in map(np.asarray, self._values())),
        )

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        """Copies and pickles call the constructor: numpy would not keep arrays read-only."""
        return type(self), self._values()


def frozen(values: ArrayLike, *, name: str, least: float, most: float, ndim: int = 1) -> Weights:
    """Return a read-only array of numbers in ``least .. most``."""
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidRewardsError(f"{name} must be numbers: {error}") from error
    if np.asarray(values).dtype.kind in "SU":
        # Numpy would parse them, but strings are more likely a mistake.
        raise InvalidRewardsError(f"{name} must be numbers, got strings")
    if array.ndim != ndim:
        raise InvalidRewardsError(f"{name} must have {ndim} dimension(s), got shape {array.shape}")
    inside = (array >= least) & (array <= most)
    if not inside.all():
        raise InvalidRewardsError(f"{name} must lie in [{least}, {most}], got {array[~inside][0]}")
    array.setflags(write=False)
    return array
