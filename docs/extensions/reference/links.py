"""Names in backquotes become links, where a public object goes by that name and nothing else does."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from inspect import isfunction, signature
from itertools import chain
from statistics import mode

from docutils import nodes
from sphinx.addnodes import desc, pending_xref
from sphinx.domains.python import ObjectEntry
from sphinx.transforms import SphinxTransform

from .names import MODULES, defined_as, found, public_names

NAME = re.compile(r"(?P<name>[A-Za-z_]\w*(?:\.\w+)*)(?P<call>\(.*\))?", re.DOTALL)
COMMAND = re.compile(r"matroidlab (?P<name>[a-z][a-z-]*)\b")
MEMBERS = ("method", "attribute", "property", "classmethod", "staticmethod")


class LinkNames(SphinxTransform):
    """Makes a reference of every name in backquotes on a page of Markdown; those that lead nowhere stay as they are."""

    default_priority = 400

    def apply(self) -> None:
        """Look at the names outside headings, links and signatures."""
        if not str(self.env.doc2path(self.env.docname)).endswith(".md"):
            return
        for literal in list(self.document.findall(nodes.literal)):
            if not _stands_in(literal, (nodes.title, nodes.reference, pending_xref, desc)):
                _make_reference(literal, self.env.docname)


def _stands_in(node: nodes.Node, kinds: tuple[type, ...]) -> bool:
    parent = node.parent
    while parent is not None:
        if isinstance(parent, kinds):
            return True
        parent = parent.parent
    return False


def _make_reference(literal: nodes.literal, page: str) -> None:
    text = literal.astext()
    command = COMMAND.match(text)
    if command is not None:
        target = {"refdomain": "std", "reftype": "ref", "reftarget": f"command-{command['name']}"}
    elif NAME.fullmatch(text):
        target = {"refdomain": "py", "reftype": "obj", "reftarget": text}
    else:
        return
    link = pending_xref("", refdoc=page, refexplicit=True, refwarn=False, **target)
    literal.replace_self(link)
    link += literal


@dataclass(frozen=True)
class Index:
    """Where names lead to: what Sphinx has described, by every spelling that means one thing only."""

    spellings: Mapping[str, ObjectEntry]
    members: frozenset[str]
    """Names of methods and attributes of some class, which mean these where no class is named."""
    parameters: frozenset[str]
    """Names of parameters of something, which mean these if nothing is called."""
    first: Mapping[str, str]
    """The first parameter of each function."""

    def find(self, text: str) -> ObjectEntry | None:
        """Return the object that is meant by a name as it is written in a page; a name of two things means neither."""
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


def index_of(objects: Mapping[str, ObjectEntry], listed: Mapping[str, str]) -> Index:
    """Return the index of all that is described, of which pages list the objects."""
    meant: dict[str, set[ObjectEntry]] = defaultdict(set)
    members = {name.rpartition(".")[2] for name, entry in objects.items() if entry.objtype in MEMBERS}
    for name, entry in {**objects, **_other_names(objects)}.items():
        for spelling in _spellings(name, is_member=entry.objtype in MEMBERS):
            meant[spelling].add(entry._replace(aliased=False))
    single = {spelling: next(iter(entries)) for spelling, entries in meant.items() if len(entries) == 1}
    exact = {name: entry for name, entry in objects.items() if "." in name}
    parameters = {name: list(_parameters(found(name))) for name in listed}
    first = {name.rpartition(".")[2]: own[0] for name, own in parameters.items() if own}
    return Index({**_modules(listed), **single, **exact}, frozenset(members), frozenset(chain(*parameters.values())), first)


def _modules(listed: Mapping[str, str]) -> dict[str, ObjectEntry]:
    """The modules, each with the page that lists most of its objects."""
    pages: dict[str, list[str]] = defaultdict(list)
    for name, page in listed.items():
        pages[name.rpartition(".")[0]].append(page)
    return {name: ObjectEntry(f"reference/{mode(found)}", "", "module", False) for name, found in pages.items()}


def _spellings(name: str, *, is_member: bool) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[start:]) for start in range(len(parts) - is_member)]


def _other_names(objects: Mapping[str, ObjectEntry]) -> dict[str, ObjectEntry]:
    """Public names of objects that are described under another public name."""
    homes = {defined_as(name): entry for name, entry in objects.items() if _is_top_level(name, entry)}
    names = (name for module in MODULES for name in public_names(module) if name not in objects)
    return {name: homes[defined_as(name)] for name in names if defined_as(name) in homes}


def _is_top_level(name: str, entry: ObjectEntry) -> bool:
    return entry.objtype not in (*MEMBERS, "module") and not entry.aliased and name.startswith("matroidlab")


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
