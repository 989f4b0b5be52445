"""Rota's basis conjecture, for matroids of small rank.

Rota (in Huang and Rota, *On the relations of various conjectures on Latin squares and straightening
coefficients*, 1994) conjectured: r bases of a matroid of rank r can be written as the rows of an
r x r array whose columns are bases too. Here the bases need not be disjoint, nor different: with
parallel elements, that is the same statement.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product
from math import comb

import numpy as np

from matroidlab.algorithms import as_basis, is_basis
from matroidlab.errors import InvalidElementsError, TooLargeError
from matroidlab.orderability import is_strongly_base_orderable
from matroidlab.protocol import Matroid
from matroidlab.subsets import basis_masks, mask_of, refuse_if_too_large
from matroidlab.types import Booleans, Elements, ElementsLike, Masks, are_elements
from matroidlab_atlas.exchange.pair_classes import as_set, bits_of, listed
from matroidlab_atlas.structure.arguments import takes_matroids

Set = tuple[int, ...]

MOST_FAMILIES = 1 << 23
"""The largest number of families of bases that are tried."""

ARRANGEMENTS_AT_ONCE = 600
"""The arrangements that are tried on all families together, before the others are searched."""


@dataclass(frozen=True)
class RotaViolation:
    """As many bases as the rank, without an array of them whose columns are bases.

    Attributes
    ----------
    bases
        The bases, each ascending.
    """

    bases: tuple[Set, ...]

    def __repr__(self) -> str:
        return f"RotaViolation({self})"

    def __str__(self) -> str:
        return f"no array with the rows {', '.join(map(listed, self.bases))} has bases as columns"

    def verify(self, matroid: Matroid) -> bool:
        """Whether these are bases and all their arrangements fail."""
        if len(self.bases) != matroid.rank or not are_elements(self.bases, matroid.size):
            return False
        if not all(is_basis(matroid, basis) for basis in self.bases):
            return False

        def independent(mask: int) -> bool:
            return bool(matroid.is_independent(np.array(as_set(mask), dtype=np.intp)))

        return not has_square(self.bases, independent)


def has_square(rows: Sequence[Set], independent: Callable[[int], bool]) -> bool:
    """Whether the rows can be so ordered that all columns are independent.

    Row by row, every order of a row is tried that leaves the columns independent. This shares no
    code with `rota_arrangement`, which works column by column.
    """

    def placed(columns: tuple[int, ...], left: Sequence[Set]) -> bool:
        if not left:
            return True
        for order in permutations(left[0]):
            longer = tuple(part | 1 << e for part, e in zip(columns, order, strict=True))
            distinct = all(part != more for part, more in zip(columns, longer, strict=True))
            if distinct and all(map(independent, longer)) and placed(longer, left[1:]):
                return True
        return False

    return not rows or placed(tuple(1 << element for element in rows[0]), rows[1:])


@takes_matroids
def rota_arrangement(matroid: Matroid, bases: Sequence[ElementsLike]) -> tuple[Set, ...] | None:
    """Return the columns of an array whose rows are the given bases and whose columns are bases.

    >>> from matroidlab import UniformMatroid
    >>> rota_arrangement(UniformMatroid(size=4, rank=2), [[0, 1], [1, 2]])
    ((0, 1), (1, 2))

    Each column has an element of each row, in the order of the rows. None would be a counterexample
    to Rota's conjecture.
    """
    if len(bases) != matroid.rank:
        raise InvalidElementsError(
            f"bases must be as many as the rank, {matroid.rank}, got {len(bases)}"
        )
    rows = [int(mask_of(as_basis(matroid, one, name="bases"))) for one in bases]
    known = set(basis_masks(matroid).tolist())
    return _columns(rows, known)


@takes_matroids
def rota_violation(matroid: Matroid) -> RotaViolation | None:
    """Return bases, as many as the rank, that have no such array, or None. None is known.

    >>> from matroidlab import GraphicMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> rota_violation(k4) is None
    True

    A strongly base-orderable matroid has none (Wild, *On Rota's problem about n bases in a rank n
    matroid*, 1994). In others all families of bases are tried, up to eight million of them: of rank
    3 on up to 13 elements, of rank 4 on 8.
    """
    refuse_if_too_large(matroid.size)
    if is_strongly_base_orderable(matroid):
        return None
    rank = matroid.rank
    bases = basis_masks(matroid)
    families = comb(len(bases) + rank - 1, rank)
    if families > MOST_FAMILIES:
        raise TooLargeError(
            f"cannot try all families of {rank} of the {len(bases)} bases: there are {families}, "
            f"and at most {MOST_FAMILIES} are tried"
        )
    is_a_basis = np.zeros(1 << matroid.size, dtype=np.bool_)
    is_a_basis[bases] = True
    rows = np.array([as_set(mask) for mask in bases.tolist()])
    known = set(bases.tolist())
    for start in range(len(bases)):
        for family in _unserved(rows, is_a_basis, start):
            if _columns([int(bases[place]) for place in family], known) is None:
                return RotaViolation(tuple(as_set(int(bases[place])) for place in family))
    return None


def _unserved(rows: Elements, is_a_basis: Booleans, start: int) -> list[list[int]]:
    """The families whose first basis is ``start`` for which none of the first arrangements works.

    One arrangement is tried on all families at once. Most families are served by one of the first.
    """
    rank = rows.shape[1]
    left = _families(len(rows), rank, start)
    bits = 1 << rows
    orders = np.array(list(permutations(range(rank))))
    # The arrangements come in an order that mixes all rows, so that few of them serve many.
    steps = np.random.default_rng(0).integers(len(orders), size=(ARRANGEMENTS_AT_ONCE, rank - 1))
    for chosen in islice(_distinct(steps, len(orders)), ARRANGEMENTS_AT_ONCE):
        if not len(left):
            break
        columns: Masks = bits[left[:, 0]]
        for row, order in enumerate(chosen, start=1):
            columns = columns | bits[left[:, row]][:, orders[order]]
        left = left[~is_a_basis[columns].all(axis=1)]
    found: list[list[int]] = left.tolist()
    return found


def _distinct(steps: Elements, orders: int) -> Iterator[tuple[int, ...]]:
    """All arrangements if they are few, otherwise those that were drawn."""
    rows = steps.shape[1]
    if orders**rows <= ARRANGEMENTS_AT_ONCE:
        return product(range(orders), repeat=rows)
    return iter({tuple(step) for step in steps.tolist()})


def _families(count: int, rank: int, start: int) -> Elements:
    """All non-decreasing rows of ``rank`` numbers below ``count`` that begin with ``start``."""
    found = np.array([[start]])
    for _ in range(rank - 1):
        repeats = count - found[:, -1]
        heads = np.repeat(found, repeats, axis=0)
        offsets = np.arange(len(heads)) - np.repeat(np.cumsum(repeats) - repeats, repeats)
        found = np.column_stack([heads, heads[:, -1] + offsets])
    return found


def _columns(rows: Sequence[int], known: set[int]) -> tuple[Set, ...] | None:
    """The columns of an array with these rows, found by backtracking; None if there is none."""
    columns: list[tuple[int, ...]] = []
    first = bits_of(rows[0]) if rows else []

    def filled(left: list[int]) -> bool:
        if len(columns) == len(first):
            return True
        for rest in product(*map(bits_of, left)):
            column = (first[len(columns)], *rest)
            if len(set(column)) == len(column) and sum(column) in known:
                columns.append(column)
                if filled([row ^ bit for row, bit in zip(left, rest, strict=True)]):
                    return True
                columns.pop()
        return False

    if not filled(list(rows[1:])):
        return None
    return tuple(tuple(bit.bit_length() - 1 for bit in column) for column in columns)
