"""Conversion from and to SageMath; SageMath is imported only to make one of its objects."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Protocol

from matroidlab import ExplicitMatroid
from matroidlab.errors import FormatError
from matroidlab.protocol import Matroid
from matroidlab.subsets import LIMIT, basis_masks, refuse_if_too_large
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.set_list import as_tuples


class SageMatroid(Protocol):
    """The part of SageMath's matroids that is used."""

    def groundset(self) -> Iterable[Any]:
        """The elements, of any kind."""

    def bases(self) -> Iterable[Iterable[Any]]:
        """The bases."""


def from_sage(matroid: SageMatroid) -> tuple[ExplicitMatroid, tuple[Any, ...]]:
    """Return a matroid of SageMath by its bases, and its elements in our order.

    Elements are sorted if they can be compared, otherwise sorted by what they print.
    """
    ground = list(matroid.groundset())
    if len(ground) > LIMIT:
        raise FormatError(f"expected at most {LIMIT} elements, got {len(ground)}")
    try:
        ground.sort()
    except TypeError:
        ground.sort(key=repr)
    place = {element: i for i, element in enumerate(ground)}
    return ExplicitMatroid(
        len(ground), [[place[e] for e in basis] for basis in matroid.bases()]
    ), tuple(ground)


@takes_matroids
def to_sage(matroid: Matroid) -> Any:
    """Return a matroid as one of SageMath's, by its bases, on the elements ``0 .. size - 1``."""
    try:
        make = import_module("sage.matroids.basis_matroid").BasisMatroid
    except ImportError as error:
        raise ImportError(
            "SageMath is not installed here; its matroids come with passagemath-modules too"
        ) from error
    refuse_if_too_large(matroid.size)
    bases = as_tuples(basis_masks(matroid), matroid.size)
    return make(groundset=list(range(matroid.size)), bases=[list(basis) for basis in bases])
