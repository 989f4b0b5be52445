from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from matroidlab.base import MatroidBase
from matroidlab.errors import InvalidMatroidError
from matroidlab.subsets.axioms import not_submodular
from matroidlab.subsets.independence import rows_of
from matroidlab.subsets.masks import elements_of
from matroidlab.types import Elements, as_count

CHECKED = 14
"""Up to this many elements, which have 16,384 sets, the function is checked on all sets."""


@dataclass(frozen=True)
class RankMatroid(MatroidBase):
    """The matroid of a plain function that says the rank of arrays of elements.

    >>> at_most_two = RankMatroid(size=4, rank_function=lambda elements: min(len(elements), 2))
    >>> at_most_two.rank, at_most_two.is_independent(np.array([0, 1, 2]))
    (2, False)

    Checked, up to 14 elements: the empty set has rank 0, another element adds 0 or 1, and less to
    larger sets.

    >>> RankMatroid(size=3, rank_function=lambda elements: len(elements) // 2)
    Traceback (most recent call last):
    matroidlab.errors.InvalidMatroidError: not a matroid: 1 raises the rank of [0], from 0 to 1, ...

    Larger ones are trusted, as `OracleMatroid` is; `matroidlab_atlas.structure.axiom_violation`
    decides on up to 22 elements. No plugin record offers this family: a file that could name a
    function could run code.
    """

    size: int = field()
    rank_function: Callable[[Elements], int] = field()

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "size", as_count(self.size, name="size", error=InvalidMatroidError)
        )
        if not callable(self.rank_function):
            raise InvalidMatroidError(f"rank_function must be callable, got {self.rank_function!r}")
        if self.size <= CHECKED:
            masks = np.arange(1 << self.size)
            _refuse(
                np.array(
                    [int(self.rank_function(row)) for row in rows_of(masks, self.size)],
                    dtype=np.int64,
                )
            )

    def __repr__(self) -> str:
        function = getattr(self.rank_function, "__name__", type(self.rank_function).__name__)
        return f"RankMatroid(size={self.size}, rank_function={function})"

    @cached_property
    def rank(self) -> int:
        """The rank of the whole."""
        return int(self.rank_function(np.arange(self.size)))

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether the rank is the number of elements; one call of the function."""
        return int(self.rank_function(elements)) == len(elements)


def _refuse(ranks: NDArray[np.int64]) -> None:
    """Raise an error that shows where a table is not that of a rank function."""
    if ranks[0] != 0:
        raise InvalidMatroidError(f"not a matroid: the empty set must have rank 0, got {ranks[0]}")
    _refuse_steps(ranks)
    for part, whole in not_submodular(ranks):
        one, other = elements_of(whole & ~part).tolist()
        larger = part | 1 << one
        change = f"from {ranks[larger]} to {ranks[whole]}"
        raise InvalidMatroidError(
            f"not a matroid: {other} raises the rank of {_shown(larger)}, {change}, "
            f"but not that of {_shown(part)}"
        )


def _refuse_steps(ranks: NDArray[np.int64]) -> None:
    raised = (
        ranks[np.arange(len(ranks)) | (1 << np.arange(len(ranks).bit_length() - 1))[:, None]]
        - ranks
    )
    wrong = np.argwhere((raised < 0) | (raised > 1))
    if len(wrong):
        element, part = map(int, wrong[0])
        change = f"from {ranks[part]} to {ranks[part | 1 << element]}"
        raise InvalidMatroidError(
            f"not a matroid: an element must add 0 or 1 to a rank, but {element} changes that of "
            f"{_shown(part)} {change}"
        )


def _shown(mask: int) -> str:
    return str(elements_of(mask).tolist())
