import numpy as np

from matroidlab.algorithms.oracle import greedy_by_oracle, only_own_places
from matroidlab.bandits.levels import Levels, levels_of
from matroidlab.types import Booleans, Elements, Weights


class CertifiedPairs:
    """The matroid of what has been proven: all but m items have partners that are no better.

    >>> weights = np.array([0.3, 0.1, 0.2, 0.4])
    >>> one_component = np.zeros(4, dtype=np.intp)
    >>> proven = CertifiedPairs(weights, np.array([2, 3]), one_component, wildcards=1)
    >>> proven.is_independent(np.array([0, 1])), proven.rank
    (True, 3)

    An item is a certified partner of a baseline item if both are in the same component and it has
    at least its cautious weight. A set is independent if all but m ``wildcards`` of its items can
    be matched with distinct baseline items: a transversal matroid, in which counting levels
    replaces the search for a matching (`levels_of`).
    """

    size: int
    rank: int

    def __init__(
        self, cautious: Weights, baseline: Elements, component_of: Elements, wildcards: int
    ) -> None:
        self.size = len(cautious)
        self.wildcards = wildcards
        self._levels: Levels = levels_of(cautious, baseline, component_of)
        self._first_slots = np.append(0, self._levels.last_slots[:-1] + 1)
        slots = np.arange(len(self._levels.counts))
        self._last_of = np.repeat(
            self._levels.last_slots, self._levels.last_slots - self._first_slots + 1
        )
        # Of a slot, the number of baseline items that its items and those before it share.
        self._shared = slots - np.repeat(
            self._first_slots, self._levels.last_slots - self._first_slots + 1
        )
        self.rank = len(self.greedy(np.arange(self.size)))

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether at most m items have no partner."""
        reached = self._reached(np.asarray(elements)).sum(axis=0)
        return int(self._unmatched(reached)) <= self.wildcards

    def greedy(self, order: Elements, /) -> Elements:
        """The elements of ``order``, in order, that are independent of the ones kept before."""
        return greedy_by_oracle(self.is_independent, order)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """``[i, j]``: whether ``independent - independent[j] + incoming[i]`` is independent."""
        inside = self._reached(independent)
        left = inside.sum(axis=0) - inside
        swapped = self._reached(incoming)[:, None, :] + left
        return only_own_places(self._unmatched(swapped) <= self.wildcards, independent, incoming)

    def _reached(self, items: Elements) -> Elements:
        """``[i, slot]``: 1 for the slot of an item, and those after it of the same component."""
        slots = np.arange(len(self._shared))
        own = self._levels.slot_of[items]
        reached = (slots >= own[:, None]) & (slots <= self._last_of[own][:, None])
        return reached.astype(np.intp)

    def _unmatched(self, reached: Elements) -> Elements:
        """The number of items without a partner, by Hall's condition for nested sets."""
        excess = reached - self._shared
        if not len(self._first_slots):
            return np.zeros(excess.shape[:-1], dtype=np.intp)
        worst = np.maximum.reduceat(excess, self._first_slots, axis=-1)
        unmatched: Elements = np.maximum(worst, 0).sum(axis=-1)
        return unmatched


def partners_of(
    items: list[tuple[int, int]], values: list[float], baseline: list[tuple[int, int, float]]
) -> list[int]:
    """Return the baseline item that each item is held against, -1 for a doubtful one.

    ``items`` are items with their components, ``values`` their cautious weights, and ``baseline``
    has items, components and cautious weights. On lists, because numpy takes ten times as long for
    ten items.
    """
    own = {item for item, _, _ in baseline}
    shown = {item for item, _ in items}
    free = [step for step in baseline if step[0] not in shown]
    partners = [item if item in own else -1 for item, _ in items]
    others = [place for place, partner in enumerate(partners) if partner < 0]
    # The sets to choose from are nested: the item with the smallest set chooses first.
    for place in sorted(others, key=values.__getitem__):
        _, component = items[place]
        choice = [s for s in free if s[1] == component and s[2] <= values[place]]
        if choice:
            best = max(choice, key=lambda step: step[2])
            partners[place] = best[0]
            free.remove(best)
    return partners
