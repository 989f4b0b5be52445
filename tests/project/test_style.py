"""The line and the words: one assignment a line, short lines, comments in kernels, plain English.

``python tests/project/test_style.py`` prints the figures and the places.
"""

import ast
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[2]
PACKAGES = [PROJECT / "matroidlab", *sorted(PROJECT.glob("plugins/*/matroidlab_*"))]
SOURCES = [source for package in PACKAGES for source in sorted(package.rglob("*.py"))]
KERNELS = [
    source for source in SOURCES if "kernels" in source.parts or source.stem.endswith("kernels")
]

WIDTH = 100
DIALECT = re.compile(
    r"\b(told|anew|whoever|somebody|nobody|strangers?)\b"
    r"|(?<!there )\b(is|are) no (?!(longer|worse|more|less|better)\b)[a-z]"
    r"|but for a probability"
    r"|\bfor ever\b"
    r"|\bso many (as|of|items|places|elements|weights)\b",
    re.IGNORECASE,
)
"""Phrases to write in another way; they are searched in docstrings, comments and messages."""

ALLOWED = ("for ever is a theorem",)
"""Sentences that may keep such a phrase."""


def assignments(source: Path) -> list[ast.Assign]:
    tree = ast.parse(source.read_text())
    return [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]


def is_packed(node: ast.Assign) -> bool:
    """Whether several values are assigned to several names in one line; a swap is one thing."""
    (target, *_) = node.targets
    if not (isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)):
        return False
    left = [ast.unparse(part) for part in target.elts]
    right = [ast.unparse(part) for part in node.value.elts]
    return sorted(left) != sorted(right)


def packed() -> list[str]:
    return [
        f"{place(source)}:{node.lineno}"
        for source in SOURCES
        for node in assignments(source)
        if is_packed(node)
    ]


def wide() -> list[str]:
    return [
        f"{place(source)}:{number}"
        for source in SOURCES
        for number, line in enumerate(source.read_text().splitlines(), start=1)
        if len(line) > WIDTH
    ]


def place(source: Path) -> str:
    return str(source.relative_to(PROJECT))


def comments(source: Path) -> list[tuple[int, str]]:
    with source.open("rb") as file:
        tokens = list(tokenize.tokenize(file.readline))
    found = [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
    return [(line, text) for line, text in found if not re.match(r"# (noqa|type:|fmt:)", text)]


def docstrings(source: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source.read_text())):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.lineno, node.value.value


def texts(source: Path) -> Iterator[tuple[int, str]]:
    """All strings (docstrings and messages among them) and comments of a file."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value
    yield from comments(source)


def dialect() -> list[str]:
    return [
        f"{place(source)}:{line}: {match.group()}"
        for source in SOURCES
        for line, text in texts(source)
        for match in DIALECT.finditer(text)
        if not any(sentence in text for sentence in ALLOWED)
    ]


def docstrings_that_begin_with_what() -> list[str]:
    return [
        f"{place(source)}:{line}"
        for source in SOURCES
        for line, text in docstrings(source)
        if re.match(r"\s*(What\b|Whether so many)", text)
    ]


def test_packed_assignments_are_under_2_percent() -> None:
    count = sum(len(assignments(source)) for source in SOURCES)
    assert len(packed()) < 0.02 * count, packed()


def test_lines_over_100_characters_are_under_1_percent() -> None:
    count = sum(len(source.read_text().splitlines()) for source in SOURCES)
    assert len(wide()) < 0.01 * count, wide()


def test_kernels_have_comments() -> None:
    lines = sum(len(source.read_text().splitlines()) for source in KERNELS)
    assert sum(len(comments(source)) for source in KERNELS) >= 0.03 * lines


def test_no_docstring_begins_with_what() -> None:
    assert docstrings_that_begin_with_what() == []


def test_texts_are_plain_english() -> None:
    assert dialect() == []


def figures() -> Iterator[str]:
    count = sum(len(assignments(source)) for source in SOURCES)
    lines = sum(len(source.read_text().splitlines()) for source in SOURCES)
    inner = sum(len(source.read_text().splitlines()) for source in KERNELS)
    explained = sum(len(comments(source)) for source in KERNELS)
    yield f"packed assignments: {len(packed())} of {count} ({len(packed()) / count:.1%})"
    yield f"lines over {WIDTH} characters: {len(wide())} of {lines} ({len(wide()) / lines:.1%})"
    yield f"comments in kernels: {explained} of {inner} lines ({explained / inner:.1%})"
    yield f"docstrings that begin with What: {len(docstrings_that_begin_with_what())}"
    yield f"phrases of the dialect: {len(dialect())}"


if __name__ == "__main__":
    sys.stdout.write(
        "\n".join(
            [*figures(), "", *packed(), *wide(), *docstrings_that_begin_with_what(), *dialect()]
        )
        + "\n"
    )
