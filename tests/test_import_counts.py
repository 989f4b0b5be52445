"""A matroid loads little, and a question about a graph goes through few modules."""

import subprocess
import sys

import pytest

from matroidlab import GraphicMatroid, exchange_bijection
from support.call_tree import modules_of

LOADED = "import sys; {}; print(sum(name.startswith('matroidlab') for name in sys.modules))"


@pytest.mark.parametrize(
    ("statement", "most"),
    [
        ("import matroidlab", 1),
        ("from matroidlab import UniformMatroid", 25),
        ("from matroidlab import UniformMatroid; UniformMatroid(5, 2).rank", 25),
    ],
)
def test_a_uniform_matroid_loads_few_modules(statement: str, most: int) -> None:
    run = [sys.executable, "-c", LOADED.format(statement)]
    assert int(subprocess.run(run, capture_output=True, text=True, check=True).stdout) <= most


def test_an_exchange_bijection_on_a_graph_goes_through_seven_modules() -> None:
    k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    assert len(modules_of(lambda: exchange_bijection(k4, [0, 1, 2], [3, 4, 2]), "matroidlab")) <= 7


@pytest.mark.parametrize("family", ["uniform", "graphic"])
def test_the_command_orderability_loads_at_most_120_modules(family: str) -> None:
    """Of all distributions; "graphic" has a counterexample, and the atlas names its minor."""
    command = f"""
import contextlib, io
from matroidlab.cli.main import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main(["orderability", "{family}"])
"""
    program = LOADED.replace("{}; ", "{}\n").format(command)
    run = [sys.executable, "-c", program]
    assert int(subprocess.run(run, capture_output=True, text=True, check=True).stdout) <= 120
