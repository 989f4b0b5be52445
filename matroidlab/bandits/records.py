"""The policies by name, for configuration files."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.bandits.confidence.empirical_bernstein import EmpiricalBernstein
from matroidlab.bandits.confidence.kl_ucb import KLUCB
from matroidlab.bandits.confidence.time_uniform import TimeUniform
from matroidlab.bandits.confidence.ucb1 import UCB1, AnytimeUCB1
from matroidlab.bandits.interleaving import Rounds
from matroidlab.bandits.policies.ab_split import ABSplit
from matroidlab.bandits.policies.conservative import ConservativeUCB
from matroidlab.bandits.policies.iucb import IUCB
from matroidlab.bandits.policies.omm import OMM
from matroidlab.bandits.policies.stay import FixedBaseline, Stay
from matroidlab.bandits.policies.thompson import Thompson
from matroidlab.bandits.proposals import PROPOSALS
from matroidlab.bandits.safe_records import known_means_of, safe_families
from matroidlab.hookspecs import PolicyFamily, Problem, hookimpl
from matroidlab.parameters import Parameters
from matroidlab.protocol import Policy

CONFIDENCES: Mapping[str, Callable[[int], Confidence]] = {
    "ucb1": UCB1,
    "anytime-ucb1": lambda _: AnytimeUCB1(),
    "kl-ucb": KLUCB,
    "empirical-bernstein": EmpiricalBernstein,
}
"""Confidences that are made for a horizon, by name."""

TIME_UNIFORM = "time-uniform"
"""The name of the confidence that is made for a ``delta`` instead."""


def confidence_named(
    name: str | None, horizon: int, delta: float | None, *, default: str
) -> Confidence:
    """Return the confidence of that name, made for the horizon or for delta, which needs no name.

    >>> confidence_named(None, 1000, 0.01, default="ucb1")
    TimeUniform(delta=0.01, items=None, open_ended=False, baseline=())
    """
    chosen = name or (default if delta is None else TIME_UNIFORM)
    if chosen not in (*CONFIDENCES, TIME_UNIFORM):
        raise ValueError(
            f"confidence must be one of {', '.join((*CONFIDENCES, TIME_UNIFORM))}, got {chosen!r}"
        )
    if (chosen == TIME_UNIFORM) != (delta is not None):
        raise ValueError(
            f"confidence {TIME_UNIFORM!r} and delta go together, got {chosen!r} and delta = {delta}"
        )
    return CONFIDENCES[chosen](horizon) if delta is None else TimeUniform(delta)


def iucb1(problem: Problem, **options: Any) -> IUCB:
    """I-UCB that knows the means of the baseline.

    Parameters
    ----------
    confidence
        "ucb1", "anytime-ucb1", "kl-ucb", "empirical-bernstein", or "time-uniform", which needs a
        ``delta``.
    proposal
        The basis D_t to explore: "optimistic", "thompson" or a list.
    """
    return _iucb(problem, known_means=known_means_of(problem), **options)


def iucb2(problem: Problem, **options: Any) -> IUCB:
    """I-UCB that estimates the means of the baseline as well.

    Parameters
    ----------
    confidence
        "ucb1", "anytime-ucb1", "kl-ucb", "empirical-bernstein", or "time-uniform", which needs a
        ``delta``.
    proposal
        The basis D_t to explore: "optimistic", "thompson" or a list.
    """
    return _iucb(problem, known_means=None, **options)


def _iucb(
    problem: Problem,
    *,
    horizon: int,
    rng: np.random.Generator,
    confidence: str | None = None,
    delta: float | None = None,
    **options: Any,
) -> IUCB:
    bounds = confidence_named(confidence, horizon, delta, default="ucb1")
    covered = horizon if delta is None else None
    return IUCB(
        problem.matroid, problem.baseline, horizon=covered, confidence=bounds, seed=rng, **options
    )


def omm(
    problem: Problem,
    *,
    horizon: int,
    lanes: int,
    confidence: str | None = None,
    delta: float | None = None,
) -> OMM:
    """Optimistic Matroid Maximization: learns fast, and promises nothing about single lists.

    Parameters
    ----------
    confidence
        "ucb1", "anytime-ucb1", "kl-ucb", "empirical-bernstein", or "time-uniform", which needs a
        ``delta``.
    delta
        The probability that the bounds of ``TimeUniform(delta)`` may fail at any time.
    """
    bounds = confidence_named(confidence, horizon, delta, default="anytime-ucb1")
    return OMM(problem.matroid, confidence=bounds, lanes=lanes)


def thompson(problem: Problem, *, lanes: int, rng: np.random.Generator) -> Thompson:
    """Thompson sampling with a Beta posterior for each item."""
    return Thompson(problem.matroid, seed=rng, lanes=lanes)


def stay(problem: Problem, *, lanes: int) -> Stay:
    """Always the baseline."""
    return Stay(problem.matroid, problem.baseline, lanes=lanes)


def fixed_baseline(
    problem: Problem, *, horizon: int, lanes: int, swap_size: int = 1
) -> FixedBaseline:
    """I-UCB whose trusted list is always the baseline."""
    means = known_means_of(problem)
    return FixedBaseline(
        problem.matroid,
        problem.baseline,
        horizon=horizon,
        known_means=means,
        swap_size=swap_size,
        lanes=lanes,
    )


def ab_split(problem: Problem, *, lanes: int, rng: np.random.Generator, alpha: float) -> ABSplit:
    """An A/B test of OMM's list against the baseline."""
    return ABSplit(problem.matroid, problem.baseline, alpha=alpha, seed=rng, lanes=lanes)


def conservative_ucb(
    problem: Problem, *, horizon: int, lanes: int, alpha: float
) -> ConservativeUCB:
    """Conservative UCB with a constraint on the total; it knows the means of the baseline."""
    return ConservativeUCB(
        problem.matroid,
        problem.baseline,
        alpha=alpha,
        horizon=horizon,
        known_means=known_means_of(problem),
        lanes=lanes,
    )


def _attributes(*names: str) -> Callable[[Policy], Parameters]:
    """Return a function that reads parameters off a policy by their names."""
    return lambda policy: {name: getattr(policy, name) for name in names}


def _confidence(policy: Policy) -> Parameters:
    """Return the name of a policy's confidence, and its delta if it has one."""
    confidence = getattr(policy, "confidence")  # noqa: B009 - not of every policy
    delta: float | None = getattr(confidence, "delta", None)
    known = {type(make(1)): name for name, make in CONFIDENCES.items()}
    if delta is not None:
        return {"confidence": TIME_UNIFORM, "delta": delta}
    return {"confidence": known[type(confidence)]}


def _interleaving(policy: Policy) -> Parameters:
    own = _attributes("swap_size", "rounds", "proposal")(policy)
    return {**own, "proposal": _plain(own["proposal"]), **_confidence(policy)}


def _plain(proposal: Any) -> str | list[int]:
    return proposal if isinstance(proposal, str) else [int(item) for item in proposal]


@hookimpl
def matroidlab_policies() -> Iterable[PolicyFamily]:
    """Offer the policies of the paper, our own, and those they are compared with."""
    caution = {"swap_size": int, "alpha": float, "delta": float}
    # A name or a list only: a file that could name a function could run code.
    types = caution | {"rounds": Rounds, "confidence": str, "proposal": PROPOSALS | list[int]}
    context = ("horizon", "lanes", "rng")
    lean = {"rounds": "lean"}
    ours = {"delta": 0.01, "proposal": "thompson"}
    return [
        PolicyFamily(
            "iucb1", iucb1, ({}, {"alpha": 0.5}, ours), _interleaving, types, context=context
        ),
        PolicyFamily(
            "iucb2", iucb2, ({}, lean, ours | lean), _interleaving, types, context=context
        ),
        *safe_families(),
        PolicyFamily("omm", omm, ({}, {"delta": 0.01}), _confidence),
        PolicyFamily("thompson", thompson, ({},), _attributes()),
        PolicyFamily("stay", stay, ({},), _attributes()),
        PolicyFamily(
            "fixed-baseline", fixed_baseline, ({}, {"swap_size": 2}), _attributes("swap_size")
        ),
        PolicyFamily("ab-split", ab_split, ({"alpha": 0.1},), _attributes("alpha")),
        PolicyFamily("conservative-ucb", conservative_ucb, ({"alpha": 0.1},), _attributes("alpha")),
    ]
