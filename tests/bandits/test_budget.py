"""A budget: what trying items has cost never exceeds it, whatever is proposed."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import Bernoulli, GraphicMatroid, PartitionMatroid, UniformMatroid, simulate
from matroidlab.bandits import SafeLists, SafeThompson
from matroidlab.bandits.kernels.safe_policies import learn_within_budget, plan_within_budget
from matroidlab.bandits.new_items.kernels.line_policies import learn_and_advance, plan_from_line
from matroidlab.types import Elements, Weights
from support.hostile_proposals import preferring

pytestmark = pytest.mark.filterwarnings("ignore::matroidlab.errors.PromiseWarning")

BLOCKS = PartitionMatroid([range(6), range(6, 16), range(16, 20)], [2, 2, 1])
BASELINE = [4, 5, 14, 15, 19]


class Ledger:
    """Clicks against staying, in true means where items are proven: the account, by other means."""

    def __init__(self, policy: SafeThompson, means: Weights) -> None:
        self.policy = policy
        self.means = means
        self.staying = float(means[policy.baseline].sum())
        self.lists = 0
        self.ahead = 0.0

    def enter(self, items: Elements, weights: Weights) -> None:
        """Enter a list, before the policy learns it."""
        policy = self.policy
        policy.contradictions  # noqa: B018 - takes the latest bounds into account
        lower, upper = policy._contradictions.running
        component = policy.safe_lists.component_of
        missing = np.setdiff1d(policy.baseline, items)
        for item, weight in zip(items.tolist(), weights.tolist(), strict=True):
            rivals = missing[component[missing] == component[item]]
            is_sure = item in policy.baseline or (
                upper[0, rivals].min(initial=np.inf) <= lower[0, item]
            )
            self.ahead += self.means[item] if is_sure else weight
        self.ahead -= self.staying
        self.lists += 1

    @property
    def loss(self) -> float:
        """As a share of what the baseline got."""
        return -self.ahead / (self.staying * self.lists)


@settings(max_examples=4)
@given(st.integers(0, 1000), st.sampled_from([0.02, 0.3]), st.booleans())
def test_what_was_lost_stays_within_the_budget(seed: int, budget: float, is_hostile: bool) -> None:
    """As long as the bounds hold; a hostile proposal prefers the worst items."""
    means = np.random.default_rng(seed).uniform(0.3, 0.7, 20)
    policy = SafeThompson(BLOCKS, BASELINE, delta=0.05, budget=budget, swap_size=2, seed=seed)
    if is_hostile:
        policy.weigh = preferring(1.0 - means)  # type: ignore[method-assign]
    ledger = Ledger(policy, means)
    rng = np.random.default_rng(seed)
    for _ in range(150):
        actions = policy.plan()
        weights = (rng.random(5) < means[actions[0, 0]]).astype(np.float64)
        ledger.enter(actions[0, 0], weights)
        policy.learn(actions, weights[None, None])
        lower, upper = policy._contradictions.running
        if ((lower[0] > means) | (upper[0] < means)).any():
            return
        assert ledger.loss <= budget + 1e-12
        assert policy.account.balance()[0] <= ledger.ahead + 1e-9


def test_a_wide_budget_changes_nothing_and_a_narrow_one_shows_the_baseline() -> None:
    means = np.linspace(0.2, 0.6, 20)
    shown = []
    for budget in (None, 1.0, 1e-9):
        policy = SafeThompson(BLOCKS, BASELINE, budget=budget, seed=3)
        rng = np.random.default_rng(1)
        lists = []
        for _ in range(50):
            actions = policy.plan()
            policy.learn(actions, (rng.random(actions.shape) < means[actions]).astype(float))
            lists.append(np.sort(actions[0, 0]).tolist())
        shown.append(lists)
    assert shown[2] == [BASELINE] * 50
    assert shown[1] != shown[2]
    assert shown[0] != shown[2]


@settings(max_examples=4)
@given(st.integers(0, 1000), st.booleans(), st.booleans(), st.sampled_from([1, 3]))
def test_kernels_keep_the_same_account(
    seed: int, has_line: bool, is_known: bool, lists: int
) -> None:
    means = np.random.default_rng(seed).uniform(0.2, 0.9, 20)
    known = {4: means[4], 19: means[19]} if is_known else {}

    def made() -> SafeThompson:
        return SafeThompson(
            BLOCKS,
            BASELINE,
            delta=0.5,
            budget=0.2,
            known_means=known,
            line=has_line,
            lists_per_plan=lists,
            lanes=2,
            seed=seed,
        )

    policy = made()
    other = made()
    part = other.part()
    assert part is not None
    plans = plan_from_line if has_line else plan_within_budget
    learns = learn_and_advance if has_line else learn_within_budget
    planned: Any = plans.linked(part.kernels).plain
    learnt: Any = learns.linked(part.kernels).plain
    rng = np.random.default_rng(seed)
    for _ in range(10):
        actions = policy.plan()
        by_kernels = np.empty_like(actions)
        for lane in range(2):
            planned(part.arrays, lane, by_kernels[lane])
        assert np.array_equal(np.sort(by_kernels), np.sort(actions))
        weights = (rng.random(actions.shape) < means[actions]).astype(np.float64)
        policy.learn(actions, weights)
        for lane in range(2):
            learnt(part.arrays, lane, actions[lane], lists, weights[lane])
        for mine, theirs in zip(
            policy.account.account[-3:], other.account.account[-3:], strict=True
        ):
            assert mine.tobytes() == theirs.tobytes()


def test_the_lists_of_a_plan_share_the_budget() -> None:
    means = np.full(20, 0.5)
    policy = SafeThompson(BLOCKS, BASELINE, budget=0.02, lists_per_plan=50, seed=1)
    rng = np.random.default_rng(1)
    for _ in range(4):
        lists = policy.plan()
        policy.learn(lists, (rng.random(lists.shape) < means[lists]).astype(float))
    lists = policy.plan()[0]
    tried = sum(not np.isin(items, BASELINE).all() for items in lists)
    account = policy.account.account
    most = np.minimum(account.upper[0, BASELINE], 1.0).min()
    least = np.maximum(account.lower[0, BASELINE], 0.0).sum()
    assert 0 < tried <= 0.02 * 250 * least / most


def test_a_graph_keeps_to_its_budget_too() -> None:
    square = GraphicMatroid([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)])
    policy = SafeThompson(square, [0, 1, 2], budget=0.01, seed=1)
    trace = simulate(
        policy, Bernoulli(np.linspace(0.1, 0.9, 6)), steps=80, seed=1, baseline=[0, 1, 2]
    )
    assert trace.violations[0, -1] == 0
    assert policy.account.account.lists[0] == 80
    assert policy.account.balance()[0] >= -0.01 * 80 * np.linspace(0.1, 0.9, 6)[:3].sum()


def test_requests_with_items_of_their_own_try_nothing() -> None:
    policy = SafeThompson(BLOCKS, BASELINE, budget=0.5, seed=1)
    safe = SafeLists(BLOCKS, [4, 14, 15, 19], 0)
    candidates = np.setdiff1d(np.arange(20), [5])
    for _ in range(10):
        items = policy.plan_among(candidates)[0]
        assert safe.allows(items, policy.estimates.cautious()).all()
        assert np.isin([4, 14, 15, 19], items).all()


def test_an_answer_that_is_missing_counts_for_nothing() -> None:
    policy = SafeThompson(UniformMatroid(4, 2), [0, 1], budget=0.5, seed=1)
    policy.learn(np.array([[[0, -1]]]), np.array([[[1.0, 1.0]]]))
    policy.learn(np.array([[[-1, -1]]]), np.array([[[1.0, 1.0]]]))
    policy.learn(np.array([[[0, 1, 2, 3]]]), np.ones((1, 1, 4)))
    account = policy.account.account
    assert account.lists.tolist() == [1]
    assert account.missing.tolist() == [[0, 1]]
    assert account.earned.tolist() == [0.0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"budget": 0.0}, "budget must"),
        ({"budget": 1.5}, "budget must"),
        ({"budget": 0.1, "certificates": "pairs"}, "certificates='intervals'"),
    ],
)
def test_wrong_budgets(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SafeThompson(UniformMatroid(6, 2), [0, 1], **options)
