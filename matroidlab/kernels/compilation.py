"""Kernels: inner loops with two ways to run them that give the same bytes, machine code and numpy.

A kernel is written once as a plain function of numbers and arrays, which numba compiles. A kernel that is called from
outside has a *twin* beside it, the same in numpy. Because the answers are equal bit for bit, which way runs may depend
on anything: a kernel starts as its twin, and is compiled when the twin has taken as long as compiling takes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from dis import get_instructions
from functools import cached_property, update_wrapper
from importlib import import_module
from math import inf
from pathlib import Path
from time import perf_counter
from types import CodeType, FunctionType
from typing import Any, ClassVar, Generic, ParamSpec, Self, TypeVar

from matroidlab.kernels.cache import edition, is_on_disk, pass_over_what_is_gone
from matroidlab.kernels.when_to_compile import SECONDS_TO_COMPILE, SECONDS_TO_JUDGE_BY, SECONDS_TO_LOAD, Moment, moment

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Function = TypeVar("Function", bound=Callable[..., Any])
Slots = Mapping["AnyKernel", "AnyKernel"]


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
        return f"{self.function.__qualname__}_lean{edition(self)}"

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
        function.__qualname__ += suffix + edition(self)
        is_kept = self.is_kept and self.is_from_files
        compile_later = import_module("numba").njit(cache=is_kept, error_model="numpy", **options)
        dispatcher: Callable[Arguments, Result] = compile_later(function)
        if is_kept:
            pass_over_what_is_gone(dispatcher)
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


@dataclass
class Changeover:
    """Does work piece by piece: in numpy, or all the rest by a kernel, as soon as compiling it takes less time.

    Or as soon as the work begins, if compiling would have taken less time than was spent on earlier work of the kind.
    """

    find: Callable[[], AnyKernel | None]
    """Return the kernel that does many pieces in a call, if there is one; asked at each piece once it may be needed."""
    others: Callable[[], None]
    """Do one piece, in numpy, to the same end."""
    arguments: Callable[[], tuple[Any, ...]]
    """What the kernel is called with, from here on."""
    _spent: float = field(default=0.0, init=False)
    in_all: ClassVar[float] = 0.0
    """How long all such work took in numpy, in this process."""

    def go_on(self, done: float) -> None:
        """Do some more, ``done`` being the share of the work that is done."""
        if moment.patience == inf:
            self.others()
            return
        kernel = self.find() if Changeover.in_all >= SECONDS_TO_JUDGE_BY * moment.patience else None
        ahead = self._spent * (1.0 - done) / done if self._spent > SECONDS_TO_JUDGE_BY and done > 0.0 else 0.0
        if kernel is not None and kernel.is_due(ahead if self._spent else kernel.spent):
            kernel.compile_once()
            kernel(*self.arguments())
            return
        start = perf_counter()
        self.others()
        seconds = perf_counter() - start
        self._spent += seconds
        Changeover.in_all += seconds
        if kernel is not None:
            if not kernel.spent and is_on_disk(kernel):
                kernel.seconds = SECONDS_TO_LOAD
            kernel.spent += seconds


def _names(code: CodeType) -> set[str]:
    """The global names that a function uses, its inner functions and comprehensions too; attributes are none."""
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return {step.argval for step in get_instructions(code) if step.opname == "LOAD_GLOBAL"}.union(*inner)
