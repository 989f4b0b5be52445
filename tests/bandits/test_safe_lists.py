"""What may be shown: laws of `SafeLists` on small matroids, by brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import (
    GraphicMatroid,
    Matroid,
    OracleMatroid,
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
from support.safe_problems import fewest_doubtful, heaviest_weight, problem

few = settings(max_examples=12, deadline=None)
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)


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
def test_lanes_are_as_one_by_one(kind: str, data: st.DataObject, rng: np.random.Generator) -> None:
    matroid = data.draw(matroids(kind))
    bases, baseline, _, m = problem(matroid, rng)
    cautious = rng.integers(4, size=(3, matroid.size)).astype(float)
    weights = rng.integers(-6, 7, size=(3, matroid.size)).astype(float)
    safe = SafeLists(matroid, baseline, m)
    together = safe.heaviest(weights, cautious)
    lists = np.array([bases[k] for k in rng.integers(len(bases), size=3)], dtype=np.intp)
    partners = safe.partners(lists.reshape(3, matroid.rank), cautious)
    for lane in range(3):
        own = slice(lane, lane + 1)
        assert safe.heaviest(weights[own], cautious[own]).tolist() == [together[lane].tolist()]
        alone = safe.partners(lists[own].reshape(1, matroid.rank), cautious[own])
        assert alone.tolist() == [partners[lane].tolist()]


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
        weights = rng.integers(-6, 7, size=(1, matroid.size)).astype(float)
        assert not at_worst.exchange_violated(bare.heaviest(weights, cautious[None])).any()
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
