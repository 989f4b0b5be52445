"""What may be shown: laws of `SafeLists` on small matroids, by brute force."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import (
    DirectSum,
    GraphicMatroid,
    Matroid,
    OracleMatroid,
    PartitionMatroid,
    TransversalMatroid,
    max_weight_basis,
)
from matroidlab.algorithms import component_of
from matroidlab.bandits import SafeLists
from matroidlab.bandits.certified_pairs import CertifiedPairs
from matroidlab.bandits.interleaving import Interleaver
from matroidlab.errors import InvalidElementsError, NotABasisError
from matroidlab.protocol import uniform_blocks_of
from matroidlab.simulation import Constraint
from support.matroids import KINDS, matroids
from support.reference import Reference

few = settings(max_examples=20, deadline=None)
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def problem(matroid: Matroid, rng: np.random.Generator) -> tuple[Any, Any, Any, Any]:
    """All bases, a baseline, integer cautious weights with ties and infinities, and m."""
    reference = Reference(matroid)
    bases = sorted(sorted(basis) for basis in reference.bases)
    baseline = np.array(bases[rng.integers(len(bases))], dtype=np.intp)
    cautious = rng.integers(4, size=matroid.size).astype(float)
    cautious[baseline] = np.where(rng.random(len(baseline)) < 0.1, np.inf, cautious[baseline])
    swap_size = int(rng.integers(0, reference.rank + 2))
    return [np.array(basis, dtype=np.intp) for basis in bases], baseline, cautious, swap_size


def fewest_doubtful(items: Any, baseline: Any, cautious: Any, component: Any) -> int:
    """By all bijections: how few items have no partner, in their component and no better."""
    return min(
        (
            sum(
                component[item] != component[other] or cautious[item] < cautious[other]
                for item, other in zip(items, order, strict=True)
                if item != other
            )
            for order in permutations(baseline)
        ),
        default=0,
    )


def heaviest_weight(lists: Any, weights: Any) -> float:
    return max(float(weights[items].sum()) for items in lists)


@pytest.mark.parametrize("kind", KINDS)
@few
@given(data=st.data(), rng=seeds)
def test_a_list_is_allowed_if_a_matching_within_components_leaves_m_items_out(
    kind: str, data: st.DataObject, rng: np.random.Generator
) -> None:
    matroid = data.draw(matroids(kind))
    if matroid.rank > 5:
        return
    bases, baseline, cautious, m = problem(matroid, rng)
    safe = SafeLists(matroid, baseline, m)
    component = component_of(matroid)
    for items in (bases[k] for k in rng.permutation(len(bases))[:8]):
        doubtful = fewest_doubtful(items, baseline, cautious, component)
        assert safe.allows(items[None], cautious[None]).tolist() == [doubtful <= m]
        partners = safe.partners(items[None], cautious[None])[0]
        assert (partners < 0).sum() == doubtful
        paired = partners >= 0
        assert len(set(partners[paired])) == paired.sum()
        assert set(partners[paired]) <= set(baseline)
        assert (partners[np.isin(items, baseline)] == items[np.isin(items, baseline)]).all()
        assert (component[items[paired]] == component[partners[paired]]).all()
        assert (cautious[items[paired]] >= cautious[partners[paired]]).all()


@pytest.mark.parametrize("kind", KINDS)
@few
@given(data=st.data(), rng=seeds)
def test_heaviest_is_the_heaviest_of_all_allowed_lists(
    kind: str, data: st.DataObject, rng: np.random.Generator
) -> None:
    matroid = data.draw(matroids(kind))
    bases, baseline, cautious, m = problem(matroid, rng)
    safe = SafeLists(matroid, baseline, m)
    weights = rng.integers(-6, 7, size=matroid.size).astype(float)
    (found,) = safe.heaviest(weights[None], cautious[None])
    assert sorted(found.tolist()) in [basis.tolist() for basis in bases]
    assert safe.allows(found[None], cautious[None]).all()
    rows = np.array(bases, dtype=np.intp).reshape(len(bases), matroid.rank)
    allowed = safe.allows(rows, np.repeat(cautious[None], len(bases), axis=0))
    assert weights[found].sum() == heaviest_weight(rows[allowed], weights)
    assert (np.diff(weights[found]) <= 0).all()
    if m >= matroid.rank:
        assert found.tolist() == max_weight_basis(matroid, weights).tolist()


@pytest.mark.parametrize("kind", KINDS)
@few
@given(data=st.data(), rng=seeds)
def test_every_list_of_a_round_is_allowed(
    kind: str, data: st.DataObject, rng: np.random.Generator
) -> None:
    matroid = data.draw(matroids(kind))
    bases, baseline, cautious, m = problem(matroid, rng)
    if not 1 <= m <= matroid.rank:
        return
    trusted = max_weight_basis(matroid, cautious)
    proposal = bases[rng.integers(len(bases))]
    interleaver = Interleaver(matroid, swap_size=m, rounds="lean")
    lists = interleaver.actions(trusted[None], proposal[None])[0]
    safe = SafeLists(matroid, baseline, m)
    assert safe.allows(lists, np.repeat(cautious[None], len(lists), axis=0)).all()


@pytest.mark.parametrize("kind", KINDS)
@few
@given(data=st.data(), rng=seeds)
def test_allowed_lists_keep_the_promise_for_all_means_between_the_bounds(
    kind: str, data: st.DataObject, rng: np.random.Generator
) -> None:
    """And on direct sums of uniform matroids, disguised or not, in the exchange reading too."""
    matroid = data.draw(matroids(kind))
    bases, baseline, _, m = problem(matroid, rng)
    if not 1 <= m <= matroid.rank:
        return
    lower = rng.integers(5, size=matroid.size).astype(float)
    upper = lower + rng.integers(3, size=matroid.size)
    cautious = lower.copy()
    cautious[baseline] = upper[baseline]
    rows = np.array(bases, dtype=np.intp)
    safe = SafeLists(matroid, baseline, m)
    allowed = safe.allows(rows, np.repeat(cautious[None], len(bases), axis=0))
    blocks = uniform_blocks_of(matroid)
    for _ in range(5):
        means = lower + rng.random(matroid.size).round(1) * (upper - lower)
        constraint = Constraint(matroid, means, baseline, m)
        assert not constraint.violated(rows[allowed]).any()
        if blocks is not None:
            assert not constraint.exchange_violated(rows[allowed]).any()
    at_worst = Constraint(matroid, cautious, baseline, m)
    if blocks is not None:
        assert at_worst.exchange_violated(rows).tolist() == (~allowed).tolist()
        bare = SafeLists(OracleMatroid(matroid.size, matroid.is_independent), baseline, m)
        assert bare.blocks is None
        disguised = bare.allows(rows, np.repeat(cautious[None], len(bases), axis=0))
        assert disguised.tolist() == allowed.tolist()
    elif len(set(component_of(matroid))) == 1:
        assert at_worst.violated(rows).tolist() == (~allowed).tolist()


@few
@given(rng=seeds)
def test_certified_pairs_are_a_transversal_matroid(rng: np.random.Generator) -> None:
    size = int(rng.integers(1, 7))
    components = rng.integers(2, size=size)
    baseline = rng.permutation(size)[: int(rng.integers(0, size + 1))]
    cautious = rng.integers(3, size=size).astype(float)
    m = int(rng.integers(0, 3))
    proven = CertifiedPairs(cautious, baseline, components, m)
    sets = [
        [e for e in range(size) if components[e] == components[b] and cautious[e] >= cautious[b]]
        for b in baseline
    ]
    expected = TransversalMatroid(size, [*sets, *[list(range(size))] * m])
    assert proven.rank == expected.rank
    subsets = [
        np.flatnonzero([mask >> element & 1 for element in range(size)]) for mask in range(2**size)
    ]
    for items in subsets:
        assert proven.is_independent(items) == expected.is_independent(items)
        if expected.is_independent(items):
            everything = np.arange(size)
            swaps = expected.swaps(items, everything)
            assert proven.swaps(items, everything).tolist() == swaps.tolist()
    order = rng.permutation(size)
    assert proven.greedy(order).tolist() == expected.greedy(order).tolist()


def test_greedy_over_all_parts_at_once_would_be_wrong() -> None:
    """The doubtful place goes where it gains most, not to the heaviest doubtful item."""
    parts = PartitionMatroid([[0, 1], [2, 3]])
    safe = SafeLists(parts, baseline=[1, 3], swap_size=1)
    cautious = np.array([[0.0, 0.5, 0.0, 0.5]])
    weights = np.array([[0.9, 0.8, 0.7, 0.1]])
    assert safe.heaviest(weights, cautious).tolist() == [[1, 2]]


def test_lots_give_the_doubtful_place_to_a_part_that_gains() -> None:
    parts = PartitionMatroid([[0, 1], [2, 3], [4, 5]])
    safe = SafeLists(parts, baseline=[1, 3, 5], swap_size=1)
    assert safe.lots == 0
    safe.cure([1, 3, 5])
    assert safe.lots == 4
    cautious = np.array([[0.0, 0.5, 0.0, 0.5, 0.0, 0.5]])
    weights = np.array([[0.9, 0.1, 0.3, 0.2, 0.1, 0.2]])
    tails = np.array([[0.0, -9.0, 1.0, 2.0]])
    heads = np.array([[-2.0, -9.0, 1.0, 2.0]])
    assert safe.heaviest(weights, cautious, tails).tolist() == [[0, 3, 5]]
    assert safe.heaviest(weights, cautious, heads).tolist() == [[2, 5, 1]]


def test_other_matroids_show_a_list_of_a_round_by_lot() -> None:
    triangle = GraphicMatroid([(0, 1), (1, 2), (0, 2)])
    safe = SafeLists(DirectSum([triangle, triangle]), baseline=[0, 1, 3, 4], swap_size=1)
    safe.cure([0, 1, 3, 4])
    rng = np.random.default_rng(0)
    cautious = np.array([[1.0, 1.0, 0.0, 1.0, 1.0, 0.0]])
    weights = np.array([[0.1, 0.2, 0.9, 0.1, 0.2, 0.3]])
    shown = set()
    for _ in range(40):
        lots = rng.standard_normal((1, safe.lots))
        lots[0, 0] = -2.0
        found = safe.heaviest(weights, cautious, lots)
        assert safe.allows(found, cautious).all()
        shown.add(tuple(sorted(found[0].tolist())))
    assert len(shown) > 1


@few
@given(matroid=matroids("graphic"), rng=seeds)
def test_the_heaviest_list_of_a_round_is_allowed(
    matroid: Matroid, rng: np.random.Generator
) -> None:
    _, baseline, cautious, m = problem(matroid, rng)
    weights = rng.integers(-6, 7, size=(1, matroid.size)).astype(float)
    exact = SafeLists(matroid, baseline, m)
    quick = SafeLists(matroid, baseline, m, by_intersection=False)
    best = exact.heaviest(weights, cautious[None])
    found = quick.heaviest(weights, cautious[None])
    assert quick.allows(found, cautious[None]).all()
    assert weights[0, found].sum() <= weights[0, best].sum()


def test_faults_are_named() -> None:
    triangle = GraphicMatroid([(0, 1), (1, 2), (0, 2)])
    with pytest.raises(NotABasisError, match="baseline must be independent"):
        SafeLists(triangle, baseline=[0, 1, 2])
    safe = SafeLists(triangle, baseline=[0, 1])
    with pytest.raises(InvalidElementsError, match=r"shape \(1, 2\)"):
        safe.partners(np.array([[0, 1, 2]]), np.zeros((1, 3)))
    with pytest.raises(InvalidElementsError, match="no -1"):
        safe.allows(np.array([[0, -1]]), np.zeros((1, 3)))
