"""The policies of the field, by the names that experiment files use."""

from collections.abc import Callable, Iterable

import numpy as np

from matroidlab.hookspecs import PolicyFamily, Problem
from matroidlab.parameters import Parameters
from matroidlab.protocol import Policy
from matroidlab_bench.policies.c4_ucb import C4UCB
from matroidlab_bench.policies.clucb import CLUCB
from matroidlab_bench.policies.constrained_ucb import ConstrainedUCB
from matroidlab_bench.policies.csar import CSAR
from matroidlab_bench.policies.cts import CTS, GaussianCTS
from matroidlab_bench.policies.cucb import CUCB
from matroidlab_bench.policies.epsilon_greedy import EpsilonGreedy
from matroidlab_bench.policies.escb import GreedyESCB
from matroidlab_bench.policies.faster_cucb import FasterCUCB
from matroidlab_bench.policies.gcw import GCW
from matroidlab_bench.policies.kl_osm import KLOSM
from matroidlab_bench.policies.maub import MAUB


def kl_osm(problem: Problem, *, lanes: int) -> KLOSM:
    """KL-OSM (Talebi and Proutiere 2016): KL-UCB indices."""
    return KLOSM(problem.matroid, lanes=lanes)


def cucb(problem: Problem, *, lanes: int) -> CUCB:
    """CUCB (Chen, Wang and Yuan 2013): mean + sqrt(1.5 ln t / s)."""
    return CUCB(problem.matroid, lanes=lanes)


def cts(problem: Problem, *, lanes: int, rng: np.random.Generator) -> CTS:
    """Combinatorial Thompson sampling (Wang and Chen 2018), Beta posteriors."""
    return CTS(problem.matroid, seed=rng, lanes=lanes)


def cts_gaussian(
    problem: Problem, *, lanes: int, rng: np.random.Generator, scale: float = 1.0
) -> GaussianCTS:
    """Combinatorial Thompson sampling (Perrault et al. 2020), Gaussian posteriors."""
    return GaussianCTS(problem.matroid, seed=rng, scale=scale, lanes=lanes)


def escb(problem: Problem, *, lanes: int) -> GreedyESCB:
    """ESCB (Combes et al. 2015), its index maximised greedily."""
    return GreedyESCB(problem.matroid, lanes=lanes)


def epsilon_greedy(
    problem: Problem, *, lanes: int, rng: np.random.Generator, epsilon: float
) -> EpsilonGreedy:
    """The list of the largest means, and with probability epsilon a random list."""
    return EpsilonGreedy(problem.matroid, epsilon=epsilon, seed=rng, lanes=lanes)


def conservative_ucb2(
    problem: Problem, *, horizon: int, lanes: int, alpha: float
) -> ConstrainedUCB:
    """CUCB2 (Garcelon et al. 2020) for lists; it knows the means of the baseline."""
    return ConstrainedUCB(
        problem.matroid,
        problem.baseline,
        alpha=alpha,
        horizon=horizon,
        known_means=_baseline_means(problem),
        lanes=lanes,
    )


def c4_ucb(
    problem: Problem, *, lanes: int, alpha: float, delta: float = 0.01, discount: float = 1.0
) -> C4UCB:
    """C4-UCB (Wang et al. 2021) without contexts; it knows the means of the baseline."""
    return C4UCB(
        problem.matroid,
        problem.baseline,
        alpha=alpha,
        known_means=_baseline_means(problem),
        delta=delta,
        discount=discount,
        lanes=lanes,
    )


def maub(problem: Problem, *, lanes: int) -> MAUB:
    """MAUB (Delage and Gaudel 2025), reconstructed: a leader and its neighbours."""
    return MAUB(problem.matroid, lanes=lanes)


def faster_cucb(problem: Problem, *, lanes: int, epsilon: float = 0.05) -> FasterCUCB:
    """FasterCUCB (Tzeng et al. 2024), its rounded indices only."""
    return FasterCUCB(problem.matroid, epsilon=epsilon, lanes=lanes)


def gcw(problem: Problem, *, lanes: int, alpha: float, delta: float = 0.01) -> GCW:
    """GCW (Takemura 2023) without contexts, reconstructed; it knows the means of the baseline."""
    return GCW(
        problem.matroid,
        problem.baseline,
        alpha=alpha,
        delta=delta,
        known_means=_baseline_means(problem),
        lanes=lanes,
    )


def clucb(problem: Problem, *, lanes: int, delta: float = 0.05) -> CLUCB:
    """CLUCB (Chen et al. 2014): explores until the best list is known."""
    return CLUCB(problem.matroid, delta=delta, lanes=lanes)


def csar(problem: Problem, *, horizon: int, lanes: int) -> CSAR:
    """CSAR (Chen et al. 2014): explores to name the best list at the horizon."""
    return CSAR(problem.matroid, horizon=horizon, lanes=lanes)


def _baseline_means(problem: Problem) -> dict[int, float]:
    return {int(item): float(problem.rewards.means[item]) for item in problem.baseline}


def _attributes(*names: str) -> Callable[[Policy], Parameters]:
    """Return a function that reads parameters off a policy by their names."""
    return lambda policy: {name: getattr(policy, name) for name in names}


def policy_families() -> Iterable[PolicyFamily]:
    """The records of all policies of the field."""
    return [
        PolicyFamily("kl-osm", kl_osm, ({},), _attributes()),
        PolicyFamily("cucb", cucb, ({},), _attributes()),
        PolicyFamily("cts", cts, ({},), _attributes()),
        PolicyFamily("cts-gaussian", cts_gaussian, ({}, {"scale": 2.0}), _attributes("scale")),
        PolicyFamily("escb", escb, ({},), _attributes()),
        PolicyFamily("epsilon-greedy", epsilon_greedy, ({"epsilon": 0.1},), _attributes("epsilon")),
        PolicyFamily(
            "conservative-ucb2", conservative_ucb2, ({"alpha": 0.1},), _attributes("alpha")
        ),
        PolicyFamily(
            "c4-ucb",
            c4_ucb,
            ({"alpha": 0.1}, {"alpha": 0.2, "discount": 0.9}),
            _attributes("alpha", "delta", "discount"),
        ),
        PolicyFamily("maub", maub, ({},), _attributes()),
        PolicyFamily("faster-cucb", faster_cucb, ({}, {"epsilon": 0.2}), _attributes("epsilon")),
        PolicyFamily("gcw", gcw, ({"alpha": 0.1},), _attributes("alpha", "delta")),
        PolicyFamily("clucb", clucb, ({}, {"delta": 0.2}), _attributes("delta")),
        PolicyFamily("csar", csar, ({},), _attributes()),
    ]
