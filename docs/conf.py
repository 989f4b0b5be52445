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
smartquotes_action = "qe"  # quotes and dots; two hyphens begin an option

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "mathml_sphinx",
    "reference.extension",
    "gallery",
]
exclude_patterns = ["_build", "extensions"]

# Formulas are LaTeX between dollars, written as MathML when pages are built: no script from elsewhere is needed.
myst_enable_extensions = ["deflist", "dollarmath"]
myst_dmath_allow_digits = False  # "$5 and $7" are prices
myst_dmath_allow_space = False
myst_heading_anchors = 3

# A name in single backquotes is a link where there is something to link to, and code where there is not.
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True  # as they are written
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
add_module_names = False
python_maximum_signature_line_length = 120  # a longer one has a line for each parameter
toc_object_entries_show_parents = "hide"
napoleon_google_docstring = False
napoleon_attr_annotations = False

html_theme = "furo"
html_static_path = ["_static", "reference/static"]
html_css_files = ["pages.css", "reference.css"]
html_title = "matroidlab"
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"top_of_page_buttons": []}  # the source of a page is in the source tree
