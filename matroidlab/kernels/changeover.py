"""From numpy to machine code in the middle of a long piece of work."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from matroidlab.kernels.compilation import AnyKernel

SECONDS_TO_LOAD = 0.5
"""What machine code costs that is on disk; measured by ``tests/benchmarks/compiling.py``."""

SECONDS_TO_JUDGE_BY = 0.1
"""How much is done in numpy before it says how long the rest will take, and before a look at the disk."""


@dataclass
class Changeover:
    """Does work piece by piece: in numpy, or all the rest by a kernel, as soon as compiling it takes less time.

    Or as soon as the work begins, if compiling would have taken less time than was spent on earlier work of the kind.
    """

    kernel: AnyKernel
    """Does many pieces in a call."""
    others: Callable[[], None]
    """Do one piece, in numpy, to the same end."""
    arguments: Callable[[], tuple[Any, ...]]
    """What the kernel is called with, from here on."""
    _spent: float = field(default=0.0, init=False)

    def go_on(self, done: float) -> None:
        """Do some more, ``done`` being the share of the work that is done."""
        if self.kernel.is_due(self._ahead(done) if self._spent else self.kernel.spent):
            self.kernel.compile_once()
            self.kernel(*self.arguments())
            return
        start = perf_counter()
        self.others()
        self._count(perf_counter() - start)

    def _count(self, seconds: float) -> None:
        """Add to what was spent, and look once whether an earlier process has compiled it."""
        before = self.kernel.spent
        self._spent += seconds
        self.kernel.spent += seconds
        if before <= SECONDS_TO_JUDGE_BY < self.kernel.spent and is_on_disk(self.kernel):
            self.kernel.seconds = SECONDS_TO_LOAD

    def _ahead(self, done: float) -> float:
        """How long the rest takes in numpy, going by what is done."""
        return self._spent * (1.0 - done) / done if self._spent > SECONDS_TO_JUDGE_BY and done > 0.0 else 0.0


def is_on_disk(kernel: AnyKernel) -> bool:
    """Whether numba has kept machine code of a kernel that is newer than its source; found without numba."""
    if not kernel.is_from_files:
        return False
    name, written = f"{kernel.source.stem}.{kernel.lean_name}-*.nbi", kernel.source.stat().st_mtime
    return any(index.stat().st_mtime >= written for place in _places(kernel.source) for index in place.glob(name))


def _places(source: Path) -> Iterator[Path]:
    """Where numba keeps what it has compiled."""
    told = os.environ.get("NUMBA_CACHE_DIR")
    if told:
        yield from (place for place in Path(told).glob(f"{source.parent.name}_*"))
    else:
        yield source.parent / "__pycache__"
