from collections.abc import Callable

import numpy as np

from matroidlab.types import Actions, Weights

Count = Callable[[Actions, Weights], None]


class Backlog:
    """Rounds that wait to be counted: many small ones are sooner counted together.

    >>> backlog = Backlog(lambda actions, weights: print(actions.tolist()), room=4)
    >>> for item in range(5):
    ...     backlog.put(np.array([[[item, 7]]]), np.zeros((1, 1, 2)))
    [[[0, 7], [1, 7]]]
    [[[2, 7], [3, 7]]]
    >>> backlog.settle()
    [[[4, 7]]]

    ``room`` is for so many items. What waits is a copy, for whoever made a round may write the next over it.
    """

    def __init__(self, count: Count, *, room: int = 4096) -> None:
        self._count, self._room, self._items = count, room, 0
        self._actions: list[Actions] = []
        self._weights: list[Weights] = []

    def put(self, actions: Actions, weights: Weights) -> None:
        """Let a round wait, or count it: one that fills the room alone, at once."""
        if actions.size >= self._room:
            self.settle()
            self._count(actions, weights)
            return
        self._actions.append(actions.copy())
        self._weights.append(weights.copy())
        self._items += actions.size
        if self._items >= self._room:
            self.settle()

    def settle(self) -> None:
        """Count what has been waiting, as one round."""
        if self._items:
            self._count(np.concatenate(self._actions, axis=1), np.concatenate(self._weights, axis=1))
            self._items = 0
            self._actions.clear()
            self._weights.clear()
