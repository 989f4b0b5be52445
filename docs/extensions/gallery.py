"""The gallery: every picture of docs/figures with its command, its program and the pages that show it.

It is written when pages are built, so a new picture is in it as soon as it is there.
"""

from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from thumbnails import thumbnails


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("gallery", Gallery)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class Gallery(SphinxDirective):
    """Thumbnails of all pictures."""

    has_content: ClassVar[bool] = False

    def run(self) -> list[nodes.Node]:
        """Parse the Markdown of all thumbnails."""
        self.env.note_reread()  # pictures come and go without this page being changed
        text = StringList(thumbnails(Path(self.env.srcdir)).splitlines(), source="gallery")
        found = nodes.container()
        self.state.nested_parse(text, self.content_offset, found)
        return found.children
