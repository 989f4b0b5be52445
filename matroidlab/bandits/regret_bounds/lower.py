from math import inf, log

from numpy.typing import ArrayLike

from matroidlab.algorithms import fundamental_circuit
from matroidlab.bandits.regret_bounds.gaps import Gaps
from matroidlab.protocol import Matroid


def unconstrained_lower_bound(matroid: Matroid, means: ArrayLike) -> float:
    """The c for which the regret of every uniformly good policy is at least c ln n asymptotically.

    >>> from matroidlab import UniformMatroid
    >>> round(unconstrained_lower_bound(UniformMatroid(size=4, rank=2), [0.9, 0.7, 0.4, 0.1]), 2)
    2.32

    The sum of (mu(x) - mu(e)) / kl(mu(e), mu(x)) over the items e outside all best bases, x the
    lightest item of the best basis that e can replace; 0 where mu(x) is 1. For independent coins,
    and policies whose regret is o(n^a) for every a > 0 on every problem (Talebi and Proutiere 2016;
    by the theorem of Graves and Lai 1997). It ignores the constraint, says nothing about any
    particular n, and does not apply to policies with a fixed delta, whose regret is bounded on the
    good event.
    """
    gaps = Gaps(matroid, means)
    doubtful = [e for e, is_some in enumerate(gaps.in_some_best()) if not is_some]
    pairs = []
    for e in doubtful:
        rivals = [x for x in fundamental_circuit(matroid, gaps.best, e).tolist() if x != e]
        if rivals:  # a loop has none
            pairs.append((gaps.means[e], min(gaps.means[x] for x in rivals)))
    return float(sum((best - mean) / _divergence(mean, best) for mean, best in pairs))


def _divergence(p: float, q: float) -> float:
    """kl(p, q) of two coins, p < q."""
    if q >= 1:
        return inf
    return (p * log(p / q) if p > 0 else 0.0) + (1 - p) * log((1 - p) / (1 - q))
