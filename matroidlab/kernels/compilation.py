"""Kernels: inner loops with two ways to run them that give the same bytes, machine code and numpy.

A kernel is written once as a plain function of numbers and arrays, which numba compiles. A kernel that is called from
outside has a *twin* beside it, the same in numpy. Because the answers are equal bit for bit, which way runs may depend
on anything: a kernel starts as its twin, and is compiled when the twin has taken as long as compiling takes.
"""

from collections.abc import Callable, Mapping
from functools import cached_property, update_wrapper
from importlib import import_module
from math import inf
from pathlib import Path
from time import perf_counter
from types import CodeType, FunctionType
from typing import Any, Generic, ParamSpec, Self, TypeGuard, TypeVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.moments import SECONDS_TO_COMPILE, Moment, moment

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Function = TypeVar("Function", bound=Callable[..., Any])
Slots = Mapping["AnyKernel", "AnyKernel"]
LIBRARY = Path(__file__).parents[1]


class Kernel(Generic[Arguments, Result]):
    """A plain function that can be compiled; made by `kernel`.

    ``plain`` is the function as it is written, ``compiled`` its machine code, and ``numpy`` its twin, or the
    function where there is none: three ways by name, so that tests can hold them to the same bytes. A kernel calls
    other kernels by their global names; plain calls plain, compiled calls compiled and numpy calls numpy.
    """

    def __init__(
        self,
        function: Callable[Arguments, Result],
        twin: Callable[Arguments, Result] | None = None,
        slots: Slots | None = None,
        seconds: float = SECONDS_TO_COMPILE,
    ) -> None:
        update_wrapper(self, function)
        self.function = function
        self.slots: Slots = slots or {}
        self.seconds = seconds
        self._twin: Callable[Arguments, Result] | None = twin
        self._way: Callable[Arguments, Result] = self._start
        self.spent: float = 0.0
        self.is_kept: bool = True
        self._editions: dict[frozenset[tuple[AnyKernel, AnyKernel]], Self] = {}

    def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """Run the way that is quicker by now."""
        return self._way(*args, **kwargs)

    def twin(self, function: Function) -> Function:
        """Register the same in numpy; a decorator. What takes numbers may take arrays of them in its twin."""
        self._twin = function
        return function

    @property
    def has_twin(self) -> bool:
        """Whether somebody has registered one."""
        return self._twin is not None

    @property
    def is_never_due(self) -> bool:
        """Whether it will not be compiled, whatever happens."""
        return moment.patience == inf

    def linked(self, slots: Slots, seconds: float = SECONDS_TO_COMPILE) -> Self:
        """The same kernel with others in the place of those it calls, and of those that they call."""
        known = frozenset(slots.items())
        if known not in self._editions:
            self._editions[known] = type(self)(self.function, self._twin, slots, seconds)
        return self._editions[known]

    def compile_once(self) -> None:
        """Run compiled from now on."""
        if self._way == self._start:
            self._way = self._first_lean if self.slots else self.compiled

    def is_due(self, without: float) -> bool:
        """Whether compiling pays where work takes, or took, so many seconds without."""
        return self._way != self._start or without >= self.seconds * moment.patience

    def _start(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """Run the twin, or change over if the moment has come; a kernel without a twin has nothing to wait for."""
        if moment.patience == Moment.patience == inf:  # for all threads: nobody need know how long it takes
            return self.numpy(*args, **kwargs)  # type: ignore[no-any-return]
        if self.is_due(self.spent) or (self._twin is None and moment.patience < inf):
            self.compile_once()
            return self._way(*args, **kwargs)
        start = perf_counter()
        result: Result = self.numpy(*args, **kwargs)
        self.spent += perf_counter() - start
        return result

    @cached_property
    def numpy(self) -> Callable[..., Any]:
        """The twin, or else the function as it is written; kernels are called there as their twins."""
        return self._copied(self._twin or self.function, lambda callee: callee.numpy)

    @cached_property
    def plain(self) -> Callable[Arguments, Result]:
        """The function as it is written."""
        return self._copied(self.function, lambda callee: callee.plain)

    @cached_property
    def compiled(self) -> Callable[Arguments, Result]:
        """The function in machine code; needs numba."""
        return self._jitted("_compiled", lambda callee: callee.compiled)

    @cached_property
    def lean(self) -> Callable[Arguments, Result]:
        """The same without calls, or counting who refers to an array: half the time for a loop that makes no arrays."""
        return self._jitted("_lean", lambda callee: callee.inlined, _nrt=False)

    @cached_property
    def inlined(self) -> Callable[Arguments, Result]:
        """The same as a piece of whatever `lean` kernel calls it."""
        options = import_module("matroidlab.kernels.pieces").OPTIONS
        return self._jitted("_inlined", lambda callee: callee.inlined, **options)

    @cached_property
    def lean_name(self) -> str:
        """What numba's cache on disk knows ``lean`` by; other editions differ in what follows ``_lean``."""
        return f"{self.function.__qualname__}_lean{_edition(self)}"

    def _copied(self, function: Callable[Arguments, Result], choose: "Choice") -> Callable[Arguments, Result]:
        """Copy a function with each kernel among its global names replaced by what is chosen of it."""
        chosen = {name: choose(callee) for name, callee in self._named_by(function).items()}
        assert isinstance(function, FunctionType)
        names = {**function.__globals__, **chosen}
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        copy.__qualname__, copy.__kwdefaults__ = function.__qualname__, function.__kwdefaults__
        return copy

    def _jitted(self, suffix: str, choose: "Choice", **options: Any) -> Callable[Arguments, Result]:
        """Compiled when it is first called; kept on disk only if a change of any of its sources is noticed there."""
        function = self._copied(self.function, choose)
        function.__qualname__ += suffix + _edition(self)
        is_kept = self.is_kept and self.is_from_files
        compile_later = import_module("numba").njit(cache=is_kept, error_model="numpy", **options)
        dispatcher: Callable[Arguments, Result] = compile_later(function)
        if is_kept:
            import_module("matroidlab.kernels.pieces").pass_over_what_is_gone(dispatcher)
        return dispatcher

    @cached_property
    def is_from_files(self) -> bool:
        """Whether the function, and all that it comes to, are written in files, and not typed at a prompt."""
        return self.source.exists() and all(callee.source.exists() for callee in self.reached)

    @property
    def source(self) -> Path:
        """The file that the function is written in, if it is."""
        assert isinstance(self.function, FunctionType)
        return Path(self.function.__code__.co_filename)

    def _first_lean(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """The first call of what is linked, which finds out whether somebody makes arrays after all."""
        try:
            result = self.lean(*args, **kwargs)
        except import_module("numba").core.errors.NumbaError:
            self._way = self.compiled
            return self._way(*args, **kwargs)
        self._way = self.lean
        return result

    def _named_by(self, function: Callable[Arguments, Result]) -> "dict[str, AnyKernel]":
        """The kernels that a function calls, or what is linked in their place, by the names that it has for them."""
        if not isinstance(function, FunctionType):
            raise TypeError(f"a kernel must be a plain function, got {function!r}")
        used = {name: function.__globals__.get(name) for name in _names(function.__code__)}
        return {name: self._in_place_of(callee) for name, callee in used.items() if isinstance(callee, Kernel)}

    def _in_place_of(self, callee: "AnyKernel") -> "AnyKernel":
        chosen = self.slots.get(callee, callee)
        return chosen.linked(self.slots) if any(slot in chosen.reached for slot in self.slots) else chosen

    @cached_property
    def reached(self) -> "frozenset[AnyKernel]":
        """All kernels that a call may come to."""
        callees = self._named_by(self.function).values()
        return frozenset(callees).union(*(callee.reached for callee in callees))

    def __reduce__(self) -> str:
        """Pickled by name, as functions are."""
        return self.function.__qualname__


AnyKernel = Kernel[..., Any]
Choice = Callable[[AnyKernel], object]


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
    ...     return sum(values)
    >>> total.plain([1, 2, 3]), total.numpy([1, 2, 3])
    (6, 6)
    """
    return Kernel(function)


def is_plain(values: object, kind: np.dtype[Any], axes: int) -> TypeGuard[NDArray[Any]]:
    """Whether kernels take an array as it is; not so those whose bytes are not all that they mean, as masked ones."""
    return type(values) is np.ndarray and values.dtype is kind and values.ndim == axes and values.flags.c_contiguous


def _edition(own: Kernel[..., Any]) -> str:
    """What tells apart editions of a kernel and of the other functions that it comes to.

    Numba's cache on disk knows a function by its name. It notices a change of its own file only, and not before it has
    read what it knows of the earlier one: which fails, if a class is no longer where it was. It also names the types
    that a function has met: what has met a stranger's is of an edition of its own, for the stranger may be gone.
    """
    used = (own, *own.reached)
    names = sorted({f"{each.source.name}:{each.function.__qualname__}" for each in used})
    names += sorted({str(each.source) for each in own.slots.values() if LIBRARY not in each.source.parents})
    sources = [file.read_bytes() for file in sorted({each.source for each in used}) if file.exists()]
    return f"_{crc32(b''.join([*sources, repr(names).encode()])):08x}"


def _names(code: CodeType) -> set[str]:
    """The global names that a function uses, its inner functions and comprehensions too."""
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*inner)
