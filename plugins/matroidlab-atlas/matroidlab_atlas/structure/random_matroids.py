"""Random matroids of several kinds; the same seed gives the same matroid."""

import numpy as np

from matroidlab import ExplicitMatroid, TransversalMatroid
from matroidlab.errors import TooLargeError
from matroidlab.subsets import RankTable, refuse_if_too_large, set_sizes
from matroidlab.types import as_count
from matroidlab_atlas.structure.extensions import random_extension
from matroidlab_atlas.structure.matrices import ranks_over, reduced
from matroidlab_atlas.structure.set_list import as_tuples


def random_sparse_paving(
    size: int, rank: int, *, seed: int, density: float = 1.0
) -> ExplicitMatroid:
    """Return a random sparse paving matroid.

    Sets of ``rank`` elements, in random order, are made dependent where that is possible.

    >>> from matroidlab_atlas.structure import is_sparse_paving
    >>> is_sparse_paving(random_sparse_paving(8, 4, seed=1))
    True

    Two sets that differ in one element cannot both be dependent. With a ``density`` below 1, only
    that part of the sets is tried.

    Parameters
    ----------
    size
        The number of elements.
    rank
        The rank.
    seed
        The same seed gives the same matroid.
    density
        The part of the sets that is tried.
    """
    refuse_if_too_large(as_count(size, name="size"))
    as_count(rank, name="rank", most=size)
    masks = np.flatnonzero(set_sizes(size) == rank)
    rng = np.random.default_rng(seed)
    tried = rng.permutation(masks)[: int(density * len(masks))]
    # The only set there is must be the basis.
    chosen = _far_apart(tried) if len(masks) > 1 else set[int]()
    return ExplicitMatroid(size, as_tuples(masks[~np.isin(masks, list(chosen))], size))


def _far_apart(masks: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> set[int]:
    """The sets, chosen greedily, that differ from each other in at least two elements."""
    left = masks
    chosen: set[int] = set()
    while len(left):
        chosen.add(int(left[0]))
        left = left[np.bitwise_count(left & ~left[0]) > 1]
    return chosen


def random_linear(size: int, rank: int, *, seed: int, prime: int = 2) -> ExplicitMatroid:
    """Return the matroid of a random matrix over GF(prime); its rank may be less than ``rank``.

    >>> from matroidlab_atlas.structure import is_ternary
    >>> is_ternary(random_linear(8, 4, seed=1, prime=3))
    True

    Parameters
    ----------
    size
        The number of columns.
    rank
        The number of rows.
    seed
        The same seed gives the same matroid.
    prime
        The number of elements of the field.
    """
    refuse_if_too_large(as_count(size, name="size"))
    as_count(rank, name="rank", most=size)
    if prime not in PRIMES:
        raise ValueError(f"prime must be one of {', '.join(map(str, PRIMES))}, got {prime}")
    words = prime ** min(rank, size - rank)
    if words > MOST_WORDS:
        raise TooLargeError(
            f"a matrix of {rank} rows and {size} columns over GF({prime}) needs a list of {words} "
            f"combinations of rows, more than {MOST_WORDS}: take a smaller prime or rank"
        )
    matrix = np.random.default_rng(seed).integers(0, prime, (rank, size))
    table = RankTable(size, ranks_over(reduced(matrix, prime), prime))
    return ExplicitMatroid(size, as_tuples(table.bases, size))


PRIMES = (2, 3, 5, 7)
MOST_WORDS = 1 << 21


def random_transversal(
    size: int, sets: int, *, seed: int, width: int | None = None
) -> TransversalMatroid:
    """Return the transversal matroid of random sets of ``width`` elements, by default half of all.

    >>> random_transversal(6, 2, seed=1)
    TransversalMatroid(size=6, sets=((0, 2, 4), (2, 3, 5)))

    Parameters
    ----------
    size
        The number of elements.
    sets
        The number of sets.
    seed
        The same seed gives the same matroid.
    width
        The number of elements of each set; None is half of all.
    """
    as_count(size, name="size")
    count = size // 2 if width is None else as_count(width, name="width", most=size)
    rng = np.random.default_rng(seed)
    rows = [
        sorted(rng.permutation(size)[:count].tolist()) for _ in range(as_count(sets, name="sets"))
    ]
    return TransversalMatroid(size, rows)


def random_by_extension(size: int, rank: int, *, seed: int) -> ExplicitMatroid:
    """Return a matroid made of ``rank`` coloops by random extensions.

    >>> matroid = random_by_extension(8, 3, seed=1)
    >>> matroid.size, matroid.rank
    (8, 3)

    Each new element is placed at random: in random order, it is decided whether hyperplanes contain
    it, and the consequences are drawn at once. Every matroid is possible, but not equally likely.

    Parameters
    ----------
    size
        The number of elements.
    rank
        The rank.
    seed
        The same seed gives the same matroid.
    """
    refuse_if_too_large(as_count(size, name="size"))
    as_count(rank, name="rank", most=size)
    rng = np.random.default_rng(seed)
    table = RankTable(rank, set_sizes(rank))
    while table.size < size:
        table = random_extension(table, rng)
    places = rng.permutation(size)
    return ExplicitMatroid(
        size, [sorted(places[list(row)].tolist()) for row in as_tuples(table.bases, size)]
    )
