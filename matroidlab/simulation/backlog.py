from collections.abc import Callable

import numpy as np

from matroidlab.types import Actions, Weights

Count = Callable[[Actions, Weights], None]

FEW = 8
"""So many rounds, or more, are worth copying to be counted together."""


class Backlog:
    """Rounds that wait to be counted: many small ones are sooner counted together, one below the other as lanes are.

    >>> backlog = Backlog(lambda actions, weights: print(actions.tolist()), room=8)
    >>> for item in range(10):
    ...     backlog.put(np.array([[[item]]]), np.zeros((1, 1, 1)))
    [[[0]], [[1]], [[2]], [[3]], [[4]], [[5]], [[6]], [[7]]]
    >>> backlog.settle()
    [[[8]], [[9]]]

    ``room`` is for so many items. What waits is a copy, for whoever made a round may write the next over it.
    """

    def __init__(self, count: Count, *, room: int = 4096) -> None:
        self._count, self._room, self._waiting = count, room, 0
        self._actions, self._weights = np.empty((0, 0), dtype=np.intp), np.empty((0, 0))

    def put(self, actions: Actions, weights: Weights) -> None:
        """Let a round wait, or count it at once if there is no room for `FEW` like it."""
        if self._actions.shape[1:] != actions.shape:
            self.settle()
            shape = self._room // max(actions.size, 1), *actions.shape
            self._actions, self._weights = np.empty(shape, dtype=np.intp), np.empty(shape)
        if len(self._actions) < FEW:
            self._count(actions, weights)
            return
        self._actions[self._waiting], self._weights[self._waiting] = actions, weights
        self._waiting += 1
        if self._waiting == len(self._actions):
            self.settle()

    def settle(self) -> None:
        """Count what has been waiting."""
        if self._waiting:
            shape = self._waiting * self._actions.shape[1], *self._actions.shape[2:]
            actions, weights = self._actions[: self._waiting], self._weights[: self._waiting]
            self._count(actions.reshape(shape), weights.reshape(shape))
            self._waiting = 0
