"""The interval of an uplift contains the truth at all times, as often as it says."""

import numpy as np
import pytest

from matroidlab_serving import Service, Slots
from matroidlab_serving.operation.running_means import RunningMean

pytestmark = pytest.mark.slow
RUNS = 400


def ever_misses(rng: np.random.Generator, kind: str, alpha: float, values: int = 400) -> bool:
    """Whether the interval for the average of moving means ever fails, looking each time."""
    found = RunningMean()
    means = 0.0
    for step in range(values):
        drift = {"constant": 0.05, "grows": 0.05 + 0.3 * step / values}.get(kind)
        if drift is None:  # "adversary": the mean follows what was seen
            drift = 0.5 if found.total > 0.3 * found.count else 0.1
        means += drift
        found.add(float(rng.binomial(4, drift)) / 4)
        low, high = found.interval(alpha)
        if not low <= means / found.count <= high:
            return True
    return False


@pytest.mark.parametrize("kind", ["constant", "grows", "adversary"])
def test_an_interval_of_a_moving_mean_fails_at_most_as_often_as_it_says(kind: str) -> None:
    rng = np.random.default_rng(8)
    alpha = 0.1
    misses = sum(ever_misses(rng, kind, alpha) for _ in range(RUNS))
    assert misses <= alpha * RUNS + 3 * np.sqrt(RUNS * alpha * (1 - alpha))


def test_the_uplift_of_services_that_learn_is_covered() -> None:
    means = {"b-1": 0.2, "b-2": 0.25, "b-3": 0.7, "f-1": 0.3, "f-2": 0.5}
    items = {key: "books" if key[0] == "b" else "films" for key in means}
    baseline = ["b-1", "b-2", "f-1"]
    at_baseline = sum(means[key] for key in baseline)
    misses = 0
    runs = 60
    for seed in range(runs):
        rng = np.random.default_rng(seed)
        page = Slots({"books": 2, "films": 1})
        service = Service(page, items, baseline, holdback=0.3, seed=seed)
        expected: list[float] = []
        has_missed = False
        for step in range(250):
            shown = service.recommend()
            weights = {key: float(rng.random() < means[key]) for key in shown.items}
            service.observe(shown.token, weights)
            if shown.origin != "holdback":
                # Given everything before, a list of this group is drawn with these chances.
                expected.append(_expected(shown, means, at_baseline))
            if step % 10 == 9 and expected:
                uplift = service.status()["uplift"]
                truth = float(np.mean(expected)) - at_baseline
                has_missed |= not uplift["low"] <= truth <= uplift["high"]
        misses += has_missed
    assert misses <= 0.05 * runs + 3 * np.sqrt(runs * 0.05 * 0.95)


def _expected(shown: object, means: dict[str, float], at_baseline: float) -> float:
    """Return the mean weight of the lists that this request could have got in its group."""
    deal = shown._deal  # type: ignore[attr-defined]
    keys = shown._context.keys  # type: ignore[attr-defined]
    own = [one for one in deal.alternatives if one.round is deal.round]
    lists = own[0].lists
    assert at_baseline > 0
    return float(np.mean([sum(means[keys[item]] for item in items) for items in lists]))
