"""When kernels are compiled: all the rules on one page.

Running a kernel in numpy and running it compiled give the same bytes, but compiling takes seconds.
So the only question is whether these seconds pay:

- ``never``: nothing is compiled. Machine code that is there already is used.
- ``now``: each kernel is compiled at its first call.
- ``earned``, the default: a kernel starts in numpy, and is compiled once the time that numpy has
  taken for it, and the time that it would still take, reach `SECONDS_BEFORE_COMPILING`. So short
  scripts never wait for the compiler, and long simulations run compiled.

The setting of the process comes from ``MATROIDLAB_KERNELS`` in the environment, and `compile_when`
changes it. A block of code can have a setting of its own: requests to a service run inside
`never_compiling`, and `matroidlab.warm_up` compiles inside `at_once`. ``MATROIDLAB_KERNELS=numpy``
is final, and so is a missing numba: then none of these compiles anything.

The rules are applied by `Kernel` for single kernels and by `finish` for games, both in
`matroidlab.kernels.compilation`.
"""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from importlib.util import find_spec
from typing import Literal, get_args

from matroidlab.errors import ConfigurationError

SWITCH = "MATROIDLAB_KERNELS"
"""The environment variable: ``numpy`` never compiles, ``numba`` compiles each kernel at once."""

When = Literal["never", "earned", "now"]
SETTINGS: dict[str | None, When] = {None: "earned", "numpy": "never", "numba": "now"}

SECONDS_BEFORE_COMPILING = 3.0
"""How long numpy may take for a kernel before it is compiled.

An ordinary kernel takes 1 to 4 seconds to compile, the loop of a game 5 to 9, and half a second to
load when machine code of an earlier run is on disk (``tests/benchmarks/compiling.py``). One number
between them serves all: work that takes less never waits, and work that takes longer waits once.
"""

SECONDS_TO_JUDGE_BY = 0.1
"""How long games are played in numpy before their speed says how long the rest will take."""

INSTALL = "pip install 'matroidlab[fast]'"


class Process:
    """The setting of this process; None as long as the environment holds an invalid one."""

    when: When | None = None


class AllGames:
    """How long games were played in numpy in this process, whichever games they were."""

    seconds = 0.0


block_setting: ContextVar[When | None] = ContextVar("block_setting", default=None)
"""The setting of the block of code that runs, if it has one of its own.

A context variable, because each thread and each asyncio task has its own, and blocks nest.
"""


def compile_when(when: When) -> None:
    """Set when kernels are compiled in this process: "never", "earned" or "now".

    "earned", the default, starts in numpy, and compiles a kernel once numpy has taken as long as
    compiling is worth. Kernels that are compiled already stay compiled. Where
    ``MATROIDLAB_KERNELS=numpy`` or a missing numba rules compiling out, "earned" means "never".
    """
    if when not in get_args(When):
        raise ConfigurationError(f"when must be one of {', '.join(get_args(When))}, got {when!r}")
    if when == "now" and not is_numba_there():
        raise ConfigurationError(f"compiling needs numba, which is not installed: {INSTALL}")
    if when == "now" and not can_compile():
        raise ConfigurationError(f"{SWITCH} is numpy, so nothing can be compiled in this process")
    Process.when = when if can_compile() else "never"


@contextmanager
def compiling(when: When) -> Iterator[None]:
    """Give a block of code a setting of its own; of nested blocks, the innermost counts."""
    token = block_setting.set(when if can_compile() else "never")
    try:
        yield
    finally:
        block_setting.reset(token)


def never_compiling() -> AbstractContextManager[None]:
    """Compile nothing inside this block: for code that answers a request. Machine code is used."""
    return compiling("never")


def at_once() -> AbstractContextManager[None]:
    """Compile every kernel that is called inside this block, where compiling is possible."""
    return compiling("now")


def expected_time(*, plain: float, compiled: float) -> float:
    """Return how long work will take that takes ``plain`` or ``compiled`` seconds once it runs."""
    if (block_setting.get() or Process.when or from_environment()) == "never":
        return plain
    return min(plain, SECONDS_BEFORE_COMPILING + compiled)


def can_compile() -> bool:
    """Whether anything may be compiled in this process at all."""
    return os.environ.get(SWITCH) != "numpy" and is_numba_there()


@cache
def is_numba_there() -> bool:
    """Whether numba is installed; looked up once, without importing it."""
    return find_spec("numba") is not None


def from_environment() -> When:
    """Return the setting that the environment asks for; an error if it is not a valid one."""
    value = os.environ.get(SWITCH)
    if value not in SETTINGS:
        raise ConfigurationError(
            f"{SWITCH} must be numpy or numba, got {value!r}; "
            "unset, kernels are compiled when that pays"
        )
    if value == "numba" and not is_numba_there():
        raise ConfigurationError(f"{SWITCH} is numba, which is not installed: {INSTALL}")
    return SETTINGS[value] if can_compile() else "never"


# An invalid setting is reported when a kernel is first used, where the command line shows it as an
# error of the user, and not when this module is imported, where it would look like a broken plugin.
with suppress(ConfigurationError):
    Process.when = from_environment()
