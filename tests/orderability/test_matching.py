"""Single symmetric exchanges and their matchings."""

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import ExplicitMatroid
from matroidlab.orderability.matching import Exchange, match_rows, symmetric_exchanges
from support.orderability import orderables

SQUARES = st.integers(0, 6).flatmap(
    lambda n: st.lists(st.lists(st.booleans(), min_size=n, max_size=n), min_size=n, max_size=n)
)


@given(SQUARES)
def test_rows_are_matched_or_some_are_shown_to_be_short_of_columns(rows: list[list[bool]]) -> None:
    allowed = np.array(rows, dtype=bool).reshape(len(rows), len(rows))
    matching = match_rows(allowed)
    graph: nx.Graph[object] = nx.Graph([(f"row {i}", j) for i, j in np.argwhere(allowed).tolist()])
    largest = sum(
        isinstance(node, str)
        for node in nx.max_weight_matching(graph, maxcardinality=True)
        for node in node
    )
    if matching.columns is not None:
        assert largest == len(rows)
        assert sorted(matching.columns.tolist()) == list(range(len(rows)))
        assert allowed[np.arange(len(rows)), matching.columns].all()
    else:
        assert largest < len(rows)
        assert allowed[matching.rows_short].any(axis=0).sum() < len(matching.rows_short)


@given(orderables(), st.data())
def test_symmetric_exchanges_are_as_defined(matroid: ExplicitMatroid, data: st.DataObject) -> None:
    bases = st.sampled_from(matroid.bases).flatmap(st.permutations)
    source, target = (np.array(data.draw(bases)) for _ in range(2))
    exchange = Exchange.between(source, target)
    listed = {frozenset(basis) for basis in matroid.bases}
    here = frozenset(source.tolist())
    there = frozenset(target.tolist())
    expected = [
        [
            here - {a} | {b} in listed and there - {b} | {a} in listed
            for b in exchange.entering.tolist()
        ]
        for a in exchange.leaving.tolist()
    ]
    assert symmetric_exchanges(matroid, exchange).tolist() == expected
