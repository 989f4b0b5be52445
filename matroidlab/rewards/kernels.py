"""The draws of the reward models, with the same numbers of the generator."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements, Weights


class Coins(NamedTuple):
    """The probability that each item is liked."""

    means: Weights


@kernel
def toss(
    coins: Coins, rng: np.random.Generator, actions: Elements, count: int, out: Weights
) -> None:
    """Write 1 with the probability of each item, else 0."""
    for i in range(count):
        for j in range(actions.shape[1]):
            # An unsigned index spares the test for negative ones.
            mean = coins.means[np.uintp(actions[i, j])]
            out[i, j] = 1.0 if rng.random() < mean else 0.0


class Rows(NamedTuple):
    """Observed weights, one row for each user."""

    matrix: Weights


@kernel
def pick_rows(
    rows: Rows, rng: np.random.Generator, actions: Elements, count: int, out: Weights
) -> None:
    """Write the weights of a random row for each action."""
    matrix = rows.matrix
    for i in range(count):
        # random() is at most 1 - 2**-53, so the product never rounds up to the number of rows.
        row = int(rng.random() * matrix.shape[0])  # numba's integers() would allocate an array
        for j in range(actions.shape[1]):
            out[i, j] = matrix[row, actions[i, j]]


class Shapes(NamedTuple):
    """The two parameters of each item's Beta distribution."""

    first: Weights
    second: Weights


@kernel
def draw_shapes(
    shapes: Shapes, rng: np.random.Generator, actions: Elements, count: int, out: Weights
) -> None:
    """Draw a Beta variable for each item of each action."""
    for i in range(count):
        for j in range(actions.shape[1]):
            item = actions[i, j]
            out[i, j] = rng.beta(shapes.first[item], shapes.second[item])
