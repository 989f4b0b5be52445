"""The gallery: recipes with the pictures that they make, and the pictures of these pages with their programs.

Both are made when pages are built, so that code and picture always agree.
"""

import ast
import io
from base64 import b64encode
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
    app.add_directive("recipe", Recipe)
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


class Recipe(SphinxDirective):
    """Code, and the picture that its last line makes."""

    has_content: ClassVar[bool] = True

    def run(self) -> list[nodes.Node]:
        """Run the code; a failure fails the build."""
        self.env.note_reread()  # the library may have changed
        code = "\n".join(self.content)
        shown = nodes.literal_block(code, code, language="python")
        text = b64encode(svg_of(made_by(code)).encode()).decode()
        title = f"The picture that {code.splitlines()[-1]} makes".replace('"', "&quot;")
        image = f'<p class="recipe"><img alt="{title}" src="data:image/svg+xml;base64,{text}"></p>'
        return [shown, nodes.raw("", image, format="html")]


def made_by(code: str) -> Any:
    r"""Return the value of the last line of a program.

    >>> made_by("a = 1\na + 1")
    2
    """
    names: dict[str, Any] = {}
    *statements, last = ast.parse(code).body
    assert isinstance(last, ast.Expr), "the last line of a recipe makes its picture"
    exec(compile(ast.Module(statements, []), "recipe", "exec"), names)  # noqa: S102 - our page
    return eval(compile(ast.Expression(last.value), "recipe", "eval"), names)  # noqa: S307 - our page


def svg_of(picture: Any) -> str:
    """Return a drawing or a matplotlib figure as SVG."""
    if hasattr(picture, "_repr_svg_"):
        return str(picture._repr_svg_())
    file = io.StringIO()
    picture.savefig(file, format="svg")
    return file.getvalue()
