"""The policies beside a transcription of Algorithm 1: the same run, lane for lane."""

from itertools import combinations

import pytest

from matroidlab import (
    GraphicMatroid,
    Matroid,
    PartitionMatroid,
    Policy,
    TransversalMatroid,
    UniformMatroid,
    exchange_bijection,
    partition_exchange,
)
from matroidlab.bandits import IUCB, OMM
from matroidlab.protocol import Batched, Orderability, offered
from matroidlab.simulation import Trace, simulate
from support.algorithm_one import Partners, Run, in_order, iucb, omm
from support.bare import Bare
from support.reference import elements
from support.told_weights import Told, ToldWeights, tied, uneven

STEPS = 83  # no multiple of any round: the last one is cut
LANES = 2

K5 = GraphicMatroid(list(combinations(range(5), 2)))
LADDER = GraphicMatroid([(0, 1), (0, 1), (2, 3), (4, 4), (1, 3), (4, 5), (2, 4), (0, 2), (3, 5)])
BLOCKS = PartitionMatroid([[0, 5], [1, 6, 9], [7, 2], [3, 8, 4]])
SHELVES = PartitionMatroid([[9, 0, 5, 1], [6, 2], [8, 7, 4, 3]], [3, 0, 2])
JOBS = TransversalMatroid(10, [[0, 1, 2, 9], [2, 3, 4], [4, 5, 6, 0], [6, 7, 8, 9], []])
MATROIDS: list[Matroid] = [UniformMatroid(10, 4), BLOCKS, SHELVES, K5, LADDER, JOBS]
BARE: list[Matroid] = [Bare(UniformMatroid(10, 4)), Bare(SHELVES), Bare(K5), Bare(JOBS)]

each_matroid = pytest.mark.parametrize("matroid", [*MATROIDS, *BARE], ids=repr)


def plain_partners(matroid: Matroid) -> Partners:
    """The bijection that the library uses: k-th to k-th, strong, or by partition exchange.

    Where the exchanges of lanes are strong, they serve for every swap size.
    """
    known = offered(matroid, Orderability)
    ordered = known if known is not None and known.violation is None else None
    lanes = offered(matroid, Batched)
    always_strong = lanes is not None and lanes.exchanges_are_strong

    def by_hand(trusted: list[int], decision: list[int], _: list[list[int]]) -> dict[int, int]:
        parts = matroid.blocks if isinstance(matroid, PartitionMatroid) else [range(matroid.size)]
        pairs: dict[int, int] = {}
        for part in parts:
            pairs |= in_order(
                [item for item in trusted if item in part],
                [item for item in decision if item in part],
            )
        return pairs

    def generic(trusted: list[int], decision: list[int], blocks: list[list[int]]) -> dict[int, int]:
        if all(len(block) == 1 for block in blocks) and not always_strong:
            return dict(
                zip(trusted, exchange_bijection(matroid, trusted, decision).tolist(), strict=True)
            )
        if len(blocks) == 1 and not always_strong:
            return in_order(trusted, decision)
        if ordered:
            strong = ordered.strong_bijection(elements(trusted), elements(decision))
            assert strong is not None
            return dict(zip(trusted, strong.tolist(), strict=True))
        pieces = partition_exchange(matroid, blocks, decision)
        return {
            old: new
            for block, piece in zip(blocks, pieces, strict=True)
            for old, new in zip(block, piece.tolist(), strict=True)
        }

    return by_hand if isinstance(matroid, PartitionMatroid | UniformMatroid) else generic


def plain_run(matroid: Matroid, weigh: Told, lane: int, *, first_look: bool) -> Run:
    return Run(
        matroid.size,
        lambda items: matroid.is_independent(elements(items)),
        lambda item, asked: weigh(lane, item, asked),
        first_look=first_look,
    )


def simulated(
    policy: Policy, weigh: Told, *, first_lane: int = 0, first_look: bool
) -> tuple[ToldWeights, Trace]:
    model = ToldWeights(weigh, lanes=policy.lanes, size=policy.matroid.size, first_lane=first_lane)
    return model, simulate(policy, model, steps=STEPS, seed=0, first_look=first_look)


def assert_same(run: Run, model: ToldWeights, trace: Trace, lane: int, *, first_look: bool) -> None:
    assert model.played(lane, first_look=first_look) == run.played
    assert trace.counts[lane].tolist() == run.counts
    assert trace.sums[lane].tolist() == run.sums  # to the last bit
    assert len({tuple(action) for action in run.played}) > 3, (
        "a run in which nothing is learnt shows nothing"
    )


def known_means(baseline: list[int], known: str) -> dict[int, float]:
    items = {"all": baseline, "some": baseline[1::2], "none": []}[known]
    return {item: 0.3 + 0.02 * item for item in items}


def baseline_of(matroid: Matroid) -> list[int]:
    basis: list[int] = matroid.greedy(elements(reversed(range(matroid.size)))).tolist()
    return basis


@each_matroid
@pytest.mark.parametrize(
    ("known", "weigh", "first_look"),
    [("all", uneven, True), ("none", tied, False), ("some", uneven, False)],
)
@pytest.mark.parametrize("swap_size", [1, 3, "K"])
def test_lanes_of_iucb_are_runs_of_algorithm_one(
    matroid: Matroid, known: str, weigh: Told, first_look: bool, swap_size: int | str
) -> None:
    baseline = baseline_of(matroid)
    means = known_means(baseline, known)
    size = matroid.rank if isinstance(swap_size, str) else swap_size
    policy = IUCB(matroid, baseline, horizon=STEPS, known_means=means, swap_size=size, lanes=LANES)
    model, trace = simulated(policy, weigh, first_look=first_look)
    for lane in range(LANES):
        run = plain_run(matroid, weigh, lane, first_look=first_look)
        iucb(run, plain_partners(matroid), baseline, means, size, STEPS)
        assert_same(run, model, trace, lane, first_look=first_look)


@each_matroid
@pytest.mark.parametrize(("weigh", "first_look"), [(uneven, True), (tied, False)])
def test_lanes_of_omm_are_runs_of_plain_omm(
    matroid: Matroid, weigh: Told, first_look: bool
) -> None:
    model, trace = simulated(OMM(matroid, lanes=LANES), weigh, first_look=first_look)
    for lane in range(LANES):
        run = omm(plain_run(matroid, weigh, lane, first_look=first_look), STEPS)
        assert_same(run, model, trace, lane, first_look=first_look)


@each_matroid
@pytest.mark.parametrize("swap_size", [1, 3])
def test_lanes_equal_single_runs(matroid: Matroid, swap_size: int) -> None:
    baseline = baseline_of(matroid)

    def policy(lanes: int) -> IUCB:
        return IUCB(matroid, baseline, horizon=STEPS, swap_size=swap_size, lanes=lanes)

    together, all_lanes = simulated(policy(LANES), uneven, first_look=True)
    for lane in range(LANES):
        alone, trace = simulated(policy(1), uneven, first_lane=lane, first_look=True)
        assert alone.played(first_look=True) == together.played(lane, first_look=True)
        for name in ("regret", "reward", "counts", "sums"):
            assert getattr(trace, name)[0].tolist() == getattr(all_lanes, name)[lane].tolist()
