"""Kernels are plain functions first, and machine code where and when that is wanted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from matroidlab.kernels import Kernel, enabled, kernel

SEARCH = """
import sys
import matroidlab.orderability as orderability
from matroidlab import UniformMatroid, OracleMatroid
assert "numba" not in sys.modules
uniform = OracleMatroid(6, UniformMatroid(6, 3).is_independent)
assert "numba" not in sys.modules
assert orderability.is_strongly_base_orderable(uniform)
from matroidlab.kernels import enabled
print(enabled(), "numba" in sys.modules)
"""
ASK = "from matroidlab.kernels import enabled; print(enabled())"


def ended(program: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    inherited = {name: value for name, value in os.environ.items() if name != "MATROIDLAB_KERNELS"}
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.run(command, env=inherited | environment, capture_output=True, text=True, check=False)


def run(program: str, **environment: str) -> str:
    completed = ended(program, **environment)
    completed.check_returncode()
    return completed.stdout.strip()


def test_switch_keeps_kernels_plain_and_numba_out() -> None:
    assert run(SEARCH, MATROIDLAB_KERNELS="numpy") == "False False"


def test_numba_is_imported_at_the_first_call_and_not_before() -> None:
    pytest.importorskip("numba")
    assert run(SEARCH) == "True True"


def test_without_numba_kernels_are_plain() -> None:
    assert run(
        "import sys; sys.modules['numba'] = None\n" + SEARCH.replace('assert "numba" not in sys.modules\n', "")
    ).startswith("False")


@pytest.mark.parametrize("value", ["numpi", "NUMPY", "0", ""])
def test_another_value_of_the_switch_is_an_error_by_name(value: str) -> None:
    said = ended(ASK, MATROIDLAB_KERNELS=value).stderr
    assert f"ConfigurationError: MATROIDLAB_KERNELS must be numpy or numba, got {value!r}" in said


def test_the_command_line_says_so_too_with_the_status_of_an_error() -> None:
    command = [sys.executable, "-m", "matroidlab", "orderability", "graphic"]
    environment = os.environ | {"MATROIDLAB_KERNELS": "numpi"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: MATROIDLAB_KERNELS must be numpy or numba, got 'numpi'")


def test_insisting_on_numba_without_it_is_an_error() -> None:
    said = ended("import sys; sys.modules['numba'] = None\n" + ASK, MATROIDLAB_KERNELS="numba").stderr
    assert "ConfigurationError: MATROIDLAB_KERNELS is numba, which is not installed: pip install" in said


@kernel
def double(value: int) -> int:
    """Twice the value."""
    return 2 * value


@kernel
def double_all(values: list[int], offset: int = 1) -> list[int]:
    return [double(value) + offset for value in values]


def test_kernel_keeps_its_name_docstring_and_defaults() -> None:
    assert isinstance(double, Kernel)
    assert (double.__name__, double.__doc__) == ("double", "Twice the value.")  # type: ignore[attr-defined]
    assert double_all.plain([1, 2]) == [3, 5]
    assert double_all.plain([1], offset=0) == [2]


def test_plain_kernel_calls_plain_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kernel, "__call__", lambda *_: pytest.fail("called through the switch"))
    assert double_all.plain([3]) == [7]


def test_call_goes_the_way_that_is_enabled() -> None:
    chosen = double.compiled if enabled() else double.plain
    assert double(4) == chosen(4) == 8


def test_kernel_must_be_a_plain_function() -> None:
    with pytest.raises(TypeError, match="a kernel must be a plain function, got <built-in function sum>"):
        kernel(sum).plain([True])


def test_a_change_of_another_file_is_noticed(tmp_path: Path) -> None:
    """Numba's cache by itself looks at a function's own file only."""
    pytest.importorskip("numba")
    source = "from matroidlab.kernels import kernel\n{}\n@kernel\ndef {}(value): return {}\n"
    (tmp_path / "between.py").write_text(source.format("from callee import step", "walk", "step(value)"))
    (tmp_path / "caller.py").write_text(source.format("from between import walk", "run", "walk(value)"))
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from caller import run; print(run.compiled(1))"
    told = []
    for step in (1, 1, 5):
        (tmp_path / "callee.py").write_text(source.format("", "step", f"value + {step}"))
        told.append(run(program, NUMBA_CACHE_DIR=str(tmp_path / "cache"), PYTHONDONTWRITEBYTECODE="1"))
    assert told == ["2", "2", "6"]
