"""Long work is handed over to machine code as soon as that pays, and short work never is."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
from numpy.typing import NDArray

from matroidlab.kernels import Kernel, kernel
from matroidlab.kernels.cache import is_on_disk
from matroidlab.kernels.compilation import Changeover
from matroidlab.kernels.when_to_compile import SECONDS_TO_LOAD, moment

PIECES = 1000
Done = NDArray[np.intp]


@kernel
def finish(done: Done, pieces: int) -> None:
    """All the rest at once: ``done[0]`` counts pieces, ``done[1]`` calls of this kernel."""
    done[0], done[1] = pieces, done[1] + 1


class Work:
    """Pieces that take so many seconds each in numpy, and a kernel that takes so many to compile."""

    def __init__(self, *, piece: float, compiling: float) -> None:
        self.piece, self.done = piece, np.zeros(2, dtype=np.intp)
        self.kernel = Kernel(finish.function, seconds=compiling)
        self.in_numpy = 0

    def do_one(self) -> None:
        start = perf_counter()
        while perf_counter() < start + self.piece:
            pass
        self.in_numpy += 1
        self.done[0] += 1

    def do_all(self) -> None:
        changeover = Changeover(lambda: self.kernel, self.do_one, lambda: (self.done, PIECES))
        with moment.set_to("earned"):
            while self.done[0] < PIECES:
                changeover.go_on(self.done[0] / PIECES)


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has done such work for a while."""
    monkeypatch.setattr(Changeover, "in_all", 1.0)


needs_numba = pytest.mark.skipif(not moment.patience < np.inf, reason="needs numba")


@needs_numba
def test_what_takes_less_time_than_compiling_is_done_in_numpy() -> None:
    work = Work(piece=2e-4, compiling=20.0)
    work.do_all()
    assert (work.in_numpy, work.done[1]) == (PIECES, 0)


@needs_numba
def test_what_takes_longer_is_handed_over_before_that_much_is_spent() -> None:
    work = Work(piece=5e-3, compiling=3.0)  # 5 seconds in all: after 0.1 that is known
    work.do_all()
    assert work.done[1] == 1
    assert work.in_numpy < PIECES / 10


@needs_numba
def test_the_end_of_long_work_is_not_worth_compiling_for() -> None:
    work = Work(piece=2e-2, compiling=5.0)
    work.done[0] = PIECES - 10  # a fifth of a second is left, whoever did the rest
    changeover = Changeover(lambda: work.kernel, work.do_one, lambda: (work.done, PIECES))
    with moment.set_to("earned"):
        while work.done[0] < PIECES:
            changeover.go_on(work.done[0] / PIECES)
    assert work.done[1] == 0


@needs_numba
def test_work_that_is_nearly_done_is_ended_in_numpy_and_the_next_is_handed_over_at_once() -> None:
    work = Work(piece=1e-4, compiling=5.0)
    work.done[0] = PIECES - 10
    changeover = Changeover(lambda: work.kernel, work.do_one, lambda: (work.done, PIECES))
    with moment.set_to("earned"):
        changeover.go_on(work.done[0] / PIECES)
        work.kernel.spent = 6.0
        while work.done[0] < PIECES:
            changeover.go_on(work.done[0] / PIECES)
    assert (work.in_numpy, work.done[1]) == (10, 0)
    work.done[0] = 0
    work.do_all()
    assert (work.in_numpy, work.done[1]) == (10, 1)


@needs_numba
def test_many_short_works_are_handed_over_when_together_they_took_as_long() -> None:
    work = Work(piece=1e-4, compiling=0.25)
    for _ in range(4):
        work.done[0] = 0
        work.do_all()
    assert work.done[1] >= 1
    assert work.in_numpy < 4 * PIECES


@needs_numba
def test_a_kernel_is_not_asked_for_before_a_tenth_of_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Changeover, "in_all", 0.0)
    work, asked = Work(piece=2e-3, compiling=20.0), list[float]()

    def find() -> None:
        asked.append(Changeover.in_all)

    changeover = Changeover(find, work.do_one, lambda: (work.done, PIECES))
    with moment.set_to("earned"):
        while work.done[0] < PIECES / 10:
            changeover.go_on(work.done[0] / PIECES)
    assert min(asked) >= 0.1


@needs_numba
def test_what_is_compiled_already_is_not_looked_for_on_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look takes most of a millisecond, and games are played by the thousand."""
    looked: list[object] = []
    monkeypatch.setattr("matroidlab.kernels.compilation.is_on_disk", looked.append)
    work = Work(piece=0.0, compiling=0.0)
    for _ in range(3):
        work.done[0] = 0
        with moment.set_to("now"):
            Changeover(lambda: work.kernel, work.do_one, lambda: (work.done, PIECES)).go_on(0.0)
    assert (work.done[1], looked) == (3, [])


def test_never_means_never() -> None:
    work = Work(piece=0.0, compiling=0.0)
    changeover = Changeover(lambda: work.kernel, work.do_one, lambda: (work.done, PIECES))
    with moment.set_to("never"):
        changeover.go_on(0.5)
    assert (work.in_numpy, work.done[1]) == (1, 0)


@kernel
def step(value: int) -> int:
    return value + 1


@kernel
def leap(value: int) -> int:
    return value + 2


@kernel
def walk(done: Done) -> None:
    done[0] = step(done[0])


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Makes an index as numba writes it, for a name."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    def write(name: str) -> Path:
        place = tmp_path / f"{Path(__file__).parent.name}_0123"
        place.mkdir(exist_ok=True)
        index = place / f"{Path(__file__).stem}.{name}-1.py311.nbi"
        index.touch()
        return index

    return write


def test_machine_code_on_disk_is_found_if_it_is_newer_than_its_source(cache: Callable[[str], Path]) -> None:
    linked = walk.linked({step: leap})
    cache(walk.lean_name)
    assert not is_on_disk(linked)
    index = cache(linked.lean_name)
    assert is_on_disk(linked)
    os.utime(index, (1.0, 1.0))
    assert not is_on_disk(linked)


@needs_numba
def test_what_is_on_disk_costs_less(cache: Callable[[str], Path]) -> None:
    work = Work(piece=3e-3, compiling=60.0)
    cache(work.kernel.lean_name)
    work.do_all()
    assert work.kernel.seconds == SECONDS_TO_LOAD
    assert work.done[1] == 1


PROGRAM = """
from matroidlab.kernels import kernel
from matroidlab.kernels.cache import is_on_disk
from loops import run, step, two

@kernel
def typed(value): return value + 3

linked, poisoned = run.linked({step: two}), run.linked({step: typed})
before = is_on_disk(linked)
for each in (linked, poisoned):
    each.compile_once()
    print(each(1))
print(before, is_on_disk(linked), is_on_disk(poisoned))
"""
LOOPS = """
from matroidlab.kernels import kernel

@kernel
def step(value): return value + 1

@kernel
def two(value): return value + 2

@kernel
def run(value): return step(value)
"""


@needs_numba
def test_numba_keeps_a_linked_kernel_where_it_is_looked_for_and_nothing_that_was_typed(tmp_path: Path) -> None:
    """What is not in a file could change unnoticed: the next program would get the machine code of this one."""
    (tmp_path / "loops.py").write_text(LOOPS)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", PROGRAM]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert told.split() == ["3", "4", "False", "True", "False"]
    assert len(list((tmp_path / "cache").rglob("loops.run_lean*.nbi"))) == 1
