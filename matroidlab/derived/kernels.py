"""Parts of matroids made of matroids; all space is zeros at first.

Their kernels call `keep` and `pair`, which are linked to those of the parent: see
`matroidlab.derived.construction`.
"""

from typing import NamedTuple

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.game_slots import keep, pair
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
    # The parent's greedy runs on the rest and then on the reversed order: it takes in as few of the
    # first elements of ``order`` as it can, and those it leaves out are kept here.
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
    """Pair the complements: the element that replaces x in the parent is replaced by x here."""
    rest = matroid.bases[0]
    entering = matroid.bases[1]
    partners = matroid.bases[2]
    others(source, matroid.marks, rest)
    others(target, matroid.marks, entering)
    pair(matroid.parent, rest, entering, partners)
    # ``order`` is used as a map by element here; common elements are their own partners.
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
    # The fixed set is independent, so the parent keeps all of it, in front.
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
        # Both bases have the fixed set and the rest, which stay: no partner is one of them.
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
    """Keep the first ``rank`` elements that the parent keeps."""
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
    # Elements that only the lifted bases have are marked by their place there, plus 1, so that 0
    # still means "not marked".
    for k in range(len(source), len(second)):
        matroid.marks[second[k]] = 1 + k
    for i in range(len(source)):
        end = partners[i]
        # Partners are distinct, so a walk cannot come to a place twice, and it ends in the target.
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
