"""The peer: I-UCB1 and OMM as one would write them in numpy, one step at a time."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Top = Callable[[NDArray[np.float64]], NDArray[np.intp]]
Partners = Callable[[NDArray[np.intp], NDArray[np.intp]], NDArray[np.intp]]
Broken = Callable[[NDArray[np.float64]], int]
"""From the means of a list's items to how many of the two readings of the constraint it breaks."""


def uniform_top(rank: int) -> Top:
    """The heaviest ``rank`` items."""
    return lambda weights: np.argsort(-weights, kind="stable")[:rank]


def partition_top(blocks: NDArray[np.intp]) -> Top:
    """The heaviest item of each block, a row each."""
    rows = np.arange(len(blocks))
    return lambda weights: blocks[rows, weights[blocks].argmax(axis=1)]


def uniform_partners(trusted: NDArray[np.intp], decision: NDArray[np.intp]) -> NDArray[np.intp]:
    """The k-th that leaves for the k-th that enters."""
    partners = trusted.copy()
    partners[~np.isin(trusted, decision)] = decision[~np.isin(decision, trusted)]
    return partners


def partition_partners(_: NDArray[np.intp], decision: NDArray[np.intp]) -> NDArray[np.intp]:
    """Both lists have an item for each block, in order."""
    return decision


def uniform_broken(trusted_means: NDArray[np.float64]) -> Broken:
    """More than one item worse than its partner, however they are paired; both readings are one."""
    least = np.sort(trusted_means)[:-1]
    return lambda means: 2 * bool((np.sort(means)[1:] < least).any())


def partition_broken(trusted_means: NDArray[np.float64]) -> Broken:
    """More than one item worse than its partner: however they are paired, and block by block."""
    least = np.sort(trusted_means)[:-1]
    return lambda means: (
        bool((np.sort(means)[1:] < least).any()) + bool((means < trusted_means).sum() > 1)
    )


def plain_iucb1(
    top: Top,
    partners: Partners,
    broken: Broken,
    means: NDArray[np.float64],
    baseline: NDArray[np.intp],
    horizon: int,
    steps: int,
    seed: int,
) -> tuple[float, float, int]:
    """Play I-UCB1 for ``steps`` actions of a horizon and return regret, reward and violations."""
    rng = np.random.default_rng(seed)
    size = len(means)
    counts = np.ones(size)
    sums = (rng.random(size) < means).astype(np.float64)
    best = means[top(means)].sum()
    regret = 0.0
    reward = 0.0
    violations = 0
    step = 0
    while step < steps:
        radius = np.sqrt(1.5 * np.log(horizon) / counts)
        upper = sums / counts + radius
        cautious = np.maximum(sums / counts - radius, 0)
        cautious[baseline] = means[baseline]
        decision = top(upper)
        trusted = top(cautious)
        exchanged = partners(trusted, decision)
        for place in range(len(trusted)):
            if step == steps:
                break
            action = trusted.copy()
            action[place] = exchanged[place]
            weights = rng.random(len(action)) < means[action]
            counts[action] += 1
            sums[action] += weights
            shown = means[action]
            regret += best - shown.sum()
            reward += weights.sum()
            violations += broken(shown)
            step += 1
    return float(regret), float(reward), violations


def plain_omm(
    top: Top, broken: Broken, means: NDArray[np.float64], steps: int, seed: int
) -> tuple[float, float, int]:
    """Play OMM for ``steps`` actions and return regret, reward and violations."""
    rng = np.random.default_rng(seed)
    counts = np.ones(len(means))
    sums = (rng.random(len(means)) < means).astype(np.float64)
    best = means[top(means)].sum()
    regret = 0.0
    reward = 0.0
    violations = 0
    for step in range(steps):
        action = top(sums / counts + np.sqrt(1.5 * np.log(max(step, 1)) / counts))
        weights = rng.random(len(action)) < means[action]
        counts[action] += 1
        sums[action] += weights
        shown = means[action]
        regret += best - shown.sum()
        reward += weights.sum()
        violations += broken(shown)
    return float(regret), float(reward), violations
