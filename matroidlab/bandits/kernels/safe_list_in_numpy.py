"""The heaviest list that may be shown, in numpy and on lists: the twin of a kernel."""

import numpy as np

from matroidlab.bandits.kernels.safe_blocks import SafeBlocks
from matroidlab.types import Elements, Weights

FILTERED_FROM = 2000
"""From this many items, those that no list needs are left out before the others are sorted."""


def safe_list(
    given: SafeBlocks, weights: Weights, cautious: Weights, lots: list[float]
) -> list[int]:
    """Return the heaviest list of one lane; with ``lots``, the first place is given by them."""
    if len(weights) < FILTERED_FROM and _are_single(given):
        return _of_singles(given, weights, cautious, lots)
    order, ends = _falling_by_block(given, weights)
    levels = _levels(given, cautious)[order].tolist()
    values = weights[order].tolist()
    firsts = given.firsts.tolist()
    starts = given.blocks.starts.tolist()
    begin = 0
    parts = []
    for block, end in enumerate(ends):
        room = starts[block + 1] - starts[block]
        known = firsts[block + 1] - firsts[block]
        parts.append(_Part(values[begin:end], levels[begin:end], begin, room, known))
        begin = end
    _hand_out(parts, given, lots)
    kept = [place for part in parts for place in part.places]
    items: list[int] = order[kept].tolist()
    # Within a block they are in order already.
    if len(parts) == 1:
        return items
    weight_of = dict(zip(items, (values[place] for place in kept), strict=True))
    return sorted(items, key=lambda item: (-weight_of[item], item))


def _are_single(given: SafeBlocks) -> bool:
    """Whether every block has one place and one item of the baseline."""
    starts = given.blocks.starts
    count = len(given.firsts) - 1
    is_full = len(given.baseline) == count == starts[-1] and count > 1
    return is_full and bool((starts[1:] > starts[:-1]).all())


def _of_singles(
    given: SafeBlocks, weights: Weights, cautious: Weights, lots: list[float]
) -> list[int]:
    """`safe_list` for blocks of one place, all at once: 20 instead of 80 us for ten blocks."""
    block_of = given.blocks.block_of
    rising = (-weights).argsort(kind="stable")[::-1]
    blocks = block_of[rising]
    is_proven = cautious[rising] >= cautious[given.baseline][blocks]
    heaviest = np.empty(len(given.baseline), dtype=np.intp)
    heaviest[blocks] = rising  # the last that is written stays
    kept = np.empty_like(heaviest)
    kept[blocks[is_proven]] = rising[is_proven]
    gains = weights[heaviest] - weights[kept]
    for count in range(given.swap_size):
        block = int(gains.argmax())
        if count == 0 and lots:
            curable = np.flatnonzero(given.is_curable & (gains > 0)).tolist()
            block = max(curable, key=lambda k: lots[k], default=block)
        if gains[block] == -np.inf:
            break
        kept[block] = heaviest[block]
        gains[block] = -np.inf
    items: list[int] = kept[np.lexsort((kept, -weights[kept]))].tolist()
    return items


def _hand_out(parts: "list[_Part]", given: SafeBlocks, lots: list[float]) -> None:
    """Give the doubtful places to the parts that gain most by them."""
    if len(parts) == 1:
        parts[0].doubt(given.swap_size)
        return
    for count in range(given.swap_size):
        gains = [part.gain for part in parts]
        block = gains.index(max(gains)) if gains else -1
        if count == 0 and lots:
            curable = [k for k, gain in enumerate(gains) if given.is_curable[k] and gain > 0]
            block = max(curable, key=lambda k: lots[k], default=block)
        if block < 0 or gains[block] == -np.inf:
            return
        parts[block].doubt(1)


class _Part:
    """The items of a block by falling weight, and which of them are kept."""

    def __init__(
        self, values: list[float], levels: list[int], begin: int, room: int, known: int
    ) -> None:
        self.values = values
        self.levels = levels
        self.begin = begin
        self.room = room
        self.known = known
        self.doubtful = room - known
        self._kept: list[int] | None = None
        self._more: list[int] | None = None

    def doubt(self, places: int) -> None:
        """Take more doubtful places."""
        self.doubtful = min(self.doubtful + places, self.room)
        self._kept = self._more if places == 1 else None
        self._more = None

    @property
    def kept(self) -> list[int]:
        """The kept places, by falling weight."""
        if self._kept is None:
            self._kept = self._greedy(self.doubtful)
        return self._kept

    @property
    def places(self) -> list[int]:
        """The same among the items of all blocks."""
        return [self.begin + place for place in self.kept]

    @property
    def gain(self) -> float:
        """How much one more doubtful place is worth."""
        if self.doubtful == self.room:
            return -np.inf
        if self._more is None:
            self._more = self._greedy(self.doubtful + 1)
        return self._total(self._more) - self._total(self.kept)

    def _total(self, places: list[int]) -> float:
        # Not `sum`, which rounds differently from the kernel.
        total = 0.0
        for place in places:
            total += self.values[place]
        return total

    def _greedy(self, doubtful: int) -> list[int]:
        if not self.room:
            return []
        numbers = [0] * self.known
        full = 0 if self.known and not doubtful else -1
        kept = []
        for place, level in enumerate(self.levels):
            if level > full:
                kept.append(place)
                if len(kept) == self.room:
                    break
                for i in range(level, self.known):
                    numbers[i] += 1
                    if numbers[i] == i + doubtful:
                        full = i
        return kept


def _falling_by_block(given: SafeBlocks, weights: Weights) -> tuple[Elements, list[int]]:
    """Items block after block, by falling weight, and where each block ends."""
    block_of = given.blocks.block_of
    ends = given.blocks.ends
    if len(weights) < FILTERED_FROM or len(given.baseline) < given.blocks.starts[-1]:
        order = (-weights).argsort(kind="stable")
    else:
        # The baseline may be shown, and greedy's lightest item is as heavy as that of any list.
        least = np.full(len(ends), np.inf)
        np.minimum.at(least, block_of[given.baseline], weights[given.baseline])
        needed = np.flatnonzero(weights >= least[block_of])
        order = needed[(-weights[needed]).argsort(kind="stable")]
        ends = np.cumsum(np.bincount(block_of[needed], minlength=len(ends)))
    if len(ends) > 1:
        order = order[block_of[order].argsort(kind="stable")]
    return order, ends.tolist()


def _levels(given: SafeBlocks, cautious: Weights) -> Elements:
    """``[e]``: how many baseline items of its block have at most the cautious weight of an item."""
    firsts = given.firsts
    steps = cautious[given.baseline]
    if len(firsts) == 2:
        levels: Elements = np.sort(steps).searchsorted(cautious, side="right")
        return levels
    own = given.blocks.block_of[given.baseline]
    ranks = np.arange(len(steps)) - firsts[own]
    levels = np.zeros(len(cautious), dtype=np.intp)
    for k in range(int((firsts[1:] - firsts[:-1]).max(initial=0))):
        row = np.full(len(firsts) - 1, np.nan)  # a block without a k-th item: nothing is >= NaN
        row[own[ranks == k]] = steps[ranks == k]
        levels += cautious >= row[given.blocks.block_of]
    return levels
