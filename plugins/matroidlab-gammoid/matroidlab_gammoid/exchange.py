from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from matroidlab.types import Elements
from matroidlab_gammoid.linking import START, Linking


@dataclass(frozen=True)
class LinkingExchange:
    """Strong bijections of a gammoid, by steps of the target's and the source's linking in turn.

    >>> from matroidlab_gammoid import Gammoid
    >>> routes = Gammoid(arcs=[(0, 2), (1, 2), (1, 3), (2, 4), (3, 5)], sinks=[4, 5])
    >>> routes.orderability().strong_bijection(np.array([0, 1]), np.array([5, 2]))
    array([2, 5])

    Why it is strong: take a linking of the source A and one of the target B (see `Linking`). Walk
    from a vertex of A: from where you are to the vertex that steps there in the linking of B, and
    from that one to where it steps in the linking of A, until no path steps there in the linking of
    B. No two step on the same vertex, so walks come to an end and never meet. If one from a ended
    in a free sink, its vertices could step as in the linking of A in that of B, too; then no path
    would step on a, and B with a would be independent: more than a basis. So it ends in B. To
    exchange a part X of A, let the vertices that step on the walks of X step as in the linking of
    B, all others as in that of A: still no two step on the same vertex, and none on the ends of
    the walks of X or on the rest of A. So these are linked.
    """

    steps: Sequence[Sequence[int]]
    vertex_of: Sequence[int]

    violation = None
    """Every gammoid is strongly base-orderable."""

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements:
        """Pair two bases, aligned with ``source``; common elements stay. O(rank x arcs)."""
        entering = {self.vertex_of[element]: element for element in target.tolist()}
        starts = [self.vertex_of[element] for element in source.tolist()]
        ours = Linking.of(self.steps, starts)
        theirs = Linking.of(self.steps, entering)
        onward = ours.onward
        partners = []
        for vertex in starts:
            while theirs.origin[vertex] != START:
                vertex = onward[theirs.origin[vertex]]  # noqa: PLW2901
            partners.append(entering[vertex])
        return np.array(partners, dtype=np.intp)
