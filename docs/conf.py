"""How Sphinx builds these pages: plain Markdown, no request to any other host when a page is read."""

import sys
from pathlib import Path

from matroidlab import __version__

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "matroidlab"
author = "the matroidlab authors"
copyright = "2026, the matroidlab authors"
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "mathml_sphinx", "gallery"]
exclude_patterns = ["_build"]

# Formulas are LaTeX between dollars, written as MathML when pages are built: no script from elsewhere is needed.
myst_enable_extensions = ["deflist", "dollarmath"]
myst_dmath_allow_digits = False  # "$5 and $7" are prices
myst_dmath_allow_space = False
myst_heading_anchors = 3

# A name in single backquotes is a link where there is something to link to, and code where there is not.
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints = "none"
autodoc_class_signature = "mixed"
napoleon_google_docstring = False
napoleon_attr_annotations = False

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_title = "matroidlab"
html_show_sphinx = False
