"""Names in backquotes become links, where a public object goes by that name and nothing else does."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from inspect import isfunction, signature

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
    other_meanings: frozenset[str]
    """Words that are parameters of something; alone, without dots or brackets, they are no links."""
    methods: frozenset[str]
    """Words that are methods or attributes of some class."""

    def find(self, text: str) -> ObjectEntry | None:
        """Return the object that is meant by a name as it is written in a page."""
        read = NAME.fullmatch(text)
        if read is None:
            return None
        name = read["name"]
        is_word = "." not in name and "_" not in name and name.islower()
        if is_word and (name in self.methods or (name in self.other_meanings and not read["call"])):
            return None
        return self.spellings.get(name)


def index_of(objects: Mapping[str, ObjectEntry], listed: Iterable[str]) -> Index:
    """Return the index of all that is described."""
    meant: dict[str, set[ObjectEntry]] = defaultdict(set)
    members = {name.rpartition(".")[2] for name, entry in objects.items() if entry.objtype in MEMBERS}
    for name, entry in {**objects, **_other_names(objects)}.items():
        for spelling in _spellings(name, is_member=entry.objtype in MEMBERS):
            meant[spelling].add(entry._replace(aliased=False))
    single = {spelling: next(iter(entries)) for spelling, entries in meant.items() if len(entries) == 1}
    exact = {name: entry for name, entry in objects.items() if "." in name}
    return Index({**single, **exact}, frozenset(_parameters(listed)), frozenset(members))


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


def _parameters(listed: Iterable[str]) -> Iterable[str]:
    for name in listed:
        value = found(name)
        inner = vars(value).values() if isinstance(value, type) else ()
        for one in (value, *inner):
            if isfunction(one) or isinstance(one, type):
                yield from _parameters_of(one)


def _parameters_of(function: object) -> Iterable[str]:
    try:
        return signature(function).parameters  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ()
