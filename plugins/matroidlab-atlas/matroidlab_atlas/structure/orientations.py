"""Orientations of matroids: signs of the bases that behave like those of determinants.

For a set Z of rank - 2 elements and a < b < c < d outside it, determinants satisfy ``[ab][cd] -
[ac][bd] + [ad][bc] = 0``, where ``[ab]`` is that of Z with a and b. Signs of the bases are those of
an oriented matroid exactly if for each Z, a, b, c, d the three terms are all zero, or two of them
have opposite signs (Bjorner, Las Vergnas, Sturmfels, White, Ziegler, *Oriented Matroids*, 3.6.2).
Signs are written with the elements of each basis ascending; the signs of moving a to d behind Z are
the same in all three terms.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from matroidlab.protocol import Matroid
from matroidlab.subsets import basis_masks
from matroidlab_atlas.structure.arguments import takes_matroids

Term = tuple[int, int, int]
"""The masks of two bases whose signs are multiplied, and 1 if the product changes its sign."""


@takes_matroids
def orientation(matroid: Matroid) -> dict[tuple[int, ...], int] | None:
    """Return a sign for each basis that makes the matroid oriented, or None if there is none.

    >>> from matroidlab import UniformMatroid
    >>> orientation(UniformMatroid(3, 2))
    {(0, 1): 1, (0, 2): 1, (1, 2): 1}
    >>> from matroidlab_atlas import NamedMatroid
    >>> orientation(NamedMatroid("fano")) is None
    True

    Relations with two terms are linear equations over GF(2), and one of them follows as soon as two
    of three terms are known to be equal; otherwise both cases are tried.
    """
    bases = basis_masks(matroid).tolist()
    place = {mask: 1 << i for i, mask in enumerate(bases, 1)}
    relations = [
        [place[one] ^ place[other] ^ changed for one, other, changed in terms]
        for terms in terms_of(bases, matroid.size)
    ]
    solution = _solved(_Equations(), [forms for forms in relations if len(forms) > 1])
    if solution is None:
        return None
    signs = solution.values(len(bases))
    ground = range(matroid.size)
    return {
        tuple(e for e in ground if mask >> e & 1): sign
        for mask, sign in zip(bases, signs, strict=True)
    }


def terms_of(bases: Iterable[int], size: int) -> Iterator[list[Term]]:
    """Yield the terms of each relation that are not zero, if there are any."""
    known = frozenset(bases)
    rank = next(iter(known)).bit_count()
    bits = [1 << e for e in range(size)]
    for few in combinations(bits, rank - 2) if rank >= 2 else ():
        z = sum(few)
        for a, b, c, d in combinations([bit for bit in bits if not bit & z], 4):
            products = ((a | b, c | d, 0), (a | c, b | d, 1), (a | d, b | c, 0))
            terms = [
                (one | z, other | z, changed)
                for one, other, changed in products
                if one | z in known and other | z in known
            ]
            if terms:
                yield terms


def is_oriented(signs: Mapping[tuple[int, ...], int], size: int) -> bool:
    """Whether signs of bases satisfy all relations, by the definition."""
    by_mask = {sum(1 << e for e in basis): sign for basis, sign in signs.items()}
    return all(
        {by_mask[one] * by_mask[other] * (-1) ** changed for one, other, changed in terms}
        == {-1, 1}
        for terms in terms_of(by_mask, size)
    )


@dataclass
class _Equations:
    """Linear equations over GF(2) in echelon form; bit 0 of a form is its constant."""

    rows: dict[int, int] = field(default_factory=dict)

    def reduced(self, form: int) -> int:
        """The form without variables that the equations determine; 0 or 1 if it is constant."""
        while form > 1 and (row := self.rows.get(form.bit_length())):
            form ^= row
        return form

    def and_zero(self, form: int) -> "_Equations":
        """The same equations and that a form is 0, which must not contradict them."""
        left = self.reduced(form)
        return _Equations({**self.rows, left.bit_length(): left}) if left else self

    def values(self, count: int) -> list[int]:
        """A solution as signs; variables that are free are positive."""
        chosen = 1
        for variable in range(1, count + 1):
            row = self.rows.get(variable + 1, 0)
            if (row & chosen).bit_count() % 2:
                chosen |= 1 << variable
        return [-1 if chosen >> variable & 1 else 1 for variable in range(1, count + 1)]


def _solved(known: _Equations, relations: list[list[int]]) -> _Equations | None:
    """Equations whose solutions satisfy all relations, or None."""
    count = -1
    while count != len(relations):
        count = len(relations)
        left = []
        for forms in relations:
            differences = [known.reduced(one ^ other) for one, other in combinations(forms, 2)]
            unequal = [one for one in differences if one]
            if 1 in differences:
                continue
            if not unequal:
                return None
            if len(unequal) == 3:
                left.append(forms)
            else:  # the others are equal, so that these must be opposite
                known = known.and_zero(unequal[0] ^ 1)
        relations = left
    if not relations:
        return known
    first, second, third = relations[0]
    for more in (
        known.and_zero(first ^ second ^ 1),
        known.and_zero(first ^ second).and_zero(first ^ third ^ 1),
    ):
        found = _solved(more, relations)
        if found is not None:
            return found
    return None
