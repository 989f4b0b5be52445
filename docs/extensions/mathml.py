"""Formulas of the pages as MathML, which browsers draw by themselves: no script, no picture, no other host."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError, fromstring, tostring

from latex2mathml.converter import convert

PARTS = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}
NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'


class FormulaError(ValueError):
    """A formula of which some part is not understood."""


def mathml(latex: str, *, display: bool = False) -> str:
    r"""The MathML of a formula: within a line, or as a block of its own.

    >>> mathml(r"\ln n")
    '<math display="inline"><mrow><mi>ln</mi><mspace width="0.167em" /><mi>n</mi></mrow></math>'
    >>> mathml(r"\sqroot{2}")
    Traceback (most recent call last):
    mathml.FormulaError: \sqroot{2}: unknown command '\\sqroot'

    The converter guesses where it does not understand; here that is an error.
    """
    formula = _converted(latex, "block" if display else "inline")
    if wrong := next(_faults(latex, formula), None):
        raise FormulaError(f"{latex}: {wrong}")
    _name_functions(formula)
    _space_functions(formula)
    return tostring(formula, encoding="unicode")


def _converted(latex: str, display: str) -> Element:
    try:
        return fromstring(convert(latex, display=display).replace(NAMESPACE, ""))  # noqa: S314 - it is our own text
    except ParseError as error:
        raise FormulaError(f"{latex}: '&' is for split, cases and array only") from error
    except Exception as error:
        raise FormulaError(f"{latex}: {type(error).__name__}") from error


def _faults(latex: str, formula: Element) -> Iterator[str]:
    bare = re.sub(r"\\[{}]", "", latex)
    if bare.count("{") != bare.count("}"):
        yield "braces do not match"
    for node in formula.iter():
        if (node.text or "").startswith("\\"):
            yield f"unknown command {node.text!r}"
        if len(node) != PARTS.get(node.tag, len(node)):
            yield f"{node.tag} needs {PARTS[node.tag]} parts, got {len(node)}"
        if "linebreak" in node.attrib:
            yield r"'\\' is for split, cases and array only"


def _name_functions(formula: Element) -> None:
    """Let min, max and the like be names: as operators they would have wide gaps on both sides."""
    for node in formula.iter("mo"):
        if _is_word(node):
            node.tag = "mi"


def _space_functions(formula: Element) -> None:
    """A thin space between a function and its neighbours, unless they are operators or brackets."""
    rows = [node for node in formula.iter() if node.tag not in PARTS]
    for row in rows:
        for place in range(len(row) - 1, 0, -1):
            if _is_apart(row[place - 1], row[place]):
                row.insert(place, Element("mspace", width="0.167em"))


def _is_apart(left: Element, right: Element) -> bool:
    tight = {"mo", "mspace", "mtext", "mtr", "mtd"}
    return left.tag not in tight and right.tag not in tight and (_is_function(left) or _is_function(right))


def _is_function(node: Element) -> bool:
    return _is_word(node[0] if node.tag in PARTS else node)


def _is_word(node: Element) -> bool:
    text = node.text or ""
    return node.tag in {"mi", "mo"} and len(text) > 1 and text[0].isalpha()
