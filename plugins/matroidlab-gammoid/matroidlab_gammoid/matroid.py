from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from matroidlab import MatroidBase
from matroidlab.errors import InvalidMatroidError
from matroidlab.types import (
    Booleans,
    Elements,
    ElementsLike,
    as_elements,
    as_int_tuples,
    as_integers,
)
from matroidlab_gammoid.exchange import LinkingExchange
from matroidlab_gammoid.linking import START, Linking


@dataclass(frozen=True)
class Gammoid(MatroidBase):
    """The matroid of the sets that can be linked to ``sinks`` by vertex-disjoint paths.

    >>> routes = Gammoid(arcs=[(0, 2), (1, 2), (1, 3), (2, 4), (3, 5)], sinks=[4, 5])
    >>> routes.greedy(np.array([0, 1, 2]))
    array([0, 1])
    >>> routes.is_independent(np.array([0, 2]))
    False

    Element ``i`` stands at the vertex ``elements[i]``, and paths lead from there along the
    ``arcs``, pairs of tail and head. Vertices are any integers. Without ``elements``, they are all
    vertices of arcs and sinks, in order: a *strict* gammoid. A sink is linked to itself; a vertex
    without a way to a sink is a loop; elements at the same vertex are parallel. Loops of the
    digraph, parallel arcs and arcs that leave sinks are all right, and change nothing.

    That it is a matroid is a theorem of Mason (1972, https://doi.org/10.1112/plms/s3-25.1.55).
    Strongly base-orderable, by construction: see `orderability`.

    Attributes
    ----------
    arcs
        Pairs of tail and head.
    sinks
        The vertices that paths lead to.
    elements
        The vertex of each element; None takes all vertices in order.
    """

    arcs: Sequence[tuple[int, int]]
    sinks: Sequence[int]
    elements: Sequence[int] | None = None

    def __post_init__(self) -> None:
        arcs = as_int_tuples(self.arcs, name="arcs", error=InvalidMatroidError)
        for i, arc in enumerate(arcs):
            if len(arc) != 2:
                raise InvalidMatroidError(
                    f"arcs must be pairs of vertices, tail and head, but arcs[{i}] is {arc}"
                )
        sinks = as_integers(self.sinks, name="sinks", error=InvalidMatroidError)
        vertices = sorted({*sinks, *(vertex for arc in arcs for vertex in arc)})
        given = vertices if self.elements is None else self.elements
        object.__setattr__(self, "arcs", tuple(sorted(set(arcs))))
        object.__setattr__(self, "sinks", tuple(sorted(set(sinks))))
        object.__setattr__(
            self, "elements", as_integers(given, name="elements", error=InvalidMatroidError)
        )

    @property
    def _at(self) -> Sequence[int]:
        """The vertex of each element."""
        return self.elements or ()

    @property
    def size(self) -> int:
        """The number of elements."""
        return len(self._at)

    @cached_property
    def _vertices(self) -> list[int]:
        """All vertices, ascending; inside, they are numbered from 0 in this order."""
        return sorted({*self.sinks, *self._at, *(vertex for arc in self.arcs for vertex in arc)})

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {vertex: number for number, vertex in enumerate(self._vertices)}

    @cached_property
    def _vertex_of(self) -> list[int]:
        """The number of the vertex of each element."""
        return [self._numbers[vertex] for vertex in self._at]

    @cached_property
    def _steps(self) -> list[list[int]]:
        """For each vertex itself and the heads of its arcs; none for a sink."""
        sinks = set(self.sinks)
        steps = [
            [] if vertex in sinks else [number] for number, vertex in enumerate(self._vertices)
        ]
        for tail, head in self.arcs:
            if tail not in sinks and tail != head:
                steps[self._numbers[tail]].append(self._numbers[head])
        return steps

    def _linked(self, independent: Elements) -> Linking:
        return Linking.of(
            self._steps, [self._vertex_of[element] for element in independent.tolist()]
        )

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether all elements can be linked at once; O(elements x arcs)."""
        return len(self.greedy(elements)) == len(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """The elements that can be linked beside those before; one search each, O(rank x arcs)."""
        linking = Linking(self._steps)
        kept = [element for element in order.tolist() if linking.link(self._vertex_of[element])]
        return np.array(kept, dtype=np.intp)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """An element replaces those that a search from it reaches, or any with a free sink."""
        linking = self._linked(independent)
        place_at = {
            self._vertex_of[element]: place for place, element in enumerate(independent.tolist())
        }
        allowed = np.zeros((len(incoming), len(independent)), dtype=np.bool_)
        for i, element in enumerate(incoming.tolist()):
            reached, free = linking.search(self._vertex_of[element])
            # A search from where a path begins goes nowhere: an element of the set has its own
            # place only.
            replaced = [place_at[vertex] for vertex in reached if linking.origin[vertex] == START]
            allowed[i, slice(None) if free is not None else replaced] = True
        return allowed

    def orderability(self) -> LinkingExchange:
        """A strong bijection for every pair of bases, by walks between their linkings."""
        return LinkingExchange(self._steps, self._vertex_of)

    def delete(self, elements: ElementsLike, /) -> Self:
        """The gammoid without some elements; the others are renumbered, in order.

        >>> Gammoid(arcs=[(0, 1), (1, 2)], sinks=[2]).delete([1])
        Gammoid(arcs=((0, 1), (1, 2)), sinks=(2,), elements=(0, 2))
        """
        removed = set(as_elements(elements, size=self.size).tolist())
        kept = [vertex for element, vertex in enumerate(self._at) if element not in removed]
        return type(self)(self.arcs, self.sinks, kept)

    def contract(self, elements: ElementsLike, /) -> Self:
        """The gammoid of the sets that can be linked beside ``elements``.

        Along the paths of ``elements``, each vertex hands its arcs on to the next.

        >>> Gammoid(arcs=[(0, 2), (1, 2), (2, 3), (2, 4)], sinks=[3, 4]).contract([0])
        Gammoid(arcs=((1, 2), (4, 2), (4, 3)), sinks=(3,), elements=(1, 2, 3, 4))

        Link a basis of them, and let each vertex have the steps of the one that steps on it, but
        for those onto the basis. What can be left unstepped beside the basis is then what can be
        left unstepped at all (see `Linking`), and the sinks are those that are still free.
        """
        removed = as_elements(elements, size=self.size)
        linking = self._linked(self.greedy(removed))
        names = self._vertices
        arcs = [
            (names[vertex], names[step])
            for vertex, origin in enumerate(linking.origin)
            for step in (self._steps[origin] if origin >= 0 else ())
            if linking.origin[step] != START and step != vertex
        ]
        return type(self)(arcs, [names[vertex] for vertex in linking.free], self._at).delete(
            removed
        )
