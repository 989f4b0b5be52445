"""The documentation is true: its examples run, and so does code without prompts."""

import doctest
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if "_build" not in page.parts),
]
OTHER_LIBRARIES = ("coba", "mabwiser", "river", "vowpalwabbit")
"""Libraries of the extra `adapters`, which need not be installed to run the tests."""
ELSEWHERE = "postgresql://lab@db.example/shop"
HERE = "sqlite:///shop.db"
"""The tests of serving have a real PostgreSQL; here the code is run on a file."""
FENCE = re.compile(
    r"^([ \t]*)(`{3,})(?:python|pycon|\{recipe\})(?:[ \t][^\n]*)?\n(.*?)^\1\2[ \t]*$",
    re.MULTILINE | re.DOTALL,
)


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """The fenced blocks of Python in a page, each with the line that it starts on."""
    for found in FENCE.finditer(text):
        yield text.count("\n", 0, found.start(3)) + 1, dedent(found[3])


def faults(text: str, name: str) -> list[str]:
    """Return the faults of the code of a page, whose blocks share one namespace."""
    with prompt() as namespace:
        return _faults(text, name, namespace)


@contextmanager
def prompt() -> Iterator[dict[str, Any]]:
    """Yield the namespace of a prompt: its classes are found in ``__main__``, as pickles need."""
    before = sys.modules["__main__"]
    typed = ModuleType("__main__")
    sys.modules["__main__"] = typed
    try:
        yield vars(typed)
    finally:
        sys.modules["__main__"] = before


def _faults(text: str, name: str, namespace: dict[str, Any]) -> list[str]:
    wrong: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for line, code in blocks(text):
        if ">>>" not in code:
            wrong.extend(_faults_when_run(code, f"{name}:{line}", namespace))
            continue
        test = doctest.DocTestParser().get_doctest(code, {}, f"{name}:{line}", name, line - 1)
        test.globs = namespace
        runner.run(test, out=wrong.append, clear_globs=False)
    return wrong


def _faults_when_run(code: str, place: str, namespace: dict[str, Any]) -> list[str]:
    """Run a block without prompts; one with the name of a file is run by its own test."""
    is_file = re.match(r"# [\w./-]+\.py\n", code) is not None
    try:
        compiled = compile(code.replace(ELSEWHERE, HERE), place, "exec", dont_inherit=True)
        if not is_file:
            with warnings.catch_warnings(action="ignore"):  # other libraries have many
                exec(compiled, namespace)
    except ModuleNotFoundError as error:
        return [] if error.name in OTHER_LIBRARIES else [f"{place}: {error!r}"]
    except Exception as error:  # noqa: BLE001 - any error is a fault of the page
        return [f"{place}: {error!r}"]
    return []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_of_a_page_are_true(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # an example may write a file
    assert not faults(page.read_text(encoding="utf-8"), page.name)


def fenced(*codes: str) -> str:
    return "\n".join(f"Some text.\n\n```python\n{code}\n```\n" for code in codes)


@pytest.mark.parametrize(
    "text",
    [
        fenced(">>> 1 + 1\n2"),
        fenced(">>> x = 3", ">>> x\n3"),
        fenced("def f(x):\n    return x"),
        fenced(
            ">>> import pickle\n>>> class A:\n...     pass\n"
            ">>> type(pickle.loads(pickle.dumps(A()))) is A\nTrue"
        ),
        fenced(
            ">>> [][0]\nTraceback (most recent call last):\nIndexError: list index out of range"
        ),
        "- in a list\n\n  ```pycon\n  >>> 2\n  2\n  ```\n",
        "````\n```python-like text that is not a block of Python\n````\n",
        "```text\n>>> 1\n2\n```\n",
    ],
)
def test_a_true_page_has_no_faults(text: str) -> None:
    assert faults(text, "page.md") == []


@pytest.mark.parametrize(
    "text",
    [
        fenced(">>> 1 + 1\n3"),
        fenced(">>> x = 3", ">>> x\n4"),
        fenced(">>> unheard_of"),
        fenced("def f(x)\n    return x"),
        fenced("unheard_of()"),
        fenced("import no_such_library"),
        "- in a list\n\n  ```pycon\n  >>> 2\n  3\n  ```\n",
        '```{code-block} is not python\n```\n\n```python title="example"\n>>> 1\n2\n```\n',
        "````python\n>>> 1\n2\n````\n",
    ],
)
def test_an_untrue_page_has_faults(text: str) -> None:
    assert len(faults(text, "page.md")) == 1


def test_a_fault_is_shown_with_its_place() -> None:
    (fault,) = faults("# Title\n\n" + fenced(">>> 1\n2"), "page.md")
    assert 'File "page.md", line 6' in fault


def test_pages_do_not_share_names() -> None:
    assert faults(fenced(">>> x = 3"), "one.md") == []
    assert len(faults(fenced(">>> x"), "two.md")) == 1
