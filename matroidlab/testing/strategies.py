"""Hypothesis strategies for matroids, and for bases and weights of a matroid."""

from collections.abc import Iterable

import numpy as np
from hypothesis import strategies as st

from matroidlab import registry
from matroidlab.hookspecs import Family
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, Weights, as_count


def matroids(
    *,
    families: Iterable[str | Family] | None = None,
    min_size: int = 0,
    max_size: int | None = None,
    min_rank: int = 0,
    max_rank: int | None = None,
) -> st.SearchStrategy[Matroid]:
    """Matroids of every registered family, small enough for brute force.

    >>> from hypothesis import find
    >>> find(matroids(families=["uniform"], min_rank=1), lambda matroid: matroid.size > 2)
    UniformMatroid(size=3, rank=1)

    Each family draws by the strategy of its record, or else from its examples. ``families`` takes
    some of them, by name or as records; the other options bound what is drawn.

    Parameters
    ----------
    families
        The families, by name or as records; None is all.
    min_size
        The least number of elements.
    max_size
        The largest number of elements.
    min_rank
        The least rank.
    max_rank
        The largest rank.
    """
    least_size = as_count(min_size, name="min_size")
    least_rank = as_count(min_rank, name="min_rank")
    most_size = _as_most(max_size, "max_size", least_size)
    most_rank = _as_most(max_rank, "max_rank", least_rank)

    def fits(matroid: Matroid) -> bool:
        return least_size <= matroid.size <= most_size and least_rank <= matroid.rank <= most_rank

    # Not one_of, which would give each family as many shares as its own strategy has alternatives.
    each = [members(record) for record in _records(families)]
    drawn = st.integers(0, len(each) - 1).flatmap(each.__getitem__)
    bounded = (least_size, least_rank, max_size, max_rank) != (0, 0, None, None)
    return drawn.filter(fits) if bounded else drawn


def _as_most(value: int | None, name: str, least: int) -> float:
    return np.inf if value is None else as_count(value, name=name, least=least)


def _records(families: Iterable[str | Family] | None) -> list[Family]:
    known = registry.families()
    if families is None:
        return [
            record for record in known.values() if record.strategy is not None or record.examples
        ]
    if isinstance(families, str):
        raise TypeError(
            f"families must be names or records, several of them, got the string {families!r}"
        )
    records = [known[each] if isinstance(each, str) else each for each in families]
    if not records:
        raise ValueError("families must name at least one family, got none")
    return records


def members(family: Family) -> st.SearchStrategy[Matroid]:
    """Members of one family: by its own strategy, or else its examples."""
    if family.strategy is not None:
        return family.strategy()
    if not family.examples:
        raise ValueError(
            f"family {family.name!r} has neither a strategy nor examples: "
            "give its record one of them"
        )
    return st.sampled_from(family.examples).map(lambda parameters: family.build(**parameters))


def bases(matroid: Matroid) -> st.SearchStrategy[Elements]:
    """Bases of a matroid, in any order; every basis can be drawn.

    >>> from hypothesis import find
    >>> from matroidlab import UniformMatroid
    >>> find(bases(UniformMatroid(size=4, rank=2)), lambda basis: basis.sum() > 0)
    array([0, 1])
    """
    return st.permutations(range(matroid.size)).map(
        lambda order: matroid.greedy(np.array(order, dtype=np.intp))
    )


def basis_pairs(matroid: Matroid) -> st.SearchStrategy[tuple[Elements, Elements]]:
    """Pairs of bases of a matroid, alike or not."""
    return st.tuples(bases(matroid), bases(matroid))


def weights(matroid: Matroid, *, least: int = 0, most: int = 3) -> st.SearchStrategy[Weights]:
    """A weight for each element: small integers, as floats, so that ties happen and sums are exact.

    >>> from hypothesis import find
    >>> from matroidlab import UniformMatroid
    >>> find(weights(UniformMatroid(size=3, rank=1)), lambda weights: weights.sum() > 3)
    array([0., 1., 3.])

    Parameters
    ----------
    matroid
        The matroid whose elements are weighed.
    least
        The least weight.
    most
        The largest weight.
    """
    if least > most:
        raise ValueError(f"most must be at least least, {least}, got {most}")
    numbers = st.lists(st.integers(least, most), min_size=matroid.size, max_size=matroid.size)
    return numbers.map(lambda drawn: np.array(drawn, dtype=np.float64))
