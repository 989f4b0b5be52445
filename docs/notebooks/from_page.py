"""Print a page of the documentation as a notebook, run: ``python docs/notebooks/from_page.py docs/tutorials/shop.md``.

Text becomes Markdown cells, and examples code cells, cut after each answer that the page shows. All cells are run in
one namespace, and their outputs are stored. An error that the page does not show ends the program.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from doctest import DocTestParser
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

EXAMPLES = re.compile(r"^```python\n(>>> .*?)^```\n", re.MULTILINE | re.DOTALL)
RICH = {"text/html": "_repr_html_", "text/latex": "_repr_latex_"}
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


class Cell(NamedTuple):
    """A piece of a page: text, or code and whether the page shows that it raises."""

    source: str
    is_code: bool = False
    raises: bool = False


def cells(page: str) -> Iterator[Cell]:
    """The pieces of a page, in order."""
    for i, piece in enumerate(EXAMPLES.split(page)):  # text and examples take turns
        if i % 2 == 0:
            yield Cell(piece.strip())
        else:
            yield from code_cells(piece)


def code_cells(examples: str) -> Iterator[Cell]:
    """Examples at a prompt as cells; each ends where the page shows an answer."""
    source = ""
    for example in DocTestParser().get_examples(examples):
        source += example.source
        if example.want:
            yield Cell(source.rstrip("\n"), is_code=True, raises=example.exc_msg is not None)
            source = ""
    if source:
        yield Cell(source.rstrip("\n"), is_code=True)


def notebook(page: str) -> dict[str, Any]:
    """A page as a notebook, with the outputs of all its cells."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    made: list[dict[str, Any]] = []
    for cell in cells(page):
        common = {"id": f"cell-{len(made)}", "source": lines(cell.source)}
        if not cell.is_code:
            made.append({"cell_type": "markdown", "metadata": {}} | common)
            continue
        count = 1 + sum(other["cell_type"] == "code" for other in made)
        outputs, metadata = (
            outputs_of(cell, namespace, count),
            {"tags": ["raises-exception"]} if cell.raises else {},
        )
        code = {
            "cell_type": "code",
            "metadata": metadata,
            "execution_count": count,
            "outputs": outputs,
        }
        made.append(code | common)
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": METADATA, "cells": made}


def outputs_of(cell: Cell, namespace: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run a cell: what it prints, and then its value or its error, as notebooks store them."""
    with redirect_stdout(StringIO()) as printed:
        last = last_output(cell, namespace, count)
    text = lines(printed.getvalue())
    return ([{"output_type": "stream", "name": "stdout", "text": text}] if text else []) + last


def last_output(cell: Cell, namespace: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """The value of the last expression of a cell, if it has one; or the error, if one is expected."""
    try:
        value = run(cell.source, namespace)
    except Exception as error:
        if not cell.raises:
            raise
        name, said = type(error).__name__, str(error)
        return [
            {
                "output_type": "error",
                "ename": name,
                "evalue": said,
                "traceback": [f"{name}: {said}"],
            }
        ]
    if cell.raises:
        raise ValueError(f"the page shows an error, but there is none: {cell.source}")
    if value is None:
        return []
    data = {
        kind: getattr(value, method)() for kind, method in RICH.items() if hasattr(value, method)
    }
    shown = {kind: lines(text) for kind, text in ({"text/plain": repr(value)} | data).items()}
    return [
        {"output_type": "execute_result", "execution_count": count, "data": shown, "metadata": {}}
    ]


def run(source: str, namespace: dict[str, Any]) -> object:
    """Run a cell; the value of its last expression, None if it ends with a statement."""
    *body, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        exec(source, namespace)  # noqa: S102 - a page of ours
        return None
    exec(compile(ast.Module(body, []), "cell", "exec"), namespace)  # noqa: S102 - as above
    return eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)  # noqa: S307 - as above


def lines(text: str) -> list[str]:
    """Text as notebooks hold it."""
    return text.splitlines(keepends=True)


if __name__ == "__main__":
    made = notebook(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.stdout.write(json.dumps(made, indent=1, ensure_ascii=False) + "\n")
