"""Public functions and classes of three or more parameters explain them, each in its own entry."""

import inspect
import re
from enum import Enum
from itertools import chain
from pathlib import Path

from reference.main_objects import MACHINERY, MAIN
from reference.members import is_ours
from reference.names import found, texts_below
from reference.objects import Objects, kind_of

DOCS = Path(__file__).parents[2] / "docs"
SECTION = r"^{}\n-+\n(.*?)(?=\n\n\S[^\n]*\n---|\Z)"
FEW = 3


def entries(docstring: str) -> list[str]:
    """The heads of the entries in the sections on parameters and attributes."""
    sections = [
        section
        for head in ("Parameters", "Attributes")
        for section in re.findall(SECTION.format(head), docstring, re.MULTILINE | re.DOTALL)
    ]
    return [head for text in sections for head in re.findall(r"^(\S[^\n]*)$", text, re.MULTILINE)]


def parameters(value: object) -> list[str]:
    """The names of the parameters of a function or a class, but not of an enumeration."""
    if not callable(value) or (isinstance(value, type) and issubclass(value, Enum)):
        return []
    return [name for name in inspect.signature(value).parameters if name != "self"]


def described_fields(value: object) -> set[str]:
    """The fields of a class that have a string below them."""
    owners = [one for one in getattr(value, "__mro__", ()) if is_ours(one)]
    return {
        name
        for owner in owners
        for class_name, name in texts_below(owner.__module__)
        if class_name == owner.__name__
    }


def unexplained(value: object) -> list[str]:
    """The parameters that nothing explains, of an object that has many."""
    names = parameters(value)
    explained = {*entries(inspect.getdoc(value) or ""), *described_fields(value)}
    return [name for name in names if name not in explained] if len(names) >= FEW else []


OBJECTS = [
    name
    for name in Objects.in_folder(DOCS / "reference").listed
    if kind_of(name) in ("class", "function")
]


def test_every_parameter_is_explained() -> None:
    missing = {name: unexplained(found(name)) for name in OBJECTS}
    assert {name: left for name, left in missing.items() if left} == {}


def test_methods_of_the_twenty_objects_that_people_use_most_explain_every_parameter() -> None:
    missing = {
        f"{name}.{method}": left
        for name in chain(*MAIN.values())
        for method, function in called_methods(found(name))
        if (left := unexplained(function))
    }
    assert missing == {}


def called_methods(value: object) -> list[tuple[str, object]]:
    """The public methods of a class that programs call, not those for who extends it."""
    if not isinstance(value, type):
        return []
    public = {name for name in dir(value) if not name.startswith("_")} - MACHINERY
    members = [(name, getattr(value, name, None)) for name in sorted(public)]
    return [(name, one) for name, one in members if inspect.isroutine(one)]


def test_every_entry_explains_one_thing() -> None:
    heads = {name: entries(inspect.getdoc(found(name)) or "") for name in OBJECTS}
    groups = {name: [head for head in own if "," in head] for name, own in heads.items()}
    assert {name: found for name, found in groups.items() if found} == {}


def scale(least: int, most: int, value: int) -> int:
    """Scale a value.

    Parameters
    ----------
    least, most
        The bounds.
    """
    return least + most + value


def test_a_group_of_parameters_explains_none_of_them() -> None:
    assert unexplained(scale) == ["least", "most", "value"]
    assert entries(inspect.getdoc(scale) or "") == ["least, most"]
