"""Strong exchanges of two bases of a transversal matroid, and its part in the game loop."""

from typing import NamedTuple

from matroidlab.families.transversal.kernels import Incidences, match, match_all
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.lists import on_lists, table
from matroidlab.kernels.sorting import SortSpace, by_sorting
from matroidlab.types import Elements


class MatchingArrays(NamedTuple):
    """The part of a transversal matroid: its incidences, and work space of -1."""

    incidences: Incidences
    space: Elements
    walks: Elements
    sorting: SortSpace


@kernel
def match_both(
    source: Elements, target: Elements, incidences: Incidences, space: Elements, out: Elements
) -> None:
    """Match two bases into the same sets.

    ``space[0]`` becomes the holders of the source, ``space[4]`` those of the target.

    That the target can be matched into the sets of the source is the theorem of Mendelsohn and
    Dulmage (1958, https://doi.org/10.4153/CJM-1958-027-8). ``out`` is space for a basis.
    """
    holder = space[0]
    seen = space[1]
    other = space[4]
    match_all(source, incidences, space, out)
    for j in range(incidences.sets):
        other[j] = -1
        # Seen by the largest number, a set that the source does not use is never entered.
        seen[j] = -1 if holder[j] >= 0 else len(target)
    match(target, incidences, other, space, out)


@on_lists
@kernel
def strong_exchange_rows(
    source: Elements, target: Elements, incidences: Incidences, out: Elements
) -> None:
    """Write a strong bijection for each row of bases, by `match_both` and `walk`."""
    space = table(5, incidences.sets)
    walks = table(2, len(incidences.starts))
    for element in range(len(incidences.starts)):
        walks[0][element] = walks[1][element] = -1
    for lane in range(len(source)):
        match_both(source[lane], target[lane], incidences, space, out[lane])
        walk(source[lane], target[lane], space, walks, out[lane])


@kernel
def walk(
    source: Elements, target: Elements, space: Elements, walks: Elements, out: Elements
) -> None:
    """A strong bijection of two bases that are matched into the same sets, aligned with ``source``.

    Walk from each element to the one that the other basis has in its set. While a walk meets an
    element of both bases, it goes on from the set that the source gives it; walks never meet, and
    common elements stay. Exchanging some elements moves each along its walk, and each element
    between keeps a set of its own: everything stays matched.

    ``walks`` is two numbers for each element, -1 before and after: where it goes, and whether both
    bases have it.
    """
    holder = space[0]
    other = space[4]
    onward = walks[0]
    common = walks[1]
    for j in range(len(holder)):
        if holder[j] >= 0:
            onward[holder[j]] = other[j]
    for i in range(len(target)):
        if onward[target[i]] >= 0:
            common[target[i]] = 1
    for i in range(len(source)):
        end = source[i]
        if common[end] < 0:
            end = onward[end]
            while common[end] >= 0:
                end = onward[end]
        out[i] = end
    # Only the entries that were set are cleared: the space is as large as the ground set.
    for i in range(len(source)):
        onward[source[i]] = common[source[i]] = -1


# The part in the game loop.


@kernel
def keep_matched(matroid: MatchingArrays, order: Elements, out: Elements) -> int:
    """Keep the elements that can be matched beside those kept before, by `match_all`."""
    return match_all(order, matroid.incidences, matroid.space, out)


@kernel
def pair_matched(
    matroid: MatchingArrays, source: Elements, target: Elements, out: Elements
) -> None:
    """Write a strong bijection of two bases, by `match_both` and `walk`."""
    match_both(source, target, matroid.incidences, matroid.space, out)
    walk(source, target, matroid.space, matroid.walks, out)


MATCHING_KERNELS = by_sorting(keep_matched, pair_matched)
