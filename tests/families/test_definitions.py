"""Independence of each family by another definition, which shares no code with the family's own
way."""

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import (
    ExplicitMatroid,
    GraphicMatroid,
    PartitionMatroid,
    TransversalMatroid,
    UniformMatroid,
)
from support.matroids import members, parts
from support.reference import elements

more = settings(max_examples=100)


@more
@given(data=st.data())
def test_uniform_sets_are_independent_up_to_the_rank(data: st.DataObject) -> None:
    matroid: UniformMatroid = data.draw(members("uniform"))
    part = data.draw(parts(matroid))
    assert matroid.is_independent(elements(part)) is (len(part) <= matroid.rank)


@more
@given(data=st.data())
def test_partition_sets_are_independent_if_no_block_is_over_its_capacity(
    data: st.DataObject,
) -> None:
    matroid: PartitionMatroid = data.draw(members("partition"))
    part = data.draw(parts(matroid))
    assert matroid.capacities is not None
    pairs = zip(matroid.blocks, matroid.capacities, strict=True)
    assert matroid.is_independent(elements(part)) is all(
        len(set(block) & set(part)) <= limit for block, limit in pairs
    )


@more
@given(data=st.data())
def test_graphic_sets_are_independent_if_they_are_forests(data: st.DataObject) -> None:
    matroid: GraphicMatroid = data.draw(members("graphic"))
    part = data.draw(parts(matroid))
    graph: nx.MultiGraph[int] = nx.MultiGraph([matroid.edges[element] for element in part])
    assert matroid.is_independent(elements(part)) is (not part or nx.is_forest(graph))


@more
@given(data=st.data())
def test_transversal_sets_are_independent_if_a_matching_covers_them(data: st.DataObject) -> None:
    matroid: TransversalMatroid = data.draw(members("transversal"))
    part = data.draw(parts(matroid))
    graph: nx.Graph[tuple[str, int]] = nx.Graph()
    graph.add_nodes_from(("element", element) for element in part)
    for j, row in enumerate(matroid.sets):
        graph.add_edges_from((("element", element), ("set", j)) for element in set(row) & set(part))
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    assert matroid.is_independent(elements(part)) is (len(matching) == len(part))


@more
@given(data=st.data())
def test_explicit_sets_are_independent_if_a_basis_holds_them(data: st.DataObject) -> None:
    matroid: ExplicitMatroid = data.draw(members("explicit"))
    part = data.draw(parts(matroid))
    assert matroid.is_independent(elements(part)) is any(
        set(part) <= set(basis) for basis in matroid.bases
    )


@given(size=st.integers(0, 5), data=st.data())
def test_transversal_of_singletons_with_repeats_is_a_partition_matroid(
    size: int, data: st.DataObject
) -> None:
    """A block of capacity c is c equal sets."""
    blocks = [[e for e in range(size) if e % 2 == 0], [e for e in range(size) if e % 2]]
    capacities = data.draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))
    partition = PartitionMatroid(blocks, capacities)
    rows = [blocks[0]] * capacities[0] + [blocks[1]] * capacities[1]
    order = elements(data.draw(parts(partition)))
    assert partition.greedy(order).tolist() == TransversalMatroid(size, rows).greedy(order).tolist()


def test_vertices_are_any_integers() -> None:
    far = 2**80
    matroid = GraphicMatroid([(-far, far), (far, 0), (0, -far), (0, far + 1)])
    assert matroid.greedy(elements([0, 1, 2, 3])).tolist() == [0, 1, 3]
    assert matroid.swaps(elements([0, 1]), elements([2, 3])).tolist() == [
        [True, True],
        [True, True],
    ]


def test_capacities_may_be_larger_than_any_block() -> None:
    matroid = PartitionMatroid([[0, 2], [1]], [2**80, 0])
    assert matroid.rank == 2
    assert matroid.greedy(elements([1, 2, 0])).tolist() == [2, 0]
    assert matroid.swaps(elements([2]), elements([0, 1, 2])).tolist() == [[True], [False], [True]]


def test_elements_of_a_networkx_graph_are_its_edges_in_their_order() -> None:
    graph: nx.MultiGraph[str] = nx.MultiGraph([("a", "b"), ("a", "b"), ("c", "c"), ("b", "c")])
    matroid = GraphicMatroid.from_networkx(graph)
    names = list(graph.nodes)
    assert [tuple(sorted(names[v] for v in edge)) for edge in matroid.edges] == [
        tuple(sorted(edge[:2])) for edge in graph.edges
    ]
    assert matroid.rank == 2


@given(data=st.data())
def test_rank_of_a_graph_is_vertices_less_components(data: st.DataObject) -> None:
    matroid: GraphicMatroid = data.draw(members("graphic"))
    graph: nx.MultiGraph[int] = nx.MultiGraph(list(matroid.edges))
    assert matroid.rank == graph.number_of_nodes() - nx.number_connected_components(graph)


@given(data=st.data())
def test_rank_of_a_partition_is_the_sum_of_what_the_blocks_can_hold(data: st.DataObject) -> None:
    matroid: PartitionMatroid = data.draw(members("partition"))
    assert matroid.capacities is not None
    held = [
        min(len(block), limit)
        for block, limit in zip(matroid.blocks, matroid.capacities, strict=True)
    ]
    assert matroid.rank == sum(held)
