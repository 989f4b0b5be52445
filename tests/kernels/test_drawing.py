"""Beta variables are those of numpy, bit for bit and coin for coin."""

import numpy as np
import pytest

from matroidlab.rewards.kernels import Shapes, draw_shapes
from support.twins import WAYS, way_of

SHAPES = [
    (1, 1),
    (1, 5),
    (5, 1),
    (1.0001, 1),
    (2.5, 700),
    (1, 1.5),
    (0.5, 3),
    (3, 0.2),
    (0.3, 0.2),
    (1e6, 3),
    (1.2, 1.2),
]


@WAYS
def test_a_beta_variable_is_that_of_numpy(way: str) -> None:
    if way == "compiled":
        pytest.importorskip("numba")
    ours = np.random.default_rng(1)
    theirs = np.random.default_rng(1)
    drawing = way_of(draw_shapes, way)
    for first, second in SHAPES:
        shapes = Shapes(np.array([first], dtype=float), np.array([second], dtype=float))
        drawn = np.empty((2000, 1))
        drawing(shapes, ours, np.zeros((2000, 1), dtype=np.intp), 2000, drawn)
        assert drawn.ravel().tolist() == theirs.beta(first, second, size=2000).tolist()
    assert ours.bit_generator.state == theirs.bit_generator.state
