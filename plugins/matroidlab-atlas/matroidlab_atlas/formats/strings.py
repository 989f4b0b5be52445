"""Bases as a string: a star for each basis among all sets of ``rank`` elements, in order."""

from collections.abc import Sequence
from math import comb

import numpy as np

from matroidlab import ExplicitMatroid
from matroidlab.errors import FormatError
from matroidlab.protocol import Matroid
from matroidlab.subsets import LIMIT, basis_masks, refuse_if_too_large, subset_masks
from matroidlab.types import Masks
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.set_list import as_tuples, lexicographic_places

BASIS = "*"
NO_BASIS = "0"


def ordered_sets(size: int, rank: int, order: str = "revlex") -> Masks:
    """Return the masks of all sets of ``rank`` elements in an order.

    "revlex" compares the largest elements first, which is also called colexicographic; "lex" the
    smallest.

    >>> [bin(mask) for mask in ordered_sets(4, 2)[:4]]
    ['0b11', '0b101', '0b110', '0b1001']
    """
    masks = subset_masks(size, rank)  # ascending masks compare the largest elements first
    return masks if order == "revlex" else masks[np.argsort(lexicographic_places(masks, size))]


@takes_matroids
def bases_string(matroid: Matroid, order: str = "revlex") -> str:
    """Return a star for each set of ``rank`` elements that is a basis, and a 0 for each other one.

    >>> from matroidlab_atlas.catalogue import catalogue
    >>> from matroidlab import UniformMatroid, GraphicMatroid
    >>> bases_string(GraphicMatroid([(0, 0), (0, 1), (1, 2), (0, 2)]))
    '00*0**'
    """
    refuse_if_too_large(matroid.size)
    return string_of(basis_masks(matroid), matroid.size, matroid.rank, order)


def string_of(masks: Masks, size: int, rank: int, order: str = "revlex") -> str:
    """Return the string of the masks of bases."""
    return "".join(
        np.where(np.isin(ordered_sets(size, rank, order), masks), BASIS, NO_BASIS).tolist()
    )


def matroid_of_string(text: str, size: int, rank: int, order: str = "revlex") -> ExplicitMatroid:
    """Return the matroid of a string of stars, checked.

    >>> matroid_of_string("00*0**", size=4, rank=2).bases
    ((1, 2), (1, 3), (2, 3))
    >>> matroid_of_string("00*", size=4, rank=2)
    Traceback (most recent call last):
    matroidlab.errors.FormatError: expected 6 letters, one for each set of 2 of 4 elements, got 3

    Parameters
    ----------
    text
        A star for each basis, another letter for each other set of ``rank`` elements.
    size
        The number of elements.
    rank
        The number of elements of a basis.
    order
        The order of the sets: "revlex" (reverse lexicographic) or "lex".
    """
    if not 0 <= rank <= size or size > LIMIT:
        raise FormatError(
            f"expected a size of 0 to {LIMIT} and a rank of 0 to the size, got {size} and {rank}"
        )
    if len(text) != comb(size, rank):
        raise FormatError(
            f"expected {comb(size, rank)} letters, one for each set of {rank} of {size} elements, "
            f"got {len(text)}"
        )
    _refuse_letters(text, (BASIS, NO_BASIS))
    stars = np.frombuffer(text.encode(), dtype="S1") == BASIS.encode()
    return ExplicitMatroid(size, as_tuples(ordered_sets(size, rank, order)[stars], size))


def _refuse_letters(text: str, known: Sequence[str]) -> None:
    wrong = next((place for place, letter in enumerate(text) if letter not in known), None)
    if wrong is not None:
        raise FormatError(
            f"expected {' or '.join(known)} as letter {wrong + 1}, got {text[wrong]!r}"
        )
