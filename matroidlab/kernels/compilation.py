"""Kernels: inner loops that run in numpy or as machine code, and give the same bytes either way.

A kernel is written once as a plain function of numbers and arrays, which numba compiles. A kernel
that is called from outside has a *twin* beside it, the same computation in numpy. Because the bytes
are the same, either may run at any time; `matroidlab.kernels.when_to_compile` has the rules.
"""

from collections.abc import Callable, Mapping
from dis import get_instructions
from functools import cached_property, update_wrapper
from importlib import import_module
from math import inf
from time import perf_counter, thread_time
from types import CodeType, FunctionType
from typing import Any, Generic, ParamSpec, Protocol, Self, TypeVar

from matroidlab.kernels.machine_code import LEAN, jitted, of_pieces
from matroidlab.kernels.when_to_compile import (
    SECONDS_BEFORE_COMPILING,
    SECONDS_TO_JUDGE_BY,
    AllGames,
    Process,
    block_setting,
    from_environment,
)

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Function = TypeVar("Function", bound=Callable[..., Any])
Slots = Mapping["AnyKernel", "AnyKernel"]


class Kernel(Generic[Arguments, Result]):
    """A plain function that can be compiled; made by `kernel`.

    The same function in several ways, by name, so that tests can hold them to the same bytes:
    ``plain`` is the function as it is written, ``numpy`` its twin (or the plain function if it has
    none), ``compiled`` and ``lean`` are machine code. A kernel calls other kernels by their global
    names, and each way calls the same way of these: plain calls plain, compiled calls compiled.

    Parameters
    ----------
    function
        The plain function.
    twin
        The same function in numpy, or None.
    slots
        Kernels to call in the place of others, by those others.
    """

    def __init__(
        self,
        function: Callable[Arguments, Result],
        twin: Callable[Arguments, Result] | None = None,
        slots: Slots | None = None,
    ) -> None:
        update_wrapper(self, function)
        self.function = function
        self.slots: Slots = slots or {}
        self._twin: Callable[Arguments, Result] | None = twin
        self._way: Callable[Arguments, Result] = self._in_numpy_first
        self.seconds_in_numpy: float = 0.0
        self.is_cached: bool = True
        self._editions: dict[frozenset[tuple[AnyKernel, AnyKernel]], Self] = {}

    def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """Run in numpy, or compiled once that pays."""
        return self._way(*args, **kwargs)

    def twin(self, function: Function) -> Function:
        """Register the numpy twin; a decorator. The twin may take many numbers in place of one."""
        self._twin = function
        return function

    def _in_numpy_first(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """Run in numpy and measure it, until compiling pays."""
        if _pays(self.seconds_in_numpy):
            self.compile_once()
            return self._way(*args, **kwargs)
        start = perf_counter()
        result: Result = self.numpy(*args, **kwargs)
        self.seconds_in_numpy += perf_counter() - start
        return result

    def compile_once(self) -> None:
        """Run compiled from now on."""
        if not self.is_compiled:
            self._way = self._lean_first if self.slots else self.compiled

    @property
    def is_compiled(self) -> bool:
        """Whether calls run compiled by now."""
        # Compared by value, because Python makes a new bound method at each access.
        return self._way != self._in_numpy_first

    def _lean_first(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """Run `lean`, or `compiled` if a kernel that fills a slot makes arrays after all."""
        try:
            result = self.lean(*args, **kwargs)
        # Such an error comes before the code runs: nothing has changed, so the call is repeated.
        except import_module("numba").core.errors.NumbaError:
            self._way = self.compiled
            return self._way(*args, **kwargs)
        self._way = self.lean
        return result

    # The ways. Each is made when it is first needed.

    @cached_property
    def numpy(self) -> Callable[..., Any]:
        """The twin, or the function as it is written; it calls the numpy way of other kernels."""
        return self._rebound(self._twin or self.function, lambda callee: callee.numpy)

    @cached_property
    def plain(self) -> Callable[Arguments, Result]:
        """The function as it is written."""
        return self._rebound(self.function, lambda callee: callee.plain)

    @cached_property
    def compiled(self) -> Callable[Arguments, Result]:
        """The function in machine code; needs numba."""
        function = self._rebound(self.function, lambda callee: callee.compiled)
        return jitted(self, function, "compiled")

    @cached_property
    def lean(self) -> Callable[Arguments, Result]:
        """Machine code with all calls inlined and without reference counting.

        300,000 steps of I-UCB, which allocates nothing, take 0.08 instead of 0.17 seconds.
        """
        function = self._rebound(self.function, lambda callee: callee.inlined)
        return jitted(self, function, "lean", LEAN)

    @cached_property
    def inlined(self) -> Callable[Arguments, Result]:
        """Machine code that is only ever a piece of a `lean` kernel."""
        function = self._rebound(self.function, lambda callee: callee.inlined)
        return jitted(self, function, "inlined", of_pieces())

    # Linking: which kernels stand behind the global names of a function.

    def linked(self, slots: Slots) -> Self:
        """Return this kernel with others in place of some that it calls, directly or not."""
        known = frozenset(slots.items())
        if known not in self._editions:
            self._editions[known] = type(self)(self.function, self._twin, slots)
        return self._editions[known]

    def _rebound(
        self, function: Callable[Arguments, Result], choose: "Choice"
    ) -> Callable[Arguments, Result]:
        """Copy a function, with ``choose(callee)`` for each kernel among its global names.

        Numba caches calls by a global name on disk, but not of functions passed as arguments.
        """
        chosen = {name: choose(callee) for name, callee in self._callees(function).items()}
        assert isinstance(function, FunctionType)
        names = {**function.__globals__, **chosen}
        copy = FunctionType(function.__code__, names, closure=function.__closure__)
        copy.__defaults__ = function.__defaults__
        copy.__qualname__ = function.__qualname__
        copy.__kwdefaults__ = function.__kwdefaults__
        return copy

    def _callees(self, function: Callable[Arguments, Result]) -> "dict[str, AnyKernel]":
        """The kernels that a function calls, after linking, by the names that it calls them."""
        if not isinstance(function, FunctionType):
            raise TypeError(f"a kernel must be a plain function, got {function!r}")
        used = {name: function.__globals__.get(name) for name in _global_names(function.__code__)}
        kernels = {name: callee for name, callee in used.items() if isinstance(callee, Kernel)}
        return {name: self._link(callee) for name, callee in kernels.items()}

    def _link(self, callee: "AnyKernel") -> "AnyKernel":
        """The kernel in place of a callee; itself linked only if it reaches one of the slots."""
        chosen = self.slots.get(callee, callee)
        is_affected = any(slot in chosen.reached for slot in self.slots)
        return chosen.linked(self.slots) if is_affected else chosen

    @cached_property
    def reached(self) -> "frozenset[AnyKernel]":
        """All kernels that a call may come to."""
        callees = self._callees(self.function).values()
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


class Rounds(Protocol):
    """A game that is played round by round in numpy, or in large pieces by a compiled loop."""

    def share_played(self) -> float: ...
    def play_round(self) -> None: ...
    def find_loop(self) -> AnyKernel | None: ...
    def play_compiled(self, loop: AnyKernel) -> None: ...


def finish(game: Rounds) -> None:
    """Play all rounds: in numpy, and the rest compiled as soon as that pays.

    The speed of the rounds so far says how long the rest would take in numpy. Earlier games of the
    same loop count as well, so that a thousand short games are compiled like one long one.
    """
    share_before = game.share_played()
    seconds = 0.0
    while (share := game.share_played()) < 1.0:
        # Finding the loop takes most of a millisecond, which short scripts do not spend.
        most = inf if AllGames.seconds >= SECONDS_TO_JUDGE_BY else 0.0
        loop = game.find_loop() if _pays(most) else None
        if loop is not None:
            is_judged = seconds >= SECONDS_TO_JUDGE_BY
            rest = seconds * (1.0 - share) / (share - share_before) if is_judged else 0.0
            if loop.is_compiled or _pays(loop.seconds_in_numpy + rest):
                loop.compile_once()
                game.play_compiled(loop)
                continue
        start = thread_time()  # of the processor: the same on a busy machine
        game.play_round()
        passed = thread_time() - start
        seconds += passed
        AllGames.seconds += passed
        if loop is not None:
            loop.seconds_in_numpy += passed


def _pays(seconds: float) -> bool:
    """Whether to compile, where numpy has taken, or will take, this many seconds."""
    when = block_setting.get() or Process.when or from_environment()
    return when == "now" or (when == "earned" and seconds >= SECONDS_BEFORE_COMPILING)


def _global_names(code: CodeType) -> set[str]:
    """The global names that a function uses, also in inner functions; attributes do not count."""
    inner = (_global_names(part) for part in code.co_consts if isinstance(part, CodeType))
    used = {step.argval for step in get_instructions(code) if step.opname == "LOAD_GLOBAL"}
    return used.union(*inner)
