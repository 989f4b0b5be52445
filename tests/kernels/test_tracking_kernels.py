"""Trees of maxima and kept forests: compiled = plain = numpy = found anew, after every step of random updates."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.updates import follow, kernels

from matroidlab import GraphicMatroid, PartitionMatroid
from matroidlab.algorithms.blocks.tournament_layout import Layout
from matroidlab.algorithms.blocks.tournaments import CompiledTournament, Tournament
from matroidlab.algorithms.kept_forests import KeptForests
from matroidlab.algorithms.lanes import LaneByLane
from matroidlab.kernels import Kernel
from matroidlab.kernels import kept_forests as forest_kernels
from matroidlab.kernels import tournaments as tournament_kernels
from matroidlab.kernels.tournaments import offer
from matroidlab.types import Weights

WAYS = ("plain", "compiled")
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=80, deadline=None)


def layouts(rng: np.random.Generator, widest: int) -> Layout:
    """Up to four blocks, elements scattered over them; any counts, narrow arities so that trees are high."""
    sizes = rng.integers(0, rng.choice([2, 6, widest], size=rng.integers(5)))
    shuffled = rng.permutation(sizes.sum()).tolist()
    blocks = [shuffled[end - size : end] for size, end in zip(sizes.tolist(), np.cumsum(sizes).tolist(), strict=True)]
    if len(blocks) == 1:
        blocks = [sorted(shuffled)]
    counts = [int(rng.integers(min(len(block), int(rng.choice([1, 3, widest]))) + 1)) for block in blocks]
    return Layout(blocks, counts, arity=int(rng.choice([2, 3, 8, 16])))


def follow_layout(kind: type[Tournament], rng: np.random.Generator, lanes: int, widest: int) -> None:
    layout = layouts(rng, widest)
    matroid = PartitionMatroid(layout.blocks, layout.counts)
    anew = LaneByLane(matroid).max_weight_bases
    follow(lambda weights: kind(layout, weights), anew, rng, (lanes, matroid.size))


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(0, 3))
@few
def test_tournaments_of_kernels_keep_the_heaviest_of_each_block(way: str, rng: np.random.Generator, lanes: int) -> None:
    with kernels(way):
        follow_layout(CompiledTournament, rng, lanes, widest=30 if way == "plain" else 600)


@given(rng=seeds, lanes=st.integers(0, 3))
@few
def test_tournaments_in_numpy_keep_the_heaviest_of_each_block(rng: np.random.Generator, lanes: int) -> None:
    follow_layout(Tournament, rng, lanes, widest=600)


@given(rng=seeds, lanes=st.integers(1, 3))
@few
def test_a_node_is_the_maximum_of_its_group_however_it_came_to_be(rng: np.random.Generator, lanes: int) -> None:
    layout = layouts(rng, 200)
    size = sum(map(len, layout.blocks))
    weights, elements = rng.random((lanes, size)), rng.integers(-1, size, size=(lanes, 5))
    changes = rng.random(elements.shape)
    trees = [kind(layout, weights) for kind in (Tournament, CompiledTournament)]
    for tree in trees:
        tree.update(elements, changes)
        for level, shifts in zip(layout.starts[:-1], layout.shifts, strict=True):
            for block, shift in enumerate(shifts.tolist()):
                groups = tree.nodes[:, level[block] : level[block + 1]].reshape(lanes, -1, layout.arity)
                first = level[block] // layout.arity + shift
                assert tree.nodes[:, first : first + groups.shape[1]].tolist() == groups.max(axis=2).tolist()
    assert trees[0].nodes.tolist() == trees[1].nodes.tolist()


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 256, 257, 4096, 4097, 65536])
def test_minus_infinity_comes_before_what_fills_up(size: int) -> None:
    for count in {min(size, 3), min(size, 20)}:
        for kind in (Tournament, CompiledTournament):
            tree = kind(Layout([range(size)], [count]), np.full((1, size), -np.inf))
            assert tree.bases.tolist() == [[*range(count)]]
            tree.update(np.array([[size - 1]]), np.array([[0.0]]))
            assert tree.bases.tolist() == [[size - 1, *range(size - 1)][:count]]


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, count=st.integers(1, 5))
@few
def test_what_is_offered_ends_up_in_greedy_order(way: str, rng: np.random.Generator, count: int) -> None:
    weights: Weights = rng.choice([-np.inf, 0.0, 1.0, np.inf], size=9)
    best, heaviest, filled = np.empty(count, dtype=np.intp), np.empty(count), 0
    for item in rng.permutation(9).tolist():
        filled = getattr(offer, way)(best, heaviest, filled, item, weights[item])
    assert filled == count
    assert best.tolist() == sorted(range(9), key=lambda item: (-weights[item], item))[:count]


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(0, 3), vertices=st.integers(1, 7))
@few
def test_kept_forests_are_those_of_kruskal(way: str, rng: np.random.Generator, lanes: int, vertices: int) -> None:
    edges = rng.integers(vertices, size=(rng.integers(20), 2))
    matroid = GraphicMatroid(edges.tolist())
    tails, heads = edges.T.copy()
    with kernels(way):
        graph = KeptForests(tails, heads, vertices, matroid.rank)
        follow(graph.track, LaneByLane(matroid).max_weight_bases, rng, (lanes, matroid.size))


def test_trackers_are_plain_data() -> None:
    """A policy that is stopped and resumed takes its trackers with it."""
    weights, change = np.random.default_rng(0).random((2, 6)), (np.array([[0], [5]]), np.array([[2.0], [2.0]]))
    layout = Layout([[0, 2, 4], [1, 3, 5]], [1, 2])
    graph = KeptForests(np.array([0, 1, 2, 0, 1, 2]), np.array([1, 2, 0, 1, 2, 0]), 3, 2)
    for tracker in (Tournament(layout, weights), CompiledTournament(layout, weights), graph.track(weights)):
        twin = pickle.loads(pickle.dumps(tracker))
        for one in (tracker, twin):
            one.update(*change)
        assert twin.bases.tolist() == tracker.bases.tolist()


def test_every_kernel_of_tracking_is_reached_from_here() -> None:
    names = {
        name
        for module in (tournament_kernels, forest_kernels)
        for name, value in vars(module).items()
        if isinstance(value, Kernel)
    }
    assert names == {
        "largest", "fill_rows", "set_leaves", "offer", "descend", "read_rows",
        "precedes", "evert", "raised", "lowered", "set_edges", "sort_edges",
    }  # fmt: skip
