"""Modular cuts: the one-element extensions of a matroid, and quotients and lifts that they make."""

from collections.abc import Iterable, Iterator

import numpy as np

from matroidlab import ExplicitMatroid, Labelled
from matroidlab.algorithms import as_mask
from matroidlab.errors import InvalidElementsError
from matroidlab.protocol import Labels, Matroid, labels_of
from matroidlab.subsets import RankTable, rank_table
from matroidlab.types import ElementsLike, Masks
from matroidlab_atlas.structure.arguments import takes_matroids, with_names
from matroidlab_atlas.structure.extensions import single_element_extensions
from matroidlab_atlas.structure.set_list import SetList


class ModularCut:
    """A set of flats, closed upwards and under intersection of modular pairs (Crapo 1965).

    >>> from matroidlab import Labelled, UniformMatroid
    >>> cut = modular_cut(UniformMatroid(4, 2), [[0]])
    >>> list(cut.flats), list(cut.hyperplanes)
    ([(0,), (0, 1, 2, 3)], [(0,)])
    >>> cut.extension.bases
    ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))

    Of a matroid whose elements have names, the flats are sets of names; the new element of the
    extension is called ``new``.

    >>> named = modular_cut(Labelled(UniformMatroid(3, 2), "abc"), [["a"]])
    >>> list(named.flats), named.extension.labels
    ([('a',), ('a', 'b', 'c')], ('a', 'b', 'c', 'new'))

    Attributes
    ----------
    matroid
        The matroid whose flats they are.
    masks
        The masks of the flats, ascending.
    """

    def __init__(self, matroid: Matroid, masks: Masks) -> None:
        self.matroid = matroid
        self.masks = masks

    def __repr__(self) -> str:
        return f"ModularCut(flats={self.flats!r})"

    def by_name(self, labels: Labels) -> "ModularCut":
        """Return the same cut of the matroid with names."""
        return ModularCut(Labelled(self.matroid, labels), self.masks)

    @property
    def flats(self) -> SetList:
        """The flats of the cut."""
        return self._sets(self.masks)

    @property
    def hyperplanes(self) -> SetList:
        """The hyperplanes of the cut, which are a linear subclass and determine it."""
        table = rank_table(self.matroid)
        return self._sets(self.masks[table.ranks[self.masks] == table.rank - 1])

    def _sets(self, masks: Masks) -> SetList:
        found = SetList.of(self.matroid, masks)
        labels = labels_of(self.matroid)
        return found if labels is None else found.by_name(labels)

    @property
    def extension(self) -> Matroid:
        """The matroid with one more element, which lies on exactly the flats of the cut."""
        return self._named(self._extension)

    @property
    def quotient(self) -> Matroid:
        """The elementary quotient: the new element of the extension contracted."""
        table = rank_table(self._extension)
        return self._named(_explicit(table.minor(list(range(table.size - 1)), 1 << table.size - 1)))

    @property
    def _extension(self) -> ExplicitMatroid:
        table = rank_table(self.matroid)
        bases = table.bases
        parts = np.flatnonzero(table.independent & (table.ranks == table.rank - 1))
        closures = np.array([table.closure(int(part)) for part in parts], dtype=np.int64)
        added = parts[~np.isin(closures, self.masks)] | 1 << table.size
        if not len(self.masks):  # the empty cut adds a coloop
            return ExplicitMatroid.known(table.size + 1, bases | 1 << table.size)
        return ExplicitMatroid.known(table.size + 1, np.concatenate([bases, added]))

    def _named(self, matroid: ExplicitMatroid) -> Matroid:
        labels = labels_of(self.matroid)
        found: Matroid = matroid if labels is None else with_names(matroid, labels)
        return found

    def verify(self, matroid: Matroid) -> bool:
        """Whether these are flats of the matroid that form a modular cut, by the definition."""
        if self.masks.ndim != 1 or (len(self.masks) and self.masks.dtype.kind not in "iu"):
            return False
        table = rank_table(matroid)
        inside = set(self.masks.tolist())
        flats = table.flats.tolist()
        if len(inside) < len(self.masks) or not inside <= set(flats):
            return False
        closed_upwards = all(
            other in inside for flat in inside for other in flats if flat & other == flat
        )
        return closed_upwards and all(
            first & second in inside
            for first in inside
            for second in inside
            if _are_modular(table, first, second)
        )


@takes_matroids
def modular_cut(matroid: Matroid, flats: Iterable[ElementsLike]) -> ModularCut:
    """Return the smallest modular cut that holds some flats.

    >>> from matroidlab import UniformMatroid
    >>> len(modular_cut(UniformMatroid(4, 2), [[0], [1]]).flats)  # all of them: a loop
    6
    """
    table = rank_table(matroid)
    given = [as_mask(flat, size=matroid.size, name="flats") for flat in flats]
    wrong = next((flat for flat in given if table.closure(flat) != flat), None)
    if wrong is not None:
        shown = [element for element in range(matroid.size) if wrong >> element & 1]
        raise InvalidElementsError(f"flats must be flats of the matroid, but {shown} is not one")
    every = table.flats.tolist()
    inside: set[int] = set()
    waiting = given
    while waiting:
        flat = waiting.pop()
        if flat in inside:
            continue
        inside.add(flat)
        waiting += [other for other in every if flat & other == flat]
        waiting += [flat & other for other in inside if _are_modular(table, flat, other)]
    return ModularCut(matroid, np.array(sorted(inside), dtype=np.int64))


@takes_matroids
def modular_cuts(matroid: Matroid) -> Iterator[ModularCut]:
    """Yield every modular cut; the first is empty, and its extension is by a coloop.

    >>> from matroidlab import UniformMatroid
    >>> [len(cut.flats) for cut in modular_cuts(UniformMatroid(size=3, rank=2))]
    [0, 1, 2, 2, 2, 5]
    """
    table = rank_table(matroid)
    for extended in single_element_extensions(matroid):
        ranks = rank_table(extended).ranks
        masks = table.flats
        yield ModularCut(matroid, masks[ranks[masks | 1 << table.size] == ranks[masks]])


@takes_matroids
def linear_subclasses(matroid: Matroid) -> Iterator[SetList]:
    """Yield the sets of hyperplanes that belong to a modular cut: its linear subclasses.

    >>> from matroidlab import UniformMatroid
    >>> [list(found) for found in linear_subclasses(UniformMatroid(size=2, rank=1))]
    [[], [()]]

    With two hyperplanes that meet in a flat of corank 2, a linear subclass has all above that flat.
    """
    cuts = modular_cuts(matroid)
    next(cuts)  # the empty cut has no more hyperplanes than the cut of the ground set alone
    yield from (cut.hyperplanes for cut in cuts)


@takes_matroids
def extension(matroid: Matroid, hyperplanes: Iterable[ElementsLike]) -> Matroid:
    """Return the extension by an element that lies on the given hyperplanes and what they imply.

    >>> from matroidlab import UniformMatroid
    >>> extension(UniformMatroid(size=3, rank=2), [[0]]).bases
    ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3))
    """
    ground = list(range(matroid.size))
    return modular_cut(matroid, [*hyperplanes, ground]).extension


@takes_matroids
def single_element_coextensions(matroid: Matroid) -> Iterator[ExplicitMatroid]:
    """Yield all matroids that become this one when their last element is contracted.

    >>> from matroidlab import UniformMatroid
    >>> [one.rank for one in single_element_coextensions(UniformMatroid(size=2, rank=1))]
    [1, 2, 2]

    They are the duals of the extensions of the dual; the first is by a loop.
    """
    table = rank_table(matroid)
    for extended in single_element_extensions(_explicit(table.dual)):
        yield _explicit(rank_table(extended).dual)


@takes_matroids
def elementary_quotients(matroid: Matroid) -> Iterator[Matroid]:
    """Yield the quotient by each modular cut; the rank falls by one, except for the empty cut.

    >>> from matroidlab import UniformMatroid
    >>> [one.rank for one in elementary_quotients(UniformMatroid(size=2, rank=1))]
    [1, 0, 1]
    """
    yield from (cut.quotient for cut in modular_cuts(matroid))


@takes_matroids
def elementary_lifts(matroid: Matroid) -> Iterator[ExplicitMatroid]:
    """Yield the matroids of which this one is an elementary quotient.

    >>> from matroidlab import UniformMatroid
    >>> [one.rank for one in elementary_lifts(UniformMatroid(size=2, rank=1))]
    [1, 2, 1]
    """
    for quotient in elementary_quotients(_explicit(rank_table(matroid).dual)):
        yield _explicit(rank_table(quotient).dual)


def _are_modular(table: RankTable, first: int, second: int) -> bool:
    ranks = table.ranks
    together = int(ranks[first | second]) + int(ranks[first & second])
    return int(ranks[first]) + int(ranks[second]) == together


def _explicit(table: RankTable) -> ExplicitMatroid:
    return ExplicitMatroid.known(table.size, table.bases)
