"""The items that a segment of a large catalogue has met: the baseline, and some newcomers.

A segment needs memory and time for the items that it has met, not for all 50,000. It meets more as
it tries them.
"""

import numpy as np

from matroidlab.bandits.new_items import Prior, Waiting, centre_of, nothing_seen, standardised
from matroidlab.types import Elements
from matroidlab_serving.engine.arrivals import Arrivals
from matroidlab_serving.engine.items import ItemCatalogue

NEWCOMERS_A_PLACE = 10
"""How many newcomers a segment meets at least, for each place of a slot: twice those it tries."""


class MetItems:
    """The numbers of the items that a segment has met, in the order of meeting."""

    numbers: Elements

    def __init__(self, numbers: Elements) -> None:
        self.numbers = numbers
        self._place_of: dict[int, int] = {}
        self._extend()

    def __len__(self) -> int:
        return len(self.numbers)

    def _extend(self) -> None:
        first = len(self._place_of)
        new = self.numbers[first:].tolist()
        self._place_of.update(zip(new, range(first, len(self.numbers)), strict=True))

    def places(self, items: Elements) -> Elements:
        """Return the places of items in the order of meeting, -1 where one was not met."""
        place_of = self._place_of
        found = [place_of.get(item, -1) for item in items.tolist()]
        return np.array(found, dtype=np.intp)

    def unmet(self, items: Elements) -> Elements:
        """Return those items that were not met."""
        missing: Elements = items[self.places(items) < 0]
        return missing

    def meet(self, items: Elements) -> bool:
        """Meet items, and return whether any of them is new."""
        new = self.unmet(items)
        if len(new):
            self.numbers = np.concatenate([self.numbers, new])
            self._extend()
        return len(new) > 0

    def follow(self, arrivals: Arrivals, version: int, *, is_line_new: bool) -> int:
        """Meet the items that every segment has met since a version of the catalogue.

        Return the version from which on newcomers wait behind the others.
        """
        if is_line_new and arrivals.line is not None and version < arrivals.line[0]:
            version, size = arrivals.line
            self.meet(np.arange(size))  # a segment without a line meets all items
        self.meet(arrivals.in_baseline_since(version))
        return version


def is_running_out(waiting: Waiting, met: MetItems, catalogue: ItemCatalogue) -> bool:
    """Whether the line of a slot is nearly empty, although there are items that were not met."""
    if len(met) == len(catalogue.keys):
        return False
    left = waiting.ends[0] - waiting.following[0]
    return bool((left <= len(catalogue.baseline)).any())


def next_to_meet(
    met: MetItems, catalogue: ItemCatalogue, prior: Prior | None, rng: np.random.Generator
) -> Elements:
    """Return newcomers to meet, the most promising first: as many of each slot as it has met."""
    is_open = np.ones(len(catalogue.keys), dtype=np.bool_)
    is_open[met.numbers] = False
    is_open[catalogue.excluded] = False
    unmet = rng.permutation(np.flatnonzero(is_open))
    if prior is not None:
        unmet = unmet[(-_prior_means(unmet, catalogue, prior)).argsort(kind="stable")]
    rooms = np.bincount(catalogue.slots[catalogue.baseline], minlength=catalogue.page.slot_count)
    known = np.bincount(catalogue.slots[met.numbers], minlength=catalogue.page.slot_count)
    chosen = []
    for slot, room in enumerate(rooms.tolist()):
        count = max(NEWCOMERS_A_PLACE * room, int(known[slot]))
        chosen.append(unmet[catalogue.slots[unmet] == slot][:count])
    return np.concatenate(chosen)


def _prior_means(
    items: Elements, catalogue: ItemCatalogue, prior: Prior
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the means of items by a prior, before this segment has seen them."""
    if not prior.is_shared:
        scores = catalogue.scores
        own = np.zeros(len(catalogue.keys)) if scores is None else standardised(scores)
        prior = prior._replace(scores=own)
    numbered = prior._replace(numbers=items)
    means, _ = centre_of.numpy(numbered, nothing_seen(len(items)), 0, np.arange(len(items)))
    found: np.ndarray[tuple[int], np.dtype[np.float64]] = np.broadcast_to(means, len(items))
    return found
