from dataclasses import dataclass
from typing import TYPE_CHECKING

from matroidlab import Delegated
from matroidlab.errors import InvalidMatroidError, UnknownNameError
from matroidlab.protocol import Matroid
from matroidlab_atlas.catalogue.entry import Entry
from matroidlab_atlas.catalogue.listing import catalogue

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

SMALL = 8
"""The largest size of a matroid that tests draw, since they try all sets by brute force."""


@dataclass(frozen=True)
class NamedMatroid(Delegated):
    """A matroid of the literature, by its name in the `catalogue` or its title.

    >>> fano = NamedMatroid("fano")
    >>> fano.size, fano.rank, fano.entry.bases
    (7, 3, 28)
    >>> NamedMatroid("AG(3,2)")
    NamedMatroid(name='ag32')
    >>> NamedMatroid("phano")
    Traceback (most recent call last):
    matroidlab.errors.InvalidMatroidError: there is no named matroid 'phano'; did you mean 'fano'?

    Two named matroids are equal if they have the same name. The matroid behind the name is
    `matroid`.

    Parameters
    ----------
    name
        A name or title of the catalogue, such as ``"fano"`` or ``"M(K4)"``.

    Raises
    ------
    InvalidMatroidError
        If the catalogue has no such name; the message suggests the nearest.

    See Also
    --------
    all_matroids, tutte_polynomial
    """

    name: str

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise InvalidMatroidError(f"name must be a text, got {self.name!r}")
        try:
            object.__setattr__(self, "name", catalogue[self.name].name)
        except UnknownNameError as error:
            raise InvalidMatroidError(str(error)) from error

    @property
    def entry(self) -> Entry:
        """The entry of the catalogue."""
        return catalogue[self.name]

    @property
    def matroid(self) -> Matroid:
        """The matroid without its name; it is built once."""
        return self.entry.matroid

    parent = matroid

    @property
    def size(self) -> int:
        """The number of elements."""
        return self.entry.size

    @property
    def rank(self) -> int:
        """The number of elements of every basis."""
        return self.entry.rank


def strategy() -> "SearchStrategy[NamedMatroid]":
    """The named matroids of up to 8 elements."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    small = [name for name, entry in catalogue.items() if entry.size <= SMALL]

    @st.composite  # prints as its name in the strategies of constructions
    def named(draw: st.DrawFn) -> NamedMatroid:
        return NamedMatroid(draw(st.sampled_from(small)))

    return named()
