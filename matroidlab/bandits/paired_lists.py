"""Which lists may be shown, where items are proven against baseline items pair by pair."""

from copy import copy

import numpy as np

from matroidlab.algorithms import matroid_intersection
from matroidlab.bandits.matching import ItemMatching, MatchedItems
from matroidlab.bandits.safe_lists import SafeLists
from matroidlab.types import Booleans, Elements, Weights


class PairedLists:
    """The lists that may be shown by certified pairs, of which nothing is assumed.

    >>> from matroidlab import UniformMatroid
    >>> lists = PairedLists(SafeLists(UniformMatroid(size=4, rank=2), baseline=[2, 3]))
    >>> pairs = lists.only_themselves()
    >>> lists.heaviest(np.array([[0.9, 0.8, 0.5, 0.4]]), pairs)
    array([[0, 2]])
    >>> pairs[0, 0, 1] = True  # item 0 is proven to be no worse than item 3
    >>> lists.heaviest(np.array([[0.9, 0.8, 0.5, 0.4]]), pairs)
    array([[0, 1]])

    ``pairs[lane, e, j]`` says that item e is certified to be no worse than the j-th baseline item
    of its connected component, ``rivals[component, j]``. Intervals give nested pairs, for which
    `SafeLists` counts levels. Pairs that were compared one by one can have any form, so a list may
    be shown if all but m of its items can be *matched* with distinct baseline items.

    On a direct sum of uniform matroids, adding items by falling weight is exact in each part, and
    doubtful places go to the parts that gain most by them (their gains fall, because this is a flow
    of minimum cost). Elsewhere lists are found by matroid intersection.

    Parameters
    ----------
    safe
        The matroid, the baseline and the number of doubtful places.
    """

    rivals: Elements
    """``[component, j]``: the j-th baseline item of a component, -1 beyond the last."""

    def __init__(self, safe: SafeLists) -> None:
        self.safe = safe
        own = safe.component_of[safe.baseline]
        count = int(safe.component_of.max(initial=-1)) + 1
        numbers = np.bincount(own, minlength=count)
        self.rivals = np.full((count, int(numbers.max(initial=0))), -1, dtype=np.intp)
        for component in range(count):
            items = np.sort(safe.baseline[own == component])
            self.rivals[component, : len(items)] = items
        self.rivals_of: Elements = self.rivals[safe.component_of]
        """``[e, j]``: the same for the component of each item."""
        self._is_rival: Booleans = self.rivals_of >= 0
        self._itself: Booleans = self._is_rival & (
            self.rivals_of == np.arange(safe.matroid.size)[:, None]
        )

    def __repr__(self) -> str:
        return f"PairedLists({self.safe!r})"

    def reduced_to(self, baseline: Elements) -> "PairedLists":
        """The same with a part of the baseline; pairs keep their columns."""
        made = copy(self)
        made.safe = self.safe.reduced_to(baseline)
        made._is_rival = np.isin(self.rivals_of, baseline)  # noqa: SLF001 - a copy of this
        return made

    def without_doubtful(self) -> "PairedLists":
        """The same without doubtful items."""
        made = copy(self)
        made.safe = SafeLists(self.safe.matroid, self.safe.baseline, 0)
        return made

    def only_themselves(self, lanes: int = 1) -> Booleans:
        """The pairs, ``(lanes, size, width)``, before anything is proven."""
        return np.repeat(self._itself[None], lanes, axis=0)

    def closed(self, pairs: Booleans) -> Booleans:
        """Return pairs of one lane, ``(size, width)``, with all that follow from them.

        If e is no worse than b, and b no worse than b', then e is no worse than b' (Warshall 1962).
        Without them a list that keeps the promise could be refused, because its own baseline items
        are their own partners.
        """
        found = pairs | self._itself
        for j in range(self.rivals.shape[1]):
            middle = self.rivals_of[:, j]
            found |= found[:, j, None] & np.where(middle[:, None] >= 0, found[middle], False)
        return found

    def heaviest(self, weights: Weights, pairs: Booleans) -> Elements:
        """``(lanes, K)``: the heaviest list of each lane that may be shown, by falling weight."""
        lists = np.empty((len(weights), self.safe.matroid.rank), dtype=np.intp)
        if lists.shape[1] == 0:
            return lists
        for lane, own in enumerate(weights):
            usable: Booleans = np.logical_and(pairs[lane], self._is_rival)
            if self.safe.blocks is None:
                items = self._common_basis(own, usable)
            else:
                items = self._in_blocks(own, usable)
            lists[lane] = items[np.lexsort((items, -own[items]))]
        return lists

    def _common_basis(self, weights: Weights, usable: Booleans) -> Elements:
        options = [self.rivals_of[e, row].tolist() for e, row in enumerate(usable)]
        proven = MatchedItems(options, self.safe.matroid.size, self.safe.doubtful)
        return matroid_intersection(self.safe.matroid, proven, weights, largest=True).elements

    def _in_blocks(self, weights: Weights, usable: Booleans) -> Elements:
        blocks = self.safe.blocks
        assert blocks is not None
        order = np.argsort(-weights, kind="stable")
        is_lonely: Booleans = np.asarray(usable.sum(axis=1) == 0)
        parts = []
        for block, room in enumerate(np.diff(blocks.blocks.starts).tolist()):
            known = int(blocks.firsts[block + 1] - blocks.firsts[block])
            own = order if len(self.rivals) == 1 else order[self.safe.component_of[order] == block]
            most = min(room, room - known + self.safe.swap_size)
            # Of the items without any partner, only as many can be shown as may be doubtful.
            is_bare = is_lonely[own]
            needed = own[np.logical_not(is_bare) | (np.cumsum(is_bare) <= most)]
            parts.append(_Part(needed, weights, usable, room, room - known))
        for _ in range(self.safe.swap_size):
            block = max(range(len(parts)), key=lambda k: parts[k].gain)
            if parts[block].gain == -np.inf:
                break
            parts[block].doubtful += 1
        return np.concatenate([part.filled(part.doubtful) for part in parts])

    def partners(self, lists: Elements, pairs: Booleans) -> Elements:
        """``(lanes, K)``: the baseline item that each item is held against, -1 for a doubtful one.

        A baseline item is its own partner; ``pairs`` must be closed.
        """
        found = np.full(lists.shape, -1, dtype=np.intp)
        for lane, items in enumerate(lists):
            usable = pairs[lane][items] & self._is_rival[items]
            options = [
                self.rivals_of[item, row].tolist()
                for item, row in zip(items.tolist(), usable, strict=True)
            ]
            is_own = [item in own for item, own in zip(items.tolist(), options, strict=True)]
            # First those that are their own partners, because that loses no pair.
            order = np.argsort(~np.array(is_own, dtype=np.bool_), kind="stable").tolist()
            taken = {item for item, own in zip(items.tolist(), is_own, strict=True) if own}
            matching = ItemMatching(self.safe.matroid.size, len(items))
            for place in order:
                item = int(items[place])
                free = [item] if is_own[place] else [b for b in options[place] if b not in taken]
                matching.add(free)
            found[lane, order] = matching.partner_of
        return found

    def allows(self, lists: Elements, pairs: Booleans) -> Booleans:
        """``[lane]``: whether the list, which must be a basis, may be shown."""
        allowed: Booleans = (self.partners(lists, pairs) < 0).sum(axis=1) <= self.safe.doubtful
        return allowed


class _Part:
    """The items of a block by falling weight, and how many of them may be doubtful."""

    def __init__(
        self, items: Elements, weights: Weights, usable: Booleans, room: int, doubtful: int
    ) -> None:
        self.items = items
        self.doubtful = doubtful
        self._weights = weights[items].tolist()
        self._options = [np.flatnonzero(row).tolist() for row in usable[items]]
        self._width = usable.shape[1]
        self._room = room
        self._kept: dict[int, list[int]] = {}

    @property
    def gain(self) -> float:
        """How much one more doubtful place is worth; minus infinity if there is no room for it."""
        if self.doubtful >= self._room:
            return -np.inf
        return self._total(self.doubtful + 1) - self._total(self.doubtful)

    def _total(self, doubtful: int) -> float:
        total: float = sum(self._weights[place] for place in self._chosen(doubtful))
        return total

    def filled(self, doubtful: int) -> Elements:
        """The heaviest items, if that many of them may be doubtful."""
        return self.items[self._chosen(doubtful)]

    def _chosen(self, doubtful: int) -> list[int]:
        if doubtful not in self._kept:
            matching = ItemMatching(self._width, doubtful)
            kept: list[int] = []
            for place, options in enumerate(self._options):
                if len(kept) == self._room:
                    break
                if matching.add(options):
                    kept.append(place)
            self._kept[doubtful] = kept
        return self._kept[doubtful]
