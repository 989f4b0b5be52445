"""Compiled and plain kernels agree on families of sets, also on those of no matroid."""

from importlib.util import find_spec
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from matroidlab.kernels import Kernel
from matroidlab.orderability import kernels
from matroidlab.subsets.masks import bit_counts

pytestmark = pytest.mark.skipif(find_spec("numba") is None, reason="compiles with numba")

SHIFT = 40
"""Shifted by this many bits, masks need a word of more than 32."""


class Sets(NamedTuple):
    """Sets of one size, as masks, and the largest number in which two of them can differ."""

    masks: list[int]
    size: int
    most_exchanged: int


@st.composite
def families(draw: st.DrawFn) -> Sets:
    rank, size = draw(st.sampled_from([(3, 6), (3, 7), (4, 8), (4, 7), (5, 10), (0, 2), (1, 3)]))
    everything = [sum(1 << e for e in part) for part in combinations(range(size), rank)]
    missing = draw(st.sets(st.sampled_from(everything), max_size=len(everything) // 2))
    return Sets(sorted(set(everything) - missing), size, min(rank, size - rank))


class Arguments(NamedTuple):
    lookup: NDArray[np.uint8]
    bases: NDArray[np.int64]
    places: NDArray[np.int64]
    sets: NDArray[np.int64]
    sizes: NDArray[np.int64]


def arguments(family: Sets, *, sparse: bool) -> Arguments:
    bases = np.array(family.masks, dtype=np.int64) << (SHIFT if sparse else 0)
    lookup = np.zeros(0 if sparse else 1 << family.size, dtype=np.uint8)
    if not sparse:
        lookup[bases] = 1
    sizes = bit_counts(family.most_exchanged)
    length = 3 * family.most_exchanged + 1
    return Arguments(
        lookup, bases, np.zeros(length, np.int64), np.zeros(len(sizes), np.int64), sizes
    )


def both(kernel: Kernel[..., int], given_: Arguments, *middle: int) -> tuple[int, list[int]]:
    """Run a kernel both ways on the same input; return the common result and output."""
    lists = [part.tolist() for part in (given_.sets, given_.sizes, given_.places)]
    plain = kernel.plain(given_.lookup.tobytes(), given_.bases.tolist(), *middle, *lists)
    compiled = kernel.compiled(
        given_.lookup, given_.bases, *middle, given_.sets, given_.sizes, given_.places
    )
    assert plain == compiled
    assert lists[0] == given_.sets.tolist()
    assert lists[2] == given_.places.tolist()
    return plain, lists[2]


@given(families(), st.booleans(), st.integers(1, 6), st.data())
def test_match_pair_compiled_is_match_pair_plain(
    family: Sets, sparse: bool, most: int, data: st.DataObject
) -> None:
    given_ = arguments(family, sparse=sparse)
    source, target = (data.draw(st.sampled_from(given_.bases.tolist())) for _ in range(2))
    count, places = both(kernels.match_pair, given_, source, target, most)
    if count >= 0:
        assert count == (source & ~target).bit_count()
        assert sum(places[:count]) == source & ~target
        assert sum(places[count : 2 * count]) == target & ~source


@given(families(), st.booleans(), st.integers(1, 6), st.data())
def test_first_unmatched_compiled_is_first_unmatched_plain(
    family: Sets, sparse: bool, most: int, data: st.DataObject
) -> None:
    given_ = arguments(family, sparse=sparse)
    start = data.draw(st.integers(0, len(family.masks)))
    found, _ = both(kernels.first_unmatched, given_, start, len(family.masks), most)
    if found >= 0:
        source, target = (given_.bases.tolist()[i] for i in divmod(found, len(family.masks)))
        assert both(kernels.match_pair, given_, source, target, most)[0] == -1


@given(families(), st.integers(0, 1 << 10))
def test_is_missing_compiled_is_is_missing_plain(family: Sets, mask: int) -> None:
    bases = np.array(family.masks, dtype=np.int64)
    missing = kernels.is_missing.plain(family.masks, mask)
    assert missing == kernels.is_missing.compiled(bases, mask) == (mask not in family.masks)


def test_every_kernel_of_orderability_is_tested_here() -> None:
    names = {name for name, value in vars(kernels).items() if isinstance(value, Kernel)}
    assert names == {"is_missing", "match_pair", "first_unmatched"}
