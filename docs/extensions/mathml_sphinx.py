"""Let Sphinx write formulas as MathML; one that cannot be converted is a warning, and a warning fails the build."""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from mathml import FormulaError, mathml
from mathml_font import write_font
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

STYLE = Path(__file__).with_name("mathml.css")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the renderer and its style."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    app.config.html_math_renderer = "mathml"
    app.config.html_static_path.append(str(STYLE))
    app.add_css_file(STYLE.name)
    app.add_post_transform(KeepTogether)
    app.connect("builder-inited", _add_font)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _add_font(app: Sphinx) -> None:
    write_font(Path(app.outdir) / "_static" / "mathml.woff")


class KeepTogether(SphinxPostTransform):
    """Whatever touches a formula stays with it: else a line could begin with its comma."""

    default_priority = 900

    def run(self, **_options: Any) -> None:
        """Wrap each formula together with the words right before and after it."""
        for node in list(self.document.findall(nodes.math)):
            parent, place = node.parent, node.parent.index(node)
            before, after = parent[max(place - 1, 0)], parent[min(place + 1, len(parent) - 1)]
            front = _split(before, r"(?s)(.*?)(\S*)")
            back = _split(after, r"(?s)(\S*)(.*)")
            together = nodes.inline(
                "", "", *front[1:], node.deepcopy(), *back[:1], classes=["formula"]
            )
            parent[place - bool(front) : place + 1 + bool(back)] = [*front[:1], together, *back[1:]]


def _split(node: nodes.Node, pattern: str) -> list[nodes.Text]:
    """The two parts of a text; nothing of anything else."""
    found = re.fullmatch(pattern, node.astext()) if isinstance(node, nodes.Text) else None
    return [nodes.Text(part) for part in found.groups()] if found else []


def _inline(translator: HTML5Translator, node: nodes.math) -> None:
    translator.body.append(_converted(node, display=False))
    raise nodes.SkipNode


def _block(translator: HTML5Translator, node: nodes.math_block) -> None:
    # The keyboard, too, can scroll a wide formula that has the focus.
    translator.body.append(
        f'<div class="math" tabindex="0">{_converted(node, display=True)}</div>\n'
    )
    raise nodes.SkipNode


def _converted(node: nodes.Element, *, display: bool) -> str:
    try:
        return mathml(node.astext(), display=display)
    except FormulaError as error:
        logging.getLogger(__name__).warning("formula %s", error, location=node)
        return ""
