"""The policies by name, as configuration files ask for them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from matroidlab.bandits.ab_split import ABSplit
from matroidlab.bandits.confidence import KLUCB, UCB1, AnytimeUCB1, Confidence, EmpiricalBernstein
from matroidlab.bandits.conservative import ConservativeUCB
from matroidlab.bandits.interleaving import Rounds
from matroidlab.bandits.iucb import IUCB
from matroidlab.bandits.omm import OMM
from matroidlab.bandits.stay import FixedBaseline, Stay
from matroidlab.bandits.thompson import Thompson
from matroidlab.hookspecs import Parameters, PolicyFamily, Problem, hookimpl
from matroidlab.protocol import Policy

CONFIDENCES: Mapping[str, Callable[[int], Confidence]] = {
    "ucb1": UCB1,
    "anytime-ucb1": lambda _: AnytimeUCB1(),
    "kl-ucb": KLUCB,
    "empirical-bernstein": EmpiricalBernstein,
}
"""Confidence by name, each made for a horizon."""


def confidence_named(name: str, horizon: int) -> Confidence:
    """Return the confidence of that name, for that horizon."""
    if name not in CONFIDENCES:
        raise ValueError(f"confidence must be one of {', '.join(CONFIDENCES)}, got {name!r}")
    return CONFIDENCES[name](horizon)


def known_means(problem: Problem) -> dict[int, float]:
    """Return the true means of the baseline, for policies that are told them."""
    return {int(item): float(problem.rewards.means[item]) for item in problem.baseline}


def iucb1(problem: Problem, **options: Any) -> IUCB:
    """I-UCB that is told the means of the baseline."""
    return _iucb(problem, known_means=known_means(problem), **options)


def iucb2(problem: Problem, **options: Any) -> IUCB:
    """I-UCB that must estimate the means of the baseline too."""
    return _iucb(problem, known_means=None, **options)


def _iucb(problem: Problem, *, horizon: int, confidence: str = "ucb1", **options: Any) -> IUCB:
    bounds = confidence_named(confidence, horizon)
    return IUCB(problem.matroid, problem.baseline, horizon=horizon, confidence=bounds, **options)


def omm(problem: Problem, *, horizon: int, lanes: int, confidence: str = "anytime-ucb1") -> OMM:
    """Optimistic Matroid Maximization: fast, and without any care for single lists."""
    return OMM(problem.matroid, confidence=confidence_named(confidence, horizon), lanes=lanes)


def thompson(problem: Problem, *, lanes: int, rng: np.random.Generator) -> Thompson:
    """Thompson sampling with a Beta belief an item."""
    return Thompson(problem.matroid, rng=rng, lanes=lanes)


def stay(problem: Problem, *, lanes: int) -> Stay:
    """The baseline for ever."""
    return Stay(problem.matroid, problem.baseline, lanes=lanes)


def fixed_baseline(problem: Problem, *, horizon: int, lanes: int, swap_size: int = 1) -> FixedBaseline:
    """I-UCB whose trusted list never improves."""
    means = known_means(problem)
    return FixedBaseline(
        problem.matroid, problem.baseline, horizon=horizon, known_means=means, swap_size=swap_size, lanes=lanes
    )


def ab_split(problem: Problem, *, lanes: int, rng: np.random.Generator, alpha: float) -> ABSplit:
    """An A/B test of OMM's list against the baseline."""
    return ABSplit(problem.matroid, problem.baseline, alpha=alpha, rng=rng, lanes=lanes)


def conservative_ucb(problem: Problem, *, horizon: int, lanes: int, alpha: float) -> ConservativeUCB:
    """Conservative UCB with a constraint on the total, told the means of the baseline."""
    return ConservativeUCB(
        problem.matroid, problem.baseline, alpha=alpha, horizon=horizon, known_means=known_means(problem), lanes=lanes
    )


def _attributes(*names: str) -> Callable[[Policy], Parameters]:
    """What a policy was built with, read off it by name."""
    known = {type(make(1)): name for name, make in CONFIDENCES.items()}

    def parameters(policy: Policy) -> Parameters:
        values = {name: getattr(policy, name) for name in names}
        return {name: known.get(type(value), value) for name, value in values.items()}

    return parameters


@hookimpl
def matroidlab_policies() -> Iterable[PolicyFamily]:
    """Offer the policies of the paper and what they are compared with."""
    types = {"swap_size": int, "alpha": float, "rounds": Rounds, "confidence": str}
    interleaving = _attributes("swap_size", "rounds", "confidence")
    return [
        PolicyFamily("iucb1", iucb1, ({}, {"alpha": 0.5}), interleaving, types, context=("horizon", "lanes")),
        PolicyFamily("iucb2", iucb2, ({}, {"rounds": "lean"}), interleaving, types, context=("horizon", "lanes")),
        PolicyFamily("omm", omm, ({},), _attributes("confidence")),
        PolicyFamily("thompson", thompson, ({},), _attributes()),
        PolicyFamily("stay", stay, ({},), _attributes()),
        PolicyFamily("fixed-baseline", fixed_baseline, ({}, {"swap_size": 2}), _attributes("swap_size")),
        PolicyFamily("ab-split", ab_split, ({"alpha": 0.1},), _attributes("alpha")),
        PolicyFamily("conservative-ucb", conservative_ucb, ({"alpha": 0.1},), _attributes("alpha")),
    ]
