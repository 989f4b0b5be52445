"""What a list that may be shown costs: to find it, to draw the weights for it, and in all."""

from functools import partial

import numpy as np
from measuring import Row, best_of, enabled, for_way, times_faster
from numpy.typing import NDArray

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, TransversalMatroid, UniformMatroid
from matroidlab.bandits import SafeLists, SafeThompson
from matroidlab.bandits.kernels.posterior import nearly_draw_lane
from matroidlab.kernels.when_to_compile import compiling

SIZE = 200
RANK = 10
LANES = 1000
MANY = 1_000_000
Floats = NDArray[np.float64]

MATROIDS: dict[str, Matroid] = {
    "ten of 200": UniformMatroid(SIZE, RANK),
    "one of each of ten blocks of 20": PartitionMatroid(np.arange(SIZE).reshape(RANK, -1).tolist()),
}


def baseline_of(matroid: Matroid) -> NDArray[np.intp]:
    return matroid.greedy(np.arange(matroid.size)[::-1])


def at_most(what: str, seconds: float, most: float, unit: str) -> Row:
    scale = {"us": 1e6, "ns": 1e9, "ms": 1e3}[unit]
    return Row(what, seconds, "", None, seconds, f"<= {most * scale:g} {unit}", seconds <= most)


def weights_of(size: int, lanes: int) -> tuple[Floats, Floats]:
    """Weights, and cautious weights by which about half of the items are proven."""
    rng = np.random.default_rng(0)
    return rng.random((lanes, size)), rng.random((lanes, size))


def one_list(name: str) -> Row:
    """The heaviest list by given weights, compiled, a thousand lanes at a time."""
    matroid = MATROIDS[name]
    safe = SafeLists(matroid, baseline_of(matroid), swap_size=1)
    weights, cautious = weights_of(SIZE, LANES)
    with compiling("now"):
        (seconds,) = best_of([partial(safe.heaviest, weights, cautious)], repeats=9)
    return at_most(f"the heaviest safe list, {name}", seconds / LANES, 5e-6, "us")


def one_draw() -> Row:
    """The posterior sample of an item, compiled."""
    policy = SafeThompson(UniformMatroid(MANY, RANK), range(RANK), seed=0)
    seen = policy.estimates.settled
    out = np.empty(MANY)
    rng = np.random.default_rng(0)
    with compiling("now"):
        draw = partial(nearly_draw_lane.compiled, rng, seen, 0, out)
        (seconds,) = best_of([draw], repeats=5)
    return at_most("a draw from the posterior, an item", seconds / MANY, 25e-9, "ns")


def step_by_step(name: str) -> Row:
    """Draw the weights and find the list, in numpy, once some items have been seen."""
    matroid = MATROIDS[name]
    policy = SafeThompson(matroid, baseline_of(matroid), seed=0)
    rng = np.random.default_rng(1)
    with compiling("never"):
        for _ in range(200):
            actions = policy.plan()
            policy.learn(actions, (rng.random(actions.shape) < 0.3).astype(np.float64))
        (seconds,) = best_of([policy.plan], repeats=9)
    return at_most(f"draw and find a list, {name}", seconds, 100e-6, "us")


def of_a_million(*, line: bool) -> Row:
    """With a line, which is the default there, only the items that are tried now are weighed.

    Without one the cost grows with the number of items: two normal numbers for each.
    """
    policy = SafeThompson(UniformMatroid(MANY, RANK), range(RANK), line=line, seed=0)
    with compiling("now" if enabled() else "never"):
        (seconds,) = best_of([policy.plan], repeats=3)
    most = 0.005 if line else for_way(numba=0.15, numpy=0.5)
    way = "with a line" if line else "all weighed"
    return at_most(f"draw and find a list, ten of a million, {way}", seconds, most, "ms")


def k5() -> Matroid:
    return GraphicMatroid([(i, j) for i in range(5) for j in range(i)])


def graph_of_100_edges() -> Matroid:
    rng = np.random.default_rng(3)
    path = [(i, i + 1) for i in range(39)]
    chords = rng.integers(40, size=(61, 2)).tolist()
    return GraphicMatroid([*path, *map(tuple, chords)])


def transversal() -> Matroid:
    rng = np.random.default_rng(4)
    return TransversalMatroid(60, [rng.permutation(60)[:12].tolist() for _ in range(10)])


OTHERS = {
    "K5": k5,
    "a graph of 100 edges": graph_of_100_edges,
    "a transversal matroid of rank 10 on 60": transversal,
}


def round_beside_intersection(name: str) -> Row:
    """The heaviest list of a round, which policies take, beside the heaviest of all safe lists."""
    matroid = OTHERS[name]()
    baseline = baseline_of(matroid)
    weights, cautious = weights_of(matroid.size, 1)
    exact = SafeLists(matroid, baseline)
    quick = SafeLists(matroid, baseline, by_intersection=False)
    return times_faster(
        f"the heaviest list of a round, {name}",
        partial(quick.heaviest, weights, cautious),
        "matroid intersection",
        partial(exact.heaviest, weights, cautious),
        least=1,
        repeats=5,
    )


COMPILED = (*(partial(one_list, name) for name in MATROIDS), one_draw)
IN_NUMPY = tuple(partial(step_by_step, name) for name in MATROIDS)
BENCHMARKS = (
    *(COMPILED if enabled() else IN_NUMPY),
    *(partial(of_a_million, line=line) for line in (True, False)),
    *(partial(round_beside_intersection, name) for name in OTHERS),
)
