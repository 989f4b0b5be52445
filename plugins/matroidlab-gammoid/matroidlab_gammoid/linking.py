from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

FREE = -1
START = -2
"""Why no path steps on a vertex: it is a sink that no path uses, or a path begins there."""


@dataclass
class Linking:
    """Paths to the sinks of a digraph, no vertex in two of them, and the search for one more.

    >>> linking = Linking([[0, 2], [1, 2], [2, 3, 4], [], []])
    >>> [linking.link(vertex) for vertex in (0, 1, 4)]
    [True, False, True]
    >>> linking.origin
    [-2, 1, 0, 2, -2]

    Every vertex but the sinks takes one of its ``steps``: to the next vertex of its path, or to
    itself if no path comes by. No two step on the same vertex. And any such choice of steps links
    all vertices on which no path steps: follow the steps from there, they never come back to where
    they were, and so end in a sink. So paths are found by matching vertices to steps, as Ingleton
    and Piff have it (1973, https://doi.org/10.1016/0095-8956(73)90031-2).
    """

    steps: Sequence[Sequence[int]]
    """For each vertex itself and the heads of its arcs; none for a sink, where paths end."""
    origin: list[int] = field(init=False)
    """For each vertex the one that steps on it, or `FREE` or `START`."""
    closed: set[int] = field(init=False, default_factory=set)
    """The vertices that failed searches have reached, which no later search need enter."""

    def __post_init__(self) -> None:
        self.origin = [vertex if row else FREE for vertex, row in enumerate(self.steps)]

    @classmethod
    def of(cls, steps: Sequence[Sequence[int]], vertices: Iterable[int]) -> "Linking":
        """Link as many of the vertices as there are paths for, the first ones first."""
        linking = cls(steps)
        for vertex in vertices:
            linking.link(vertex)
        return linking

    @property
    def free(self) -> list[int]:
        """The sinks that no path uses."""
        return [vertex for vertex, origin in enumerate(self.origin) if origin == FREE]

    @property
    def onward(self) -> dict[int, int]:
        """The step that each vertex takes."""
        return {origin: vertex for vertex, origin in enumerate(self.origin) if origin >= 0}

    def link(self, vertex: int) -> bool:
        """Begin a path at ``vertex``, if there is one beside those before; one search, O(arcs)."""
        before, free = self.search(vertex)
        if free is None:
            self.closed.update(before)
            return False
        while free != vertex:
            self.origin[free] = self.origin[before[free]]
            free = before[free]
        self.origin[vertex] = START
        return True

    def search(self, vertex: int) -> tuple[dict[int, int], int | None]:
        """Search from ``vertex`` for a free sink.

        The path that steps on a vertex must step elsewhere, and so on. Returns the vertices that
        are reached, the origin of each, and a free sink.
        """
        before = {vertex: vertex}
        frontier = [] if vertex in self.closed else [vertex]
        while frontier:
            current = frontier.pop()
            origin = self.origin[current]
            if origin == FREE:
                return before, current
            for step in () if origin == START else self.steps[origin]:
                if step not in before and step not in self.closed:
                    before[step] = current
                    frontier.append(step)
        return before, None
