from copy import deepcopy

import numpy as np

from matroidlab.kernels import at_once
from matroidlab.protocol import Policy, RewardModel
from matroidlab.simulation.simulate import simulate


def warm_up(policy: Policy, rewards: RewardModel | None = None) -> None:
    """Compile beforehand all kernels that a policy needs, so that it never waits for the compiler.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.bandits import OMM
    >>> policy = OMM(UniformMatroid(size=6, rank=2))
    >>> warm_up(policy)  # doctest: +SKIP
    >>> policy.estimates.counts.sum()  # a copy was played with
    np.int64(0)

    With ``rewards``, the loop of `simulate` for the two is compiled as well. This takes seconds,
    and less when machine code of an earlier run is on disk. It does nothing where numba is not
    installed or ``MATROIDLAB_KERNELS=numpy`` rules compiling out.
    """
    with at_once():
        copy = deepcopy(policy)
        for _ in range(2):  # the second round finds something learnt
            actions = np.asarray(copy.plan())
            copy.learn(actions, np.zeros(actions.shape))
        if rewards is not None:
            simulate(deepcopy(policy), rewards, steps=1, seed=0)
