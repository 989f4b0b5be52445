"""Functions that take a matroid refuse other objects with an error that names the argument."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from matroidlab import Matroid, UniformMatroid
from matroidlab.errors import InvalidMatroidError
from matroidlab_atlas import NamedMatroid, formats, structure

WRONG: list[Any] = [None, 3, "fano", [[0, 1]], np.arange(3), object(), UniformMatroid, NamedMatroid]
OTHERS: dict[str, Any] = {
    "circuit_hyperplane": [0, 1],
    "elements": [0],
    "masks": np.array([1]),
}


def functions() -> dict[str, tuple[Callable[..., object], list[str]]]:
    """Each public function with the names of its parameters that are matroids."""
    found: dict[str, tuple[Callable[..., object], list[str]]] = {}
    for room in (structure, formats):
        for name in room.__all__:
            function = getattr(room, name)
            if inspect.isfunction(function) and function.__module__.startswith("matroidlab_atlas"):
                parameters = inspect.signature(function).parameters.values()
                taken = [one.name for one in parameters if one.annotation is Matroid]
                if taken:
                    found[f"{room.__name__}.{name}"] = (function, taken)
    return found


FUNCTIONS = functions()


def test_nearly_all_functions_take_a_matroid() -> None:
    assert len(FUNCTIONS) > 50


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_not_a_matroid_is_refused(name: str) -> None:
    function, taken = FUNCTIONS[name]
    right = UniformMatroid(4, 2)
    others = {
        key: value for key, value in OTHERS.items() if key in inspect.signature(function).parameters
    }
    for wrong in WRONG:
        for refused in taken:
            given = {one: wrong if one == refused else right for one in taken}
            with pytest.raises(InvalidMatroidError, match=f"^{refused} must be a matroid, got "):
                function(**given, **others)
            with pytest.raises(InvalidMatroidError, match=f"^{refused} must be a matroid, got "):
                function(*given.values(), *others.values())
