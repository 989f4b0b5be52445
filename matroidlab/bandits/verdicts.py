from collections.abc import Callable

import numpy as np

from matroidlab.kernels import enabled
from matroidlab.kernels.accounting import set_codes
from matroidlab.types import Booleans, Elements, Masks


class Verdicts:
    """Remembers what was decided of sets, so that each is decided once, in whatever order its elements stand.

    >>> verdicts = Verdicts(size=5)
    >>> verdicts.of(np.array([[0, 1], [1, 0], [2, 3]]), lambda sets: sets.min(axis=1) > 0)
    array([False, False,  True])

    A set is known by the sum, without carry, of a word for each element: up to 64 elements these are single bits, so
    that no two sets are alike; beyond, random words, by which any two sets are alike with a probability of 2^-64.
    """

    def __init__(self, size: int) -> None:
        bits = np.uint64(1) << np.arange(min(size, 64), dtype=np.uint64)
        random = np.random.default_rng(0).integers(2**64, size=size, dtype=np.uint64)
        self._words: Masks = bits if size <= 64 else random
        self._known: dict[int, bool] = {}

    def of(self, sets: Elements, decide: Callable[[Elements], Booleans]) -> Booleans:
        """``[i]``: the verdict on each row; ``decide`` is asked of those that are new."""
        codes, first, places = np.unique(self._codes(sets), return_index=True, return_inverse=True)
        told = codes.tolist()
        new = [i for i, code in enumerate(told) if code not in self._known]
        if new:
            verdicts = decide(sets[first[new]]).tolist()
            self._known.update(zip((told[i] for i in new), verdicts, strict=True))
        return np.array([self._known[code] for code in told], dtype=np.bool_)[places]

    def _codes(self, sets: Elements) -> Masks:
        if not enabled():
            return np.asarray(np.bitwise_xor.reduce(self._words[sets], axis=1))
        codes: Masks = np.empty(len(sets), dtype=np.uint64)
        set_codes(sets, self._words, codes)
        return codes
