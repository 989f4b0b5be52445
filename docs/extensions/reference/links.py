"""Names in backquotes become links: of objects, and of commands."""

import re

from docutils import nodes
from sphinx.addnodes import desc, pending_xref
from sphinx.transforms import SphinxTransform

from .index import NAME

COMMAND = re.compile(r"matroidlab (?P<name>[a-z][a-z-]*)\b")
ELSEWHERE = (nodes.title, nodes.reference, pending_xref, desc)
"""Headings, links and signatures, in which names stay as they are."""


class LinkNames(SphinxTransform):
    """Makes a reference of every name in backquotes on a page of Markdown; those that lead nowhere stay as they are."""

    default_priority = 400

    def apply(self) -> None:
        """Look at all code within text."""
        if not str(self.env.doc2path(self.env.docname)).endswith(".md"):
            return
        for literal in list(self.document.findall(nodes.literal)):
            if not _stands_in(literal, ELSEWHERE):
                _make_reference(literal, self.env.docname)


def _stands_in(node: nodes.Node, kinds: tuple[type, ...]) -> bool:
    parent = node.parent
    return parent is not None and (isinstance(parent, kinds) or _stands_in(parent, kinds))


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
