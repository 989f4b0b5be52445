"""Bounds on regret: the paper's, printed and corrected; without a horizon; and from below.

All take the problem: a matroid and the true means. With K the rank, L the size, m the swap size and
p = ceil(K/m) actions a round, caution costs a factor of p - 1. The proofs are in the
documentation's chapter on theory.
"""

from matroidlab.bandits.regret_bounds.lower import unconstrained_lower_bound
from matroidlab.bandits.regret_bounds.time_uniform import (
    iucb1_time_uniform_bound,
    iucb2_time_uniform_bound,
)
from matroidlab.bandits.regret_bounds.up_to_horizon import (
    failure_probability,
    iucb1_bound,
    iucb1_gap_free_bound,
    iucb2_bound,
    iucb2_gap_free_bound,
    omm_bound,
)

__all__ = [
    "failure_probability",
    "iucb1_bound",
    "iucb1_gap_free_bound",
    "iucb1_time_uniform_bound",
    "iucb2_bound",
    "iucb2_gap_free_bound",
    "iucb2_time_uniform_bound",
    "omm_bound",
    "unconstrained_lower_bound",
]
