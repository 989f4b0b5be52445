import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from matroidlab.kernels import enabled
from matroidlab.kernels.accounting import account_broken, are_broken
from matroidlab.types import Actions, Booleans, Elements, Masks, Weights

SHORT = 32
"""Up to so many items a list is soonest judged by limits, whose number grows with the square."""


@dataclass(frozen=True)
class Limits:
    """Tells lists of which more than m items are worse than their partners in a baseline, for every bijection.

    >>> limits = Limits.of(np.array([2, 0, 0, 1]), count=2, most=0)
    >>> limits.broken(np.array([[0, 1], [1, 2], [3, 0]]))
    array([ True,  True, False])

    The *level* of an item is how many of the ``count`` baseline items are no better than it; see `Levels`. A list is
    all right if for every i at most i + m of its items have a level of at most i. So many counters stand side by side
    in a word, each with a bit on top that is set when its limit is passed: an item is counted by one addition.
    """

    additions: Masks
    """``[word, item]``: 1 in the counter of every i from the item's level on."""
    start: Masks
    """``[word]``: each counter as far below its top bit as its limit says."""
    tops: Masks
    """``[word]``: the top bits."""

    @classmethod
    def of(cls, levels: Elements, count: int, most: int) -> "Limits":
        """Set up for lists of ``count`` items."""
        limits = np.arange(most, count)  # a list cannot pass any other
        width = 1 + max(count - 1, 0).bit_length()
        words, places = np.divmod(np.arange(len(limits)), 64 // width)
        ones = np.uint64(1) << (width * places).astype(np.uint64)
        counted = levels <= np.arange(len(limits))[:, None]
        top = np.uint64(1 << (width - 1))
        start = ones * (top - np.uint64(1) - limits.astype(np.uint64))
        terms = np.column_stack([start, ones * top, np.where(counted, ones[:, None], np.uint64(0))])
        total = np.zeros((1 + int(words.max(initial=-1)), terms.shape[1]), dtype=np.uint64)
        np.add.at(total, words, terms)
        return cls(np.ascontiguousarray(total[:, 2:]), total[:, 0].copy(), total[:, 1].copy())

    def broken(self, actions: Actions) -> Booleans:
        """``[...]``: whether a list passes a limit."""
        if enabled():
            count = math.prod(actions.shape[:-1])
            out = np.empty((1, count), dtype=np.bool_)
            are_broken(actions.reshape(1, count, actions.shape[-1]), *self.arrays, out)
            return out.reshape(actions.shape[:-1])
        over = np.zeros(actions.shape[:-1], dtype=np.bool_)
        for additions, start, top in zip(*self.arrays, strict=True):
            over |= (additions.take(actions).sum(axis=-1, dtype=np.uint64) + start) & top != 0
        return over

    def count(self, actions: Actions, totals: Weights) -> None:
        """Add to all totals of each lane the number of its lists that pass a limit."""
        if enabled():
            account_broken(actions, *self.arrays, totals)
        else:
            totals += self.broken(actions).sum(axis=1)

    @cached_property
    def arrays(self) -> tuple[Masks, Masks, Masks]:
        """The three of them, for kernels."""
        return self.additions, self.start, self.tops
