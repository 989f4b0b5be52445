"""Trackers of third parties, and trackers with invalid updates."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from hostile.games import LANES as LANE_COUNT
from hostile.strangers import FAMILIES, LANES, MEANS, RANK, SIZE, Kept, Stranger
from matroidlab import DirectSum, Matroid, OracleMatroid, Truncation, UniformMatroid
from matroidlab.algorithms import tracked
from matroidlab.bandits import IUCB
from support.cases import Cases

CASES = Cases()


def follow_a_stranger(change: Callable[[Any], Any]) -> None:
    """Enough items for bases to be tracked, not recomputed."""
    large = UniformMatroid(9000, RANK)
    matroid = Stranger(large, {"dynamic": lambda: Kept(large, change), "batched": lambda: large})
    policy, twin = (
        IUCB(each, [5, 4, 3], horizon=100, lanes=LANE_COUNT) for each in (matroid, large)
    )
    rng = np.random.default_rng(1)
    for _ in range(4):
        actions = policy.plan()
        assert actions.tolist() == twin.plan().tolist()
        weights = rng.random(actions.shape)
        policy.learn(actions, weights)
        twin.learn(actions, weights)


def track_a_stranger(change: Callable[[Any], Any]) -> None:
    matroid = FAMILIES["uniform"]
    tracker = tracked(
        Stranger(matroid, {"dynamic": lambda: Kept(matroid, change)}), np.tile(MEANS, (2, 1))
    )
    assert tracker.bases.tolist() == [[0, 1, 2]] * 2


for what, change in LANES.items():
    if what != "repeated":
        CASES.add("dynamic() of a stranger, in a policy", what, partial(follow_a_stranger, change))
        CASES.add("dynamic() of a stranger, tracked", what, partial(track_a_stranger, change))

TRACKED: dict[str, Callable[[], Matroid]] = {
    **{name: partial(lambda matroid: matroid, matroid) for name, matroid in FAMILIES.items()},
    "direct sum": lambda: DirectSum([UniformMatroid(3, 1), UniformMatroid(3, 2)]),
    "truncation": lambda: Truncation(FAMILIES["graphic"], 2),
    "oracle": lambda: OracleMatroid(SIZE, lambda elements: len(elements) <= RANK),
    "everything": lambda: UniformMatroid(SIZE, SIZE),
}
UPDATES: dict[str, tuple[Any, Any]] = {
    "the size": ([[SIZE], [0]], [[1.0], [1.0]]),
    "far": ([[0], [10**7]], [[1.0], [1.0]]),
    "beyond all memory": ([[0], [2**62]], [[1.0], [1.0]]),
    "below -1": ([[-2], [0]], [[1.0], [1.0]]),
    "far negative": ([[-(10**7)], [-(10**12)]], [[1.0], [1.0]]),
    "a lane too few": ([[0]], [[1.0]]),
    "many lanes": (np.zeros((500, 1), dtype=np.intp), np.ones((500, 1))),
    "weights too few": ([[0, 1], [0, 1]], [[1.0], [1.0]]),
    "weights of other lanes": ([[0, 1], [0, 1]], [[1.0, 1.0]]),
    "weights of one axis": ([[0, 1], [0, 1]], [1.0, 1.0]),
    "elements of one axis": ([0, 1], [1.0, 1.0]),
    "floats": ([[0.5], [0.0]], [[1.0], [1.0]]),
    "text": ([["a"], ["b"]], [[1.0], [1.0]]),
    "NaN": ([[0], [1]], [[np.nan], [1.0]]),
    "weights that are text": ([[0], [1]], [["much"], ["more"]]),
    "None": (None, None),
}
STARTS: dict[str, Any] = {
    "one axis": MEANS,
    "too few": np.ones((2, SIZE - 1)),
    "too many": np.ones((2, SIZE + 5)),
    "none": np.ones((2, 0)),
    "three axes": np.ones((2, SIZE, 1)),
    "NaN": np.full((2, SIZE), np.nan),
    "text": np.full((2, SIZE), "much"),
    "None": None,
}


def update(build: Callable[[], Matroid], elements: Any, weights: Any) -> None:
    tracker = tracked(build(), np.tile(MEANS, (2, 1)))
    tracker.update(np.asarray(elements), np.asarray(weights))
    _ = tracker.bases
    raise AssertionError("this is not an update")


def start(build: Callable[[], Matroid], weights: Any) -> None:
    _ = tracked(build(), weights).bases
    raise AssertionError("these are not weights")


for kind, make in TRACKED.items():
    for what, (elements, weights) in UPDATES.items():
        CASES.add(
            "tracked(...).update", f"{kind}, {what}", partial(update, make, elements, weights)
        )
    for what, weights in STARTS.items():
        CASES.add("tracked", f"{kind}, {what}", partial(start, make, weights))
