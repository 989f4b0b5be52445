"""Strong base-orderability beside its definition, in thirty lines of frozensets and permutations.

What is timed, and what is not:

- *rank 4 on 8*: from an `ExplicitMatroid` that nothing was asked of yet to the answer, its table
  included; making the matroid, which checks the axioms, is not. The peer gets the bases as
  frozensets, for nothing. Both get the same matroids: linear ones over GF(2), GF(3), GF(5) and
  GF(7), transversal ones and sparse paving ones; mean over all.
- *U(8,16), one pair*: a matroid that knows nothing of itself; its table of 12,870 bases is made
  before. From two arrays of elements to the bijection as an array.
- *transversal, rank 7 on 14*: seen as an oracle, so that it does not know its answer: the table by
  3,432 oracle calls, then every pair of bases; the slowest of three.
- *K4 minor*: from the edges to the violation and its sentence, the slowest of ten graphs; brute
  force verifies each, outside the clock.

Kernels are compiled before any clock starts. ``MATROIDLAB_KERNELS=numba`` measures them compiled,
with higher bars.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, permutations
from time import perf_counter
from typing import Any

import networkx as nx
import numpy as np
from measuring import Row, best_of, enabled, under

from matroidlab import (
    ExplicitMatroid,
    GraphicMatroid,
    OracleMatroid,
    TransversalMatroid,
    UniformMatroid,
)
from matroidlab.orderability import is_strongly_base_orderable, strong_order_violation, tabulate

Set = frozenset[int]


def subsets(members: Set) -> Iterator[tuple[int, ...]]:
    for count in range(len(members) + 1):
        yield from combinations(members, count)


def is_strong(bases: set[Set], source: Set, partner: dict[int, int]) -> bool:
    return all(
        (source - set(part)) | {partner[element] for element in part} in bases
        for part in subsets(source)
    )


def has_strong_bijection(bases: set[Set], source: Set, target: Set) -> bool:
    return any(
        is_strong(bases, source, dict(zip(source, order, strict=True)))
        for order in permutations(target)
    )


def peer(bases: set[Set]) -> bool:
    """The definition: any two bases have a bijection by which any part may be exchanged."""
    return all(
        has_strong_bijection(bases, source, target) for source, target in combinations(bases, 2)
    )


def rank_4_on_8(rng: np.random.Generator, each: int) -> list[ExplicitMatroid]:
    """Random matroids of six kinds, as many of each."""
    fours = list(combinations(range(8), 4))

    def linear(prime: int) -> list[tuple[int, ...]]:
        matrix = rng.integers(0, prime, (4, 8))
        return [four for four in fours if round(float(np.linalg.det(matrix[:, four]))) % prime]

    def transversal() -> list[tuple[int, ...]]:
        matroid = random_transversal(rng, size=8, rank=4)
        return [four for four in fours if matroid.is_independent(np.array(four))]

    def sparse_paving() -> list[tuple[int, ...]]:
        dependent: list[Set] = []
        for i in rng.permutation(len(fours))[: rng.integers(1, 70)]:
            if all(len(other & set(fours[i])) < 3 for other in dependent):
                dependent.append(frozenset(fours[i]))
        return [four for four in fours if frozenset(four) not in dependent]

    kinds: list[Callable[[], list[tuple[int, ...]]]] = [lambda p=p: linear(p) for p in (2, 3, 5, 7)]  # type: ignore[misc]
    matroids = []
    for kind in [*kinds, transversal, sparse_paving] * each:
        bases = kind()
        while not bases:
            bases = kind()
        matroids.append(ExplicitMatroid(8, bases))
    return matroids


def random_transversal(rng: np.random.Generator, *, size: int, rank: int) -> TransversalMatroid:
    while True:
        matroid = TransversalMatroid(
            size, [np.flatnonzero(rng.random(size) < 0.4).tolist() for _ in range(rank)]
        )
        if matroid.rank == rank:
            return matroid


def unknowing(matroid: TransversalMatroid | UniformMatroid) -> OracleMatroid:
    """The same matroid, which has forgotten its family."""
    return OracleMatroid(matroid.size, matroid.is_independent)


def decide_rank_4_on_8() -> Row:
    matroids = rank_4_on_8(np.random.default_rng(0), each=20)
    families = [{frozenset(basis) for basis in matroid.bases} for matroid in matroids]
    assert [is_strongly_base_orderable(matroid) for matroid in matroids] == [
        peer(bases) for bases in families
    ]
    # Passes over all matroids, in turns, and the best of equally many for both: the best of more
    # would favour one side.
    rounds = []
    for _ in range(3):
        fresh = [ExplicitMatroid(8, matroid.bases) for matroid in matroids]
        rounds.append((_seconds(is_strongly_base_orderable, fresh), _seconds(peer, families)))
    ours, theirs = (min(times) for times in zip(*rounds, strict=True))
    ratio, least = theirs / ours, 1000 if enabled() else 10
    name = f"decide rank 4 on 8, mean of {len(matroids)}"
    means = ours / len(matroids), theirs / len(matroids)
    return Row(name, means[0], "the definition", means[1], ratio, f">= {least} x", ratio >= least)


def _seconds(decide: Callable[[Any], bool], subjects: Sequence[object]) -> float:
    start = perf_counter()
    for subject in subjects:
        decide(subject)
    return perf_counter() - start


def one_pair() -> Row:
    table = tabulate(unknowing(UniformMatroid(16, 8)))
    source, target = np.arange(8), np.arange(8, 16)
    assert table.bijection(source, target, 8) is not None  # compiled now, before the clock starts
    name = "U(8,16), one pair, once its table is there"
    return under(
        name, lambda: table.bijection(source, target, 8), most=50e-6 if enabled() else 5e-3
    )


def certify_transversal() -> Row:
    drawn = [random_transversal(np.random.default_rng(seed), size=14, rank=7) for seed in range(3)]
    decided = [partial(is_strongly_base_orderable, unknowing(matroid)) for matroid in drawn]
    times = best_of(decided, repeats=2)
    name = "certify transversal, rank 7 on 14, all pairs"
    return Row(name, max(times), "", None, max(times), "< 2 s", max(times) < 2)


def k4_in_random_graphs() -> Row:
    graphs = [
        GraphicMatroid.from_networkx(nx.gnm_random_graph(200, 600, seed=seed)) for seed in range(10)
    ]
    for matroid in graphs:
        violation = strong_order_violation(matroid)
        assert violation is not None
        assert violation.verify(matroid)
    times = best_of([lambda m=m: str(strong_order_violation(m)) for m in graphs], repeats=2)  # type: ignore[misc]
    name = "K4 minor and violation, 200 vertices, 600 edges"
    return Row(name, max(times), "", None, max(times), "< 3 s", max(times) < 3)


BENCHMARKS = (
    decide_rank_4_on_8,
    one_pair,
    k4_in_random_graphs,
    *((certify_transversal,) if enabled() else ()),
)
