from collections.abc import Callable

import numpy as np

from matroidlab.bandits.set_codes import SetCodes
from matroidlab.types import Booleans, Elements


class Verdicts:
    """Remembers what was decided of sets, so that each is decided once, in whatever order its elements stand.

    >>> verdicts = Verdicts(size=5)
    >>> verdicts.of(np.array([[0, 1], [1, 0], [2, 3]]), lambda sets: sets.min(axis=1) > 0)
    array([False, False,  True])
    """

    def __init__(self, size: int) -> None:
        self._codes = SetCodes(size)
        self._known: dict[int, bool] = {}

    def of(self, sets: Elements, decide: Callable[[Elements], Booleans]) -> Booleans:
        """``[i]``: the verdict on each row; ``decide`` is asked of those that are new."""
        codes, first, places = np.unique(self._codes.of(sets), return_index=True, return_inverse=True)
        told = codes.tolist()
        new = [i for i, code in enumerate(told) if code not in self._known]
        if new:
            verdicts = decide(sets[first[new]]).tolist()
            self._known.update(zip((told[i] for i in new), verdicts, strict=True))
        return np.array([self._known[code] for code in told], dtype=np.bool_)[places]
