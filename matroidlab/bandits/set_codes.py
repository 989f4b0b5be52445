import numpy as np

from matroidlab.kernels import enabled
from matroidlab.kernels.accounting import set_codes
from matroidlab.types import Elements, Masks


class SetCodes:
    """Gives every set a word, the same in whatever order its elements stand.

    >>> SetCodes(size=5).of(np.array([[0, 1], [1, 0], [2, 3]])).tolist()
    [3, 3, 12]

    It is the sum, without carry, of a word for each element: up to 64 elements these are single bits, so that no two
    sets are alike; beyond, random words, by which any two sets are alike with a probability of 2^-64.
    """

    def __init__(self, size: int) -> None:
        bits = np.uint64(1) << np.arange(min(size, 64), dtype=np.uint64)
        random = np.random.default_rng(0).integers(2**64, size=size, dtype=np.uint64)
        self.words: Masks = bits if size <= 64 else random

    def of(self, sets: Elements) -> Masks:
        """``[i]``: the word of each row."""
        if not enabled():
            return np.asarray(np.bitwise_xor.reduce(self.words[sets], axis=1))
        codes: Masks = np.empty(len(sets), dtype=np.uint64)
        set_codes(sets, self.words, codes)
        return codes
