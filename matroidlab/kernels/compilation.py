"""Kernels: inner loops with two ways to run them that give the same bytes, machine code and numpy.

A kernel is written once as a plain function of numbers and arrays, which numba compiles. A kernel that is called from
outside has a *twin* beside it, the same in numpy. Because the answers are equal bit for bit, which way runs may depend
on anything: a kernel starts as its twin, and is compiled when the twin has taken as long as compiling takes.
"""

from collections.abc import Callable, Mapping
from functools import cached_property, update_wrapper
from importlib import import_module
from pathlib import Path
from time import perf_counter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Self, TypeVar
from zlib import crc32

from matroidlab.kernels.moments import SECONDS_TO_COMPILE, moment

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Slots = Mapping["AnyKernel", "AnyKernel"]


class Kernel(Generic[Arguments, Result]):
    """A plain function that can be compiled; made by `kernel`.

    ``plain`` is the function as it is written, ``compiled`` its machine code, and ``numpy`` its twin, or the plain
    function where there is none: three ways by name, so that tests can hold them to the same bytes. A kernel calls
    other kernels by their global names; plain calls plain and compiled calls compiled.
    """

    def __init__(
        self, function: Callable[Arguments, Result], slots: Slots | None = None, seconds: float = SECONDS_TO_COMPILE
    ) -> None:
        update_wrapper(self, function)
        self.function, self.slots, self.seconds = function, slots or {}, seconds
        self.numpy: Callable[Arguments, Result] = self._as_written
        self._way: Callable[Arguments, Result] = self._start
        self._spent = 0.0

    if TYPE_CHECKING:

        def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
            """Run the way that is quicker by now."""

    else:

        def __call__(self, *args: object) -> object:  # as little as can be, for small rounds make many calls
            """Run the way that is quicker by now."""
            return self._way(*args)

    def twin(self, function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
        """Register the same in numpy; a decorator."""
        self.numpy = function
        return function

    @property
    def has_twin(self) -> bool:
        """Whether somebody has registered one."""
        return self.numpy != self._as_written

    def linked(self, slots: Slots, seconds: float = SECONDS_TO_COMPILE) -> Self:
        """The same kernel with others in the place of those it calls, and of those that they call."""
        return type(self)(self.function, slots, seconds)

    def compile(self) -> None:
        """Run compiled from now on."""
        self._way = self.compiled

    def _start(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """Run the twin, or change over if the moment has come; a kernel without a twin has nothing to wait for."""
        if moment.has_come(self._spent, self.seconds if self.has_twin else 0.0):
            self.compile()
            return self._way(*args, **kwargs)
        start = perf_counter()
        try:
            return self.numpy(*args, **kwargs)
        finally:
            self._spent += perf_counter() - start

    def _as_written(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        return self.plain(*args, **kwargs)

    @cached_property
    def plain(self) -> Callable[Arguments, Result]:
        """The function as it is written."""
        return _linked(self, lambda callee: callee.plain)

    @cached_property
    def compiled(self) -> Callable[Arguments, Result]:
        """The function in machine code; needs numba."""
        numba = import_module("numba")
        dispatcher: Callable[Arguments, Result] = numba.njit(cache=True, error_model="numpy")(
            _linked(self, lambda callee: callee.compiled)
        )
        return dispatcher

    @cached_property
    def callees(self) -> "dict[str, AnyKernel]":
        """The kernels that the function calls, by the names that it has for them, with what is linked in their place."""
        if not isinstance(self.function, FunctionType):
            raise TypeError(f"a kernel must be a plain function, got {self.function!r}")
        used = {name: self.function.__globals__.get(name) for name in _names(self.function.__code__)}
        return {name: self._in_place_of(callee) for name, callee in used.items() if isinstance(callee, Kernel)}

    def _in_place_of(self, callee: "AnyKernel") -> "AnyKernel":
        chosen = self.slots.get(callee, callee)
        return chosen.linked(self.slots) if any(slot in chosen.reached for slot in self.slots) else chosen

    @cached_property
    def reached(self) -> "frozenset[AnyKernel]":
        """All kernels that a call may come to."""
        return frozenset(self.callees.values()).union(*(callee.reached for callee in self.callees.values()))

    def __reduce__(self) -> str:
        """Pickled by name, as functions are."""
        return self.function.__qualname__


AnyKernel = Kernel[..., Any]


def kernel(function: Callable[Arguments, Result]) -> Kernel[Arguments, Result]:
    """Make a plain function a `Kernel`.

    >>> @kernel
    ... def total(values):
    ...     result = 0
    ...     for value in values:
    ...         result += value
    ...     return result
    >>> @total.twin
    ... def total_in_numpy(values):
    ...     return np.sum(values)
    >>> total.plain([1, 2, 3]), int(total.numpy([1, 2, 3]))
    (6, 6)
    """
    return Kernel(function)


def _linked(own: Kernel[Arguments, Result], choose: Callable[[AnyKernel], object]) -> Callable[Arguments, Result]:
    """Copy a function with each kernel among its global names replaced by what is chosen of it."""
    chosen, function = {name: choose(callee) for name, callee in own.callees.items()}, own.function
    assert isinstance(function, FunctionType)
    if not chosen:
        return function
    copy = FunctionType(function.__code__, {**function.__globals__, **chosen}, function.__name__, function.__defaults__)
    copy.__qualname__ = function.__qualname__ + _edition(own)
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy


def _edition(own: AnyKernel) -> str:
    """What tells apart editions of the other functions that a kernel comes to; empty if they are of its own file.

    Numba's cache on disk knows a function by its name, and notices a change of its own file only.
    """
    codes = {callee.function.__code__ for callee in own.reached if isinstance(callee.function, FunctionType)}
    assert isinstance(own.function, FunctionType)
    files = sorted({code.co_filename for code in codes} - {own.function.__code__.co_filename})
    if not files and not own.slots:
        return ""
    names = sorted(f"{Path(code.co_filename).name}:{code.co_qualname}" for code in codes)
    sources = [Path(file).read_bytes() for file in files if Path(file).exists()]
    return f"_{crc32(b''.join([*sources, repr(names).encode()])):08x}"


def _names(code: CodeType) -> set[str]:
    """The global names that a function uses, its inner functions and comprehensions too."""
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*inner)
