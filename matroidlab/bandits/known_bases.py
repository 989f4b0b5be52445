import numpy as np

from matroidlab.algorithms import batched
from matroidlab.bandits.set_codes import SetCodes
from matroidlab.kernels import enabled
from matroidlab.kernels.clearance import pack_swaps
from matroidlab.protocol import Matroid
from matroidlab.types import Booleans, Elements, Masks, Weights

MEMORY = 1 << 26
"""How many bytes may be spent on bases; when they are full, all are forgotten."""
MANY = 64
"""Where there is no room for so many, each takes longer to describe than its lists to decide."""
LONG = 24
"""So does a basis of fewer items, for a round has so many lists."""


class KnownBases:
    """Keeps, of each basis that it is asked about, its swaps and one exchange bijection to the baseline.

    >>> from matroidlab import UniformMatroid
    >>> known = KnownBases(UniformMatroid(size=50, rank=25), np.linspace(0, 1, 50), baseline=np.arange(1, 26))
    >>> known.numbers(np.array([np.arange(25), np.arange(25)[::-1], np.zeros(25, dtype=np.intp), np.arange(25, 50)]))
    array([ 0,  0, -1,  2])
    >>> known.worse[[0, 2]]
    array([1, 0])

    It asks for the swaps of all elements, so that matroids where each costs a call of the oracle are passed over, and
    very large ones: there no basis is known. Sets of places are rows of words, 64 places each.
    """

    def __init__(self, matroid: Matroid, means: Weights, baseline: Elements) -> None:
        self.matroid, self.means, self.baseline = matroid, means, baseline
        size, rank, words = matroid.size, matroid.rank, _word_count(matroid.rank)
        bytes_each = 8 * (rank + size + 1 + 2 * size * words)
        room = 0 if getattr(matroid.swaps, "by_oracle", False) or rank < LONG else MEMORY // bytes_each
        self.room = room if room >= MANY else 0
        self.items = np.empty((self.room, rank), dtype=np.intp)
        """``[basis, place]``"""
        self.partners = np.empty((self.room, size), dtype=np.intp)
        """``[basis, e]``: the partner of an item of the basis; common items have themselves."""
        self.worse = np.empty(self.room, dtype=np.intp)
        """``[basis]``: how many items are worse than their partners."""
        self.reach, self.rivals = np.empty((2, self.room, size, words), dtype=np.uint64)
        """``[basis, e]``: the places of items that e can replace; the places of others whose partners can replace e."""
        self._exchanges, self._codes = batched(matroid).exchanges, SetCodes(size)
        self._numbers: dict[int, int] = {}

    def __reduce__(self) -> tuple[object, ...]:
        """A copy knows nothing yet."""
        return type(self), (self.matroid, self.means, self.baseline)

    def numbers(self, bases: Elements) -> Elements:
        """``[i]``: where to find what is known of a row; -1 if it is no basis, or there is no room for it."""
        codes = self._codes.of(bases).tolist()
        first = {code: i for i, code in enumerate(codes) if code not in self._numbers}
        if len(self._numbers) + len(first) > self.room:
            self._numbers.clear()
            first = {code: i for i, code in enumerate(codes[: self.room])}
        if first:
            self._add(first, bases)
        return np.array([self._numbers.get(code, -1) for code in codes], dtype=np.intp)

    def _add(self, rows: dict[int, int], bases: Elements) -> None:
        first = len(self._numbers)
        numbers = {code: first + i if self._is_basis(bases[row]) else -1 for i, (code, row) in enumerate(rows.items())}
        found = [(row, numbers[code]) for code, row in rows.items() if numbers[code] >= 0]
        if found:
            chosen, places = np.array(found, dtype=np.intp).T
            self._describe(bases[chosen], places)
        self._numbers.update(numbers)  # only now, for an interruption leaves nothing half known

    def _is_basis(self, items: Elements) -> bool:
        distinct = {item for item in items.tolist() if item >= 0}
        return len(distinct) == len(items) and self.matroid.is_independent(items)

    def _describe(self, bases: Elements, numbers: Elements) -> None:
        everything = np.arange(self.matroid.size)
        partners = self._exchanges(bases, np.broadcast_to(self.baseline, bases.shape))
        self.items[numbers], self.partners[numbers[:, None], bases] = bases, partners
        self.worse[numbers] = (self.means[bases] < self.means[partners]).sum(axis=1)
        for number, basis, own in zip(numbers, bases, partners, strict=True):
            self._pack(number, self.matroid.swaps(basis, everything), basis, own)

    def _pack(self, number: int, swaps: Booleans, basis: Elements, partners: Elements) -> None:
        if enabled():
            pack_swaps(np.ascontiguousarray(swaps), basis, partners, self.reach[number], self.rivals[number])
            return
        rivals = swaps[partners].T & ~np.eye(len(basis), dtype=np.bool_)
        self.reach[number], self.rivals[number, basis] = _words(swaps), _words(rivals)


def _word_count(places: int) -> int:
    return -(-places // 64)


def _words(sets: Booleans) -> Masks:
    """Pack the last axis: place j is bit j % 64 of word j // 64."""
    padded = np.zeros((*sets.shape[:-1], 64 * _word_count(sets.shape[-1])), dtype=np.bool_)
    padded[..., : sets.shape[-1]] = sets
    words: Masks = np.packbits(padded, axis=-1, bitorder="little").view("<u8").astype(np.uint64, copy=False)
    return words
