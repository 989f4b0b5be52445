"""Let Sphinx write formulas as MathML; one that cannot be converted is a warning, and a warning fails the build."""

from pathlib import Path
from typing import Any

from docutils import nodes
from mathml import FormulaError, mathml
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

STYLE = Path(__file__).with_name("mathml.css")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the renderer and its style."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    app.config.html_math_renderer = "mathml"
    app.config.html_static_path.append(str(STYLE))
    app.add_css_file(STYLE.name)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _inline(translator: HTML5Translator, node: nodes.math) -> None:
    translator.body.append(_converted(node, display=False))
    raise nodes.SkipNode


def _block(translator: HTML5Translator, node: nodes.math_block) -> None:
    # Who reads with the keyboard can scroll a wide formula, too.
    translator.body.append(f'<div class="math" tabindex="0">{_converted(node, display=True)}</div>\n')
    raise nodes.SkipNode


def _converted(node: nodes.Element, *, display: bool) -> str:
    try:
        return mathml(node.astext(), display=display)
    except FormulaError as error:
        logging.getLogger(__name__).warning("formula %s", error, location=node)
        return ""
