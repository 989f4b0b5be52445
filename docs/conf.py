"""How Sphinx builds these pages: plain Markdown, no request to any other host when a page is read."""

import sys
import tomllib
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
    "layout",
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
html_title = f"matroidlab {version}"
html_favicon = "_static/favicon.svg"
html_js_files = ["copy.js"]
html_show_sphinx = False
html_copy_source = False
html_theme_options: dict[str, object] = {"top_of_page_buttons": []}  # pages are in the source tree

# The address of the repository is written once, in pyproject.toml; without one there is no link.
project_file = Path(__file__).parents[1] / "pyproject.toml"
urls = tomllib.loads(project_file.read_text(encoding="utf-8"))["project"].get("urls", {})
if "Repository" in urls:
    link = {"name": "Source code", "url": urls["Repository"], "html": "Source", "class": ""}
    html_theme_options["footer_icons"] = [link]

# Phrases that people search for, as entries of the index, which the search puts first.
search_phrases = {
    "gallery/index": ["plot"],
    "matroids/formats": ["export", "import"],
    "howto/thousands_of_items": ["cold start"],
    "matroids/structure": ["representable"],
    "howto/compare_rankers": ["A/B test"],
    "howto/holdback": ["A/B test"],
}

# Words that people search for, and the pages that they mean.
search_words = {
    "gallery/index": "plot chart draw figure visualise visualize",
    "howto/reports": "plot chart export html pdf",
    "howto/experiments": "benchmark sweep grid",
    "matroids/formats": "export import convert file json sage macaulay2",
    "matroids/structure": "representable binary ternary regular draw plot",
    "howto/thousands_of_items": "cold start new items newcomers large catalogue scores ranker",
    "howto/segments": "segments cities countries devices hierarchical transfer personalisation",
    "howto/seasons_and_drift": "nonstationary non-stationary trend forget restart expire McNemar",
    "howto/features_and_candidates": "contextual context linear LinUCB candidates exclude retrieval",
    "howto/operate": "pause ramp rollout freeze kill switch rollback metrics Prometheus OpenTelemetry monitoring logging",
    "howto/holdback": "A/B AB test control group uplift lift guardrail sample ratio mismatch SRM",
    "howto/http_service": "REST API HTTP Docker compose OpenAPI deploy production",
    "howto/many_machines": "PostgreSQL scale replicas planner",
    "matroids/names": "labels label names named elements groundset ground set",
    "matroids/from_sage": "SageMath groundset methods passagemath",
    "howto/interleave_a_ranker": "cold start shadow canary",
    "howto/compare_rankers": "A/B AB split test experiment interleaving",
    "howto/bench": "leaderboard baseline",
    "howto/evaluate_a_log": "offline off-policy counterfactual IPS propensity",
    "howto/serving": "deploy production API REST web",
    "howto/late_answers": "delayed feedback conversion",
    "howto/policies": "contextual personalisation personalization algorithm",
    "concepts/promise": "safe safety guarantee conservative constraint",
    "compared": "Sage networkx MABWiser river Vowpal Wabbit obp alternative",
}
