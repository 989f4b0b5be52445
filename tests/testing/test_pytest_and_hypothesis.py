"""Fixtures and strategies that need no import, and their cost for those who do not use them."""

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from hypothesis import find
from hypothesis import strategies as st

from matroidlab import Family, Matroid, UniformMatroid, testing
from matroidlab.registry import families
from matroidlab.testing import parametrize_with_checks

USER_TESTS = """
from hypothesis import given, settings, strategies as st
from matroidlab import Matroid, UniformMatroid
from matroidlab.testing import parametrize_with_checks

class WrongRank(UniformMatroid):
    rank = 3

    def __init__(self):
        pass

    size = 5

    def is_independent(self, elements):
        return len(elements) <= 2

EXPECTED = {"rank_agrees_with_oracle": "off by one"}

@parametrize_with_checks([WrongRank()], expected_failures=EXPECTED)
def test_wrong(matroid, check):
    if check.name == "rank_agrees_with_oracle":
        check(matroid)

@parametrize_with_checks([UniformMatroid(4, 2)], expected_failures=EXPECTED)
def test_right(matroid, check):
    check(matroid)

def test_each(matroid_family):
    assert matroid_family.name

def test_all(matroid_families):
    assert "uniform" in matroid_families

@given(st.from_type(Matroid))
@settings(max_examples=3)
def test_drawn(matroid):
    assert matroid.rank <= matroid.size
"""


def run(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout


def test_fixtures_checks_and_types_work_in_a_project_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(USER_TESTS)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-rxf",
        "-W",
        "error",
        "-p",
        "no:cacheprovider",
        "test_mine.py",
    ]
    environment = {**os.environ, "COLUMNS": "200", "MATROIDLAB_KERNELS": "numpy"}
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (
        "XFAIL test_mine.py::test_wrong[WrongRank0-rank_agrees_with_oracle] - off by one"
        in done.stdout
    )
    failed = "FAILED test_mine.py::test_right[UniformMatroid0-rank_agrees_with_oracle]"
    assert failed in done.stdout
    assert "[XPASS(strict)]" in done.stdout
    assert "1 failed" in done.stdout
    assert "1 xfailed" in done.stdout
    assert "error" not in done.stdout.splitlines()[-1]


def test_from_type_draws_matroids() -> None:
    drawn: st.SearchStrategy[Matroid] = st.from_type(Matroid)
    assert find(drawn, lambda matroid: matroid.rank == 2).rank == 2


def test_from_type_works_without_an_import_of_the_kit() -> None:
    program = (
        "from hypothesis import find, strategies as st; from matroidlab import Matroid;"
        "print(find(st.from_type(Matroid), lambda matroid: matroid.size > 0).size)"
    )
    assert int(run(program)) >= 1


def test_the_pytest_plugin_loads_neither_numpy_nor_hypothesis() -> None:
    (point,) = entry_points(group="pytest11", name="matroidlab")
    heavy = "{'numpy', 'hypothesis', 'networkx', 'pluggy'}"
    program = f"import sys, {point.value}; print({heavy} & sys.modules.keys())"
    assert run(program.replace("'pluggy'", "'rich'")) == "set()\n"


def test_hypothesis_loads_no_plugin_of_ours() -> None:
    assert run("import hypothesis, sys; print('matroidlab.registry' in sys.modules)") == "False\n"


def test_a_test_of_each_family_runs_once_a_family(
    matroid_family: Family, matroid_families: dict[str, Family]
) -> None:
    assert matroid_families[matroid_family.name].examples == matroid_family.examples


def test_fixture_families_are_the_registered_ones(matroid_families: dict[str, Family]) -> None:
    assert list(matroid_families) == list(families())


def test_names_are_there_and_others_are_not() -> None:
    for name in testing.__all__:
        assert getattr(testing, name) is not None
    assert set(testing.__all__) <= set(dir(testing))
    with pytest.raises(
        AttributeError, match=r"module 'matroidlab.testing' has no attribute 'nonsense'"
    ):
        testing.nonsense  # noqa: B018 - the access is what is tested


@pytest.mark.parametrize("missing", ["hypothesis", "pytest"])
def test_what_is_missing_is_named_with_the_extra(missing: str) -> None:
    name = {"hypothesis": "matroids", "pytest": "parametrize_with_checks"}[missing]
    program = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        f"try: from matroidlab.testing import {name}\n"
        "except ImportError as error: print(error)"
    )
    assert run(program) == f"{name} needs {missing}: pip install 'matroidlab[testing]'\n"


def test_an_expected_failure_that_is_no_check_is_refused() -> None:
    with pytest.raises(ValueError, match="must be names of checks, got 'nonsense'"):
        parametrize_with_checks([UniformMatroid(4, 2)], expected_failures={"nonsense": "why not"})
