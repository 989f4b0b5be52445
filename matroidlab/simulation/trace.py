from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Elements, Weights


@dataclass(frozen=True, eq=False)
class Trace:
    """What happened in a simulation, cumulative at some checkpoints, lane by lane.

    Attributes
    ----------
    steps
        The checkpoints: after how many actions; the last is the number of steps simulated.
    regret
        ``(lanes, checkpoints)``: how much more the best basis would have earned, in expectation.
    reward
        ``(lanes, checkpoints)``: what was earned, as drawn.
    violations, exchange_violations
        ``(lanes, checkpoints)``: how many actions broke the constraint, read with any bijection and with an exchange
        bijection; None if no baseline was given to count it against, or the reading was not asked for.
    counts, sums
        ``(lanes, size)``: how often each item was observed and the sum of its weights, the first look included.
    swap_size
        The m that violations were counted by; None if they were not counted.
    """

    steps: NDArray[np.intp]
    regret: Weights
    reward: Weights
    violations: NDArray[np.intp] | None
    exchange_violations: NDArray[np.intp] | None
    counts: Elements
    sums: Weights
    swap_size: int | None = None
