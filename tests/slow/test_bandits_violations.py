"""The constraint over ten million actions: never violated by I-UCB where it is a theorem.

Uniform and partition matroids, both readings: 4 swap sizes x 2 policies x 2 matroids x 100 lanes x
10 000 actions, 16 million. Graphs without strong bijections, any bijection: 10 swap sizes x 2
policies x 20 lanes x 4000 actions, 1.6 million.
"""

import pytest

from matroidlab import Matroid
from matroidlab.bandits import IUCB, OMM
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import Trace, simulate
from support.risky import GRAPHS, PARTITION, UNIFORM, problem

pytestmark = pytest.mark.slow


def play(matroid: Matroid, *, known: bool, swap_size: int, lanes: int, steps: int) -> Trace:
    means, baseline = problem(matroid, seed=swap_size)
    means_known = {item: means[item] for item in baseline} if known else None
    policy = IUCB(
        matroid, baseline, horizon=steps, known_means=means_known, swap_size=swap_size, lanes=lanes
    )
    trace = simulate(
        policy,
        Bernoulli(means),
        steps=steps,
        seed=swap_size,
        baseline=baseline,
        swap_size=swap_size,
    )
    half, whole = trace.regret[:, [4, 9]].sum(axis=0)
    assert whole < 1.95 * half, "where nothing is learnt nothing is risked"
    return trace


@pytest.mark.parametrize("known", [True, False], ids=["I-UCB1", "I-UCB2"])
@pytest.mark.parametrize("swap_size", [1, 2, 3, 4])
@pytest.mark.parametrize("matroid", [UNIFORM, PARTITION], ids=["uniform", "partition"])
def test_both_readings_are_never_violated_on_uniform_and_partition_matroids(
    matroid: Matroid, swap_size: int, known: bool
) -> None:
    trace = play(matroid, known=known, swap_size=swap_size, lanes=100, steps=10_000)
    assert trace.violations.sum() == 0
    assert trace.exchange_violations.sum() == 0


@pytest.mark.parametrize("known", [True, False], ids=["I-UCB1", "I-UCB2"])
@pytest.mark.parametrize("name", GRAPHS)
def test_the_constraint_is_never_violated_on_graphs_without_strong_bijections(
    name: str, known: bool
) -> None:
    for swap_size in range(1, GRAPHS[name].rank):
        trace = play(GRAPHS[name], known=known, swap_size=swap_size, lanes=20, steps=4000)
        assert trace.violations.sum() == 0


@pytest.mark.parametrize(
    ("matroid", "swap_size"),
    [
        (UNIFORM, 1),
        (UNIFORM, 2),
        (PARTITION, 1),
        (PARTITION, 2),
        *((graph, 1) for graph in GRAPHS.values()),
    ],
)
def test_omm_violates_the_constraint(matroid: Matroid, swap_size: int) -> None:
    means, baseline = problem(matroid, seed=swap_size)
    trace = simulate(
        OMM(matroid, lanes=20),
        Bernoulli(means),
        steps=2000,
        seed=0,
        baseline=baseline,
        swap_size=swap_size,
        readings="both",
    )
    assert trace.violations[:, -1].sum() > 0
    assert (trace.exchange_violations >= trace.violations).all()
