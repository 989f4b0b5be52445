"""Objects of SageMath, both ways; SageMath itself is asked for only where one of its objects is to be made."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Protocol

from matroidlab.errors import FormatError
from matroidlab.families import ExplicitMatroid
from matroidlab.protocol import Matroid
from matroidlab.subsets import LIMIT, basis_masks
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.set_list import as_tuples


class SageMatroid(Protocol):
    """What is asked of SageMath's matroids."""

    def groundset(self) -> Iterable[Any]:
        """The elements, of any kind."""

    def bases(self) -> Iterable[Iterable[Any]]:
        """The bases."""


def from_sage(matroid: SageMatroid) -> tuple[ExplicitMatroid, tuple[Any, ...]]:
    """Return one of SageMath's matroids by its bases, and what its elements are there, in our order.

    Elements are put in ascending order where they can be compared, else in that of what they print.
    """
    ground = list(matroid.groundset())
    if len(ground) > LIMIT:
        raise FormatError(f"expected at most {LIMIT} elements, got {len(ground)}")
    try:
        ground.sort()
    except TypeError:
        ground.sort(key=repr)
    place = {element: i for i, element in enumerate(ground)}
    return ExplicitMatroid(len(ground), [[place[e] for e in basis] for basis in matroid.bases()]), tuple(ground)


@takes_matroids
def to_sage(matroid: Matroid) -> Any:
    """Return a matroid as one of SageMath's, by its bases, on the elements ``0 .. size - 1``."""
    try:
        make = import_module("sage.matroids.basis_matroid").BasisMatroid
    except ImportError as error:
        raise ImportError("SageMath is not installed here; its matroids come with passagemath-modules too") from error
    bases = as_tuples(basis_masks(matroid), matroid.size)
    return make(groundset=list(range(matroid.size)), bases=[list(basis) for basis in bases])
