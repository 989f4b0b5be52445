"""Every hook has a test, and is documented with its exact arguments and its return type."""

import ast
import re
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from matroidlab import Problem, hookspecs
from matroidlab.parameters import Record
from matroidlab.registry import HOOKS, SERVICES, families, offers, plugin_manager

PROJECT = Path(__file__).parents[2]
DOCUMENTATION = (PROJECT / "docs" / "howto" / "plugins.md").read_text()
DOCUMENTED_FIELDS = re.findall(r"^\| `(\w+)` \|", DOCUMENTATION, flags=re.MULTILINE)


def functions(source: Path) -> list[ast.FunctionDef]:
    return [
        node
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.FunctionDef)
    ]


def is_marked(function: ast.FunctionDef, mark: str) -> bool:
    return any(
        ast.unparse(decorator).partition("(")[0] == mark for decorator in function.decorator_list
    )


def signature(function: ast.FunctionDef) -> str:
    assert function.returns is not None
    return f"{function.name}({ast.unparse(function.args)}) -> {ast.unparse(function.returns)}"


SPECIFIED = {
    function.name: signature(function)
    for function in functions(Path(hookspecs.__file__))
    if is_marked(function, "hookspec")
}


def test_every_hook_is_known_to_the_registry() -> None:
    assert SPECIFIED.keys() == {*HOOKS, *SERVICES}


@pytest.mark.parametrize("hook", SPECIFIED)
def test_a_hook_is_implemented_in_some_test(hook: str) -> None:
    sources = [*PROJECT.glob("tests/**/*.py"), *PROJECT.glob("plugins/*/tests/**/*.py")]
    marked = {
        function.name
        for source in sources
        for function in functions(source)
        if is_marked(function, "hookimpl")
    }
    assert hook in marked


@pytest.mark.parametrize("hook", SPECIFIED)
def test_a_hook_is_documented_with_its_exact_arguments(hook: str) -> None:
    assert f"\n### `{SPECIFIED[hook]}`\n" in DOCUMENTATION


def test_the_documentation_names_no_hook_that_there_is_not() -> None:
    assert set(re.findall(r"`(matroidlab_\w+)\(", DOCUMENTATION)) == SPECIFIED.keys()


@pytest.mark.parametrize("kind", HOOKS.values())
def test_the_fields_of_the_records_are_documented(kind: type[Record[object]]) -> None:
    assert {field.name for field in fields(kind)} <= set(DOCUMENTED_FIELDS)
    assert f"`{kind.__name__}`" in DOCUMENTATION


def test_the_documentation_names_no_field_that_there_is_not() -> None:
    assert set(DOCUMENTED_FIELDS) == {
        field.name for kind in HOOKS.values() for field in fields(kind)
    }
    assert f"`Problem({', '.join(field.name for field in fields(Problem))})`" in DOCUMENTATION


def test_the_complete_plugin_of_the_documentation_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = r"The module `matroidlab_deadlines.py`:\n\n```python\n(.*?)```"
    (source,) = re.findall(shown, DOCUMENTATION, flags=re.DOTALL)
    (tmp_path / "matroidlab_deadlines.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    manager = plugin_manager(["matroidlab_deadlines"])
    assert [offer.error for offer in offers(manager) if offer.error] == []
    family = families(manager)["deadlines"]
    (example,) = family.examples
    jobs = family.build(**example)
    assert family.parameters(jobs) == example
    assert jobs.rank == 3
    assert jobs.greedy(np.array([1, 0, 3, 2])).tolist() == [1, 3, 2]
