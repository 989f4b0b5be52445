from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from matroidlab.errors import UnknownNameError, did_you_mean
from matroidlab.hookspecs import Witness
from matroidlab.protocol import Matroid
from matroidlab.subsets import rank_table
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.census.questions.recognition import minor_as_data, minor_from_data
from matroidlab_atlas.structure import canonical_form, has_minor
from matroidlab_atlas.structure.isomorphisms import form_of


@dataclass(frozen=True)
class MinorFree:
    """Whether the matroid does not have a certain matroid of the catalogue as a minor.

    >>> from matroidlab_atlas.catalogue import catalogue
    >>> MinorFree("u24").ask(catalogue["fano"].matroid) is None
    True
    >>> MinorFree("U(2,4)")
    MinorFree(minor='u24')
    """

    minor: str

    def __post_init__(self) -> None:
        if self.minor not in catalogue:
            raise UnknownNameError(
                f"minor must be a name of the catalogue, got {self.minor!r:.80}"
                f"{did_you_mean(self.minor, catalogue)}"
            )
        object.__setattr__(self, "minor", catalogue[self.minor].name)

    @property
    def excluded(self) -> tuple[str, ...]:
        """The name of the minor."""
        return (self.minor,)

    @cached_property
    def _pattern(self) -> Matroid:
        return catalogue[self.minor].matroid

    def ask(self, matroid: Matroid, /) -> Witness | None:
        """Return how to get the minor."""
        found = has_minor(matroid, self._pattern)
        return None if found is None else minor_as_data(found)

    def verify(self, matroid: Matroid, witness: Witness, /) -> bool:
        """Whether this gives the minor, by the ranks of all its sets."""
        return minor_from_data(witness).verify(matroid, self._pattern)

    def holds(self, matroid: Matroid, /) -> bool:
        """Whether no way of deleting and contracting elements gives the minor."""
        table = rank_table(matroid)
        wanted = canonical_form(self._pattern)
        ground = range(matroid.size)
        for left in combinations(ground, wanted.size):
            others = [element for element in ground if element not in left]
            for count in range(len(others) + 1):
                for contracted in combinations(others, count):
                    minor = table.minor(list(left), sum(1 << element for element in contracted))
                    if (
                        minor.rank == wanted.rank
                        and form_of(minor.bases, minor.size, minor.rank) == wanted
                    ):
                        return False
        return True

    def describe(self, witness: Witness, /) -> str:
        """Say how to get the minor."""
        minor = minor_from_data(witness)
        title = catalogue[self.minor].title
        return f"it is itself {title}" if minor.is_whole else f"minor {title}: {minor}"
