"""Lists near a trusted basis: what is cleared is all right by an exchange bijection, judged by trying them all."""

import pickle
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from bandits.test_constraint import judged
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.bare import Bare
from support.matroids import KINDS, bases, matroids
from support.reference import Reference

from matroidlab import GraphicMatroid, Matroid, OracleMatroid, UniformMatroid
from matroidlab.bandits import Constraint, known_bases
from matroidlab.bandits.clearance import Clearance
from matroidlab.bandits.exchange_search import ExchangeSearch
from matroidlab.bandits.known_bases import KnownBases
from matroidlab.types import Actions, Elements, Weights

UNHURRIED = [HealthCheck.too_slow, HealthCheck.filter_too_much]
VALUES = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])


@pytest.fixture(scope="module", autouse=True)
def short_lists_too() -> Iterator[None]:
    """Know bases of any length, that they can be small enough to try everything."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(known_bases, "LONG", 0)
        yield


def neighbours(reference: Reference, basis: list[int]) -> list[list[int]]:
    """All bases that differ from this one in one place, and itself."""
    swapped = [
        [*basis[:j], item, *basis[j + 1 :]]
        for j in range(len(basis))
        for item in reference.ground.difference(basis)
        if frozenset([*basis[:j], item, *basis[j + 1 :]]) in reference.bases
    ]
    return [basis, *swapped]


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25, suppress_health_check=UNHURRIED)
@given(data=st.data())
def test_what_is_cleared_is_all_right(kind: str, data: st.DataObject) -> None:
    """Whatever the trusted basis, good or bad, and whichever lists stand first, so that the vote may be wrong."""
    matroid = data.draw(matroids(kind))
    assume(1 <= matroid.rank <= 4)
    reference = Reference(matroid)
    means = data.draw(st.lists(VALUES, min_size=matroid.size, max_size=matroid.size))
    baseline, trusted = data.draw(bases(reference)), data.draw(bases(reference))
    near = data.draw(st.lists(st.sampled_from(neighbours(reference, trusted)), min_size=2, max_size=8))
    far = data.draw(st.lists(bases(reference), min_size=1, max_size=3))
    lists = data.draw(st.permutations(near + far))
    actions = np.array([lists, lists[::-1]], dtype=np.intp)
    worse = [judged(reference, items, baseline, means) for items in lists]
    for swap_size in range(1, matroid.rank + 1):
        clearance = Clearance(matroid, np.array(means), np.array(baseline), swap_size)
        fine = [count <= swap_size for _, count in worse]
        cleared = ~clearance.doubtful(actions)
        assert (cleared <= np.array([fine, fine[::-1]])).all()
        totals = np.zeros((2, 2))
        Constraint(matroid, means, baseline, swap_size).count(actions, totals)
        assert totals.tolist() == [[sum(count[k] > swap_size for count in worse)] * 2 for k in (0, 1)]


def round_of(matroid: GraphicMatroid, trusted: Elements) -> Actions:
    """The trusted tree, twice, and with every edge outside it in every place where it can be, one at a time."""
    outside = np.setdiff1d(np.arange(matroid.size), trusted)
    edges, places = np.nonzero(matroid.swaps(trusted, outside))
    lists = np.tile(trusted, (len(edges), 1))
    lists[np.arange(len(edges)), places] = outside[edges]
    return np.array([[trusted, trusted, *lists]])


def network(seed: int) -> tuple[GraphicMatroid, Weights, Elements, Elements]:
    """A graph of 10 vertices and 24 edges, means, a baseline and a better tree."""
    rng = np.random.default_rng(seed)
    pairs = list(combinations(range(10), 2))
    matroid = GraphicMatroid([pairs[i] for i in rng.permutation(len(pairs))[:24]])
    means = rng.integers(12, size=24) / 12
    order = np.argsort(-means + rng.normal(scale=0.3, size=24))
    return matroid, means, matroid.greedy(order), matroid.greedy(np.argsort(-means, kind="stable"))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("swap_size", [1, 2])
def test_most_lists_near_a_good_tree_are_cleared_and_no_bad_one(seed: int, swap_size: int) -> None:
    matroid, means, baseline, best = network(seed)
    for trusted, least in ((best, 0.6), (matroid.greedy(np.arange(24)), 0.0), (baseline, 1.0)):
        actions = round_of(matroid, trusted)
        back = np.isin(actions[0], np.setdiff1d(baseline, trusted)).any(axis=1)
        actions = actions[:, np.flatnonzero(~back)]
        search = ExchangeSearch(matroid, means, baseline, swap_size)
        fine = np.array([search.least_worse(items) <= swap_size for items in actions[0]])
        cleared = ~Clearance(matroid, means, baseline, swap_size).doubtful(actions)[0]
        assert (cleared <= fine).all()
        assert cleared.sum() >= least * fine.sum()


def test_ranks_beyond_a_word_are_cleared_alike() -> None:
    """Of two copies of a path with parallel edges: one broken item, in the second word, is repaired."""
    count = 70
    edges = [(v, v + 1) for v in range(count)] + [(v, v + 1) for v in range(count)]
    long = GraphicMatroid([*edges, (count - 2, count), (count - 2, count)])
    means = np.full(long.size, 0.5)
    trusted, baseline = np.arange(count), np.arange(count)
    trusted[count - 1], baseline[count - 1] = 2 * count - 1, 2 * count
    actions = np.tile(trusted, (4, 1))
    actions[1, 0], actions[2, count - 2], actions[3, 5] = count, 2 * count + 1, count + 5
    for means[2 * count + 1], doubtful in ((0.5, False), (0.4, False)):
        clearance = Clearance(long, means, baseline, swap_size=1)
        assert clearance.doubtful(actions[None]).tolist() == [[False, False, doubtful, False]]
        assert clearance.doubtful(actions[None, ::-1]).tolist() == [[False, doubtful, False, False]]


def test_lists_that_are_not_played_hurt_nobody() -> None:
    matroid, means, baseline, best = network(0)
    actions = np.repeat(round_of(matroid, best), 2, axis=0)
    alone = Clearance(matroid, means, baseline, 1).doubtful(actions)
    actions[1, -5:] = -1
    assert (Clearance(matroid, means, baseline, 1).doubtful(actions)[0] == alone[0]).all()
    actions[1] = -1
    assert (Clearance(matroid, means, baseline, 1).doubtful(actions) == [alone[0], np.ones_like(alone[0])]).all()


@pytest.mark.parametrize("shape", [(3,), (5, 3), (1, 2, 3), (0, 4, 3)])
def test_without_three_lists_in_a_round_nothing_is_cleared(shape: tuple[int, ...]) -> None:
    clearance = Clearance(UniformMatroid(5, 3), np.zeros(5), np.arange(3), swap_size=1)
    actions = np.broadcast_to(np.arange(3), shape)
    assert (clearance.doubtful(actions) == np.ones(shape[:-1])).all()


def test_full_memory_is_cleared_and_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    matroid, means, baseline, _ = network(1)
    monkeypatch.setattr(known_bases, "MEMORY", 3 * 8 * (9 + 24 + 1 + 2 * 24))
    assert KnownBases(matroid, means, baseline).room == 0  # too few to be worth it
    monkeypatch.setattr(known_bases, "MANY", 3)
    known = KnownBases(matroid, means, baseline)
    trees = np.array([matroid.greedy(np.roll(np.arange(24), shift)) for shift in range(0, 24, 4)])
    assert known.room == 3
    assert known.numbers(trees[:2]).tolist() == [0, 1]
    assert known.numbers(trees[[2, 1, 0]]).tolist() == [2, 1, 0]
    assert known.numbers(trees[[0, 3]]).tolist() == [0, 1]
    assert known.numbers(trees).tolist() == [0, 1, 2, -1, -1, -1]
    assert (np.sort(known.items) == np.sort(trees[:3])).all()


def test_an_interruption_leaves_nothing_half_known(monkeypatch: pytest.MonkeyPatch) -> None:
    matroid, means, baseline, best = network(1)
    known, undisturbed = KnownBases(matroid, means, baseline), KnownBases(matroid, means, baseline)
    known.reach[:], known.rivals[:], known.partners[:] = 7, 7, 7
    with monkeypatch.context() as patch:
        patch.setattr(GraphicMatroid, "swaps", interrupt)
        with pytest.raises(KeyboardInterrupt):
            known.numbers(best[None])
    for each in (known, undisturbed):
        assert each.numbers(best[None]).tolist() == [0]
    assert (known.reach[0] == undisturbed.reach[0]).all()
    assert (known.rivals[0, best] == undisturbed.rivals[0, best]).all()


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_copy_is_small_and_knows_nothing_yet() -> None:
    matroid, means, baseline, best = network(1)
    constraint = Constraint(matroid, means, baseline)
    assert len(pickle.dumps(constraint)) < 100_000
    actions = np.array([[best, baseline, best]])
    assert pickle.loads(pickle.dumps(constraint)).violated(actions).tolist() == constraint.violated(actions).tolist()


def test_lists_that_are_no_bases_are_judged_and_never_hang() -> None:
    k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    constraint = Constraint(k4, [0.9, 0.1, 0.1, 0.5, 0.5, 0.5], [0, 1, 2])
    assert constraint.exchange_violated(np.array([[[3, 4, 5]]])).shape == (1, 1)
    assert k4.exchanges(np.array([[3, 4, 5]]), np.array([[0, 1, 2]])).shape == (1, 3)


def test_short_lists_are_decided_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    matroid, means, baseline, _ = network(1)
    monkeypatch.setattr(known_bases, "LONG", matroid.rank + 1)
    assert KnownBases(matroid, means, baseline).room == 0


def test_only_bases_are_known() -> None:
    square = GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)])
    known = KnownBases(square, np.zeros(4), np.array([0, 1, 3]))
    assert known.numbers(np.array([[0, 1, 2], [0, 1, 3], [3, 0, 1], [0, 0, 3], [-1, 0, 3]])).tolist() == [
        -1,
        1,
        1,
        -1,
        -1,
    ]


def test_an_oracle_is_not_asked_about_all_swaps() -> None:
    inner = UniformMatroid(5, 3)
    asked: list[tuple[Matroid, int]] = [(inner, 0), (Bare(inner), 0), (OracleMatroid(5, inner.is_independent), -1)]
    for matroid, number in asked:
        assert KnownBases(matroid, np.zeros(5), np.arange(3)).numbers(np.array([[0, 1, 2]])).tolist() == [number]
