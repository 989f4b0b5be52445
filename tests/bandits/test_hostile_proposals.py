"""Whatever is proposed, only certificates let an item into a list: laws of safety.

The proposal knows the true means and sees all past answers: it prefers items that are worse than
their counterparts, and of these the ones that were lucky so far.
"""

from typing import Any

import numpy as np
import pytest

from matroidlab import GraphicMatroid, PartitionMatroid, UniformMatroid
from matroidlab.bandits import SafeThompson, SafeUCB
from matroidlab.simulation import Constraint
from matroidlab.types import Booleans, Elements, Weights

pytestmark = pytest.mark.filterwarnings("ignore::matroidlab.errors.PromiseWarning")

LANES = 12
DELTA = 0.3
BLOCKS = PartitionMatroid([range(8), range(8, 14)], [3, 2])
BASELINE = [3, 4, 5, 10, 11]


def breaking(policy: Any, means: Weights) -> Any:
    """A proposal that wants the promise to be broken."""
    component = policy.safe_lists.component_of
    best = np.full(component.max() + 1, -np.inf)
    np.maximum.at(best, component[policy.baseline], means[policy.baseline])
    is_worse = means < best[component]

    def weigh(normals: Weights, items: Elements | None = None) -> Weights:
        seen = policy.estimates
        luck = (1.0 + seen.sums) / (2.0 + seen.counts) + 2.0 * is_worse
        weights = np.repeat(luck[:, None, :], normals.shape[1], axis=1)
        return weights if items is None else weights[:, :, items]

    return weigh


def has_failed(policy: Any, means: Weights) -> Booleans:
    """``[lane]``: whether a bound, or a certified pair, has ever been wrong."""
    wrong = np.zeros(policy.lanes, dtype=np.bool_)
    if policy.certificates != "pairs":
        lower, upper = policy._contradictions.running
        wrong |= ((lower > means) | (upper < means)).any(axis=1)
    if policy.pairs is not None:
        rivals = policy.pairs.lists.rivals_of
        is_wrong = (rivals >= 0) & (means[:, None] < means[rivals])
        earned = policy.pairs.differences.earned >= 0
        wrong |= (earned & is_wrong).any(axis=(1, 2))
    return wrong


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"swap_size": 2, "lists_per_plan": 3},
        {"known_means": True},
        {"budget": 0.5},
        {"certificates": "pairs"},
        {"certificates": "both"},
        {"certificates": "pairs", "certificates_expire": 30},
    ],
)
def test_no_list_is_bad_unless_a_bound_has_failed_and_few_fail(options: dict[str, Any]) -> None:
    means = np.random.default_rng(7).permutation(np.linspace(0.2, 0.8, 14))
    given = dict(options)
    if given.pop("known_means", False):
        given["known_means"] = {item: float(means[item]) for item in BASELINE}
    policy = SafeThompson(BLOCKS, BASELINE, delta=DELTA, lanes=LANES, seed=1, **given)
    policy.weigh = breaking(policy, means)  # type: ignore[method-assign]
    count_bad(policy, means, 60 if policy.pairs is not None else 100)


@pytest.mark.parametrize(
    ("matroid", "baseline"),
    [
        (UniformMatroid(9, 3), [3, 4, 5]),
        (GraphicMatroid([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]), [0, 1, 2]),
    ],
)
@pytest.mark.parametrize("make", [SafeThompson, SafeUCB])
def test_so_on_other_matroids(make: Any, matroid: Any, baseline: list[int]) -> None:
    means = np.random.default_rng(3).permutation(np.linspace(0.2, 0.8, matroid.size))
    lanes = LANES if policy_is_fast(matroid) else 4
    policy = make(matroid, baseline, delta=DELTA, lanes=lanes, seed=1)
    policy.weigh = breaking(policy, means)
    count_bad(policy, means, 60)


def policy_is_fast(matroid: Any) -> bool:
    return isinstance(matroid, UniformMatroid)


def test_scores_of_a_ranker_that_means_harm() -> None:
    means = np.random.default_rng(5).permutation(np.linspace(0.2, 0.8, 14))
    policy = SafeThompson(BLOCKS, BASELINE, delta=DELTA, lanes=8, scores=1 - means, seed=1)
    count_bad(policy, means, 60)


def count_bad(policy: Any, means: Weights, rounds: int) -> None:
    """Play; lists may be bad only in lanes whose bounds have failed, and few of them fail."""
    constraint = Constraint(policy.matroid, means, policy.baseline, policy.swap_size)
    rng = np.random.default_rng(2)
    failed = np.zeros(policy.lanes, dtype=np.bool_)
    for _ in range(rounds):
        actions = policy.plan()
        failed |= has_failed(policy, means)
        is_bad = constraint.violated(actions).any(axis=1)
        assert not (is_bad & ~failed).any()
        policy.learn(actions, (rng.random(actions.shape) < means[actions]).astype(np.float64))
    spread = 3.0 * np.sqrt(policy.lanes * DELTA * (1.0 - DELTA))
    assert failed.sum() <= policy.lanes * DELTA + spread
