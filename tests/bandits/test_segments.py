"""Segments of visitors: what an item earned in one is its prior in the others."""

import numpy as np
import pytest

from matroidlab import Bernoulli, UniformMatroid, simulate
from matroidlab.bandits import SafeThompson
from matroidlab.bandits.new_items.kernels.fitted_prior import (
    LIKENESSES,
    fit_likeness,
    likeness_at,
    log_likelihood_in_lane,
    votes_of,
)
from matroidlab.bandits.new_items.kernels.prior import centre_of
from matroidlab.bandits.new_items.priors import prior_of_segments
from matroidlab.kernels.tally import Seen


def test_segments_learn_from_one_another_as_much_as_they_are_alike() -> None:
    rng = np.random.default_rng(4)
    means = np.linspace(0.1, 0.6, 60)
    items = np.arange(60)
    likenesses = []
    for spread in (0.0, 0.15):
        own_means = np.clip(means + spread * rng.standard_normal((8, 60)), 0.02, 0.98)
        counts = rng.integers(50, 200, (8, 60))
        sums = rng.binomial(counts, own_means).astype(np.float64)
        clock = np.full(8, 100)
        seen = Seen(counts, sums, np.zeros((8, 60)), clock, np.zeros(1, dtype=np.intp))
        prior = prior_of_segments(60)
        prior.seen.counts[0] = counts.sum(axis=0)
        prior.seen.sums[0] = sums.sum(axis=0)
        prior.newcomers[0] = items
        prior.arrived[0] = 60
        prior.strength[0] = 10.0
        fit_likeness.numpy(prior, seen)
        likenesses.append(float(prior.likeness[0]))
        fit_likeness.plain(prior, seen)
        assert prior.likeness[0] == likenesses[-1]
        votes = votes_of(prior, seen, items)
        for place in range(LIKENESSES):
            prior.likeness[0] = likeness_at(place)
            alone = log_likelihood_in_lane.numpy(prior, seen, 0, items)
            assert votes[place] == pytest.approx(alone)
        prior.likeness[0] = likenesses[-1]
        mean, strength = centre_of.numpy(prior, seen, 0, items)
        others = (sums.sum(axis=0) - sums[0]) / (counts.sum(axis=0) - counts[0])
        assert np.abs(mean - others).max() < 0.02
        assert (strength <= prior.likeness[0]).all()
    # The variance 0.15^2 between segments is that of m (1 - m) / 10 or so.
    assert likenesses[0] >= 1000
    assert likenesses[1] in (10, 30)


def test_what_one_segment_has_seen_helps_the_next() -> None:
    means = np.random.default_rng(1).beta(2, 8, 60)
    baseline = np.argsort(-means)[10:14].tolist()
    matroid = UniformMatroid(60, 4)
    gains = []
    for segments in (False, True):
        policy = SafeThompson(
            matroid,
            baseline,
            lanes=6,
            segments=segments,
            line=True,
            lists_per_plan=5,  # a fifth of the time
            seed=3,
        )
        trace = simulate(
            policy, Bernoulli(means), steps=300, seed=4, baseline=baseline, first_look=False
        )
        gains.append(trace.reward[:, -1].mean() / (300 * means[baseline].sum()))
        assert trace.violations is not None
        assert not trace.violations.any()
    assert gains[1] > gains[0] + 0.02
