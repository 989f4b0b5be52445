"""Lower bounds on regret: without the constraint, and for policies that keep it."""

from itertools import combinations
from math import inf, log

import numpy as np
from numpy.typing import ArrayLike

from matroidlab import Bernoulli
from matroidlab.algorithms import as_basis, max_weight_basis
from matroidlab.bandits.regret_bounds import unconstrained_lower_bound
from matroidlab.hookspecs import Problem
from matroidlab.protocol import Matroid, Policy
from matroidlab.types import ElementsLike, Weights
from matroidlab_bench.policies.kl_osm import divergence

MOST_SETS = 10_000
"""Up to this many sets of items are tried; the bound holds for each of them."""


def lower_bound_for(policy: Policy, problem: Problem, horizon: int) -> float | None:
    """The lower bound that a policy is measured against; None where none is known.

    Both bounds are for independent coins. A policy that promises safe lists (it has a
    ``swap_size`` and a confidence with a ``delta``) is bound by `constrained_lower_bound`, all
    others by c ln n, where c is `unconstrained_lower_bound`.
    """
    if not isinstance(problem.rewards, Bernoulli):
        return None
    means = problem.rewards.means
    swap_size: int | None = getattr(policy, "swap_size", None)
    delta: float | None = getattr(getattr(policy, "confidence", None), "delta", None)
    if swap_size is None or delta is None:
        return unconstrained_lower_bound(problem.matroid, means) * log(horizon)
    return constrained_lower_bound(
        problem.matroid, means, problem.baseline, swap_size=swap_size, delta=delta
    )


def constrained_lower_bound(
    matroid: Matroid, means: ArrayLike, baseline: ElementsLike, *, swap_size: int, delta: float
) -> float:
    """A lower bound on the regret of policies that break the constraint with probability delta.

    >>> from matroidlab import UniformMatroid
    >>> means = [0.9, 0.8, 0.4, 0.4]
    >>> bound = constrained_lower_bound(
    ...     UniformMatroid(4, 2), means, [2, 3], swap_size=1, delta=0.01
    ... )
    >>> round(bound, 2)
    3.35

    Let A be the best list, J a set of m + 1 of its items outside the baseline, and beta the least
    mean of the baseline. If all items of J were slightly worse than beta, a list with all of J
    would break the constraint. So the policy must tell the two problems apart before it shows such
    a list: by the data-processing inequality, the observations of J until then, each weighted by
    kl(mean, beta), sum up to at least ln(1/delta) in expectation, if the policy surely shows all of
    J in the end. Until then no list has more than m items of J, and each loses at least the
    smallest gap of an item of J. The regret is at least

        gap(J) ln(1/delta) / (m max of kl(mean(x), beta) over x in J),

    and the bound is the largest of these. It is a limit for large n, for independent coins. It is
    0 if the best list has no m + 1 new items that are better than beta.

    Parameters
    ----------
    matroid, means
        The valid lists, and the expected weight of each item.
    baseline
        The trusted list, a basis.
    swap_size
        The number m of items that may be worse than their counterparts.
    delta
        The probability with which the policy may break the constraint.
    """
    weights = np.asarray(means, dtype=np.float64)
    trusted = as_basis(matroid, baseline, name="baseline")
    least = float(weights[trusted].min(initial=inf))
    best = max_weight_basis(matroid, weights)
    new = [int(x) for x in best if x not in trusted and weights[x] > least]
    gaps = _gaps(matroid, weights)
    bounds = [0.0]
    for number, items in enumerate(combinations(new, swap_size + 1)):
        if number == MOST_SETS:
            break
        farthest = max(_divergence(float(weights[x]), least) for x in items)
        gap = min(gaps[x] for x in items)
        bounds.append(gap * log(1 / delta) / (swap_size * farthest) if gap < inf else 0.0)
    return max(bounds)


def _gaps(matroid: Matroid, weights: Weights) -> dict[int, float]:
    """How much the best list loses without each of its items; infinite for a coloop."""
    best = max_weight_basis(matroid, weights)
    outside = np.setdiff1d(np.arange(matroid.size), best)
    swaps = matroid.swaps(best, outside)
    gaps = {}
    for place, item in enumerate(best.tolist()):
        rivals = weights[outside[swaps[:, place]]]
        gaps[item] = float(weights[item] - rivals.max()) if rivals.size else inf
    return gaps


def _divergence(p: float, q: float) -> float:
    """kl(p, q) for p > q; infinite if q is 0."""
    # The same as for the complements, which are in the order that `divergence` asks for.
    return float(divergence(np.array(1 - p), np.array(1 - q)))
