"""The kernels of intervals take numbers, and in numpy arrays of them: the same bytes come out."""

import ast
from importlib import import_module
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import matroidlab.kernels
from matroidlab.bandits.kernels.bounds import WidthLevel, bernstein, divergence, hoeffding
from matroidlab.bandits.kernels.divergence import (
    Mixture,
    both_ends,
    disguised,
    first_guess,
    lower_ends,
    mixture,
    step,
)
from matroidlab.bandits.kernels.posterior import shapes
from matroidlab.kernels import Kernel
from matroidlab.kernels import elementary as module
from matroidlab.kernels.elementary import (
    as_exponent,
    bits_of,
    chosen,
    double_of,
    exponential,
    is_any,
    logarithm,
)
from support.twins import WAYS

RNG = np.random.Generator


def items_seen(rng: RNG, count: int) -> tuple[Any, ...]:
    counts = np.maximum(1, (10.0 ** rng.uniform(0, 9, count)).astype(np.intp))
    means = rng.choice([0.0, 1.0, 0.5, 1e-6, 0.02], size=count) * rng.choice(
        [1.0, 0.999, 0.3], size=count
    )
    sums = np.where(rng.random(count) < 0.5, np.floor(counts * means), counts * means)
    return (
        rng.integers(40, size=count),
        counts,
        sums,
        sums * (1 - sums / counts) * rng.choice([0.0, 1e-9, 0.5, 0.9, 0.999, 1.0], size=count),
        counts,
    )


def coins(rng: np.random.Generator, least: float = 0.0) -> tuple[Any, ...]:
    """Means, many near 0 or 1, their distance to 1, the entropy of both, and levels."""
    near = 10.0 ** -rng.uniform(0, 320, 100)
    mean = np.clip(
        np.concatenate([rng.choice([0.0, 1.0, *rng.random(9)], 100), near, 1 - near]),
        least,
        1 - least,
    )
    heads = np.maximum(mean, 1e-300)
    tails = np.maximum(1 - mean, 1e-300)
    return (
        mean,
        1 - mean,
        mean * np.log(heads) + (1 - mean) * np.log(tails),
        10.0 ** rng.uniform(-15, 3, 300),
    )


def coins_in_disguise(rng: RNG) -> tuple[Any, ...]:
    """Counts, sums of weights, sums of what they lack to 1, spreads, prices and lengths."""
    _, counts, sums, spreads, _ = items_seen(rng, 300)
    lengths = 0.5 * np.log(1 + np.pi * counts)
    return counts, sums, counts - sums, spreads, 10.0 ** rng.uniform(0, 2, 300), lengths


SCALARS: dict[Kernel[Any, Any], Any] = {
    hoeffding: lambda rng: (WidthLevel(9.3), *items_seen(rng, 300)),
    bernstein: lambda rng: (WidthLevel(20.0), *items_seen(rng, 300)),
    divergence: lambda rng: (WidthLevel(3 * log(1000)), *items_seen(rng, 300)),
    mixture: lambda rng: (Mixture(np.array([10.5, 8.0, 10.5]), 20, 1e4), *items_seen(rng, 300)),
    disguised: coins_in_disguise,
    shapes: lambda rng: items_seen(rng, 300)[1:4],
    logarithm: lambda rng: (
        np.maximum(rng.random(300) * 10.0 ** rng.integers(-323, 300, 300), 5e-324),
    ),
    exponential: lambda rng: (-rng.exponential(100, 300),),
    first_guess: lambda rng: coins(rng, least=1e-9),
    step: lambda rng: (
        (guesses := coins(rng, least=1e-9)) and first_guess.numpy(*guesses) * rng.random(300),
        *guesses,
    ),
    bits_of: lambda rng: (rng.random(300) * 10.0 ** rng.integers(-323, 300, 300),),
    double_of: lambda rng: (rng.integers(0x7FF0000000000000, size=300),),
    as_exponent: lambda rng: (np.floor(rng.uniform(-1100, 2, 300)),),
    chosen: lambda rng: (rng.random(300) < 0.5, *rng.random((2, 300))),
    lower_ends: lambda rng: (
        *(coin := coins(rng, least=1e-200))[:2],
        coin[3],
        *(other := coins(rng, least=1e-200))[:2],
        other[3],
    ),
    both_ends: lambda rng: coins(rng)[::3],
}


@WAYS
@pytest.mark.parametrize("kernel", SCALARS, ids=lambda kernel: kernel.__reduce__())
def test_one_number_and_many_are_the_same_bytes(kernel: Kernel[Any, Any], way: str) -> None:
    arguments = SCALARS[kernel](np.random.default_rng(3))
    own, columns = (
        (arguments[:1], arguments[1:]) if isinstance(arguments[0], tuple) else ((), arguments)
    )
    many = kernel.numpy(*arguments)
    rows = [
        getattr(kernel, way)(*own, *(column[i].item() for column in columns)) for i in range(300)
    ]
    kind = np.int32 if kernel is as_exponent else None  # numba returns it as an int of Python
    assert np.array(rows, dtype=kind).T.tobytes() == np.array(many).tobytes()


@pytest.mark.parametrize(
    "kernel",
    [bits_of, double_of, as_exponent, logarithm, exponential],
    ids=lambda k: k.__reduce__(),
)
def test_an_array_of_one_number_stays_an_array(kernel: Kernel[Any, Any]) -> None:
    """With numpy 2.0, a scalar type called on it would make a scalar."""
    (many,) = SCALARS[kernel](np.random.default_rng(3))
    one = kernel.numpy(many[:1])
    assert one.shape == (1,)
    assert one.tobytes() == kernel.numpy(many)[:1].tobytes()


@pytest.mark.parametrize(
    "kernel", [hoeffding, bernstein, divergence, mixture], ids=lambda kernel: kernel.__reduce__()
)
def test_no_interval_makes_arrays(kernel: Kernel[Any, Any]) -> None:
    """Otherwise the loop would be compiled twice, and run at less than half the speed."""
    pytest.importorskip("numba")
    own, *items = SCALARS[kernel](np.random.default_rng(3))
    first = [column[0].item() for column in items]
    assert kernel.lean(own, *first) == kernel.plain(own, *first)


@WAYS
def test_a_condition_on_one_number_is_itself_and_on_many_that_any_fulfils_it(way: str) -> None:
    assert [getattr(is_any, way)(condition) for condition in (True, False)] == [True, False]
    assert [is_any.numpy(np.array(many)) for many in ([True, False], [False, False])] == [
        True,
        False,
    ]


def test_every_kernel_of_divergence_is_held() -> None:
    found = {value for value in vars(module).values() if isinstance(value, Kernel)}
    assert found <= {*SCALARS, is_any}


def test_what_a_twin_calls_is_numpy_too() -> None:
    """A function beside a twin is not linked, so it must name the way that it calls."""
    loose = []
    for source in Path(matroidlab.kernels.__file__).parent.glob("*.py"):
        module = import_module(f"matroidlab.kernels.{source.stem}".removesuffix(".__init__"))
        functions = [
            node for node in ast.parse(source.read_text()).body if isinstance(node, ast.FunctionDef)
        ]
        inside = [node for own in functions if not own.decorator_list for node in ast.walk(own)]
        called = [node.func for node in inside if isinstance(node, ast.Call)]
        names = {one.id for one in called if isinstance(one, ast.Name)}
        loose += [name for name in names if getattr(module, name, None) in SCALARS]
    assert loose == []
