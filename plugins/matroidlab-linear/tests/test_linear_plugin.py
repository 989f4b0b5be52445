"""The distribution as its users meet it: installed, found by its entry point, its README true."""

import doctest
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

from matroidlab.registry import families
from matroidlab_linear import LinearMatroid


def test_the_entry_point_names_the_module() -> None:
    (point,) = entry_points(group="matroidlab", name="linear")
    assert point.dist is not None
    assert (point.value, point.dist.name) == ("matroidlab_linear", "matroidlab-linear")


def test_the_family_is_found_by_name_and_its_examples_build() -> None:
    family = families()["linear"]
    assert family.required == ("matrix",)
    for example in family.examples:
        built = family.build(**example)
        assert isinstance(built, LinearMatroid)
        assert family.parameters(built) == example


def test_the_family_needs_hypothesis_only_for_its_strategy() -> None:
    program = "import matroidlab_linear, sys; sys.exit('hypothesis' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_readme_is_true() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    assert doctest.testfile(str(readme), module_relative=False).failed == 0
