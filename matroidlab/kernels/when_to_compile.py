"""When kernels are compiled: never, at once, or when that has been earned."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from math import inf
from threading import local
from typing import Literal, get_args

from matroidlab.errors import ConfigurationError

SWITCH = "MATROIDLAB_KERNELS"
"""The environment variable: ``numpy`` never compiles a kernel, ``numba`` compiles each at its first call."""

When = Literal["never", "earned", "now"]
WAYS: dict[str | None, When] = {None: "earned", "numpy": "never", "numba": "now"}

SECONDS_TO_COMPILE = 2.0
"""What compiling an ordinary kernel costs, numba's import included: from 0.8 of a small one to 4.4 of sorting."""


SECONDS_TO_LOAD = 0.5
"""What machine code costs that is on disk; measured by ``tests/benchmarks/compiling.py``."""

SECONDS_TO_JUDGE_BY = 0.1
"""How much is done in numpy before it says how long the rest will take, and before a look at the disk."""


class Moment(local):
    """The setting of this process, read from the environment when somebody first asks for it."""

    patience: float
    """How long a kernel runs in numpy before it is compiled, in units of what compiling costs.

    That of all threads; a thread that is `Held` has one of its own. Kernels read it at every call: no property.
    """

    holds = 0
    """How often this thread is `Held`."""

    def __getattr__(self, name: str) -> float:
        if name != "patience":
            raise AttributeError(name)
        self.set(_at_first())
        return Moment.patience

    def set(self, when: When) -> None:
        """Change the setting; what is compiled already stays compiled."""
        Moment.patience = {"never": inf, "earned": 1.0 if is_numba_there() else inf, "now": 0.0}[when]

    @contextmanager
    def set_to(self, when: When) -> Iterator[None]:
        """Another setting for a while, for a thread that is held too."""
        held, before = vars(self).pop("patience", None), self.patience
        self.set(when)
        try:
            yield
        finally:
            Moment.patience = before
            if held is not None:
                self.patience = held


moment: Moment = Moment()


class Held:
    """Compiles nothing in this thread meanwhile: for whoever has somebody waiting. What is compiled is used."""

    def __enter__(self) -> None:
        """Begin."""
        moment.holds += 1
        moment.patience = inf

    def __exit__(self, *_error: object) -> None:
        """End, if nobody else holds this thread: whoever is asked may have to ask others."""
        moment.holds -= 1
        if not moment.holds:
            vars(moment).pop("patience", None)


@contextmanager
def at_once() -> Iterator[None]:
    """Compile whatever is called meanwhile, where numba is installed."""
    with moment.set_to("now" if is_numba_there() else "never"):
        yield


def compile_when(when: When) -> None:
    """Say when kernels are compiled in this process: "never", "now" (at their first call) or "earned".

    "earned", the setting at first, starts with numpy, and compiles a kernel once it has taken as long that way as
    compiling takes. What is compiled already stays compiled.
    """
    if when not in get_args(When):
        raise ConfigurationError(f"when must be one of {', '.join(get_args(When))}, got {when!r}")
    if when == "now" and not is_numba_there():
        raise ConfigurationError("compiling needs numba, which is not installed: pip install 'matroidlab[fast]'")
    moment.set(when)


def expected_time(*, plain: float, compiled: float) -> float:
    """How long something takes that takes so long as written, or compiled: whichever way it will go."""
    return plain if moment.patience == inf else min(plain, SECONDS_TO_COMPILE + compiled)


def _at_first() -> When:
    """What the environment says."""
    told = os.environ.get(SWITCH)
    if told not in WAYS:
        raise ConfigurationError(
            f"{SWITCH} must be numpy or numba, got {told!r}; unset, kernels are compiled when that pays"
        )
    if told == "numba" and not is_numba_there():
        raise ConfigurationError(f"{SWITCH} is numba, which is not installed: pip install 'matroidlab[fast]'")
    return WAYS[told]


@cache
def is_numba_there() -> bool:
    """Whether kernels can be compiled at all; looked up once."""
    return find_spec("numba") is not None


with suppress(ConfigurationError):  # what is wrong there is said to whoever needs it
    moment.set(_at_first())
