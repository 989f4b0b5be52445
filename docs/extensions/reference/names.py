"""Which names are public, where each is defined, and which of them a page of the reference lists."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from inspect import cleandoc, getsource
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import TypeVar

MODULES = (
    "matroidlab", "matroidlab.algorithms", "matroidlab.bandits", "matroidlab.bandits.regret_bounds",
    "matroidlab_atlas.catalogue", "matroidlab_atlas.census.questions", "matroidlab_atlas.exchange", "matroidlab.errors",
    "matroidlab_experiments.problems", "matroidlab_atlas.formats", "matroidlab_evaluation", "matroidlab.kernels", "matroidlab.orderability",
    "matroidlab.protocol", "matroidlab.registry", "matroidlab.rewards", "matroidlab_serving",
    "matroidlab_serving.adapters", "matroidlab_serving.postgres", "matroidlab.simulation", "matroidlab_atlas.structure",
    "matroidlab.testing", "matroidlab.types", "matroidlab_clicks", "matroidlab_gammoid", "matroidlab_laminar",
    "matroidlab_linear", "matroidlab_movielens", "matroidlab_bench",
)  # fmt: skip
"""The modules all of whose names are public; of others only those that a guide imports."""

LISTS = re.compile(r"^```\{objects\} (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
IMPORTS = re.compile(r"^(?:>>> )?from (matroidlab(?:\.\w+)*) import (.+)$", re.MULTILINE)


def found(name: str) -> object:
    """Return what a dotted name stands for."""
    module, _, attribute = name.rpartition(".")
    return getattr(import_module(module), attribute)


def public_names(module: str) -> list[str]:
    """Return the full names of a module's public objects: its ``__all__``, or what it defines itself."""
    loaded = import_module(module)
    names: Iterable[str] = getattr(loaded, "__all__", None) or definitions(module)
    return [f"{module}.{name}" for name in names if not isinstance(getattr(loaded, name), TypeVar)]


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(getsource(import_module(module)))


@cache
def definitions(module: str) -> Mapping[str, ast.stmt]:
    """Return the statements that define the names of a module without an underscore, in order."""
    return {
        name: node
        for node in _tree(module).body
        for name in _bound(node)
        if not name.startswith("_")
    }


def _bound(node: ast.stmt) -> Iterator[str]:
    match node:
        case (
            ast.FunctionDef(name=name)
            | ast.ClassDef(name=name)
            | ast.AnnAssign(target=ast.Name(id=name))
        ):
            yield name
        case ast.Assign(targets=targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))


@cache
def texts_below(module: str) -> Mapping[tuple[str, str], str]:
    """Return the strings below assignments of a module, by class (none is empty) and name."""
    tree = _tree(module).body
    bodies = {"": tree, **{node.name: node.body for node in tree if isinstance(node, ast.ClassDef)}}
    pairs = ((owner, *pair) for owner, body in bodies.items() for pair in pairwise(body))
    return {
        (owner, name): text
        for owner, node, below in pairs
        for name in _bound(node)
        if (text := _text(below))
    }


def _text(node: ast.stmt) -> str:
    value = node.value if isinstance(node, ast.Expr) else None
    return (
        cleandoc(value.value)
        if isinstance(value, ast.Constant) and isinstance(value.value, str)
        else ""
    )


@cache
def home(name: str) -> str:
    """Return the module that defines a public name, however often it is imported on the way."""
    module, _, attribute = name.rpartition(".")
    if attribute in definitions(module):
        return module
    if attribute in _imports(module):
        return home(f"{_imports(module)[attribute]}.{attribute}")
    raise LookupError(f"{module} neither defines nor imports {attribute}")


@cache
def _imports(module: str) -> Mapping[str, str | None]:
    """The module that each imported name of a module is imported from."""
    found = (node for node in ast.walk(_tree(module)) if isinstance(node, ast.ImportFrom))
    return {alias.name: node.module for node in found for alias in node.names}


def defined_as(name: str) -> str:
    """Return the full name under which a public object is defined: the same for all names of one object."""
    return f"{home(name)}.{name.rpartition('.')[2]}"


def listed_on(page: str) -> list[str]:
    """Return the full names that the lists of objects in the text of a page hold."""
    return [f"{module}.{name}" for module, names in LISTS.findall(page) for name in names.split()]


def pages_of(folder: Path) -> dict[str, str]:
    """Return, for each name that a page of a folder lists, the name of that page."""
    pages = {page.stem: page.read_text(encoding="utf-8") for page in sorted(folder.glob("*.md"))}
    return {name: stem for stem, text in pages.items() for name in listed_on(text)}


def imported_by(text: str) -> list[str]:
    """Return the full names of the objects that the examples of a page import from the library; modules are none."""
    lines = (
        (module, names.partition("#")[0].strip("() ")) for module, names in IMPORTS.findall(text)
    )
    words = (
        f"{module}.{name.split()[0]}"
        for module, names in lines
        for name in names.split(",")
        if name.strip()
    )
    return [name for name in words if not isinstance(found(name), ModuleType) and "._" not in name]


def left_out(names: Iterable[str], listed: Iterable[str]) -> list[str]:
    """Return those of some names whose objects are not listed, under this name or another."""
    known = {defined_as(name) for name in listed}
    return [name for name in names if defined_as(name) not in known]
