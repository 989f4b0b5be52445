"""How many sets of columns of a matrix over GF(2) have each rank and nullity, without listing them.

By deletion and contraction, one element after the other, all minors side by side. A minor on the
elements that are left is known by the reduced echelon form of its rows: so minors that are equal
are counted together, and there are few of them where few dimensions are shared by the elements
before and after. That holds for a small rank or corank, and for sums of small parts.
"""

from collections import defaultdict
from collections.abc import Sequence

from matroidlab.errors import TooLargeError
from matroidlab.subsets import Progress
from matroidlab_atlas.structure.large.fundamental import Fundamental, bits

Rows = tuple[int, ...]
"""Rows in reduced echelon form, the largest first: a bit for each element that is left."""

MOST_MINORS = 1 << 19
"""How many minors may be in hand at once: they take about 500 MB."""


def tutte_coefficients(
    matroid: Fundamental, *, progress: Progress | None = None
) -> dict[tuple[int, int], int]:
    """Return the coefficients of the Tutte polynomial of a binary matroid.

    >>> triangle = Fundamental({0: 0b100, 1: 0b100, 2: 0b011}, basis=0b011)
    >>> sorted(tutte_coefficients(triangle))  # y + x + x^2: each once
    [(0, 1), (1, 0), (2, 0)]

    Parameters
    ----------
    matroid
        A binary matroid with elements ``0, 1, ...``.
    progress
        Called as ``progress(done, total)`` after each element.
    """
    size = len(matroid.near)
    rank = matroid.basis.bit_count()
    if 2 * rank > size:
        swapped = tutte_coefficients(matroid.dual, progress=progress)
        return {(i, j): count for (j, i), count in swapped.items()}
    # The coefficients collected for a minor are one integer, a field for each power of x and y:
    # then a loop or coloop is a shift, and adding polynomials is one addition. Each coefficient is
    # at most the number of bases.
    times_x = size + 1
    times_y = (rank + 1) * times_x
    minors: dict[Rows, int] = {rows_in(matroid, narrow_order(matroid)): 1}
    for done in range(size):
        first = 1 << (size - done - 1)
        minors = _without(first, minors, times_x, times_y)
        if len(minors) > MOST_MINORS:
            raise TooLargeError(
                "this binary matroid has too many different minors: more than "
                f"{MOST_MINORS} after {done + 1} of {size} elements"
            )
        if progress is not None:
            progress(done + 1, size)
    (total,) = minors.values()
    field = (1 << times_x) - 1
    found = {
        (i, j): total >> (i * times_x + j * times_y) & field
        for j in range(size - rank + 1)
        for i in range(rank, -1, -1)
    }
    return {powers: count for powers, count in found.items() if count}


def _without(first: int, minors: dict[Rows, int], times_x: int, times_y: int) -> dict[Rows, int]:
    """The minors without the first of their elements, deleted and contracted."""
    found: dict[Rows, int] = defaultdict(int)
    for rows, count in minors.items():
        if not rows or rows[0] < first:
            found[rows] += count << times_y
        elif rows[0] == first:
            found[rows[1:]] += count << times_x
        else:
            found[rows[1:]] += count
            found[_with_row(rows[0] ^ first, rows[1:])] += count
    return found


def _with_row(new: int, rows: Rows) -> Rows:
    """Reduced rows and another one, which has zeros in their first columns."""
    pivot = 1 << (new.bit_length() - 1)
    cleared = [row ^ new if row & pivot else row for row in rows]
    return tuple(sorted([*cleared, new], reverse=True))


def rows_in(matroid: Fundamental, order: Sequence[int]) -> Rows:
    """Return the reduced rows for the elements in some order, the first in the highest bit."""
    place = {element: len(order) - 1 - i for i, element in enumerate(order)}
    rows: Rows = ()
    for element in bits(matroid.basis):
        new = sum(1 << place[other] for other in bits(matroid.near[element] | 1 << element))
        for row in rows:
            if new >> (row.bit_length() - 1) & 1:
                new ^= row
        rows = _with_row(new, rows)
    return rows


def narrow_order(matroid: Fundamental) -> list[int]:
    """Return the elements in an order in which those before and after share few dimensions.

    Each step takes an element that is spanned by those before, or is not by the others after, if
    it can; else one in a small circuit or cocircuit with the elements before.
    """
    order: list[int] = []
    contracted = matroid
    deleted = matroid
    while contracted.near:
        element = min(contracted.near, key=lambda one: _widening(one, contracted, deleted))
        order.append(element)
        left = contracted.elements & ~(1 << element)
        contracted = contracted.with_inside(element).within(left)
        deleted = deleted.with_outside(element).within(left)
    return order


def _widening(element: int, contracted: Fundamental, deleted: Fundamental) -> tuple[int, int]:
    """How many more dimensions are shared after this element, then the size of a (co)circuit.

    The elements before are contracted in one matroid and deleted in the other.
    """
    near = contracted.near[element]
    is_loop = not near and not contracted.basis >> element & 1
    is_coloop = not deleted.near[element] and deleted.basis >> element & 1
    smallest = min(near.bit_count(), deleted.near[element].bit_count())
    return (not is_loop) - bool(is_coloop), smallest
