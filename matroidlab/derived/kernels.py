"""Parts of matroids made of matroids; all space is zeros at first.

Their kernels call `keep` and `pair`, which are linked to those of the parent: see
`matroidlab.derived.parts`.
"""

from typing import NamedTuple

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.slots import keep, pair, slot
from matroidlab.kernels.sorting import SortSpace
from matroidlab.types import Elements


class ParentArrays(NamedTuple):
    """A parent, the rank, and work space.

    Space for three of the parent's bases and for an order, and marks, which are 0 before and after.
    """

    parent: tuple[object, ...]
    rank: int
    bases: Elements
    order: Elements
    marks: Elements
    sorting: SortSpace


class MinorArrays(NamedTuple):
    """A parent, how bases are embedded there, and work space.

    ``fixed`` stands before a basis in the parent, and ``rest`` behind it.

    ``places[i]`` is element ``i`` in the parent, and ``numbers[e]`` the other way round.
    """

    parent: tuple[object, ...]
    fixed: Elements
    rest: Elements
    places: Elements
    numbers: Elements
    bases: Elements
    order: Elements
    sorting: SortSpace


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
    """The slot of what the second of two keeps; that of the first is `keep`."""
    raise NotImplementedError


@slot
def second_pair(
    parent: tuple[object, ...], source: Elements, target: Elements, out: Elements
) -> None:
    """The slot of how the second of two pairs; that of the first is `pair`."""
    raise NotImplementedError


@kernel
def others(elements: Elements, marks: Elements, out: Elements) -> int:
    """Write all other elements, ascending, and return how many; marks are 0 before and after."""
    for i in range(len(elements)):
        marks[elements[i]] = 1
    count = 0
    for element in range(len(marks)):
        if marks[element] == 0:
            out[count] = element
            count += 1
    for i in range(len(elements)):
        marks[elements[i]] = 0
    return count


@kernel
def keep_in_dual(matroid: ParentArrays, order: Elements, out: Elements) -> int:
    """Keep the elements that the parent does not need; it prefers the last of ``order``."""
    turned = matroid.order
    marks = matroid.marks
    count = others(order, marks, turned)
    for i in range(len(order)):
        turned[count + i] = order[len(order) - 1 - i]
    needed = keep(matroid.parent, turned, matroid.bases[0])
    for k in range(needed):
        marks[matroid.bases[0][k]] = 1
    kept = 0
    for i in range(len(order)):
        if marks[order[i]] == 0 and kept < len(out):
            out[kept] = order[i]
            kept += 1
    for k in range(needed):
        marks[matroid.bases[0][k]] = 0
    return kept


@kernel
def pair_in_dual(matroid: ParentArrays, source: Elements, target: Elements, out: Elements) -> None:
    """Pair the complements: what replaces x in the parent is what x replaces here."""
    rest = matroid.bases[0]
    entering = matroid.bases[1]
    partners = matroid.bases[2]
    others(source, matroid.marks, rest)
    others(target, matroid.marks, entering)
    pair(matroid.parent, rest, entering, partners)
    for i in range(len(source)):
        matroid.order[source[i]] = source[i]
    for k in range(len(rest)):
        matroid.order[partners[k]] = rest[k]
    for i in range(len(source)):
        out[i] = matroid.order[source[i]]


@kernel
def keep_in_minor(matroid: MinorArrays, order: Elements, out: Elements) -> int:
    """Keep the elements that the parent keeps after the fixed set."""
    fixed = len(matroid.fixed)
    longer = matroid.order
    longer[:fixed] = matroid.fixed
    for i in range(len(order)):
        longer[fixed + i] = matroid.places[order[i]]
    kept = (
        keep(matroid.parent, longer[: fixed + len(order)], matroid.bases[0][: fixed + len(out)])
        - fixed
    )
    for k in range(kept):
        out[k] = matroid.numbers[matroid.bases[0][fixed + k]]
    return kept


@kernel
def pair_in_minor(matroid: MinorArrays, source: Elements, target: Elements, out: Elements) -> None:
    """Pair bases of the parent that are extended in the same way."""
    lift(matroid, source, matroid.bases[0])
    lift(matroid, target, matroid.bases[1])
    pair(matroid.parent, matroid.bases[0], matroid.bases[1], matroid.bases[2])
    for i in range(len(source)):
        out[i] = matroid.numbers[matroid.bases[2][len(matroid.fixed) + i]]


@kernel
def lift(matroid: MinorArrays, basis: Elements, out: Elements) -> None:
    """Write the basis of the parent that a basis stands for."""
    fixed = len(matroid.fixed)
    out[:fixed] = matroid.fixed
    for i in range(len(basis)):
        out[fixed + i] = matroid.places[basis[i]]
    out[fixed + len(basis) :] = matroid.rest


@kernel
def keep_truncated(matroid: ParentArrays, order: Elements, out: Elements) -> int:
    """Keep the first that the parent keeps."""
    return keep(matroid.parent, order, out[: matroid.rank])


@kernel
def pair_truncated(
    matroid: ParentArrays, source: Elements, target: Elements, out: Elements
) -> None:
    """Pair bases of the parent; a partner outside this matroid is replaced by its own partner."""
    first = matroid.bases[0]
    second = matroid.bases[1]
    partners = matroid.bases[2]
    extend(matroid, source, first)
    extend(matroid, target, second)
    pair(matroid.parent, first, second, partners)
    for k in range(len(source), len(second)):
        matroid.marks[second[k]] = 1 + k
    for i in range(len(source)):
        end = partners[i]
        while matroid.marks[end] > 0:
            end = partners[matroid.marks[end] - 1]
        out[i] = end
    for k in range(len(source), len(second)):
        matroid.marks[second[k]] = 0


@kernel
def extend(matroid: ParentArrays, basis: Elements, out: Elements) -> None:
    """Write a basis of the parent that extends a set by the smallest elements."""
    matroid.order[: len(basis)] = basis
    others(basis, matroid.marks, matroid.order[len(basis) :])
    keep(matroid.parent, matroid.order, out)


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
    """Pair each of the two."""
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
