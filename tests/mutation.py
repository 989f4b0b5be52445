"""Small faults, put one at a time into a copy of the library: does a test notice? `make mutants`.

A mutant has one comparison, operation, number or condition changed. It is judged by the tests of
its folder and the examples in its docstrings, up to the first that fails; kernels run in numpy.
"""

import ast
import os
import random
import resource
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "docs", "results", "dist")
SECONDS = 300
"""Of computing for each mutant: some never end."""
PAIRS = """
    Lt:LtE LtE:Lt Gt:GtE GtE:Gt Eq:NotEq NotEq:Eq Is:IsNot IsNot:Is In:NotIn NotIn:In And:Or Or:And
    USub:UAdd
    Add:Sub Sub:Add Mult:Add Div:Mult FloorDiv:Mult Mod:Mult Pow:Mult
    LShift:RShift RShift:LShift BitAnd:BitOr BitOr:BitAnd BitXor:BitOr
"""
INSTEAD = {
    getattr(ast, old): getattr(ast, new) for old, new in (pair.split(":") for pair in PAIRS.split())
}
"""What takes the place of an operation."""


class Mutant(NamedTuple):
    """A module with one change."""

    path: Path
    line: int
    before: str
    after: str
    source: str


def sites(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, Any]]:
    """Yield what can be changed below a node: the node, its field and the new value.

    Annotations stay as they are.
    """
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "decorator_list"):
            for part in value if isinstance(value, list) else [value]:
                yield from sites(part) if isinstance(part, ast.AST) else ()
    match node:
        case ast.Compare(ops=[first, *others]) if type(first) in INSTEAD:
            yield node, "ops", [INSTEAD[type(first)](), *others]
        case ast.BinOp() | ast.BoolOp() | ast.AugAssign() | ast.UnaryOp() if (
            type(node.op) in INSTEAD
        ):
            yield node, "op", INSTEAD[type(node.op)]()
        case ast.Constant(value=bool() | int() | float() as value):
            yield node, "value", not value if isinstance(value, bool) else value + 1
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) if isinstance(
            test, ast.Name | ast.Call
        ):
            yield node, "test", ast.UnaryOp(ast.Not(), test)


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node, field, new in list(sites(tree)):
        old, before = getattr(node, field), ast.unparse(node).partition("\n")[0]
        setattr(node, field, new)
        after, source = (
            ast.unparse(node).partition("\n")[0],
            ast.unparse(ast.fix_missing_locations(tree)),
        )
        setattr(node, field, old)
        yield Mutant(path, node.lineno, before, after, source)


def is_noticed(*tests: str) -> bool:
    """Whether a test fails, or does not end; in a process of its own, which prints nothing."""
    if pid := os.fork():
        return os.waitpid(pid, 0)[1] != 0
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    try:
        os._exit(pytest.main(["-x", "-p", "no:cacheprovider", *tests]))
    finally:
        os._exit(70)


def verdicts(folder: str, count: int, seed: int) -> Iterator[tuple[Mutant, bool]]:
    """Yield some mutants of a folder, each with whether it is noticed.

    The working directory is a copy of the tree.
    """
    tests = f"tests/{folder}", f"matroidlab/{folder}"
    if is_noticed(*tests):
        raise RuntimeError(f"tests of {folder} fail before anything is changed")
    made = [
        one for path in sorted(Path("matroidlab", folder).rglob("*.py")) for one in mutants(path)
    ]
    for mutant in random.Random(seed).sample(made, min(count, len(made))):
        original = mutant.path.read_text(encoding="utf-8")
        mutant.path.write_text(mutant.source, encoding="utf-8")
        noticed = is_noticed(*tests)
        mutant.path.write_text(original, encoding="utf-8")
        yield mutant, noticed


def main(folders: list[str], count: int = 70, seed: int = 1) -> None:
    """Print the mutants that survive, and how many there were."""
    with TemporaryDirectory() as place:
        copy = shutil.copytree(ROOT, Path(place, "copy"), ignore=LEFT_OUT)
        os.chdir(copy)
        os.environ |= {
            "PYTHONPATH": str(copy),
            "MATROIDLAB_KERNELS": "numpy",
            "CI": "true",
            "EXAMPLES": "20",
        }
        sys.path.insert(0, str(copy))
        sys.dont_write_bytecode = True
        for folder in folders:
            found = dict(verdicts(folder, count, seed))
            for mutant in (one for one, noticed in found.items() if not noticed):
                print(f"{mutant.path}:{mutant.line}: `{mutant.before}` became `{mutant.after}`")  # noqa: T201
            summary = f"{sum(found.values())} of {len(found)} mutants were noticed"
            print(f"{folder}: {summary}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:] or ["algorithms", "bandits", "orderability"])
