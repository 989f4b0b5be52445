"""What a name in a page means: the public object of that name, where nothing else goes by it."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from inspect import isfunction, signature
from itertools import chain
from statistics import mode
from typing import NamedTuple

from .names import MODULES, defined_as, found, public_names

NAME = re.compile(r"(?P<name>[A-Za-z_]\w*(?:\.\w+)*)(?P<call>\(.*\))?", re.DOTALL)
MEMBERS = ("method", "attribute", "property", "classmethod", "staticmethod")


class Place(NamedTuple):
    """Where an object is described: a page, the anchor on it, and what kind of object it is."""

    page: str
    anchor: str
    kind: str


@dataclass(frozen=True)
class Index:
    """Where names lead to: what is described, by every spelling that means one thing only."""

    spellings: Mapping[str, Place]
    members: frozenset[str]
    """Names of methods and attributes of some class, which mean these where no class is named."""
    parameters: frozenset[str]
    """Names of parameters of something, which mean these if nothing is called."""
    first: Mapping[str, str]
    """The first parameter of each function."""

    def find(self, text: str) -> Place | None:
        """Return the place of what is meant by a name as it is written in a page; a name of two things means neither.

        >>> index = Index({"closure": Place("api/closure", "", "function")}, frozenset(), frozenset(), {})
        >>> index.find("closure(matroid, [0, 1])").page
        'api/closure'
        """
        read = NAME.fullmatch(text)
        if read is None:
            return None
        name, call = read["name"], read["call"]
        if name in self.members and not self.is_call_of_function(name, call or ""):
            return None
        if name in self.parameters and not call:
            return None
        return self.spellings.get(name)

    def is_call_of_function(self, name: str, call: str) -> bool:
        """Whether a call has the first argument of the function of that name, and so is not one of a method."""
        return re.split(r"[(),=]", f"{call} ")[1:2] == [self.first.get(name)]


def index_of(described: Mapping[str, Place], listed: Mapping[str, str]) -> Index:
    """Return the index of all that is described, by full name; pages are known that list the objects."""
    meant: dict[str, set[Place]] = defaultdict(set)
    for name, place in {**described, **_other_names(described)}.items():
        for spelling in _spellings(name, is_member=place.kind in MEMBERS):
            meant[spelling].add(place)
    single = {
        spelling: next(iter(places)) for spelling, places in meant.items() if len(places) == 1
    }
    parameters = {name: list(_parameters(found(name))) for name in listed}
    return Index(
        spellings={**_modules(listed), **single, **described},
        members=frozenset(
            name.rpartition(".")[2] for name, place in described.items() if place.kind in MEMBERS
        ),
        parameters=frozenset(chain(*parameters.values())),
        first={name.rpartition(".")[2]: own[0] for name, own in parameters.items() if own},
    )


def _modules(listed: Mapping[str, str]) -> dict[str, Place]:
    """The modules, each with the page that lists most of its objects."""
    pages: dict[str, list[str]] = defaultdict(list)
    for name, page in listed.items():
        pages[name.rpartition(".")[0]].append(page)
    pages.pop("matroidlab", None)  # which is the name of the whole
    return {
        name: Place(f"reference/{mode(of_objects)}", "", "module")
        for name, of_objects in pages.items()
    }


def _spellings(name: str, *, is_member: bool) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[start:]) for start in range(len(parts) - is_member)]


def _other_names(described: Mapping[str, Place]) -> dict[str, Place]:
    """Public names of objects that are described under another public name."""
    public = [name for module in MODULES for name in public_names(module)]
    homes = {defined_as(name): described[name] for name in public if name in described}
    return {
        name: homes[defined_as(name)]
        for name in public
        if name not in described and defined_as(name) in homes
    }


def _parameters(value: object) -> Iterator[str]:
    """Yield the names of the parameters of a function, or of a class and its methods."""
    inner = vars(value).values() if isinstance(value, type) else ()
    for one in (value, *inner):
        if isfunction(one) or isinstance(one, type):
            yield from _parameters_of(one)


def _parameters_of(function: Callable[..., object]) -> Iterable[str]:
    try:
        return signature(function).parameters
    except (TypeError, ValueError):
        return ()  # written in C
