"""Kernels run in numpy first, and as machine code where and when that is wanted or earned."""

import os
import subprocess
import sys
from typing import Any, NamedTuple

import numpy as np
import pytest

from matroidlab.errors import ConfigurationError
from matroidlab.kernels import Kernel, compile_when, kernel
from matroidlab.kernels.when_to_compile import compiling

SEARCH = """
import sys
import matroidlab.orderability as orderability
from matroidlab import UniformMatroid, OracleMatroid
assert "numba" not in sys.modules
uniform = OracleMatroid(6, UniformMatroid(6, 3).is_independent)
assert orderability.is_strongly_base_orderable(uniform)
print("numba" in sys.modules)
"""
ASK = """
from matroidlab.kernels import expected_time
print(expected_time(plain=100.0, compiled=1.0) == 100.0)
"""


def ended(program: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    inherited = {name: value for name, value in os.environ.items() if name != "MATROIDLAB_KERNELS"}
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.run(
        command, env=inherited | environment, capture_output=True, text=True, check=False
    )


def run(program: str, **environment: str) -> str:
    completed = ended(program, **environment)
    assert completed.returncode == 0, completed.stderr
    return completed.stdout.strip()


def test_nothing_is_compiled_because_a_script_is_short() -> None:
    assert run(SEARCH) == "False"


def test_switch_keeps_kernels_in_numpy_and_numba_out() -> None:
    assert run(SEARCH, MATROIDLAB_KERNELS="numpy") == "False"


def test_numba_is_imported_at_the_first_call_if_it_is_asked_for() -> None:
    pytest.importorskip("numba")
    assert run(SEARCH, MATROIDLAB_KERNELS="numba") == "True"


def test_without_numba_nothing_is_ever_compiled() -> None:
    assert run("import sys; sys.modules['numba'] = None\n" + ASK) == "True"


@pytest.mark.parametrize("value", ["numpi", "NUMPY", "0", ""])
def test_another_value_of_the_switch_is_an_error_by_name(value: str) -> None:
    said = ended(ASK, MATROIDLAB_KERNELS=value).stderr
    assert f"ConfigurationError: MATROIDLAB_KERNELS must be numpy or numba, got {value!r}" in said


def test_the_command_line_says_so_too_with_the_status_of_an_error() -> None:
    command = [sys.executable, "-m", "matroidlab", "orderability", "graphic"]
    environment = os.environ | {"MATROIDLAB_KERNELS": "numpi"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: ")
    assert "MATROIDLAB_KERNELS must be numpy or numba, got 'numpi'" in done.stderr


def test_insisting_on_numba_without_it_is_an_error() -> None:
    said = ended(
        "import sys; sys.modules['numba'] = None\n" + ASK, MATROIDLAB_KERNELS="numba"
    ).stderr
    assert (
        "ConfigurationError: MATROIDLAB_KERNELS is numba, which is not installed: pip install"
        in said
    )


def test_a_moment_that_there_is_not_is_refused() -> None:
    with pytest.raises(
        ConfigurationError, match=r"when must be one of never, earned, now, got 'soon'"
    ):
        compile_when("soon")  # type: ignore[arg-type]


@kernel
def double(value: int) -> int:
    """Twice the value."""
    return 2 * value


@double.twin
def double_by_shift(value: int) -> int:
    return value << 1


@kernel
def double_all(values: list[int], offset: int = 1) -> list[int]:
    return [double(value) + offset for value in values]


@double_all.twin
def double_all_at_once(values: list[int], offset: int = 1) -> list[int]:
    return [double(value) + offset for value in values]


@kernel
def triple(value: int) -> int:
    return 3 * value


@kernel
def total(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    result = 0.0
    for value in values:
        result += value
    return result


def way_of(kernel_: Kernel[..., Any]) -> object:
    return kernel_._way


def test_kernel_keeps_its_name_docstring_and_defaults() -> None:
    assert isinstance(double, Kernel)
    assert double.__doc__ == "Twice the value."
    assert double.__name__ == "double"  # type: ignore[attr-defined]
    assert double_all.plain([1, 2]) == [3, 5]
    assert double_all.plain([1], offset=0) == [2]


def test_plain_calls_plain_and_numpy_calls_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kernel, "__call__", lambda *_: pytest.fail("called through the switch"))
    assert double_all.plain([3]) == double_all.numpy([3]) == [7]


def test_what_is_linked_stands_in_the_place_of_what_is_called() -> None:
    linked = double_all.linked({double: triple})
    assert linked.plain([3]) == linked.numpy([3]) == [10]
    assert linked is double_all.linked({double: triple}), "otherwise it would be compiled each time"
    assert double_all.plain([3]) == [7]


def test_a_kernel_is_compiled_when_its_twin_has_taken_as_long_as_that_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr("matroidlab.kernels.compilation.SECONDS_BEFORE_COMPILING", 1e-3)
    patient = Kernel(total.function, lambda values: float(np.add.accumulate(values)[-1]))
    values = np.ones(1000)
    with compiling("earned"):
        assert patient(values) == 1000.0
        assert way_of(patient) == patient._in_numpy_first
        for _ in range(10_000):
            patient(values)
        assert way_of(patient) is patient.compiled
    assert patient(values) == 1000.0


def test_what_is_set_to_never_is_never_compiled() -> None:
    patient = Kernel(total.function, lambda values: float(np.add.accumulate(values)[-1]))
    patient.seconds_in_numpy = 1e6
    with compiling("never"):
        assert patient(np.ones(3)) == 3.0
        assert way_of(patient) == patient._in_numpy_first


class Noted(NamedTuple):
    fact: int


@kernel
def fact(noted: Noted) -> int:
    """Its name is also that of an attribute that it reads, which is not a call."""
    return noted.fact


def test_an_attribute_is_not_taken_for_the_kernel_of_that_name() -> None:
    assert fact.reached == frozenset()
    assert fact.numpy(Noted(3)) == fact.plain(Noted(3)) == 3


def test_kernel_must_be_a_plain_function() -> None:
    with pytest.raises(
        TypeError, match="a kernel must be a plain function, got <built-in function sum>"
    ):
        kernel(sum).plain([True])
