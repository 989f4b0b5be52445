"""Machine code on disk is used exactly as long as it is that of today's sources and types."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(find_spec("numba") is None, reason="compiles with numba")


def run(program: str, **environment: str) -> str:
    inherited = {name: value for name, value in os.environ.items() if name != "MATROIDLAB_KERNELS"}
    command = [sys.executable, "-W", "error", "-c", program]
    variables = inherited | environment
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.slow
def test_a_change_of_another_file_is_noticed(tmp_path: Path) -> None:
    """Numba's cache by itself looks at a function's own file only."""
    source = "from matroidlab.kernels import kernel\n{}\n@kernel\ndef {}(value): return {}\n"
    (tmp_path / "between.py").write_text(
        source.format("from callee import step", "walk", "step(value)")
    )
    (tmp_path / "caller.py").write_text(
        source.format("from between import walk", "run", "walk(value)")
    )
    found = f"import sys; sys.path.insert(0, {str(tmp_path)!r})"
    program = f"{found}; from caller import run; print(run.compiled(1))"
    printed = []
    for step in (1, 1, 5):
        (tmp_path / "callee.py").write_text(source.format("", "step", f"value + {step}"))
        printed.append(
            run(program, NUMBA_CACHE_DIR=str(tmp_path / "cache"), PYTHONDONTWRITEBYTECODE="1")
        )
    assert printed == ["2", "2", "6"]


@pytest.mark.slow
def test_what_is_on_disk_of_an_earlier_edition_does_not_matter(tmp_path: Path) -> None:
    """Numba alone would read it before it sees its age, and fail if a class has moved."""
    source = "from typing import NamedTuple\nfrom matroidlab.kernels import kernel\n\n"
    source += "class {name}(NamedTuple):\n"
    source += "    value: int\n\n@kernel\ndef run(one): return one.value + {more}\n"
    found = f"import sys; sys.path.insert(0, {str(tmp_path)!r})"
    program = f"{found}; import moved; print(moved.run.compiled(moved.%s(1)))"
    printed = []
    for name, more in (("One", 1), ("Other", 2)):
        (tmp_path / "moved.py").write_text(source.format(name=name, more=more))
        printed.append(
            run(
                program % name, NUMBA_CACHE_DIR=str(tmp_path / "cache"), PYTHONDONTWRITEBYTECODE="1"
            )
        )
    assert printed == ["2", "3"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "later", ["class Other(NamedTuple):\n    value: int\n", None], ids=["renamed", "removed"]
)
def test_what_is_on_disk_of_types_that_are_gone_does_not_matter(
    tmp_path: Path, later: str | None
) -> None:
    """A kernel was compiled for a class of an earlier version, or of a plugin that is gone."""
    own = "from matroidlab.kernels import kernel\n\n@kernel\ndef run(one): return one[0] + 1\n"
    (tmp_path / "own.py").write_text(own)
    (tmp_path / "brought.py").write_text(
        "from typing import NamedTuple\n\nclass One(NamedTuple):\n    value: int\n"
    )
    begin = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import own;"
    kept = {"NUMBA_CACHE_DIR": str(tmp_path)}
    assert run(f"{begin} import brought; print(own.run.compiled(brought.One(1)))", **kept) == "2"
    (tmp_path / "brought.py").unlink()
    arguments = "(1, 2)"
    if later is not None:
        (tmp_path / "brought.py").write_text(f"from typing import NamedTuple\n\n{later}")
        arguments = "__import__('brought').Other(1)"
    assert (
        run(f"{begin} print(own.run.compiled({arguments}))", **kept, PYTHONDONTWRITEBYTECODE="1")
        == "2"
    )


PROGRAM = """
from matroidlab.kernels import kernel
from loops import run, step, two

@kernel
def typed(value): return value + 3

for each in (run.linked({step: two}), run.linked({step: typed})):
    each.compile_once()
    print(each(1))
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


def test_a_linked_kernel_is_kept_on_disk_unless_a_piece_of_it_was_typed(tmp_path: Path) -> None:
    """A change of a function without a file would go unnoticed by the next program."""
    (tmp_path / "loops.py").write_text(LOOPS)
    cache = str(tmp_path / "cache")
    assert (
        run(PROGRAM, NUMBA_CACHE_DIR=cache, PYTHONPATH=f"{tmp_path}:{':'.join(sys.path)}") == "3\n4"
    )
    assert len(list((tmp_path / "cache").rglob("loops.run_lean*.nbi"))) == 1
