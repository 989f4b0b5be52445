"""The offers for messages and pictures: names of the elements, and a graph."""

from collections.abc import Iterable

from matroidlab.errors import ConformanceError, InvalidAnswerError
from matroidlab.protocol import graph_edges_of
from matroidlab.protocol.labels import names_fault
from matroidlab.testing.laws.trial import Trial


def has_element_names(trial: Trial) -> bool:
    """Whether the matroid names its elements."""
    return hasattr(trial.matroid, "element_names")


def has_graph_edges(trial: Trial) -> bool:
    """Whether the matroid comes from a graph."""
    return hasattr(trial.matroid, "graph_edges") and trial.matroid.graph_edges() is not None


def element_names_are_a_text_for_each(trial: Trial) -> None:
    """`element_names` is a property, not a method: a sequence with a string for each element."""
    fault = names_fault(trial.matroid)
    if fault is not None:
        raise ConformanceError(fault)


def graph_edges_agree_with_oracle(trial: Trial) -> None:
    """`graph_edges` has an edge for each element; independent sets are those without cycles."""
    try:
        edges = graph_edges_of(trial.matroid)
    except InvalidAnswerError as error:
        raise ConformanceError(str(error)) from error
    assert edges is not None
    for chosen in trial.sets:
        if _is_forest([edges[element] for element in chosen]) != trial.is_independent(chosen):
            kind = "closes a cycle" if trial.is_independent(chosen) else "closes no cycle"
            raise ConformanceError(
                f"by graph_edges {list(chosen)} {kind}, but the oracle says otherwise"
            )


def _is_forest(edges: Iterable[tuple[int, int]]) -> bool:
    # Written apart from the kernels for forests, which this law judges.
    tree: dict[int, int] = {}
    for u, v in edges:
        here = tree.setdefault(u, u)
        there = tree.setdefault(v, v)
        if here == there:
            return False
        tree = {vertex: here if root == there else root for vertex, root in tree.items()}
    return True
