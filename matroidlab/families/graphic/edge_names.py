from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx


def names_of_edges(graph: "nx.Graph[Any]") -> list[str] | None:
    """Return a name for each edge of a graph of networkx, or None if its vertices are integers.

    >>> import networkx as nx
    >>> names_of_edges(nx.MultiGraph([("u", "v"), ("u", "v"), ("v", "w")]))
    ['u-v', 'u-v (2)', 'v-w']
    """
    given: list[Any] = [data.get("name") for *_, data in graph.edges(data=True)]
    if given and all(isinstance(name, str) for name in given):
        return _distinct(given)
    if all(isinstance(node, int) for node in graph.nodes):
        return None
    return _distinct(f"{edge[0]}-{edge[1]}" for edge in graph.edges)


def _distinct(names: Iterable[str]) -> list[str]:
    seen: Counter[str] = Counter()
    found: list[str] = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found
