import os
from collections.abc import Callable
from functools import cache, cached_property, update_wrapper
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar, cast
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import ConfigurationError

SWITCH = "MATROIDLAB_KERNELS"
"""The environment variable that names the way: ``numpy`` keeps every kernel a plain function, ``numba`` compiles."""

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Scalar = TypeVar("Scalar", bound=np.generic)


@cache
def enabled() -> bool:
    """Whether kernels are compiled in this process: numba is installed and not switched off; decided once."""
    way, installed = os.environ.get(SWITCH), find_spec("numba") is not None
    if way not in {None, "numpy", "numba"}:
        raise ConfigurationError(f"{SWITCH} must be numpy or numba, got {way!r}; unset, it is numba where installed")
    if way == "numba" and not installed:
        raise ConfigurationError(f"{SWITCH} is numba, which is not installed: pip install 'matroidlab[fast]'")
    return way != "numpy" and installed


class Kernel(Generic[Arguments, Result]):
    """A plain function that is compiled at its first call, if kernels are enabled; made by `kernel`.

    ``plain`` and ``compiled`` are the two ways by name, so that a test can hold them against each other. A kernel
    calls other kernels by their global names; plain calls plain and compiled calls compiled.
    """

    def __init__(self, function: Callable[Arguments, Result]) -> None:
        update_wrapper(self, function)
        self.function = function
        self._way: Callable[Arguments, Result] = self._decide

    if TYPE_CHECKING:

        def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
            """Run the compiled way if kernels are enabled, else the plain one."""

    else:

        def __call__(self, *args: object) -> object:  # as little as can be, for small rounds make many calls
            """Run the compiled way if kernels are enabled, else the plain one."""
            return self._way(*args)

    def _decide(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """The first call, which decides for all."""
        self._way = self.compiled if enabled() else self.plain
        return self._way(*args, **kwargs)

    @cached_property
    def plain(self) -> Callable[Arguments, Result]:
        """The function as it is written."""
        return _linked(self.function, lambda callee: callee.plain)

    @cached_property
    def compiled(self) -> Callable[Arguments, Result]:
        """The function in machine code; needs numba."""
        numba = import_module("numba")
        dispatcher: Callable[Arguments, Result] = numba.njit(cache=True, error_model="numpy")(
            _linked(self.function, lambda callee: callee.compiled)
        )
        return dispatcher


def kernel(function: Callable[Arguments, Result]) -> Kernel[Arguments, Result]:
    """Make a plain function a `Kernel`.

    >>> @kernel
    ... def total(values):
    ...     result = 0
    ...     for value in values:
    ...         result += value
    ...     return result
    >>> total.plain([1, 2, 3])
    6
    """
    return Kernel(function)


def operand(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """What a kernel is quickest with: the array itself where kernels are compiled, else lists of Python's numbers.

    For kernels that do no more than index: ``rows[i][j]`` is right for both, so that both are typed as the array.
    """
    return array if enabled() else cast("NDArray[Scalar]", array.tolist())


def _linked(
    function: Callable[Arguments, Result], choose: Callable[[Kernel[..., object]], object]
) -> Callable[Arguments, Result]:
    """Copy a function with each kernel among its global names replaced by what is chosen of it."""
    if not isinstance(function, FunctionType):
        raise TypeError(f"a kernel must be a plain function, got {function!r}")
    chosen = {name: choose(callee) for name, callee in _callees(function).items()}
    if not chosen:
        return function
    copy = FunctionType(function.__code__, {**function.__globals__, **chosen}, function.__name__, function.__defaults__)
    copy.__qualname__ = function.__qualname__ + _edition(function)
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy


def _callees(function: FunctionType) -> dict[str, Kernel[..., object]]:
    """The kernels that a function calls, by name."""
    used = {name: function.__globals__.get(name) for name in _names(function.__code__)}
    return {name: callee for name, callee in used.items() if isinstance(callee, Kernel)}


def _edition(function: FunctionType) -> str:
    """What tells apart editions of the other files that a function calls kernels of; empty if there are none.

    Numba's cache on disk knows a function by its name, and notices a change of its own file only.
    """
    reached = [function]
    for caller in reached:
        called = (callee.function for callee in _callees(caller).values())
        reached += [one for one in called if isinstance(one, FunctionType) and one not in reached]
    others = {one.__code__.co_filename for one in reached} - {function.__code__.co_filename}
    sources = [Path(file).read_bytes() for file in sorted(others) if Path(file).exists()]
    return f"_{crc32(b''.join(sources)):08x}" if sources else ""


def _names(code: CodeType) -> set[str]:
    """The global names that a function uses, its inner functions and comprehensions too."""
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*inner)
