from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from matroidlab.algorithms import as_basis
from matroidlab.errors import NotABasisError, TooLargeError
from matroidlab.orderability.effort import PATIENCE, WAYS_OUT, too_long
from matroidlab.orderability.kernels import match_pair
from matroidlab.protocol import Listed, Matroid, Tabulated, offered
from matroidlab.subsets import basis_masks
from matroidlab.subsets.independence import MOST_SETS
from matroidlab.subsets.masks import bit_counts, element_of, mask_of
from matroidlab.types import Elements, ElementsLike, Masks, as_count

LOOKUP_WORD = 26
"""Up to this many elements a table has a byte for every mask, 64 MB; beyond, binary search."""

SECONDS_AN_ORACLE_CALL = 1e-5
SECONDS_A_TABULATED_SET = 1e-7


@dataclass(frozen=True, eq=False)
class BasisTable:
    """All bases of a small matroid as bit masks, for exhaustive work; made by `tabulate`.

    >>> from matroidlab import UniformMatroid
    >>> tabulate(UniformMatroid(size=4, rank=2)).bases
    array([ 3,  5,  6,  9, 10, 12])

    Attributes
    ----------
    matroid
        The matroid.
    bases
        A mask for each basis, bit ``e`` for element ``e``, ascending.
    lookup
        1 for the mask of a basis, else 0; empty if the matroid is too large for such a table.
    most_exchanged
        The largest number of elements in which two bases can differ.
    """

    matroid: Matroid
    bases: Masks
    lookup: NDArray[np.uint8]
    most_exchanged: int

    def strong_bijection(
        self, source: ElementsLike, target: ElementsLike, *, most: int | None = None
    ) -> Elements | None:
        """Return a strong bijection, aligned with ``source``, or None.

        ``most`` limits the exchanges that it must serve.

        >>> from matroidlab import UniformMatroid
        >>> tabulate(UniformMatroid(size=6, rank=3)).strong_bijection([2, 1, 0], [3, 1, 5])
        array([5, 1, 3])
        """
        first = as_basis(self.matroid, source, name="source")
        second = as_basis(self.matroid, target, name="target")
        limit = self.most_exchanged if most is None else as_count(most, name="most", least=1)
        return self.bijection(first, second, limit)

    def bijection(self, source: Elements, target: Elements, most: int) -> Elements | None:
        """As `strong_bijection`, of two known bases; at least 2**d lookups for d exchanges."""
        first = mask_of(source)
        second = mask_of(target)
        is_inside = (first | second) >> self.matroid.size == 0
        if not is_inside or not self._have_room(first & ~second, second & ~first):
            raise NotABasisError(
                f"source and target must be bases, got {source.tolist()} and {target.tolist()}"
            )
        sets, sizes, places = self.scratch()
        count = match_pair(self.lookup, self.bases, first, second, most, sets, sizes, places)
        if count < 0:
            return None
        bits = list(map(int, places))
        partner = dict(zip(bits[:count], bits[count : 2 * count], strict=True))
        images = [
            element_of(partner.get(1 << element, 1 << element)) for element in source.tolist()
        ]
        return np.array(images, dtype=np.intp)

    def _have_room(self, leaving: int, entering: int) -> bool:
        """Whether the scratch arrays have room; they always do for two bases."""
        return leaving.bit_count() == entering.bit_count() <= self.most_exchanged

    def scratch(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return scratch arrays for the kernels: sets, bit counts of small numbers, places."""
        sizes = bit_counts(self.most_exchanged)
        sets = np.empty(len(sizes), np.int64)
        places = np.empty(3 * self.most_exchanged + 1, np.int64)
        return sets, sizes, places


def tabulate(matroid: Matroid, *, patience: float = PATIENCE) -> BasisTable:
    """Return a table of the bases of a matroid of at most 63 elements.

    >>> from matroidlab import GraphicMatroid
    >>> len(tabulate(GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])).bases)
    16

    The bases are listed by `matroidlab.subsets.basis_masks`. If the estimate of the time that takes
    is longer than ``patience`` seconds, it is refused before any question is asked.
    """
    _refuse_if_too_long(matroid, patience)
    try:
        bases = basis_masks(matroid)
    except TooLargeError as error:
        raise TooLargeError(f"{error}: {WAYS_OUT}") from None
    size = matroid.size
    rank = matroid.rank
    lookup = np.zeros(1 << size if size <= LOOKUP_WORD else 0, dtype=np.uint8)
    if len(lookup):
        lookup[bases] = 1
    return BasisTable(matroid, bases, lookup, min(rank, size - rank))


def _refuse_if_too_long(matroid: Matroid, patience: float) -> None:
    if offered(matroid, Listed) is not None:
        return
    count = comb(matroid.size, matroid.rank)
    is_tabulated = offered(matroid, Tabulated) is not None
    seconds = count * (SECONDS_A_TABULATED_SET if is_tabulated else SECONDS_AN_ORACLE_CALL)
    if count <= MOST_SETS and seconds > patience:
        sets = f"{count} sets of {matroid.rank} of {matroid.size} elements"
        raise too_long(f"finding the bases among the {sets}", seconds, patience)
