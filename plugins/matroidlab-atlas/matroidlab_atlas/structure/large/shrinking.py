"""Small minors that still lack a property, from a large matroid that lacks it."""

from collections.abc import Callable
from dataclasses import dataclass

from matroidlab_atlas.structure.large.fundamental import Fundamental

Failing = Callable[[Fundamental], int | None]
"""Returns elements that make a minor without the property, for the basis given; or None."""


@dataclass(frozen=True)
class SmallMinor:
    """A minor of a matroid, and which elements were deleted and contracted for it."""

    graph: Fundamental
    deleted: int = 0
    contracted: int = 0

    def within(self, kept: int) -> "SmallMinor":
        """The minor without the elements that are not kept."""
        gone = self.graph.elements & ~kept
        return SmallMinor(
            self.graph.within(kept),
            self.deleted | gone & ~self.graph.basis,
            self.contracted | gone & self.graph.basis,
        )

    def with_graph(self, graph: Fundamental) -> "SmallMinor":
        """The same minor, for another basis of it."""
        return SmallMinor(graph, self.deleted, self.contracted)

    def whole_for_its_basis(self, whole: Fundamental) -> Fundamental:
        """Return the whole matroid for a basis whose graph holds that of the minor.

        What was contracted was independent beside the bases of the minor, and what was deleted was
        not needed.
        """
        found = whole.for_basis(self.graph.basis | self.contracted)
        assert found is not None
        return found


def shrunk(graph: Fundamental, failing: Failing) -> SmallMinor:
    """Return a smallest minor for which ``failing`` gives elements; it must for the matroid itself.

    The property must pass to minors. Then an element that can be neither deleted nor contracted now
    never can be, and one round over the elements is enough. Before it, large blocks are left out
    at once, so that few questions are about large matroids.
    """
    whole = SmallMinor(graph)
    minor = _smaller(whole, failing)
    assert minor is not None
    length = len(graph.near) // 2
    while length > 1:
        left = list(minor.graph.near)
        for start in range(0, len(left), length):
            block = sum(1 << element for element in left[start : start + length])
            minor = _without(minor, block, failing) or minor
        length //= 2
    for element in list(minor.graph.near):
        if element in minor.graph.near:
            outside = minor.with_graph(minor.graph.with_outside(element))
            inside = minor.with_graph(minor.graph.with_inside(element))
            minor = (
                _without(outside, 1 << element, failing)
                or _without(inside, 1 << element, failing)
                or minor
            )
    return minor


def _without(minor: SmallMinor, block: int, failing: Failing) -> SmallMinor | None:
    kept = minor.graph.elements & ~block
    if kept in (0, minor.graph.elements):
        return None
    return _smaller(minor.within(kept), failing)


def _smaller(minor: SmallMinor, failing: Failing) -> SmallMinor | None:
    found = failing(minor.graph)
    return None if found is None else minor.within(found)
