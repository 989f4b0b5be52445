"""Arrays shown by the names that people give them: ``Elements``, not ``ndarray[tuple[Any, ...], dtype[int64]]``.

An alias is gone once an annotation is evaluated, so that two aliases of the same arrays could not be told apart. Here
they become types of their own, for as long as pages are built.
"""

import ast
import inspect
from types import FunctionType, ModuleType
from typing import Generic, NewType, TypeVar

import numpy as np
import numpy.typing as npt

Scalar = TypeVar("Scalar")
SHORT = ("Elements", "Weights", "Actions", "Booleans", "Masks", "ElementsLike")


class NDArray(Generic[Scalar]):
    """An array of scalars of one type."""


def keep_names() -> None:
    """Give each alias a name of its own; to be called before the library is imported."""
    NDArray.__module__ = npt.__name__
    vars(npt).update(NDArray=NDArray, ArrayLike=_named("ArrayLike", npt))
    from matroidlab import types  # noqa: PLC0415 - now that the names of numpy are kept
    from matroidlab.types import arrays, parameters  # noqa: PLC0415

    names = {name: _named(name, types) for name in SHORT}
    for home in (types, arrays, parameters):
        vars(home).update({name: names[name] for name in SHORT if hasattr(home, name)})
    for function in vars(types).values():
        if isinstance(function, FunctionType):
            function.__annotations__ = _annotations(function)


def _named(name: str, home: ModuleType) -> object:
    named = NewType(name, np.ndarray)  # type: ignore[misc]
    named.__module__ = home.__name__
    return named


def _annotations(function: FunctionType) -> dict[str, object]:
    """The annotations of a function as its module understands them by now."""
    (tree,) = ast.parse(inspect.getsource(function)).body
    assert isinstance(tree, ast.FunctionDef)
    arguments = {one.arg: one.annotation for one in (*tree.args.args, *tree.args.kwonlyargs)}
    written = {**arguments, "return": tree.returns}
    return {
        name: eval(ast.unparse(node), function.__globals__)  # noqa: S307 - our own annotations
        for name, node in written.items()
        if node
    }
