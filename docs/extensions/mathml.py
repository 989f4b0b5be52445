"""Formulas of the pages as MathML, which browsers draw by themselves: no script, no picture, no other host."""

import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element, ParseError, fromstring, tostring

from latex2mathml.converter import convert

PARTS = {
    "mfrac": 2,
    "mroot": 2,
    "msub": 2,
    "msup": 2,
    "munder": 2,
    "mover": 2,
    "msubsup": 3,
    "munderover": 3,
}
MINUS, INFIX = "\N{MINUS SIGN}", {"\N{REVERSE SOLIDUS OPERATOR}", "\N{PLUS-MINUS SIGN}"}
LETTERS, TIGHT, CLOSING, PRIMES = (
    set("∞⋆↑↓…"),
    set("/|"),
    set(")]}⌉⌋|"),
    {"\N{PRIME}", "\N{DOUBLE PRIME}"},
)
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
    _set_operators(formula)
    _set_primes(formula)
    _set_powers(formula)
    _set_functions(formula)
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


def _set_operators(formula: Element) -> None:
    """Spaces as in LaTeX: none around names, marks, bars and slashes, nor after a minus that is a sign."""
    for node in formula.iter():
        if node.tag == "mo" and (_is_word(node) or node.text in LETTERS):
            node.tag = "mi"
        elif node.tag == "mo" and node.text in TIGHT:
            node.attrib |= {"lspace": "0", "rspace": "0"}
        elif node.text in INFIX:
            node.tag = "mo"
        for left, right in pairwise(node):
            if right.text == MINUS and left.tag == "mo" and left.text not in CLOSING:
                right.set("form", "prefix")


def _set_primes(formula: Element) -> None:
    """Primes are high and small by themselves; as a superscript they would be twice."""
    for node in formula.iter("msup"):
        if node[1].text in PRIMES:
            node.tag, node[1].tag = "mrow", "mi"


def _set_powers(formula: Element) -> None:
    """The power of a bracket is no higher than that of a letter, though brackets are."""
    for row in [node for node in formula.iter() if node.tag not in PARTS]:
        for place in range(len(row) - 1, -1, -1):
            if row[place].tag == "msup" and row[place][0].text in CLOSING:
                row.insert(place, row[place][0])
                row[place + 1][0] = Element("mrow")


def _set_functions(formula: Element) -> None:
    """A thin space between a function and its neighbours, unless they are operators or brackets."""
    for row in [node for node in formula.iter() if node.tag not in PARTS]:
        for place in range(len(row) - 1, 0, -1):
            if _is_apart(row[place - 1], row[place]):
                row.insert(place, Element("mspace", width="0.167em"))


def _is_apart(left: Element, right: Element) -> bool:
    if left.tag == "mo" and left.text in CLOSING:
        return _is_function(right)
    tight = {"mo", "mspace", "mtext", "mtr", "mtd"}
    return (
        left.tag not in tight
        and right.tag not in tight
        and (_is_function(left) or _is_function(right))
    )


def _is_function(node: Element) -> bool:
    return _is_word(node[0] if node.tag in PARTS else node)


def _is_word(node: Element) -> bool:
    text = node.text or ""
    return node.tag in {"mi", "mo"} and len(text) > 1 and text[0].isalpha()
