from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from matroidlab.errors import InvalidRewardsError
from matroidlab.types import Weights, as_number


@dataclass(frozen=True)
class ClickModel:
    """A model of clicks: how attractive each item is to a visitor who examines it."""

    attractions: tuple[float, ...]

    def __init__(self, attractions: Iterable[float]) -> None:
        object.__setattr__(self, "attractions", as_probabilities(attractions, name="attractions"))

    def __reduce__(self) -> tuple[object, ...]:
        """Copies and pickles call the constructor, because numpy would make the means writeable."""
        return type(self), tuple(getattr(self, part.name) for part in fields(self))

    @cached_property
    def means(self) -> Weights:
        """The attractions, the value of an item at any place.

        The conservative constraint is counted against them.
        """
        return frozen(self.attractions)


def as_probabilities(values: Iterable[float], *, name: str) -> tuple[float, ...]:
    """Return ``values`` as at least one number in [0, 1], or say which is none.

    >>> as_probabilities([0.5, 1.5], name="attractions")
    Traceback (most recent call last):
    matroidlab.errors.InvalidRewardsError: attractions[1] must be a number at least 0 and ...
    """
    try:
        given = values.tolist() if isinstance(values, np.ndarray) else list(values)
        numbers = [
            as_number(value, name=f"{name}[{i}]", least=0, most=1, error=InvalidRewardsError)
            for i, value in enumerate(given)
        ]
    except TypeError:
        raise InvalidRewardsError(f"{name} must be a sequence of numbers, got {values!r}") from None
    if not numbers:
        raise InvalidRewardsError(f"{name} must be at least one number, got none")
    return tuple(numbers)


def frozen(values: Sequence[float]) -> Weights:
    """Return an array of the values that cannot be written to."""
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array
