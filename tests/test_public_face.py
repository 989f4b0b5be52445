"""``import matroidlab`` is light; it lists its names, and loads each when it is used."""

import re
import subprocess
import sys

import pytest

import matroidlab


def run(program: str) -> str:
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", matroidlab.__all__)
def test_every_public_name_is_there(name: str) -> None:
    value = getattr(matroidlab, name)
    assert value is not None
    assert getattr(value, "__name__", name).lstrip("_") in (name, "HookimplMarker")


def test_the_names_that_people_use_first_are_there_and_work() -> None:
    policy = matroidlab.SafeThompson(matroidlab.UniformMatroid(5, 2), [0, 1])
    rewards = matroidlab.Bernoulli([0.1, 0.2, 0.3, 0.4, 0.5])
    trace = matroidlab.simulate(policy, rewards, steps=20, seed=0)
    assert isinstance(trace, matroidlab.Trace)


def test_dir_shows_public_names_only_also_after_they_are_used() -> None:
    program = (
        "import matroidlab, matroidlab.bandits.policies\n"
        "matroidlab.SafeThompson, matroidlab.UniformMatroid\n"
        "print(*dir(matroidlab))"
    )
    assert run(program).split() == sorted(["__version__", *matroidlab.__all__])


def test_the_table_of_homes_lists_exactly_the_public_names() -> None:
    assert sorted(matroidlab._HOME_OF) == sorted(matroidlab.__all__)
    assert len(set(matroidlab.__all__)) == len(matroidlab.__all__)


def test_importing_the_library_imports_neither_numpy_nor_anything_of_ours() -> None:
    program = (
        "import sys, matroidlab\n"
        "print(*(name for name in sys.modules if name.startswith(('matroidlab', 'numpy'))))"
    )
    assert run(program).split() == ["matroidlab"]


def test_a_name_that_there_is_not_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'matroidlab' has no attribute 'Sage'"):
        _ = matroidlab.Sage


def test_the_docstring_names_rooms_that_there_are() -> None:
    assert matroidlab.__doc__ is not None
    rooms = re.findall(r"`(matroidlab\.\w+)`", matroidlab.__doc__)
    assert len(rooms) >= 2
    run(f"import {', '.join(rooms)}")
