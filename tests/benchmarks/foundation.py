"""Maximum-weight bases beside networkx, the check of explicit bases, and the time of imports."""

import sys
from itertools import combinations

import networkx as nx
import numpy as np
from measuring import Row, enabled, program, times_faster, under, under_more_than

from matroidlab import ExplicitMatroid, GraphicMatroid, TransversalMatroid, max_weight_basis
from matroidlab.types import Elements


def graphic_basis() -> Row:
    rng = np.random.default_rng(0)
    pairs = np.array(list(combinations(range(100), 2)))
    edges = rng.choice(pairs, size=500, replace=False).tolist()
    weights = rng.permutation(500).astype(float)
    matroid = GraphicMatroid(edges)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from(
        (u, v, weight) for (u, v), weight in zip(edges, weights.tolist(), strict=True)
    )

    def ours() -> Elements:
        return max_weight_basis(matroid, weights)

    def peer() -> list[tuple[int, int, dict[str, float]]]:
        return list(nx.maximum_spanning_edges(graph))

    assert weights[ours()].sum() == sum(data["weight"] for *_, data in peer())
    name = "maximum-weight basis, graphic, 100 vertices, 500 edges"
    return times_faster(
        name, ours, "networkx maximum_spanning_edges", peer, least=40 if enabled() else 8
    )


def transversal_basis() -> Row:
    rng = np.random.default_rng(0)
    sets = [rng.choice(200, size=20, replace=False).tolist() for _ in range(20)]
    weights = rng.permutation(200).astype(float)
    matroid = TransversalMatroid(200, sets)
    order = np.argsort(-weights).tolist()

    def ours() -> Elements:
        return max_weight_basis(matroid, weights)

    def peer() -> list[int]:
        return _greedy_by_matchings(order, matroid)

    assert ours().tolist() == peer()
    name = "maximum-weight basis, transversal, 200 elements, 20 sets"
    if enabled():
        return under(name, ours, most=20e-6)
    return times_faster(name, ours, "networkx, one matching an element", peer, least=20, repeats=7)


def _greedy_by_matchings(order: list[int], matroid: TransversalMatroid) -> list[int]:
    sets_of: dict[int, list[int]] = {element: [] for element in order}
    for j, row in enumerate(matroid.sets):
        for element in row:
            sets_of[element].append(matroid.size + j)
    kept: list[int] = []
    for element in order:
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from([*kept, element])
        graph.add_edges_from((tried, j) for tried in [*kept, element] for j in sets_of[tried])
        if (
            len(nx.bipartite.hopcroft_karp_matching(graph, top_nodes=[*kept, element]))
            == 2 * len(kept) + 2
        ):
            kept.append(element)
    return kept


def explicit_check() -> Row:
    bases = list(combinations(range(12), 6))
    return under(
        f"ExplicitMatroid of U(6,12), {len(bases)} bases checked",
        lambda: ExplicitMatroid(12, bases),
        most=0.05,
    )


def package_import() -> Row:
    bare, ours = (
        program(sys.executable, "-c", ""),
        program(sys.executable, "-c", "import matroidlab"),
    )
    return under_more_than("import matroidlab", ours, "bare Python", bare, most=0.06)


def command_help() -> Row:
    return under(
        "matroidlab --help", program(sys.executable, "-m", "matroidlab", "--help"), most=0.3
    )


BENCHMARKS = (graphic_basis, transversal_basis, explicit_check, package_import, command_help)
