"""Matroids on pairs of elements: spikes, free swirls, Theta, and those like Vamos."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np

from matroidlab import Delegated, MatroidBase, TransversalMatroid
from matroidlab.errors import InvalidMatroidError
from matroidlab.types import Elements, as_int_tuples
from matroidlab_atlas.parametric.arguments import as_number, check_distinct

LINE = 2
"""The rank of a line."""
LEAST_DISTANCE = 2
"""In how many legs two circuits of a spike must differ."""


@dataclass(frozen=True)
class Spike(MatroidBase):
    """A spike: lines through a tip, three points each, as free as ``circuits`` leave them.

    >>> from matroidlab_atlas import name_of
    >>> name_of(Spike(legs=3, circuits=[[0], [1], [2], [0, 1, 2]]))
    'F7 (Fano)'
    >>> name_of(Spike(legs=3, tip=False))
    'U(3,6)'
    >>> Spike(legs=3, circuits=[[], [0]])
    Traceback (most recent call last):
    matroidlab.errors.InvalidMatroidError: circuits () and (0,) must differ in at least 2 legs

    Leg i holds the elements i and ``legs`` + i, and the tip is the last element. The
    circuits that do not span are each leg with the tip, each two legs without it, and the sets that
    ``circuits`` names. See Oxley 2011, p. 662.

    Parameters
    ----------
    legs
        The number of legs, at least 3; the rank.
    circuits
        The circuits that have one element of each leg, by the legs whose second element is taken.
    tip
        Whether the tip is an element.
    """

    legs: int
    circuits: Sequence[Sequence[int]] = ()
    tip: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "legs", as_number(self.legs, "legs", 3))
        rows = as_int_tuples(self.circuits, name="circuits", error=InvalidMatroidError)
        for row in rows:
            check_distinct(row, self.legs, "circuits")
        circuits = tuple(tuple(sorted(row)) for row in rows)
        for one, two in combinations(circuits, 2):
            if len(set(one) ^ set(two)) < LEAST_DISTANCE:
                raise InvalidMatroidError(
                    f"circuits {one} and {two} must differ in at least {LEAST_DISTANCE} legs"
                )
        object.__setattr__(self, "circuits", circuits)

    @classmethod
    def binary(cls, legs: int, *, tip: bool = True) -> "Spike":
        """Return the one spike over GF(2), which Oxley calls Z_r.

        >>> from matroidlab_atlas import name_of
        >>> name_of(Spike.binary(4, tip=False))
        'AG(3,2)'
        """
        odd = range(1, as_number(legs, "legs", 3) + 1, 2)
        return cls(legs, [part for count in odd for part in combinations(range(legs), count)], tip)

    @property
    def size(self) -> int:
        """The number of elements."""
        return 2 * self.legs + bool(self.tip)

    @property
    def rank(self) -> int:
        """The number of legs."""
        return self.legs

    @cached_property
    def _circuits(self) -> frozenset[frozenset[int]]:
        """The sets that `circuits` names."""
        return frozenset(
            frozenset(leg + self.legs * (leg in row) for leg in range(self.legs))
            for row in self.circuits
        )

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether at most one leg is complete, none with the tip, and no circuit is contained."""
        if len(elements) > self.legs:
            return False
        has_tip = bool((elements == 2 * self.legs).any())
        legs = elements[elements < 2 * self.legs] % self.legs
        complete = len(legs) - len(np.unique(legs))
        return complete + has_tip <= 1 and frozenset(elements.tolist()) not in self._circuits


@dataclass(frozen=True)
class Theta(MatroidBase):
    """Theta_n: n points on a line, and a basis of n points that meets the line generally.

    >>> from matroidlab_atlas import name_of
    >>> name_of(Theta(rank=3))
    'M(K4) = M(W3)'

    Elements 0 .. n - 1 are on the line. Element i of the line lies in the hyperplane of all other
    points n + j of the basis, j different from i; else it is free. Swapping a triangle of a
    matroid for three elements by it generalizes the delta-wye exchange. See Oxley 2011, p. 663.

    Parameters
    ----------
    rank
        The number n, at least 2.
    """

    rank: int = field()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rank", as_number(self.rank, "rank", 2))

    @property
    def size(self) -> int:
        """The number of elements."""
        return 2 * self.rank

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether the elements of the line and those of the basis are part of a basis."""
        line = elements[elements < self.rank]
        others = elements[elements >= self.rank] - self.rank
        if len(line) != 1:
            return len(line) == 0 or (len(line) == LINE and len(others) <= self.rank - LINE)
        missing = np.setdiff1d(np.arange(self.rank), others)
        return bool((missing != line[0]).any())


@dataclass(frozen=True)
class FreeSwirl(Delegated):
    """Psi_r, the free swirl: a ring of r points, not in it, and two free points on each side.

    >>> from matroidlab_atlas import name_of
    >>> name_of(FreeSwirl(rank=3))
    'U(3,6)'

    Elements 2i and 2i + 1 are freely on the line of corners i and i + 1 of the ring. So it is the
    bicircular matroid of a cycle with doubled edges, and transversal: the element can be matched to
    either corner. See Oxley 2011, p. 664.

    Parameters
    ----------
    rank
        The number of corners, at least 3.
    """

    rank: int = field()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rank", as_number(self.rank, "rank", 3))

    @property
    def size(self) -> int:
        """The number of elements."""
        return 2 * self.rank

    @cached_property
    def parent(self) -> TransversalMatroid:
        """The matroid of the elements beside each corner."""
        sides = [(2 * i, 2 * i + 1) for i in range(self.rank)]
        return TransversalMatroid(self.size, [sides[i - 1] + sides[i] for i in range(self.rank)])


@dataclass(frozen=True)
class VamosLike(MatroidBase):
    """Pairs of points in rank 4, free but for those two pairs that are coplanar.

    >>> from matroidlab_atlas import name_of
    >>> name_of(VamosLike(pairs=4, coplanar=[[0, 1], [0, 2], [0, 3], [1, 2], [1, 3]]))
    'V8 (Vamos)'

    Pair i holds the elements 2i and 2i + 1. The bases are all sets of four elements, but for the
    unions of coplanar pairs. These are the matroids V_G of Amini and Branden, "Non-representable
    hyperbolic matroids" (2018), for the graph G with the edges ``coplanar``.

    Parameters
    ----------
    pairs
        The number of pairs, at least 3.
    coplanar
        The pairs of pairs that are on a plane.
    """

    pairs: int
    coplanar: Sequence[Sequence[int]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "pairs", as_number(self.pairs, "pairs", 3))
        rows = as_int_tuples(self.coplanar, name="coplanar", error=InvalidMatroidError)
        for row in rows:
            check_distinct(row, self.pairs, "coplanar")
            if len(row) != LINE:
                raise InvalidMatroidError(f"coplanar must hold two pairs in each row, got {row}")
        object.__setattr__(self, "coplanar", tuple(tuple(sorted(row)) for row in rows))

    @property
    def size(self) -> int:
        """The number of elements."""
        return 2 * self.pairs

    @property
    def rank(self) -> int:
        """Always 4."""
        return 4

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether there are at most four elements, and not two coplanar pairs."""
        pairs = np.unique(elements // 2)
        whole = len(elements) == self.rank and len(pairs) == LINE
        return len(elements) <= self.rank and not (whole and tuple(pairs.tolist()) in self.coplanar)
