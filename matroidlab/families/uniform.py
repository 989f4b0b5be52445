from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from matroidlab.algorithms.oracle import only_own_places
from matroidlab.base import MatroidBase
from matroidlab.errors import InvalidMatroidError
from matroidlab.hookspecs import Family, hookimpl
from matroidlab.protocol import Part
from matroidlab.types import MASK_BITS, Booleans, Elements, Masks, as_count

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from matroidlab.algorithms.blocks import BlockSum


@dataclass(frozen=True)
class UniformMatroid(MatroidBase):
    """The matroid whose bases are all sets of ``rank`` elements.

    >>> UniformMatroid(size=5, rank=2).greedy(np.array([4, 0, 3]))
    array([4, 0])

    The lists of a recommender that may show any ``rank`` of its ``size`` items. Strongly
    base-orderable: any bijection that fixes the common elements will do.

    Parameters
    ----------
    size
        The number of elements, which are ``0 .. size-1``.
    rank
        The number of elements of each basis.

    Raises
    ------
    InvalidMatroidError
        If ``rank`` does not lie in ``0 .. size``.

    See Also
    --------
    PartitionMatroid, DirectSum
    """

    size: int = field()
    rank: int = field()

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "size", as_count(self.size, name="size", error=InvalidMatroidError)
        )
        object.__setattr__(
            self,
            "rank",
            as_count(self.rank, name="rank", most=self.size, error=InvalidMatroidError),
        )

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether there are at most ``rank`` elements; O(1)."""
        return len(elements) <= self.rank

    def greedy(self, order: Elements, /) -> Elements:
        """The first ``rank`` elements; O(rank)."""
        return order[: self.rank].copy()

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """Every swap, for it leaves the number of elements as it is."""
        allowed = np.ones((len(incoming), len(independent)), dtype=np.bool_)
        return only_own_places(allowed, independent, incoming)

    @cached_property
    def _block(self) -> "BlockSum":
        from matroidlab.algorithms.blocks import BlockSum  # noqa: PLC0415 - which loads all kernels

        return BlockSum(self.uniform_blocks(), np.array([self.rank], dtype=np.intp))

    def batched(self) -> "BlockSum":
        """The heaviest elements of all lanes at once, and any pairs."""
        return self._block

    def dynamic(self) -> "BlockSum":
        """The heaviest elements, in time that hardly grows with ``size``."""
        return self._block

    def orderability(self) -> "BlockSum":
        """Every bijection that fixes the common elements is strong."""
        return self._block

    def part(self) -> Part:
        """The kernels for the compiled game loop."""
        return self._block.part()

    def uniform_blocks(self) -> Elements:
        """All elements are in one block."""
        return np.zeros(self.size, dtype=np.intp)

    def tabulated(self) -> Self | None:
        """Sets as bit masks, where one word holds them."""
        return self if self.size <= MASK_BITS else None

    def are_independent(self, masks: Masks, /) -> Booleans:
        """Whether each set has at most ``rank`` elements."""
        return np.bitwise_count(masks) <= self.rank


def strategy() -> "SearchStrategy[UniformMatroid]":
    """Uniform matroids of up to 8 elements."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    sizes = st.integers(0, 8)
    return sizes.flatmap(
        lambda size: st.builds(UniformMatroid, st.just(size), st.integers(0, size))
    )


@hookimpl
def matroidlab_families() -> Iterable[Family]:
    """Offer ``uniform``."""
    return [
        Family("uniform", UniformMatroid, examples=({"size": 5, "rank": 2},), strategy=strategy)
    ]
