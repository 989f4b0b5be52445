"""Orientability: a "no" has a minor without an orientation as its witness."""

from collections.abc import Sequence
from dataclasses import dataclass

from matroidlab.hookspecs import Witness
from matroidlab.protocol import Matroid
from matroidlab.subsets import basis_masks, rank_table
from matroidlab_atlas.census.questions.recognition import minor_as_data, minor_from_data
from matroidlab_atlas.exchange.pair_classes import bits_of
from matroidlab_atlas.structure import MinorWitness
from matroidlab_atlas.structure.orientations import is_oriented, orientation, terms_of
from matroidlab_atlas.structure.recognition import explicit_of


@dataclass(frozen=True)
class Orientable:
    """Whether the bases can be given signs as those of determinants: an oriented matroid.

    >>> from matroidlab_atlas import NamedMatroid
    >>> Orientable().ask(NamedMatroid("vamos")) is None
    True
    >>> Orientable().ask(NamedMatroid("fano"))
    {'deleted': [], 'contracted': [], 'left': [0, 1, 2, 3, 4, 5, 6]}
    """

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return a minor without an orientation, all of whose minors have one."""
        if orientation(matroid) is not None:
            return None
        return minor_as_data(_smallest(matroid, MinorWitness((), (), tuple(range(matroid.size)))))

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether that minor has no orientation, by trying signs basis by basis."""
        minor = minor_from_data(witness)
        if sorted((*minor.deleted, *minor.contracted, *minor.images)) != list(range(matroid.size)):
            return False
        return not _has_signs(_left(matroid, minor))

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether the signs that are found satisfy all relations, by the definition."""
        signs = orientation(matroid)
        return signs is not None and is_oriented(signs, matroid.size)

    def describe(self, witness: Witness, /) -> str:
        """Say how to get the minor."""
        minor = minor_from_data(witness)
        return "all its minors have one" if minor.is_whole else f"minor without one: {minor}"


def _left(matroid: Matroid, minor: MinorWitness) -> Matroid:
    mask = sum(1 << element for element in minor.contracted)
    return explicit_of(rank_table(matroid).minor(list(minor.images), mask))


def _smallest(matroid: Matroid, minor: MinorWitness) -> MinorWitness:
    """A minor of a minor without an orientation that has none and is as small as possible."""
    for element in minor.images:
        images = tuple(one for one in minor.images if one != element)
        for smaller in (
            MinorWitness((*minor.deleted, element), minor.contracted, images),
            MinorWitness(minor.deleted, (*minor.contracted, element), images),
        ):
            if orientation(_left(matroid, smaller)) is None:
                return _smallest(matroid, smaller)
    return minor


def _has_signs(matroid: Matroid) -> bool:
    """Whether signs satisfy all relations, by giving one to each basis and going back.

    If a relation leaves a basis no choice, that basis comes next.
    """
    bases = basis_masks(matroid).tolist()
    return _completed(_free_signs(bases), bases, list(terms_of(bases, matroid.size)))


def _free_signs(bases: Sequence[int]) -> dict[int, int]:
    """Signs that can be chosen, because changing the sign of an element changes them.

    They are those of a basis, and of its neighbours by a spanning forest of the exchanges.
    """
    first = bases[0]
    joined = {bit: {bit} for mask in bases for bit in bits_of(mask)}
    signs = {first: 1}
    for mask in bases:
        exchanged = bits_of(mask ^ first)
        if len(exchanged) == 2 and joined[exchanged[0]] is not joined[exchanged[1]]:
            joined[exchanged[0]] |= joined[exchanged[1]]
            for bit in joined[exchanged[1]]:
                joined[bit] = joined[exchanged[0]]
            signs[mask] = 1
    return signs


def _completed(
    signs: dict[int, int], bases: Sequence[int], relations: Sequence[Sequence[tuple[int, int, int]]]
) -> bool:
    signs = dict(signs)
    forced: int | None = 0
    while forced is not None:
        forced = None
        for terms in relations:
            missing = {mask for one, other, _ in terms for mask in (one, other)} - signs.keys()
            if len(missing) > 1:
                continue
            fits = [
                sign
                for sign in (1, -1)
                if _is_satisfied({**signs, **dict.fromkeys(missing, sign)}, terms)
            ]
            if not fits:
                return False
            if len(fits) == 1 and missing:
                forced = missing.pop()
                signs[forced] = fits[0]
    free = next((mask for mask in bases if mask not in signs), None)
    if free is None:
        return True
    return any(_completed({**signs, free: sign}, bases, relations) for sign in (1, -1))


def _is_satisfied(signs: dict[int, int], terms: Sequence[tuple[int, int, int]]) -> bool:
    products = {signs[one] * signs[other] * (-1) ** changed for one, other, changed in terms}
    return products == {1, -1}
