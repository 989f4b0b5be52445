"""One law for every kernel with a twin: numpy, plain and compiled, the same bytes come out.

A test module has a table from kernels to functions that draw arguments with a generator, and holds
each by `hold`.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab.kernels import Kernel

Draw = Callable[[np.random.Generator], tuple[Any, ...]]
Table = Mapping[Kernel[Any, Any], Draw]

COMPILED = pytest.param("compiled", marks=pytest.mark.slow)
"""Compiling a kernel takes seconds, so what is compiled is held in the slow tests."""
WAYS = pytest.mark.parametrize("way", ["plain", COMPILED])
"""The ways that are held to that of numpy."""
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)
few = settings(max_examples=60, deadline=None)


def way_of(kernel: Kernel[Any, Any], way: str) -> Callable[..., Any]:
    """One of the ways of a kernel, by name."""
    return getattr(kernel, way)  # type: ignore[no-any-return]


def held(table: Table) -> pytest.MarkDecorator:
    """A mark that tries each kernel of a table."""
    return pytest.mark.parametrize("kernel", table, ids=lambda kernel: kernel.__reduce__())


def hold(kernel: Kernel[Any, Any], way: str, draw: Draw, examples: int = 60) -> None:
    """Raise unless a way leaves the same bytes in all arguments as numpy, and returns the same."""

    @settings(max_examples=examples, deadline=None, database=None)
    @given(st.integers(0, 2**32 - 1))
    def same(seed: int) -> None:
        expected, found = (
            outcome(kernel, one, draw(np.random.default_rng(seed))) for one in ("numpy", way)
        )
        assert found == expected

    same()


def outcome(kernel: Kernel[Any, Any], way: str, arguments: tuple[Any, ...]) -> list[object]:
    """The return value of a way, and the contents of its arguments afterwards."""
    returned = way_of(kernel, way)(*arguments)
    return [*_flat(returned), *_flat(arguments)]


def _flat(value: Any) -> Iterator[object]:
    """Arrays as bytes, generators as their state, numbers as Python's, floats by their bits."""
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    elif isinstance(value, np.ndarray):
        yield value.dtype.str, value.shape, value.tobytes()
    elif isinstance(value, np.random.Generator):
        yield value.bit_generator.state
    elif isinstance(value, float):
        yield float(value).hex()
    else:
        yield int(value) if isinstance(value, np.integer | np.bool_) else value


def kernels_with_twins(*rooms: str) -> set[Kernel[Any, Any]]:
    """All kernels with a twin that are written in some rooms of the core."""
    found: set[Kernel[Any, Any]] = set()
    for room in rooms:
        package = import_module(f"matroidlab.{room}")
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            values = vars(import_module(module.name)).values()
            found |= {value for value in values if isinstance(value, Kernel) and value._twin}
    return {kernel for kernel in found if kernel.function.__module__.split(".")[1] in rooms}
