"""The theorems' bounds beside what was measured: only where a theorem is about it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from matroidlab import Problem, UniformMatroid
from matroidlab.bandits.regret_bounds import (
    iucb1_bound,
    iucb1_time_uniform_bound,
    iucb2_bound,
    iucb2_time_uniform_bound,
    omm_bound,
    unconstrained_lower_bound,
)
from matroidlab.rewards import Bernoulli, Beta, Empirical
from matroidlab_experiments.configuration.experiment import Cell
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.report_pages.pictures.regret import bound_picture
from matroidlab_experiments.report_pages.pictures.theorem_bounds import bound_of, lower_bound_of
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import Results

MATROID = UniformMatroid(6, 3)
MEANS = np.array([0.9, 0.8, 0.7, 0.3, 0.2, 0.1])
BASELINE = np.array([3, 4, 5])
PROBLEM = Problem(MATROID, Bernoulli(MEANS), BASELINE)


def cell(*, first_look: bool = True, **policy: Any) -> Cell:
    return Cell({}, "A", {"policy": policy, "horizon": 1000, "first_look": first_look})


@pytest.mark.parametrize(
    ("policy", "bound"),
    [
        ({"policy": "iucb1"}, iucb1_bound(MATROID, MEANS, horizon=1000)),
        (
            {"policy": "iucb1", "swap_size": 2},
            iucb1_bound(MATROID, MEANS, horizon=1000, swap_size=2),
        ),
        ({"policy": "iucb1", "alpha": 0.7}, iucb1_bound(MATROID, MEANS, horizon=1000, swap_size=2)),
        ({"policy": "iucb1", "confidence": "kl-ucb"}, iucb1_bound(MATROID, MEANS, horizon=1000)),
        ({"policy": "iucb2"}, iucb2_bound(MATROID, MEANS, BASELINE, horizon=1000)),
        ({"policy": "omm", "confidence": "ucb1"}, omm_bound(MATROID, MEANS, horizon=1000)),
        (
            {"policy": "iucb1", "delta": 0.01},
            iucb1_time_uniform_bound(MATROID, MEANS, delta=0.01, horizon=1000),
        ),
        (
            {"policy": "iucb2", "delta": 0.1, "swap_size": 2, "rounds": "lean"},
            iucb2_time_uniform_bound(
                MATROID, MEANS, BASELINE, delta=0.1, swap_size=2, horizon=1000
            ),
        ),
    ],
)
def test_a_policy_has_the_bound_of_its_theorem(policy: dict[str, Any], bound: float) -> None:
    found = bound_of(cell(**policy), PROBLEM)
    assert found is not None
    assert found.value == bound


@pytest.mark.parametrize(
    "policy",
    [
        {"policy": "omm"},  # its radius is that of a moment, not of all moments at once
        {"policy": "iucb1", "confidence": "empirical-bernstein"},
        {"policy": "iucb2", "first_look": False},
        {"policy": "thompson"},
        {"policy": "safe-thompson"},
        {"policy": "iucb2", "delta": 0.01, "proposal": "thompson"},
        {"policy": "omm", "delta": 0.01},
        {"policy": "stay"},
    ],
)
def test_what_no_theorem_is_about_has_no_bound(policy: dict[str, Any]) -> None:
    assert bound_of(cell(**policy), PROBLEM) is None


class Fading(Bernoulli):
    """Weights that depend on the place in the list."""

    def expected(self, actions: Any) -> Any:
        return self.means[actions] / np.arange(1, actions.shape[-1] + 1)


def test_weights_that_depend_on_the_place_have_no_bound() -> None:
    assert bound_of(cell(policy="iucb1"), Problem(MATROID, Fading(MEANS), BASELINE)) is None


def test_the_picture_says_how_far_the_bound_is_from_the_measurement(small: Results) -> None:
    problems = Problems(ExperimentBuilder.with_plugins())
    picture = bound_picture(small.cells, problems)
    problem = problems.of(small.cells[0].cell)
    assert picture is not None
    assert problem is not None
    bound = iucb1_bound(problem.matroid, problem.rewards.means, horizon=60)
    times = bound / small.cells[0].mean("regret")[-1]
    assert times > 1
    assert (
        f"I-UCB1 {bound:,.0f} (the paper's Theorem 2, corrected), {times:.1f} times the measured "
        "regret" in picture.caption
    )
    assert "No theorem covers OMM: " in picture.caption


def test_the_lower_bound_is_drawn_as_what_it_is(small: Results) -> None:
    problems = Problems(ExperimentBuilder.with_plugins())
    picture = bound_picture(small.cells, problems)
    assert picture is not None
    slope = unconstrained_lower_bound(MATROID, MEANS)
    assert f"lose at least about {slope:.3g} ln n in the limit" in picture.caption
    assert "For a given n the measurement may lie below it." in picture.caption
    assert "does not apply to policies with a fixed delta" in picture.caption


def test_the_lower_bound_is_for_independent_coins_alone() -> None:
    assert lower_bound_of(PROBLEM) == unconstrained_lower_bound(MATROID, MEANS)
    assert lower_bound_of(Problem(MATROID, Beta(MEANS), BASELINE)) is None
    assert lower_bound_of(Problem(MATROID, Empirical(np.eye(6)), BASELINE)) is None
    assert lower_bound_of(Problem(MATROID, Fading(MEANS), BASELINE)) is None
    assert lower_bound_of(Problem(MATROID, Bernoulli([0.5] * 6), BASELINE)) is None


def test_without_a_theorem_there_is_no_picture_of_bounds(run: Callable[..., Results]) -> None:
    cells = run(policies=[{"policy": "thompson"}]).cells
    assert bound_picture(cells, Problems(ExperimentBuilder.with_plugins())) is None
