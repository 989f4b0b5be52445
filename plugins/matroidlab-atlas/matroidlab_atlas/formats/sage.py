"""Conversion from and to SageMath; SageMath is imported only to make one of its objects."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Protocol

from matroidlab import ExplicitMatroid, Labelled
from matroidlab.errors import FormatError
from matroidlab.protocol import Matroid, labels_of
from matroidlab.subsets import LIMIT, basis_masks, refuse_if_too_large
from matroidlab_atlas.structure.arguments import check_matroid
from matroidlab_atlas.structure.set_list import as_tuples


class SageMatroid(Protocol):
    """The part of SageMath's matroids that is used."""

    def groundset(self) -> Iterable[Any]:
        """The elements, of any kind."""

    def bases(self) -> Iterable[Iterable[Any]]:
        """The bases."""


def from_sage(matroid: SageMatroid) -> ExplicitMatroid | Labelled:
    """Return a matroid of SageMath by its bases.

    Its elements keep their names, sorted if they can be compared, otherwise by what they print;
    elements ``0 .. size - 1`` stay numbers.
    """
    ground = list(matroid.groundset())
    if len(ground) > LIMIT:
        raise FormatError(f"expected at most {LIMIT} elements, got {len(ground)}")
    try:
        ground.sort()
    except TypeError:
        ground.sort(key=repr)
    place = {element: i for i, element in enumerate(ground)}
    found = ExplicitMatroid(len(ground), [[place[e] for e in basis] for basis in matroid.bases()])
    return (
        found
        if ground == list(range(len(ground)))
        else Labelled(found, [str(one) for one in ground])
    )


def to_sage(matroid: Matroid) -> Any:
    """Return a matroid as one of SageMath's, by its bases, on its names or ``0 .. size - 1``."""
    check_matroid(matroid, "matroid")
    try:
        make = import_module("sage.matroids.basis_matroid").BasisMatroid
    except ImportError as error:
        raise ImportError(
            "SageMath is not installed here; its matroids come with passagemath-modules too"
        ) from error
    refuse_if_too_large(matroid.size)
    bases = as_tuples(basis_masks(matroid), matroid.size)
    names = labels_of(matroid) or range(matroid.size)
    return make(groundset=list(names), bases=[[names[e] for e in basis] for basis in bases])
