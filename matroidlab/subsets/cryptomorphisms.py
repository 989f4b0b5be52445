"""The bases of a matroid given by circuits, hyperplanes or flats, checked by their own axioms."""

from collections.abc import Iterator, Sequence

import numpy as np

from matroidlab.errors import InvalidMatroidError
from matroidlab.subsets.masks import elements_of
from matroidlab.subsets.ranks import parts_of
from matroidlab.subsets.tables import halves, refuse_if_too_large
from matroidlab.types import Booleans, Masks

PAIRS_AT_ONCE = 1 << 20
"""The number of pairs of sets that are compared in one numpy call."""


def masks_of(sets: Sequence[Sequence[int]], size: int, *, name: str) -> Masks:
    """Return the masks of some sets, ascending; raise if one is not a set of elements."""
    refuse_if_too_large(size)
    for given in sets:
        if len(set(given)) < len(given) or not all(0 <= element < size for element in given):
            raise InvalidMatroidError(
                f"{name} must hold distinct elements of 0..{size - 1}, got {list(given)}"
            )
    return np.unique(
        np.array([sum(1 << element for element in given) for given in sets], dtype=np.int64)
    )


def bases_of_circuits(circuits: Masks, size: int) -> Masks:
    """Return the masks of the bases of the matroid with these circuits; raise if there is none.

    A circuit is not empty and contains no other, and if two circuits share an element e, their
    union without e contains a circuit.
    """
    if len(circuits) and circuits[0] == 0:
        raise InvalidMatroidError("not a matroid: the empty set is given as a circuit")
    _refuse_nested(circuits, "circuit")
    dependent = np.zeros(1 << size, dtype=np.bool_)
    dependent[circuits] = True
    supersets(dependent)
    for first, second in _pairs(circuits):
        for element in range(size):
            rest = (first | second) & ~(1 << element)
            wrong = np.flatnonzero((first & second) >> element & 1 & ~dependent[rest])
            if len(wrong):
                sets = f"{_shown(first[wrong[0]])} and {_shown(second[wrong[0]])}"
                raise InvalidMatroidError(
                    f"not a matroid: the circuits {sets} share {element}, "
                    "but no circuit is in their union without it"
                )
    return _largest(~dependent)


def bases_of_hyperplanes(hyperplanes: Masks, size: int) -> Masks:
    """Return the masks of the bases of the matroid with these hyperplanes; raise if there is none.

    A hyperplane is not the ground set and contains no other, and if an element e is outside two
    hyperplanes, another one contains their intersection and e.
    """
    everything = (1 << size) - 1
    if len(hyperplanes) and hyperplanes[-1] == everything:
        raise InvalidMatroidError(
            f"not a matroid: {_shown(everything)}, the whole ground set, is given as a hyperplane"
        )
    _refuse_nested(hyperplanes, "hyperplane")
    within = parts_of(hyperplanes, size)
    for first, second in _pairs(hyperplanes):
        for element in range(size):
            wanted = (first & second) | (1 << element)
            wrong = np.flatnonzero(
                ~((first | second) >> element & 1).astype(np.bool_) & ~within[wanted]
            )
            if len(wrong):
                sets = f"{_shown(first[wrong[0]])} and {_shown(second[wrong[0]])}"
                raise InvalidMatroidError(
                    f"not a matroid: no hyperplane contains {element} and the intersection "
                    f"of the hyperplanes {sets}"
                )
    return _smallest(~within)


def bases_of_flats(flats: Masks, size: int) -> Masks:
    """Return the masks of the bases of the matroid with these flats; raise if there is none.

    The ground set is a flat, the intersection of two flats is a flat, and the flats that cover a
    flat partition the other elements.
    """
    everything = (1 << size) - 1
    if not len(flats) or flats[-1] != everything:
        raise InvalidMatroidError(
            f"not a matroid: {_shown(everything)}, the whole ground set, is not among the flats"
        )
    known = np.zeros(1 << size, dtype=np.bool_)
    known[flats] = True
    for first, second in _pairs(flats):
        wrong = np.flatnonzero(~known[first & second])
        if len(wrong):
            both = (first[wrong[0]], second[wrong[0]])
            sets = f"{_shown(both[0])} and {_shown(both[1])} meet in {_shown(both[0] & both[1])}"
            raise InvalidMatroidError(f"not a matroid: the flats {sets}, which is not a flat")
    for flat in flats.tolist():
        _refuse_covers(flat, flats)
    return bases_of_hyperplanes(_maximal(flats[:-1]), size)


def _refuse_covers(flat: int, flats: Masks) -> None:
    """Raise unless the flats that cover a flat contain all other elements between them."""
    above = flats[(flat & ~flats == 0) & (flats != flat)]
    covers = [mask for mask in above.tolist() if not ((above & ~mask == 0) & (above != mask)).any()]
    union = flat
    for cover in covers:
        union |= cover
    left = (int(flats[-1]) & ~union) if len(above) else 0
    if left:
        element = (left & -left).bit_length() - 1
        raise InvalidMatroidError(
            f"not a matroid: no flat that covers {_shown(flat)} contains {element}"
        )


def _refuse_nested(sets: Masks, kind: str) -> None:
    for first, second in _pairs(sets):
        inner = np.flatnonzero((first & ~second == 0) | (second & ~first == 0))
        if len(inner):
            small, large = sorted((int(first[inner[0]]), int(second[inner[0]])), key=int.bit_count)
            raise InvalidMatroidError(
                f"not a matroid: the {kind} {_shown(large)} contains the {kind} {_shown(small)}"
            )


def _pairs(sets: Masks) -> Iterator[tuple[Masks, Masks]]:
    """Yield all pairs of different sets, many at a time."""
    rows = max(1, PAIRS_AT_ONCE // max(1, len(sets)))
    for start in range(0, len(sets), rows):
        first, second = np.nonzero(
            np.arange(len(sets)) > np.arange(start, min(start + rows, len(sets)))[:, None]
        )
        yield sets[first + start], sets[second]


def _maximal(sets: Masks) -> Masks:
    return np.array([one for one in sets.tolist() if (one & ~sets == 0).sum() == 1], dtype=np.int64)


def _largest(independent: Booleans) -> Masks:
    masks = np.flatnonzero(independent)
    sizes = np.bitwise_count(masks)
    found: Masks = masks[sizes == sizes.max()]
    return found


def _smallest(spanning: Booleans) -> Masks:
    masks = np.flatnonzero(spanning)
    sizes = np.bitwise_count(masks)
    found: Masks = masks[sizes == sizes.min()]
    return found


def supersets(table: Booleans) -> None:
    """Mark, in place, every set that contains a marked one.

    >>> marked = np.array([False, True, False, False])
    >>> supersets(marked)
    >>> marked.tolist()
    [False, True, False, True]
    """
    for element in range(len(table).bit_length() - 1):
        for without, held in halves(table, element):
            np.logical_or(without, held, out=held)


def _shown(mask: int) -> str:
    return str(elements_of(int(mask)).tolist())
