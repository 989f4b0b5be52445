"""When kernels are compiled: never, at once, or when that has been earned."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import Literal, get_args

from matroidlab.errors import ConfigurationError

SWITCH = "MATROIDLAB_KERNELS"
"""The environment variable: ``numpy`` never compiles a kernel, ``numba`` compiles each at its first call."""

When = Literal["never", "earned", "now"]
WAYS: dict[str | None, When] = {None: "earned", "numpy": "never", "numba": "now"}

SECONDS_TO_COMPILE = 2.0
"""What compiling an ordinary kernel costs, numba's import included; measured by ``tests/benchmarks/compiling.py``."""


class Moment:
    """The setting of this process."""

    def __init__(self) -> None:
        self.when: When | None = None

    def has_come(self, spent: float, seconds: float) -> bool:
        """Whether to compile a kernel whose twin has ``spent`` so long, and which takes ``seconds`` to compile."""
        if self.when is None:
            self.when = _at_first()
        return self.when == "now" or (self.when == "earned" and spent >= seconds and is_numba_there())

    def may_come(self) -> bool:
        """Whether a kernel could be compiled if it ran for long."""
        return self.has_come(1.0, 0.0)

    @contextmanager
    def set_to(self, when: When) -> Iterator[None]:
        """Another setting for a while."""
        before, self.when = self.when, when
        try:
            yield
        finally:
            self.when = before


moment = Moment()


def expected_time(*, plain: float, compiled: float) -> float:
    """How long something takes that takes so long as written, or compiled: whichever way it will go."""
    return min(plain, SECONDS_TO_COMPILE + compiled) if moment.may_come() else plain


def compile_when(when: When) -> None:
    """Say when kernels are compiled in this process: "never", "now" (at their first call) or "earned".

    "earned", the setting at first, starts with numpy, and compiles a kernel once it has taken as long that way as
    compiling takes. What is compiled already stays compiled.
    """
    if when not in get_args(When):
        raise ConfigurationError(f"when must be one of {', '.join(get_args(When))}, got {when!r}")
    if when == "now" and not is_numba_there():
        raise ConfigurationError('compiling needs numba, which is not installed: pip install "matroidlab[fast]"')
    moment.when = when


def _at_first() -> When:
    """What the environment says."""
    told = os.environ.get(SWITCH)
    if told not in WAYS:
        raise ConfigurationError(
            f"{SWITCH} must be numpy or numba, got {told!r}; unset, kernels are compiled when it pays"
        )
    if told == "numba" and not is_numba_there():
        raise ConfigurationError(f"{SWITCH} is numba, which is not installed: pip install 'matroidlab[fast]'")
    return WAYS[told]


@cache
def is_numba_there() -> bool:
    """Whether kernels can be compiled at all; looked up once."""
    return find_spec("numba") is not None
