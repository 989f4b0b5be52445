"""A page for each public object, and the tables that lead there."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import getdoc, getsource
from pathlib import Path
from textwrap import indent

from .main_objects import MAIN, is_main
from .markdown import table
from .members import called_of, described, is_ours, machinery, machinery_of
from .names import definitions, found, home, pages_of, texts_below

FOLDER = "api"
"""Where the pages of objects go, below the pages that list them."""

SHORT = 120
"""Values of constants are shown up to this length, if they are written out."""

PAGE = """\
:orphan:

{heading}
{line}

:doc:`Reference </reference/index>` / :doc:`{label} </reference/{group}>` · ``from {module} import {title}``

{directive}
{more}"""
MORE = """
:ref:`When it is raised, what it shows, and the way out <error-{title}>`
"""


@dataclass(frozen=True)
class Objects:
    """The objects that the pages in a folder list: for each full name, the page that lists it."""

    listed: Mapping[str, str]

    @classmethod
    def in_folder(cls, folder: Path) -> "Objects":
        """Read the pages of a folder."""
        return cls(pages_of(folder))

    def pages(self) -> dict[str, str]:
        """Return the text of the page of each object, by the name of its file."""
        return {f"{self.file_of(name)}.rst": self.page(name) for name in self.listed}

    def file_of(self, name: str) -> str:
        """Return what the page of an object is called; no two names differ only in their capitals."""
        return f"{name}-{kind_of(name)}" if self.spelled[name.lower()] > 1 else name

    def neighbours(self, file: str) -> tuple[str | None, str | None]:
        """Return the objects before and after one in its list, by the name of its file."""
        name = self.names[file]
        beside = [one for one in self.listed if self.listed[one] == self.listed[name]]
        place = beside.index(name)
        before = beside[place - 1] if place else None
        return before, beside[place + 1] if place + 1 < len(beside) else None

    @cached_property
    def titles(self) -> Counter[str]:
        """How many objects have each name, whatever module they are from."""
        return Counter(name.rpartition(".")[2] for name in self.listed)

    @cached_property
    def names(self) -> dict[str, str]:
        """The full name of each object, by the name of its file."""
        return {self.file_of(name): name for name in self.listed}

    @cached_property
    def spelled(self) -> Counter[str]:
        """How often each name occurs, if capitals do not count."""
        return Counter(map(str.lower, self.listed))

    def page(self, name: str) -> str:
        """Return the page of one object."""
        module, _, title = name.rpartition(".")
        # Where two objects share a name, the title says which module each is from.
        heading = name if self.titles[title] > 1 else title
        texts = {
            "title": title,
            "heading": heading,
            "line": "=" * len(heading),
            "module": module,
            "group": self.listed[name],
            "label": self.listed[name].replace("_", " ").capitalize(),
        }
        is_explained = self.listed[name] == "errors" and kind_of(name) == "exception"
        more = MORE.format(title=title) if is_explained else ""
        return PAGE.format(**texts, directive=self.directive(name), more=more)

    def directive(self, name: str) -> str:
        """Return what tells Sphinx to describe an object."""
        kind = kind_of(name)
        if kind in ("type", "data"):
            return _assignment(name, kind)
        if kind == "function":
            return f".. autofunction:: {name}\n"
        owner = found(name)
        first = indent(described(name, owner, called_of(owner)), "   ")
        head = f".. auto{kind}:: {name}\n{self.class_options(owner)}\n\n{first}"
        return f"{head}\n{machinery(name, owner)}"

    def class_options(self, owner: object) -> str:
        """Return the options by which a class shows its members, and those of bases that have no page."""
        assert isinstance(owner, type)
        # A page of a main class shows all that its users call, wherever it was inherited from.
        elsewhere = [
            one.__name__
            for one in owner.__mro__[1:]
            if not is_ours(one) or (one in self.classes and not is_main(owner))
        ]
        left_out = [
            attribute for one in owner.__mro__ if not is_ours(one) for attribute in _attributes(one)
        ]
        left_out += getattr(owner, "model_fields", ())  # the page on TOML files has them
        left_out += [*machinery_of(owner), *called_of(owner)]
        options = [":members:"]
        # Sphinx asks whether a class is a subclass of each name, which protocols refuse to answer.
        if not any(
            getattr(one, "_is_protocol", False) for one in owner.__mro__[1:] if is_ours(one)
        ):
            options += [f":inherited-members: {', '.join(elsewhere)}"]
        options += [f":exclude-members: {', '.join(left_out)}"] if left_out else []
        options += [":show-inheritance:"] if self.bases(owner) else []
        return indent("\n".join(options), "   ")

    @cached_property
    def classes(self) -> set[object]:
        """The classes that have a page."""
        return {found(name) for name in self.listed if kind_of(name) in ("class", "exception")}

    def bases(self, owner: type) -> list[type]:
        """Return the nearest bases of a class that have a page, or are exceptions of Python's own."""
        nearest: list[type] = []
        for base in owner.__bases__:
            told = base in self.classes or (not is_ours(base) and issubclass(base, Exception))
            nearest += [base] if told else self.bases(base)
        return list(dict.fromkeys(nearest))

    def table(self, names: list[str]) -> str:
        """Return a table of objects, a line of summary each."""
        rows = "\n".join(_row(name) for name in names)
        head = ".. list-table::\n   :class: stacked\n   :widths: auto\n"
        return f"```{{eval-rst}}\n{head}\n{indent(rows, '   ')}\n```"


def main_objects() -> str:
    """Return a table of the twenty objects that people use most, which leads to their pages."""
    rows = [[f"`{name}`", summary_of(name)] for names in MAIN.values() for name in names]
    return table(["name", "what it is"], rows)


def _attributes(owner: type) -> list[str]:
    """What the source of a class sets on its instances."""
    try:
        return sorted(set(re.findall(r"self\.([a-z]\w*)(?:: [^=\n]+)? = ", getsource(owner))))
    except (OSError, TypeError):
        return []  # written in C, or in no file


def kind_of(name: str) -> str:
    """Return what Sphinx calls the kind of a public object, as the statement says that defines it."""
    node = _definition(name)
    if isinstance(node, ast.ClassDef):
        value = found(name)
        return (
            "exception" if isinstance(value, type) and issubclass(value, BaseException) else "class"
        )
    if isinstance(node, ast.FunctionDef):
        return "function"
    is_alias = isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias"
    return "type" if is_alias else "data"


def docstring_of(name: str) -> str:
    """Return the docstring of a public object, or the string below its assignment."""
    if kind_of(name) not in ("type", "data"):
        return getdoc(found(name)) or ""
    return texts_below(home(name)).get(("", name.rpartition(".")[2]), "")


def summary_of(name: str) -> str:
    """Return the first paragraph of a docstring, in one line."""
    return " ".join(docstring_of(name).partition("\n\n")[0].split())


def _definition(name: str) -> ast.stmt:
    return definitions(home(name))[name.rpartition(".")[2]]


def _row(name: str) -> str:
    title = name.rpartition(".")[2]
    return f"* - :py:obj:`{title} <{name}>`\n  - {summary_of(name)}"


def _assignment(name: str, kind: str) -> str:
    options = "\n".join(_assignment_options(_definition(name)))
    module, _, title = name.rpartition(".")
    head = f".. py:currentmodule:: {module}\n\n.. py:{kind}:: {title}"
    return f"{head}\n{indent(options, '   ')}\n\n{indent(docstring_of(name), '   ')}\n"


def _assignment_options(node: ast.stmt) -> Iterator[str]:
    assert isinstance(node, ast.Assign | ast.AnnAssign)
    assert node.value is not None
    value = ast.unparse(node.value)
    if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
        yield f":canonical: {value}"
        return
    if isinstance(node, ast.AnnAssign):
        yield f":type: {ast.unparse(node.annotation)}"
    if len(value) <= SHORT and not any(isinstance(part, ast.Call) for part in ast.walk(node.value)):
        yield f":value: {value}"
