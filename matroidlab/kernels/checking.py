"""What is looked at before anything is changed."""

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Weights


@kernel
def is_observation(items: Actions, weights: Weights, size: int) -> bool:
    """Whether items lie in ``-1 .. size-1`` and the weights of all but -1 in [0, 1].

    Everything is looked at, without a branch: so several items are, at a time.
    """
    all_items, all_weights, wrong = items.reshape(-1), weights.reshape(-1), 0
    for k in range(len(all_items)):
        item, weight = all_items[k], all_weights[k]
        inside = (weight >= 0.0) & (weight <= 1.0)
        wrong += (item < -1) | (item >= size) | ((item >= 0) & (not inside))
    return wrong == 0


@is_observation.twin
def is_observation_in_numpy(items: Actions, weights: Weights, size: int) -> bool:
    """A quick look at the usual case, which NaN fails too; then at every item."""
    if not items.size:
        return True
    least = items.min()
    if least < -1 or items.max() >= size:
        return False
    if least >= 0 and 0 <= weights.min() <= weights.max() <= 1:
        return True
    return bool(np.all((items < 0) | ((weights >= 0) & (weights <= 1))))
