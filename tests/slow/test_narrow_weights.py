"""On weights that vary less than coins, posterior samples lose less than upper bounds."""

import sys
from typing import Any

import numpy as np
import pytest

from matroidlab import UniformMatroid, simulate
from matroidlab.bandits import SafeThompson, SafeUCB
from matroidlab.kernels.when_to_compile import compiling
from matroidlab.rewards import Beta

pytestmark = pytest.mark.slow

RUNS = 10
MEANS = np.linspace(0.8, 0.2, 50)
BASELINE = range(10, 15)


def regrets(make: Any, concentration: float) -> Any:
    policy = make(UniformMatroid(50, 5), BASELINE, lanes=RUNS, seed=1)
    rewards = Beta(MEANS, concentration=concentration)
    with compiling("now"):
        trace = simulate(policy, rewards, steps=50_000, seed=3, baseline=BASELINE, first_look=False)
    assert trace.violations is not None
    assert not trace.violations.any()
    return trace.regret[:, -1]


@pytest.mark.parametrize("concentration", [10.0, 100.0])
def test_optimism_does_not_beat_posterior_samples_on_beta_weights(concentration: float) -> None:
    """A posterior of coins explored as if weights varied as much as coins, and lost to optimism."""
    sampled = regrets(SafeThompson, concentration)
    optimistic = regrets(SafeUCB, concentration)
    errors = [found.std(ddof=1) / np.sqrt(RUNS) for found in (sampled, optimistic)]
    sys.stderr.write(
        f"Beta weights of concentration {concentration:g}: {sampled.mean():.0f} +- {errors[0]:.0f} "
        f"sampled, {optimistic.mean():.0f} +- {errors[1]:.0f} optimistic\n"
    )
    assert sampled.mean() + 3 * np.hypot(*errors) < optimistic.mean()
