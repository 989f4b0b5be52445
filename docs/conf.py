"""How Sphinx builds these pages: plain Markdown, no request to any other host when a page is read."""

from matroidlab import __version__

project = "matroidlab"
author = "the matroidlab authors"
copyright = "2026, the matroidlab authors"
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]

# Mathematics is written in Unicode: it reads in a terminal, on any page, and needs no script from elsewhere.
myst_enable_extensions = ["deflist"]
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
