"""The part of a laminar matroid, plain and compiled, against greedy and exchanges step by step."""

import numpy as np
from hypothesis import given, settings

from matroidlab_laminar import LaminarMatroid
from support.matroids import matroids
from support.parts import hold
from support.twins import seeds

RNG = np.random.Generator
NESTED = LaminarMatroid(8, [[0, 1, 2, 3, 4, 5], [0, 1, 2], [3, 4], [1]], [4, 2, 1, 1])


@settings(max_examples=40)
@given(matroid=matroids("laminar"), rng=seeds)
def test_plain_kernels_of_the_part_answer_as_the_matroid_does(
    matroid: LaminarMatroid, rng: RNG
) -> None:
    hold(matroid, "plain", rng)


@settings(max_examples=30)
@given(rng=seeds)
def test_compiled_kernels_of_the_part_answer_as_the_matroid_does(rng: RNG) -> None:
    hold(NESTED, "compiled", rng)
