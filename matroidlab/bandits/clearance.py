import numpy as np

from matroidlab.bandits.known_bases import KnownBases
from matroidlab.kernels import enabled
from matroidlab.kernels.clearance import changed_places, clear_lists
from matroidlab.protocol import Matroid
from matroidlab.types import Actions, Booleans, Elements, Masks, Weights

UNCHANGED, SEVERAL = -1, -2
"""Marks of lists that differ from the trusted one in no place, and in more than one."""


class Clearance:
    """Clears lists of a round by the trusted basis from which each differs in one place, in any matroid.

    >>> from matroidlab import UniformMatroid
    >>> clearance = Clearance(UniformMatroid(50, 25), np.linspace(0, 1, 50), baseline=np.arange(25), swap_size=1)
    >>> lists = np.tile(np.arange(25), (3, 1))
    >>> lists[[0, 1, 2], [3, 4, 5]] = 40
    >>> clearance.doubtful(lists[None])
    array([[False, False, False]])

    Let s be an exchange bijection from the trusted basis B to the baseline, and A = B - e + f a list, with f not in the
    baseline. Say that b *reaches* x if B - x + b is a basis. For another x of B, A - x + b is a basis for certain if
    either b reaches x, or b reaches e and f reaches x, but not both: then e and x can be paired with f and b in one way
    only, which is enough (Krogdahl 1977). So s serves for A as well, with f for e, unless there are *broken* items x:
    s(x) reaches e, and f reaches x. One broken item can hand on its partner to f and take s(e), if s(e) does not reach
    it. A list is cleared if at most m pairs are worse then.

    A list that is not cleared may be all right nevertheless. The trusted basis is guessed, by a vote of three lists;
    what is not near the guess, or where the guess is no basis, is not cleared.
    """

    def __init__(self, matroid: Matroid, means: Weights, baseline: Elements, swap_size: int) -> None:
        self.means, self.swap_size = means, swap_size
        self._known = KnownBases(matroid, means, baseline)
        self._in_baseline = np.isin(np.arange(matroid.size), baseline)

    def doubtful(self, actions: Actions) -> Booleans:
        """``[...]``: whether a list is not known to be all right, by an exchange bijection and so by any."""
        if actions.ndim < 3 or actions.shape[1] < 3 or self._known.room == 0:
            return np.ones(actions.shape[:-1], dtype=np.bool_)
        first, second, third = actions[:, 0], actions[:, 1], actions[:, 2]
        trusted = np.where(first == second, first, third)
        changed = _changed(actions, trusted)
        numbers = np.full(len(actions), -1, dtype=np.intp)
        worth = np.count_nonzero(changed != SEVERAL, axis=1) * 2 >= actions.shape[1]
        numbers[worth] = self._known.numbers(trusted[worth])
        return ~self._cleared(actions, trusted, changed, numbers)

    def _cleared(self, actions: Actions, trusted: Elements, changed: Elements, numbers: Elements) -> Booleans:
        known = self._known
        if enabled():
            out = np.empty(changed.shape, dtype=np.bool_)
            told = known.items, known.partners, known.worse, known.reach, known.rivals
            clear_lists(actions, trusted, changed, numbers, *told, self.means, self._in_baseline, self.swap_size, out)
            return out
        is_known = (numbers >= 0)[:, None]
        cleared: Booleans = is_known & (changed == UNCHANGED) & (known.worse[numbers] <= self.swap_size)[:, None]
        lanes, rows = np.nonzero(is_known & (changed >= 0))
        places = changed[lanes, rows]
        cleared[lanes, rows] = self._one_exchange(numbers[lanes], trusted[lanes, places], actions[lanes, rows, places])
        return cleared

    def _one_exchange(self, basis: Elements, old: Elements, new: Elements) -> Booleans:
        """Which of the lists ``basis - old + new`` are cleared."""
        known, worse = self._known, self._worse
        freed = known.partners[basis, old]
        count = known.worse[basis] - worse(old, freed)
        broken = known.rivals[basis, old] & known.reach[basis, new]
        breaks = np.bitwise_count(broken).sum(axis=1)
        cleared: Booleans = (breaks == 0) & (count + worse(new, freed) <= self.swap_size)
        one = np.flatnonzero((breaks == 1) & ~(broken & known.reach[basis, freed]).any(axis=1))
        item = known.items[basis[one], _only_place(broken[one])]
        passed = known.partners[basis[one], item]
        change = worse(item, freed[one]) - worse(item, passed) + worse(new[one], passed)
        cleared[one] = count[one] + change <= self.swap_size
        cleared &= ~self._in_baseline[new]
        return cleared

    def _worse(self, items: Elements, partners: Elements) -> Elements:
        return (self.means[items] < self.means[partners]).astype(np.intp)


def _changed(actions: Actions, trusted: Elements) -> Elements:
    """``[lane, i]``: the one place where a list differs from the trusted one, or a mark."""
    if enabled():
        out = np.empty(actions.shape[:2], dtype=np.intp)
        changed_places(actions, trusted, out)
        return out
    differs = actions != trusted[:, None]
    count = np.count_nonzero(differs, axis=2)
    return np.where(count == 1, differs.argmax(axis=2), np.where(count == 0, UNCHANGED, SEVERAL))


def _only_place(words: Masks) -> Elements:
    """The place of the one bit of each row."""
    bits = np.unpackbits(words.astype("<u8", copy=False).view(np.uint8), axis=1, bitorder="little")
    places: Elements = bits.argmax(axis=1)
    return places
