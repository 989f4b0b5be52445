"""Matching items with distinct baseline items that they are proven to be no worse than."""

from collections.abc import Sequence

import numpy as np

from matroidlab.algorithms.oracle import only_own_places
from matroidlab.types import Booleans, Elements


class ItemMatching:
    """Items matched with distinct partners, as far as that is possible; the others are doubtful.

    >>> matching = ItemMatching(partners=2, doubtful=1)
    >>> [matching.add(options) for options in ([0], [0], [0, 1], [1])]
    [True, True, True, False]
    >>> matching.partner_of
    [0, -1, 1]

    An item is added if it, and all that were added before, still leave at most ``doubtful`` items
    without a partner. So adding items by falling weight finds the heaviest set (Edmonds and
    Fulkerson 1965: the sets that can be added are the independent sets of a transversal matroid).
    """

    def __init__(self, partners: int, doubtful: int) -> None:
        self._options: list[Sequence[int]] = []
        self._taken_by = [-1] * partners
        self._doubtful = doubtful

    def add(self, options: Sequence[int]) -> bool:
        """Add an item with these possible partners, and say whether that was possible."""
        self._options.append(options)
        if self._finds_partner(len(self._options) - 1, set()):
            return True
        if self._doubtful > 0:
            self._doubtful -= 1
            return True
        self._options.pop()
        return False

    def _finds_partner(self, item: int, visited: set[int]) -> bool:
        """Match an item by an augmenting path, without those partners that were tried before."""
        options = self._options[item]
        for partner in options:
            if self._taken_by[partner] < 0:
                self._taken_by[partner] = item
                return True
        for partner in options:
            if partner not in visited:
                visited.add(partner)
                if self._finds_partner(self._taken_by[partner], visited):
                    self._taken_by[partner] = item
                    return True
        return False

    def fits(self, options: Sequence[int]) -> bool:
        """Whether an item could be added; changes no more than who is matched with whom."""
        if self._doubtful > 0:
            return True
        before = list(self._taken_by)
        self._options.append(options)
        found = self._finds_partner(len(self._options) - 1, set())
        self._options.pop()
        self._taken_by = before
        return found

    @property
    def partner_of(self) -> list[int]:
        """``[i]``: the partner of the i-th item that was added, -1 for a doubtful one."""
        found = [-1] * len(self._options)
        for partner, item in enumerate(self._taken_by):
            if item >= 0:
                found[item] = partner
        return found


class MatchedItems:
    """The matroid of the sets of which all but a few items can be matched with distinct partners.

    >>> proven = MatchedItems([[0], [0], [0, 1], []], partners=2, doubtful=1)
    >>> proven.is_independent(np.array([0, 1, 2])), proven.is_independent(np.array([0, 1, 3]))
    (True, False)

    A transversal matroid: ``options[e]`` are the partners of item e, and ``doubtful`` further sets
    have all items.
    """

    size: int
    rank: int

    def __init__(self, options: Sequence[Sequence[int]], partners: int, doubtful: int) -> None:
        self.size = len(options)
        self._options = options
        self._partners = partners
        self._doubtful = doubtful
        self.rank = len(self.greedy(np.arange(self.size)))

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether at most ``doubtful`` items have no partner."""
        items = np.asarray(elements).tolist()
        matching = ItemMatching(self._partners, self._doubtful)
        return all(matching.add(self._options[item]) for item in items)

    def greedy(self, order: Elements, /) -> Elements:
        """The elements of ``order``, in order, that are independent of the ones kept before."""
        matching = ItemMatching(self._partners, self._doubtful)
        items = np.asarray(order).tolist()
        kept = [item for item in items if matching.add(self._options[item])]
        return np.array(kept, dtype=np.intp)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """``[i, j]``: whether ``independent - independent[j] + incoming[i]`` is independent."""
        own = np.asarray(independent).tolist()
        new = np.asarray(incoming).tolist()
        allowed = np.zeros((len(new), len(own)), dtype=np.bool_)
        for j in range(len(own)):
            matching = ItemMatching(self._partners, self._doubtful)
            for item in own[:j] + own[j + 1 :]:
                matching.add(self._options[item])
            allowed[:, j] = [matching.fits(self._options[item]) for item in new]
        return only_own_places(allowed, independent, incoming)
