from math import inf, log

from numpy.typing import ArrayLike

from matroidlab.algorithms import fundamental_circuit
from matroidlab.bandits.regret_bounds.gaps import Gaps
from matroidlab.protocol import Matroid


def unconstrained_lower_bound(matroid: Matroid, means: ArrayLike) -> float:
    """The c for which the regret of every uniformly good policy is at least about c ln n, in the limit of large n.

    >>> from matroidlab import UniformMatroid
    >>> round(unconstrained_lower_bound(UniformMatroid(size=4, rank=2), [0.9, 0.7, 0.4, 0.1]), 2)
    2.32

    The sum of (mu(x) - mu(e)) / kl(mu(e), mu(x)) over the items e of no best basis, x the lightest item that e could
    be exchanged for in the best one; 0 where mu(x) is 1. For independent coins, and policies whose regret is o(n^a)
    for every a > 0 on every problem (Talebi and Proutiere 2016; by the theorem of Graves and Lai 1997). It is without
    the constraint, it says nothing of any one n, and it does not bind policies with a fixed delta, whose regret is
    bounded on the good event.
    """
    gaps = Gaps(matroid, means)
    doubtful = [e for e, is_some in enumerate(gaps.in_some_best()) if not is_some]
    rivals = {e: [x for x in fundamental_circuit(matroid, gaps.best, e).tolist() if x != e] for e in doubtful}
    pairs = [(gaps.means[e], min(gaps.means[x] for x in others)) for e, others in rivals.items() if others]
    return float(sum((best - mean) / _divergence(mean, best) for mean, best in pairs))


def _divergence(p: float, q: float) -> float:
    """kl(p, q) of two coins, p < q."""
    if q >= 1:
        return inf
    return (p * log(p / q) if p > 0 else 0.0) + (1 - p) * log((1 - p) / (1 - q))
