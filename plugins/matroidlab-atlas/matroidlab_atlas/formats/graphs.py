"""Graphs of networkx, for graphic and for transversal matroids."""

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from matroidlab import GraphicMatroid, Labelled, TransversalMatroid
from matroidlab.errors import FormatError
from matroidlab.protocol import Matroid, graph_edges_of
from matroidlab_atlas.structure import (
    graphic_recognition,
    transversal_presentation,
    transversal_violation,
)
from matroidlab_atlas.structure.arguments import takes_matroids

if TYPE_CHECKING:
    import networkx as nx


def matroid_of_graph(graph: "nx.Graph[Any]") -> GraphicMatroid | Labelled:
    """Return the matroid of a graph; edges are numbered by ``element`` if all have that attribute.

    Names of vertices and edges are kept, as `matroidlab.GraphicMatroid.from_networkx` does.

    >>> import networkx as nx
    >>> matroid_of_graph(nx.cycle_graph(3)).rank
    2
    """
    numbers: list[Any] = [data.get("element") for _, _, data in graph.edges(data=True)]
    found = GraphicMatroid.from_networkx(graph)
    if any(number is None for number in numbers):
        return found
    if sorted(numbers) != list(range(found.size)):
        raise FormatError(
            f"expected each of 0 to {found.size - 1} once as `element` of an edge, got {numbers}"
        )
    order = np.argsort(numbers).tolist()
    if isinstance(found, Labelled):
        edges = graph_edges_of(found) or ()
        names = [found.names[place] for place in order]
        return Labelled(GraphicMatroid([edges[place] for place in order]), names)
    return GraphicMatroid([found.edges[place] for place in order])


@takes_matroids
def graph_of_matroid(matroid: Matroid) -> "nx.MultiGraph[int]":
    """Return a graph with the matroid, or raise an error if the matroid is not graphic.

    Edges have their element as the attribute ``element``.

    >>> from matroidlab import UniformMatroid
    >>> sorted(graph_of_matroid(UniformMatroid(size=3, rank=2)).edges())
    [(0, 1), (0, 2), (1, 2)]
    """
    import networkx as nx  # noqa: PLC0415 - slow to load

    found = graphic_recognition(matroid)
    if found.graph is None:
        raise FormatError(f"expected a graphic matroid; it is {found}")
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    for element, (u, v) in enumerate(found.graph.edges):
        graph.add_edge(u, v, element=element)
    return graph


def matroid_of_bipartite_graph(
    graph: "nx.Graph[Any]", elements: Iterable[Hashable]
) -> TransversalMatroid:
    """Return the matroid of the elements, in this order, that can be matched to the other vertices.

    >>> import networkx as nx
    >>> matroid_of_bipartite_graph(nx.Graph([("a", 0), ("b", 0), ("b", 1)]), ["a", "b"])
    TransversalMatroid(size=2, sets=((0, 1), (1,)))
    """
    place = {node: i for i, node in enumerate(elements)}
    missing = [node for node in place if node not in graph]
    if missing:
        raise FormatError(f"expected elements that are vertices of the graph, got {missing[0]!r}")
    within = next(((u, v) for u, v, *_ in graph.edges if (u in place) == (v in place)), None)
    if within is not None:
        raise FormatError(f"expected edges between elements and other vertices only, got {within}")
    return TransversalMatroid(
        len(place), [[place[e] for e in graph[node]] for node in graph if node not in place]
    )


@takes_matroids
def bipartite_graph_of_matroid(matroid: Matroid) -> "nx.Graph[Any]":
    """Return a bipartite graph of elements and sets whose matchings present the matroid.

    >>> from matroidlab import UniformMatroid
    >>> sorted(bipartite_graph_of_matroid(UniformMatroid(size=2, rank=1)).edges)
    [(0, 'set 0'), (1, 'set 0')]
    """
    import networkx as nx  # noqa: PLC0415 - slow to load

    found = transversal_presentation(matroid)
    if found is None:
        raise FormatError(f"expected a transversal matroid; {transversal_violation(matroid)}")
    graph: nx.Graph[Any] = nx.Graph()
    graph.add_nodes_from(range(found.size), bipartite=0)
    for number, members in enumerate(found.sets):
        graph.add_node(f"set {number}", bipartite=1)
        graph.add_edges_from((element, f"set {number}") for element in members)
    return graph
