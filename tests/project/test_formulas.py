"""Every formula of the documentation can be converted; one that cannot is an error."""

import doctest
import re
from pathlib import Path

import mathml as extension
import pytest
from mathml import FormulaError, mathml

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if "_build" not in page.parts]
CODE = re.compile(
    r"^([> \t]*)(`{3,})(?!\{figure\}).*?^\1\2[ \t]*$|`[^`\n]+`", re.MULTILINE | re.DOTALL
)
FORMULA = re.compile(r"\$\$(?P<block>.+?)\$\$|\$(?P<inline>\S(?:[^$]*?\S)?)\$", re.DOTALL)


def formulas(text: str) -> list[tuple[str, bool]]:
    """The formulas of a page, each with whether it is a block; a fenced figure has a caption."""
    text = re.sub(r"^> ?", "", CODE.sub("", text), flags=re.MULTILINE)
    return [
        (found["block"] or found["inline"], found["block"] is not None)
        for found in FORMULA.finditer(text)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_every_formula_of_a_page_converts(page: Path) -> None:
    for latex, is_block in formulas(page.read_text(encoding="utf-8")):
        assert mathml(latex, display=is_block).startswith("<math")


def test_formulas_are_found_in_text_quotes_and_captions_but_not_in_code() -> None:
    text = "$x$ and `$y$`\n\n> $$a\n> = b$$\n\n```console\n$ make\n$ run\n```\n\n"
    page = text + "```{figure} f.svg\n\nOf $z$.\n```\n"
    assert formulas(page) == [("x", False), ("a\n= b", True), ("z", False)]


@pytest.mark.parametrize(
    ("latex", "fault"),
    [
        (r"\sqroot{2}", r"unknown command '\\sqroot'"),
        (r"\frac{a}", "mfrac needs 2 parts, got 1"),
        (r"x^{", "MissingSuperScriptOrSubscriptError"),
        (r"\left( x", "ExtraLeftOrMissingRightError"),
        (r"\text{a", "braces do not match"),
        (r"\sqrt{x}}", "braces do not match"),
        (r"\begin{aligned} a &= b \end{aligned}", "'&' is for split"),
        (r"a \\ b", r"'\\' is for split"),
    ],
)
def test_what_is_not_understood_is_an_error(latex: str, fault: str) -> None:
    with pytest.raises(FormulaError, match=f"^{re.escape(latex)}: .*{re.escape(fault)}"):
        mathml(latex)


@pytest.mark.parametrize(
    ("latex", "body"),
    [
        (
            r"6 \ln n",
            '<mn>6</mn><mspace width="0.167em" /><mi>ln</mi><mspace width="0.167em" /><mi>n</mi>',
        ),
        (
            r"\max(a)",
            '<mi>max</mi><mo stretchy="false">(</mo><mi>a</mi><mo stretchy="false">)</mo>',
        ),
        (r"a/b", '<mi>a</mi><mo lspace="0" rspace="0">/</mo><mi>b</mi>'),
        (r"(-a", '<mo stretchy="false">(</mo><mo form="prefix">−</mo><mi>a</mi>'),  # noqa: RUF001 - a minus
        (r"a - b", "<mi>a</mi><mo>−</mo><mi>b</mi>"),  # noqa: RUF001 - a minus
        (r"A \setminus B", "<mi>A</mi><mo>⧵</mo><mi>B</mi>"),  # noqa: RUF001 - set minus
        (r"f''", "<mrow><mi>f</mi><mi>″</mi></mrow>"),
        (r")^2", '<mo stretchy="false">)</mo><msup><mrow /><mn>2</mn></msup>'),
    ],
)
def test_spaces_are_those_of_latex(latex: str, body: str) -> None:
    assert mathml(latex) == f'<math display="inline"><mrow>{body}</mrow></math>'


def test_the_examples_of_the_converter_are_true() -> None:
    assert doctest.testmod(extension) == (0, 2)
