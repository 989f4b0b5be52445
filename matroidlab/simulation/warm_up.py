from copy import deepcopy

import numpy as np

from matroidlab.kernels import at_once
from matroidlab.protocol import Policy, RewardModel
from matroidlab.simulation.simulate import simulate


def warm_up(policy: Policy, rewards: RewardModel | None = None) -> None:
    """Compile beforehand what a policy needs, so that nothing is compiled while it serves; nothing without numba.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.bandits import OMM
    >>> policy = OMM(UniformMatroid(size=6, rank=2))
    >>> warm_up(policy)
    >>> policy.estimates.counts.sum()  # a copy was played with
    np.int64(0)

    With ``rewards``, the loop that `simulate` plays the two by is compiled as well. Takes seconds, and less when numba
    finds its machine code on disk.
    """
    with at_once():
        copy = deepcopy(policy)
        for _ in range(2):  # the second round finds something learnt
            actions = np.asarray(copy.plan())
            copy.learn(actions, np.zeros(actions.shape))
        if rewards is not None:
            simulate(deepcopy(policy), rewards, steps=1, seed=0)
