"""The part of two matroids side by side in the game loop; all space is zeros at first.

The kernels call `keep` and `pair` for the first matroid, and `second_keep` and `second_pair` for
the second: slots that `matroidlab.derived.direct_sum_offers` links to the kernels of the two.
"""

from typing import NamedTuple

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.game_slots import keep, pair, slot
from matroidlab.kernels.sorting import SortSpace
from matroidlab.types import Elements


class SumArrays(NamedTuple):
    """Two matroids side by side, ``cut`` elements in the first, and work space.

    Marks are 0 before and after.
    """

    first: tuple[object, ...]
    second: tuple[object, ...]
    cut: int
    first_rank: int
    second_rank: int
    space: Elements
    marks: Elements
    sorting: SortSpace


@slot
def second_keep(parent: tuple[object, ...], order: Elements, out: Elements) -> int:
    """The slot for the greedy of the second matroid."""
    raise NotImplementedError


@slot
def second_pair(
    parent: tuple[object, ...], source: Elements, target: Elements, out: Elements
) -> None:
    """The slot for the pairs of the second matroid."""
    raise NotImplementedError


@kernel
def keep_in_sum(matroid: SumArrays, order: Elements, out: Elements) -> int:
    """Keep what the two keep, merged in order."""
    cut = matroid.cut
    space = matroid.space
    marks = matroid.marks
    firsts, seconds = split(order, cut, space[0], space[1])
    of_first = keep(matroid.first, space[0][:firsts], space[2][: matroid.first_rank])
    of_second = second_keep(matroid.second, space[1][:seconds], space[3][: matroid.second_rank])
    for k in range(of_first):
        marks[space[2][k]] = 1
    for k in range(of_second):
        marks[cut + space[3][k]] = 1
    # One walk along the order merges what both keep, and clears the marks.
    kept = 0
    for i in range(len(order)):
        if marks[order[i]] == 1 and kept < len(out):
            out[kept] = order[i]
            kept += 1
        marks[order[i]] = 0
    return kept


@kernel
def split(elements: Elements, cut: int, first: Elements, second: Elements) -> tuple[int, int]:
    """Write the elements below a cut, and the others without it; return how many each."""
    firsts = seconds = 0
    for i in range(len(elements)):
        if elements[i] < cut:
            first[firsts] = elements[i]
            firsts += 1
        else:
            second[seconds] = elements[i] - cut
            seconds += 1
    return firsts, seconds


@kernel
def pair_in_sum(matroid: SumArrays, source: Elements, target: Elements, out: Elements) -> None:
    """Pair the elements of each matroid, and write both in the order of ``source``."""
    cut = matroid.cut
    space = matroid.space
    firsts, seconds = split(source, cut, space[0], space[1])
    split(target, cut, space[2], space[3])
    pair(matroid.first, space[0][:firsts], space[2][:firsts], space[4][:firsts])
    second_pair(matroid.second, space[1][:seconds], space[3][:seconds], space[5][:seconds])
    firsts = seconds = 0
    for i in range(len(source)):
        if source[i] < cut:
            out[i] = space[4][firsts]
            firsts += 1
        else:
            out[i] = cut + space[5][seconds]
            seconds += 1
