"""What a matroid offers to be shown by: names of its elements, and a graph. And the examples of its record."""

from collections.abc import Iterable

from matroidlab.errors import ConformanceError, InvalidAnswerError
from matroidlab.parameters import examples_fault
from matroidlab.protocol import graph_edges_of
from matroidlab.protocol.element_names import names_fault
from matroidlab.testing.laws.trial import Trial


def has_element_names(trial: Trial) -> bool:
    """Whether the matroid names its elements."""
    return hasattr(trial.matroid, "element_names")


def has_graph_edges(trial: Trial) -> bool:
    """Whether the matroid comes from a graph."""
    return hasattr(trial.matroid, "graph_edges") and trial.matroid.graph_edges() is not None


def element_names_are_a_text_for_each(trial: Trial) -> None:
    """`element_names` is a property, not a method: a sequence with a text for each element."""
    fault = names_fault(trial.matroid)
    if fault is not None:
        raise ConformanceError(fault)


def examples_are_tables_of_parameters(trial: Trial) -> None:
    """The examples of a record are several tables of parameters, and each builds a matroid."""
    if trial.family is None:
        return
    fault = examples_fault(trial.family.name, trial.family.examples)
    if fault is not None:
        raise ConformanceError(fault)
    for example in trial.family.examples:
        trial.family.build(**example)


def graph_edges_agree_with_oracle(trial: Trial) -> None:
    """`graph_edges` has an edge for each element, and a set is independent exactly if its edges close no cycle."""
    try:
        edges = graph_edges_of(trial.matroid)
    except InvalidAnswerError as error:
        raise ConformanceError(str(error)) from error
    assert edges is not None
    for chosen in trial.sets:
        if _is_forest([edges[element] for element in chosen]) != trial.is_independent(chosen):
            kind = "closes a cycle" if trial.is_independent(chosen) else "closes no cycle"
            raise ConformanceError(f"by graph_edges {list(chosen)} {kind}, the oracle says otherwise")


def _is_forest(edges: Iterable[tuple[int, int]]) -> bool:
    """Whether each edge joins two trees of the forest so far."""
    tree: dict[int, int] = {}
    for u, v in edges:
        here, there = tree.setdefault(u, u), tree.setdefault(v, v)
        if here == there:
            return False
        tree = {vertex: here if root == there else root for vertex, root in tree.items()}
    return True
