"""Answers about matroids of more than 22 elements, from a graph, a matrix or an oracle.

A matroid that offers a graph or a matrix over GF(2) is known to be binary. Of any other, a graph of
it or of its dual is looked for, which takes polynomial time from an oracle. If there is neither, a
matrix over another field decides whether it is binary, because it is then regular; and a strongly
base-orderable matroid is not, because binary ones that have no minor M(K4) are graphic.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from matroidlab import Dual
from matroidlab.errors import TooLargeError
from matroidlab.protocol import Matroid, Orderability, offered
from matroidlab_atlas.structure.known_graphs import incidence_matrix, large_graph_of
from matroidlab_atlas.structure.large.drawn_oracles import graph_of_oracle
from matroidlab_atlas.structure.large.fundamental import Fundamental, bits
from matroidlab_atlas.structure.large.given_matrices import Given, given_matrix
from matroidlab_atlas.structure.large.realization import Edge, graph_of_binary, nongraphic_piece
from matroidlab_atlas.structure.large.regularity import (
    Decomposition,
    decomposition,
    nonregular_piece,
)
from matroidlab_atlas.structure.large.shrinking import shrunk
from matroidlab_atlas.structure.large.shrinking_oracles import Gone, OracleMinor, shrunk_minor
from matroidlab_atlas.structure.large.signing import signed
from matroidlab_atlas.structure.large.splits import Piece
from matroidlab_atlas.structure.matrices import Matrix


@dataclass(frozen=True, eq=False)
class Known:
    """The facts about a large matroid; each is found when it is first asked for.

    Attributes
    ----------
    size
        The number of elements.
    given
        The matrix that the matroid offers; it answers all questions then.
    matroid
        The matroid itself, where it offers no matrix.
    """

    size: int
    given: Given | None
    matroid: Matroid | None = None

    @classmethod
    def of(cls, matroid: Matroid) -> "Known":
        """The graph or the matrix that a matroid offers."""
        edges = large_graph_of(matroid)
        if edges is not None:
            return cls(matroid.size, Given(incidence_matrix(edges) % 2, 2), matroid)
        given = given_matrix(matroid)
        return cls(matroid.size, given, matroid)

    @cached_property
    def edges(self) -> list[Edge] | None:
        """The edges of a graph with the matroid."""
        if self.given is not None:
            known = None if self.matroid is None else large_graph_of(self.matroid)
            return known or self._if_represented(graph_of_binary(self.fundamental))
        assert self.matroid is not None
        return graph_of_oracle(self.matroid)

    @cached_property
    def dual_edges(self) -> list[Edge] | None:
        """The edges of a graph with the dual."""
        if self.given is not None:
            return self._if_represented(graph_of_binary(self.fundamental.dual))
        assert self.matroid is not None
        return graph_of_oracle(Dual(self.matroid))

    def _if_represented(self, edges: list[Edge] | None) -> list[Edge] | None:
        """The edges, if the matrix over another field than GF(2) is of the same matroid."""
        assert self.given is not None
        if edges is None or self.is_given_binary or self.given.is_that_of(self.fundamental):
            return edges
        return None

    @property
    def is_given_binary(self) -> bool:
        """Whether it offers a matrix over GF(2), or a graph."""
        return self.given is not None and self.given.prime == 2

    @cached_property
    def fundamental(self) -> Fundamental:
        """The graph of a basis; if the matroid is binary, it determines it."""
        if self.given is not None:
            return self.given.fundamental
        assert self.matroid is not None
        return Fundamental.of_oracle(self.matroid)

    @cached_property
    def regular(self) -> Decomposition | None:
        """The decomposition of the binary matroid with the same graph of a basis, if regular."""
        return decomposition(self.fundamental)

    @cached_property
    def is_binary(self) -> bool:
        """Whether it is binary; an error if what is known is not enough."""
        if self.is_given_binary or self.edges is not None or self.dual_edges is not None:
            return True
        if self.given is not None:
            return self.regular is not None and self.given.is_that_of(self.fundamental)
        if self.matroid is not None and is_known_orderable(self.matroid):
            return False
        raise TooLargeError(
            f"this needs a table of all subsets: at most 22 elements, got {self.size}; more are "
            "possible for a graph, a matrix (`field_matrix()`), or a matroid that is graphic or "
            "cographic or known to be strongly base-orderable"
        )

    @property
    def is_regular(self) -> bool:
        """Whether it is regular."""
        if self.edges is not None or self.dual_edges is not None:
            return True
        return self.is_binary and self.regular is not None

    @property
    def is_ternary(self) -> bool:
        """Whether it is ternary; an error if what is known is not enough."""
        if self.given is not None and self.given.prime == 3:
            return True
        if self.is_regular:
            return True
        if self.is_binary:
            return False
        raise TooLargeError(
            "whether a matroid is ternary needs a table of all subsets: at most 22 elements, got "
            f"{self.size}; more are possible if it is binary or has a matrix over GF(3)"
        )

    def holds(self, kind: str) -> bool:
        """Whether the matroid is of a class."""
        if kind in ("graphic", "cographic"):
            return (self.edges if kind == "graphic" else self.dual_edges) is not None
        if kind == "ternary":
            return self.is_ternary
        return self.is_binary if kind == "binary" else self.is_regular

    def matrix(self, kind: str) -> Matrix:
        """The matrix of a binary, ternary or regular matroid."""
        if kind == "binary":
            return self.fundamental.matrix(self.size)
        if kind == "ternary" and self.given is not None and self.given.prime == 3:
            rows = self.given.standard[1]
            return np.where(rows == 2, -1, rows).astype(np.int64)
        return signed(self.fundamental, self.size)

    def excluded_minor(self, kind: str) -> Gone:
        """The elements to delete and to contract for an excluded minor, if it is not of a class."""
        everything = list(range(self.size))
        if self.given is None:
            assert self.matroid is not None
            return shrunk_minor(
                OracleMinor(self.matroid, everything),
                lambda minor: Known.of(minor.minor).holds(kind),
            )
        if self.given.prime != 2:
            return shrunk_minor(
                GivenMinor(self.given, everything),
                lambda minor: Known(minor.given.size, minor.given).holds(kind),
            )
        if kind == "graphic":
            return _shrunk_binary(self.fundamental, nongraphic_piece)
        if kind == "cographic":
            contracted, deleted = _shrunk_binary(self.fundamental.dual, nongraphic_piece)
            return deleted, contracted
        # Binary matroids that are not regular, and those that are not ternary, are the same.
        return _shrunk_binary(self.fundamental, nonregular_piece)


@dataclass(frozen=True)
class GivenMinor:
    """A minor of a matroid that is given by a matrix."""

    given: Given
    elements: list[int]

    def basis(self) -> set[int]:
        """The first basis."""
        return {self.elements[place] for place in self.given.standard[0]}

    def without(self, deleted: list[int], contracted: list[int]) -> "GivenMinor":
        """The minor of this one."""
        gone = {*deleted, *contracted}
        kept = [place for place, element in enumerate(self.elements) if element not in gone]
        shrunk = [self.elements.index(element) for element in contracted]
        left = [self.elements[place] for place in kept]
        return GivenMinor(self.given.minor(kept, shrunk), left)


def _shrunk_binary(graph: Fundamental, failing: Callable[[Fundamental], Piece | None]) -> Gone:
    def kept(minor: Fundamental) -> int | None:
        piece = failing(minor)
        return None if piece is None else piece.kept

    minor = shrunk(graph, kept)
    return list(bits(minor.deleted)), list(bits(minor.contracted))


def is_known_orderable(matroid: Matroid) -> bool:
    """Whether a matroid says that it is strongly base-orderable."""
    known = offered(matroid, Orderability)
    return known is not None and known.violation is None
