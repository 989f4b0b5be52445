import numpy as np

from matroidlab.kernels import enabled
from matroidlab.types import Elements

FEW = 500
"""So many places are sooner looked at, some of them twice, than told apart."""


class Changes:
    """Which places of a flattened array have changed from one look at it to the next.

    >>> changes = Changes(size=6)
    >>> changes.tell(np.array([4, 2]))
    >>> changes.close()
    >>> changes.look, changes.since(look=0)
    (1, array([4, 2]))

    Looks are numbered. Whoever keeps something asks what has changed since the last look that he has seen, and if that
    was not the one before, he is told nothing and computes it anew.
    """

    def __init__(self, size: int) -> None:
        self.look = 0
        self._size = size
        self._told: list[Elements] = []
        self._closed: list[Elements] | None = None

    def tell(self, places: Elements) -> None:
        """Note that places have changed; each once."""
        self._told.append(places)
        if len(self._told) > FEW:  # nobody has looked for long
            self._told = [self._merged(self._told)]

    @property
    def open(self) -> Elements:
        """What has changed since the last look; some places may be named twice."""
        return self._merged(self._told)

    def close(self, *, everything: bool = False) -> None:
        """Number a look, which saw all that was told, or everything changed."""
        self.look += 1
        self._closed, self._told = None if everything else self._told, []

    def since(self, look: int) -> Elements | None:
        """The places that changed from a look to the latest; None for all of them, or if it was not the look before."""
        return None if self._closed is None or look != self.look - 1 else self._merged(self._closed)

    def _merged(self, told: list[Elements]) -> Elements:
        places = told[0] if len(told) == 1 else np.concatenate([*told, np.empty(0, dtype=np.intp)])
        if len(places) < FEW or (enabled() and len(told) == 1):  # kernels name each place once
            return places
        if 64 * len(places) < self._size:
            return np.unique(places)
        marks = np.zeros(self._size, dtype=np.bool_)
        marks[places] = True
        return np.flatnonzero(marks)
