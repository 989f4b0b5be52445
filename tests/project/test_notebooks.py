"""Notebooks are the pages that they are made of, with what their cells print today."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PROGRAM = DOCS / "notebooks" / "from_page.py"
NOTEBOOKS = sorted(DOCS.glob("notebooks/*.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_its_page_run_today(file: Path) -> None:
    page = DOCS / "tutorials" / f"{file.stem}.md"
    made = subprocess.run([sys.executable, PROGRAM, page], check=True, capture_output=True)
    assert made.stdout == file.read_bytes()


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_has_the_shape_of_format_4_5(file: Path) -> None:
    made = json.loads(file.read_bytes())
    assert (made["nbformat"], made["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in made["cells"]]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", one) for one in ids)
    code = [cell for cell in made["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    assert any(cell["outputs"] for cell in code)


@pytest.fixture(scope="module")
def program() -> ModuleType:
    spec = importlib.util.spec_from_file_location("from_page", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def outputs(program: ModuleType, examples: str) -> list[Any]:
    made = program.notebook(f"# Title\n\n```python\n{examples}\n\n```\n\nThe end.\n")
    assert [cell["cell_type"] for cell in (made["cells"][0], made["cells"][-1])] == [
        "markdown",
        "markdown",
    ]
    return [cell["outputs"] for cell in made["cells"][1:-1]]


def test_cells_end_where_a_page_shows_an_answer(program: ModuleType) -> None:
    (first, second, third) = outputs(
        program, ">>> x = 3\n>>> x\nanything\n>>> print(x + 1)\n5\n>>> y = 2"
    )
    assert first[0]["data"] == {"text/plain": ["3"]}
    assert second == [{"output_type": "stream", "name": "stdout", "text": ["4\n"]}]
    assert third == []


def test_errors_are_stored_if_the_page_shows_them(program: ModuleType) -> None:
    shown = ">>> 1 / 0\nTraceback (most recent call last):\nZeroDivisionError: division by zero"
    ((error,),) = outputs(program, shown)
    assert error["ename"] == "ZeroDivisionError"


def test_an_error_that_the_page_does_not_show_makes_no_notebook(program: ModuleType) -> None:
    with pytest.raises(ZeroDivisionError):
        outputs(program, ">>> 1 / 0\n5")


def test_an_error_that_does_not_come_makes_no_notebook(program: ModuleType) -> None:
    with pytest.raises(ValueError, match="the page shows an error, but there is none: 1 / 1"):
        outputs(
            program,
            ">>> 1 / 1\nTraceback (most recent call last):\nZeroDivisionError: division by zero",
        )
